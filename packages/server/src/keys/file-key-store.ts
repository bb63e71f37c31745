import { unwatchFile, watchFile } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { codeOf } from '../errors/failures.js';
import { type KeyRecord, keyRecord } from './key-record.js';
import { type KeyStore, KeyStoreError, unknownKey } from './key-store.js';

const fileSchema = z.strictObject({ version: z.literal(1), keys: z.array(keyRecord) });

/** How soon a change of the file is noticed, in milliseconds. */
const usualPoll = 1_000;

/**
 * Keeps keys in a JSON file, which only its owner may read. A change is written to a file beside it, which then takes its
 * place, so that nobody ever reads half of it; a lock keeps changes apart. A file that is not there holds no keys.
 */
export function fileKeyStore(path: string, { poll = usualPoll }: { poll?: number } = {}): KeyStore {
  async function update(make: (records: readonly KeyRecord[]) => readonly KeyRecord[]): Promise<void> {
    const release = await lock(path);
    try {
      const keys = make(await readRecords(path));
      await writeFileAtomic(path, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      throw asStoreError(error, path);
    } finally {
      await release();
    }
  }

  return {
    list: () => readRecords(path),
    add: (record) =>
      update((records) => {
        if (records.some(({ id }) => id === record.id)) {
          throw new KeyStoreError('key_exists', `There is a key "${record.id}" already`);
        }
        return [...records, record];
      }),
    async change(id, change) {
      let changed: KeyRecord | undefined;
      await update((records) => {
        const next = records.map((record) => {
          if (record.id !== id) return record;
          changed = keyRecord.parse(change(record));
          return changed;
        });
        if (changed === undefined) throw unknownKey(id);
        return next;
      });
      return changed!; // `update` throws where it is not set
    },
    remove: (id) =>
      update((records) => {
        const next = records.filter((record) => record.id !== id);
        if (next.length === records.length) throw unknownKey(id);
        return next;
      }),
    onChange(listener) {
      // Looks at the file rather than at events of its folder, which not every file system has.
      const look = () => listener();
      watchFile(path, { interval: poll, persistent: false }, look);
      return () => unwatchFile(path, look);
    },
  };
}

async function readRecords(path: string): Promise<readonly KeyRecord[]> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path, 'utf8'))).keys;
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
  if (error instanceof KeyStoreError) return error;
  const reason = error instanceof z.ZodError ? `: ${z.prettifyError(error)}` : ` (${codeOf(error) || 'no JSON'})`;
  return new KeyStoreError('unusable', `The file of keys "${path}" cannot be used${reason}`, { cause: error });
}
