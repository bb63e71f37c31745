import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { codeOf } from '../errors/failures.js';
import { memoryUsageStore, type UsageStore } from './usage-store.js';

/** What is used, kept in a file. */
export interface KeptUsage extends UsageStore {
  /** Writes what is not yet written. */
  close(): Promise<void>;
}

/** How the file is kept. */
export interface UsageFileOptions {
  /** Milliseconds from one write to the next; a crash loses what was counted since. @default 5000 */
  every?: number;
  /** Told of every write that failed; the next one writes it all again. */
  onFault(error: unknown): void;
}

/**
 * Counts in memory and writes the counts to a file, so that they survive a restart. One process at a time may have the
 * file. A file that is not there yet means that nothing is used; one that holds something else is an error.
 */
export async function openUsageFile(path: string, { every = 5_000, onFault }: UsageFileOptions): Promise<KeptUsage> {
  const store = memoryUsageStore();
  if (!store.restore(await dumpIn(path))) throw new TypeError('The file holds no counts');
  let isWritten = true;

  async function write(): Promise<void> {
    if (isWritten) return;
    isWritten = true;
    try {
      await writeFileAtomic(path, JSON.stringify(store.dump()), { mode: 0o600 });
    } catch (error) {
      isWritten = false;
      onFault(error);
    }
  }

  let writing = Promise.resolve();
  const writeNext = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void writeNext(), every);
  timer.unref();

  return {
    add(id, pages, time) {
      isWritten = false;
      return store.add(id, pages, time);
    },
    used: store.used,
    close() {
      clearInterval(timer);
      return writeNext();
    },
  };
}

/** What a file holds; an empty dump where there is none. */
async function dumpIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { version: 1, storage: [] };
    throw error;
  }
}
