import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RawPage } from '../../src/index.js';
import { startAnswer, startRaw, startTunnels } from '../support/raw.js';
import { type Fault, limits } from './play.js';

const html = '<!doctype html><title>Tea</title>'.repeat(20);
const head = (status: string, ...headers: string[]) =>
  `HTTP/1.1 ${status}\r\n${['Connection: close', ...headers].map((header) => `${header}\r\n`).join('')}\r\n`;
const page = (text: string, status = '200 OK', ...headers: string[]) =>
  `${head(status, `Content-Length: ${text.length}`, 'Content-Type: text/html', ...headers)}${text}`;
const packed = (encoding: string, body: Uint8Array) =>
  Buffer.concat([Buffer.from(head('200 OK', `Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`)), body]);

/** A fault in the response of the engine. */
function answer(
  name: string,
  text: string | Buffer,
  more: Partial<Fault> & { end?: 'close' | 'stay' | 'reset' } = {},
): Fault {
  const { end = 'close', ...rest } = more;
  return { name, server: () => startAnswer(text, end), ...rest };
}

const chunked = head('200 OK', 'Transfer-Encoding: chunked');
const announced = head('200 OK', 'Content-Length: 9000');

/** Resets a connection after the written data has been read. */
function resetLater(socket: Socket, text: string): void {
  socket.write(text);
  setTimeout(() => socket.resetAndDestroy(), 100);
}

const stuck = { end: 'stay', within: 'attemptTimeout' } as const;
const unanswered = { end: 'stay', within: 'responseTimeout' } as const;
const overTls = { url: (host: string) => `https://${host}/` };

const connecting: readonly Fault[] = [
  { name: 'the engine refuses connections' },
  { name: 'the name of the engine does not resolve', url: () => 'http://engine.invalid/', within: 'connectTimeout' },
  { name: 'the engine closes every connection', server: () => startRaw((socket) => void socket.end()) },
  { name: 'the engine resets every connection', server: () => startRaw((socket) => void socket.resetAndDestroy()) },
  {
    name: 'the engine accepts and does not respond',
    server: () => startRaw((s) => void s.resume()),
    within: 'responseTimeout',
  },
  {
    name: 'TLS: no response to the handshake',
    server: () => startRaw((s) => void s.resume()),
    ...overTls,
    within: 'connectTimeout',
  },
  {
    name: 'TLS: the engine closes during the handshake',
    server: () => startRaw((s) => void s.once('data', () => s.end())),
    ...overTls,
  },
  {
    name: 'TLS: the engine resets during the handshake',
    server: () => startRaw((s) => void s.once('data', () => s.resetAndDestroy())),
    ...overTls,
  },
  answer('TLS: the engine responds in plain HTTP', page(html), overTls),
];

const broken: readonly Fault[] = [
  answer('a response in another protocol', '220 mail.example.com ESMTP\r\n\r\n'),
  answer('an empty response', '\r\n\r\n'),
  answer('half a status line', 'HTTP/1.1 2'),
  answer('a status that is not a number', 'HTTP/1.1 abc OK\r\n\r\n'),
  answer('an unknown version of HTTP', 'HTTP/9.9 200 OK\r\n\r\n'),
  answer('a header without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'),
  answer('a header with a NUL', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n'),
  answer('headers of 100 kB', head('200 OK', `X: ${'x'.repeat(100_000)}`)),
  answer('headers that are cut off', 'HTTP/1.1 200 OK\r\nContent-Ty'),
  answer('headers that stall', 'HTTP/1.1 200 OK\r\nContent-Ty', unanswered),
  answer('a negative Content-Length', head('200 OK', 'Content-Length: -5')),
  answer('two different Content-Lengths', `${head('200 OK', 'Content-Length: 3', 'Content-Length: 5')}abcde`),
  answer('a chunk size that is not a number', `${head('200 OK', 'Transfer-Encoding: chunked')}zz\r\nabc\r\n0\r\n\r\n`),
  answer('status 101', head('101 Switching Protocols', 'Upgrade: h2c', 'Connection: Upgrade'), { end: 'stay' }),
  answer('status 101 without Upgrade', head('101 Switching Protocols'), { end: 'stay' }),
  answer('status 100 without a final response', head('100 Continue'), unanswered),
  {
    name: 'endless status 102',
    within: 'responseTimeout',
    server: () =>
      startRaw((socket) => {
        const drip = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 50);
        socket.on('close', () => clearInterval(drip));
      }),
  },
  answer(
    'Content-Length and chunks',
    `${head('200 OK', 'Content-Length: 3', 'Transfer-Encoding: chunked')}3\r\nabc\r\n0\r\n\r\n`,
  ),
  answer('three thousand headers', head('200 OK', ...Array.from({ length: 3_000 }, (_, index) => `X-${index}: a`))),
  answer(
    'a chunk extension of 100 kB',
    `${head('200 OK', 'Transfer-Encoding: chunked')}3;${'x'.repeat(100_000)}\r\nabc\r\n0\r\n\r\n`,
  ),
  answer('status 204', head('204 No Content')),
  answer('status 206', page(html, '206 Partial Content', 'Content-Range: bytes 0-99/9000')),
  answer('status 304', head('304 Not Modified')),
];

const cut: readonly Fault[] = [
  answer('a body shorter than announced', `${head('200 OK', 'Content-Length: 9000')}${html}`),
  answer('a body shorter than announced, then a reset', `${head('200 OK', 'Content-Length: 9000')}${html}`, {
    end: 'reset',
  }),
  answer('a body that stalls', `${head('200 OK', 'Content-Length: 9000')}${html}`, stuck),
  answer('chunks without the last chunk', `${head('200 OK', 'Transfer-Encoding: chunked')}5\r\nabcde\r\n`),
  answer('a chunk that is cut off', `${head('200 OK', 'Transfer-Encoding: chunked')}ff\r\nabcde`),
  answer('chunks, then a reset', `${head('200 OK', 'Transfer-Encoding: chunked')}5\r\nabcde\r\n`, { end: 'reset' }),
  {
    name: 'chunks, then a reset a while later',
    server: () => startRaw((socket) => socket.once('data', () => resetLater(socket, `${chunked}5\r\nabcde\r\n`))),
  },
  {
    name: 'a body without a length, then a reset a while later',
    server: () => startRaw((socket) => socket.once('data', () => resetLater(socket, `${head('200 OK')}${html}`))),
  },
  {
    name: 'a redirect, then a reset',
    server: () =>
      startRaw((socket, count) =>
        socket.once(
          'data',
          () =>
            void (count > 1
              ? socket.resetAndDestroy()
              : socket.end(`${head('302 Found', 'Location: /tea', 'Content-Length: 0')}`)),
        ),
      ),
  },
  {
    name: 'a body shorter than announced, then a reset a while later',
    server: () => startRaw((socket) => socket.once('data', () => resetLater(socket, `${announced}${html}`))),
  },
  answer('chunks that stall', `${head('200 OK', 'Transfer-Encoding: chunked')}5\r\nabcde\r\n`, stuck),
  answer('gzip that is cut off', packed('gzip', gzipSync(html).subarray(0, -9))),
  answer('deflate that is cut off', packed('deflate', deflateSync(html).subarray(0, -9))),
  answer('br that is cut off', packed('br', brotliCompressSync(html).subarray(0, -9))),
  answer('invalid gzip', packed('gzip', Buffer.from(html))),
  answer('invalid deflate', packed('deflate', Buffer.alloc(50, 0xff))),
  answer('invalid br', packed('br', Buffer.from(html))),
  answer('a page in an encoding that was not requested', packed('compress', Buffer.from([0x1f, 0x9d, 0x90]))),
  answer('a page in zstd', packed('zstd', Buffer.from('28b52ffd0458', 'hex'))),
  answer(
    'an invalid gzip transfer coding',
    `${head('200 OK', 'Transfer-Encoding: gzip, chunked')}5\r\n<html\r\n0\r\n\r\n`,
  ),
  answer('gzip in gzip', packed('gzip, gzip', gzipSync(gzipSync(html)))),
  answer(
    'status 403 in an encoding that was not requested',
    Buffer.concat([Buffer.from(head('403 Forbidden', 'Content-Encoding: zstd')), Buffer.of(0x28)]),
  ),
  answer('br that expands above the limit', packed('br', brotliCompressSync(Buffer.alloc(10_000_000)))),
  answer('deflate that expands above the limit', packed('deflate', deflateSync(Buffer.alloc(10_000_000)))),
  answer('gzip with trailing data', packed('gzip', Buffer.concat([gzipSync(html), Buffer.from('more')]))),
  answer('a body longer than announced', `${head('200 OK', 'Content-Length: 10')}${html}`),
  {
    name: 'an endless slow body',
    within: 'attemptTimeout',
    server: () =>
      startRaw((socket) => {
        socket.write(head('200 OK'));
        const drip = setInterval(() => socket.write('.'), 20);
        socket.on('close', () => clearInterval(drip)).resume();
      }),
  },
  answer('a body above the limit, announced', `${head('200 OK', 'Content-Length: 200000')}${'x'.repeat(200_000)}`),
  answer('a body above the limit, unannounced', `${head('200 OK')}${'x'.repeat(200_000)}`),
  answer('gzip that expands above the limit', packed('gzip', gzipSync(Buffer.alloc(10_000_000)))),
];

const redirects: readonly Fault[] = [
  answer('a redirect to itself', head('302 Found', 'Location: /', 'Content-Length: 0')),
  answer('a redirect to another host', head('302 Found', 'Location: http://foreign.test/', 'Content-Length: 0')),
  answer('a redirect to an invalid address', head('302 Found', 'Location: http://', 'Content-Length: 0')),
  answer('a redirect to a file', head('302 Found', 'Location: file:///etc/passwd', 'Content-Length: 0')),
  answer('a redirect to a script', head('302 Found', 'Location: javascript:alert(1)', 'Content-Length: 0')),
  answer(
    'a redirect to another port of the engine',
    head('302 Found', 'Location: http://127.0.0.1:9/', 'Content-Length: 0'),
  ),
  answer(
    'a redirect with credentials',
    head('302 Found', 'Location: http://user:word@foreign.test/', 'Content-Length: 0'),
  ),
  answer('a redirect to itself by 307', head('307 Temporary Redirect', 'Location: /', 'Content-Length: 0')),
  answer('a redirect without a target', head('302 Found', 'Content-Length: 0')),
];

const refusals: readonly Fault[] = [
  answer('status 403', page('no', '403 Forbidden')),
  answer('status 429', page('no', '429 Too Many')),
  answer('status 429, Retry-After: 1', page('no', '429 Too Many', 'Retry-After: 1'), { within: 'attemptTimeout' }),
  answer('status 429, Retry-After: 3600', page('no', '429 Too Many', 'Retry-After: 3600')),
  answer('status 429, Retry-After: 99999999999', page('no', '429 Too Many', 'Retry-After: 99999999999')),
  answer('status 429, Retry-After: soon', page('no', '429 Too Many', 'Retry-After: soon')),
  answer('status 429, Retry-After: -1', page('no', '429 Too Many', 'Retry-After: -1')),
  answer('status 429, Retry-After: 1.5', page('no', '429 Too Many', 'Retry-After: 1.5'), { within: 'attemptTimeout' }),
  answer('status 429, Retry-After: 1, 2', page('no', '429 Too Many', 'Retry-After: 1, 2')),
  answer(
    'status 429, Retry-After: Thu, 01 Jan 1970 00:00:00 GMT',
    page('no', '429 Too Many', 'Retry-After: Thu, 01 Jan 1970 00:00:00 GMT'),
  ),
  answer('status 500', page('no', '500 Oops')),
  answer('status 503, Retry-After: 3600', page('no', '503 Busy', 'Retry-After: 3600')),
  answer('a captcha with status 200', page('state:captcha other_session')),
  answer('a consent page', page('state:consent other_session')),
  answer('a page that requires JavaScript', page('state:js_required never')),
  answer('a page of another query', page('state:wrong_query same')),
  answer('an unrecognized page', page('state:unrecognised never')),
  answer('a page with truncated markup', page('state:truncated once')),
];

const http = { proxy: (host: string) => `http://${host}` };
const https = { proxy: (host: string) => `https://${host}` };
const socks = { proxy: (host: string) => `socks5h://${host}` };
const user = { proxy: (host: string) => `socks5h://user:password@${host}` };
const silent = { server: () => startRaw((socket) => void socket.resume()), within: 'connectTimeout' } as const;

/** A SOCKS 5 proxy that sends one response for each message, then closes. */
const socksAnswers =
  (...answers: readonly Buffer[]) =>
  () =>
    startRaw((socket) => {
      const left = [...answers];
      socket.on('data', () => {
        const next = left.shift();
        if (next) socket.write(next);
        else socket.end();
      });
    });

const proxies: readonly Fault[] = [
  { name: 'an http proxy that refuses connections', proxy: () => 'http://127.0.0.1:9' },
  {
    name: 'an http proxy whose name does not resolve',
    proxy: () => 'http://proxy.invalid:80',
    within: 'connectTimeout',
  },
  { name: 'an http proxy that does not respond', ...http, ...silent },
  { name: 'an http proxy that closes', ...http, server: () => startRaw((s) => void s.once('data', () => s.end())) },
  {
    name: 'an http proxy that resets',
    ...http,
    server: () => startRaw((s) => void s.once('data', () => s.resetAndDestroy())),
  },
  { name: 'an http proxy that responds with 407', ...http, server: () => startTunnels({ status: 407 }) },
  { name: 'an http proxy that responds with 403', ...http, server: () => startTunnels({ status: 403 }) },
  { name: 'an http proxy that responds with 502', ...http, server: () => startTunnels({ status: 502 }) },
  { name: 'an http proxy that responds with 401', ...http, server: () => startTunnels({ status: 401 }) },
  { name: 'an http proxy that responds with 402', ...http, server: () => startTunnels({ status: 402 }) },
  answer('an http proxy that responds with 429, Retry-After: 60', head('429 Too Many', 'Retry-After: 60'), http),
  answer('an http proxy that responds with 503, Retry-After: 60', head('503 Busy', 'Retry-After: 60'), http),
  { name: 'an http proxy that responds with 509', ...http, server: () => startTunnels({ status: 509 }) },
  answer('an http proxy that speaks another protocol', 'SSH-2.0-server\r\n', http),
  answer('an http proxy that cuts the tunnel', head('200 OK'), http),
  answer('an http proxy through which TLS stalls', head('200 OK'), {
    ...http,
    ...{ url: () => 'https://engine.test/', end: 'stay', within: 'connectTimeout' },
  }),
  answer('an http proxy that redirects', head('302 Found', 'Location: http://login.test/'), http),
  answer('an http proxy with an endless response', 'HTTP/1.1 200 OK\r\nX: a', {
    ...http,
    end: 'stay',
    within: 'connectTimeout',
  }),
  answer('an http proxy with a response of 100 kB', head('200 OK', `X: ${'x'.repeat(100_000)}`), http),
  {
    name: 'an http proxy with a slow response',
    ...http,
    within: 'connectTimeout',
    server: () =>
      startRaw((socket) => {
        const drip = setInterval(() => socket.write('H'), 50);
        socket.on('close', () => clearInterval(drip));
      }),
  },
  answer('an http proxy that responds with 200 with a page', page('<h1>Please log in</h1>'), http),
  answer('an http proxy that responds to TLS in plain HTTP', `${head('200 OK')}nonsense`, {
    ...http,
    url: () => 'https://engine.test/',
  }),
  { name: 'an https proxy that does not respond', ...https, ...silent },
  answer('an https proxy that speaks plain HTTP', head('200 OK'), https),
  {
    name: 'a socks4 proxy that refuses',
    proxy: (host) => `socks4://${host}`,
    url: () => 'http://127.0.0.1:9/',
    server: socksAnswers(Buffer.of(0, 0x5b, 0, 0, 0, 0, 0, 0)),
  },
  {
    name: 'a socks5h proxy with an incomplete response',
    ...socks,
    server: socksAnswers(Buffer.of(5, 0), Buffer.of(5, 0, 0)),
  },
  { name: 'a socks5h proxy that refuses connections', proxy: () => 'socks5h://127.0.0.1:9' },
  { name: 'a socks5h proxy that does not respond', ...socks, ...silent },
  answer('a socks5h proxy that speaks another protocol', 'HTTP/1.1 400 Bad\r\n\r\n', socks),
  { name: 'a socks5h proxy that requires a password', ...socks, server: socksAnswers(Buffer.of(5, 0xff)) },
  {
    name: 'a socks5h proxy that rejects the password',
    ...user,
    server: socksAnswers(Buffer.of(5, 2), Buffer.of(1, 1)),
  },
  {
    name: 'a socks5h proxy that cannot reach the engine',
    ...socks,
    server: socksAnswers(Buffer.of(5, 0), Buffer.of(5, 4, 0, 1, 0, 0, 0, 0, 0, 0)),
  },
];

const never = () => new Promise<never>(() => {});
const local: readonly Fault[] = [
  {
    name: 'an adapter that throws another error',
    options: { adapter: () => Promise.reject(new TypeError('bug')) },
  },
  { name: 'an adapter that returns no page', options: { adapter: async () => undefined as unknown as RawPage } },
  { name: 'an adapter that never settles', options: { adapter: never }, within: 'attemptTimeout' },
  { name: 'a caller that aborts', options: { adapter: never }, leaveAfter: 100 },
  { name: 'a deadline that passes', options: { adapter: never, attemptTimeout: 60_000 }, within: 'deadline' },
  answer('a judge that throws', page(html), {
    judge: () => {
      throw new SyntaxError('bug');
    },
  }),
  { name: 'a closed fetcher', prepare: (fetcher) => fetcher.close() },
  answer('an open circuit', page('no', '500 Oops'), {
    options: { circuit: { minimum: 1 }, attempts: 1 },
    prepare: async (fetcher, url) => {
      await attempt(fetcher, url);
    },
  }),
  answer('all proxies are cooling down', page(html), {
    proxy: () => 'http://127.0.0.1:9',
    prepare: async (fetcher, url) => {
      await attempt(fetcher, url);
    },
  }),
  {
    name: 'a full queue',
    options: { adapter: never, limits: { engine: 1, direct: 1, queue: 0 } },
    prepare: async (fetcher, url) => {
      void attempt(fetcher, url);
    },
  },
  {
    name: 'a slow queue',
    options: { adapter: never, attemptTimeout: 60_000, limits: { engine: 1, direct: 1, queueTimeout: limits.connect } },
    prepare: async (fetcher, url) => {
      void attempt(fetcher, url);
    },
    within: 'connectTimeout',
  },
];

/** A fetch whose result is ignored. */
function attempt(fetcher: Parameters<NonNullable<Fault['prepare']>>[0], url: string): Promise<unknown> {
  const judge = () => ({ usable: false, state: 'bad_response', retry: 'never', error: new Error('no') }) as const;
  const request = {
    engine: 'alpha',
    operation: 'alpha.search',
    query: '',
    page: 1,
    url,
    headers: {},
    cookies: {},
  } as const;
  return fetcher.fetch(request, judge).catch((error: unknown) => error);
}

/** All faults, by section of FAULTS.md. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  'Reaching the engine': connecting,
  'Broken HTTP': broken,
  'Truncated, stalled and oversized bodies': cut,
  Redirects: redirects,
  'Blocks and unusable pages': refusals,
  Proxies: proxies,
  'Adapters, callers and limits': local,
};
