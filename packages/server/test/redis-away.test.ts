import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/index.js';
import { openRedis, type RedisConnection } from '../src/state/redis/connection.js';
import { withFallback } from '../src/state/redis/fallback.js';
import { redisHealthStore } from '../src/state/redis/health-store.js';
import { redisRateStore } from '../src/state/redis/rate-store.js';
import { redisAnswerCache, redisSearchLeases } from '../src/state/redis/searches.js';
import { redisConcurrencySlots } from '../src/state/redis/slots.js';
import { redisUsageStore } from '../src/state/redis/usage-store.js';
import { after } from './contracts/several.js';
import { hasRedis, redisForTest, type TestRedis } from './helpers/redis.js';
import { environment } from './helpers/service.js';

const { signal } = new AbortController();
const now = Date.now();

interface Pair {
  redis: TestRedis;
  one: RedisConnection;
  other: RedisConnection;
  /** Stops Redis, and waits until both have noticed. */
  lose(): Promise<void>;
  /** Starts it again, and waits until both have noticed. They then synchronize their state. */
  restore(): Promise<void>;
}

/** Two processes that share a Redis. */
async function pair(): Promise<Pair> {
  const redis = await redisForTest();
  const events = { onAway: () => undefined, onBack: () => undefined, onRefusal: () => undefined };
  const env = { ...environment, SVC_REDIS_URL: redis.url, SVC_REDIS_TIMEOUT_MS: '1000' };
  const open = async () => {
    const connection = await openRedis(readConfig(env), events);
    onTestFinished(() => connection.close());
    return connection;
  };
  const [one, other] = [await open(), await open()];
  await expect.poll(() => one.processes()).toBe(2);
  const both = (isUp: boolean) => expect.poll(() => [one.isUp(), other.isUp()]).toEqual([isUp, isUp]);
  return {
    ...{ redis, one, other },
    async lose() {
      await redis.kill();
      await both(false);
    },
    async restore() {
      await redis.restart();
      await both(true);
    },
  };
}

describe.skipIf(!hasRedis)('while Redis is unreachable', () => {
  test('rates: each process spends its share of the last known state, and adds what it spent afterwards', async () => {
    const { one, other, lose, restore } = await pair();
    const [here, there] = [withFallback(one, redisRateStore(one)), withFallback(other, redisRateStore(other))];
    const rate = { requests: 20, seconds: 3_600 };
    await here.take('a', 6, rate);
    await there.take('a', 6, rate);
    await lose();
    const allowed = async (store: typeof here) => {
      let count = 0;
      while ((await store.take('a', 1, rate)).allowed) count += 1;
      return count;
    };
    // Of the 20 tokens, one process knew of 14 left and the other of 8; each may spend half.
    expect([await allowed(here), await allowed(there)]).toEqual([7, 4]);
    expect(await allowed(here)).toBe(0);
    await restore();
    expect(await here.take('a', 1, rate)).toMatchObject({ allowed: false, remaining: 0 });
    await after(1_100); // time for other processes to reconnect
    // The 12 tokens from before still count, and 11 more were spent.
    expect(await here.take('a', 1, rate)).toMatchObject({ allowed: false, remaining: 0 });
    const missing = async () => (await there.take('a', 0, rate)).fullAt - Date.now();
    await expect.poll(missing).toBeGreaterThan(22.8 * 180_000);
    expect(await missing()).toBeLessThan(23.1 * 180_000);
  });

  test('quotas: each process counts on behalf of all, and adds its count afterwards', async () => {
    const { redis, one, other, lose, restore } = await pair();
    const [here, there] = [withFallback(one, redisUsageStore(one)), withFallback(other, redisUsageStore(other))];
    await here.add('a', 10, now);
    await there.add('a', 0, now);
    await lose();
    expect(await here.add('a', 3, now)).toEqual({ day: 16, month: 16 });
    expect(await here.used('a', now)).toEqual({ day: 16, month: 16 });
    expect(await there.add('a', 5, now)).toEqual({ day: 20, month: 20 });
    expect(await there.add('a', -1, now)).toEqual({ day: 18, month: 18 });
    await restore();
    await expect.poll(() => here.used('a', now)).toEqual({ day: 17, month: 17 });
    await expect.poll(() => there.used('a', now)).toEqual({ day: 17, month: 17 });
    const client = redis.client();
    for (const key of await client.keys('*usage*')) expect(await client.ttl(key)).toBeGreaterThan(0);
  });

  test('quotas: pages are counted once if the reply of Redis is late', async () => {
    const { redis, one, other } = await pair();
    const [here, there] = [withFallback(one, redisUsageStore(one)), withFallback(other, redisUsageStore(other))];
    await here.add('a', 10, now);
    for (let round = 0; round < 3; round += 1) {
      redis.pause();
      await here.add('a', 2, now);
      redis.resume();
      await expect.poll(() => [one.isUp(), other.isUp()]).toEqual([true, true]);
      await expect.poll(() => there.used('a', now)).toEqual({ day: 12 + 2 * round, month: 12 + 2 * round });
    }
    await here.add('a', 1, now);
    expect(await there.used('a', now)).toEqual({ day: 17, month: 17 });
  });

  test('quotas: no page is forgotten between a late reply and the next one', async () => {
    const { redis, one } = await pair();
    const usage = withFallback(one, redisUsageStore(one));
    await usage.add('a', 10, now);
    redis.pause();
    await usage.add('a', 2, now);
    redis.resume();
    const seen = new Set<number>();
    while (!one.isUp()) {
      seen.add((await usage.used('a', now)).day);
      await after(1);
    }
    seen.add((await usage.used('a', now)).day);
    // It assumes that the other process counts as much, until the reply says that 12 is right.
    expect([...seen]).toEqual([14, 12]);
  });

  test.each(['known', 'unknown'])('quotas: first pages at once, scripts %s to Redis', async (state) => {
    const { redis, one, other } = await pair();
    const [here, there] = [redisUsageStore(one).shared, redisUsageStore(other).shared];
    for (const id of Array.from({ length: 20 }, (_, index) => `key ${index}`)) {
      if (state === 'unknown') await redis.client().script('FLUSH');
      const requests = Array.from({ length: 12 }, (_, index) => {
        const usage = index % 2 === 0 ? here : there;
        return Promise.all([usage.used(id, now), usage.add(id, 1, now), usage.used(id, now)]);
      });
      const totals = (await Promise.all(requests)).map(([, added]) => added.day);
      expect(totals.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
      expect([(await here.add(id, 0, now)).day, (await there.add(id, 0, now)).day]).toEqual([12, 12]);
    }
  });

  test('quotas: what Redis has evicted is counted again', async () => {
    const { redis, one, other } = await pair();
    const [here, there] = [withFallback(one, redisUsageStore(one)), withFallback(other, redisUsageStore(other))];
    await here.add('a', 10, now);
    await there.add('a', 5, now);
    const client = redis.client();
    await client.del(await client.keys('*usage*'));
    expect(await there.used('a', now)).toEqual({ day: 15, month: 15 });
    expect(await there.add('a', 1, now)).toEqual({ day: 16, month: 16 });
    expect(await here.add('a', 1, now)).toEqual({ day: 17, month: 17 });
    expect(await there.add('a', 0, now)).toEqual({ day: 17, month: 17 });
    for (const key of await client.keys('*usage*')) expect(await client.ttl(key)).toBeGreaterThan(0);
  });

  test('quotas: a Redis that has lost everything lets no burst exceed them', async () => {
    const { redis, one, other } = await pair();
    const stores = [one, other].map((connection) => withFallback(connection, redisUsageStore(connection)));
    const most = { day: 30, month: undefined };
    const take = (index: number) => stores[index % 2]!.take('a', 1, now, most);
    const burst = async (size: number) => {
      const taken = await Promise.all(Array.from({ length: size }, (_, index) => take(index)));
      return taken.filter(({ isTaken }) => isTaken).length;
    };
    expect(await burst(40)).toBe(30);
    for (let round = 0; round < 5; round += 1) {
      // Each process restores what it saw last.
      for (const store of stores) expect(await store.used('a', now)).toEqual({ day: 30, month: 30 });
      await redis.client().flushall();
      expect(await burst(40)).toBe(0);
    }
  });

  test('slots: each process has its share, and taken slots are synchronized afterwards', async () => {
    const { one, other, lose, restore } = await pair();
    const options = { maxQueuedPerKey: 5, lease: 30_000 };
    const [here, there] = [redisConcurrencySlots(one, options), redisConcurrencySlots(other, options)];
    const request = { id: 'a', limit: 4, timeout: 20, signal };
    const before = await here.enter(request);
    await lose();
    const leaves = [await here.enter(request), await there.enter(request), await there.enter(request)];
    await expect(here.enter(request)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(there.enter(request)).rejects.toMatchObject({ code: 'rate_limited' });
    await restore();
    await expect.poll(async () => (await here.occupancy('a')).active).toBe(4);
    await expect(there.enter(request)).rejects.toMatchObject({ code: 'rate_limited' });
    for (const leave of [before, ...leaves]) leave();
    await expect.poll(async () => (await there.occupancy('a')).active).toBe(0);
  });

  test('health: known cool-downs still apply, and new ones are synchronized afterwards', async () => {
    const { one, other, lose, restore } = await pair();
    const [here, there] = [withFallback(one, redisHealthStore(one)), withFallback(other, redisHealthStore(other))];
    const backoff = { base: 60_000, cap: 60_000 };
    await here.recordFailure('known', backoff);
    await there.readHealth(['known']);
    await lose();
    const cooling = async (store: typeof here) =>
      (await store.readHealth(['known', 'new'])).map(({ coolingFor }) => coolingFor > 50_000);
    expect(await cooling(there)).toEqual([true, false]);
    await there.recordFailure('new', backoff);
    expect([await cooling(here), await cooling(there)]).toEqual([
      [true, false],
      [true, true],
    ]);
    const allowance = { counter: 'retries', shares: { fetches: 0 }, minimum: 1 };
    expect([await here.spend('b', allowance, 60_000), await here.spend('b', allowance, 60_000)]).toEqual([true, false]);
    expect([await here.claim('c', 1_000), await here.claim('c', 1_000)]).toEqual([true, false]);
    await restore();
    await expect.poll(() => cooling(here)).toEqual([true, true]);
    expect(await cooling(there)).toEqual([true, true]);
  });

  test('usage and health recorded while Redis rejects writes are synchronized afterwards', async () => {
    const { redis, one, other } = await pair();
    const [usage, health] = [withFallback(one, redisUsageStore(one)), withFallback(one, redisHealthStore(one))];
    await usage.add('a', 10, now);
    const client = redis.client();
    await client.config('SET', 'min-replicas-to-write', '1');
    await usage.add('a', 3, now);
    await health.recordFailure('proxy', { base: 60_000, cap: 60_000 });
    await client.config('SET', 'min-replicas-to-write', '0');
    const stored = async () => [
      await redisUsageStore(other).shared.used('a', now),
      (await redisHealthStore(other).shared.readHealth(['proxy'])).map(({ coolingFor }) => coolingFor > 40_000),
    ];
    await expect.poll(stored).toEqual([{ day: 13, month: 13 }, [true]]);
    await usage.add('a', 1, now);
    await after(1_500); // nothing is written twice
    expect(await usage.used('a', now)).toEqual({ day: 14, month: 14 });
  });

  test('cache: nothing is found and nothing stored', async () => {
    const { one, lose, restore } = await pair();
    const cache = withFallback(one, redisAnswerCache(one, 60));
    const answer = { facts: { id: '1', pages: 1, rows: 1, stop: 'complete' }, bytes: Buffer.from('{}') };
    await cache.set('before', answer);
    await lose();
    expect(await cache.get('before')).toBeUndefined();
    await cache.set('meanwhile', answer);
    await restore();
    expect((await cache.get('before'))?.facts).toEqual(answer.facts);
    expect(await cache.get('meanwhile')).toBeUndefined();
  });

  test('search leases: each process has its own, and does not wait for others', async () => {
    const { one, other, lose } = await pair();
    const [here, there] = [withFallback(one, redisSearchLeases(one)), withFallback(other, redisSearchLeases(other))];
    const [mine, yours] = [
      { key: 'tea', token: 'mine' },
      { key: 'tea', token: 'yours' },
    ];
    expect(await here.acquire(mine, 60_000)).toBe('mine');
    expect(await there.acquire(yours, 60_000)).toBe('mine');
    await lose();
    expect(await there.read(mine)).toEqual({ state: 'lost' });
    expect(await there.acquire(yours, 60_000)).toBe('yours');
    expect(await here.release(mine)).toBe(false);
  });
});
