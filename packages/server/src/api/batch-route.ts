import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, errorFromFaults, type Fault } from '../errors/api-error.js';
import { leaving } from '../http/connections.js';
import { ndjsonType, slowBody, streamNdjsonBodies } from '../http/ndjson-body.js';
import { type BatchTerms, createLineReader } from '../jobs/batch/batch-line.js';
import { type BodyLine, batchBytes, batchPath, linesOf, tooLarge } from '../jobs/batch/body-lines.js';
import { type LineRunner, lineCaller } from '../jobs/batch/run-line.js';
import { answersOf, createOpenBatches } from '../jobs/batch/stream.js';
import { holdKey, keyOf } from '../limits/keys/admit.js';
import { requireScope } from '../limits/keys/api-key.js';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { Endpoint } from '../operations/endpoint.js';
import { extractNames, readExtract } from '../operations/extract.js';
import { extraNames, readInclude } from '../operations/extras.js';

/** What the route of batches needs. */
interface BatchRouteParts {
  endpoints: readonly Endpoint[];
  lines: LineRunner;
  /** Checks the keys of the lines. */
  keys: Pick<KeyRing, 'check' | 'watch'>;
  /** Maximum number of batches of one key in progress. */
  keyBatches: number;
  /** Milliseconds to wait for the next part of the body. */
  timeout: number;
  /** Maximum number of pages read for one search; 0 for none. */
  maxPages: number;
}

/** Adds the path that answers many searches over one connection, each as soon as it has ended. */
export function addBatchRoute(
  api: FastifyInstance,
  { endpoints, lines, keys, keyBatches, timeout, maxPages }: BatchRouteParts,
): void {
  const open = createOpenBatches(keyBatches);
  api.register(async (scope) => {
    streamNdjsonBodies(scope);
    scope.post(batchPath, async (request, reply) => {
      const readLine = createLineReader(endpoints, termsOf(request, maxPages), maxPages);
      const body = bodyOf(request);
      const key = keyOf(request);
      const leave = open.enter(key.id);
      const bodyLines = await withFirst(linesOf(slowBody(body, timeout))).catch((error: unknown) => {
        leave();
        throw error;
      });
      const authority = holdKey(keys, { ...key, scope: 'search' });
      const signal = leaving(reply);
      const caller = lineCaller({ authority, batch: request.id, path: batchPath, fresh: isFresh(request), signal });
      const onEnd = (statuses: ReadonlyMap<number, number>) => {
        leave();
        authority.release();
        request.log.info({ caller: key.id, lines: Object.fromEntries(statuses) }, 'batch');
      };
      const answers = answersOf({ lines: bodyLines, readLine, caller, atOnce: lines.lineLimit(key), onEnd }, lines);
      return reply.type(`${ndjsonType}; charset=utf-8`).send(Readable.from(answers, { objectMode: false }));
    });
  });
}

/** Waits for the first line and returns all lines. Throws an `ApiError` if there is none: an empty batch is a mistake. */
async function withFirst(lines: AsyncGenerator<BodyLine>): Promise<AsyncIterable<BodyLine>> {
  const first = await lines.next();
  if (first.done === true) throw emptyBody();
  return (async function* () {
    try {
      yield first.value;
      yield* lines;
    } finally {
      await lines.return(undefined);
    }
  })();
}

/** The terms of all lines. Throws an `ApiError` for a query string with faults. */
function termsOf(request: FastifyRequest, maxPages: number): BatchTerms {
  const { include, extract, faults } = readTerms(request, maxPages);
  const [first, ...rest] = faults;
  if (first !== undefined) throw errorFromFaults([first, ...rest]);
  return { include, extract };
}

/** The same with the faults of the query string. Throws an `ApiError` if the key may not extract pages. */
export function readTerms(
  request: FastifyRequest,
  maxPages: number,
  others: readonly string[] = [],
): BatchTerms & { faults: readonly Fault[] } {
  const query = request.query as Record<string, unknown>;
  const { include, faults } = readInclude(query, extraNames, [...extractNames, ...others]);
  const { extract, faults: wrong } = readExtract(query, maxPages);
  if (extract !== undefined) requireScope(keyOf(request), 'extract');
  return { include, extract, faults: [...faults, ...wrong] };
}

/** The unread body. Throws an `ApiError` if there is none, or if it is known to be too large. */
export function bodyOf({ body, headers }: FastifyRequest): IncomingMessage {
  if (body === undefined) throw emptyBody();
  if (Number(headers['content-length']) > batchBytes) throw tooLarge();
  return body as IncomingMessage; // the only content type parser of this scope returns the request
}

/** Whether to bypass the cache. */
export function isFresh({ headers }: FastifyRequest): boolean {
  return /\bno-(cache|store)\b/i.test(headers['cache-control'] ?? '');
}

/** The error for a body without lines. */
export function emptyBody(): ApiError {
  return new ApiError('malformed_json', 'The body is empty; it must contain lines of JSON.');
}
