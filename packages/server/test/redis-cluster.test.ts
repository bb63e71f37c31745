import { setTimeout as sleep } from 'node:timers/promises';
import { healthStoreContract } from '@svc/fetchers/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/index.js';
import { RedisJobStore } from '../src/jobs/redis-store.js';
import { openRedis, type RedisConnection } from '../src/state/redis/connection.js';
import { withFallback } from '../src/state/redis/fallback.js';
import { redisHealthStore } from '../src/state/redis/health-store.js';
import { redisKeyStore } from '../src/state/redis/key-store.js';
import { redisRateStore } from '../src/state/redis/rate-store.js';
import { redisAnswerCache, redisSearchLeases } from '../src/state/redis/searches.js';
import { redisConcurrencySlots } from '../src/state/redis/slots.js';
import { redisUsageStore } from '../src/state/redis/usage-store.js';
import { describeAnswerCache } from './contracts/answer-cache.js';
import { addTo, answerAll, describeJobStore, leaseOf, linesIn, orderOf } from './contracts/job-store.js';
import { describeKeyStore } from './contracts/key-store.js';
import { describeRateStore } from './contracts/rate-store.js';
import { describeSearchLeases } from './contracts/search-leases.js';
import { describeSlots } from './contracts/slots.js';
import { describeUsageStore } from './contracts/usage-store.js';
import { fakeEndpoint } from './helpers/fake-endpoint.js';
import { hasRedis } from './helpers/redis.js';
import { startCluster } from './helpers/redis-cluster.js';
import { serviceOnRedis } from './helpers/redis-service.js';
import { environment } from './helpers/service.js';

const quiet = { onAway: () => undefined, onBack: () => undefined, onRefusal: () => undefined };

describe.skipIf(!hasRedis)('with a Redis Cluster of three masters', () => {
  let [url, close] = ['', async () => {}];

  beforeAll(async () => {
    ({ url, close } = await startCluster());
  }, 120_000);
  afterAll(() => close());

  const cluster = () => ({
    SVC_REDIS_URL: url,
    SVC_REDIS_MODE: 'cluster',
    SVC_REDIS_TIMEOUT_MS: '5000',
    SVC_REDIS_PREFIX: prefix,
  });
  async function connect(): Promise<RedisConnection> {
    const connection = await openRedis(readConfig({ ...environment, ...cluster() }), quiet);
    onTestFinished(() => connection.close());
    return connection;
  }
  let prefix = '';
  const over =
    <T>(make: (connection: RedisConnection) => T) =>
    async () => {
      prefix = crypto.randomUUID();
      return { one: make(await connect()), other: make(await connect()) };
    };

  describeRateStore(
    'rates',
    over((c) => withFallback(c, redisRateStore(c))),
  );
  describeUsageStore(
    'usage',
    over((c) => withFallback(c, redisUsageStore(c))),
  );
  describeSlots(
    'slots',
    over((c) => redisConcurrencySlots(c, { maxQueuedPerKey: 3, lease: 30_000 })),
  );
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
    over((c) => redisKeyStore(c, { poll: 20 })),
  );
  describe('health', () => {
    test.each(healthStoreContract)('$name', async ({ run }) => {
      const { one } = await over((c) => withFallback(c, redisHealthStore(c)))();
      await run(one);
    });
  });

  describeJobStore('jobs', async ({ keep }) => {
    const stores = await over((c) => new RedisJobStore(c, { retention: keep, onDamage: () => undefined }))();
    const connection = await connect();
    return {
      ...stores,
      expire: async ({ owner, id }) => {
        const blocks = connection.key('blocks', `${owner}:${id}`);
        await connection.ask(async (redis) => {
          for (const block of await redis.zrange(blocks, '0', '-1')) await redis.zadd(blocks, '1', block);
        });
      },
    };
  });

  test('jobs of several keys run on all masters', async () => {
    const { one, other } = await over((c) => new RedisJobStore(c, { retention: 60_000, onDamage: () => undefined }))();
    for (const owner of ['a', 'b', 'c', 'd']) {
      const order = await addTo(one, orderOf({ owner, lines: 15 }));
      await answerAll(other, await leaseOf(other, order));
      await answerAll(one, await leaseOf(one, order));
      expect([(await other.get(order))?.state, (await linesIn(other, order)).length]).toEqual(['completed', 15]);
      await one.release(await leaseOf(one, order), { isDone: true });
      await one.remove(order);
      expect(await other.find(order.id)).toBeUndefined();
    }
    expect(await one.listUnfinished()).toEqual([]);
  });

  test('services that share it enforce common rates and quotas, and no command is rejected', async () => {
    prefix = crypto.randomUUID();
    const refused: string[] = [];
    const keys = Array.from({ length: 12 }, (_, index) => `key-number-${index}-of-the-cluster-test`);
    const limits = { SVC_RATE_LIMIT: '6', SVC_RATE_WINDOW_SECONDS: '3600', SVC_API_KEYS: keys.join(',') };
    const away: string[] = [];
    const listeners = {
      ...quiet,
      onAway: (reason: string) => void away.push(reason),
      onRefusal: (reason: string) => void refused.push(reason),
    };
    const services = await Promise.all([0, 1].map(() => serviceOnRedis({ ...limits, ...cluster() }, listeners)));
    const statuses = await Promise.all(
      keys.flatMap((key) =>
        Array.from({ length: 8 }, async (_, index) => {
          const payload = { query: `search ${index} of ${key}` };
          return (await services[index % 2]!.post(fakeEndpoint.path, payload, { 'x-api-key': key })).statusCode;
        }),
      ),
    );
    const allowed = statuses.filter((status) => status === 200).length;
    expect([allowed, statuses.length - allowed, new Set(statuses)]).toEqual([72, 24, new Set([200, 429])]);
    const used = async (key: string) =>
      (await services[0]!.app.inject({ url: '/api/v1/account', headers: { 'x-api-key': key } })).json().limits.day.used;
    // The summary of a run shows only the first line of a failure, so that says all.
    for (const key of keys) expect(`${key}: ${await used(key)}; away: ${away}`).toBe(`${key}: 6; away: ${away}`);
    expect(refused).toEqual([]);
  });

  test('using the wrong SVC_REDIS_MODE is an error at startup', async () => {
    const [first = ''] = url.split(',');
    const open = (env: object) => openRedis(readConfig({ ...environment, SVC_REDIS_URL: first, ...env }), quiet);
    await expect(open({})).rejects.toThrow('set SVC_REDIS_MODE=cluster');
  });
});

describe.skipIf(!hasRedis)('a Redis Cluster with a master that is down', () => {
  test.each([0, 1, 2])('is unreachable once, until master %i is back, and counts every page', async (dead) => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.close());
    const events: string[] = [];
    const listeners = {
      onAway: () => void events.push('away'),
      onBack: () => void events.push('back'),
      onRefusal: () => undefined,
    };
    const env = { SVC_REDIS_URL: cluster.url, SVC_REDIS_MODE: 'cluster', SVC_REDIS_TIMEOUT_MS: '2000' };
    const connection = await openRedis(readConfig({ ...environment, ...env }), listeners);
    onTestFinished(() => connection.close());
    const usage = withFallback(connection, redisUsageStore(connection));
    const ids = Array.from({ length: 12 }, (_, index) => `key-${index}`); // on all masters
    const addToAll = () => Promise.all(ids.map((id) => usage.add(id, 1, Date.now())));
    await addToAll();
    cluster.kill(dead);
    await expect.poll(async () => [await addToAll(), connection.isUp()][1]).toBe(false);
    const before = (await addToAll()).map(({ day }) => day);
    for (let round = 1; round <= 20; round += 1) {
      await sleep(100);
      expect((await addToAll()).map(({ day }) => day)).toEqual(before.map((day) => day + round));
    }
    expect(events).toEqual(['away']);
    cluster.restart(dead);
    await expect.poll(() => connection.isUp()).toBe(true);
    await expect
      .poll(async () => (await Promise.all(ids.map((id) => usage.used(id, Date.now())))).map(({ day }) => day))
      .toEqual(before.map((day) => day + 20));
    expect(events).toEqual(['away', 'back']);
  });
});
