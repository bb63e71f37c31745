import { expect, test } from 'vitest';
import type { ApiKey } from '../src/index.js';
import { faultsOfAnswer } from './helpers/description.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { createGate } from './helpers/gate.js';
import { key, testService } from './helpers/service.js';

const { path } = fakeEndpoint;
const account = '/api/v1/account';
const adapter = serving(({ page }) => tenRows(page));

/** A service with one API key, which has the given properties. */
function withKey(given: Partial<ApiKey>, options: Parameters<typeof testService>[0] = {}) {
  const callers = { [key]: { id: 'team', name: 'A team', scopes: ['search', 'lookup'], ...given } };
  const service = testService({ endpoints: [fakeEndpoint], adapter, callers, ...options });
  return { post: (body: unknown) => service.post(path, body), get: (url: string) => service.get(url) };
}

test('the account shows limits, usage, what remains and when each window resets', async () => {
  const expiresAt = Date.parse('2100-01-01');
  const limits = { rate: { requests: 50, seconds: 100 }, concurrency: 3, perDay: 30, perMonth: 400 };
  const { post, get } = withKey({ limits, expiresAt });
  await post({ query: 'a', num: 20 });
  const answer = await get(account);
  expect(answer.statusCode).toBe(200);
  expect(faultsOfAnswer('get', account, answer)).toEqual([]);
  expect(answer.json()).toMatchObject({
    id: 'team',
    name: 'A team',
    scopes: ['search', 'lookup'],
    expires_at: '2100-01-01T00:00:00.000Z',
    limits: {
      rate: { limit: 50, used: 2, remaining: 48, window: 100, reset: 4 },
      lookups: { limit: 600, used: 1, remaining: 599, window: 60, reset: 1 },
      day: { limit: 30, used: 2, remaining: 28, window: 86_400 },
      month: { limit: 400, used: 2, remaining: 398 },
    },
    concurrency: { limit: 3, used: 0, remaining: 3, waiting: 0 },
  });
  expect((await get(account)).json().limits.day.used).toBe(2);
});

test('the account shows usage even without quotas', async () => {
  const service = testService({ endpoints: [fakeEndpoint], adapter });
  await service.post(path, { query: 'a', num: 30 });
  const { limits, expires_at } = (await service.get(account)).json();
  expect(limits.day).toMatchObject({ limit: null, used: 3, remaining: null });
  expect(expires_at).toBeNull();
});

test('the account shows running and queued searches', async () => {
  const gate = createGate<void>();
  const { post, get } = withKey(
    { limits: { concurrency: 1 } },
    {
      adapter: async (request, context) => {
        await gate.promise;
        return adapter(request, context);
      },
    },
  );
  const answers = ['a', 'b', 'c'].map((query) => post({ query }));
  await expect
    .poll(async () => (await get(account)).json().concurrency)
    .toEqual({ limit: 1, used: 1, remaining: 0, waiting: 2 });
  gate.open();
  for (const answer of await Promise.all(answers)) expect(answer.statusCode).toBe(200);
  expect((await get(account)).json().concurrency).toEqual({ limit: 1, used: 0, remaining: 1, waiting: 0 });
});

test('the account rejects unknown parameters', async () => {
  const { get } = withKey({});
  expect((await get(`${account}?all=1`)).json().code).toBe('unknown_parameter');
});

test('a key can only do what its scopes allow', async () => {
  const searching = withKey({ scopes: ['search'] });
  const looking = withKey({ scopes: ['lookup'] });
  const places = '/api/v1/locations?q=lisbon';
  const refused = await searching.get(places);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    { code: 'insufficient_scope', retryable: false, detail: expect.stringContaining('"lookup"') },
  ]);
  expect(refused.headers).toHaveProperty('x-ratelimit-remaining');
  expect((await searching.post({ query: 'a' })).statusCode).toBe(200);
  expect((await looking.get(places)).statusCode).toBe(200);
  expect((await looking.post({ query: 'a' })).json().code).toBe('insufficient_scope');
  expect((await looking.get(account)).statusCode).toBe(200);
});

test('an expired key gets the same error as a disabled key', async () => {
  const { post } = withKey({ expiresAt: Date.now() - 1 });
  const answer = await post({ query: 'a' });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'api_key_disabled']);
});
