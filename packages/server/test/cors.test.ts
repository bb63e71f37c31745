import { describe, expect, test } from 'vitest';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { testService } from './helpers/service.js';

const origin = 'https://app.example.com';
const service = (origins: string) =>
  testService({
    adapter: serving(({ page = 1 }) => tenRows(page)),
    endpoints: [fakeEndpoint],
    env: { SVC_CORS_ORIGINS: origins },
  });
const preflight = (headers: Record<string, string>) =>
  ({
    method: 'OPTIONS',
    url: fakeEndpoint.path,
    headers: { 'access-control-request-method': 'POST', ...headers },
  }) as const;

describe('a page of another origin', () => {
  test('may search and read the needed headers if its origin is listed', async () => {
    const { app, post } = service(`https://other.example.com, ${origin}`);
    const preflighted = await app.inject(preflight({ origin }));
    expect([preflighted.statusCode, preflighted.headers['access-control-allow-origin']]).toEqual([204, origin]);
    expect(preflighted.headers['access-control-allow-headers']).toContain('x-api-key');
    const { headers, statusCode } = await post(fakeEndpoint.path, { query: 'a' }, { origin });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, origin]);
    expect(headers['access-control-expose-headers']).toContain('retry-after');
    expect(headers.vary).toBe('origin, accept-encoding');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const refused = await post(fakeEndpoint.path, { query: 'a' }, { origin, 'x-api-key': 'nobody-knows' });
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, origin]);
  });

  test.each([
    ['https://app.example.com.evil.example', origin],
    ['http://app.example.com', origin],
    ['null', origin],
    [origin, ''],
  ])('of %s may not if the list is %o', async (from, listed) => {
    const { app, post } = service(listed);
    const answers = [
      await app.inject(preflight({ origin: from })),
      await post(fakeEndpoint.path, {}, { origin: from }),
    ];
    for (const { headers } of answers) expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

test('SVC_CORS_ORIGINS accepts only origins', () => {
  for (const wrong of ['*', 'app.example.com', 'https://app.example.com/', 'https://app.example.com/path']) {
    expect(() => service(wrong)).toThrow('SVC_CORS_ORIGINS must be');
  }
});

describe.each(['/openapi.json', '/docs', '/'])('%s', (path) => {
  test('is sent compressed, and answered with 304 if the client has it', async () => {
    const { app } = service('');
    const ask = (headers: Record<string, string>) => app.inject({ url: path, headers });
    const first = await ask({ 'accept-encoding': 'gzip' });
    const etag = String(first.headers.etag);
    expect([first.statusCode, etag]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
    const again = await ask({ 'accept-encoding': 'gzip', 'if-none-match': `W/${etag}, "another"` });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect((await ask({ 'accept-encoding': 'gzip', 'if-none-match': '"another"' })).statusCode).toBe(200);
    const plain = await ask({});
    if (first.headers['content-encoding'] === 'gzip') expect(plain.headers.etag).not.toBe(etag);
  });
});
