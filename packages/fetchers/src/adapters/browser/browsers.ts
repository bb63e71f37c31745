import { FetchError } from '../../errors.js';
import type { Browser } from './launch.js';

/** The browser for one page. */
export interface BrowserLease {
  readonly browser: Browser;
  /** Rejects with a `FetchError` when the browser is gone or ended: what was asked of it then may never be answered. */
  readonly gone: Promise<never>;
  /** Says that the page is closed. Must be called. */
  release(): void;
  /** Says that the browser does not react: no other page gets it, and it is ended at once. */
  condemn(): void;
}

/** One running browser at a time, and the ones before it until their last page is closed. */
export interface Browsers {
  /** A browser that runs, started where there is none. */
  lease(): Promise<BrowserLease>;
  /** Ends them all. */
  close(): Promise<void>;
}

/** How browsers are started, and for how many pages each is good. */
export interface BrowsersOptions {
  open(): Promise<Browser>;
  recycleAfter: number;
}

/** Starts browsers when they are needed: the first, one after a crash, one after so many pages. */
export function createBrowsers({ open, recycleAfter }: BrowsersOptions): Browsers {
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
  /** How many pages it was leased for. */
  readonly served: number;
  /** Resolved once the browser is gone. */
  readonly ended: Promise<void>;
  lease(): Promise<BrowserLease>;
  /** Takes no more pages, and ends after the last one. */
  retire(): void;
  end(): Promise<void>;
}

/** @param onRetired called once, when no more pages may be leased */
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
    leave = () => reject(new FetchError('network', 'The browser broke off'));
  });
  gone.catch(() => undefined); // whoever waits for it handles it

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
        return { browser: await opened, gone, release, condemn: () => void generation.end() };
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

/** A browser that did not start was reported by `lease`; one that has exited needs no closing. */
async function endBrowser(opened: Promise<Browser>): Promise<void> {
  const browser = await opened.catch(() => undefined);
  await browser?.close().catch(() => undefined);
}
