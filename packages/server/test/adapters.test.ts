import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../src/index.js';
import { startEngines } from './helpers/engines.js';
import { gammaSearch } from './helpers/operations.js';
import { pagesFolder } from './helpers/service.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ways-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

async function withFile(name: string, content: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

test('loads an adapter from a module of the operator', async () => {
  const page = join(pagesFolder, 'gamma.search', 'typical');
  const { query } = JSON.parse(await readFile(join(page, 'meta.json'), 'utf8'));
  const module = await withFile(
    'adapter.mjs',
    `import { readFile } from 'node:fs/promises';
     export default async ({ url }) => ({ url, status: 200, headers: {}, body: await readFile(${JSON.stringify(join(page, 'page.html'))}) });`,
  );
  const engines = await startEngines({ SVC_ADAPTER: module, SVC_GATEWAY: '' });
  onTestFinished(() => engines.close());
  const { status, requests } = await engines.ask(gammaSearch, { query });
  expect([status, requests]).toEqual([200, []]);
});

test('a module without an adapter is a configuration error', async () => {
  const module = await withFile('nothing.mjs', 'export default {};');
  await expect(startEngines({ SVC_ADAPTER: module, SVC_GATEWAY: '' })).rejects.toThrow(ConfigError);
});

test.each([
  ['breaks off', 'export default (', /[Ss]yntax/],
  ['throws', 'throw new RangeError("no key is set")', /RangeError: no key is set/],
  ['imports a missing package', 'import "no-such-package"; export default async () => {};', /no-such-package/],
])('a module that %s is a configuration error that names the setting', async (_, text, why) => {
  const starting = startEngines({ SVC_ADAPTER: await withFile('broken.mjs', text), SVC_GATEWAY: '' });
  const error: unknown = await starting.catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(ConfigError);
  expect(String(error)).toMatch(/SVC_ADAPTER names a module that cannot be loaded: ".*broken\.mjs"/);
  expect(String(error)).toMatch(why);
});

test('gateway credentials that are not percent-encoded are a configuration error that does not show them', async () => {
  const starting = startEngines({ SVC_ADAPTER: 'http', SVC_GATEWAY: 'http://%zz:secret@127.0.0.1:1' });
  const error: unknown = await starting.catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(ConfigError);
  expect(String(error)).toMatch(/SVC_GATEWAY cannot be used: (?!.*secret)/);
});

test.each([
  ['http://u:secret@h:1 contry=at', /Proxy 1 has an invalid tag/],
  ['http://h:1\nftp://u:secret@h:1', /Proxy 2 is not an address with a supported scheme/],
  ['# none', /contains no proxies/],
])('the error for an unusable proxy file states the reason and hides its contents: %j', async (lines, why) => {
  const file = await withFile('proxies.txt', lines);
  const error: unknown = await startEngines({ SVC_PROXIES_FILE: file }).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(ConfigError);
  expect(String(error)).toMatch(/SVC_PROXIES_FILE (?!.*secret)/);
  expect(String(error)).toMatch(why);
});

test('fetches a page through an unblocking service after a captcha, and hides its key', async () => {
  const requested: string[] = [];
  const service = createServer(({ url = '', headers }, response) => {
    requested.push(url, String(headers.authorization));
    const target = new URL(new URL(url, 'http://unblocker.test').searchParams.get('url') ?? '');
    const clean = `/${target.host}${target.pathname}?${target.search.slice(1).replace(/\+?sim(?:%3A|:)captcha/, '')}`;
    fetch(engines.simulator.origin + clean, { headers: { cookie: 'SOCS=CAI' } }).then(
      async (page) => response.setHeader('x-status', '200').end(await page.text()),
      (error: Error) => response.destroy(error),
    );
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  const { port } = service.address() as AddressInfo;
  const description = {
    address: `http://127.0.0.1:${port}/?url={url}`,
    headers: { authorization: 'Bearer {key}' },
    answer: { status: { header: 'x-status' } },
  };
  const engines = await startEngines({
    SVC_ADAPTER: 'chain:http,unblocker',
    SVC_UNBLOCKER_FILE: await withFile('unblocker.json', JSON.stringify(description)),
    SVC_UNBLOCKER_KEY: 'geheim',
    SVC_ATTEMPTS: '2',
  });
  onTestFinished(() => engines.close());
  const answer = await engines.ask(gammaSearch, { query: 'ferry sim:captcha' });
  expect(requested).toEqual([expect.stringContaining('search.brave.com'), 'Bearer geheim']);
  expect(JSON.stringify(answer.body)).not.toContain('geheim');
});

test('an unblocker description that is not JSON is a configuration error', async () => {
  const file = await withFile('unblocker.json', 'address: http://x');
  const starting = startEngines({ SVC_ADAPTER: 'unblocker', SVC_UNBLOCKER_FILE: file, SVC_GATEWAY: '' });
  await expect(starting).rejects.toThrow(/SVC_UNBLOCKER_FILE must contain a JSON object/);
});

test('replays recorded pages', async () => {
  const engines = await startEngines({ SVC_RECORD_FOLDER: folder });
  const first = await engines.ask(gammaSearch, { query: 'kept ferry' });
  await engines.close();
  expect(await readdir(join(folder, 'gamma.search'))).toHaveLength(1);
  const again = await startEngines({ SVC_ADAPTER: 'replay', SVC_REPLAY_FOLDER: folder, SVC_GATEWAY: '' });
  onTestFinished(() => again.close());
  const replayed = await again.ask(gammaSearch, { query: 'kept ferry' });
  expect([replayed.status, replayed.body.organic_results]).toEqual([200, first.body.organic_results]);
});
