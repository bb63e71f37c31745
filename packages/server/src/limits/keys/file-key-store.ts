import { constants, unwatchFile, watchFile } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../errors/reasons.js';
import {
  FileRefusedError,
  maxFileBytes,
  readSmallFile,
  resolveSymlinks,
  writeFileAtomically,
} from '../../files/small-files.js';
import { type KeyRecord, type KeyStore, KeyStoreError, keyRecordSchema, unknownKeyError } from './key-store.js';

/** Milliseconds between two checks for a change of the file. */
const usualPoll = 500;

/**
 * Stores keys in a JSON file, which only its owner may read. A change is written to a file beside it, which then replaces it, so that no
 * reader sees half of it; a lock serializes changes.
 */
export function fileKeyStore(path: string, { poll = usualPoll }: { poll?: number } = {}): KeyStore {
  return createRecordListKeyStore({
    list: () => recordsIn(path),
    async update(make) {
      const release = await lock(path);
      try {
        const text = serializeKeyRecords(make((await recordsIn(path)) ?? []));
        if (Buffer.byteLength(text) > maxFileBytes) throw new FileRefusedError('larger than 16 MiB');
        await writeFileAtomically(path, text);
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
    return text === undefined ? undefined : parseKeyRecords(text);
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
    const place = await resolveSymlinks(path); // the same lock through any link to the file
    await access(dirname(place), constants.W_OK); // fails at once, whereas failures below are retried
    return await locks.lock(place, { realpath: false, stale: 10_000, retries });
  } catch (error) {
    throw asStoreError(error, path);
  }
}

function asStoreError(error: unknown, path: string): KeyStoreError {
  return error instanceof KeyStoreError
    ? error
    : unusableStoreError(`The file of keys "${path}"`, codeOf(error), error);
}

/** All keys, as stored together. */
const kept = z.strictObject({ version: z.literal(1), keys: z.array(keyRecordSchema) });

/** Reverses `serializeKeyRecords`. Throws if the text is not JSON or has an unknown form. */
export function parseKeyRecords(text: string): readonly KeyRecord[] {
  return kept.parse(JSON.parse(text)).keys;
}

/** All keys as text. */
export function serializeKeyRecords(keys: readonly KeyRecord[]): string {
  return `${JSON.stringify({ version: 1, keys }, null, 2)}\n`;
}

/** The error if stored keys are unusable, or keys to store could not be read again. @param where names the store */
export function unusableStoreError(where: string, reason: string, cause: unknown): KeyStoreError {
  const why = cause instanceof z.ZodError ? `: ${z.prettifyError(cause)}` : ` (${reason || 'no JSON'})`;
  return new KeyStoreError('unusable', `${where} cannot be used${why}`, { cause });
}

/** Stores all keys as one text. */
interface KeyRecordList extends Pick<KeyStore, 'list' | 'onChange'> {
  /** Atomically replaces the keys by the result of `make`; if it throws, nothing changes. */
  update(make: (records: readonly KeyRecord[]) => readonly KeyRecord[]): Promise<void>;
}

/** A key store over one that stores all keys as one text. */
export function createRecordListKeyStore({ list, update, onChange }: KeyRecordList): KeyStore {
  return {
    list,
    onChange,
    add: (record) =>
      update((records) => {
        if (records.some(({ id }) => id === record.id)) {
          throw new KeyStoreError('key_exists', `There is a key "${record.id}" already`);
        }
        return [...records, keyRecordSchema.parse(record)];
      }),
    async change(id, change) {
      let changed: KeyRecord | undefined;
      await update((records) => {
        const next = records.map((record) => {
          if (record.id !== id) return record;
          changed = keyRecordSchema.parse(change(record));
          return changed;
        });
        if (changed === undefined) throw unknownKeyError(id);
        return next;
      });
      return changed!; // otherwise `update` throws
    },
    remove: (id) =>
      update((records) => {
        const next = records.filter((record) => record.id !== id);
        if (next.length === records.length) throw unknownKeyError(id);
        return next;
      }),
  };
}
