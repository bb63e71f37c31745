import { connect, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import {
  type AttemptEvent,
  createFetcher,
  type Fetcher,
  httpAdapter,
  type Judge,
  type ProxyServer,
  parseProxies,
} from '../../src/index.js';
import { misconducts, page, tunnelRefusals } from './misconduct.js';
import { startRaw } from './raw.js';
import { newSession, requestFor } from './requests.js';
import { startServer } from './server.js';

/** Decides like the server's judge, see `packages/server/src/pages/judge.ts`. */
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

/** Starts an HTTP proxy that misbehaves while `isBad` says so. */
async function startExit(kind: string | Tunnel | undefined, isBad: () => boolean): Promise<string> {
  const [misconduct, refuse] = typeof kind === 'string' ? [misconducts[kind], tunnelRefusals[kind]] : [];
  let tunnels = 0;
  const { host } = await startRaw((client) => {
    client.once('data', (connecting: Buffer) => {
      const port = Number(/:(\d+) /.exec(connecting.toString('latin1'))?.[1]);
      tunnels += 1;
      if (refuse !== undefined && isBad() && refuse(client, tunnels)) return;
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      if (typeof kind === 'function' && isBad()) return kind(client, port);
      if (misconduct === undefined || !isBad()) {
        const upstream = connect(port, '127.0.0.1');
        upstream.on('error', () => client.destroy());
        upstream.on('close', () => client.destroy());
        client.on('close', () => upstream.destroy());
        client.pipe(upstream).pipe(client);
        return;
      }
      let count = 0;
      client.on('data', (asked: Buffer) => {
        count += 1;
        misconduct(client, /^GET (\S+)/.exec(asked.toString('latin1'))?.[1] ?? '/', count);
      });
    });
  });
  return `http://${host}`;
}

/** What a bad exit does in a tunnel to a port. */
export type Tunnel = (client: Socket, port: number) => void;

/** How the bad exits behave. */
interface Play {
  /** By name, or what they do in each tunnel. */
  kinds: readonly (string | Tunnel)[];
  /** Where the engine is. @default an engine of its own, over HTTP */
  engine?: string;
  coolDowns?: Record<string, { base: number; cap: number }>;
  isBad?: () => boolean;
}

/** A fetcher with twenty exits to one engine, of which five are bad. */
interface Twenty {
  fetcher: Fetcher;
  bad: ReadonlySet<string>;
  events: readonly AttemptEvent[];
  /** Searches, four at once, and returns the codes of those that failed. @param pause milliseconds between two */
  search(count: number, pause?: number): Promise<string[]>;
  /** The share of attempts through bad exits, from an attempt on. */
  badShare(from: number): number;
}

/** More milliseconds than a page through a good exit takes, even on a busy machine. */
async function timeLimit(url: string, good: readonly ProxyServer[]): Promise<number> {
  const adapter = httpAdapter({ connectTimeout: 60_000, responseTimeout: 60_000 });
  const times = good.map(async (proxy) => {
    const session = newSession({ proxy });
    const began = performance.now();
    await adapter(requestFor(`${url}/0`), { signal: AbortSignal.timeout(60_000), session });
    await session.close();
    return performance.now() - began;
  });
  const slowest = Math.max(...(await Promise.all(times))); // of 15 at once, where the searches make four
  await adapter.close?.();
  return Math.min(Math.max(300, 5 * slowest), 3_000);
}

/** Starts the exits, the engine and the fetcher. */
export async function startTwenty({ kinds, coolDowns, engine, isBad = () => true }: Play): Promise<Twenty> {
  const url = engine ?? (await startServer((request, response) => response.end(page(request.url ?? '')))).url;
  const bad = new Set(['proxy-2', 'proxy-3', 'proxy-9', 'proxy-15', 'proxy-20']);
  const addresses: string[] = [];
  for (let number = 1; number <= 20; number += 1) {
    const order = [...bad].indexOf(`proxy-${number}`);
    const kind = order < 0 ? undefined : kinds[order % kinds.length];
    addresses.push(await startExit(kind, isBad));
  }
  const events: AttemptEvent[] = [];
  const proxies = parseProxies(addresses);
  const limit = await timeLimit(
    url,
    proxies.filter(({ id }) => !bad.has(id)),
  );
  const fetcher = createFetcher({
    adapter: httpAdapter({ connectTimeout: limit, responseTimeout: limit, maxBytes: 500_000 }),
    attemptTimeout: 2 * limit,
    proxies,
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
        await fetcher.fetch(requestFor(`${url}/${number}`), judge).catch((error: Error & { code?: string }) => {
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

/**
 * Searches, and expects that no search fails and that later attempts rarely use bad exits. Bad exits are tried again as time passes, so
 * that their share is judged by more searches if these take long on a busy machine.
 */
export async function expectGoodChoice({ search, badShare, events }: Twenty): Promise<void> {
  const maxShare = 0.02;
  const failures = await search(400);
  for (let more = 0; more < 3 && badShare(100) > maxShare; more += 1) failures.push(...(await search(400)));
  expect(failures.length, [...new Set(failures)].join()).toBeLessThanOrEqual(2);
  expect(badShare(100), `${events.length} attempts`).toBeLessThanOrEqual(maxShare);
}
