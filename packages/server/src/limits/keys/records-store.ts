import { z } from 'zod';
import { type KeyRecord, type KeyStore, KeyStoreError, keyRecord, unknownKey } from './key-store.js';

/** All keys, as stored together. */
const kept = z.strictObject({ version: z.literal(1), keys: z.array(keyRecord) });

/** Reverses `serializeRecords`. Throws if the text is not JSON or has an unknown form. */
export function readRecords(text: string): readonly KeyRecord[] {
  return kept.parse(JSON.parse(text)).keys;
}

/** All keys as text. */
export function serializeRecords(keys: readonly KeyRecord[]): string {
  return `${JSON.stringify({ version: 1, keys }, null, 2)}\n`;
}

/** The error if stored keys are unusable, or keys to store could not be read again. @param where names the store */
export function unusable(where: string, reason: string, cause: unknown): KeyStoreError {
  const why = cause instanceof z.ZodError ? `: ${z.prettifyError(cause)}` : ` (${reason || 'no JSON'})`;
  return new KeyStoreError('unusable', `${where} cannot be used${why}`, { cause });
}

/** Stores all keys as one text. */
export interface RecordsPlace extends Pick<KeyStore, 'list' | 'onChange'> {
  /** Atomically replaces the keys by the result of `make`; if it throws, nothing changes. */
  update(make: (records: readonly KeyRecord[]) => readonly KeyRecord[]): Promise<void>;
}

/** A key store over one that stores all keys as one text. */
export function recordsStore({ list, update, onChange }: RecordsPlace): KeyStore {
  return {
    list,
    onChange,
    add: (record) =>
      update((records) => {
        if (records.some(({ id }) => id === record.id)) {
          throw new KeyStoreError('key_exists', `There is a key "${record.id}" already`);
        }
        return [...records, keyRecord.parse(record)];
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
      return changed!; // otherwise `update` throws
    },
    remove: (id) =>
      update((records) => {
        const next = records.filter((record) => record.id !== id);
        if (next.length === records.length) throw unknownKey(id);
        return next;
      }),
  };
}
