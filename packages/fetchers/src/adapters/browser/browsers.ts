import { FetchError } from '../../errors.js';
import type { Browser } from './launch.js';

/** The use of a browser for one page. */
export interface BrowserLease {
  readonly browser: Browser;
  /** Rejects with a `FetchError` when the browser has ended, because pending commands may never be answered. */
  readonly gone: Promise<never>;
  /** Reports that the page is closed. Must be called. */
  release(): void;
  /** Reports that the browser does not respond. It is ended at once and not used again. */
  kill(): void;
}

/** The current browser, and previous ones until their last page is closed. */
export interface BrowserPool {
  /** Leases the running browser, or starts one. */
  lease(): Promise<BrowserLease>;
  /** Ends all browsers. */
  close(): Promise<void>;
}

/** How to start browsers, and for how many pages to use each. */
export interface BrowserPoolOptions {
  open(): Promise<Browser>;
  recycleAfter: number;
}

/** Starts browsers as needed: at first use, after a crash, and after the configured number of pages. */
export function createBrowserPool({ open, recycleAfter }: BrowserPoolOptions): BrowserPool {
  const running = new Set<Generation>();
  let current: Generation | undefined;
  let isClosed = false;

  function start(): Generation {
    const generation = startGeneration(open, (ended) => {
      if (current === ended) current = undefined;
    });
    running.add(generation);
    void generation.ended.then(() => running.delete(generation));
    return generation;
  }

  return {
    async lease() {
      if (isClosed) throw new FetchError('closed', 'The browser is closed');
      current ??= start();
      const generation = current;
      const lease = generation.lease();
      if (generation.served >= recycleAfter) generation.retire();
      return await lease;
    },
    async close() {
      isClosed = true;
      await Promise.all([...running].map((generation) => generation.end()));
    },
  };
}

interface Generation {
  /** Number of pages it was leased for. */
  readonly served: number;
  /** Resolves when the browser has ended. */
  readonly ended: Promise<void>;
  lease(): Promise<BrowserLease>;
  /** Accepts no more pages and ends after the last one. */
  retire(): void;
  end(): Promise<void>;
}

/** @param onRetired called once, when it accepts no more pages */
function startGeneration(open: () => Promise<Browser>, onRetired: (generation: Generation) => void): Generation {
  const opened = open();
  let pages = 0;
  let served = 0;
  let isRetired = false;
  let ending: Promise<void> | undefined;
  let resolveEnded = () => {};
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve;
  });
  let leave = () => {};
  const gone = new Promise<never>((_, reject) => {
    leave = () => reject(new FetchError('network', 'The browser ended unexpectedly'));
  });
  gone.catch(() => undefined); // handled where it is awaited

  function markRetired(): void {
    if (!isRetired) onRetired(generation);
    isRetired = true;
  }

  function release(): void {
    pages -= 1;
    if (isRetired && pages === 0) void generation.end();
  }

  const generation: Generation = {
    ended,
    get served() {
      return served;
    },
    async lease() {
      pages += 1;
      served += 1;
      try {
        return { browser: await opened, gone, release, kill: () => void generation.end() };
      } catch (error) {
        release();
        throw error;
      }
    },
    retire() {
      markRetired();
      if (pages === 0) void generation.end();
    },
    end() {
      markRetired();
      leave();
      ending ??= endBrowser(opened).then(resolveEnded);
      return ending;
    },
  };
  const end = () => void generation.end();
  opened.then((browser) => void browser.closed.then(end), end);
  return generation;
}

/** Ignores errors: `lease` reports a browser that did not start, and one that has exited needs no closing. */
async function endBrowser(opened: Promise<Browser>): Promise<void> {
  const browser = await opened.catch(() => undefined);
  await browser?.close().catch(() => undefined);
}
