import { createThreadPool, readOn, type ThreadPool } from './on-thread.js';
import type { PageToRead, ReadElsewhere } from './readers.js';

/** Reads one page on a thread that was found free. */
type Helper = ReadElsewhere;

/** Threads that take ordinary pages while others wait for the event loop. None runs before that. */
export interface Helpers {
  /**
   * Finds a thread for one page, which has to be read then; undefined where none is free.
   *
   * @param waiting how many pages wait; for enough of them a further thread is started, which is free later
   */
  find(waiting: number): Helper | undefined;
  close(): Promise<void>;
}

/** Pages that a thread is handed at once, so that it need not wait for the event loop between two. */
const pagesAhead = 2;

/** Pages that wait when a further thread is started: starting one takes longer than reading a few. */
const wakingQueue = 4;

/** A page that nothing is in. */
const blank: PageToRead = { operation: 'alpha.search', body: new Uint8Array(), options: {} };

/** Makes at most so many threads. */
export function createHelpers(most: number): Helpers {
  let pool: ThreadPool | undefined;
  let busy = 0; // pages
  let isStarting = false;

  function start(): void {
    pool ??= createThreadPool({ maxThreads: most, concurrentTasksPerWorker: pagesAhead });
    isStarting = true;
    const ready = () => {
      isStarting = false;
    };
    readOn(pool, blank).then(ready, ready); // which cannot be read: it is enough that somebody has tried
  }

  return {
    find(waiting) {
      const threads = pool?.threads.length ?? 0; // one that is idle for long ends
      const ready = isStarting ? threads - 1 : threads;
      if (busy < ready * pagesAhead) {
        busy += 1;
        const read: Helper = (page) =>
          readOn(pool!, page).finally(() => {
            busy -= 1;
          });
        return read;
      }
      if (!isStarting && threads < most && waiting >= wakingQueue) start();
      return undefined;
    },
    async close() {
      await pool?.destroy();
    },
  };
}
