import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { key, testService } from './helpers/service.js';

const { path } = fakeEndpoint;
const adapter = serving(({ page }) => tenRows(page));
const env = { SVC_CACHE: 'memory' };
const withCache = () => testService({ endpoints: [fakeEndpoint], adapter, env });

describe('requests with the same canonical form', () => {
  test('share an answer, and each gets its own parameters back', async () => {
    const service = testService({ env });
    const alpha = '/api/v1/alpha/search';
    const query = 'how to descale a kettle';
    const first = await service.post(alpha, { query, gl: 'us', hl: 'EN' });
    const second = await service.post(alpha, { query, gl: 'US', hl: 'en', page: 0 });
    expect([first.headers['x-cache'], second.headers['x-cache']]).toEqual(['MISS', 'HIT']);
    const [{ search_parameters: one, ...rest }, { search_parameters: other, ...same }] = [first.json(), second.json()];
    expect(one).toMatchObject({ q: query, gl: 'us', hl: 'EN', page: null });
    expect(other).toMatchObject({ q: query, gl: 'US', hl: 'en', page: 0 });
    expect(same).toEqual(rest);
  });

  test('share a search in progress', async () => {
    const service = testService();
    const query = 'how to descale a kettle';
    const answers = await Promise.all(['us', 'US'].map((gl) => service.post('/api/v1/alpha/search', { query, gl })));
    expect(answers.map((answer) => answer.json().search_parameters.gl)).toEqual(['us', 'US']);
    expect(service.requests).toHaveLength(1);
  });
});

test('truncated pages are not cached, neither as an error nor at the end of a list', async () => {
  const breaking = serving(({ page, query }) => (page === 1 && query === 'list' ? tenRows(1) : { state: 'truncated' }));
  const service = testService({ endpoints: [fakeEndpoint], adapter: breaking, env });
  for (const round of [1, 2]) {
    const list = await service.post(path, { query: 'list', num: 20 });
    const page = await service.post(path, { query: 'page' });
    expect([round, list.statusCode, list.headers['x-cache']]).toEqual([round, 200, 'MISS']);
    expect([round, page.statusCode, page.json().code]).toEqual([round, 502, 'upstream_bad_response']);
  }
});

describe('a response', () => {
  const get = (service: ReturnType<typeof withCache>, query: string, accepted?: string) =>
    service.post(path, { query, num: 30 }, accepted === undefined ? {} : { 'accept-encoding': accepted });

  test.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0.5, gzip;q=1', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
  ])('for Accept-Encoding %s is compressed with %s, cached or not', async (accepted, encoding, decompress) => {
    const service = withCache();
    const plain = await get(service, 'a');
    for (const state of ['HIT', 'HIT']) {
      const packed = await get(service, 'a', accepted);
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', 'x-cache': state });
      expect(packed.headers['content-length']).toBe(`${packed.rawPayload.length}`);
      expect(JSON.parse(decompress(packed.rawPayload).toString())).toEqual(plain.json());
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    }
    const fresh = await get(service, 'b', accepted);
    expect([fresh.headers['x-cache'], fresh.headers['content-encoding']]).toEqual(['MISS', encoding]);
  });

  test.each([undefined, 'identity', 'gzip;q=0', 'zstd'])(
    'for Accept-Encoding %s is not compressed',
    async (accepted) => {
      const { headers } = await get(withCache(), 'a', accepted);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers.vary).toBe('accept-encoding');
    },
  );

  test('is not compressed if it is small; a large look-up is', async () => {
    const service = withCache();
    const accepted = { 'accept-encoding': 'gzip' };
    const small = await service.post(path, { query: 5 }, accepted);
    expect([small.statusCode, small.headers['content-encoding']]).toEqual([400, undefined]);
    const large = await service.get('/api/v1/countries', accepted);
    expect(large.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(large.rawPayload).toString()).countries.length).toBeGreaterThan(100);
  });
});

test.each([
  ['POST', path, { query: 'a' }, 200],
  ['POST', path, { query: 5 }, 400],
  ['GET', '/api/v1/countries', undefined, 200],
  ['GET', '/api/v1/account', undefined, 200],
  ['GET', path, undefined, 405],
  ['GET', '/api/v1/nothing', undefined, 404],
  ['GET', '/api/v1/%zz', undefined, 404],
] as const)('%s %s %o forbids caching', async (method, url, payload, status) => {
  const { app } = withCache();
  const answer = await app.inject({ method, url, headers: { 'x-api-key': key }, ...(payload && { payload }) });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  const refused = await app.inject({ method, url, ...(payload && { payload }) });
  expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});
