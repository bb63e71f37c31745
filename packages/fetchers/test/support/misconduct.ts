import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What a bad exit does with a request for the path `/<number>` instead of forwarding it. */
export type Misconduct = (client: Socket, path: string, count: number) => void;

/** The page of a path. */
export const page = (path: string, word = 'page'): string => `<html>${word} ${path}</html>`;
const respond = (head: string, body: string | Buffer = ''): Misconduct => {
  return (client) => {
    client.write(`HTTP/1.1 ${head}\r\n\r\n`);
    client.write(body);
  };
};
const sized = (status: string, body: string | Buffer, more = '') =>
  respond(`${status}\r\nContent-Type: text/html\r\nContent-Length: ${Buffer.byteLength(body)}${more}`, body);

/** Writes a piece at intervals until the client leaves. */
const drip = (head: string, piece: string): Misconduct => {
  return (client) => {
    client.write(head);
    const timer = setInterval(() => client.write(piece), 20);
    client.once('close', () => clearInterval(timer));
  };
};

export const misconducts: Readonly<Record<string, Misconduct>> = {
  'closes the tunnel': (client) => void client.destroy(),
  'resets the tunnel': (client) => void client.resetAndDestroy(),
  'sends garbage': (client) => void client.end('SSH-2.0-OpenSSH_9.6\r\n'),
  'truncates bodies': (client, path) => {
    client.end(`HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n${page(path).slice(0, 9)}`);
  },
  'truncates bodies without a length, over HTTP/1.0': (client, path) => {
    client.end(`HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n${page(path).slice(0, 9)}`);
  },
  'returns an unknown page': sized('200 OK', '<html>something else</html>'),
  'gets captchas': sized('403 Forbidden', 'captcha'),
  'sends headers and then no body': respond('200 OK\r\nContent-Length: 400'),
  'sends a body slowly without end': drip('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'),
  'sends interim responses without end': drip('', 'HTTP/1.1 102 Processing\r\n\r\n'),
  'sends more than Content-Length': (client, path) => {
    client.end(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n${page(path)}`);
  },
  'returns the page of another request': sized('200 OK', page('/other')),
  'returns pages in another language': (client, path) => sized('200 OK', page(path, 'Seite'))(client, path, 1),
  'redirects to itself': respond('302 Found\r\nLocation: /again\r\nContent-Length: 0'),
  'redirects to a captive portal': respond('302 Found\r\nLocation: http://portal.test/login\r\nContent-Length: 0'),
  'returns a captive portal': sized('200 OK', '<html><form action="/login">Accept the terms</form></html>'),
  'returns status 407 within the tunnel': sized('407 Proxy Authentication Required', 'login'),
  'returns status 502 within the tunnel': sized('502 Bad Gateway', 'upstream'),
  'returns status 503 and asks to wait an hour': sized('503 Unavailable', 'later', '\r\nRetry-After: 3600'),
  'sends gzip that expands above the limit': sized(
    '200 OK',
    gzipSync(Buffer.alloc(2_000_000)),
    '\r\nContent-Encoding: gzip',
  ),
  'sends garbled gzip': sized('200 OK', 'no gzip at all', '\r\nContent-Encoding: gzip'),
  'sends a body without end': drip('HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(50_000)),
  'sends headers of 100 kB': respond(`200 OK\r\nX-Padding: ${'a'.repeat(100_000)}\r\nContent-Length: 0`),
  'returns an empty page': sized('200 OK', ''),
  'returns status 204': respond('204 No Content'),
  'returns status 304': respond('304 Not Modified'),
  'switches protocols': respond('101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade'),
  'returns a binary file': respond('200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 6', 'binary'),
  'returns a captcha of another engine with status 200': sized(
    '200 OK',
    '<html><div id="captcha">Prove it</div></html>',
  ),
  'returns status 429 and asks to wait no time': sized('429 Too Many Requests', 'slow down', '\r\nRetry-After: 0'),
  'sends the page letter by letter': (client, path) => {
    const body = page(path);
    client.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`);
    let sent = 0;
    const timer = setInterval(() => client.write(body.charAt(sent++)), 1_000);
    client.once('close', () => clearInterval(timer));
  },
  'promises more than it sends and keeps the connection': (client, path) => {
    client.write(`HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n${page(path)}`);
  },
  'sends the head letter by letter': (client) => {
    let sent = 0;
    const head = 'HTTP/1.1 200 OK\r\nX-Padding: '.padEnd(2_000, 'a');
    const timer = setInterval(() => client.write(head.charAt(sent++)), 20);
    client.once('close', () => clearInterval(timer));
  },
  'declares Brotli and sends gzip': (client, path) => {
    sized('200 OK', gzipSync(page(path)), '\r\nContent-Encoding: br')(client, path, 1);
  },
  'declares gzip and cuts it off': (client, path) => {
    sized('200 OK', gzipSync(page(path)).subarray(0, -10), '\r\nContent-Encoding: gzip')(client, path, 1);
  },
  'sends compressed bytes without declaring them': (client, path) =>
    sized('200 OK', gzipSync(page(path)))(client, path, 1),
  'sends chunks with a garbled size': respond('200 OK\r\nTransfer-Encoding: chunked', '5\r\n<html\r\nzz\r\n>'),
  'sends chunks and no last one': (client, path) => {
    const body = page(path);
    client.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`);
  },
  'contradicts itself about the length': (client, path) => {
    const body = page(path);
    client.write(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  },
  'redirects to ever longer addresses': (client, path) => {
    client.write(`HTTP/1.1 302 Found\r\nLocation: ${path}/again\r\nContent-Length: 0\r\n\r\n`);
  },
  'sends two thousand headers': respond(`200 OK\r\n${'X-A: b\r\n'.repeat(2_000)}Content-Length: 0`),
  'sends the page without a head': (client, path) => void client.end(page(path)),
  'sends half of a page and resets': (client, path) => {
    client.write(`HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n${page(path).slice(0, 9)}`);
    setTimeout(() => client.resetAndDestroy(), 5);
  },
};

/** What a bad proxy does with a request for a tunnel. False if it opens the tunnel after all. */
export type Refusal = (client: Socket, count: number) => boolean;

const answer = (head: string, body = ''): Refusal => {
  return (client) => {
    client.end(`HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    return true;
  };
};

export const tunnelRefusals: Readonly<Record<string, Refusal>> = {
  'answers CONNECT with a page': answer('200 OK\r\nContent-Type: text/html', '<html>Welcome to the hotel</html>'),
  'answers CONNECT with 407': answer('407 Proxy Authentication Required'),
  'answers CONNECT with 407 and 200 in turn': (client, count) =>
    count % 2 === 1 && answer('407 Proxy Authentication Required')(client, count),
  'answers CONNECT with 502 two times of three': (client, count) =>
    count % 3 > 0 && answer('502 Bad Gateway')(client, count),
  'answers CONNECT with 503 and asks to wait no time': answer('503 Unavailable\r\nRetry-After: 0'),
  'answers CONNECT with a redirect': answer('302 Found\r\nLocation: http://portal.test/login'),
  'opens the tunnel and ends it': (client) => {
    client.end('HTTP/1.1 200 OK\r\n\r\n');
    return true;
  },
  'does not answer CONNECT': () => true,
};
