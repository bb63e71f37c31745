import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FetchError, type FetchErrorCode } from '@svc/fetchers';
import { unreadableStates } from '@svc/parsers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { captures, showing, typical } from './helpers/captures.js';
import { description, extrasAt, faultsOfAnswer } from './helpers/description.js';
import { alphaSearch } from './helpers/operations.js';
import { disabledKey, key, pagesFolder, testService } from './helpers/service.js';
import { type StartedService, serviceOnPort } from './helpers/started.js';

/** The running service matches `openapi.json`. */

const all = captures();
const service = showing();
afterAll(() => service.app.close());

/** The path with all extras that it accepts. */
function withExtras(path: string): string {
  const extras = extrasAt(path);
  return extras.length > 0 ? `${path}?include=${extras.join(',')}` : path;
}

/** Kinds of blocks in the captured pages. */
const kinds = new Set<string>();

describe.each(endpoints)('$name', (endpoint) => {
  const pages = all.filter((capture) => capture.endpoint === endpoint);

  test('the response for every captured page, with all extras, matches the description and the schema', async () => {
    for (const capture of pages) {
      service.show(capture);
      const { query, page, expected } = capture;
      const response = await service.post(withExtras(endpoint.path), { query, ...(page > 1 && { page }) });
      expect([capture.name, ...faultsOfAnswer('post', endpoint.path, response)]).toEqual([capture.name]);
      if (expected.state !== undefined || query === '') continue; // an error
      const answer = response.json();
      expect([capture.name, endpoint.response.safeParse(answer).error?.issues]).toEqual([capture.name, undefined]);
      expect([capture.name, answer.related_searches]).toEqual([capture.name, expected.related_searches]);
      if (endpoint !== alphaSearch) continue;
      expect([capture.name, Object.keys(answer.blocks)]).toEqual([
        capture.name,
        expect.arrayContaining(['people_also_ask']),
      ]);
      for (const [kind, found] of Object.entries<object>(answer.blocks))
        if (Object.keys(found).length > 0) kinds.add(kind);
    }
  }, 120_000);

  test('the response without extras matches the description', async () => {
    service.show(typical(endpoint));
    const response = await service.post(endpoint.path, { query: typical(endpoint).query });
    expect([response.statusCode, faultsOfAnswer('post', endpoint.path, response)]).toEqual([200, []]);
  });

  test.each(['format=markdown', 'format=markdown&max_chars=200', 'max_chars=200', 'snippet_chars=20'])(
    'the response with %s matches the description',
    async (view) => {
      service.show(typical(endpoint));
      const response = await service.post(`${endpoint.path}?${view}`, { query: typical(endpoint).query });
      expect([response.statusCode, faultsOfAnswer('post', endpoint.path, response)]).toEqual([200, []]);
      if (view === 'max_chars=200') expect(response.json()).toMatchObject({ truncated: true });
    },
  );

  test('the response for a posted page matches the description', async () => {
    const folder = join(pagesFolder, endpoint.name, 'typical');
    const file = readdirSync(folder).find((name) => name.startsWith('page.')) ?? '';
    const own = extrasAt(endpoint.page.path);
    const page = readFileSync(join(folder, file));
    const response = await service.post(withExtras(endpoint.page.path), page, {
      'content-type': 'application/octet-stream',
    });
    expect([response.statusCode, faultsOfAnswer('post', endpoint.page.path, response)]).toEqual([200, []]);
    const auto = await service.post(`/api/v1/parse/auto${own.length > 0 ? `?include=${own.join(',')}` : ''}`, page, {
      'content-type': 'application/octet-stream',
    });
    expect([auto.statusCode, faultsOfAnswer('post', '/api/v1/parse/auto', auto)]).toEqual([200, []]);
    const empty = await service.post(endpoint.page.path, ' ', { 'content-type': 'text/html' });
    expect([empty.statusCode, faultsOfAnswer('post', endpoint.page.path, empty)]).toEqual([502, []]);
  });

  test.each([
    ['an invalid parameter', { query: 'q', pages: 2, num: -1 }],
    ['no query', {}],
    ['an array', []],
  ])('the response to %s matches the description', async (_name, body) => {
    const response = await service.post(endpoint.path, body);
    expect([response.statusCode, faultsOfAnswer('post', endpoint.path, response)]).toEqual([400, []]);
  });
});

test('the captures contain blocks of many kinds', () => {
  const some = ['ads', 'featured_snippet', 'local_results', 'people_also_ask', 'sitelinks', 'twitter'];
  expect([...kinds]).toEqual(expect.arrayContaining(some));
});

const search = endpoints[0]!;
const json = { 'content-type': 'application/json' };

test.each([
  [401, {}],
  [401, { 'x-api-key': 'nobody-knows-this-key' }],
  [403, { 'x-api-key': disabledKey }],
])('%i for the headers %j matches the description', async (status, headers) => {
  const response = await service.app.inject({ method: 'POST', url: search.path, payload: { query: 'q' }, headers });
  expect([response.statusCode, faultsOfAnswer('post', search.path, response)]).toEqual([status, []]);
});

test.each([
  [400, '{', json],
  [413, JSON.stringify({ query: 'q'.repeat(70_000) }), json],
  [415, '<q/>', { 'content-type': 'text/xml' }],
])('%i for a body matches the description', async (status, body, headers) => {
  const response = await service.post(search.path, body, headers);
  expect([response.statusCode, faultsOfAnswer('post', search.path, response)]).toEqual([status, []]);
});

test.each([
  ['DELETE', search.path, 405],
  ['GET', '/api/v1/nowhere', 404],
] as const)('%s %s, which is not described, gets the common error format', async (method, url, status) => {
  const response = await service.app.inject({ method, url });
  expect([response.statusCode, faultsOfAnswer('post', search.path, response)]).toEqual([status, []]);
});

const fetchErrors: readonly [FetchErrorCode, number][] = [
  ['timeout', 504],
  ['network', 502],
  ['proxy', 503],
  ['circuit_open', 503],
  ['misconfigured', 500],
  ['rate_limited', 502],
];

test.each(fetchErrors)('a search that fails with %s matches the description', async (code, status) => {
  const error = new FetchError(code, 'A test', status === 502 || status === 503 ? { retryAfter: 7 } : {});
  // One service per error, as a wait that an engine asks for applies to later searches.
  const broken = testService({ adapter: () => Promise.reject(error) });
  const response = await broken.post(search.path, { query: code });
  await broken.app.close();
  expect([response.statusCode, faultsOfAnswer('post', search.path, response)]).toEqual([status, []]);
});

test('the captures include every state of unusable pages', () => {
  const shown = new Set(all.map(({ expected }) => expected.state));
  expect(unreadableStates.filter((state) => state !== 'wrong_query' && !shown.has(state))).toEqual([]);
});

test('a rate limit error matches the description', async () => {
  const limited = testService({ env: { SVC_RATE_LIMIT: '1', SVC_DAILY_PAGES: '1' } });
  const codes = [];
  for (let count = 0; count < 2; count++) {
    const response = await limited.post(search.path, {});
    expect(faultsOfAnswer('post', search.path, response)).toEqual([]);
    codes.push(response.statusCode);
  }
  expect(codes).toEqual([400, 429]);
  await limited.app.close();
});

test('an error for a missing scope matches the description', async () => {
  const limited = testService({ callers: { 'key-that-may-only-read': { scopes: ['parse'] } } });
  const response = await limited.post(search.path, { query: 'q' }, { 'x-api-key': 'key-that-may-only-read' });
  expect([response.statusCode, faultsOfAnswer('post', search.path, response)]).toEqual([403, []]);
  await limited.app.close();
});

/** A service with a job and a key with all scopes. */
let jobs: StartedService;
let job = '';
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-jobs-'));
  const callers = { [key]: { scopes: ['search', 'lookup', 'parse', 'extract', 'admin'] } };
  jobs = await serviceOnPort({ env: { SVC_BATCH_FOLDER: folder }, callers });
  const line = '{"id":"a","operation":"gamma.search","query":"q"}\n';
  job = (await jobs.post('/api/v1/batches', line, { 'content-type': 'application/x-ndjson' })).json().id;
});
afterAll(async () => {
  await jobs.stop();
  await rm(folder, { recursive: true, force: true });
});

const gets = Object.entries(description.paths).flatMap(([path, methods]) =>
  'get' in (methods as object) ? [path] : [],
);

test.each(gets)('the response to GET %s matches the description', async (path) => {
  const url = path.replace('{id}', job) + (path === '/api/v1/locations' ? '?q=lisbon&limit=3' : '');
  const response = await jobs.get(url);
  expect([response.statusCode, faultsOfAnswer('get', path, response)]).toEqual([200, []]);
  const wrong = await jobs.get(`${path}?q=x&nothing=1`);
  expect(faultsOfAnswer('get', path, wrong)).toEqual([]);
});

test('faultsOfAnswer detects undescribed fields and headers', async () => {
  const response = await service.post(search.path, {});
  const field = {
    ...response,
    statusCode: 400,
    headers: response.headers,
    json: () => ({ ...response.json(), more: 1 }),
  };
  expect(faultsOfAnswer('post', search.path, field as typeof response)).toEqual([
    ' must NOT have additional properties',
  ]);
  const header = { ...field, headers: { ...response.headers, 'x-more': '1' }, json: () => response.json() };
  expect(faultsOfAnswer('post', search.path, header as typeof response)).toEqual([
    'the header x-more is not described',
  ]);
});
