import type { Operation, OperationResults } from '@svc/parsers';
import { ApiError } from '../../errors/api-error.js';
import { createFairQueue } from './fair-queue.js';
import { createThreadPool, readOn, type ThreadPool } from './on-thread.js';
import type { PageToRead } from './readers.js';

/** Pages that may wait for each thread. */
const waitingPerThread = 16;

/** How many of them may be one caller's, so that others' pages are not refused for them. */
const waitingOfOne = 12;

/** Threads that read pages. None runs before the first page. Callers take turns. */
export interface Threads {
  /** Reads a page for a caller. When the signal aborts, the thread is ended, and the signal's reason thrown. */
  read<Name extends Operation>(
    page: PageToRead<Name>,
    signal: AbortSignal,
    caller: string,
  ): Promise<OperationResults[Name]>;
  /** How many pages wait for a thread. */
  readonly waiting: number;
  close(): Promise<void>;
}

/** Makes at most so many threads. */
export function createThreads(most: number): Threads {
  let pool: ThreadPool | undefined;
  const pages = new Map<string, number>(); // by caller, read or waiting
  const queue = createFairQueue<() => void>();
  let free = most;

  function forget(caller: string): void {
    const left = (pages.get(caller) ?? 1) - 1;
    if (left > 0) pages.set(caller, left);
    else pages.delete(caller);
  }

  /** Resolves when a thread is the caller's. */
  async function turnOf(caller: string, signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        leave();
        reject(signal.reason);
      };
      const leave = queue.push(caller, () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      });
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  function pass(): void {
    const begin = queue.shift();
    if (begin === undefined) free += 1;
    else begin(); // it has the thread that is free now
  }

  async function readInTurn<Name extends Operation>(
    page: PageToRead<Name>,
    signal: AbortSignal,
    caller: string,
  ): Promise<OperationResults[Name]> {
    await turnOf(caller, signal);
    pool ??= createThreadPool({ maxThreads: most });
    try {
      return await readOn(pool, page, signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      pass();
    }
  }

  return {
    async read<Name extends Operation>(page: PageToRead<Name>, signal: AbortSignal, caller: string) {
      signal.throwIfAborted();
      const own = pages.get(caller) ?? 0;
      if (queue.size >= most * waitingPerThread || own >= most * (waitingOfOne + 1))
        throw new ApiError('overloaded', 'Too many large pages wait to be read.');
      pages.set(caller, own + 1);
      return readInTurn(page, signal, caller).finally(() => forget(caller));
    },
    get waiting() {
      return queue.size;
    },
    async close() {
      await pool?.destroy();
    },
  };
}
