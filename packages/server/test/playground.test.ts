import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { errorKinds } from '../src/index.js';
import { endAll, start } from './helpers/command-line.js';
import { testService } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

const service = testService();
const { app } = service;

afterAll(endAll);

/** The built command in a separate folder where everything except the playground is installed. */
async function installed(): Promise<{ cli: string; packages: string }> {
  const own = fileURLToPath(new URL('..', import.meta.url));
  const folder = await temporaryFolder();
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@svc'), { recursive: true });
  for (const at of ['.', '@svc']) {
    const names = (await readdir(join(own, 'node_modules', at))).filter(
      (name) => name !== '@svc' && name !== 'playground',
    );
    await Promise.all(names.map((name) => symlink(join(own, 'node_modules', at, name), join(packages, at, name))));
  }
  for (const name of ['dist', 'package.json']) await cp(join(own, name), join(folder, name), { recursive: true });
  return { cli: join(folder, 'dist/cli.js'), packages };
}

/** The response at `/` of a service started by that command. */
async function firstPage(cli: string) {
  const { child, output } = start(['serve'], {}, cli);
  await expect.poll(() => output.out, { timeout: 150_000, interval: 50 }).toContain('svc listens');
  const response = await fetch(/svc listens on (\S+)/.exec(output.out)?.[1] ?? '');
  const text = await response.text();
  child.kill('SIGKILL');
  return { status: response.status, text };
}

describe('the files of the playground', () => {
  test('are a page that loads only its own files, and makes no request to an engine', async () => {
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

  test('are compressed for clients that accept it', async () => {
    const { body } = await app.inject('/');
    const [, path = ''] = /src="\.(\/assets\/[^"]+)"/.exec(body) ?? [];
    const [plain, small] = await Promise.all([
      app.inject(path),
      app.inject({ url: path, headers: { 'accept-encoding': 'br' } }),
    ]);
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  test('are replaced by installation instructions if the package is missing', async () => {
    const { cli } = await installed();
    const { status, text } = await firstPage(cli);
    expect([status, text]).toEqual([200, expect.stringContaining('npm install @svc/playground')]);
  });

  test('cause an error at startup if they cannot be read', async () => {
    const { cli, packages } = await installed();
    const broken = join(packages, '@svc/playground');
    await mkdir(broken);
    await writeFile(join(broken, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
    await writeFile(
      join(broken, 'index.js'),
      "export const readAssets = () => Promise.reject(new Error('unreadable'));",
    );
    const { ended } = start(['serve'], {}, cli);
    expect(await ended).toMatchObject({ code: 1, err: expect.stringContaining('unreadable') });
  });
});

test('the settings contain no key, and advice for each error', async () => {
  const response = await app.inject({ url: '/playground.json', headers: { host: 'localhost' } });
  const { advice, ...rest } = response.json();
  expect(rest).toEqual({ simulated: false, words: [] });
  expect(Object.keys(advice)).toEqual(Object.keys(errorKinds));
  for (const text of Object.values(advice)) expect(text).toMatch(/^[A-Z].{15,}\.$/);
});

test('an unknown documentation page is an HTML page for browsers and a JSON error for other clients', async () => {
  const request = { url: '/docs/no-such-page', headers: { accept: 'text/html,*/*;q=0.8' } };
  const page = await app.inject(request);
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const problem = await app.inject('/docs/no-such-page');
  expect([problem.statusCode, problem.json().code]).toEqual([404, 'not_found']);
});

test('every error links to the page that explains it', async () => {
  const { headers } = await app.inject({ method: 'POST', url: '/api/v1/alpha/search', payload: { query: 'x' } });
  expect(headers.link).toBe('</docs/errors/missing_api_key>; rel="help"');
  expect((await app.inject('/nowhere')).headers.link).toBe('</docs/errors/not_found>; rel="help"');
  for (const code of Object.keys(errorKinds)) {
    const page = await app.inject(`/docs/errors/${code}`);
    expect([code, page.statusCode, page.headers['content-type']]).toEqual([code, 200, 'text/html; charset=utf-8']);
    expect(page.body).toMatch(new RegExp(`<h1[^>]*>${code}.*What to do`, 's'));
  }
});
