import { z } from 'zod';
import { type KeyRecord, type KeyStore, KeyStoreError, keyRecord, unknownKey } from './key-store.js';

/** All keys, as they are kept in one piece. */
const kept = z.strictObject({ version: z.literal(1), keys: z.array(keyRecord) });

/** Reads what `writeRecords` wrote. Throws where it is no JSON or a form that is not known. */
export function readRecords(text: string): readonly KeyRecord[] {
  return kept.parse(JSON.parse(text)).keys;
}

/** All keys as text. */
export function writeRecords(keys: readonly KeyRecord[]): string {
  return `${JSON.stringify({ version: 1, keys }, null, 2)}\n`;
}

/** What was kept cannot be used, or what is to be kept could not be read again. @param where names the place */
export function unusable(where: string, reason: string, cause: unknown): KeyStoreError {
  const why = cause instanceof z.ZodError ? `: ${z.prettifyError(cause)}` : ` (${reason || 'no JSON'})`;
  return new KeyStoreError('unusable', `${where} cannot be used${why}`, { cause });
}

/** A place where all keys are kept in one piece. */
export interface RecordsPlace extends Pick<KeyStore, 'list' | 'onChange'> {
  /** Replaces the keys by what `make` makes of them, atomically; an error that it throws changes nothing. */
  update(make: (records: readonly KeyRecord[]) => readonly KeyRecord[]): Promise<void>;
}

/** A store of keys over a place that keeps them in one piece. */
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
      return changed!; // `update` throws where it is not set
    },
    remove: (id) =>
      update((records) => {
        const next = records.filter((record) => record.id !== id);
        if (next.length === records.length) throw unknownKey(id);
        return next;
      }),
  };
}
