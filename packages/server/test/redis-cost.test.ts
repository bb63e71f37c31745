import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeEndpoint } from './helpers/fake-endpoint.js';
import { hasRedis, redisForTest } from './helpers/redis.js';
import { serviceOnRedis } from './helpers/redis-service.js';

/** Milliseconds in which whoever needs no reply of Redis has asked all that it asks. */
const quiet = 60;

/**
 * Stands between a service and its Redis and counts round trips: whatever is asked before a reply is delivered is asked at
 * once. Replies are held until nothing more is asked.
 */
async function countingProxy(url: string): Promise<{ url: string; trips(): number }> {
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  let trips = 0;
  const server = createServer((client) => {
    const redis = connect(Number(port), '127.0.0.1');
    for (const socket of [client, redis]) sockets.add(socket.on('error', () => undefined));
    let isAsking = false;
    let held: Buffer[] = [];
    let timer: NodeJS.Timeout | undefined;
    const deliver = () => {
      if (held.length === 0) return;
      client.write(Buffer.concat(held));
      [held, isAsking] = [[], false];
    };
    const hold = () => {
      clearTimeout(timer);
      timer = setTimeout(deliver, quiet);
    };
    client.on('data', (asked) => {
      if (!isAsking) trips += 1;
      isAsking = true;
      redis.write(asked);
      hold();
    });
    redis.on('data', (reply) => {
      held.push(reply);
      hold();
    });
    client.on('close', () => redis.destroy());
    redis.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port: own } = server.address() as { port: number };
  return { url: `redis://127.0.0.1:${own}`, trips: () => trips };
}

/** A service whose state is in a Redis. */
async function serviceOn(url: string) {
  const service = await serviceOnRedis(
    { SVC_REDIS_URL: url, SVC_REDIS_TIMEOUT_MS: '10000' },
    {
      onAway: (reason) => console.error(reason),
      onBack: () => undefined,
      onRefusal: (reason) => console.error(reason),
    },
  );
  let searches = 0;
  return async (num = 10) => {
    searches += 1;
    const { statusCode, json } = await service.post(fakeEndpoint.path, { query: `query ${searches}`, num });
    expect([statusCode, json().organic_results.length]).toEqual([200, num]);
  };
}

describe.skipIf(!hasRedis)('what a search asks of Redis', () => {
  test.each([
    [10, 2],
    [30, 4],
  ])('for %i rows it waits for at most %i round trips', { timeout: 60_000 }, async (num, most) => {
    const redis = await redisForTest();
    const proxy = await countingProxy(redis.url);
    const search = await serviceOn(proxy.url);
    await search(num); // makes scripts known
    const counts: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const before = proxy.trips();
      await search(num);
      counts.push(proxy.trips() - before);
      await sleep(4 * quiet); // what nobody waits for
    }
    // A heartbeat, or a machine that halts the service meanwhile, may add to some of them.
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.min(...counts)).toBeLessThanOrEqual(most);
  });

  test('it runs at most 24 commands, those in scripts included', { timeout: 60_000 }, async () => {
    const redis = await redisForTest();
    const client = redis.client();
    const calls = async () => {
      const stats = await client.info('commandstats');
      return [...stats.matchAll(/^cmdstat_(?!info|ping)[^:]+:calls=(\d+)/gm)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      );
    };
    const search = await serviceOn(redis.url);
    await search();
    await sleep(600); // what was noted is written
    const before = await calls();
    for (let count = 0; count < 40; count += 1) await search();
    await sleep(600);
    const spent = ((await calls()) - before) / 40;
    expect(spent).toBeGreaterThan(5);
    expect(spent).toBeLessThanOrEqual(24);
  });
});
