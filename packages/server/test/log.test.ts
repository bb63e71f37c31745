import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { FetchError } from '@svc/fetchers';
import { startSimulator } from '@svc/fixtures';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { typical } from './helpers/captures.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { alphaSearch, betaSearch, gammaSearch } from './helpers/operations.js';
import { environment, key, testService } from './helpers/service.js';

const query = 'something private';

async function logOf(env: Record<string, string>, url: string = fakeEndpoint.path) {
  const lines: string[] = [];
  const service = testService({
    endpoints: [fakeEndpoint],
    adapter: serving(({ page }) => tenRows(page)),
    env: { SVC_LOG_LEVEL: 'info', ...env },
    logTo: { write: (line) => lines.push(line) },
  });
  await service.post(url, { query });
  return lines.map((line) => JSON.parse(line));
}

test('one line per request has its result and nothing private', async () => {
  const lines = await logOf({});
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    msg: 'request',
    method: 'POST',
    path: fakeEndpoint.path,
    status: 200,
    pages: 1,
    rows: 10,
    stop: 'complete',
    caller: expect.stringMatching(/^key-[\da-f]{8}$/),
    request_id: expect.any(String),
  });
  expect(JSON.stringify(lines)).not.toMatch(/private|r1\.example/);
  expect(JSON.stringify(lines)).not.toContain(key);
});

test('a query string is never logged', async () => {
  const lines = await logOf({}, '/api/v1/nowhere?q=something%20private');
  expect(lines[0]).toMatchObject({ path: '/api/v1/nowhere', status: 404, code: 'not_found' });
  expect(JSON.stringify(lines)).not.toContain('private');
});

test('a key in the path of a dialect is never logged, even if no dialect is enabled', async () => {
  const lines = await logOf({}, `/compat/serpapi/k/${key}/search.json`);
  expect(lines[0]).toMatchObject({ path: '/compat/serpapi/search.json', status: 404 });
  expect(JSON.stringify(lines)).not.toContain(key);
});

test.each([
  `//compat/serpapi/k/${key}/search.json`,
  `/search/compat/serpapi/k/${key}/search.json`,
  `/Compat/SerpApi/K/${key}/search`,
  `/compat/serpapi/%6b/${key}/search`,
  `/compat/serpapi/k//${key}/search`,
  `/compat/serpapi/search.json&api_key=${key}`,
  `http://search.example.com/compat/serpapi/k/${key}/search`,
])('a key in a mistyped path is neither logged nor repeated: %s', async (url) => {
  const lines: string[] = [];
  const { app } = testService({ env: { SVC_LOG_LEVEL: 'info' }, logTo: { write: (line) => lines.push(line) } });
  // The path as it was sent: an injected request would normalize it.
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  onTestFinished(() => app.close());
  const request = http.get({ port: address.port, path: url, agent: false });
  const [response] = await once(request, 'response');
  expect(await text(response)).not.toContain(key);
  expect([response.statusCode, lines.length > 0, lines.join('')]).toEqual([
    404,
    true,
    expect.not.stringContaining(key),
  ]);
});

test('an error is logged without what a client has attached to it', () => {
  const lines: string[] = [];
  const service = testService({ env: { SVC_LOG_LEVEL: 'info' }, logTo: { write: (line) => lines.push(line) } });
  const login = { command: { name: 'auth', args: ['svc', 'the-pass-word'] }, options: { password: 'the-pass-word' } };
  const cause = Object.assign(new Error('WRONGPASS from redis://svc:the-pass-word@redis.test'), login, {
    code: 'EAUTH',
  });
  service.app.log.error({ err: Object.assign(new TypeError('outer', { cause }), login) }, 'internal error');
  service.app.log.error({ err: Object.assign(new AggregateError([cause], 'all failed'), login) }, 'internal error');
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain('the-pass-word');
  expect(JSON.parse(lines[0]!)).toMatchObject({
    err: { type: 'TypeError', message: expect.stringContaining('WRONGPASS') },
  });
  expect(lines[0]).toMatch(/TypeError: outer.*log\.test\.ts.*WRONGPASS/);
});

test('successful probes are not logged', async () => {
  const lines: string[] = [];
  const service = testService({ env: { SVC_LOG_LEVEL: 'info' }, logTo: { write: (line) => lines.push(line) } });
  await service.get('/livez');
  expect(lines).toEqual([]);
  service.lifecycle.stop();
  await service.get('/readyz');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, path: '/readyz', status: 503 }]);
});

test('the query is logged if SVC_LOG_QUERIES is set', async () => {
  const [line] = await logOf({ SVC_LOG_QUERIES: 'true' });
  expect(line).toMatchObject({ query });
});

test('an internal error is logged completely', async () => {
  const lines: string[] = [];
  const service = testService({
    endpoints: [fakeEndpoint],
    adapter: async ({ url }) => ({ url, status: 200, headers: {}, body: new Uint8Array([0x7b]) }),
    env: { SVC_LOG_LEVEL: 'info' },
    logTo: { write: (line) => lines.push(line) },
  });
  await service.post(fakeEndpoint.path, { query });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'internal error', err: { type: 'SyntaxError', stack: expect.any(String) } },
    { level: 40, msg: 'request', status: 500, code: 'internal_error' },
  ]);
});

test('causes are logged with name and code, but without their message', async () => {
  const lines: string[] = [];
  const cause = Object.assign(new Error('connect ECONNREFUSED 192.0.2.7:3128'), { code: 'ECONNREFUSED' });
  const service = testService({
    adapter: async (request, context) => {
      if (request.operation === 'beta.search') throw new FetchError('proxy', 'The proxy failed', { cause });
      return typical(gammaSearch).adapter(request, context);
    },
    env: { SVC_LOG_LEVEL: 'debug' },
    logTo: { write: (line) => lines.push(line) },
  });
  const codes = [
    await service.post(betaSearch.path, { query }),
    await service.post(gammaSearch.path, { query }),
    await service.post(gammaSearch.path, `{"query":"${query}`, { 'content-type': 'application/json' }),
  ].map((response) => response.json().code);
  expect(codes).toEqual(['no_proxy_available', 'upstream_wrong_query', 'malformed_json']);
  const causes = lines.map((line) => JSON.parse(line).causes).filter((found) => found !== undefined);
  expect(causes).toEqual([['FetchError proxy', 'Error ECONNREFUSED'], ['PageError wrong_query'], ['SyntaxError']]);
  expect(lines.join('')).not.toMatch(/private|192\.0\.2|\bat \w+ \(/);
});

test('a failed attempt is logged with the id of its request or batch line', async () => {
  const lines: string[] = [];
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const engine = { SVC_ADAPTER: 'http', SVC_GATEWAY: simulator.origin, SVC_ATTEMPTS: '2' };
  const config = readConfig({ ...environment, ...engine, SVC_PORT: '0', SVC_LOG_LEVEL: 'info' });
  const { address, stop } = await startService(config, { logTo: { write: (line) => lines.push(line) } });
  onTestFinished(() => stop());
  const send = async (path: string, type: string, body: object) => {
    const headers = { 'x-api-key': key, 'content-type': type };
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await response.arrayBuffer();
    return response.headers.get('x-request-id');
  };
  const searchId = await send(alphaSearch.path, 'application/json', { query: `${query} sim:captcha` });
  const line = { id: 'a', operation: 'alpha.search', query: `another ${query} sim:captcha` };
  const batchId = await send('/api/v1/batch', 'application/x-ndjson', line);
  const failed = lines.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'an attempt failed');
  const ids = failed.map(({ request_id }) => request_id);
  expect(ids).toEqual([...Array(2).fill(searchId), ...Array(2).fill(`${batchId}.1`)]);
  expect(JSON.stringify(failed)).not.toContain('private');
});
