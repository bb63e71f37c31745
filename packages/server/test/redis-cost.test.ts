import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasRedis, redisForTest } from './helpers/redis.js';
import { startCluster } from './helpers/redis-cluster.js';
import { startedService } from './helpers/started.js';

/** Milliseconds within which a service sends all commands that do not depend on a pending reply. */
const quiet = 60;
/** Milliseconds after which all values read before have expired. */
const rested = 600;

/** Counts the round trips between a service and its Redis. */
interface Trips {
  count(): number;
  /** Listens in front of a Redis; returns the port. */
  through(port: number): Promise<number>;
}

/**
 * A proxy between a service and its Redis, or the masters of a Cluster, that counts round trips: all commands sent
 * before a reply is delivered belong to one round trip. Replies are held back until no more commands arrive.
 */
function countTrips(): Trips {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  let trips = 0;
  let held: [Socket, Buffer][] = [];
  let timer: NodeJS.Timeout | undefined;
  const deliver = () => {
    if (held.length === 0) return;
    trips += 1; // a reply that the service does not wait for is delivered after the response
    for (const [client, reply] of held) client.write(reply);
    held = [];
  };
  const hold = () => {
    clearTimeout(timer);
    timer = setTimeout(deliver, quiet);
  };
  onTestFinished(() => {
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });
  return {
    count: () => trips,
    async through(port) {
      const server = createServer((client) => {
        const redis = connect(port, '127.0.0.1');
        for (const socket of [client, redis]) sockets.add(socket.on('error', () => undefined));
        client.on('data', (data) => {
          redis.write(data);
          hold();
        });
        redis.on('data', (reply) => {
          held.push([client, reply]);
          hold();
        });
        client.on('close', () => redis.destroy());
        redis.on('close', () => client.destroy());
      }).listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      return (server.address() as { port: number }).port;
    },
  };
}

/** A Redis or a Cluster to measure. */
interface Measured {
  /** Settings with which a service finds it. */
  readonly settings: Record<string, string>;
  /** Addresses of the Redis servers themselves. */
  readonly masters: readonly string[];
}

/** A single Redis, optionally behind a counting proxy. */
async function single(trips?: Trips): Promise<Measured> {
  const { url } = await redisForTest();
  const port = await trips?.through(Number(new URL(url).port));
  const settings = { SVC_REDIS_URL: port === undefined ? url : `redis://127.0.0.1:${port}` };
  return { settings, masters: [url] };
}

async function cluster(trips?: Trips): Promise<Measured> {
  const { url, masters, close } = await startCluster(trips?.through);
  onTestFinished(close);
  return { settings: { SVC_REDIS_URL: url, SVC_REDIS_MODE: 'cluster' }, masters };
}

/** A running service that stores its state in a Redis. */
async function serviceOn({ settings }: Measured) {
  const service = await startedService({ env: { ...settings, SVC_REDIS_TIMEOUT_MS: '10000' } });
  let searches = 0;
  return async (num = 10) => {
    searches += 1;
    const { statusCode, json } = await service.post('/api/v1/alpha/search', { query: `query ${searches}`, num });
    expect([statusCode, json().organic_results.length]).toEqual([200, num]);
  };
}

describe.skipIf(!hasRedis).each([
  ['one Redis', single],
  ['a Redis Cluster of three masters', cluster],
])('Redis commands of a search with %s', (_, startRedis) => {
  test.each([
    [10, 2],
    [30, 4],
  ])('for %i rows it waits for at most %i round trips', { timeout: 120_000 }, async (num, most) => {
    const trips = countTrips();
    const search = await serviceOn(await startRedis(trips));
    for (let count = 0; count < 3; count += 1) await search(num); // loads scripts, and connects to all masters
    const counts: number[] = [];
    // A heartbeat, or a pause of the service on a busy machine, adds to some counts: one without is enough.
    while (counts.length < 15 && !counts.some((count) => count <= most)) {
      await sleep(rested); // background work has ended, and the state of the exit is read again
      const before = trips.count();
      await search(num);
      counts.push(trips.count() - before);
    }
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.min(...counts)).toBeLessThanOrEqual(most);
  });

  test('it runs at most 24 commands, including those in scripts', { timeout: 120_000 }, async () => {
    const measured = await startRedis();
    const clients = measured.masters.map((url) => new Redis(url));
    onTestFinished(() => clients.forEach((client) => void client.disconnect()));
    const calls = async () => {
      const stats = (await Promise.all(clients.map((client) => client.info('commandstats')))).join('\n');
      return [...stats.matchAll(/^cmdstat_(?!info|ping|cluster)[^:]+:calls=(\d+)/gm)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      );
    };
    const search = await serviceOn(measured);
    const searchOften = async (times: number) => {
      for (let count = 0; count < times; count += 1) await search();
      await sleep(rested); // pending writes are done
    };
    await searchOften(10); // loads scripts on all masters
    const started = performance.now();
    const before = await calls();
    await sleep(2_000);
    const idle = ((await calls()) - before) / (performance.now() - started);

    const [start, first] = [performance.now(), await calls()];
    await searchOften(24);
    const spent = ((await calls()) - first - idle * (performance.now() - start)) / 24;
    expect(spent).toBeGreaterThan(5);
    expect(spent).toBeLessThanOrEqual(24);
  });
});
