import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { description, faultsBy } from '../helpers/description.js';
import { fakeEndpoint, serving } from '../helpers/fake-endpoint.js';
import { key, testService } from '../helpers/service.js';
import { writtenPages } from './pages.js';

let site: Server;
let requested: string[] = [];
beforeAll(async () => {
  site = createServer(({ url = '' }, response) => {
    requested.push(url);
    const written = writtenPages[Number(url.slice(1))];
    if (written === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(written.html);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => site.once('listening', listening));
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});
beforeEach(() => {
  requested = [];
});

const { path } = fakeEndpoint;

/**
 * A service whose engine finds three pages of the site, of which the second does not exist, and one in the private
 * network.
 */
function extractingService(env: Record<string, string> = {}, scopes?: string[]) {
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const rows = [`${origin}/0`, `${origin}/missing`, 'http://10.0.0.1/', `${origin}/1`];
  const service = testService({
    endpoints: [fakeEndpoint],
    adapter: serving(() => ({ rows })),
    env: { SVC_EXTRACT_PAGES: '4', SVC_EXTRACT_HOSTS: origin.slice('http://'.length), ...env },
    ...(scopes && { callers: { [key]: { scopes } } }),
  });
  onTestFinished(() => service.app.close());
  return service;
}

test('the first pages found are read, each with its own state, in the order of the rows', async () => {
  const service = extractingService();
  const response = await service.post(`${path}?extract=4`, { query: 'tides' });
  const { extracted, organic_results } = response.json();
  expect([response.statusCode, organic_results.length]).toEqual([200, 4]);
  expect(extracted.map(({ position, state }: { position: number; state: string }) => [position, state])).toEqual([
    [1, 'read'],
    [2, 'http_error'],
    [3, 'forbidden_target'],
    [4, 'read'],
  ]);
  for (const page of extracted) expect(faultsBy(description.components.schemas.ExtractedPage, page)).toEqual([]);
  expect([extracted[0].title, extracted[0].text]).toEqual([
    'How tides work',
    expect.stringContaining('Most coasts have two high waters in a day'),
  ]);
});

test('no more pages are fetched than requested', async () => {
  const service = extractingService();
  expect((await service.post(path, { query: 'a' })).json()).not.toHaveProperty('extracted');
  expect(requested).toEqual([]);
  expect((await service.post(`${path}?extract=1`, { query: 'a' })).json().extracted).toHaveLength(1);
  expect(requested).toEqual(['/robots.txt', '/0']);
});

test('each page read costs as much as a page of a search, and a page that cannot be read costs nothing', async () => {
  const service = extractingService({ SVC_DAY_QUOTA: '100' });
  await service.post(`${path}?extract=4`, { query: 'a' });
  const { limits } = (await service.get('/api/v1/account')).json();
  expect([limits.day.used, limits.rate.used]).toEqual([1 + 2, expect.any(Number)]);
});

test('pages beyond the quota are not read, and the rows are returned anyway', async () => {
  const service = extractingService({ SVC_DAY_QUOTA: '2' });
  const { extracted, organic_results } = (await service.post(`${path}?extract=4`, { query: 'a' })).json();
  const states = extracted.map(({ state }: { state: string }) => state);
  expect([organic_results.length, states[0], states[3]]).toEqual([4, 'read', 'limit_reached']);
});

test('only a few pages of a key are read at once, however many searches request pages, and all are read', async () => {
  let [open, most] = [0, 0];
  const slow = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end(writtenPages[0]?.html);
    }, 30);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void slow.close());
  await new Promise((listening) => slow.once('listening', listening));
  const host = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const service = testService({
    endpoints: [fakeEndpoint],
    adapter: serving(({ query }) => ({ rows: [1, 2, 3, 4].map((n) => `http://${host}/${query}/${n}`) })),
    env: { SVC_EXTRACT_PAGES: '4', SVC_EXTRACT_HOSTS: host },
  });
  onTestFinished(() => service.app.close());
  const queries = Array.from({ length: 8 }, (_, index) => `q${index}`);
  const found = await Promise.all(queries.map((query) => service.post(`${path}?extract=4`, { query })));
  const states = found.flatMap((response) => response.json().extracted.map(({ state }: { state: string }) => state));
  expect(states).toEqual(Array.from({ length: 32 }, () => 'read'));
  expect(most).toBe(5);
});

test('Markdown contains the texts of the pages', async () => {
  const service = extractingService();
  const { headers, body } = await service.post(`${path}?extract=2&format=markdown`, { query: 'a' });
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(body).toMatch(/Text of 1, How tides work <[^>]+>:\n\nTides are the rise/);
  expect(body).toMatch(/Text of 2 <[^>]+>: not read \(http_error\)\./);
});

test('extract_chars limits the length of a text', async () => {
  const service = extractingService();
  const { extracted } = (await service.post(`${path}?extract=1&extract_chars=200`, { query: 'a' })).json();
  expect([extracted[0].truncated, extracted[0].text.length <= 201]).toEqual([true, true]);
});

test.each([
  ['if the service reads none', { SVC_EXTRACT_PAGES: '0' }, 'extract=1', 'invalid_parameter'],
  ['above the limit of the service', {}, 'extract=5', 'invalid_parameter'],
  ['that is not a number', {}, 'extract=all', 'invalid_parameter'],
  ['given twice', {}, 'extract=1&extract=2', 'invalid_parameter'],
  ['without a number of pages', {}, 'extract_chars=500', 'invalid_parameter'],
])('extract %s is rejected before anything is fetched', async (_, env, query, code) => {
  const service = extractingService(env);
  const response = await service.post(`${path}?${query}`, { query: 'a' });
  expect([response.statusCode, response.json().code]).toEqual([400, code]);
  expect([requested, service.requests]).toEqual([[], []]);
});

test('a key without the scope cannot use extract', async () => {
  const service = extractingService({}, ['search']);
  expect((await service.post(path, { query: 'a' })).statusCode).toBe(200);
  const refused = await service.post(`${path}?extract=1`, { query: 'a' });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient_scope']);
  expect(requested).toEqual([]);
});
