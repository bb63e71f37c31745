import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Operation, type OperationResults, PageError } from '@svc/parsers';
import { Piscina } from 'piscina';
import { ApiError } from '../errors/api-error.js';
import { createFairQueue } from './fair-queue.js';
import type { PageToRead } from './readers.js';
import type { ReadOnThread } from './worker.js';

/** Pages that may wait for each thread. */
const waitingPerThread = 16;

/** How many of them may be one caller's, so that others' pages are not refused for them. */
const waitingOfOne = 12;

/** Milliseconds after which a thread without work ends: long enough not to start one for every page. */
const idleTimeout = 60_000;

/** What a page may take, in MB; the largest page that its budget lets through takes a tenth. */
const threadMemory = 512;

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
  let pool: Piscina<PageToRead, ReadOnThread> | undefined;
  const pages = new Map<string, number>(); // by caller, read or waiting
  const queue = createFairQueue<() => void>();
  let free = most;
  const start = () =>
    new Piscina({
      filename: builtFile('reading-worker.js'),
      minThreads: 0,
      maxThreads: most,
      idleTimeout,
      resourceLimits: { maxOldGenerationSizeMb: threadMemory },
    });

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

  async function readInTurn(page: PageToRead, signal: AbortSignal, caller: string): Promise<ReadOnThread> {
    await turnOf(caller, signal);
    try {
      pool ??= start();
      return await runOn(pool, page, signal);
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
      const read = await readInTurn(page, signal, caller).finally(() => forget(caller));
      if ('state' in read) throw new PageError(read.state, read.details);
      return read.result as OperationResults[Name]; // the thread answers for the operation that it was asked
    },
    get waiting() {
      return queue.size;
    },
    async close() {
      await pool?.destroy();
    },
  };
}

/** The thread gets a copy of the bytes, which costs 0.2 ms for each MB: whoever asked may still have to send or keep them. */
async function runOn(
  pool: Piscina<PageToRead, ReadOnThread>,
  page: PageToRead,
  signal: AbortSignal,
): Promise<ReadOnThread> {
  const body = page.body.slice();
  try {
    return await pool.run({ ...page, body }, { signal, transferList: [body.buffer as ArrayBuffer] });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

/** A file of the built package: threads run no TypeScript. */
function builtFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@svc/server/package.json')), 'dist', name);
}
