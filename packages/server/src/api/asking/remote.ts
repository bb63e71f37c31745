import { queryOf } from '../../operations/extract.js';
import type { Answered, SearchClient } from './search-client.js';

/** A service to ask. */
export interface RemoteService {
  /** Its base address, `http://127.0.0.1:8080`. */
  url: URL;
  /** Undefined where none is known. */
  key: string | undefined;
}

/** No service answered; the message says what to do. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Makes searches by asking a service over HTTP. */
export function askThere(service: RemoteService): SearchClient {
  return {
    async search({ endpoint, body, ...terms }, signal) {
      const sent = { body: JSON.stringify(body), type: 'application/json', signal };
      return answeredBy(await post(service, `${endpoint.path}${queryOf(terms)}`, sent));
    },
    close: async () => {},
  };
}

/** Sends something to a service. Throws an `UnreachableError` where none answers. */
export async function post(
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

/** The body of an answer. Throws an `UnreachableError` for what no service of this kind sends. */
export async function answeredBy(response: Response): Promise<Answered> {
  try {
    const body = (await response.json()) as Answered['body'];
    return { status: response.status, body, isSimulated: response.headers.has('x-simulated') };
  } catch (cause) {
    const said = `${new URL(response.url).origin} answered with status ${response.status} and no JSON`;
    throw new UnreachableError(`${said}: is it an svc service?`, { cause });
  }
}
