import { describe, expect, test } from 'vitest';
import type { KeyRecord, KeyStore } from '../../src/limits/keys/key-store.js';

/** A minimal record of a key, with the given properties. */
export function keyRecordOf(id: string, given: Partial<KeyRecord> = {}): KeyRecord {
  const created_at = '2026-11-20T00:00:00.000Z';
  const base = { id, name: id, scopes: ['search'], limits: {}, disabled: false, created_at, expires_at: null };
  return { ...base, secrets: [], ...given };
}

/** What holds for every `KeyStore`. @param open opens two stores that share their keys */
export function describeKeyStore(name: string, open: () => Promise<{ one: KeyStore; other: KeyStore }>): void {
  describe(name, () => {
    test('distinguishes a store without keys from one that was never written', async () => {
      const { one, other } = await open();
      expect(await one.list()).toBeUndefined();
      await one.add(keyRecordOf('a'));
      await one.remove('a');
      expect(await other.list()).toEqual([]);
    });

    test('returns added keys in order, in every process', async () => {
      const { one, other } = await open();
      const limits = { rate: { requests: 5, seconds: 10 }, concurrency: 2, per_day: 3, per_month: 4 };
      const first = keyRecordOf('first', { limits, expires_at: '2027-01-01T00:00:00.000Z' });
      await one.add(first);
      await other.add(keyRecordOf('second'));
      expect(await other.list()).toEqual([first, keyRecordOf('second')]);
      expect(await one.list()).toEqual(await other.list());
    });

    test('rejects a second key with the same id', async () => {
      const { one, other } = await open();
      await one.add(keyRecordOf('a'));
      await expect(other.add(keyRecordOf('a', { name: 'b' }))).rejects.toMatchObject({ code: 'key_exists' });
      expect(await one.list()).toEqual([keyRecordOf('a')]);
    });

    test('rejects a record that could not be read again', async () => {
      const { one, other } = await open();
      await one.add(keyRecordOf('a'));
      await expect(one.add(keyRecordOf('b', { name: '' }))).rejects.toMatchObject({ code: 'unusable' });
      await expect(one.change('a', (record) => ({ ...record, name: '' }))).rejects.toMatchObject({ code: 'unusable' });
      expect(await other.list()).toEqual([keyRecordOf('a')]);
    });

    test('changes only the given key', async () => {
      const { one } = await open();
      await one.add(keyRecordOf('a'));
      await one.add(keyRecordOf('b'));
      const changed = await one.change('a', (record) => ({ ...record, disabled: true }));
      expect(changed).toEqual(keyRecordOf('a', { disabled: true }));
      expect(await one.list()).toEqual([changed, keyRecordOf('b')]);
    });

    test('loses no concurrent change', async () => {
      const { one, other } = await open();
      await one.add(keyRecordOf('a', { name: '0' }));
      const add = (store: KeyStore) =>
        store.change('a', (record) => ({ ...record, name: `${Number(record.name) + 1}` }));
      await Promise.all([one, other, one, other, one, other, one, other].map(add));
      expect((await one.list())?.[0]?.name).toBe('8');
    });

    test('removes only the given key', async () => {
      const { one, other } = await open();
      await one.add(keyRecordOf('a'));
      await one.add(keyRecordOf('b'));
      await other.remove('a');
      expect(await one.list()).toEqual([keyRecordOf('b')]);
    });

    test('rejects changes of an unknown key', async () => {
      const { one } = await open();
      const refusal = { code: 'unknown_key', message: 'There is no key "a"' };
      await expect(one.change('a', (record) => record)).rejects.toMatchObject(refusal);
      await expect(one.remove('a')).rejects.toMatchObject(refusal);
    });

    test('notifies of changes by other processes until unsubscribed', async () => {
      const { one, other } = await open();
      let changes = 0;
      const stop = one.onChange(() => {
        changes += 1;
      });
      await other.add(keyRecordOf('a'));
      await expect.poll(() => changes).toBeGreaterThan(0);
      stop();
      changes = 0;
      await other.remove('a');
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(changes).toBe(0);
    });
  });
}
