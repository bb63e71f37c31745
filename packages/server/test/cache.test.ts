import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Answer, memoryAnswerCache } from '../src/cache/answer-cache.js';
import { createCanonical } from '../src/requests/canonical.js';
import { createMakeBytes } from '../src/search/answers.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { key, testService } from './helpers/service.js';

const { path } = fakeEndpoint;
const adapter = serving(({ page }) => tenRows(page));
const env = { SVC_CACHE: 'memory' };
const withCache = () => testService({ endpoints: [fakeEndpoint], adapter, env });

function answer(bytes: number, id = 'id'): Answer {
  return { facts: { id, pages: 1, rows: 10, stop: 'complete' }, bytes: randomBytes(bytes) };
}

describe('answers in memory', () => {
  test('go when they are too old', async () => {
    let now = 1;
    const cache = memoryAnswerCache({ ttl: 10, bytes: 1e6, now: () => now });
    const kept = answer(10);
    await cache.set('a', kept);
    now += 9_999;
    expect(await cache.get('a')).toBe(kept);
    now += 2;
    expect(await cache.get('a')).toBeUndefined();
  });

  test('take no more bytes than allowed: the one unused for longest goes', async () => {
    const cache = memoryAnswerCache({ ttl: 10, bytes: 100_000 });
    for (const name of ['a', 'b', 'c', 'd']) await cache.set(name, answer(20_000));
    await cache.get('a');
    await cache.set('e', answer(20_000));
    const names = ['a', 'b', 'c', 'd', 'e'];
    const kept = await Promise.all(names.map(async (name) => (await cache.get(name)) !== undefined));
    expect(kept).toEqual([true, false, true, true, true]);
  });

  test('include no answer of more than a quarter of them', async () => {
    const cache = memoryAnswerCache({ ttl: 10, bytes: 100_000 });
    await cache.set('a', answer(20_000));
    await cache.set('b', answer(30_000));
    expect([await cache.get('a'), await cache.get('b')]).toEqual([expect.anything(), undefined]);
  });

  test('count their keys and what holds them together', async () => {
    const cache = memoryAnswerCache({ ttl: 10, bytes: 100_000 });
    for (let count = 0; count < 200; count += 1) await cache.set(`${count}`, answer(0));
    const kept = await Promise.all(Array.from({ length: 200 }, (_, count) => cache.get(`${count}`)));
    expect(kept.filter((one) => one !== undefined).length).toBeLessThanOrEqual(100);
  });
});

describe('requests that have the same answer', () => {
  const known = { query: 1, gl: 1, hl: 1, page: 1, cp: 1, device: 1, nfpr: 1 };
  const canonical = createCanonical(known);
  const same = canonical({ query: 'a', gl: 'us', page: 1, nfpr: true });

  test.each([
    [{ page: 1, gl: 'US', query: 'a', nfpr: true }],
    [{ query: 'a', gl: 'uS', nfpr: 1 }],
    [{ query: 'a', gl: 'us', nfpr: true, device: 'desktop' }],
    [{ query: 'a', gl: 'us', page: 0, nfpr: 1 }],
    [{ query: 'a', gl: 'us', cp: 0, nfpr: 1 }],
  ])('%o is the same', (given) => {
    expect(JSON.stringify(canonical(given))).toBe(JSON.stringify(same));
  });

  test.each([
    [{ query: 'A', gl: 'us', nfpr: 1 }],
    [{ query: 'a', nfpr: 1 }],
    [{ query: 'a', gl: 'us', nfpr: 1, page: 2 }],
    [{ query: 'a', hl: 'us', nfpr: 1 }],
    [{ query: 'a', gl: 'us', nfpr: 0 }],
    [{ query: 'a', gl: 'us', nfpr: 1, device: 'mobile' }],
  ])('%o is another', (given) => {
    expect(JSON.stringify(canonical(given))).not.toBe(JSON.stringify(same));
  });

  test('what an operation does not take is not made up', () => {
    expect(createCanonical({ query: 1 })({ query: 'a' })).toEqual({ query: 'a' });
  });

  test('share an answer, and each is echoed as it was sent', async () => {
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

  test('share a search in progress too', async () => {
    const service = testService();
    const query = 'how to descale a kettle';
    const answers = await Promise.all(['us', 'US'].map((gl) => service.post('/api/v1/alpha/search', { query, gl })));
    expect(answers.map((answer) => answer.json().search_parameters.gl)).toEqual(['us', 'US']);
    expect(service.requests).toHaveLength(1);
  });
});

describe('what is sent', () => {
  const get = (service: ReturnType<typeof withCache>, query: string, accepted?: string) =>
    service.post(path, { query, num: 30 }, accepted === undefined ? {} : { 'accept-encoding': accepted });

  test.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0.5, gzip;q=1', 'gzip', gunzipSync],
    ['GZIP', 'gzip', gunzipSync],
  ])('to who accepts %s is compressed by %s, cached or not', async (accepted, encoding, decompress) => {
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

  test.each([undefined, 'identity', 'gzip;q=0', 'zstd'])('to who accepts %s is as it is', async (accepted) => {
    const { headers } = await get(withCache(), 'a', accepted);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers.vary).toBe('accept-encoding');
  });

  test('is not compressed where it is small, and look-ups are where they are large', async () => {
    const service = withCache();
    const accepted = { 'accept-encoding': 'gzip' };
    const small = await service.post(path, { query: 5 }, accepted);
    expect([small.statusCode, small.headers['content-encoding']]).toEqual([400, undefined]);
    const large = await service.get('/api/v1/countries', accepted);
    expect(large.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(large.rawPayload).toString()).countries.length).toBeGreaterThan(100);
  });

  test('is compressed once for each answer, encoding and echo', async () => {
    const cache = memoryAnswerCache({ ttl: 10, bytes: 1e6 });
    const makeBytes = createMakeBytes(cache);
    const object = { facts: answer(0).facts, bytes: Buffer.from(JSON.stringify({ rows: 'a'.repeat(2_000) })) };
    const form = { parameters: { q: 'a' }, encoding: 'gzip' as const };
    const first = await makeBytes(object, form);
    expect(await makeBytes(object, form)).toBe(first);
    expect(await makeBytes(object, { ...form, encoding: 'br' })).not.toEqual(first);
    const other = await makeBytes(object, { ...form, parameters: { q: 'b' } });
    expect(JSON.parse(gunzipSync(other).toString()).search_parameters).toEqual({ q: 'b' });
    const renewed = { ...object, facts: { ...object.facts, id: 'another' } };
    expect(await makeBytes(renewed, form)).not.toBe(first);
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
] as const)('%s %s %o says that nobody may keep it', async (method, url, payload, status) => {
  const { app } = withCache();
  const answer = await app.inject({ method, url, headers: { 'x-api-key': key }, ...(payload && { payload }) });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  const refused = await app.inject({ method, url, ...(payload && { payload }) });
  expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});
