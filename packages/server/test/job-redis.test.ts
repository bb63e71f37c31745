import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../src/index.js';
import { HeldLeases } from '../src/jobs/leases.js';
import type { DamagedJobError } from '../src/jobs/records.js';
import { RedisJobStore } from '../src/jobs/redis-store.js';
import { settlementBlock } from '../src/jobs/store.js';
import { openRedis } from '../src/state/redis/connection.js';
import { addTo, answerAll, answerTo, describeJobStore, leaseOf, linesIn, orderOf } from './contracts/job-store.js';
import { hasRedis, redisForTest } from './helpers/redis.js';
import { environment } from './helpers/service.js';

const quiet = { onAway: () => undefined, onBack: () => undefined, onRefusal: () => undefined };

async function storeOn(url: string, { keep = 60_000, damage = [] as string[] } = {}): Promise<RedisJobStore> {
  // A generous timeout for a busy machine, since timeouts of Redis are not under test here.
  const settings = { SVC_REDIS_URL: url, SVC_REDIS_TIMEOUT_MS: '5000' };
  const connection = await openRedis(readConfig({ ...environment, ...settings }), quiet);
  const onDamage = (_: unknown, { message }: DamagedJobError) => void damage.push(message);
  const store = new RedisJobStore(connection, { retention: keep, onDamage, onClose: () => connection.close() });
  onTestFinished(() => connection.close());
  return store;
}

describe.skipIf(!hasRedis)('with a Redis', () => {
  describeJobStore('jobs in Redis', async ({ keep }) => {
    const redis = await redisForTest();
    const client = redis.client();
    return {
      one: await storeOn(redis.url, { keep }),
      other: await storeOn(redis.url, { keep }),
      expire: async ({ owner, id }) => {
        const blocks = `svc:2:blocks:{${owner}:${id}}`;
        for (const block of await client.zrange(blocks, '0', '-1')) await client.zadd(blocks, '1', block);
      },
    };
  });

  test('an answer rejected for lack of memory is stored later, and the fault has a code', async () => {
    const redis = await redisForTest();
    const store = await storeOn(redis.url);
    const order = await addTo(store, orderOf());
    const lease = await leaseOf(store, order);
    await redis.client().config('SET', 'maxmemory', '1');
    await expect(store.record(lease, answerTo(0))).rejects.toMatchObject({ code: 'overloaded' });
    expect([store.fault(), await store.probe()]).toEqual(['out_of_memory', false]);
    await redis.client().config('SET', 'maxmemory', '0');
    expect(await store.record(lease, answerTo(0))).toBe('recorded');
    expect(store.fault()).toBeUndefined();
  });

  test('no answer is lost while Redis temporarily rejects writes', async () => {
    const redis = await redisForTest();
    const store = await storeOn(redis.url);
    const order = await addTo(store, orderOf());
    const leases = new HeldLeases(store, { drain: new AbortController().signal, abort: new AbortController().signal });
    const lease = (await leases.acquire(order))!;
    await redis.client().config('SET', 'min-replicas-to-write', '1');
    const recorded = leases.record(lease, answerTo(0));
    await expect(store.add(orderOf())).rejects.toMatchObject({ code: 'overloaded' });
    expect([store.fault(), await store.probe()]).toEqual(['away', false]);
    await redis.client().config('SET', 'min-replicas-to-write', '0');
    expect(await recorded).toBe('recorded');
    expect(store.fault()).toBeUndefined();
    await leases.close();
  });

  test('a lease lost in a failover is not held, even if its block is leased again', async () => {
    const redis = await redisForTest();
    const [one, other] = [await storeOn(redis.url), await storeOn(redis.url)];
    const order = await addTo(one, orderOf());
    const client = redis.client();
    const keys = (await client.keys('*')).filter((key) => key.includes(order.id));
    const kept = await Promise.all(keys.map(async (key) => [key, await client.dumpBuffer(key)] as const));
    const forgotten = await leaseOf(one, order);
    await one.recordCharge(forgotten, 0, 1);
    for (const key of await client.keys('*')) if (key.includes(order.id)) await client.del(key);
    for (const [key, value] of kept) await client.restore(key, 60_000, value!);
    const lease = await leaseOf(other, order);
    expect(lease).toMatchObject({ block: forgotten.block });
    expect([await one.renew([forgotten]), await one.recordCharge(forgotten, 1, 1)]).toEqual(['lost', 'lost']);
    expect(await one.record(forgotten, answerTo(0))).toBe('lost');
    await answerAll(other, lease);
    expect(await linesIn(other, order)).toEqual([1, 2, 3]);
  });

  test.each(['order', 'body', 'results'])('a garbled %s sets only that job aside', async (part) => {
    const redis = await redisForTest();
    const damage: string[] = [];
    const store = await storeOn(redis.url, { damage });
    const [order, other] = [await addTo(store, orderOf({ lines: 20 })), await addTo(store, orderOf())];
    await answerAll(store, await leaseOf(store, order));
    const tag = `{${order.owner}:${order.id}}`;
    const client = redis.client();
    const garble = (packed: Buffer) => Buffer.concat([packed.subarray(0, -1), Buffer.from([(packed.at(-1) ?? 0) ^ 1])]);
    if (part === 'order') {
      const packed = await client.hgetBuffer(`svc:2:job:${tag}`, 'order');
      await client.hset(`svc:2:job:${tag}`, 'order', garble(packed!));
    } else {
      const at = part === 'body' ? 1 : 4;
      const packed = await client.lindexBuffer(`svc:2:${part}:${tag}`, at);
      await client.lset(`svc:2:${part}:${tag}`, at, garble(packed!));
    }
    await store.get(order);
    if (part !== 'results') await store.lease(order);
    const lines = await linesIn(store, order);
    expect(lines).toEqual(Array.from({ length: part === 'results' ? 4 : 10 }, (_, index) => index + 1));
    expect([(await store.get(order))?.state, damage.length]).toEqual(['damaged', 1]);
    expect((await store.list('a')).map(({ state }) => state).toSorted()).toEqual(['damaged', 'running']);
    await answerAll(store, await leaseOf(store, other));
    expect((await store.get(other))?.state).toBe('completed');
  });

  test.each(['answered', 'results'])(
    'evicting %s of a job damages it, and keeps the readable answers',
    async (part) => {
      const redis = await redisForTest();
      const damage: string[] = [];
      const store = await storeOn(redis.url, { damage });
      const order = await addTo(store, orderOf({ lines: 25 }));
      const lease = await leaseOf(store, order);
      for (const index of [0, 1, 2]) {
        await store.recordCharge(lease, index, 1);
        await store.record(lease, answerTo(index));
      }
      await store.recordCharge(lease, 3, 1);
      await redis.client().del(`svc:2:${part}:{${order.owner}:${order.id}}`);
      expect(await store.record(lease, answerTo(3))).toBe('closed');
      expect(await store.lease(order)).toMatchObject({ block: settlementBlock, job: { state: 'damaged' } });
      expect((await store.get(order))?.answered).toBe((await linesIn(store, order)).length);
      expect([damage.length, (await store.get(order))?.state]).toEqual([1, 'damaged']);
    },
  );

  test('evicting the answers of a completed job damages it', async () => {
    const redis = await redisForTest();
    const store = await storeOn(redis.url);
    const order = await addTo(store, orderOf());
    await answerAll(store, await leaseOf(store, order));
    await redis.client().del(`svc:2:results:{${order.owner}:${order.id}}`);
    expect(await store.get(order)).toMatchObject({ state: 'damaged', answered: 0, lines: 3 });
    await store.release(await leaseOf(store, order), { isDone: true });
    expect([await store.listUnfinished(), (await store.get(order))?.state]).toEqual([[], 'damaged']);
  });

  test('blocks are leased again after their leases are evicted, and no line is answered twice', async () => {
    const redis = await redisForTest();
    const [one, other] = [await storeOn(redis.url), await storeOn(redis.url)];
    const order = await addTo(one, orderOf({ lines: 30 }));
    const [first, dead, last] = [await leaseOf(one, order), await leaseOf(one, order), await leaseOf(one, order)];
    await answerAll(one, first);
    await one.record(dead, answerTo(dead.lines[0]!.index));
    await redis.client().del(`svc:2:blocks:{${order.owner}:${order.id}}`);
    expect(await one.renew([last])).toBe('held');
    expect(await other.lease(order)).toBeUndefined();
    await answerAll(one, last);
    expect(await other.lease(order)).toBeUndefined(); // its holder may still renew it
    const again = await vi.waitUntil(() => other.lease(order), { timeout: 20_000, interval: 200 });
    expect([again.block, again.lines.length]).toEqual([dead.block, 9]);
    expect(await one.record(dead, answerTo(dead.lines[1]!.index))).toBe('lost');
    await answerAll(other, again);
    expect((await linesIn(other, order)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 1),
    );
    expect((await other.get(order))?.state).toBe('completed');
  });

  test('holders renew their leases after an eviction before another server can take the blocks', async () => {
    const redis = await redisForTest();
    const [one, other] = [await storeOn(redis.url), await storeOn(redis.url)];
    const order = await addTo(one, orderOf({ lines: 30 }));
    const [held, givenUp, done] = [await leaseOf(one, order), await leaseOf(one, order), await leaseOf(other, order)];
    await answerAll(other, done);
    await one.release(givenUp, { isDone: false });
    await redis.client().del(`svc:2:blocks:{${order.owner}:${order.id}}`);
    expect((await leaseOf(other, order)).block).toBe(givenUp.block); // nobody holds it
    expect(await other.lease(order)).toBeUndefined();
    expect(await one.renew([held])).toBe('held');
    await sleep(3_500); // a lease that was not renewed would be free by then
    expect(await other.lease(order)).toBeUndefined();
    await answerAll(one, held);
    expect((await one.get(order))?.answered).toBe(20);
  });

  test.each([-86_400_000, 86_400_000])(
    'a server whose clock is %i ms off neither shortens nor extends the deadline of a job',
    async (skew) => {
      const redis = await redisForTest();
      const time = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + skew);
      const store = await storeOn(redis.url);
      const createdAt = store.now();
      const order = await addTo(store, orderOf({ createdAt, deadline: createdAt + 600_000 }));
      await answerAll(store, await leaseOf(store, order));
      time.mockRestore();
      expect(Math.abs(createdAt - Date.now())).toBeLessThan(60_000);
      expect(await store.get(order)).toMatchObject({ state: 'completed', answered: 3 });
      expect(await store.owners()).toEqual(['a']);
      const due = await addTo(store, orderOf({ deadline: store.now() - 1 }));
      expect(await store.lease(due)).toMatchObject({ block: settlementBlock, job: { state: 'expired' } });
    },
  );

  test('all stored data of a job expires', async () => {
    const redis = await redisForTest();
    const store = await storeOn(redis.url);
    const order = await addTo(store, orderOf());
    const client = redis.client();
    const check = async () => {
      const keys = await client.keys('svc:2:*');
      for (const key of keys) expect([key, (await client.pttl(key)) > 0]).toEqual([key, true]);
      return keys.length;
    };
    const lease = await leaseOf(store, order);
    await store.recordCharge(lease, 0, 1);
    await store.record(lease, answerTo(0));
    expect(await check()).toBeGreaterThan(8);
    await answerAll(store, lease);
    await check();
  });
});
