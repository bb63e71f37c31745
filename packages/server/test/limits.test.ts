import { expect, test } from 'vitest';
import { draw } from '../src/limits/gcra.js';
import { limitHeaders } from '../src/limits/headers.js';
import { createLimiter } from '../src/limits/limiter.js';
import type { Caller } from '../src/limits/policy.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { disabledKey, testService } from './helpers/service.js';

const { path } = fakeEndpoint;
const adapter = serving(({ page }) => tenRows(page));
const limited = (env: Record<string, string> = {}) =>
  testService({
    endpoints: [fakeEndpoint],
    adapter,
    env: { SVC_RATE_LIMIT: '2', SVC_RATE_WINDOW_SECONDS: '30', ...env },
  });

const names = { rate: { requests: 10, seconds: 10 }, lookupRate: { requests: 2, seconds: 4 }, perDay: 0, perMonth: 0 };
const caller = (limits: Caller['limits'] = {}): Caller => ({ id: 'a', limits });

test('every authenticated answer tells the rate; the limit is answered with 429', async () => {
  const service = limited();
  const good = await service.post(path, { query: 'a' });
  const bad = await service.post(path, { query: 5 });
  const refused = await service.post(path, { query: 'a' });
  expect([good.statusCode, bad.statusCode, refused.statusCode]).toEqual([200, 400, 429]);
  expect([good, bad, refused].map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1', '0', '0']);
  expect(good.headers).toMatchObject({
    'ratelimit-policy': '"default";q=2;w=30',
    ratelimit: '"default";r=1;t=15',
    'x-ratelimit-limit': '2',
    'x-ratelimit-reset': '15',
  });
  expect(refused.json()).toMatchObject({ code: 'rate_limited', retryable: true });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(14);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15);
});

test.each([
  ['malformed JSON', { payload: '{', type: 'application/json', status: 400 }],
  ['another media type', { payload: 'query=a', type: 'text/plain', status: 415 }],
  ['a body that is too large', { payload: `"${'a'.repeat(70_000)}"`, type: 'application/json', status: 413 }],
])('the limits are told with %s', async (_name, { payload, type, status }) => {
  const service = limited();
  const answer = await service.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'x-api-key': 'test-key-of-the-service', 'content-type': type },
  });
  expect([answer.statusCode, answer.headers['x-ratelimit-remaining']]).toEqual([status, '1']);
});

test('who is not let in is told nothing of a limit and uses nothing up', async () => {
  const service = limited();
  for (const key of ['', 'unknown-key', disabledKey]) {
    const { headers } = await service.post(path, { query: 'a' }, { 'x-api-key': key });
    expect(headers).not.toHaveProperty('ratelimit');
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  }
  expect((await service.post(path, { query: 'a' })).headers['x-ratelimit-remaining']).toBe('1');
});

test('look-ups have a rate of their own and leave that of searches alone', async () => {
  const service = limited({ SVC_LOOKUP_RATE_LIMIT: '3' });
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push(await service.get('/api/v1/countries'));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  expect(answers[0]?.headers['ratelimit-policy']).toBe('"lookups";q=3;w=30');
  expect(answers[3]?.json()).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('3 look-ups') });
  expect((await service.post(path, { query: 'a' })).headers['x-ratelimit-remaining']).toBe('1');
});

test('a search costs as many pages as it asks for', async () => {
  const service = limited({ SVC_RATE_LIMIT: '20', SVC_DAY_QUOTA: '25', SVC_MONTH_QUOTA: '100' });
  const { statusCode, headers } = await service.post(path, { query: 'a', num: 100 });
  expect([statusCode, headers['x-ratelimit-remaining']]).toEqual([200, '10']);
  expect(headers.ratelimit).toMatch(/^"default";r=10;t=\d+, "day";r=15;t=\d+, "month";r=90;t=\d+$/);
  expect(headers['ratelimit-policy']).toMatch(/^"default";q=20;w=30, "day";q=25;w=86400, "month";q=100;w=\d{7}$/);
});

test('a search that needs more pages than are left is refused and costs one request', async () => {
  const service = limited({ SVC_RATE_LIMIT: '12' });
  expect((await service.post(path, { query: 'a', num: 80 })).headers['x-ratelimit-remaining']).toBe('4');
  const refused = await service.post(path, { query: 'b', num: 80 });
  expect([refused.json().code, refused.headers['x-ratelimit-remaining']]).toEqual(['rate_limited', '3']);
  expect(service.requests.filter(({ query }) => query === 'b')).toEqual([]);
});

test('an exceeded quota is answered with 429 and the time until the next day', async () => {
  const service = limited({ SVC_RATE_LIMIT: '100', SVC_DAY_QUOTA: '3' });
  for (const query of ['a', 'b']) expect((await service.post(path, { query })).statusCode).toBe(200);
  const refused = await service.post(path, { query: 'c', num: 20 });
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'quota_exceeded', retryable: true }]);
  expect(refused.json().detail).toContain('3 pages in a day (UTC) and has 1 left; this search asks for 2');
  const left = 86_400 - ((Date.now() / 1000) % 86_400);
  expect(Math.abs(Number(refused.headers['retry-after']) - left)).toBeLessThan(5);
  expect(refused.headers.ratelimit).toMatch(/"day";r=1;/);
  expect((await service.post(path, { query: 'd' })).statusCode).toBe(200);
});

test('searches that fail, and those with faults, cost no quota', async () => {
  const failing = testService({
    endpoints: [fakeEndpoint],
    adapter: serving(() => ({ state: 'captcha' })),
    env: { SVC_DAY_QUOTA: '5' },
  });
  const captcha = await failing.post(path, { query: 'a', num: 40 });
  expect([captcha.json().code, captcha.headers.ratelimit]).toEqual([
    'upstream_captcha',
    expect.stringMatching(/"day";r=5;/),
  ]);
  const bad = await failing.post(path, { query: '' });
  expect([bad.statusCode, bad.headers.ratelimit]).toEqual([400, expect.stringMatching(/"day";r=5;/)]);
});

test('a cached answer costs one request and no quota', async () => {
  const service = limited({ SVC_RATE_LIMIT: '100', SVC_DAY_QUOTA: '50', SVC_CACHE: 'memory' });
  const first = await service.post(path, { query: 'a', num: 30 });
  const again = await service.post(path, { query: 'a', num: 30 });
  expect([first, again].map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['97', '96']);
  for (const { headers } of [first, again]) expect(headers.ratelimit).toMatch(/"day";r=47;/);
});

test('a bucket gives its whole rate at once, then one token at a time', () => {
  const rate = { requests: 4, seconds: 8 };
  let fullAt = 0;
  const take = (now: number, cost = 1) => {
    const drawn = draw(fullAt, cost, { rate, now });
    fullAt = drawn.fullAt;
    return [drawn.allowed, drawn.remaining, drawn.wait];
  };
  const start = 1_000_000;
  expect([take(start), take(start), take(start), take(start)]).toEqual([
    [true, 3, 0],
    [true, 2, 0],
    [true, 1, 0],
    [true, 0, 0],
  ]);
  expect(take(start)).toEqual([false, 0, 2_000]);
  expect(take(start + 1_999)).toEqual([false, 0, 1]);
  expect(take(start + 2_000)).toEqual([true, 0, 0]);
  expect(take(start + 2_000, 0)).toEqual([true, 0, 0]);
  expect(take(start + 6_000, 0)).toEqual([true, 2, 0]);
  expect(take(start + 6_000, 2)).toEqual([true, 0, 0]);
  expect(take(start + 60_000, 4)).toEqual([true, 0, 0]);
});

test('what costs more than a bucket holds needs a full one and leaves a debt', () => {
  const rate = { requests: 4, seconds: 8 };
  const first = draw(0, 1, { rate, now: 1_000 });
  expect(draw(first.fullAt, 10, { rate, now: 1_000 })).toMatchObject({ allowed: false, wait: 2_000, remaining: 3 });
  const debt = draw(first.fullAt, 10, { rate, now: 3_000 });
  expect(debt).toEqual({ allowed: true, wait: 0, remaining: 0, fullAt: 23_000 });
  expect(draw(debt.fullAt, 1, { rate, now: 16_999 })).toMatchObject({ allowed: false, wait: 1 });
  expect(draw(debt.fullAt, 1, { rate, now: 17_000 }).allowed).toBe(true);
});

test('no window lets more through than the rate and one bucket', () => {
  const rate = { requests: 7, seconds: 10 };
  let fullAt = 0;
  const let_in: number[] = [];
  for (let now = 0; now < 60_000; now += 37) {
    const drawn = draw(fullAt, 1, { rate, now });
    fullAt = drawn.fullAt;
    if (drawn.allowed) let_in.push(now);
  }
  for (const start of let_in) {
    const within = let_in.filter((time) => time >= start && time < start + 10_000).length;
    expect(within).toBeLessThanOrEqual(14);
  }
  expect(let_in.length).toBeGreaterThanOrEqual(7 + 40);
  expect(let_in.length).toBeLessThanOrEqual(7 + 42);
});

test('each key and each rate has a bucket of its own', async () => {
  let now = 1_000_000;
  const limiter = createLimiter({ defaults: names, now: () => now });
  const other = { id: 'b', limits: { rate: { requests: 1, seconds: 60 } } };
  expect((await limiter.request(other, 'default')).refusal).toBeUndefined();
  expect((await limiter.request(other, 'default')).refusal).toMatchObject({ code: 'rate_limited' });
  expect((await limiter.request(other, 'lookups')).standings).toEqual([
    { name: 'lookups', limit: 2, used: 1, remaining: 1, window: 4, reset: 2 },
  ]);
  expect((await limiter.request(caller(), 'default')).standings[0]).toEqual({
    name: 'default',
    limit: 10,
    used: 1,
    remaining: 9,
    window: 10,
    reset: 1,
  });
  now += 60_000;
  expect((await limiter.request(other, 'default')).refusal).toBeUndefined();
});

test('quotas are those of the key, then those of the service, in days and months of UTC', async () => {
  let now = Date.parse('2026-11-30T23:59:50.000Z');
  const limiter = createLimiter({ defaults: { ...names, perDay: 4, perMonth: 100 }, now: () => now });
  const own = caller({ perDay: 2, perMonth: 5 });
  const standing = async () => (await limiter.standings(own)).slice(2);
  expect((await limiter.search(own, 2)).refusal).toBeUndefined();
  expect(await standing()).toEqual([
    { name: 'day', limit: 2, used: 2, remaining: 0, window: 86_400, reset: 10 },
    { name: 'month', limit: 5, used: 2, remaining: 3, window: 30 * 86_400, reset: 10 },
  ]);
  const { refusal } = await limiter.search(own, 1);
  expect(refusal).toMatchObject({ code: 'quota_exceeded', headers: { 'retry-after': '10' } });
  expect((await limiter.search({ id: 'b', limits: {} }, 4)).refusal).toBeUndefined();
  now += 10_000;
  expect(await standing()).toEqual([
    { name: 'day', limit: 2, used: 0, remaining: 2, window: 86_400, reset: 86_400 },
    { name: 'month', limit: 5, used: 0, remaining: 5, window: 31 * 86_400, reset: 31 * 86_400 },
  ]);
});

test('a month goes on when a day ends, and its quota holds too', async () => {
  let now = Date.parse('2026-11-20T12:00:00.000Z');
  const limiter = createLimiter({ defaults: names, now: () => now });
  const own = caller({ perDay: 3, perMonth: 5 });
  await limiter.search(own, 3);
  now += 86_400_000;
  expect((await limiter.search(own, 3)).refusal).toMatchObject({ message: expect.stringContaining('in a month') });
  expect((await limiter.search(own, 2)).refusal).toBeUndefined();
  expect((await limiter.standings(own)).slice(2).map(({ used }) => used)).toEqual([2, 5]);
});

test('a refund after midnight goes to the day that paid', async () => {
  let now = Date.parse('2026-11-20T23:59:59.000Z');
  const limiter = createLimiter({ defaults: names, now: () => now });
  const own = caller({ perDay: 10 });
  const late = await limiter.search(own, 3);
  now += 2_000;
  await limiter.search(own, 4);
  await late.refund();
  expect((await limiter.standings(own)).slice(2).map(({ used }) => used)).toEqual([4, 4]);
});

test('searches that come at once never exceed a quota together', async () => {
  const limiter = createLimiter({ defaults: { ...names, rate: { requests: 1000, seconds: 1 } } });
  const own = caller({ perDay: 5 });
  const charges = await Promise.all(Array.from({ length: 20 }, () => limiter.search(own, 1)));
  expect(charges.filter(({ refusal }) => refusal === undefined).length).toBeLessThanOrEqual(5);
  expect((await limiter.standings(own))[2]?.used).toBeLessThanOrEqual(5);
});

test('the headers list every limit that there is, the rate first', () => {
  const standing = { limit: 5, used: 1, remaining: 4, window: 10, reset: 2 };
  const none = { ...standing, limit: undefined, remaining: undefined };
  expect(
    limitHeaders([
      { ...standing, name: 'default' },
      { ...none, name: 'day' },
      { ...standing, name: 'month', limit: 9 },
    ]),
  ).toEqual({
    'ratelimit-policy': '"default";q=5;w=10, "month";q=9;w=10',
    ratelimit: '"default";r=4;t=2, "month";r=4;t=2',
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '4',
    'x-ratelimit-reset': '2',
  });
});
