import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createDocumentFetcher, type DocumentFetcherOptions, FetchError, parseProxies } from '../src/index.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function site(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((listening) => server.once('listening', listening));
  return (server.address() as AddressInfo).port;
}

const all = { isAllowed: () => true, userAgent: 'test' };
const { signal } = new AbortController();

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'fetched',
    (error: unknown) => (error instanceof FetchError ? error.code : String(error)),
  );
}

describe('documents', () => {
  it('have status, headers and a decoded body, and are requested without cookies under the given user agent', async () => {
    const received: IncomingMessage['headers'][] = [];
    const port = await site(({ headers }, response) => {
      received.push(headers);
      response.writeHead(404, { 'content-type': 'text/plain', 'content-encoding': 'gzip', 'set-cookie': 'a=b' });
      response.end(gzipSync('gone'));
    });
    const fetchDocument = createDocumentFetcher(all);
    for (let n = 0; n < 2; n++) {
      const { status, body, headers } = await fetchDocument(`http://127.0.0.1:${port}/a`, {
        signal,
        accept: 'text/html',
      });
      expect([status, Buffer.from(body).toString(), headers['content-type']]).toEqual([404, 'gone', 'text/plain']);
    }
    expect(received.map(({ cookie, accept, 'user-agent': agent }) => [cookie, accept, agent])).toEqual(
      Array.from({ length: 2 }, () => [undefined, 'text/html', 'test']),
    );
  });

  it('are not fetched from a redirect target', async () => {
    const port = await site((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    const page = await createDocumentFetcher(all)(`http://127.0.0.1:${port}/`, { signal });
    expect([page.status, page.headers.location]).toEqual([302, 'http://127.0.0.1:1/']);
  });

  it('are read only if their type is wanted and their size allowed', async () => {
    let sent = 0;
    const port = await site((request, response) => {
      response.writeHead(200, { 'content-type': request.url === '/video' ? 'video/mp4' : 'text/html' });
      const timer = setInterval(() => {
        sent += 65_536;
        response.write(Buffer.alloc(65_536, 'a'));
      }, 1);
      response.once('close', () => clearInterval(timer));
    });
    const fetchDocument = createDocumentFetcher({ ...all, maxBytes: 1_000_000 });
    const video = await fetchDocument(`http://127.0.0.1:${port}/video`, {
      signal,
      isWanted: (type) => type.startsWith('text/'),
    });
    expect([video.status, video.body.byteLength]).toEqual([200, 0]);
    expect(await codeOf(fetchDocument(`http://127.0.0.1:${port}/`, { signal }))).toBe('too_large');
    expect(sent).toBeLessThan(20_000_000);
  });

  it('are too large if their decompressed size exceeds the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const port = await site((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(await codeOf(createDocumentFetcher(all)(`http://127.0.0.1:${port}/`, { signal }))).toBe('too_large');
  });

  it('are aborted by the signal', async () => {
    const port = await site(() => {});
    const timeout = AbortSignal.timeout(50);
    const work = createDocumentFetcher(all)(`http://127.0.0.1:${port}/`, { signal: timeout });
    await expect(work).rejects.toThrow(timeout.reason);
  });
});

describe('addresses', () => {
  const rule: DocumentFetcherOptions = { isAllowed: ({ ip }) => ip === '127.0.0.1', userAgent: 'test' };

  it('are all checked, not only the first one of a name', async () => {
    const port = await site((_, response) => response.end('inside'));
    const fetchDocument = createDocumentFetcher({ ...rule, resolve: async () => ['127.0.0.1', '10.0.0.1'] });
    expect(await codeOf(fetchDocument(`http://mixed.example:${port}/`, { signal }))).toBe('forbidden_target');
    const none = createDocumentFetcher({ ...rule, resolve: async () => [] });
    expect(await codeOf(none('http://nowhere.example/', { signal }))).toBe('forbidden_target');
  });

  it('are resolved once, so that the connection uses the checked address', async () => {
    const port = await site(({ headers }, response) => response.end(headers.host));
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const fetchDocument = createDocumentFetcher({ ...rule, resolve: async () => answers.shift() ?? [] });
    const { body } = await fetchDocument(`http://rebinding.example:${port}/`, { signal });
    expect(Buffer.from(body).toString()).toBe(`rebinding.example:${port}`);
    expect(answers).toHaveLength(1);
    expect(await codeOf(fetchDocument(`http://rebinding.example:${port}/`, { signal }))).toBe('forbidden_target');
  });

  it.each([
    ...[
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'data:text/html,a',
      'javascript:1',
      'gopher://127.0.0.1/',
      'nonsense',
    ],
    'http://user:password@127.0.0.1/',
  ])('%s is never requested', async (address) => {
    expect(await codeOf(createDocumentFetcher(all)(address, { signal }))).toBe('forbidden_target');
  });

  it('are sent to a proxy instead of names', async () => {
    const targets: (string | undefined)[] = [];
    const proxy = createServer().listen(0, '127.0.0.1');
    servers.push(proxy);
    proxy.on('connect', ({ url }, socket) => {
      targets.push(url);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise((listening) => proxy.once('listening', listening));
    const proxies = parseProxies([`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`]);
    const fetchDocument = createDocumentFetcher({ ...all, proxies, resolve: async () => ['192.0.2.7'] });
    expect(await codeOf(fetchDocument('https://a.example/', { signal }))).toBe('proxy');
    expect(targets).toEqual(['192.0.2.7:443']);
  });
});
