import { ApiError } from '../../errors/api-error.js';
import { toApiError } from '../../errors/failures.js';
import type { BatchLine, FaultyLine } from './batch-line.js';
import type { BodyLine } from './body-lines.js';
import type { BatchCaller, LineRunner } from './run-line.js';

/** A batch that is answered while its body arrives. */
interface StreamedBatch {
  /** The lines of the body. */
  lines: AsyncIterable<BodyLine>;
  readLine(line: BodyLine): BatchLine | FaultyLine;
  caller: BatchCaller;
  /** Most lines in progress. */
  atOnce: number;
  /** Called at the end with the number of lines by status. */
  onEnd(statuses: ReadonlyMap<number, number>): void;
}

/** Milliseconds between two signs of life. While the body still arrives, only writing shows that the caller has left. */
const beats = { arriving: 250, arrived: 5_000 };

/**
 * The answer to a batch: a line for each of its lines, in the order in which they end. Reads on only while there is room for results,
 * and not at all once the caller's signal aborts.
 */
export async function* streamBatchAnswers(batch: StreamedBatch, { run }: LineRunner): AsyncGenerator<Uint8Array> {
  const { caller, onEnd } = batch;
  const statuses = new Map<number, number>();
  let hasArrived = false;

  async function* read(): AsyncGenerator<BatchLine | FaultyLine> {
    let number = 0;
    try {
      for await (const line of batch.lines) {
        number = line.number;
        yield batch.readLine(line);
      }
    } catch (error) {
      yield { number: number + 1, id: undefined, error: toApiError(error) }; // the lines before it are answered
    }
    hasArrived = true;
  }

  async function* answer(): AsyncGenerator<Uint8Array> {
    for await (const { status, bytes } of mapUnordered(read(), batch.atOnce, (line) => run(line, caller))) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      yield bytes;
    }
  }

  try {
    yield* withNdjsonHeartbeat(answer(), () => (hasArrived ? beats.arrived : beats.arriving));
  } finally {
    onEnd(statuses);
  }
}

/** Counts what each key has open. */
export interface OpenLimit {
  /** Counts one more until the returned function is called. Throws an `ApiError` with code `rate_limited` above the limit. */
  enter(id: string): () => void;
}

/** Creates a count that starts at none. @param maxOpen most of one key @param what what is counted, in the plural */
export function createOpenLimit(maxOpen: number, what: string): OpenLimit {
  const open = new Map<string, number>();
  return {
    enter(id) {
      const before = open.get(id) ?? 0;
      if (before >= maxOpen) {
        throw new ApiError('rate_limited', `The key has reached its limit of ${maxOpen} ${what}.`, {
          retryAfter: 10,
        });
      }
      open.set(id, before + 1);
      return () => {
        const left = (open.get(id) ?? 1) - 1;
        if (left === 0) open.delete(id);
        else open.set(id, left);
      };
    },
  };
}

/** A space before a line of JSON has no meaning. */
const blank = Buffer.from(' ');

/**
 * Yields a space whenever the source has been silent for a while, so that no proxy takes the connection for dead and a caller that
 * has left is noticed. It does so only when more is requested: a caller that does not read gets none.
 *
 * @param every milliseconds of silence before a space
 */
export async function* withNdjsonHeartbeat(
  source: AsyncIterable<Uint8Array>,
  every: () => number,
): AsyncGenerator<Uint8Array> {
  const items = source[Symbol.asyncIterator]();
  try {
    let next = items.next();
    for (;;) {
      const got = await within(next, every());
      if (got === undefined) {
        yield blank;
        continue;
      }
      if (got.done === true) return;
      yield got.value;
      next = items.next();
    }
  } finally {
    void Promise.resolve(items.return?.()).catch(() => {}); // it may be waiting itself
  }
}

/** The value of a promise, or undefined when it takes longer than that. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Works on the items of a source, up to `limit` at a time, and yields results as they become ready. A result that is ready but not yet
 * taken counts towards the limit: while nobody takes results, no more items are taken.
 */
export async function* mapUnordered<T, R>(
  source: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const items = source[Symbol.asyncIterator]();
  const ready: R[] = [];
  const state: StreamState = { running: 0, isReading: false, isEnded: false, failure: undefined };
  let wake = () => {};

  const fail = (error: unknown) => {
    state.failure ??= { error };
  };

  async function start(item: T): Promise<void> {
    state.running += 1;
    await work(item).then((result) => ready.push(result), fail);
    state.running -= 1;
    wake();
    void pump();
  }

  async function pump(): Promise<void> {
    while (!state.isReading && !state.isEnded && !state.failure && state.running + ready.length < limit) {
      state.isReading = true;
      const next = await items.next().catch(fail);
      state.isReading = false;
      if (next?.done === false) void start(next.value);
      else state.isEnded = true;
      wake();
    }
  }

  try {
    for (;;) {
      void pump();
      const result = ready.shift();
      if (result !== undefined) yield result;
      else if (state.failure) throw state.failure.error;
      else if (state.isEnded && state.running === 0) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    state.isEnded = true;
    void Promise.resolve(items.return?.()).catch(() => {}); // it may be waiting for its own source
  }
}

interface StreamState {
  running: number;
  isReading: boolean;
  isEnded: boolean;
  failure: { error: unknown } | undefined;
}
