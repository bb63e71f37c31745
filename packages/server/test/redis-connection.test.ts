import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../src/index.js';
import { openRedis, type RedisConnection } from '../src/state/redis/connection.js';
import { hasRedis, redisForTest } from './helpers/redis.js';
import { environment } from './helpers/service.js';

const quiet = { onAway: () => undefined, onBack: () => undefined, onRefusal: () => undefined };

async function open(url: string, env: Record<string, string> = {}, events = quiet): Promise<RedisConnection> {
  const connection = await openRedis(readConfig({ ...environment, SVC_REDIS_URL: url, ...env }), events);
  onTestFinished(() => connection.close());
  return connection;
}

test('an unreachable server is a configuration error that shows no address', async () => {
  const fault = open('redis://user:secret@127.0.0.1:9');
  await expect(fault).rejects.toThrow('SVC_REDIS_URL must be the address of a Redis that answers (ECONNREFUSED)');
  await expect(fault).rejects.not.toThrow(/secret|127\.0\.0\.1/);
});

describe.skipIf(!hasRedis)('a connection to Redis', () => {
  test('with mayBeAway opens without Redis, and connects when it is reachable', async () => {
    const redis = await redisForTest();
    await redis.kill();
    const events = { onAway: vi.fn(), onBack: vi.fn(), onRefusal: vi.fn() };
    const config = readConfig({ ...environment, SVC_REDIS_URL: redis.url });
    const connection = await openRedis(config, events, { mayBeAway: true });
    onTestFinished(() => connection.close());
    expect([connection.isUp(), connection.awayReason(), connection.processes()]).toEqual([false, 'ECONNREFUSED', 1]);
    await expect(connection.ask((client) => client.ping())).rejects.toThrow('Redis is away');
    await redis.restart();
    await expect.poll(() => connection.isUp()).toBe(true);
    expect(await connection.ask((client) => client.ping())).toBe('PONG');
    expect([connection.awayReason(), events.onBack.mock.calls.length]).toEqual([undefined, 1]);
  });

  test.each([
    ['a wrong one', ':wrong@', 'WRONGPASS'],
    ['none', '', 'NOAUTH'],
  ])('is rejected at once if Redis requires a password and the client has %s', async (_, login, code) => {
    const redis = await redisForTest();
    const client = redis.client();
    await client.config('SET', 'requirepass', 'right');
    const connections = async () => Number(/total_connections_received:(\d+)/.exec(await client.info('stats'))?.[1]);
    const before = await connections();
    const url = redis.url.replace('redis://', `redis://${login}`);
    const opening = openRedis(readConfig({ ...environment, SVC_REDIS_URL: url }), quiet, { mayBeAway: true });
    await expect(opening).rejects.toThrow(`SVC_REDIS_URL must have the password of Redis (${code})`);
    expect((await connections()) - before).toBeLessThanOrEqual(2); // no retry
    expect((await open(redis.url.replace('redis://', 'redis://:right@'))).isUp()).toBe(true);
  });

  test('names keys by prefix and schema, and counts the processes that share them', async () => {
    const { url } = await redisForTest();
    const one = await open(url);
    expect([one.isUp(), one.key('keys', 'a'), one.processes()]).toEqual([true, 'svc:2:keys:{a}', 1]);
    const other = await open(url);
    const apart = await open(url, { SVC_REDIS_PREFIX: 'apart' });
    expect([other.processes(), apart.processes(), apart.key('keys', 'a')]).toEqual([2, 1, 'apart:2:keys:{a}']);
    await one.close();
    await expect.poll(() => other.processes()).toBe(1);
  });

  test('does not open while services with another schema use the prefix', async () => {
    const redis = await redisForTest();
    await redis.client().set('svc:schema', '7', 'PX', 60_000);
    await expect(open(redis.url)).rejects.toThrow('services of another version (schema 7, this is 2) use "svc" there');
    await redis.client().del('svc:schema');
    expect((await open(redis.url)).isUp()).toBe(true);
  });

  test('stores only keys that expire', async () => {
    const redis = await redisForTest();
    await open(redis.url);
    const client = redis.client();
    const keys = await client.keys('*');
    expect(keys.sort()).toEqual(['svc:2:processes:{svc:schema}', 'svc:schema']);
    for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(0);
  });

  test.each([
    ['hangs', 'pause', 'resume', 'timeout'],
    ['dies', 'kill', 'restart', expect.any(String)],
  ] as const)('detects within the timeout that Redis %s, and that it is back', async (_, stop, go, reason) => {
    const redis = await redisForTest();
    const events = { onAway: vi.fn(), onBack: vi.fn(), onRefusal: vi.fn() };
    const connection = await open(redis.url, { SVC_REDIS_TIMEOUT_MS: '500' }, events);
    const changes: boolean[] = [];
    connection.onChange((isUp) => changes.push(isUp));
    await redis[stop]();
    const tooLate = sleep(5_000, 'too late', { ref: false });
    const refused = connection.ask((client) => client.ping()).catch((error: unknown) => error);
    expect(await Promise.race([refused, tooLate])).toBeInstanceOf(Error);
    await expect.poll(() => connection.isUp()).toBe(false);
    await expect(connection.ask((client) => client.ping())).rejects.toThrow('Redis is away');
    await redis[go]();
    await expect.poll(() => connection.isUp()).toBe(true);
    expect(await connection.ask((client) => client.ping())).toBe('PONG');
    expect([events.onAway.mock.calls, events.onBack.mock.calls.length, changes]).toEqual([
      [[reason]],
      1,
      [false, true],
    ]);
  });

  test('reports a rejected command without treating Redis as unreachable', async () => {
    const { url } = await redisForTest();
    const events = { ...quiet, onRefusal: vi.fn() };
    const connection = await open(url, {}, events);
    await connection.ask((client) => client.set('text', 'no list'));
    await expect(connection.ask((client) => client.lpush('text', 'a'))).rejects.toThrow('WRONGTYPE');
    expect([events.onRefusal.mock.calls, connection.isUp()]).toEqual([[['WRONGTYPE']], true]);
  });

  test('does not treat Redis as unreachable if its own process was busy', async () => {
    const { url } = await redisForTest();
    const connection = await open(url, { SVC_REDIS_TIMEOUT_MS: '250' });
    const answer = connection.ask((client) => client.ping());
    const start = performance.now();
    while (performance.now() - start < 1_000); // as when parsing a very large page
    expect(await answer).toBe('PONG');
  });
});
