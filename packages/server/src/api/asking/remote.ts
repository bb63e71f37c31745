import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { batchPath, maxBatchBytes, maxBatchLines } from '../../jobs/batch/body-lines.js';
import type { Endpoint } from '../../operations/endpoint.js';
import { toQueryString } from '../../operations/extract.js';
import type { CommandSearch, SearchClient, SearchResponse } from './local.js';

/** A service to ask. */
export interface RemoteService {
  /** Its base address, `http://127.0.0.1:8080`. */
  url: URL;
  /** Undefined if none is known. */
  key: string | undefined;
}

/** No service answered. The message says what to do. */
class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Makes searches by asking a service over HTTP. */
export function createRemoteClient(service: RemoteService): SearchClient {
  return {
    async search({ endpoint, body, ...extras }, signal) {
      const sent = { body: JSON.stringify(body), type: 'application/json', signal };
      return answeredBy(await post(service, `${endpoint.path}${toQueryString(extras)}`, sent));
    },
    close: async () => {},
  };
}

/** Sends a request to a service. Throws an `UnreachableError` if none answers. */
async function post(
  { url, key }: RemoteService,
  path: string,
  { body, type, signal }: { body: string; type: string; signal: AbortSignal },
): Promise<Response> {
  const headers = { 'content-type': type, ...(key !== undefined && { 'x-api-key': key }) };
  const address = new URL(`${url.pathname.replace(/\/$/, '')}${path}`, url);
  try {
    return await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' });
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    throw new UnreachableError(`No service answers at ${url.origin}${reason}; "svc serve" starts one`, {
      cause: error,
    });
  }
}

/** Reads an answer. Throws an `UnreachableError` if it cannot come from this kind of service. */
async function answeredBy(response: Response): Promise<SearchResponse> {
  try {
    const body = (await response.json()) as SearchResponse['body'];
    return { status: response.status, body, isSimulated: response.headers.has('x-simulated') };
  } catch (cause) {
    const said = `${new URL(response.url).origin} answered with status ${response.status} but no JSON`;
    throw new UnreachableError(`${said}; is it an svc service?`, { cause });
  }
}

/** A search of a batch. */
interface RemoteSearch {
  id: string;
  endpoint: Endpoint;
  body: Readonly<Record<string, unknown>>;
}

/** The answer to one of them. */
type BatchAnswer = Pick<SearchResponse, 'status' | 'body'> & { id: string };

/** Sends a batch of searches to a service and yields their answers in the order in which they end. */
export async function* streamRemoteBatch(
  service: RemoteService,
  searches: readonly RemoteSearch[],
  { signal, ...extras }: Pick<CommandSearch, 'include' | 'extract'> & { signal: AbortSignal },
): AsyncGenerator<BatchAnswer> {
  const query = toQueryString(extras);
  for (const body of bodiesOf(searches)) {
    const response = await post(service, `${batchPath}${query}`, { body, type: 'application/x-ndjson', signal });
    if (response.status !== 200 || response.body === null) throw refused(await answeredBy(response));
    const lines = createInterface({ input: Readable.fromWeb(response.body as ReadableStream) });
    for await (const line of lines) {
      if (line.trim() !== '') yield JSON.parse(line) as BatchAnswer;
    }
  }
}

/** The searches as lines, in bodies within the limits of the service. */
function bodiesOf(searches: readonly RemoteSearch[]): string[] {
  const bodies: string[][] = [[]];
  let bytes = 0;
  for (const { id, endpoint, body } of searches) {
    const line = `${JSON.stringify({ ...body, id, operation: endpoint.name })}\n`;
    bytes += Buffer.byteLength(line);
    if (bytes > maxBatchBytes || (bodies.at(-1)?.length ?? 0) >= maxBatchLines) {
      bodies.push([]);
      bytes = Buffer.byteLength(line);
    }
    bodies.at(-1)?.push(line);
  }
  return bodies.map((lines) => lines.join(''));
}

function refused({ body }: SearchResponse): UnreachableError {
  return new UnreachableError(`The service refused the batch: ${body.detail} (${body.code})`);
}
