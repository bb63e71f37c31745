import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fakeEndpoint, serving } from './helpers/fake-endpoint.js';
import { key, testService } from './helpers/service.js';

const service = testService({ endpoints: [fakeEndpoint], adapter: serving(() => ({ rows: [] })) });

/** The response to a search; its length grows with the query. */
async function answerTo(query: string, accepted?: string, format = 'json') {
  const response = await service.app.inject({
    method: 'POST',
    url: `${fakeEndpoint.path}?format=${format}`,
    headers: { 'x-api-key': key, ...(accepted !== undefined && { 'accept-encoding': accepted }) },
    payload: { query },
  });
  const { headers, rawPayload } = response;
  return { encoding: headers['content-encoding'], vary: headers.vary, length: headers['content-length'], rawPayload };
}

/** A query whose response has this many bytes. */
async function queryFor(bytes: number): Promise<string> {
  const { rawPayload } = await answerTo('a');
  return 'a'.repeat(1 + bytes - rawPayload.length);
}

describe('compression of a JSON response', () => {
  test.each([
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br, gzip', 'br'],
    ['gzip, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for Accept-Encoding %o is %s', async (accepted, encoding) => {
    expect((await answerTo(await queryFor(1_400), accepted)).encoding).toBe(encoding);
  });

  test('is not used for a small response', async () => {
    const sizes = [1_399, 1_400].map(async (size) => (await answerTo(await queryFor(size), 'gzip')).encoding);
    expect(await Promise.all(sizes)).toEqual([undefined, 'gzip']);
  });

  test('matches Content-Encoding', async () => {
    const query = await queryFor(2_000);
    const { rawPayload: plain } = await answerTo(query);
    expect(plain).toHaveLength(2_000);
    expect(gunzipSync((await answerTo(query, 'gzip')).rawPayload)).toEqual(plain);
    expect(brotliDecompressSync((await answerTo(query, 'br')).rawPayload)).toEqual(plain);
  });
});

test('brotli does not use its slowest level', async () => {
  const description = async (accepted: string) =>
    (await service.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': accepted } })).rawPayload;
  const [bytes, { length }] = [await description('identity'), await description('br')];
  expect(length).toBeGreaterThan(brotliCompressSync(bytes).length);
  expect(length).toBeLessThan(gzipSync(bytes).length);
});

describe('compression of a text response', () => {
  const long = 'é'.repeat(800);

  test('depends on its size in bytes, if the client accepts it', async () => {
    const { rawPayload: plain } = await answerTo(long, undefined, 'markdown');
    expect([`${plain}`.length < 1_400, plain.length > 1_400]).toEqual([true, true]);
    const { encoding, vary, length, rawPayload } = await answerTo(long, 'gzip', 'markdown');
    expect([encoding, vary, length]).toEqual(['gzip', 'accept-encoding', `${rawPayload.length}`]);
    expect(gunzipSync(rawPayload)).toEqual(plain);
  });

  test('is not used for other clients or a small response, and Vary is set', async () => {
    for (const [query, accepted] of [
      [long, undefined],
      ['é', 'gzip'],
    ] as const) {
      const { encoding, vary, rawPayload } = await answerTo(query, accepted, 'markdown');
      expect([encoding, vary]).toEqual([undefined, 'accept-encoding']);
      expect(`${rawPayload}`).toContain(`"${query}"`);
    }
  });
});
