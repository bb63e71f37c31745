import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Adapter } from '@svc/fetchers';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig, type Service, startService } from '../src/index.js';
import { after } from './contracts/several.js';
import { endAll, run } from './helpers/command-line.js';
import { hasRedis, redisForTest, type TestRedis } from './helpers/redis.js';
import { environment, key, pagesFolder } from './helpers/service.js';

afterAll(endAll);

/** An engine with a delay and a request counter. */
async function engine(delay: number): Promise<{ adapter: Adapter; requests(): number }> {
  const body = await readFile(join(pagesFolder, 'gamma.search', 'typical', 'page.html'));
  let count = 0;
  const adapter: Adapter = async ({ url }) => {
    count += 1;
    await after(delay);
    return { url, status: 200, headers: {}, body };
  };
  return { adapter, requests: () => count };
}

/** Services on several machines that share a Redis. */
async function machines(
  redis: TestRedis,
  { count, adapter, env }: { count: number; adapter: Adapter; env?: Record<string, string> },
): Promise<Service[]> {
  const shared = { ...environment, SVC_REDIS_URL: redis.url, SVC_REDIS_TIMEOUT_MS: '1000', SVC_PORT: '0', ...env };
  return Promise.all(
    Array.from({ length: count }, async () => {
      const service = await startService(readConfig(shared), { adapter });
      onTestFinished(() => service.stop());
      return service;
    }),
  );
}

async function search({ address }: Service, query = 'how do tides work', apiKey = key): Promise<Response> {
  const response = await fetch(`${address}/api/v1/gamma/search`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  await response.clone().arrayBuffer();
  return response;
}

const get = async (service: Service, path: string) => (await fetch(`${service.address}${path}`)).text();

describe.skipIf(!hasRedis)('services that share a Redis', () => {
  test('count pages in the same day if the clock of one is a day off', async () => {
    const redis = await redisForTest();
    const { adapter } = await engine(0);
    const [one] = (await machines(redis, { count: 1, adapter })) as [Service];
    const used = async () => {
      const account = await fetch(`${one.address}/api/v1/account`, { headers: { 'x-api-key': key } });
      return ((await account.json()) as { limits: { day: { used: number } } }).limits.day.used;
    };
    await search(one);
    const skewed = vi
      .spyOn(Date, 'now')
      .mockImplementation(() => performance.timeOrigin + performance.now() + 86_400_000);
    onTestFinished(() => skewed.mockRestore());
    await search(one);
    expect(await used()).toBe(2);
  });

  test('fetch once for simultaneous identical searches, and cache the result for both', async () => {
    const redis = await redisForTest();
    const { adapter, requests } = await engine(200);
    const [one, other] = (await machines(redis, { count: 2, adapter, env: { SVC_CACHE: 'redis' } })) as [
      Service,
      Service,
    ];
    const answers = await Promise.all([search(one), search(other), search(other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(requests()).toBe(1);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(bodies[1]).toEqual(bodies[0]);
    const cached = await search(other);
    expect([cached.headers.get('x-cache'), await cached.json(), requests()]).toEqual(['HIT', bodies[0], 1]);
  });

  test.each([
    ['rates', { SVC_RATE_LIMIT: '4', SVC_RATE_WINDOW_SECONDS: '3600' }, 'rate_limited'],
    ['quotas', { SVC_RATE_LIMIT: '100', SVC_DAY_QUOTA: '4' }, 'quota_exceeded'],
  ])('enforce common %s', async (_, env, code) => {
    const redis = await redisForTest();
    const { adapter } = await engine(0);
    const both = await machines(redis, { count: 2, adapter, env });
    const answers: Response[] = [];
    for (let n = 0; n < 8; n += 1) answers.push(await search(both[n % 2]!));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
    const codes = await Promise.all(
      answers.slice(4).map(async (answer) => ((await answer.json()) as { code: string }).code),
    );
    expect(codes).toEqual([code, code, code, code]);
  });

  test('report whether Redis is reachable, and answer in either case', async () => {
    const redis = await redisForTest();
    const { adapter } = await engine(0);
    const [one] = (await machines(redis, { count: 1, adapter })) as [Service];
    expect(await get(one, '/readyz')).toBe('{"status":"ready","redis":"up"}');
    expect(await get(one, '/metrics')).toMatch(/^svc_redis_up 1$/m);
    await redis.kill();
    expect((await search(one)).status).toBe(200);
    await expect.poll(() => get(one, '/readyz')).toBe('{"status":"ready","redis":"away"}');
    const metrics = await get(one, '/metrics');
    expect(metrics).toMatch(/^svc_redis_up 0$/m);
    expect(metrics).toMatch(/^svc_redis_away_total\{reason="\w+"\} 1$/m);
    expect((await search(one)).status).toBe(200);
  });

  test('start while Redis is unreachable, and share their state once it is reachable', async () => {
    const redis = await redisForTest();
    const secret = await keyIn(redis);
    await redis.kill();
    const { adapter } = await engine(0);
    const [[fixed], [kept]] = await Promise.all([
      machines(redis, { count: 1, adapter }),
      machines(redis, { count: 1, adapter, env: { SVC_API_KEYS: '' } }),
    ]);
    // One service has a key in its environment, and the other has none.
    expect(await get(fixed!, '/readyz')).toBe('{"status":"ready","redis":"away","keys":"unread"}');
    expect(await get(fixed!, '/metrics')).toMatch(/^svc_redis_away_total\{reason="ECONNREFUSED"\} 1$/m);
    expect((await search(fixed!)).status).toBe(200);
    expect(await get(kept!, '/readyz')).toBe('{"status":"starting","redis":"away","keys":"unread"}');
    for (const service of [fixed!, kept!]) {
      const unread = await search(service, undefined, secret);
      expect([unread.status, unread.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await unread.json()).toMatchObject({ code: 'overloaded', retryable: true });
    }
    await redis.restart();
    for (const service of [fixed!, kept!]) {
      await expect.poll(() => get(service, '/readyz')).toBe('{"status":"ready","redis":"up","keys":"current"}');
      await expect.poll(async () => (await search(service, undefined, secret)).status).toBe(200);
      expect((await search(service, undefined, 'not-a-known-key')).status).toBe(401);
    }
    // Each process counts the others at its next heartbeat.
    await expect.poll(() => get(kept!, '/metrics')).toMatch(/^svc_redis_processes 2$/m);
    const id = await addJob(kept!, secret);
    await expect.poll(() => jobState(kept!, id, secret)).toBe('completed');
  });
});

/** Creates a key in Redis; returns its secret. */
async function keyIn(redis: TestRedis): Promise<string> {
  const made = await run(['keys', 'create', '--name', 'Kept', '--id', 'kept', '--json', '--redis', redis.url]);
  expect([made.code, made.err]).toEqual([0, '']);
  return JSON.parse(made.out).secret;
}

async function addJob({ address }: Service, secret: string): Promise<string> {
  const response = await fetch(`${address}/api/v1/batches`, {
    method: 'POST',
    headers: { 'x-api-key': secret, 'content-type': 'application/x-ndjson' },
    body: '{"id":"a","operation":"gamma.search","query":"how do tides work"}\n',
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { id: string }).id;
}

async function jobState({ address }: Service, id: string, secret: string): Promise<string> {
  const response = await fetch(`${address}/api/v1/batches/${id}`, { headers: { 'x-api-key': secret } });
  return ((await response.json()) as { state: string }).state;
}
