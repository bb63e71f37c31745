import { stat } from 'node:fs/promises';
import { readSmallFile } from '../files/read.js';
import { replaceFile } from '../files/replace.js';
import { memoryUsageStore, type UsageStore } from './usage-store.js';

/** What is used, kept in a file. */
export interface KeptUsage extends UsageStore {
  /** Writes what the file does not have. */
  close(): Promise<void>;
}

/** How the file is kept. */
export interface UsageFileOptions {
  /** Milliseconds from one write to the next; a crash loses what was counted since. @default 5000 */
  every?: number;
  /** Told of every write that failed; the next one writes it all again. Told too that another process writes the file. */
  onFault(error: unknown): void;
}

/** Somebody else has written the file, whose counts are lost with the next write: each process knows only its own. */
class SharedUsageFile extends Error {
  override readonly name = 'SharedUsageFile';
  readonly code = 'written by another process';
}

/**
 * Counts in memory and writes the counts to a file, so that they survive a restart. One process at a time may have the
 * file. A file that is not there yet means that nothing is used; one that holds something else is an error. One that goes
 * away later is written again.
 */
export async function openUsageFile(path: string, { every = 5_000, onFault }: UsageFileOptions): Promise<KeptUsage> {
  const store = memoryUsageStore();
  const text = await readSmallFile(path);
  if (text !== undefined && !store.restore(JSON.parse(text))) throw new TypeError('The file holds no counts');
  let written = await markOf(path);
  let isWritten = true;

  async function write(): Promise<void> {
    const mark = await markOf(path);
    const isGone = mark === undefined && written !== undefined;
    if (isWritten && !isGone) return;
    isWritten = true;
    try {
      if (mark !== undefined && mark !== written) onFault(new SharedUsageFile('Another process writes the file'));
      await replaceFile(path, JSON.stringify(store.dump()));
    } catch (error) {
      isWritten = false;
      onFault(error);
    }
    written = await markOf(path);
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

/** Tells one version of a file from another; undefined where there is none. */
async function markOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? `${found.ino} ${found.mtimeMs}` : undefined;
}
