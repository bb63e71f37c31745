import type { Operation, OperationResults } from '@svc/parsers';
import { isCostly } from './cost.js';
import { type PageToRead, readNow } from './readers.js';
import { createThreads } from './threads.js';
import { createTurns } from './turns.js';

/**
 * Reads a page: an ordinary one in the event loop when its turn comes, a costly one on a thread of its own. Rejects with a
 * `PageError` for a page that cannot be read, and with the signal's reason when it aborts. Callers take turns; those who
 * are not named are one.
 */
export type ReadPage = <Name extends Operation>(
  page: PageToRead<Name>,
  signal: AbortSignal,
  caller?: string,
) => Promise<OperationResults[Name]>;

/** What reads pages. */
export interface PageReading {
  read: ReadPage;
  /** How many pages wait for their turn or for a thread. */
  waiting(): number;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Makes what reads pages, with at most so many threads; without any, every page is read in the event loop. */
export function createPageReading({ readingThreads }: { readingThreads: number }): PageReading {
  const turns = createTurns();
  const threads = readingThreads > 0 ? createThreads(readingThreads) : undefined;
  return {
    async read(page, signal, caller = '') {
      const { body, isGiven = false } = page;
      if (threads !== undefined && isCostly(body, { isGiven })) return threads.read(page, signal, caller);
      await turns.take(caller);
      signal.throwIfAborted();
      return readNow(page);
    },
    waiting: () => turns.waiting + (threads?.waiting ?? 0),
    close: async () => threads?.close(),
  };
}
