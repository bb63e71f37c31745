import { describe, expect, test } from 'vitest';
import type { KeyRecord, KeyStore } from '../../src/limits/keys/key-store.js';

/** A record of a key, the smallest that there can be but for what is given. */
export function keyRecordOf(id: string, given: Partial<KeyRecord> = {}): KeyRecord {
  const created_at = '2026-11-20T00:00:00.000Z';
  const base = { id, name: id, scopes: ['search'], limits: {}, disabled: false, created_at, expires_at: null };
  return { ...base, secrets: [], ...given };
}

/** What holds for every `KeyStore`. @param open makes one that shares its keys with those of the same place */
export function describeKeyStore(name: string, open: () => Promise<{ one: KeyStore; other: KeyStore }>): void {
  describe(name, () => {
    test('tells that nothing was ever kept from no keys', async () => {
      const { one, other } = await open();
      expect(await one.list()).toBeUndefined();
      await one.add(keyRecordOf('a'));
      await one.remove('a');
      expect(await other.list()).toEqual([]);
    });

    test('gives back what was added, in that order, to everybody', async () => {
      const { one, other } = await open();
      const limits = { rate: { requests: 5, seconds: 10 }, concurrency: 2, per_day: 3, per_month: 4 };
      const first = keyRecordOf('first', { limits, expires_at: '2027-01-01T00:00:00.000Z' });
      await one.add(first);
      await other.add(keyRecordOf('second'));
      expect(await other.list()).toEqual([first, keyRecordOf('second')]);
      expect(await one.list()).toEqual(await other.list());
    });

    test('refuses a second key of the same id', async () => {
      const { one, other } = await open();
      await one.add(keyRecordOf('a'));
      await expect(other.add(keyRecordOf('a', { name: 'b' }))).rejects.toMatchObject({ code: 'key_exists' });
      expect(await one.list()).toEqual([keyRecordOf('a')]);
    });

    test('keeps no key that could not be read again', async () => {
      const { one, other } = await open();
      await one.add(keyRecordOf('a'));
      await expect(one.add(keyRecordOf('b', { name: '' }))).rejects.toMatchObject({ code: 'unusable' });
      await expect(one.change('a', (record) => ({ ...record, name: '' }))).rejects.toMatchObject({ code: 'unusable' });
      expect(await other.list()).toEqual([keyRecordOf('a')]);
    });

    test('changes one key alone', async () => {
      const { one } = await open();
      await one.add(keyRecordOf('a'));
      await one.add(keyRecordOf('b'));
      const changed = await one.change('a', (record) => ({ ...record, disabled: true }));
      expect(changed).toEqual(keyRecordOf('a', { disabled: true }));
      expect(await one.list()).toEqual([changed, keyRecordOf('b')]);
    });

    test('loses no change of those that come at once', async () => {
      const { one, other } = await open();
      await one.add(keyRecordOf('a', { name: '0' }));
      const add = (store: KeyStore) =>
        store.change('a', (record) => ({ ...record, name: `${Number(record.name) + 1}` }));
      await Promise.all([one, other, one, other, one, other, one, other].map(add));
      expect((await one.list())?.[0]?.name).toBe('8');
    });

    test('removes one key alone', async () => {
      const { one, other } = await open();
      await one.add(keyRecordOf('a'));
      await one.add(keyRecordOf('b'));
      await other.remove('a');
      expect(await one.list()).toEqual([keyRecordOf('b')]);
    });

    test('says that there is no such key', async () => {
      const { one } = await open();
      const refusal = { code: 'unknown_key', message: 'There is no key "a"' };
      await expect(one.change('a', (record) => record)).rejects.toMatchObject(refusal);
      await expect(one.remove('a')).rejects.toMatchObject(refusal);
    });

    test('tells of changes by others until told to stop', async () => {
      const { one, other } = await open();
      let changes = 0;
      const stop = one.onChange(() => {
        changes += 1;
      });
      await other.add(keyRecordOf('a'));
      await expect.poll(() => changes, { timeout: 5_000 }).toBeGreaterThan(0);
      stop();
      changes = 0;
      await other.remove('a');
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(changes).toBe(0);
    });
  });
}
