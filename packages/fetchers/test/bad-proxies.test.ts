import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type AttemptEvent,
  createFetcher,
  type Fetcher,
  type FetcherOptions,
  httpAdapter,
  type Judge,
  parseProxies,
} from '../src/index.js';
import { startRaw, startTunnels } from './support/raw.js';
import { requestFor } from './support/requests.js';
import { startServer } from './support/server.js';

/** Milliseconds that each fetch has, with 1,000 others at once on a busy machine. */
const time = 120_000;

/** Judges a page by its status only. */
const judge: Judge<number> = ({ status }) => {
  if (status === 200) return { usable: true, value: status };
  const state = status === 429 ? 'rate_limited' : 'captcha';
  return { usable: false, state, retry: 'other_session', error: new Error(state) };
};

function start(options: Omit<FetcherOptions, 'adapter'>): { fetcher: Fetcher; events: AttemptEvent[] } {
  const events: AttemptEvent[] = [];
  const adapter = httpAdapter();
  const fetcher = createFetcher({ adapter, onAttempt: (event) => void events.push(event), ...options });
  onTestFinished(() => fetcher.close());
  return { fetcher, events };
}

/** Fetches `count` pages, `atOnce` at a time, and returns the outcome and duration in milliseconds of each. */
async function fetchAll(fetcher: Fetcher, url: string, { count, atOnce }: { count: number; atOnce: number }) {
  const ended: { outcome: string; took: number }[] = [];
  let sent = 0;
  const worker = async () => {
    while (sent < count) {
      sent += 1;
      const began = performance.now();
      const outcome = await fetcher.fetch(requestFor(url), judge, { deadline: Date.now() + time }).then(
        () => 'good',
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
      ended.push({ outcome, took: performance.now() - began });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return ended;
}

const refused = 'http://127.0.0.1:9';

/** Twenty proxies: 3 refuse connections, 2 never respond, 5 are slow, 1 answers 407, 1 gets captchas, 8 are good. */
async function startTwenty(): Promise<{ url: string; addresses: string[] }> {
  const engine = await startServer((_, response) => response.end('page'));
  const captchaEngine = await startServer((_, response) => response.writeHead(403).end('captcha'));
  const silent = await Promise.all([1, 2].map(() => startRaw((socket) => socket.resume())));
  const slow = await Promise.all([1, 2, 3, 4, 5].map(() => startTunnels({ delay: 2_000 })));
  const auth = await startTunnels({ status: 407 });
  const captchaProxy = await startTunnels({ to: new URL(captchaEngine.url).port });
  const good = await Promise.all(Array.from({ length: 8 }, () => startTunnels()));
  const running = [...silent, ...slow, auth, captchaProxy, ...good].map(({ host }) => `http://${host}`);
  return {
    url: engine.url,
    addresses: [refused, refused.replace(':9', ':10'), refused.replace(':9', ':11'), ...running],
  };
}

describe('a pool of twenty proxies, eight of them good', () => {
  it.each([50, 1_000])('serves 1,000 requests, %i at once', { timeout: 2 * time }, async (atOnce) => {
    const { url, addresses } = await startTwenty();
    const limits = { engine: 200, proxy: 10, queue: 1_000, queueTimeout: time };
    const { fetcher, events } = start({ proxies: parseProxies(addresses), limits });
    const ended = await fetchAll(fetcher, url, { count: 1_000, atOnce });
    const bad = ended.filter(({ outcome }) => outcome !== 'good');
    console.info(
      `1,000 requests, ${atOnce} at once, limits ${JSON.stringify(limits)}: ${1_000 - bad.length} good, ` +
        `slowest ${Math.round(Math.max(...ended.map(({ took }) => took)))} ms, ${events.length} attempts`,
    );
    expect(bad.length).toBeLessThanOrEqual(5);
    expect(Math.max(...ended.map(({ took }) => took))).toBeLessThan(time);
    // The first three refuse connections, and the eleventh rejects the credentials.
    for (const proxy of ['proxy-1', 'proxy-2', 'proxy-3', 'proxy-11']) {
      const places = events.flatMap((event, index) => (event.proxy === proxy ? [index] : []));
      const cooled = places[0] ?? 0;
      const later = places.slice(1).length;
      expect(places.length).toBeGreaterThan(0);
      expect(later).toBeLessThanOrEqual(Math.max(3, 0.02 * (events.length - cooled)));
    }
  });
});

describe('a bad proxy', () => {
  it('is rarely tried if there are good ones', async () => {
    const { url } = await startServer((_, response) => response.end('page'));
    const good = await Promise.all([1, 2, 3].map(() => startTunnels()));
    const proxies = parseProxies([refused, ...good.map(({ host }) => `http://${host}`)]);
    const { fetcher, events } = start({ proxies });
    const ended = await fetchAll(fetcher, url, { count: 200, atOnce: 4 });
    expect(ended.filter(({ outcome }) => outcome !== 'good')).toEqual([]);
    expect(events.filter(({ proxy }) => proxy === 'proxy-1').length).toBeLessThanOrEqual(3);
  });

  it('is reported without an attempt from the second fetch on if it is the only one', async () => {
    const { fetcher, events } = start({ proxies: parseProxies([refused]) });
    const ended = await fetchAll(fetcher, 'http://engine.test/', { count: 5, atOnce: 1 });
    expect(ended.map(({ outcome }) => outcome)).toEqual(['proxy', ...Array(4).fill('no_proxy_available')]);
    expect(events).toHaveLength(1);
  });
});

it('sends one request through each proxy if the engine answers all with Retry-After', async () => {
  const { url, requests } = await startServer((_, response) => response.writeHead(429, { 'Retry-After': 3_600 }).end());
  const tunnels = await Promise.all([1, 2, 3].map(() => startTunnels()));
  const { fetcher } = start({ proxies: parseProxies(tunnels.map(({ host }) => `http://${host}`)) });
  const ended = await fetchAll(fetcher, url, { count: 20, atOnce: 1 });
  expect(requests).toHaveLength(3);
  expect(new Set(ended.map(({ outcome }) => outcome))).toEqual(new Set(['rate_limited', 'no_proxy_available']));
  const refusal = await fetcher.fetch(requestFor(url), judge).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'no_proxy_available', retryAfter: expect.any(Number) });
  const { exits } = await fetcher.status();
  expect(exits.map(({ coolingFor }) => Math.ceil(coolingFor / 60_000))).toEqual([60, 60, 60]);
  expect(JSON.stringify(exits)).not.toContain('127.0.0.1');
});
