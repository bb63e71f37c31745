import { describe, expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { key, type LoadShedder, testService } from './helpers/service.js';

describe('an overloaded service', () => {
  const full: LoadShedder = { shouldShed: () => true, enter: () => () => {}, recordRefusal: () => 7 };
  const service = testService({ loadShedder: full });

  test.each(endpoints.flatMap(({ path, page }) => [path, page.path]))('rejects %s with Retry-After', async (path) => {
    const response = await service.post(path, { query: 'a' });
    expect([response.statusCode, response.json().code, response.json().retryable]).toEqual([503, 'overloaded', true]);
    expect(response.headers['retry-after']).toBe('7');
    expect(response.json().detail).toBe('The service is overloaded: too many requests are waiting for the processor.');
    expect(service.requests).toEqual([]);
  });

  test('does not count rejected requests, and sends the limits', async () => {
    const left = async () =>
      (await service.post('/api/v1/gamma/search', { query: 'a' })).headers['x-ratelimit-remaining'];
    expect([await left(), await left()]).toEqual(['100000', '100000']);
  });

  test('answers look-ups and probes', async () => {
    const paths = ['/livez', '/readyz', '/metrics', '/api/v1/countries'];
    const statuses = await Promise.all(paths.map(async (path) => (await service.get(path)).statusCode));
    expect(statuses).toEqual([200, 200, 200, 200]);
  });
});

test('a request is in progress from authentication until its response is sent', async () => {
  const seen: string[] = [];
  const gate: LoadShedder = {
    shouldShed: () => false,
    enter: ({ path }) => {
      seen.push(`+${path}`);
      return () => seen.push(`-${path}`);
    },
    recordRefusal: () => 1,
  };
  const service = testService({ loadShedder: gate });
  await service.post('/api/v1/gamma/search', { query: 'a' });
  await service.app.inject({ method: 'POST', url: '/api/v1/gamma/search', headers: { 'x-api-key': `not ${key}` } });
  expect(seen).toEqual(['+/api/v1/gamma/search', '-/api/v1/gamma/search']);
});

test('rejections of a key over its limit are delayed while another key is served', async () => {
  const [loud, quiet] = ['the-key-that-floods', 'the-key-that-does-not'];
  const service = testService({
    endpoints: [fakeEndpoint],
    adapter: serving(() => tenRows(1)),
    env: { SVC_API_KEYS: `${loud},${quiet}`, SVC_DISABLED_API_KEYS: '', SVC_RATE_LIMIT: '1' },
  });
  const ask = (key: string) => service.post(fakeEndpoint.path, { query: 'a' }, { 'x-api-key': key });
  const flood = async () => {
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(loud)));
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(49);
    return performance.now() - start;
  };
  expect((await ask(quiet)).statusCode).toBe(200);
  expect(await flood()).toBeGreaterThan(48 * 4);
});
