import { stat } from 'node:fs/promises';
import { readSmallFile, writeFileAtomically } from '../files/small-files.js';
import { memoryUsageStore, type UsageStore } from './quotas.js';

/** Usage that is stored in a file. */
export interface FileUsageStore extends UsageStore {
  /** Writes what is not in the file yet. */
  close(): Promise<void>;
}

/** Options of the file. */
export interface UsageFileOptions {
  /** Milliseconds between two writes; a crash loses what was counted after the last one. @default 5000 */
  every?: number;
  /** Receives the error of each failed write, after which the next one writes everything; also if another process writes the file. */
  onFault(error: unknown): void;
}

/** Another process has written the file. The next write loses its counts, as each process knows only its own. */
class SharedUsageFile extends Error {
  override readonly name = 'SharedUsageFile';
  readonly code = 'written by another process';
}

/**
 * Counts in memory and writes the counts to a file, so that they survive a restart. Only one process may use the file at a time. A
 * missing file means no usage; other content is an error. A file that is deleted later is written again.
 */
export async function openUsageFile(
  path: string,
  { every = 5_000, onFault }: UsageFileOptions,
): Promise<FileUsageStore> {
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
      await writeFileAtomically(path, JSON.stringify(store.dump()));
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
    add(...counted) {
      isWritten = false;
      return store.add(...counted);
    },
    take(...counted) {
      isWritten = false;
      return store.take(...counted);
    },
    used: store.used,
    close() {
      clearInterval(timer);
      return writeNext();
    },
  };
}

/** Identifies a version of a file; undefined if there is no file. */
async function markOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? `${found.ino} ${found.mtimeMs}` : undefined;
}
