import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { compress, compressTexts, encodingFor } from '../src/http/answers.js';

describe('how an answer is compressed', () => {
  test.each([
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br, gzip', 'br'],
    ['gzip, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
    ['', undefined],
    [['gzip'], undefined],
    [undefined, undefined],
  ])('for who accepts %o is %s', (accepted, encoding) => {
    expect(encodingFor(accepted, 1_400)).toBe(encoding);
  });

  test('is not at all where it is small', () => {
    expect([encodingFor('gzip', 1_399), encodingFor('gzip', 1_400)]).toEqual([undefined, 'gzip']);
  });

  test('is as it says', async () => {
    const bytes = Buffer.from('a'.repeat(5_000));
    expect(gunzipSync(await compress(bytes, 'gzip'))).toEqual(bytes);
    expect(brotliDecompressSync(await compress(bytes, 'br'))).toEqual(bytes);
  });
});

test('brotli is not at its slowest', async () => {
  const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, number) => `${number * number} `).join(''));
  const slowest = brotliCompressSync(bytes).length;
  const { length } = await compress(bytes, 'br');
  expect(length).toBeGreaterThan(slowest);
  expect(length).toBeLessThan(gzipSync(bytes).length);
});

describe('a text', () => {
  const text = 'é'.repeat(1_000);
  const app = Fastify();
  compressTexts(app);
  app.get('/large', async () => text);
  app.get('/small', async () => 'é');
  app.get('/bytes', async () => Buffer.from(text));

  test('is compressed for who accepts it, by the number of its bytes', async () => {
    const { headers, rawPayload } = await app.inject({ url: '/large', headers: { 'accept-encoding': 'gzip' } });
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-encoding': 'gzip' });
    expect(headers['content-length']).toBe(`${rawPayload.length}`);
    expect(gunzipSync(rawPayload).toString()).toBe(text);
  });

  test('is as it is for others, or where it is small, and says that others may get other bytes', async () => {
    for (const request of [{ url: '/large' }, { url: '/small', headers: { 'accept-encoding': 'gzip' } }]) {
      const { headers, payload } = await app.inject(request);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers.vary).toBe('accept-encoding');
      expect(payload).toBe(request.url === '/large' ? text : 'é');
    }
  });

  test('that comes as bytes is sent as it is', async () => {
    const { headers, payload } = await app.inject({ url: '/bytes', headers: { 'accept-encoding': 'gzip' } });
    expect([headers['content-encoding'], headers.vary, payload]).toEqual([undefined, undefined, text]);
  });
});
