import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answersIn, batchHeaders, ndjson } from '../helpers/batches.js';
import { key } from '../helpers/service.js';
import { drawn, startedService } from '../helpers/started.js';
import { temporaryFolder } from '../helpers/temporary.js';
import { writtenPages } from './pages.js';

/** A service whose engine finds two pages of a site for every query; the second page does not exist. */
async function startExtractingService(env: Record<string, string> = {}, scopes?: string[]) {
  const requested: string[] = [];
  const site = createServer(({ url = '' }, response) => {
    requested.push(url);
    if (!url.endsWith('/there')) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(writtenPages[0]?.html);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  await new Promise((listening) => site.once('listening', listening));
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const service = await startedService({
    adapter: drawn(({ query }) => ['there', 'missing'].map((page) => `http://${host}/${query}/${page}`)),
    env: { SVC_EXTRACT_PAGES: '2', SVC_EXTRACT_HOSTS: host, SVC_BATCH_FOLDER: await temporaryFolder(), ...env },
    ...(scopes && { callers: { [key]: { scopes } } }),
  });
  const send = (path: string, lines: readonly unknown[]) => service.post(path, ndjson(lines), batchHeaders);
  return { ...service, send, requested };
}

const search = (id: string, more: object = {}) => ({ id, operation: 'alpha.search', query: id, ...more });

/** For each line id, the states of the pages that were read, or the code of its error. */
function statesOf(text: string): Record<string, unknown> {
  const states = answersIn(text).map(({ id, body }) => [
    `${id}`,
    body.code ?? body.extracted?.map(({ state }: { state: string }) => state) ?? 'rows alone',
  ]);
  return Object.fromEntries(states);
}

const lines = [
  search('a'),
  search('b', { extract: 1 }),
  search('c', { extract: 'all' }),
  search('d', { extract: null }),
];
const expectedStates = { a: ['read', 'http_error'], b: ['read'], c: 'invalid_parameter', d: ['read', 'http_error'] };

test('pages are read for the lines of a batch, as many as the request or the line specifies', async () => {
  const service = await startExtractingService();
  const { statusCode, body } = await service.send('/api/v1/batch?extract=2&extract_chars=300', lines);
  expect([statusCode, statesOf(body)]).toEqual([200, expectedStates]);
  const [page] = answersIn(body).find(({ id }) => id === 'b')?.body.extracted ?? [];
  expect(page).toMatchObject({ position: 1, title: 'How tides work', text: expect.stringContaining('Tides are') });
  const [cut] = answersIn(body).find(({ id }) => id === 'a')?.body.extracted ?? [];
  expect([cut.truncated, cut.text.length <= 301]).toEqual([true, true]);
});

test('pages are read for the lines of a stored job', async () => {
  const service = await startExtractingService();
  const accepted = (await service.send('/api/v1/batches?extract=2', lines)).json();
  const state = async () => (await service.get(`/api/v1/batches/${accepted.id}`)).json().state;
  await vi.waitFor(async () => expect(await state()).toBe('completed'), { timeout: 150_000, interval: 50 });
  expect(statesOf((await service.get(accepted.results)).body)).toEqual(expectedStates);
});

test('no pages are read unless requested', async () => {
  const service = await startExtractingService();
  const { body } = await service.send('/api/v1/batch', [search('a')]);
  expect([statesOf(body), service.requested]).toEqual([{ a: 'rows alone' }, []]);
});

test('each page read costs as much as a page of a search', async () => {
  const service = await startExtractingService({ SVC_DAY_QUOTA: '100' });
  await service.send('/api/v1/batch?extract=2', [search('a'), search('b')]);
  expect((await service.get('/api/v1/account')).json().limits.day.used).toBe(2 + 2);
});

test.each(['/api/v1/batch', '/api/v1/batches'])(
  '%s: is rejected without the scope, or if the service reads no pages',
  async (path) => {
    const without = await startExtractingService({}, ['search']);
    expect((await without.send(`${path}?extract=1`, [search('a')])).json().code).toBe('insufficient_scope');
    expect(statesOf((await without.send('/api/v1/batch', [search('a', { extract: 1 })])).body)).toEqual({
      a: 'insufficient_scope',
    });
    const off = await startExtractingService({ SVC_EXTRACT_PAGES: '0' });
    expect((await off.send(`${path}?extract=1`, [search('a')])).json()).toMatchObject({
      code: 'invalid_parameter',
      errors: [{ field: 'extract' }],
    });
    expect([...without.requested, ...off.requested]).toEqual([]);
  },
);
