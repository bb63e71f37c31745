import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ApiKey } from '../src/index.js';
import { createKeySecret, digestOf, parseApiKey, secretPrefixOf } from '../src/limits/keys/api-key.js';
import { createKeyRing, openKeyRing } from '../src/limits/keys/key-ring.js';
import {
  apiKeyFromRecord,
  type KeyRecord,
  type KeyStore,
  KeyStoreError,
  unknownKeyError,
} from '../src/limits/keys/key-store.js';
import { createKey, rotateKey, setKeyDisabled } from '../src/limits/keys/manage.js';
import { keyRecordOf } from './contracts/key-store.js';

/** A key store in memory. */
function memoryKeyStore(): KeyStore & { notify(): void } {
  const records = new Map<string, KeyRecord>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    notify,
    list: async () => [...records.values()],
    async add(record) {
      records.set(record.id, record);
      notify();
    },
    async change(id, change) {
      const record = records.get(id);
      if (record === undefined) throw unknownKeyError(id);
      records.set(id, change(record));
      notify();
      return change(record);
    },
    async remove(id) {
      records.delete(id);
      notify();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Records the events of a ring. */
function recordEvents() {
  const faults: unknown[] = [];
  let count = 0;
  const onMended = () => {
    count += 1;
  };
  return { faults, mended: () => count, onFault: (error: unknown) => faults.push(error), onMended };
}

const newKey = (id: string) => ({ id, name: id, scopes: ['search'], limits: {} });
const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a generated secret', () => {
  test('has 256 random bits after the prefix used to find it', () => {
    const [one, other] = [createKeySecret(), createKeySecret()];
    expect(one.secret).toMatch(/^svc_[0-9a-f]{10}_[\w-]{43}$/);
    expect(Buffer.from(one.secret.slice(15), 'base64url')).toHaveLength(32);
    expect(secretPrefixOf(one.secret)).toBe(one.prefix);
    expect(one.secret).not.toBe(other.secret);
  });

  test.each(['', 'svc_0123456789', `svc_0123456789_${'a'.repeat(42)}`, `xsvc_0123456789_${'a'.repeat(43)}`])(
    '%s is not a generated secret',
    (text) => expect(secretPrefixOf(text)).toBeUndefined(),
  );
});

describe('a created key', () => {
  test('is authenticated by its secret, of which only the digest is stored', async () => {
    const store = memoryKeyStore();
    const { secret, record } = await createKey(store, newKey('a'), 1_000);
    const ring = createKeyRing([apiKeyFromRecord(record)]);
    expect(ring.authenticate(secret).id).toBe('a');
    expect(record).toMatchObject({
      id: 'a',
      name: 'a',
      scopes: ['search'],
      limits: {},
      disabled: false,
      expires_at: null,
    });
    expect(record.secrets).toEqual([
      {
        prefix: secretPrefixOf(secret),
        sha256: digestOf(secret).toString('hex'),
        created_at: '1970-01-01T00:00:01.000Z',
        expires_at: null,
      },
    ]);
    expect(JSON.stringify(await store.list())).not.toContain(secret);
    const forged = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'E' : 'A'}`;
    expect([forged, createKeySecret().secret].map((text) => codeOf(() => ring.authenticate(text)))).toEqual([
      'invalid_api_key',
      'invalid_api_key',
    ]);
  });

  test('gets a generated id if none is given', async () => {
    const store = memoryKeyStore();
    const { id: _, ...unnamed } = newKey('a');
    const ids = [await createKey(store, unnamed, 0), await createKey(store, unnamed, 0)].map(({ record }) => record.id);
    expect(ids[0]).toMatch(/^key-[0-9a-f]{8}$/);
    expect(new Set(ids).size).toBe(2);
  });

  test('is distinguished from another key with the same prefix', () => {
    const secrets = ['A', 'B'].map((letter) => `svc_0123456789_${letter.repeat(43)}`);
    const ring = createKeyRing(
      secrets.map((secret) => ({
        ...apiKeyFromRecord(keyRecordOf(secret.slice(-1))),
        secrets: [{ prefix: '0123456789', digest: digestOf(secret), credential: 'a', expiresAt: undefined }],
      })),
    );
    expect(secrets.map((secret) => ring.authenticate(secret).id)).toEqual(['A', 'B']);
  });

  test('may be configured in the environment', () => {
    const { secret } = createKeySecret();
    const key = parseApiKey(`team:${digestOf(secret).toString('hex')}`, { disabled: false });
    expect(createKeyRing(key ? [key] : []).authenticate(secret).id).toBe('team');
  });

  test('is rejected from its expiry time on', async () => {
    let now = 0;
    const { secret, record } = await createKey(memoryKeyStore(), { ...newKey('a'), expiresAt: 5_000 }, 0);
    const ring = createKeyRing([apiKeyFromRecord(record)], () => now);
    now = 4_999;
    expect(ring.authenticate(secret).id).toBe('a');
    now = 5_000;
    expect(() => ring.authenticate(secret)).toThrow(
      expect.objectContaining({ code: 'api_key_disabled', message: expect.stringContaining('expired') }),
    );
  });
});

describe('apiKeyFromRecord', () => {
  test('copies only the limits of the record', () => {
    expect(apiKeyFromRecord(keyRecordOf('a')).limits).toEqual({});
    expect(apiKeyFromRecord(keyRecordOf('a', { limits: { per_day: 3 } })).limits).toEqual({ perDay: 3 });
    expect(apiKeyFromRecord(keyRecordOf('a', { limits: { per_month: 4 } })).limits).toEqual({ perMonth: 4 });
    const limits = { rate: { requests: 5, seconds: 10 }, concurrency: 2, per_day: 3, per_month: 4 };
    const { per_day: perDay, per_month: perMonth, ...same } = limits;
    expect(apiKeyFromRecord(keyRecordOf('a', { limits })).limits).toEqual({ ...same, perDay, perMonth });
    expect(Object.keys(apiKeyFromRecord(keyRecordOf('a')).limits)).toEqual([]);
  });

  test('copies all properties and secrets of the record', () => {
    const secret = { prefix: '0123456789', sha256: 'ab'.repeat(32), created_at: '2026-11-20T00:00:00.000Z' };
    const end = '2027-01-01T00:00:00.000Z';
    const secrets = [
      { ...secret, expires_at: null },
      { ...secret, expires_at: end },
    ];
    const record = keyRecordOf('a', { name: 'A', scopes: ['parse'], disabled: true, expires_at: end, secrets });
    const digest = Buffer.alloc(32, 0xab);
    expect(apiKeyFromRecord(record)).toEqual({
      ...{ id: 'a', name: 'A', scopes: ['parse'], limits: {}, disabled: true, expiresAt: Date.parse(end) },
      secrets: [
        { prefix: '0123456789', credential: '0123456789', digest, expiresAt: undefined },
        { prefix: '0123456789', credential: '0123456789', digest, expiresAt: Date.parse(end) },
      ],
    });
  });
});

describe('a key ring rejects', () => {
  const made = (change: Partial<ApiKey>) => ({ ...parseApiKey('the-only-key', { disabled: false })!, ...change });

  test.each([
    [{}, undefined, 'missing_api_key', 'The header "x-api-key" is missing.'],
    [{}, 'another-key', 'invalid_api_key', 'The key in the header "x-api-key" is not known.'],
    [{ disabled: true }, 'the-only-key', 'api_key_disabled', 'The key is disabled.'],
    [{ expiresAt: 5 }, 'the-only-key', 'api_key_disabled', 'The key has expired.'],
  ])('%o presented with %o, with the reason', (change, header, code, message) => {
    const ring = createKeyRing([made(change)], () => 5);
    expect(() => ring.authenticate(header)).toThrow(expect.objectContaining({ code, message }));
  });

  test('a missing or unknown key, with the WWW-Authenticate header', () => {
    const headers = { 'www-authenticate': 'ApiKey realm="svc", header="x-api-key"' };
    const ring = createKeyRing([made({})]);
    for (const header of [undefined, 'another-key']) {
      expect(() => ring.authenticate(header)).toThrow(expect.objectContaining({ headers }));
    }
  });

  test('work of a key that is unknown, changed, disabled or expired since', () => {
    const { credential } = made({}).secrets[0]!;
    const use = { id: 'a', credential };
    const check = (change: Partial<ApiKey>, more = {}) =>
      codeOf(() => createKeyRing([made({ id: 'a', ...change })], () => 5).check({ ...use, ...more }));
    expect([
      check({}),
      check({ expiresAt: 6 }),
      check({ id: 'b' }),
      check({}, { credential: 'another' }),
      check({ disabled: true }),
      check({ expiresAt: 5 }),
      check({ scopes: ['lookup'] }, { scope: 'search' }),
    ]).toEqual([
      ...['accepted', 'accepted', 'invalid_api_key', 'invalid_api_key'],
      ...['api_key_disabled', 'api_key_disabled', 'insufficient_scope'],
    ]);
  });

  test('an unknown secret in the same time, whether its prefix is known or not', () => {
    const compared = vi.spyOn(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    onTestFinished(() => {
      compared.mockRestore();
      syncBuiltinESMExports();
    });
    const secrets = [{ prefix: '0123456789', digest: digestOf('a'), credential: 'a', expiresAt: undefined }];
    const ring = createKeyRing([{ ...apiKeyFromRecord(keyRecordOf('a')), secrets }]);
    const comparisons = (presented: string) => {
      compared.mockClear();
      expect(codeOf(() => ring.authenticate(presented))).toBe('invalid_api_key');
      return compared.mock.calls.length;
    };
    const tail = 'a'.repeat(43);
    expect([`svc_0123456789_${tail}`, `svc_9876543210_${tail}`, 'no-prefix'].map(comparisons)).toEqual([1, 1, 1]);
  });
});

describe('a rotated key', () => {
  test('accepts the previous secret for the given time, and no older one', async () => {
    let now = 0;
    const store = memoryKeyStore();
    const { secret: first } = await createKey(store, newKey('a'), now);
    const { secret: second } = await rotateKey(store, 'a', { keepPreviousFor: 1_000, now });
    const { secret: third, record } = await rotateKey(store, 'a', { keepPreviousFor: 1_000, now });
    const ring = createKeyRing([apiKeyFromRecord(record)], () => now);
    const results = () => [first, second, third].map((secret) => codeOf(() => ring.authenticate(secret)));
    expect(results()).toEqual(['invalid_api_key', 'accepted', 'accepted']);
    now = 1_000;
    expect(results()).toEqual(['invalid_api_key', 'invalid_api_key', 'accepted']);
  });

  test('does not extend the lifetime of a secret', async () => {
    const store = memoryKeyStore();
    await createKey(store, newKey('a'), 0);
    await rotateKey(store, 'a', { keepPreviousFor: 1_000, now: 0 });
    const ends = (await store.list())?.[0]?.secrets.map(({ expires_at }) => expires_at);
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
    const { record } = await rotateKey(store, 'b', { keepPreviousFor: 60_000, now: 0 });
    expect(record.secrets[0]?.expires_at).toBe('1970-01-01T00:00:02.000Z');
  });

  test('rejects the previous secret at once if no time is given', async () => {
    const store = memoryKeyStore();
    const { secret } = await createKey(store, newKey('a'), 0);
    const { secret: next, record } = await rotateKey(store, 'a', { keepPreviousFor: 0, now: 0 });
    expect(record.secrets).toHaveLength(1);
    const ring = createKeyRing([apiKeyFromRecord(record)]);
    expect([secret, next].map((text) => codeOf(() => ring.authenticate(text)))).toEqual([
      'invalid_api_key',
      'accepted',
    ]);
  });
});

describe('a key ring that reloads keys from a store', () => {
  test('notices new, disabled, enabled and removed keys', async () => {
    const store = memoryKeyStore();
    const fixed = parseApiKey('of-the-environment', { disabled: false });
    const { faults, ...handlers } = recordEvents();
    const ring = await openKeyRing({ fixed: fixed ? [fixed] : [], store, ...handlers });
    const { secret } = await createKey(store, newKey('a'), 0);
    const state = () => codeOf(() => ring.authenticate(secret));
    await expect.poll(state).toBe('accepted');
    await setKeyDisabled(store, 'a', { disabled: true });
    await expect.poll(state).toBe('api_key_disabled');
    await setKeyDisabled(store, 'a', { disabled: false });
    await expect.poll(state).toBe('accepted');
    await store.remove('a');
    await expect.poll(state).toBe('invalid_api_key');
    expect(codeOf(() => ring.authenticate('of-the-environment'))).toBe('accepted');
    expect(faults).toEqual([]);
  });

  test('keeps its keys while the new ones cannot be read, reports that once, and retries', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = memoryKeyStore();
    const { secret } = await createKey(store, newKey('a'), 0);
    const { faults, mended, ...handlers } = recordEvents();
    const ring = await openKeyRing({ fixed: [], store, ...handlers });
    expect(ring.state()).toBe('current');
    const { list } = store;
    let looks = 0;
    const failWith = (message: string) => {
      store.list = () => {
        looks += 1;
        return Promise.reject(new Error(message));
      };
    };
    failWith('broken');
    store.notify();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([looks, faults.map(String), ring.state()]).toEqual([5, ['Error: broken'], 'stale']);
    expect(ring.authenticate(secret).id).toBe('a');
    failWith('locked');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(faults.map(String)).toEqual(['Error: broken', 'Error: locked']);
    expect(mended()).toBe(0);
    store.list = list;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([mended(), ring.state(), ring.authenticate(secret).id]).toEqual([1, 'current', 'a']);
    store.notify();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([mended(), faults.length]).toEqual([1, 2]);
    failWith('locked');
    store.notify();
    await vi.advanceTimersByTimeAsync(0);
    expect(faults).toHaveLength(3);
    ring.close();
    looks = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(0);
  });

  test('does not read again after it is closed, even if a read has failed', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = memoryKeyStore();
    const ring = await openKeyRing({ fixed: [], store, ...recordEvents() });
    let looks = 0;
    store.list = async () => {
      looks += 1;
      throw new Error('broken');
    };
    store.notify();
    await vi.advanceTimersByTimeAsync(0);
    store.notify();
    ring.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([looks, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test('keeps its keys if the stored ones are gone, until the store has a list again, even an empty one', async () => {
    const store = memoryKeyStore();
    const { secret } = await createKey(store, newKey('a'), 0);
    const { faults, mended, ...handlers } = recordEvents();
    const ring = await openKeyRing({ fixed: [], store, ...handlers });
    onTestFinished(() => ring.close());
    store.list = async () => undefined;
    store.notify();
    await expect.poll(ring.state).toBe('stale');
    expect(faults).toEqual([expect.objectContaining({ code: 'unusable', message: 'The kept keys are gone' })]);
    const presented = ring.authenticate(secret);
    expect([presented.id, ring.check(presented).id]).toEqual(['a', 'a']);
    store.notify();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([ring.state(), ring.authenticate(secret).id, faults.length]).toEqual(['stale', 'a', 1]);
    store.list = async () => [];
    store.notify();
    await expect.poll(ring.state).toBe('current');
    expect([codeOf(() => ring.authenticate(secret)), codeOf(() => ring.check(presented)), mended()]).toEqual([
      'invalid_api_key',
      'invalid_api_key',
      1,
    ]);
  });

  test('starts without keys if none are stored yet, and loads the first', async () => {
    const store = memoryKeyStore();
    const { list } = store;
    store.list = async () => undefined;
    const { faults, mended, ...handlers } = recordEvents();
    const ring = await openKeyRing({ fixed: [], store, ...handlers });
    onTestFinished(() => ring.close());
    expect(ring.state()).toBe('none');
    const fixed = [parseApiKey('of-the-environment', { disabled: false })!];
    const other = await openKeyRing({ fixed, store, ...handlers });
    expect([other.state(), createKeyRing(fixed).state()]).toEqual([undefined, undefined]);
    onTestFinished(() => other.close());
    store.notify();
    store.list = list;
    const { secret } = await createKey(store, newKey('a'), 0);
    await expect.poll(ring.state).toBe('current');
    await expect.poll(other.state).toBe('current');
    expect(ring.authenticate(secret).id).toBe('a');
    expect([faults, mended()]).toEqual([[], 0]);
  });

  describe('whose store is unreachable at the start', () => {
    const away = () => Promise.reject(new KeyStoreError('away', 'The keys are out of reach'));
    const unread = { code: 'overloaded', message: 'Keys cannot be read at the moment.', reason: 'redis_away' };
    const fixedKey = (state: { disabled: boolean }) => parseApiKey('of-the-environment', state)!;

    test('accepts keys of the environment, rejects no key as unknown, and is ready only with keys of the environment', async () => {
      const store = { ...memoryKeyStore(), list: away };
      const open = (fixed: ApiKey[]) => openKeyRing({ fixed, store, ...recordEvents() });
      const [bare, ring, disabled] = [
        await open([]),
        await open([fixedKey({ disabled: false })]),
        await open([fixedKey({ disabled: true })]),
      ];
      for (const one of [bare, ring, disabled]) onTestFinished(() => one.close());
      expect([bare, ring, disabled].map((one) => [one.state(), one.isReady()])).toEqual([
        ['unread', false],
        ['unread', true],
        ['unread', false],
      ]);
      const presented = ring.authenticate('of-the-environment');
      const two = await open([fixedKey({ disabled: false }), parseApiKey('another-of-these', { disabled: false })!]);
      onTestFinished(() => two.close());
      expect([two, ring].map((one) => one.check(presented).id)).toEqual([presented.id, presented.id]);
      expect(() => ring.authenticate('another-key')).toThrow(expect.objectContaining(unread));
      expect(() => ring.check({ ...presented, id: 'another' })).toThrow(expect.objectContaining(unread));
      expect(codeOf(() => ring.authenticate(undefined))).toBe('missing_api_key');
      expect(codeOf(() => disabled.authenticate('of-the-environment'))).toBe('api_key_disabled');
    });

    test('loads the keys when the store is reachable again', async () => {
      const store = memoryKeyStore();
      const { secret } = await createKey(store, newKey('a'), 0);
      const { list } = store;
      store.list = away;
      const { faults, mended, ...handlers } = recordEvents();
      const ring = await openKeyRing({ fixed: [], store, ...handlers });
      onTestFinished(() => ring.close());
      store.notify();
      await expect.poll(() => faults.length).toBe(1);
      expect(ring.state()).toBe('unread');
      store.list = list;
      store.notify();
      await expect.poll(ring.state).toBe('current');
      expect([
        ring.isReady(),
        ring.authenticate(secret).id,
        ring.check(ring.authenticate(secret)).id,
        mended(),
      ]).toEqual([true, 'a', 'a', 1]);
    });

    test('has no keys if none are stored', async () => {
      const store = memoryKeyStore();
      store.list = away;
      const ring = await openKeyRing({ fixed: [], store, ...recordEvents() });
      onTestFinished(() => ring.close());
      store.list = async () => undefined;
      store.notify();
      await expect.poll(ring.state).toBe('none');
      expect([ring.isReady(), codeOf(() => ring.authenticate('another-key'))]).toEqual([true, 'invalid_api_key']);
    });

    test('does not open if the stored keys are invalid', async () => {
      const store = memoryKeyStore();
      for (const error of [new KeyStoreError('unusable', 'broken'), new Error('broken')]) {
        store.list = () => Promise.reject(error);
        await expect(openKeyRing({ fixed: [], store, ...recordEvents() })).rejects.toBe(error);
      }
    });
  });

  test('ignores changes after it is closed', async () => {
    const store = memoryKeyStore();
    const { secret } = await createKey(store, newKey('a'), 0);
    const ring = await openKeyRing({ fixed: [], store, ...recordEvents() });
    ring.close();
    await store.remove('a');
    expect(ring.authenticate(secret).id).toBe('a');
  });

  test('rejects two keys with the same id', async () => {
    const store = memoryKeyStore();
    const fixed = parseApiKey(`a:${'0'.repeat(64)}`, { disabled: false });
    await createKey(store, newKey('a'), 0);
    await expect(openKeyRing({ fixed: fixed ? [fixed] : [], store, ...recordEvents() })).rejects.toMatchObject({
      code: 'unusable',
      message: 'The id "a" is that of more than one key',
    });
  });
});
