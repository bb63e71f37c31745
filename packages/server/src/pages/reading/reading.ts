import type { Operation, OperationResults } from '@svc/parsers';
import { isCostly } from './cost.js';
import { createHelpers } from './helpers.js';
import { type PageToRead, readNow } from './readers.js';
import { createThreads } from './threads.js';
import { createTurns } from './turns.js';

/**
 * Reads a page: an ordinary one in the event loop when its turn comes, or on a thread that has time, a costly one on a thread
 * of its own. Rejects with a `PageError` for a page that cannot be read, and with the signal's reason when it aborts. Callers
 * take turns; those who are not named are one.
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

/** How many threads read pages, at most. */
interface ReadingOptions {
  /** For costly ones; without any, every page is read in the event loop. */
  readingThreads: number;
  /** For ordinary ones that would wait. @default 0 */
  helpingThreads?: number;
}

/** Makes what reads pages. */
export function createPageReading({ readingThreads, helpingThreads = 0 }: ReadingOptions): PageReading {
  const threads = readingThreads > 0 ? createThreads(readingThreads) : undefined;
  const helpers = helpingThreads > 0 ? createHelpers(helpingThreads) : undefined;
  const turns = createTurns(helpers?.find);
  return {
    async read(page, signal, caller = '') {
      const { body, isGiven = false } = page;
      if (threads !== undefined && isCostly(body, { isGiven })) return threads.read(page, signal, caller);
      const helper = await turns.take(caller);
      const result = helper && (await helper(page));
      signal.throwIfAborted();
      return result ?? readNow(page);
    },
    waiting: () => turns.waiting + (threads?.waiting ?? 0),
    async close() {
      await Promise.all([threads?.close(), helpers?.close()]);
    },
  };
}
