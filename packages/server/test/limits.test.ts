import { expect, test } from 'vitest';
import { createLimiter } from '../src/limits/limiter.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { disabledKey, testService } from './helpers/service.js';

const { path } = fakeEndpoint;

const limited = () =>
  testService({
    endpoints: [fakeEndpoint],
    adapter: serving(({ page }) => tenRows(page)),
    env: { SVC_RATE_LIMIT: '2', SVC_RATE_WINDOW_SECONDS: '30' },
  });

test('every authenticated answer tells the quota; the limit is answered with 429', async () => {
  const service = limited();
  const good = await service.post(path, { query: 'a' });
  const bad = await service.post(path, { query: 5 });
  const refused = await service.post(path, { query: 'a' });
  expect([good.statusCode, bad.statusCode, refused.statusCode]).toEqual([200, 400, 429]);
  expect([good, bad, refused].map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1', '0', '0']);
  expect(good.headers).toMatchObject({
    'ratelimit-policy': '"default";q=2;w=30',
    ratelimit: '"default";r=1;t=30',
    'x-ratelimit-limit': '2',
    'x-ratelimit-reset': '30',
  });
  expect(refused.json()).toMatchObject({ code: 'rate_limited', retryable: true });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('look-ups tell the quota and cost nothing', async () => {
  const service = limited();
  const answers = [1, 2, 3].map(() => service.get('/api/v1/countries'));
  for (const { statusCode, headers } of await Promise.all(answers)) {
    expect([statusCode, headers['x-ratelimit-remaining']]).toEqual([200, '2']);
  }
});

test('who is not let in is told nothing of a quota', async () => {
  const service = limited();
  for (const key of ['', 'unknown-key', disabledKey]) {
    const { headers } = await service.post(path, { query: 'a' }, { 'x-api-key': key });
    expect(headers).not.toHaveProperty('ratelimit');
  }
  expect((await service.post(path, { query: 'a' })).headers['x-ratelimit-remaining']).toBe('1');
});

test('a window starts with its first request and ends by the clock, each key has its own', () => {
  let now = 5_000;
  const limiter = createLimiter({ limit: 1, window: 10, now: () => now });
  expect(limiter.take('a')).toEqual({ limit: 1, remaining: 0, reset: 10, allowed: true });
  now += 9_001;
  expect(limiter.take('a')).toEqual({ limit: 1, remaining: 0, reset: 1, allowed: false });
  expect(limiter.take('b').allowed).toBe(true);
  expect(limiter.peek('c')).toEqual({ limit: 1, remaining: 1, reset: 10 });
  now += 999;
  expect(limiter.take('a').allowed).toBe(true);
});
