import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config/config.js';
import { openRedisStore } from '../src/jobs/redis-store.js';
import type { JobStore } from '../src/jobs/store.js';
import { openRedis } from '../src/state/redis/connection.js';
import { addTo, describeJobStore, linesIn, orderOf, resultOf } from './contracts/job-store.js';
import { createGate } from './helpers/gate.js';
import { hasRedis, redisForTest } from './helpers/redis.js';
import { environment } from './helpers/service.js';

const quiet = { onAway: () => undefined, onBack: () => undefined, onRefusal: () => undefined };

async function storeOn(url: string, { keep = 60_000, lock = 1_000 } = {}): Promise<JobStore> {
  // Time enough for a machine on which other tests run: what is tested here is not when Redis is given up.
  const settings = { SVC_REDIS_URL: url, SVC_REDIS_TIMEOUT_MS: '5000' };
  const connection = await openRedis(readConfig({ ...environment, ...settings }), quiet);
  const store = await openRedisStore(connection, { keep, lock, onFault: () => undefined });
  onTestFinished(async () => {
    await store.close();
    await connection.close();
  });
  return store;
}

describe.skipIf(!hasRedis)('with a Redis', () => {
  describeJobStore('jobs in Redis', async ({ keep }) => {
    const { url } = await redisForTest();
    return { one: await storeOn(url, { keep }), other: await storeOn(url, { keep }) };
  });

  test('what is recorded while Redis is away is there when it is back', async () => {
    const redis = await redisForTest();
    const store = await storeOn(redis.url);
    const [began, gone] = [createGate<void>(), createGate<void>()];
    store.work(async (claim) => {
      began.open();
      await gone.promise;
      await claim.record(resultOf(1));
      await claim.end('completed');
      await claim.settle();
    });
    const order = await addTo(store, orderOf());
    await began.promise;
    await redis.kill();
    gone.open();
    await expect(store.get(order)).rejects.toMatchObject({ code: 'overloaded' });
    await redis.restart();
    const state = () =>
      store.get(order).then(
        (job) => job?.state,
        () => 'away',
      );
    await expect.poll(state, { timeout: 40_000 }).toBe('completed');
    expect(await linesIn(store, order)).toEqual([1]);
  });

  test('all that is kept of a job expires', async () => {
    const redis = await redisForTest();
    const store = await storeOn(redis.url);
    store.work(async (claim) => {
      await claim.record(resultOf(1));
      await claim.end('completed');
    });
    const order = await addTo(store, orderOf());
    await expect.poll(async () => (await store.get(order))?.state, { timeout: 40_000 }).toBe('completed');
    const client = redis.client();
    const keys = (await client.keys('svc:2:*')).filter(
      (key) => !key.includes(':queue:') && !key.includes(':processes:'),
    );
    expect(keys.length).toBeGreaterThan(4);
    for (const key of keys) expect([key, (await client.pttl(key)) > 0]).toEqual([key, true]);
  });
});
