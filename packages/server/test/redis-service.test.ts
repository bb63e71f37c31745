import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Adapter } from '@svc/fetchers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config/config.js';
import { type Service, startService } from '../src/main.js';
import { after } from './contracts/several.js';
import { hasRedis, redisForTest, type TestRedis } from './helpers/redis.js';
import { environment, key, pagesFolder } from './helpers/service.js';

/** An engine that takes its time, and says how often it was asked. */
async function engine(delay: number): Promise<{ adapter: Adapter; asked(): number }> {
  const body = await readFile(join(pagesFolder, 'gamma.search', 'typical', 'page.html'));
  let count = 0;
  const adapter: Adapter = async ({ url }) => {
    count += 1;
    await after(delay);
    return { url, status: 200, headers: {}, body };
  };
  return { adapter, asked: () => count };
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
  test('fetch once what both are asked for at the same time, and cache it for both', async () => {
    const redis = await redisForTest();
    const { adapter, asked } = await engine(200);
    const [one, other] = (await machines(redis, { count: 2, adapter, env: { SVC_CACHE: 'redis' } })) as [
      Service,
      Service,
    ];
    const answers = await Promise.all([search(one), search(other), search(other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(asked()).toBe(1);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(bodies[1]).toEqual(bodies[0]);
    const cached = await search(other);
    expect([cached.headers.get('x-cache'), await cached.json(), asked()]).toEqual(['HIT', bodies[0], 1]);
  });

  test('hold rates and quotas together', async () => {
    const redis = await redisForTest();
    const { adapter } = await engine(0);
    const env = { SVC_RATE_LIMIT: '6', SVC_RATE_WINDOW_SECONDS: '3600', SVC_DAY_QUOTA: '4' };
    const both = await machines(redis, { count: 2, adapter, env });
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await search(both[n % 2]!)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
    const codes = await Promise.all(
      both.map(async (service) => ((await (await search(service)).json()) as { code: string }).code),
    );
    expect(codes).toEqual(['rate_limited', 'rate_limited']);
  });

  test('say whether Redis is there, and answer in any case', async () => {
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
});
