import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/index.js';
import { openRedis } from '../src/state/redis/connection.js';
import { withFallback } from '../src/state/redis/fallback.js';
import { redisUsageStore } from '../src/state/redis/usage-store.js';
import { hasRedis } from './helpers/redis.js';
import { startCluster } from './helpers/redis-cluster.js';
import { environment } from './helpers/service.js';

const now = Date.now();

describe.skipIf(!hasRedis)('a Redis Cluster with a master that is down', () => {
  test.each([0, 1, 2])('master %i: Redis is away, once, until it is back, and every page is counted', async (dead) => {
    const cluster = await startCluster();
    onTestFinished(() => cluster.close());
    const events: string[] = [];
    const listeners = {
      onAway: () => void events.push('away'),
      onBack: () => void events.push('back'),
      onRefusal: () => undefined,
    };
    const env = { SVC_REDIS_URL: cluster.url, SVC_REDIS_MODE: 'cluster', SVC_REDIS_TIMEOUT_MS: '500' };
    const connection = await openRedis(readConfig({ ...environment, ...env }), listeners);
    onTestFinished(() => connection.close());
    const usage = withFallback(connection, redisUsageStore(connection));
    const ids = Array.from({ length: 12 }, (_, index) => `key-${index}`); // on all masters
    const addToAll = () => Promise.all(ids.map((id) => usage.add(id, 1, now)));
    await addToAll();
    cluster.kill(dead);
    await expect.poll(async () => [await addToAll(), connection.isUp()][1], { timeout: 20_000 }).toBe(false);
    const before = (await addToAll()).map(({ day }) => day);
    for (let round = 1; round <= 20; round += 1) {
      await sleep(100);
      expect((await addToAll()).map(({ day }) => day)).toEqual(before.map((day) => day + round));
    }
    expect(events).toEqual(['away']);
    cluster.restart(dead);
    await expect.poll(() => connection.isUp(), { timeout: 60_000 }).toBe(true);
    await expect
      .poll(async () => (await Promise.all(ids.map((id) => usage.used(id, now)))).map(({ day }) => day))
      .toEqual(before.map((day) => day + 20));
    expect(events).toEqual(['away', 'back']);
  });
});
