import { healthStoreContract } from '@svc/fetchers/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../src/index.js';
import type { ConcurrencySlots } from '../src/limits/slots.js';
import { openRedis, type RedisConnection } from '../src/state/redis/connection.js';
import { withFallback } from '../src/state/redis/fallback.js';
import { redisHealthStore } from '../src/state/redis/health-store.js';
import { redisKeyStore } from '../src/state/redis/key-store.js';
import { redisRateStore } from '../src/state/redis/rate-store.js';
import { redisAnswerCache, redisSearchLeases } from '../src/state/redis/searches.js';
import { redisConcurrencySlots } from '../src/state/redis/slots.js';
import { redisUsageStore } from '../src/state/redis/usage-store.js';
import { describeAnswerCache } from './contracts/answer-cache.js';
import { describeKeyStore } from './contracts/key-store.js';
import { describeRateStore } from './contracts/rate-store.js';
import { describeSearchLeases } from './contracts/search-leases.js';
import { after } from './contracts/several.js';
import { describeSlots } from './contracts/slots.js';
import { describeUsageStore } from './contracts/usage-store.js';
import { createGate } from './helpers/gate.js';
import { hasRedis, startRedis, type TestRedis } from './helpers/redis.js';
import { environment } from './helpers/service.js';

describe.skipIf(!hasRedis)('in Redis', () => {
  let redis: TestRedis;
  let connections: RedisConnection[] = [];

  beforeAll(async () => {
    redis = await startRedis();
  });

  afterEach(async () => {
    await expectAllKeysToExpire();
    await Promise.all(connections.map((connection) => connection.close()));
    connections = [];
  });

  afterAll(() => redis.close());

  /** Two processes of one service, with keys that no other test uses. */
  async function connect(): Promise<{ one: RedisConnection; other: RedisConnection }> {
    const env = { ...environment, SVC_REDIS_URL: redis.url, SVC_REDIS_PREFIX: crypto.randomUUID() };
    const events = { onAway: () => undefined, onBack: () => undefined, onRefusal: () => undefined };
    const open = () => openRedis(readConfig({ ...env, SVC_REDIS_TIMEOUT_MS: '2000' }), events);
    const [one, other] = [await open(), await open()];
    connections.push(one, other);
    return { one, other };
  }

  /** Two views over two connections. */
  const over =
    <T>(make: (connection: RedisConnection) => T) =>
    async () => {
      const { one, other } = await connect();
      return { one: make(one), other: make(other) };
    };

  async function expectAllKeysToExpire(): Promise<void> {
    const client = redis.client();
    const keys = await client.keys('*');
    const eternal: string[] = [];
    for (const key of keys) if ((await client.pttl(key)) === -1) eternal.push(key);
    expect(eternal).toEqual([]);
  }

  describeRateStore(
    'rates',
    over((c) => withFallback(c, redisRateStore(c))),
  );
  test('a Redis clock set back by an hour delays a key by one bucket, not by an hour', async () => {
    const { one } = await connect();
    const rates = redisRateStore(one).shared;
    const rate = { requests: 10, seconds: 2 };
    const inAnHour = String(Date.now() + 3_600_000);
    await redis.client().set(one.key('rate', 'a'), inAnHour, 'PX', 3_600_000);
    expect((await rates.take('a', 1, rate)).wait).toBeLessThanOrEqual(200);
    await after(250);
    expect(await rates.take('a', 1, rate)).toMatchObject({ allowed: true });
  });

  describeUsageStore(
    'usage',
    over((c) => withFallback(c, redisUsageStore(c))),
  );
  describeSlots(
    'slots',
    over((connection) => redisConcurrencySlots(connection, { maxQueuedPerKey: 3, lease: 30_000 })),
  );
  test('a slot is held while its process lives, and is freed soon after its death', async () => {
    const { one, other } = await connect();
    const lease = 3_000;
    const [here, there] = [one, other].map((connection) =>
      redisConcurrencySlots(connection, { maxQueuedPerKey: 3, lease }),
    ) as [ConcurrencySlots, ConcurrencySlots];
    const request = { id: 'a', limit: 1, timeout: 20, signal: AbortSignal.timeout(60_000) };
    await here.enter(request);
    for (const end = performance.now() + 2 * lease; performance.now() < end; await after(100)) {
      await expect(there.enter(request)).rejects.toMatchObject({ code: 'rate_limited' });
    }
    await one.close();
    expect(await redis.client().pttl(other.key('slots', 'a'))).toBeLessThanOrEqual(lease);
    (await there.enter({ ...request, timeout: 30_000 }))();
  });
  describeAnswerCache(
    'answers',
    over((c) => withFallback(c, redisAnswerCache(c, 1))),
  );
  describeSearchLeases(
    'searches in progress',
    over((c) => withFallback(c, redisSearchLeases(c))),
  );
  describeKeyStore(
    'keys',
    over((connection) => redisKeyStore(connection, { poll: 20 })),
  );
  describe('health', () => {
    test.each(healthStoreContract)('$name', async ({ run }) => {
      const { one } = await connect();
      await run(withFallback(one, redisHealthStore(one)));
    });
  });
});

test('a listener that has unsubscribed is not told of a change that is being read', async () => {
  const reply = createGate<unknown>();
  const connection = { run: () => reply.promise, isUp: () => true, key: () => 'keys' };
  const changed = vi.fn();
  const unsubscribe = redisKeyStore(connection as unknown as RedisConnection).onChange(changed);
  unsubscribe();
  reply.open(['2', '{}']);
  await new Promise((resolve) => setImmediate(resolve));
  expect(changed).not.toHaveBeenCalled();
});

test('a counter that is evicted between pending commands loses no page', async () => {
  const totals: number[] = [];
  let stored: number | undefined;
  const evalsha = async (
    _digest: string,
    _number: number,
    ...[, , pages = 0, pending = 0, , , known = 0]: number[]
  ) => {
    if (totals.length === 3) stored = undefined; // evicted
    const isNew = stored === undefined ? 1 : 0;
    stored = (stored ?? known) + pages + pending;
    totals.push(stored);
    return [1, stored, isNew, stored, isNew];
  };
  const ask = (commands: (redis: object) => unknown) => commands({ evalsha });
  const key = (...parts: (string | undefined)[]) => parts.join(' ');
  const { shared } = redisUsageStore({ ask, key } as unknown as RedisConnection);
  const add = (pages: number) => shared.add('a', pages, Date.UTC(2026, 10, 26));
  await add(50);
  const [, , used] = await Promise.all([add(1), add(1), add(1)]);
  expect(used).toEqual({ day: 53, month: 53 });
  await add(0);
  expect(totals).toEqual([50, 51, 52, 51, 53]);
});
