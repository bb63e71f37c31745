import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, errorFromFaults, type Fault } from '../errors/api-error.js';
import { disconnectSignal } from '../http/connections.js';
import { ndjsonType, readWithIdleTimeout, streamNdjsonBodies } from '../http/ndjson-body.js';
import { createLineReader, type LineDefaults } from '../jobs/batch/batch-line.js';
import { type BodyLine, batchPath, batchTooLargeError, bodyLinesOf, maxBatchBytes } from '../jobs/batch/body-lines.js';
import { createBatchCaller, type LineRunner } from '../jobs/batch/run-line.js';
import { createOpenLimit, streamBatchAnswers } from '../jobs/batch/stream.js';
import { admittedKeyOf, watchKey } from '../limits/keys/admit.js';
import { requireScope } from '../limits/keys/api-key.js';
import type { KeyRing } from '../limits/keys/key-ring.js';
import type { Endpoint } from '../operations/endpoint.js';
import { extractParameterNames, parseExtractParameters } from '../operations/extract.js';
import { extraNames, parseInclude } from '../operations/extras.js';

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
  const open = createOpenLimit(keyBatches, 'batches in progress');
  api.register(async (scope) => {
    streamNdjsonBodies(scope);
    scope.post(batchPath, async (request, reply) => {
      const readLine = createLineReader(endpoints, termsOf(request, maxPages), maxPages);
      const body = requireBodyStream(request);
      const key = admittedKeyOf(request);
      const leave = open.enter(key.id);
      const bodyLines = await withFirst(bodyLinesOf(readWithIdleTimeout(body, timeout))).catch((error: unknown) => {
        leave();
        throw error;
      });
      const keyWatch = watchKey(keys, { ...key, scope: 'search' });
      const signal = disconnectSignal(reply);
      const caller = createBatchCaller({
        keyWatch,
        batch: request.id,
        path: batchPath,
        fresh: bypassesCache(request),
        signal,
      });
      const onEnd = (statuses: ReadonlyMap<number, number>) => {
        leave();
        keyWatch.release();
        request.log.info({ caller: key.id, lines: Object.fromEntries(statuses) }, 'batch');
      };
      const answers = streamBatchAnswers(
        { lines: bodyLines, readLine, caller, atOnce: lines.maxConcurrentLines(key), onEnd },
        lines,
      );
      return reply.type(`${ndjsonType}; charset=utf-8`).send(Readable.from(answers, { objectMode: false }));
    });
  });
}

/** Waits for the first line and returns all lines. Throws an `ApiError` if there is none: an empty batch is a mistake. */
async function withFirst(lines: AsyncGenerator<BodyLine>): Promise<AsyncIterable<BodyLine>> {
  const first = await lines.next();
  if (first.done === true) throw emptyBodyError();
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
function termsOf(request: FastifyRequest, maxPages: number): LineDefaults {
  const { include, extract, faults } = readLineDefaults(request, maxPages);
  const [first, ...rest] = faults;
  if (first !== undefined) throw errorFromFaults([first, ...rest]);
  return { include, extract };
}

/** The same with the faults of the query string. Throws an `ApiError` if the key may not extract pages. */
export function readLineDefaults(
  request: FastifyRequest,
  maxPages: number,
  others: readonly string[] = [],
): LineDefaults & { faults: readonly Fault[] } {
  const query = request.query as Record<string, unknown>;
  const { include, faults } = parseInclude(query, extraNames, [...extractParameterNames, ...others]);
  const { extract, faults: wrong } = parseExtractParameters(query, maxPages);
  if (extract !== undefined) requireScope(admittedKeyOf(request), 'extract');
  return { include, extract, faults: [...faults, ...wrong] };
}

/** The unread body. Throws an `ApiError` if there is none, or if it is known to be too large. */
export function requireBodyStream({ body, headers }: FastifyRequest): IncomingMessage {
  if (body === undefined) throw emptyBodyError();
  if (Number(headers['content-length']) > maxBatchBytes) throw batchTooLargeError();
  return body as IncomingMessage; // the only content type parser of this scope returns the request
}

/** Whether to bypass the cache. */
export function bypassesCache({ headers }: FastifyRequest): boolean {
  return /\bno-(cache|store)\b/i.test(headers['cache-control'] ?? '');
}

/** The error for a body without lines. */
export function emptyBodyError(): ApiError {
  return new ApiError('malformed_json', 'The body is empty; it must contain lines of JSON.');
}
