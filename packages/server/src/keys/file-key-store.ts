import { unwatchFile, watchFile } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { codeOf } from '../errors/failures.js';
import type { KeyRecord } from './key-record.js';
import { type KeyStore, KeyStoreError } from './key-store.js';
import { readRecords, recordsStore, unusable, writeRecords } from './records-store.js';

/** How soon a change of the file is noticed, in milliseconds. */
const usualPoll = 1_000;

/**
 * Keeps keys in a JSON file, which only its owner may read. A change is written to a file beside it, which then takes its
 * place, so that nobody ever reads half of it; a lock keeps changes apart. A file that is not there holds no keys.
 */
export function fileKeyStore(path: string, { poll = usualPoll }: { poll?: number } = {}): KeyStore {
  return recordsStore({
    list: () => recordsIn(path),
    async update(make) {
      const release = await lock(path);
      try {
        await writeFileAtomic(path, writeRecords(make(await recordsIn(path))), { mode: 0o600 });
      } catch (error) {
        throw asStoreError(error, path);
      } finally {
        await release();
      }
    },
    onChange(listener) {
      // Looks at the file rather than at events of its folder, which not every file system has.
      const look = () => listener();
      watchFile(path, { interval: poll, persistent: false }, look);
      return () => unwatchFile(path, look);
    },
  });
}

async function recordsIn(path: string): Promise<readonly KeyRecord[]> {
  try {
    return readRecords(await readFile(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw asStoreError(error, path);
  }
}

/** About six seconds in all. */
const retries = { retries: 45, minTimeout: 20, maxTimeout: 150 };

/** Takes the lock of a file, and waits for whoever has it. One whose owner died is free after ten. */
async function lock(path: string): Promise<() => Promise<void>> {
  // Loaded only where a key is changed: it listens for the end of the process.
  const { default: locks } = await import('proper-lockfile');
  try {
    await access(dirname(path)); // whatever fails below is tried again
    return await locks.lock(path, { realpath: false, stale: 10_000, retries });
  } catch (error) {
    throw asStoreError(error, path);
  }
}

function asStoreError(error: unknown, path: string): KeyStoreError {
  return error instanceof KeyStoreError ? error : unusable(`The file of keys "${path}"`, codeOf(error), error);
}
