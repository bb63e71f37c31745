import { expect, test } from 'vitest';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { always, disabledKey, testService } from './helpers/service.js';

const { path } = fakeEndpoint;
const adapter = serving(({ page }) => tenRows(page));
const limited = (env: Record<string, string> = {}) =>
  testService({
    endpoints: [fakeEndpoint],
    adapter,
    env: { SVC_RATE_LIMIT: '2', SVC_RATE_WINDOW_SECONDS: '30', ...env },
  });

test('every authenticated response has the rate limit headers, and requests beyond the limit get 429', async () => {
  const service = limited();
  const began = performance.now();
  const good = await service.post(path, { query: 'a' });
  const bad = await service.post(path, { query: 5 });
  const refused = await service.post(path, { query: 'a' });
  const passed = Math.ceil((performance.now() - began) / 1000);
  expect([good.statusCode, bad.statusCode, refused.statusCode]).toEqual([200, 400, 429]);
  expect([good, bad, refused].map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1', '0', '0']);
  expect(good.headers).toMatchObject({
    'ratelimit-policy': '"default";q=2;w=30',
    ratelimit: '"default";r=1;t=15',
    'x-ratelimit-limit': '2',
    'x-ratelimit-reset': '15',
  });
  expect(refused.json()).toMatchObject({ code: 'rate_limited', retryable: true });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(15 - passed);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15);
});

test.each([
  ['malformed JSON', { payload: '{', type: 'application/json', status: 400 }],
  ['another media type', { payload: 'query=a', type: 'text/plain', status: 415 }],
  ['a body that is too large', { payload: `"${'a'.repeat(70_000)}"`, type: 'application/json', status: 413 }],
])('the response to %s has the rate limit headers', async (_name, { payload, type, status }) => {
  const service = limited();
  const answer = await service.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'x-api-key': 'test-key-of-the-service', 'content-type': type },
  });
  expect([answer.statusCode, answer.headers['x-ratelimit-remaining']]).toEqual([status, '1']);
});

test('a caller without a valid key learns no limits and uses no quota', async () => {
  const service = limited();
  for (const key of ['', 'unknown-key', disabledKey]) {
    const { headers } = await service.post(path, { query: 'a' }, { 'x-api-key': key });
    expect(headers).not.toHaveProperty('ratelimit');
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  }
  expect((await service.post(path, { query: 'a' })).headers['x-ratelimit-remaining']).toBe('1');
});

test('look-ups have their own rate, separate from searches', async () => {
  const service = limited({ SVC_LOOKUP_RATE_LIMIT: '3' });
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push(await service.get('/api/v1/countries'));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  expect(answers[0]?.headers['ratelimit-policy']).toBe('"lookups";q=3;w=30');
  expect(answers[3]?.json()).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('3 look-ups') });
  expect((await service.post(path, { query: 'a' })).headers['x-ratelimit-remaining']).toBe('1');
});

test('a search costs as many pages as it requests', async () => {
  const service = limited({ SVC_RATE_LIMIT: '20', SVC_DAY_QUOTA: '25', SVC_MONTH_QUOTA: '100' });
  const { statusCode, headers } = await service.post(path, { query: 'a', num: 100 });
  expect([statusCode, headers['x-ratelimit-remaining']]).toEqual([200, '10']);
  expect(headers.ratelimit).toMatch(/^"default";r=10;t=\d+, "day";r=15;t=\d+, "month";r=90;t=\d+$/);
  expect(headers['ratelimit-policy']).toMatch(/^"default";q=20;w=30, "day";q=25;w=86400, "month";q=100;w=\d{7}$/);
});

test.each([
  ['alpha/search', { num: 25, page: 2 }, 3],
  ['alpha/news', { num: 40 }, 4],
  ['beta/search', { num: 50 }, 5],
  ['beta/search', {}, 1],
  ['gamma/search', { page: 3 }, 1],
  ['gamma/search', { page: 99 }, 1],
  ['alpha/search/autocomplete', {}, 1],
])('%s with %o costs %i', async (name, fields, cost) => {
  const service = testService({ adapter: always('<p>'), env: { SVC_RATE_LIMIT: '100' } });
  const { headers } = await service.post(`/api/v1/${name}`, { query: 'a', ...fields });
  expect(headers['x-ratelimit-remaining']).toBe(`${100 - cost}`);
});

test('a search that needs more pages than are left is rejected and costs one request', async () => {
  const service = limited({ SVC_RATE_LIMIT: '12' });
  expect((await service.post(path, { query: 'a', num: 80 })).headers['x-ratelimit-remaining']).toBe('4');
  const refused = await service.post(path, { query: 'b', num: 80 });
  expect([refused.json().code, refused.headers['x-ratelimit-remaining']]).toEqual(['rate_limited', '3']);
  expect(service.requests.filter(({ query }) => query === 'b')).toEqual([]);
});

test('a search beyond the quota gets 429 with the time until the next day', async () => {
  const service = limited({ SVC_RATE_LIMIT: '100', SVC_DAY_QUOTA: '3' });
  for (const query of ['a', 'b']) expect((await service.post(path, { query })).statusCode).toBe(200);
  const refused = await service.post(path, { query: 'c', num: 20 });
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'quota_exceeded', retryable: true }]);
  expect(refused.json().detail).toContain('3 pages per day (UTC) and has 1 left; this search costs 2');
  const left = 86_400 - ((Date.now() / 1000) % 86_400);
  expect(Math.abs(Number(refused.headers['retry-after']) - left)).toBeLessThan(5);
  expect(refused.headers.ratelimit).toMatch(/"day";r=1;/);
  expect((await service.post(path, { query: 'd' })).statusCode).toBe(200);
});

test('failed and invalid searches cost no quota', async () => {
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
