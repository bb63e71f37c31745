import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  createCaptureWriter,
  type Fetcher,
  type Judge,
  type PageCleaner,
  type PageRequest,
  type RawPage,
} from '@svc/fetchers';
import { isStateWorthKeeping } from '../judge.js';

/** Which pages are kept, and where. */
interface KeepOptions {
  /** A folder of captured pages, created when first needed. */
  folder: string;
  /** Maximum number of pages in it; no more are added. */
  limit: number;
  /** Removes secrets from the pages; it watches the adapters of the fetcher. */
  cleaner: PageCleaner;
  /** Called when a page could not be kept. The message may contain words of the query. */
  onFault(error: unknown): void;
}

/**
 * Wraps a fetcher so that pages which its judges could not parse are kept as captured pages without secrets, one per request. Searches
 * neither wait for that nor fail because of it; `close` waits.
 */
export function captureUnreadablePages(fetcher: Fetcher, options: KeepOptions): Fetcher {
  const keeper = createKeeper(options);
  return {
    ...fetcher,
    search(options) {
      const search = fetcher.search(options);
      return { ...search, fetch: (request, judge) => search.fetch(request, keeping(judge, request)) };
    },
    fetch: (request, judge, options) => fetcher.fetch(request, keeping(judge, request), options),
    async close() {
      await fetcher.close();
      await keeper.settled();
    },
  };

  function keeping<T>(judge: Judge<T>, request: PageRequest): Judge<T> {
    return async (page, context) => {
      const verdict = await judge(page, context);
      if (!verdict.usable && isStateWorthKeeping(verdict.state)) keeper.keep(request, page, verdict.state);
      return verdict;
    };
  }
}

interface Keeper {
  keep(request: PageRequest, page: RawPage, state: string): void;
  /** Waits until everything has been written. */
  settled(): Promise<unknown>;
}

function createKeeper({ folder, limit, cleaner, onFault }: KeepOptions): Keeper {
  const write = createCaptureWriter(folder);
  const kept = new Set<string>();
  const writing = new Set<Promise<void>>();
  let before: Promise<number> | undefined;

  async function writeBelowLimit(number: number, fetched: { request: PageRequest; page: RawPage; shows: string }) {
    before ??= countCaptures(folder);
    if ((await before) + number > limit) return;
    const { request, page } = await cleaner.clean(fetched.request, fetched.page);
    await write(request, page, { shows: fetched.shows });
  }

  return {
    keep(request, page, state) {
      const key = JSON.stringify([request.operation, request.query, request.page]);
      if (kept.size >= limit || kept.has(key)) return;
      kept.add(key);
      const written = writeBelowLimit(kept.size, { request, page, shows: `Kept because its state is ${state}` })
        .catch(onFault)
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    settled: () => Promise.all(writing),
  };
}

async function countCaptures(folder: string): Promise<number> {
  try {
    const files = await readdir(folder, { recursive: true });
    return files.filter((file) => basename(file) === 'meta.json').length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
