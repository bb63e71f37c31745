import { describe, expect, test } from 'vitest';
import { parseApiKey } from '../src/keys/api-key.js';
import type { KeyRecord } from '../src/keys/key-record.js';
import { keyOfRecord } from '../src/keys/key-record.js';
import { createKeyRing, openKeyRing } from '../src/keys/key-ring.js';
import { type KeyStore, unknownKey } from '../src/keys/key-store.js';
import { createKey, rotateKey, setDisabled } from '../src/keys/manage.js';
import { digestOf, makeSecret, prefixOf } from '../src/keys/secret.js';
import { keyRecordOf } from './contracts/key-store.js';

/** Keeps keys in memory. */
function memoryKeyStore(): KeyStore & { tell(): void } {
  const records = new Map<string, KeyRecord>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    tell,
    list: async () => [...records.values()],
    async add(record) {
      records.set(record.id, record);
      tell();
    },
    async change(id, change) {
      const record = records.get(id);
      if (record === undefined) throw unknownKey(id);
      records.set(id, change(record));
      tell();
      return change(record);
    },
    async remove(id) {
      records.delete(id);
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const newKey = (id: string) => ({ id, name: id, scopes: ['search'], limits: {} });
const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'let in';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a secret', () => {
  test('has 256 random bits behind the prefix that it is looked up by', () => {
    const [one, other] = [makeSecret(), makeSecret()];
    expect(one.secret).toMatch(/^svc_[0-9a-f]{10}_[\w-]{43}$/);
    expect(Buffer.from(one.secret.slice(15), 'base64url')).toHaveLength(32);
    expect(prefixOf(one.secret)).toBe(one.prefix);
    expect(one.secret).not.toBe(other.secret);
  });

  test.each(['', 'svc_0123456789', `svc_0123456789_${'a'.repeat(42)}`, `xsvc_0123456789_${'a'.repeat(43)}`])(
    '%s was not made here',
    (text) => expect(prefixOf(text)).toBeUndefined(),
  );
});

describe('a key that was made', () => {
  test('is let in by its secret alone, and keeps only the digest of it', async () => {
    const store = memoryKeyStore();
    const { secret, record } = await createKey(store, newKey('a'), 1_000);
    const ring = createKeyRing([keyOfRecord(record)]);
    expect(ring.authenticate(secret).id).toBe('a');
    expect(record.secrets).toEqual([
      {
        prefix: prefixOf(secret),
        sha256: digestOf(secret).toString('hex'),
        created_at: '1970-01-01T00:00:01.000Z',
        expires_at: null,
      },
    ]);
    expect(JSON.stringify(await store.list())).not.toContain(secret);
    const forged = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'E' : 'A'}`;
    expect([forged, makeSecret().secret].map((text) => codeOf(() => ring.authenticate(text)))).toEqual([
      'invalid_api_key',
      'invalid_api_key',
    ]);
  });

  test('gets an id of its own when none is given', async () => {
    const store = memoryKeyStore();
    const { id: _, ...unnamed } = newKey('a');
    const ids = [await createKey(store, unnamed, 0), await createKey(store, unnamed, 0)].map(({ record }) => record.id);
    expect(ids[0]).toMatch(/^key-[0-9a-f]{8}$/);
    expect(new Set(ids).size).toBe(2);
  });

  test('two that have the same prefix are told apart', () => {
    const secrets = ['A', 'B'].map((letter) => `svc_0123456789_${letter.repeat(43)}`);
    const ring = createKeyRing(
      secrets.map((secret) => ({
        ...keyOfRecord(keyRecordOf(secret.slice(-1))),
        secrets: [{ prefix: '0123456789', digest: digestOf(secret), expiresAt: undefined }],
      })),
    );
    expect(secrets.map((secret) => ring.authenticate(secret).id)).toEqual(['A', 'B']);
  });

  test('may also be one of the environment', () => {
    const { secret } = makeSecret();
    const key = parseApiKey(`team:${digestOf(secret).toString('hex')}`, { disabled: false });
    expect(createKeyRing(key ? [key] : []).authenticate(secret).id).toBe('team');
  });

  test('is refused from the moment when it expires', async () => {
    let now = 0;
    const { secret, record } = await createKey(memoryKeyStore(), { ...newKey('a'), expiresAt: 5_000 }, 0);
    const ring = createKeyRing([keyOfRecord(record)], () => now);
    now = 4_999;
    expect(ring.authenticate(secret).id).toBe('a');
    now = 5_000;
    expect(() => ring.authenticate(secret)).toThrow(
      expect.objectContaining({ code: 'api_key_disabled', message: expect.stringContaining('expired') }),
    );
  });
});

describe('a rotated key', () => {
  test('keeps its last secret for as long as was said, and no other', async () => {
    let now = 0;
    const store = memoryKeyStore();
    const { secret: first } = await createKey(store, newKey('a'), now);
    const { secret: second } = await rotateKey(store, 'a', { keep: 1_000, now });
    const { secret: third, record } = await rotateKey(store, 'a', { keep: 1_000, now });
    const ring = createKeyRing([keyOfRecord(record)], () => now);
    const letIn = () => [first, second, third].map((secret) => codeOf(() => ring.authenticate(secret)));
    expect(letIn()).toEqual(['invalid_api_key', 'let in', 'let in']);
    now = 1_000;
    expect(letIn()).toEqual(['invalid_api_key', 'invalid_api_key', 'let in']);
  });

  test('never prolongs a secret', async () => {
    const store = memoryKeyStore();
    await createKey(store, newKey('a'), 0);
    await rotateKey(store, 'a', { keep: 1_000, now: 0 });
    const ends = (await store.list())[0]?.secrets.map(({ expires_at }) => expires_at);
    expect(ends).toEqual(['1970-01-01T00:00:01.000Z', null]);
    const limited = keyRecordOf('b', {
      secrets: [
        {
          prefix: '0123456789',
          sha256: '0'.repeat(64),
          created_at: '1970-01-01T00:00:00.000Z',
          expires_at: '1970-01-01T00:00:02.000Z',
        },
      ],
    });
    await store.add(limited);
    const { record } = await rotateKey(store, 'b', { keep: 60_000, now: 0 });
    expect(record.secrets[0]?.expires_at).toBe('1970-01-01T00:00:02.000Z');
  });

  test('without a time to keep it, the last secret ends at once', async () => {
    const store = memoryKeyStore();
    const { secret } = await createKey(store, newKey('a'), 0);
    const { secret: next, record } = await rotateKey(store, 'a', { keep: 0, now: 0 });
    const ring = createKeyRing([keyOfRecord(record)]);
    expect([secret, next].map((text) => codeOf(() => ring.authenticate(text)))).toEqual(['invalid_api_key', 'let in']);
  });
});

describe('a ring that follows a store', () => {
  test('notices new, disabled, enabled and removed keys', async () => {
    const store = memoryKeyStore();
    const fixed = parseApiKey('of-the-environment', { disabled: false });
    const faults: unknown[] = [];
    const ring = await openKeyRing({
      fixed: fixed ? [fixed] : [],
      store,
      onFault: (error) => faults.push(error),
    });
    const { secret } = await createKey(store, newKey('a'), 0);
    const state = () => codeOf(() => ring.authenticate(secret));
    await expect.poll(state).toBe('let in');
    await setDisabled(store, 'a', { disabled: true });
    await expect.poll(state).toBe('api_key_disabled');
    await setDisabled(store, 'a', { disabled: false });
    await expect.poll(state).toBe('let in');
    await store.remove('a');
    await expect.poll(state).toBe('invalid_api_key');
    expect(codeOf(() => ring.authenticate('of-the-environment'))).toBe('let in');
    expect(faults).toEqual([]);
  });

  test('keeps the keys that it has when the new ones cannot be used, and says so', async () => {
    const store = memoryKeyStore();
    const { secret } = await createKey(store, newKey('a'), 0);
    const faults: unknown[] = [];
    const ring = await openKeyRing({ fixed: [], store, onFault: (error) => faults.push(error) });
    const { list } = store;
    store.list = () => Promise.reject(new Error('broken'));
    store.tell();
    await expect.poll(() => faults).toEqual([expect.objectContaining({ message: 'broken' })]);
    expect(ring.authenticate(secret).id).toBe('a');
    store.list = list;
    ring.close();
    await store.remove('a');
    expect(ring.authenticate(secret).id).toBe('a');
  });

  test('refuses two keys of one id', async () => {
    const store = memoryKeyStore();
    const fixed = parseApiKey(`a:${'0'.repeat(64)}`, { disabled: false });
    await createKey(store, newKey('a'), 0);
    await expect(openKeyRing({ fixed: fixed ? [fixed] : [], store, onFault() {} })).rejects.toMatchObject({
      code: 'unusable',
      message: 'The id "a" is that of more than one key',
    });
  });
});
