import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fakeEndpoint, serving } from '../helpers/fake-endpoint.js';
import { key, testService } from '../helpers/service.js';
import { writtenPages } from './pages.js';

const article = writtenPages.find(({ html }) => html.includes('How often'))!;

/**
 * A service with the Tavily dialect, whose engine finds a missing page, an existing one and one in the private network.
 */
async function dialect(env: Record<string, string> = {}, scopes?: string[]) {
  const requested: string[] = [];
  const site = createServer(({ url = '' }, response) => {
    requested.push(url);
    if (url !== '/there') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(article.html);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  await new Promise((listening) => site.once('listening', listening));
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const rows = [`http://${host}/missing`, `http://${host}/there`, 'http://10.0.0.1/'];
  const service = testService({
    endpoints: [{ ...fakeEndpoint, path: '/api/v1/alpha/search' }],
    adapter: serving(() => ({ rows })),
    env: { SVC_COMPAT: 'tavily', SVC_EXTRACT_PAGES: '5', SVC_EXTRACT_HOSTS: host, ...env },
    ...(scopes && { callers: { [key]: { scopes } } }),
  });
  onTestFinished(() => service.app.close());
  const ask = async (more: object) => {
    const response = await service.post('/compat/tavily/search', { query: 'tides', ...more });
    return { status: response.statusCode, body: response.json() };
  };
  return { ...service, ask, requested };
}

const rawContents = (body: { results: { raw_content: string | null }[] }) =>
  body.results.map(({ raw_content }) => raw_content);

test.each([true, 'true', 'markdown'])(
  'include_raw_content %s returns the texts of the pages that could be read',
  async (value) => {
    const { ask } = await dialect();
    const { status, body } = await ask({ include_raw_content: value });
    expect([status, rawContents(body)]).toEqual([200, [null, expect.stringContaining('Tides are the rise'), null]]);
    expect(body.results[1].raw_content).toMatch(/^#{2,3} /m);
  },
);

test('include_raw_content "text" returns text without Markdown', async () => {
  const [, text] = rawContents((await (await dialect()).ask({ include_raw_content: 'text' })).body);
  expect(text).toContain('Tides are the rise');
  expect(text).not.toMatch(/^#/m);
});

test('no pages are fetched unless requested, and not for more rows than requested', async () => {
  const { ask, requested } = await dialect();
  for (const value of [undefined, null, false, '']) {
    expect(rawContents((await ask({ include_raw_content: value })).body)).toEqual([null, null, null]);
  }
  expect(requested).toEqual([]);
  expect(rawContents((await ask({ include_raw_content: true, max_results: 1 })).body)).toEqual([null]);
  expect(requested).toEqual(['/robots.txt', '/missing']);
});

test('a page that is read costs as much as a page of a search, and counts in the credits', async () => {
  const { ask, get } = await dialect({ SVC_DAY_QUOTA: '100' });
  const { body } = await ask({ include_raw_content: true, include_usage: true });
  expect(body.usage).toEqual({ credits: 1 + 1 });
  expect((await get('/api/v1/account')).json().limits.day.used).toBe(1 + 1);
});

test.each<[string, Record<string, string>, string[] | undefined, object, number]>([
  ['by a service that reads no pages', { SVC_EXTRACT_PAGES: '0' }, undefined, { include_raw_content: true }, 400],
  ['for a key without the scope', {}, ['search'], { include_raw_content: true }, 403],
  ['for an unknown format', {}, undefined, { include_raw_content: 'pdf' }, 400],
])('include_raw_content is rejected %s, before anything is fetched', async (_, env, scopes, body, status) => {
  const service = await dialect(env, scopes);
  const answer = await service.ask(body);
  expect([answer.status, typeof answer.body.detail.error]).toEqual([status, 'string']);
  expect([service.requested, service.requests]).toEqual([[], []]);
});
