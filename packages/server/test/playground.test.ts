import { describe, expect, test } from 'vitest';
import { pageFiles, playground } from '../src/api/docs/page-files.js';
import { helpLink } from '../src/errors/problem.js';
import { createApp, type ErrorCode, errorKinds } from '../src/index.js';
import { testService } from './helpers/service.js';

const service = testService();
const app = createApp(service);

describe('the files of the playground', () => {
  test('are a page that loads its own files only, and asks no engine', async () => {
    const { statusCode, headers, body } = await app.inject('/');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; /,
    );
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).not.toMatch(/<style|<script(?![^>]* src=)|\bon\w+=/);
    const loaded = [...body.matchAll(/\b(?:src|href)="\.\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(loaded.length).toBeGreaterThanOrEqual(3);
    for (const path of loaded) {
      const file = await app.inject(`/${path}`);
      expect([path, file.statusCode, file.headers['x-content-type-options']]).toEqual([path, 200, 'nosniff']);
      if (path.startsWith('assets/')) expect(file.headers['cache-control']).toContain('immutable');
    }
    expect(service.requests).toEqual([]);
  });

  test('are compressed for those who accept it', async () => {
    const { body } = await app.inject('/');
    const [, path = ''] = /src="\.(\/assets\/[^"]+)"/.exec(body) ?? [];
    const [plain, small] = await Promise.all([
      app.inject(path),
      app.inject({ url: path, headers: { 'accept-encoding': 'br' } }),
    ]);
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  test('are not to be had where the package is not installed: one line says what to install', async () => {
    const missing = Object.assign(new Error("Cannot find package '@svc/playground'"), { code: 'ERR_MODULE_NOT_FOUND' });
    const [page, ...others] = await pageFiles({ ...playground, load: () => Promise.reject(missing) });
    expect(others).toEqual([]);
    expect(`${page?.bytes}`).toContain('npm install @svc/playground');
  });

  test('that are broken are no reason to say so', async () => {
    const readAssets = () => Promise.reject(new Error('unreadable'));
    await expect(pageFiles({ ...playground, load: async () => ({ readAssets }) })).rejects.toThrow('unreadable');
  });
});

test('nobody is told a key, and everybody what to do about each error', async () => {
  const response = await app.inject({ url: '/playground.json', headers: { host: 'localhost' } });
  const { advice, ...rest } = response.json();
  expect(rest).toEqual({ simulated: false, words: [] });
  expect(Object.keys(advice)).toEqual(Object.keys(errorKinds));
  for (const text of Object.values(advice)) expect(text).toMatch(/^[A-Z].{15,}\.$/);
});

test('a browser that asks for no page of the documentation gets a page, a program a problem', async () => {
  const asked = { url: '/docs/no-such-page', headers: { accept: 'text/html,*/*;q=0.8' } };
  const page = await app.inject(asked);
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const problem = await app.inject('/docs/no-such-page');
  expect([problem.statusCode, problem.json().code]).toEqual([404, 'not_found']);
});

test('every error points to the page that explains it', async () => {
  const { headers } = await app.inject({ method: 'POST', url: '/api/v1/alpha/search', payload: { query: 'x' } });
  expect(headers.link).toBe('</docs/errors/missing_api_key>; rel="help"');
  for (const code of Object.keys(errorKinds) as ErrorCode[]) {
    const [, path = ''] = /^<([^>]+)>; rel="help"$/.exec(helpLink(code)) ?? [];
    const page = await app.inject(path);
    expect([code, page.statusCode, page.headers['content-type']]).toEqual([code, 200, 'text/html; charset=utf-8']);
    expect(page.body).toMatch(new RegExp(`<h1[^>]*>${code}.*What to do`, 's'));
  }
});
