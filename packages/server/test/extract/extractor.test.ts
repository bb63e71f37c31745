import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDocumentFetcher } from '@svc/fetchers';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parseAllowedHosts } from '../../src/config/listed-hosts.js';
import { createPageExtractor } from '../../src/extract/extractor.js';
import { writtenPages } from './pages.js';

const article = writtenPages[0]!;
type Answers = Record<string, (response: ServerResponse) => void>;

/** What the site answers, by path; other paths are 404. */
let answers: Answers = {};
let site: Server;
/** Requests to the site, and to a server in the private network that must not be contacted. */
let requested: string[] = [];
let internalRequests: string[] = [];
const secret = createServer(({ url = '' }, response) => {
  internalRequests.push(url);
  response.end('<p>secret</p>');
});

beforeAll(async () => {
  site = createServer(({ url = '' }, response) => {
    requested.push(url);
    const answer = answers[url];
    if (answer === undefined) response.writeHead(404).end();
    else answer(response);
  });
  for (const server of [site, secret]) {
    server.listen(0);
    await new Promise((listening) => server.once('listening', listening));
  }
});
afterAll(() => {
  for (const server of [site, secret]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  answers = {};
  requested = [];
  internalRequests = [];
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const at = (path: string) => `http://127.0.0.1:${portOf(site)}${path}`;
const isHeaderValue = (text: string) => /^[\x20-\x7e]*$/.test(text);
const html =
  (text: string, type = 'text/html') =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type }).end(text);
const to =
  (location: string, status = 302) =>
  (response: ServerResponse) =>
    response.writeHead(status, { location }).end();

/** Returns a reader for which only the site is an allowed private host. @param names addresses that names resolve to */
function reader(names: Record<string, string[]> = {}) {
  const resolve = async (host: string) => names[host] ?? [];
  const extractor = createPageExtractor({
    fetcher: { createDocumentFetcher: (options) => createDocumentFetcher({ ...options, resolve }) },
    hosts: parseAllowedHosts(`127.0.0.1:${portOf(site)}`)!,
  });
  onTestFinished(() => extractor.close());
  return (link: string, maxChars = 10_000, signal = AbortSignal.timeout(120_000)) =>
    extractor.read(link, { signal, maxChars });
}

describe('an extracted page', () => {
  test('is returned as Markdown with its final URL after redirects', async () => {
    answers = { '/': to('/moved', 301), '/moved': html(article.html, 'text/html; charset=utf-8') };
    const page = await reader()(at('/'));
    expect(page).toMatchObject({ state: 'read', url: at('/moved'), title: 'How tides work', language: 'en' });
    expect(page.text).toContain('Tides are the rise and fall');
  });

  test('is cut at the given length', async () => {
    answers = { '/': html(article.html) };
    const page = await reader()(at('/'), 200);
    expect([page.truncated, (page.text ?? '').length <= 201]).toEqual([true, true]);
  });

  test.each<[state: string, answer: Answers[string], more?: object]>([
    ['http_error', (response) => response.writeHead(503).end(article.html), { status: 503 }],
    ['unsupported_type', html('%PDF-1.7', 'application/pdf')],
    ['too_large', html(`<p>${'a '.repeat(3_000_000)}</p>`)],
    ['no_text', html('<html><body><div id="root"></div><script>render()</script></body></html>')],
    ['unreachable', (response) => response.destroy()],
    ['redirect', to('/')],
  ])('is %s if it cannot be read', async (state, answer, more = {}) => {
    answers = { '/': answer };
    expect(await reader()(at('/'))).toMatchObject({ state, ...more });
  });

  test('is timeout if it does not arrive in time', async () => {
    answers = { '/': () => {} };
    expect(await reader()(at('/'), 1_000, AbortSignal.timeout(300))).toEqual({ state: 'timeout' });
  });

  test('is abandoned if a thread takes too long, and the next page is read', async () => {
    const deep = '<div>'.repeat(200_000);
    answers = { '/deep': html(deep), '/': html(article.html) };
    const read = reader();
    const { state } = await read(at('/deep'), 1_000, AbortSignal.timeout(2_000));
    expect(['timeout', 'failed', 'no_text']).toContain(state);
    expect((await read(at('/'))).state).toBe('read');
  });
});

describe('robots.txt', () => {
  const rules = (text: string) => ({ '/robots.txt': html(text, 'text/plain'), '/a': html(article.html) });

  test('is respected, and fetched once per site', async () => {
    answers = { ...rules('User-agent: *\nDisallow: /a'), '/b': html(article.html) };
    const read = reader();
    expect([await read(at('/a')), (await read(at('/b'))).state]).toEqual([{ state: 'robots_disallowed' }, 'read']);
    expect(requested).toEqual(['/robots.txt', '/b']);
  });

  test('may contain rules for our user agent', async () => {
    answers = rules('User-agent: *\nAllow: /\n\nUser-agent: svc\nDisallow: /');
    expect((await reader()(at('/a'))).state).toBe('robots_disallowed');
  });

  test('allows everything if it does not exist, and nothing if it cannot be fetched', async () => {
    answers = { '/a': html(article.html) };
    expect((await reader()(at('/a'))).state).toBe('read');
    answers['/robots.txt'] = (response) => response.writeHead(500).end();
    expect((await reader()(at('/a'))).state).toBe('robots_disallowed');
  });

  test('is still fetched for a second caller when the first aborts', async () => {
    let served = () => {};
    const asking = new Promise<void>((resolve) => {
      answers = {
        ...rules('User-agent: *\nAllow: /'),
        '/robots.txt': (response) => {
          served = () => response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nAllow: /');
          resolve();
        },
      };
    });
    const read = reader();
    const first = new AbortController();
    const reads = [read(at('/a'), 1_000, first.signal), read(at('/a'))];
    await asking;
    first.abort();
    expect((await reads[0])?.state).toBe('timeout');
    served();
    expect((await reads[1])?.state).toBe('read');
    expect(requested).toEqual(['/robots.txt', '/a']);
  });

  test('applies to the targets of redirects', async () => {
    answers = {
      ...rules('User-agent: *\nDisallow: /private'),
      '/a': to('/private/x'),
      '/private/x': html(article.html),
    };
    expect((await reader()(at('/a'))).state).toBe('robots_disallowed');
    expect(requested).not.toContain('/private/x');
  });
});

describe('an address in the private network is not contacted', () => {
  const forms = (port: number) => [
    ...[`http://localhost:${port}/`, `http://127.0.0.1:${port}/`, `http://127.1:${port}/`, `http://0:${port}/`],
    ...[
      `http://0.0.0.0:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f000001:${port}/`,
      `http://0177.0.0.1:${port}/`,
    ],
    ...[
      `http://[::1]:${port}/`,
      `http://[::]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
    ],
    ...[`http://[64:ff9b::7f00:1]:${port}/`, `http://[2002:7f00:1::]:${port}/`, `http://127.0.0.1.:${port}/`],
    ...[
      `http://①②⑦.⓪.⓪.①:${port}/`,
      `http://LOCALHOST:${port}/`,
      `http://a@127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/`,
    ],
    ...['http://10.0.0.1/', 'http://192.168.0.1/', 'http://172.16.0.1/', 'http://169.254.169.254/latest/meta-data/'],
    ...[
      'http://[::127.0.0.1]/',
      'http://[::7f00:1]/',
      'http://[::2]/',
      'http://[64:ff9b:1::a00:1]/',
      'http://[fec0::1]/',
    ],
    ...['http://198.18.0.1/', 'http://240.0.0.1/', 'http://[2001:db8::1]/', 'http://10.1/', 'http://012.0.0.1/'],
    ...['http://100.64.0.1/', 'http://[fe80::1]/', 'http://[fd00::1]/', 'http://224.0.0.1/', 'http://255.255.255.255/'],
    ...['http://[::ffff:0:7f00:1]/', 'http://[64:ff9b::a9fe:a9fe]/', 'http://[2001:0:7f00:1::]/', 'http://[3fff::1]/'],
    ...['http://[5f00::1]/', 'http://[2001:2::1]/', 'http://[2001:10::1]/', 'http://[100::1]/', 'http://[ff02::1]/'],
    ...[
      'http://0300.0250.0.1/',
      'http://0xa.0x0.0x0.0x1/',
      'http://167772161/',
      'http://192.168.257/',
      'http://0x7f.1/',
    ],
    ...[
      `http://127。0。0。1:${port}/`,
      `http://127%2e0%2e0%2e1:${port}/`,
      `http://１２７.1:${port}/`,
      'http://192.0.0.8/',
    ],
    ...[
      `http://localhost.:${port}/`,
      `http://public.example@127.0.0.1:${port}/`,
      `http:\\\\127.0.0.1:${port}\\`,
      'http://0.0.0.1/',
    ],
    ...[
      'http://192.0.2.1/',
      'http://198.51.100.1/',
      'http://203.0.113.1/',
      'http://192.88.99.1/',
      'http://[2002:a00:1::]/',
    ],
    ...['http://[fe80::1%25lo]/', 'http://127.0.0.1:80\u0000/', 'jar:http://a/'],
    ...['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'data:text/html,<p>a</p>', 'http://'],
  ];

  test('however the address is written', async () => {
    const read = reader({ localhost: ['127.0.0.1', '::1'], 'localhost.': ['127.0.0.1'] });
    const results = await Promise.all(
      forms(portOf(secret)).map(async (form) => [form, (await read(form)).state] as const),
    );
    expect(results.length).toBeGreaterThanOrEqual(70);
    expect(results.filter(([, state]) => state !== 'forbidden_target')).toEqual([]);
    expect(internalRequests).toEqual([]);
  });

  test.each([301, 302, 303, 307, 308])('through a redirect with status %i', async (status) => {
    const read = reader({ localhost: ['127.0.0.1'] });
    for (const form of forms(portOf(secret)).filter(isHeaderValue)) {
      answers = { '/': to(form, status) };
      expect((await read(at('/'))).state).not.toBe('read');
    }
    expect(internalRequests).toEqual([]);
  });

  test('by anything in a page, since nothing else is loaded', async () => {
    const there = `http://127.0.0.1:${portOf(secret)}`;
    const named = [
      `<meta http-equiv="refresh" content="0;url=${there}/refresh"><base href="${there}/base/">`,
      `<link rel="stylesheet" href="${there}/css"><link rel="preload" as="fetch" href="${there}/preload"><script src="${there}/js"></script>`,
      `<script>location = '${there}/location'; fetch('${there}/fetch')</script><style>@import url(${there}/import);</style>`,
      `<img src="${there}/img" srcset="${there}/srcset 2x"><iframe src="${there}/frame"></iframe><object data="${there}/object"></object>`,
      `<video poster="${there}/poster"></video><svg><image href="${there}/svg"/><use href="${there}/use#a"/></svg>`,
    ].join('');
    const entity = `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a SYSTEM "${there}/entity">]>`;
    const body = `${entity}<html><head>${named}</head><body onload="fetch('${there}/onload')">${named}${article.html}</body></html>`;
    for (const type of ['text/html', 'application/xhtml+xml']) {
      const headers = { 'content-type': type, refresh: `0;url=${there}/header`, link: `<${there}/link>; rel=preload` };
      answers = { '/': (response) => response.writeHead(200, headers).end(body) };
      expect((await reader()(at('/'))).state).toBe('read');
    }
    expect(internalRequests).toEqual([]);
  });

  test('through a Unix socket', async () => {
    expect((await reader()('http://unix:/var/run/docker.sock:/containers/json')).state).toBe('unreachable');
  });

  test('however the redirect is written', async () => {
    const port = portOf(secret);
    const ways = [
      ...[`//127.0.0.1:${port}/`, `\\\\127.0.0.1:${port}/`, `/\\127.0.0.1:${port}/`, `http:127.0.0.1:${port}/`],
      ...[`HTTP://127.0.0.1:${port}/`, ` http://127.0.0.1:${port}/`, `http://127.0.0.1:${port}#@public.example/`],
      ...[`http://public.example:80@127.0.0.1:${port}/`, `//0177.1:${port}/`, `///127.0.0.1:${port}/`],
    ];
    for (const way of ways) {
      answers = { '/': to(way), '/robots.txt': (response) => response.writeHead(404).end() };
      expect([way, (await reader()(at('/'))).state]).not.toEqual([way, 'read']);
    }
    expect(internalRequests).toEqual([]);
  });

  test('if a name resolves differently between robots.txt and the page', async () => {
    for (const later of [['127.0.0.2'], ['::1'], ['::ffff:7f00:1'], ['10.0.0.1'], ['127.0.0.1', '127.0.0.2'], []]) {
      let turns = 0;
      answers = { '/': html(article.html) };
      requested = [];
      const resolve = async () => (turns++ === 0 ? ['127.0.0.1'] : later); // the first address is that of the allowed host
      const extractor = createPageExtractor({
        fetcher: { createDocumentFetcher: (options) => createDocumentFetcher({ ...options, resolve }) },
        hosts: parseAllowedHosts(`127.0.0.1:${portOf(site)}`)!,
      });
      onTestFinished(() => extractor.close());
      const request = { signal: AbortSignal.timeout(120_000), maxChars: 1_000 };
      const { state } = await extractor.read(`http://turning.example:${portOf(site)}/`, request);
      expect([later, state, requested]).toEqual([later, 'forbidden_target', ['/robots.txt']]);
    }
  });

  test('through a redirect of robots.txt', async () => {
    answers = { '/robots.txt': to(`http://127.0.0.1:${portOf(secret)}/robots.txt`), '/': html(article.html) };
    expect((await reader()(at('/'))).state).not.toBe('read');
    expect(internalRequests).toEqual([]);
  });

  test('through a name, even if it also has a public address', async () => {
    const port = portOf(secret);
    const read = reader({ 'inside.example': ['127.0.0.1'], 'mixed.example': ['93.184.215.14', '127.0.0.1'] });
    for (const name of ['inside.example', 'mixed.example', 'unknown.example']) {
      expect((await read(`http://${name}:${port}/`)).state).toBe('forbidden_target');
      expect((await read(`http://${name}/`)).state).toBe('forbidden_target');
    }
    expect(internalRequests).toEqual([]);
  });

  test('on ports other than 80 and 443, or on another port of the allowed host', async () => {
    const read = reader({ 'public.example': ['93.184.215.14'] });
    for (const port of [22, 25, 6379, 8080]) {
      expect((await read(`http://public.example:${port}/`)).state).toBe('forbidden_target');
    }
    expect((await read(`http://127.0.0.1:${portOf(secret)}/`)).state).toBe('forbidden_target');
    expect(internalRequests).toEqual([]);
  });
});
