import { constants, unwatchFile, watchFile } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../errors/reasons.js';
import { FileRefused, maxFileBytes, readSmallFile } from '../../files/read.js';
import { placeOf, replaceFile } from '../../files/replace.js';
import { type KeyRecord, type KeyStore, KeyStoreError } from './key-store.js';
import { readRecords, recordsStore, serializeRecords, unusable } from './records-store.js';

/** Milliseconds between two checks for a change of the file. */
const usualPoll = 500;

/**
 * Stores keys in a JSON file, which only its owner may read. A change is written to a file beside it, which then replaces it, so that no
 * reader sees half of it; a lock serializes changes.
 */
export function fileKeyStore(path: string, { poll = usualPoll }: { poll?: number } = {}): KeyStore {
  return recordsStore({
    list: () => recordsIn(path),
    async update(make) {
      const release = await lock(path);
      try {
        const text = serializeRecords(make((await recordsIn(path)) ?? []));
        if (Buffer.byteLength(text) > maxFileBytes) throw new FileRefused('larger than 16 MiB');
        await replaceFile(path, text);
      } catch (error) {
        throw asStoreError(error, path);
      } finally {
        await release();
      }
    },
    onChange(listener) {
      // Polls the file, because not every file system has events.
      const look = () => listener();
      watchFile(path, { interval: poll, persistent: false }, look);
      return () => unwatchFile(path, look);
    },
  });
}

async function recordsIn(path: string): Promise<readonly KeyRecord[] | undefined> {
  try {
    const text = await readSmallFile(path);
    return text === undefined ? undefined : readRecords(text);
  } catch (error) {
    throw asStoreError(error, path);
  }
}

/** About six seconds in all. */
const retries = { retries: 45, minTimeout: 20, maxTimeout: 150 };

/** Takes the lock of a file, waiting while another process has it. The lock of a dead process expires after ten seconds. */
async function lock(path: string): Promise<() => Promise<void>> {
  // Loaded only where a key is changed: it listens for the end of the process.
  const { default: locks } = await import('proper-lockfile');
  try {
    const place = await placeOf(path); // the same lock through any link to the file
    await access(dirname(place), constants.W_OK); // fails at once, whereas failures below are retried
    return await locks.lock(place, { realpath: false, stale: 10_000, retries });
  } catch (error) {
    throw asStoreError(error, path);
  }
}

function asStoreError(error: unknown, path: string): KeyStoreError {
  return error instanceof KeyStoreError ? error : unusable(`The file of keys "${path}"`, codeOf(error), error);
}
