import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { batchBytes, batchLines, batchPath } from '../../jobs/batch/batch-limits.js';
import type { Endpoint } from '../../operations/endpoint.js';
import { queryOf } from '../../operations/extract.js';
import { answeredBy, post, type RemoteService, UnreachableError } from './remote.js';
import type { Answered, Asked } from './search-client.js';

/** A search of a batch. */
interface RemoteSearch {
  id: string;
  endpoint: Endpoint;
  body: Readonly<Record<string, unknown>>;
}

/** The answer to one of them. */
type BatchAnswer = Pick<Answered, 'status' | 'body'> & { id: string };

/** Has a service make many searches, and gives their answers in the order in which they end. */
export async function* askBatch(
  service: RemoteService,
  searches: readonly RemoteSearch[],
  { signal, ...terms }: Pick<Asked, 'include' | 'extract'> & { signal: AbortSignal },
): AsyncGenerator<BatchAnswer> {
  const query = queryOf(terms);
  for (const body of bodiesOf(searches)) {
    const response = await post(service, `${batchPath}${query}`, { body, type: 'application/x-ndjson', signal });
    if (response.status !== 200 || response.body === null) throw refused(await answeredBy(response));
    const lines = createInterface({ input: Readable.fromWeb(response.body as ReadableStream) });
    for await (const line of lines) {
      if (line.trim() !== '') yield JSON.parse(line) as BatchAnswer;
    }
  }
}

/** The searches as lines, in bodies of a size that the service takes. */
function bodiesOf(searches: readonly RemoteSearch[]): string[] {
  const bodies: string[][] = [[]];
  let bytes = 0;
  for (const { id, endpoint, body } of searches) {
    const line = `${JSON.stringify({ ...body, id, operation: endpoint.name })}\n`;
    bytes += Buffer.byteLength(line);
    if (bytes > batchBytes || (bodies.at(-1)?.length ?? 0) >= batchLines) {
      bodies.push([]);
      bytes = Buffer.byteLength(line);
    }
    bodies.at(-1)?.push(line);
  }
  return bodies.map((lines) => lines.join(''));
}

function refused({ body }: Answered): UnreachableError {
  return new UnreachableError(`The service refuses the batch: ${body.detail} (${body.code})`);
}
