import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AttemptEvent, createFetcher, httpAdapter, type Judge, readProxies } from '../src/index.js';
import { startRaw } from './support/raw.js';
import { requestFor } from './support/requests.js';
import { startServer } from './support/server.js';

/** What a bad exit does with a request for the path `/<number>` instead of forwarding it. */
type Misconduct = (client: Socket, path: string, count: number) => void;

const page = (path: string, word = 'page') => `<html>${word} ${path}</html>`;
const respond = (head: string, body: string | Buffer = ''): Misconduct => {
  return (client) => {
    client.write(`HTTP/1.1 ${head}\r\n\r\n`);
    client.write(body);
  };
};
const sized = (status: string, body: string | Buffer, more = '') =>
  respond(`${status}\r\nContent-Type: text/html\r\nContent-Length: ${Buffer.byteLength(body)}${more}`, body);

/** Writes a piece at intervals until the client disconnects. */
const drip = (head: string, piece: string): Misconduct => {
  return (client) => {
    client.write(head);
    const timer = setInterval(() => client.write(piece), 20);
    client.once('close', () => clearInterval(timer));
  };
};

const misconducts: Readonly<Record<string, Misconduct>> = {
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
};

/** Decides like the server's judge, see `packages/server/src/pages/states.ts`. */
const judge: Judge<string> = ({ status, body, url }) => {
  const text = Buffer.from(body).toString();
  const bad = (state: string, retry: 'same' | 'once' | 'other_session') =>
    ({ usable: false, state, retry, suspect: 'exit_at_engine', error: new Error(state) }) as const;
  const notEngine = { countsAgainstEngine: false } as const;
  if (status === 403) return bad('captcha', 'other_session');
  if (status !== 200) return bad('bad_response', 'same');
  if (text === '') return bad('no_page', 'other_session');
  if (text === 'binary') return { ...bad('download', 'once'), ...notEngine, suspect: 'request' };
  if (!text.endsWith('</html>')) return bad('truncated', 'once');
  const { pathname } = new URL(url);
  if (text === page(pathname)) return { usable: true, value: text };
  if (text === page(pathname, 'Seite')) return { usable: true, value: text, doubt: 'wrong_language' };
  if (text.startsWith('<html>page ')) return { ...bad('wrong_query', 'same'), ...notEngine, suspect: 'request' };
  return { ...bad('unrecognised', 'once'), ...notEngine };
};

/** Starts an HTTP proxy that misbehaves while `isBad` returns true. */
async function startExit(misconduct: Misconduct | undefined, isBad: () => boolean): Promise<string> {
  const { host } = await startRaw((client) => {
    client.once('data', (connecting: Buffer) => {
      const port = Number(/:(\d+) /.exec(connecting.toString('latin1'))?.[1]);
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      if (misconduct === undefined || !isBad()) {
        const upstream = connect(port, '127.0.0.1');
        upstream.on('error', () => client.destroy());
        upstream.on('close', () => client.destroy());
        client.on('close', () => upstream.destroy());
        client.pipe(upstream).pipe(client);
        return;
      }
      let count = 0;
      client.on('data', (received: Buffer) => {
        count += 1;
        misconduct(client, /^GET (\S+)/.exec(received.toString('latin1'))?.[1] ?? '/', count);
      });
    });
  });
  return `http://${host}`;
}

interface Play {
  kinds: readonly string[];
  searches: number;
  coolDowns?: Record<string, { base: number; cap: number }>;
  isBad?: () => boolean;
}

async function start({ kinds, coolDowns, isBad = () => true }: Omit<Play, 'searches'>) {
  const engine = await startServer((request, response) => response.end(page(request.url ?? '')));
  const bad = new Set(['proxy-2', 'proxy-3', 'proxy-9', 'proxy-15', 'proxy-20']);
  const addresses: string[] = [];
  for (let number = 1; number <= 20; number += 1) {
    const kind = bad.has(`proxy-${number}`) ? kinds[number % kinds.length] : undefined;
    addresses.push(await startExit(kind === undefined ? undefined : misconducts[kind], isBad));
  }
  const events: AttemptEvent[] = [];
  const fetcher = createFetcher({
    adapter: httpAdapter({ connectTimeout: 300, responseTimeout: 300, maxBytes: 500_000 }),
    attemptTimeout: 600,
    proxies: readProxies(addresses),
    onAttempt: (event) => void events.push(event),
    ...(coolDowns && { coolDowns }),
  });
  onTestFinished(() => fetcher.close());
  let number = 0;
  async function search(count: number, pause = 0): Promise<string[]> {
    const failures: string[] = [];
    const worker = async () => {
      for (let done = 0; done < count / 4; done += 1) {
        number += 1;
        await fetcher.fetch(requestFor(`${engine.url}/${number}`), judge).catch((error: Error & { code?: string }) => {
          failures.push(error.code ?? error.message);
        });
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      }
    };
    await Promise.all([1, 2, 3, 4].map(worker));
    return failures;
  }
  const badShare = (from: number) => {
    const later = events.slice(from);
    return later.filter(({ proxy }) => bad.has(proxy!)).length / later.length;
  };
  return { search, badShare, events, bad, fetcher };
}

describe('five bad exits of twenty', () => {
  const kinds = Object.keys(misconducts);
  it.each(kinds)('fail no search and get few later attempts if each %s', { timeout: 30_000 }, async (kind) => {
    const { search, badShare, events } = await start({ kinds: [kind] });
    const failures = await search(400);
    expect(failures.length, [...new Set(failures)].join()).toBeLessThanOrEqual(2);
    expect(badShare(100), `${events.length} attempts`).toBeLessThanOrEqual(0.02);
  });

  it.each([0, 1, 2, 3, 4])(
    'fail no search and get few later attempts if they differ, mix %i',
    { timeout: 30_000 },
    async (mix) => {
      const { search, badShare, events } = await start({
        kinds: [4, 9, 0, 8, 5].map((step) => kinds[(mix * 5 + step) % kinds.length]!),
      });
      const failures = await search(400);
      expect(failures.length, [...new Set(failures)].join()).toBeLessThanOrEqual(2);
      expect(badShare(100), `${events.length} attempts`).toBeLessThanOrEqual(0.02);
    },
  );

  it.each([
    'closes the tunnel',
    'redirects to a captive portal',
    'returns the page of another request',
    'sends garbled gzip',
  ])('are used again after they are repaired: each %s', { timeout: 30_000 }, async (kind) => {
    let isRepaired = false;
    const short = { base: 200, cap: 800 };
    const { search, events, bad } = await start({
      kinds: [kind],
      isBad: () => !isRepaired,
      coolDowns: { network: short, timeout: short, proxy: short },
    });
    await search(200);
    isRepaired = true;
    const before = events.length;
    await search(600, 10);
    const usedAgain = new Set(
      events.slice(before).flatMap(({ proxy, outcome }) => (outcome === 'usable' ? [proxy] : [])),
    );
    expect([...bad].filter((proxy) => !usedAgain.has(proxy))).toEqual([]);
  });
});
