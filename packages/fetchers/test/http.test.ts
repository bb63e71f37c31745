import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Server as ProxyChain } from 'proxy-chain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FetchError, type HttpAdapterOptions, httpAdapter, type PageRequest, type RawPage } from '../src/index.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import type { Session } from '../src/types.js';
import { startAnswer, startRaw } from './support/raw.js';
import { newSession, requestFor } from './support/requests.js';
import { startServer } from './support/server.js';
import { startSocksProxy } from './support/socks.js';

interface Try {
  options?: HttpAdapterOptions;
  session?: Session;
  signal?: AbortSignal;
}

const html = '<!doctype html><title>Tea</title>';

function get(request: PageRequest, { options, session = newSession(), signal }: Try = {}): Promise<RawPage> {
  const adapter = httpAdapter(options);
  onTestFinished(() => adapter.close?.());
  return adapter(request, { signal: signal ?? new AbortController().signal, session });
}

async function errorOf(page: Promise<RawPage>): Promise<FetchError> {
  const error = await page.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FetchError);
  return error as FetchError;
}

describe('a page', () => {
  it.each([200, 403, 404, 429, 500, 503])('may have the status %i', async (status) => {
    const { url } = await startServer((_, response) => response.writeHead(status, { 'X-Region': 'at' }).end(html));
    const page = await get(requestFor(`${url}/search?q=tea`));
    expect(page).toMatchObject({ url: `${url}/search?q=tea`, status, headers: { 'x-region': 'at' } });
    expect(Buffer.from(page.body).toString()).toBe(html);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('may be compressed with %s', async (encoding, compress) => {
    const body = compress(html);
    const { url } = await startServer((_, response) => response.setHeader('Content-Encoding', encoding).end(body));
    expect(Buffer.from((await get(requestFor(url))).body).toString()).toBe(html);
  });

  it('may be compressed with x-gzip', async () => {
    const { url } = await startServer((_, response) =>
      response.setHeader('Content-Encoding', 'x-gzip').end(gzipSync(html)),
    );
    expect(Buffer.from((await get(requestFor(url))).body).toString()).toBe(html);
  });

  it.each(['gzip, chunked', 'deflate, chunked', 'x-gzip, chunked'])(
    'may have the transfer coding %s',
    async (coding) => {
      const packed = coding.startsWith('deflate') ? deflateSync(html) : gzipSync(html);
      const size = packed.length.toString(16);
      const { host } = await startAnswer(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: ${coding}\r\n\r\n${size}\r\n`),
          packed,
          Buffer.from('\r\n0\r\n\r\n'),
        ]),
      );
      expect(Buffer.from((await get(requestFor(`http://${host}/`))).body).toString()).toBe(html);
    },
  );

  it.each(['gzip', 'x-gzip', 'br'])(
    'is refused if it has a transfer coding and is compressed with %s too',
    async (encoding) => {
      const packed = gzipSync(encoding === 'br' ? brotliCompressSync(html) : gzipSync(html));
      const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n`;
      const parts = [`${head}${packed.length.toString(16)}\r\n`, packed, '\r\n0\r\n\r\n'];
      const { host } = await startAnswer(Buffer.concat(parts.map((part) => Buffer.from(part))));
      expect(await errorOf(get(requestFor(`http://${host}/`)))).toMatchObject({ code: 'bad_response' });
    },
  );

  it('may have a transfer coding and the content encoding identity', async () => {
    const packed = gzipSync(html);
    const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\nTransfer-Encoding: gzip, chunked\r\n\r\n';
    const parts = [`${head}${packed.length.toString(16)}\r\n`, packed, '\r\n0\r\n\r\n'];
    const { host } = await startAnswer(Buffer.concat(parts.map((part) => Buffer.from(part))));
    expect(Buffer.from((await get(requestFor(`http://${host}/`))).body).toString()).toBe(html);
  });

  it('never gets more cookies than a server accepts', async () => {
    let most = 0;
    const { url } = await startServer(({ headers, url: path = '' }, response) => {
      most = Math.max(most, headers.cookie?.length ?? 0);
      const cookies = [1, 2, 3].map((part) => `c${path.slice(1)}-${part}=${'x'.repeat(1_500)}`);
      response.writeHead((headers.cookie?.length ?? 0) > 8_000 ? 431 : 200, { 'Set-Cookie': cookies }).end(html);
    });
    const session = newSession();
    for (let number = 0; number < 10; number += 1) {
      expect((await get(requestFor(`${url}/${number}`), { session })).status).toBe(200);
    }
    expect(most).toBeGreaterThan(1_500);
    expect(most).toBeLessThanOrEqual(4_096);
  });

  it('keeps its bytes in any charset', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0xe9, 0xff, 0x00, 0x80]);
    const type = 'text/html; charset=ISO-8859-1';
    const { url } = await startServer((_, response) => response.setHeader('Content-Type', type).end(bytes));
    const page = await get(requestFor(url));
    expect(Buffer.from(page.body)).toEqual(bytes);
    expect(page.headers['content-type']).toBe(type);
  });

  it('may have the maximum size after decoding, and no more', async () => {
    const { url } = await startServer((request, response) => {
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync(Buffer.alloc(Number(request.url?.slice(1)))));
    });
    const mebibyte = 1024 * 1024;
    expect((await get(requestFor(`${url}/${8 * mebibyte}`))).body).toHaveLength(8 * mebibyte);
    expect(await errorOf(get(requestFor(`${url}/${8 * mebibyte + 1}`)))).toMatchObject({ code: 'too_large' });
    const options = { maxBytes: 100 };
    expect(await errorOf(get(requestFor(`${url}/101`), { options }))).toMatchObject({ code: 'too_large' });
  });
});

describe('a request', () => {
  it('has the given headers', async () => {
    const { url, requests } = await startServer((_, response) => response.end());
    await get(requestFor(url, { headers: { 'user-agent': 'browser', 'accept-encoding': 'gzip' } }));
    expect(requests[0]?.headers).toMatchObject({ 'user-agent': 'browser', 'accept-encoding': 'gzip' });
  });

  it('has the cookies of its session, overridden by its own', async () => {
    const { url, requests } = await startServer((_, response) => {
      response.setHeader('Set-Cookie', ['id=1; Path=/', 'mode=dark', 'other=1; Domain=example.com', '=']).end();
    });
    const session = newSession();
    const first = await get(requestFor(url), { session });
    await get(requestFor(url, { cookies: { mode: 'light', place: 'a|b&c=d' } }), { session });
    await get(requestFor(url));
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      'id=1; mode=light; place=a|b&c=d',
      undefined,
    ]);
    expect(first.headers).not.toHaveProperty('set-cookie');
  });

  it('reuses a connection', async () => {
    const { url, requests } = await startServer((_, response) => response.end(html));
    const adapter = httpAdapter();
    onTestFinished(() => adapter.close?.());
    const context = { signal: new AbortController().signal, session: newSession() };
    await adapter(requestFor(url), context);
    await adapter(requestFor(url), context);
    expect(requests[1]?.socket).toBe(requests[0]?.socket);
  });
});

describe('an idle connection that the engine has closed', () => {
  it.each([1, 2])('is replaced once: %i closed', async (closed) => {
    let served = 0;
    const { url, requests } = await startServer((request, response) => {
      served += 1;
      if (served > 1 && served <= 1 + closed) request.socket.resetAndDestroy();
      else response.end(html);
    });
    const adapter = httpAdapter();
    onTestFinished(() => adapter.close?.());
    const context = { signal: new AbortController().signal, session: newSession() };
    await adapter(requestFor(url), context);
    await sleep(1_100); // idle for as long as an engine may take to close it
    const again = adapter(requestFor(url), context);
    if (closed === 1) expect((await again).status).toBe(200);
    else await expect(again).rejects.toMatchObject({ name: 'FetchError', code: 'network' });
    expect(requests).toHaveLength(3);
  });
});

it('a connection that is reset when it is reused is replaced once', async () => {
  const { url, requests } = await startServer((request, response) => {
    if (requests.length > 1) request.socket.resetAndDestroy();
    else response.end(html);
  });
  const adapter = httpAdapter();
  onTestFinished(() => adapter.close?.());
  const context = { signal: new AbortController().signal, session: newSession() };
  await adapter(requestFor(url), context);
  await expect(adapter(requestFor(url), context)).rejects.toMatchObject({ code: 'network' });
  expect(requests).toHaveLength(3);
});

describe('a status 408', () => {
  /** Starts an engine that ends idle connections with status 408 when they are reused. */
  async function startImpatient(isAlways: boolean) {
    let asked = 0;
    const { host, sockets } = await startRaw((socket) => {
      let own = 0;
      socket.on('data', () => {
        asked += 1;
        own += 1;
        const late = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n';
        if (isAlways) socket.write(`${late}\r\n`);
        else if (own > 1) socket.end(`${late}Connection: close\r\n\r\n`);
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage');
      });
    });
    const adapter = httpAdapter();
    onTestFinished(() => adapter.close?.());
    const context = { signal: new AbortController().signal, session: newSession() };
    const fetchPage = async () => (await adapter(requestFor(`http://${host}/`), context)).status;
    return { fetchPage, sockets, asked: () => asked };
  }

  it('by which the engine ends a reused connection is not the answer to the request', async () => {
    const { fetchPage, sockets } = await startImpatient(false);
    for (let page = 0; page < 4; page += 1) expect(await fetchPage()).toBe(200);
    expect(sockets).toHaveLength(4);
  });

  it('is a page if the request gets it again, or over a new connection', async () => {
    const { fetchPage, asked } = await startImpatient(true);
    expect([await fetchPage(), asked()]).toEqual([408, 1]);
    expect([await fetchPage(), asked()]).toEqual([408, 3]);
  });
});

describe('a redirect', () => {
  it('is followed on the same host, with its cookies', async () => {
    const { url, requests } = await startServer((request, response) => {
      if (request.url === '/end') response.end(html);
      else response.writeHead(302, { Location: '/end', 'Set-Cookie': 'way=1' }).end();
    });
    const page = await get(requestFor(`${url}/start`, { cookies: { own: '1' } }));
    expect(page).toMatchObject({ url: `${url}/end`, status: 200 });
    expect(requests[1]?.headers.cookie).toBe('way=1; own=1');
  });

  it('is not followed to a foreign host', async () => {
    const foreign = await startServer((_, response) => response.end(html));
    const { url } = await startServer((_, response) => response.writeHead(302, { Location: foreign.url }).end());
    expect(await errorOf(get(requestFor(url)))).toMatchObject({ code: 'redirect' });
    expect(foreign.requests).toHaveLength(0);
  });

  it.each(['/again', 'http://'])('is not followed endlessly or to an invalid address: %s', async (location) => {
    const { url, requests } = await startServer((_, response) => response.writeHead(302, { Location: location }).end());
    expect(await errorOf(get(requestFor(url)))).toMatchObject({ code: 'redirect' });
    expect(requests.length).toBeLessThanOrEqual(6);
  });
});

describe('a network error', () => {
  it.each([
    ['a refused connection', 'network', 'http://127.0.0.1:9'],
    ['an unknown host name', 'network', 'http://engine.invalid'],
  ])('is reported: %s', async (_, code, url) => {
    expect(await errorOf(get(requestFor(url)))).toMatchObject({ code, cause: expect.any(Error) });
  });

  it.each([
    ['before the response', false, 'network'],
    ['in the body', true, 'truncated'],
  ])('is reported: a reset %s', async (_, isBegun, code) => {
    const { url } = await startServer((request, response) => {
      if (isBegun) response.write(html, () => request.socket.resetAndDestroy());
      else request.socket.resetAndDestroy();
    });
    expect(await errorOf(get(requestFor(url)))).toMatchObject({ code });
  });

  it('is reported: a body shorter than announced', async () => {
    const { url } = await startServer((request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write(html, () => request.socket.end());
    });
    expect(await errorOf(get(requestFor(url)))).toMatchObject({ code: 'truncated' });
  });

  it.each([
    ['gzip', gzipSync(html), 'truncated'],
    ['br', brotliCompressSync(html), 'truncated'],
    ['gzip', Buffer.from(html), 'bad_response'],
    ['br', Buffer.from('no brotli at all'), 'bad_response'],
  ])('is reported: broken %s', async (encoding, body, code) => {
    const { url } = await startServer((_, response) => {
      response.setHeader('Content-Encoding', encoding).end(body.subarray(0, -9));
    });
    expect(await errorOf(get(requestFor(url)))).toMatchObject({ code });
  });

  it('is reported: a response that is not HTTP', async () => {
    const { url } = await startServer(({ socket }) => void socket.end('220 mail.example.com\r\n\r\n'));
    expect(await errorOf(get(requestFor(url)))).toMatchObject({ code: 'bad_response' });
  });

  it('is reported: no first byte in time', async () => {
    const { url } = await startServer(() => {});
    expect(await errorOf(get(requestFor(url), { options: { responseTimeout: 50 } }))).toMatchObject({
      code: 'timeout',
    });
  });

  it('is the reason of the signal after it aborts', async () => {
    const { url } = await startServer((_, response) => response.write(html));
    const controller = new AbortController();
    const page = get(requestFor(url), { signal: controller.signal });
    setTimeout(() => controller.abort(new RangeError('enough')), 50);
    await expect(page).rejects.toThrow(RangeError);
  });
});

describe('a proxy', () => {
  async function startProxy(password?: string): Promise<ProxyChain> {
    const proxy = new ProxyChain({
      port: 0,
      host: '127.0.0.1',
      prepareRequestFunction: (request) => ({
        requestAuthentication: password !== undefined && request.password !== password,
      }),
    });
    await proxy.listen();
    onTestFinished(() => proxy.close(true));
    return proxy;
  }

  function through(...addresses: string[]): Session {
    return newSession({ proxy: parseProxies(addresses)[0]! });
  }

  it.each([
    ['without a password', undefined, ''],
    ['with one', 's3cr:t', 'user:s3cr%3At@'],
  ])('is used, %s', async (_, password, credentials) => {
    const { url } = await startServer((_, response) => response.end(html));
    const proxy = await startProxy(password);
    const page = await get(requestFor(url), { session: through(`http://${credentials}127.0.0.1:${proxy.port}`) });
    expect(Buffer.from(page.body).toString()).toBe(html);
    expect(proxy.stats.connectRequestCount + proxy.stats.httpRequestCount).toBe(1);
  });

  it('of SOCKS is used', async () => {
    const server = await startServer((_, response) => response.end(html));
    const { url, targets } = await startSocksProxy();
    const page = await get(requestFor(server.url), { session: through(url) });
    expect(Buffer.from(page.body).toString()).toBe(html);
    expect(targets).toEqual([new URL(server.url).host]);
  });

  it('that rejects the password is reported without it', async () => {
    const { url, requests } = await startServer((_, response) => response.end(html));
    const proxy = await startProxy('right');
    const session = through(`http://user:wr0ng@127.0.0.1:${proxy.port}`);
    const error = await errorOf(get(requestFor(url), { session }));
    expect(error.code).toBe('proxy_auth');
    expect(inspect(error, { depth: 20 })).not.toContain('wr0ng');
    expect(requests).toHaveLength(0);
  });

  it.each(['http://127.0.0.1:9', 'socks5://127.0.0.1:9', 'http://proxy.invalid:80'])(
    'that is unreachable is reported: %s',
    async (address) => {
      const { url } = await startServer((_, response) => response.end(html));
      expect(await errorOf(get(requestFor(url), { session: through(address) }))).toMatchObject({ code: 'proxy' });
    },
  );
});
