import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Adapter,
  type AttemptEvent,
  createFetcher,
  FetchError,
  type FetcherOptions,
  httpAdapter,
  type Judge,
  parseProxies,
} from '../src/index.js';
import { numbers } from './support/numbers.js';
import { startRaw } from './support/raw.js';
import { pageOf, requestFor } from './support/requests.js';

/** Judges a page by its status only. */
const judge: Judge<number> = ({ status }) => {
  if (status === 200) return { usable: true, value: status };
  const [state, retry] = ({ 403: ['captcha', 'other_session'], 299: ['unrecognised', 'once'] } as const)[status] ?? [
    'bad_response',
    'same',
  ];
  return { usable: false, state, retry, suspect: 'exit_at_engine', error: new Error(state) };
};

/** A fetcher with a virtual clock. */
function start(adapter: Adapter, options: Omit<FetcherOptions, 'adapter'> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const events: AttemptEvent[] = [];
  const fetcher = createFetcher({ adapter, onAttempt: (event) => void events.push(event), ...options });
  onTestFinished(() => fetcher.close());
  /** Makes `count` fetches, `rate` a second. */
  const fetchPages = async (count: number, rate = 2) => {
    const outcomes: Record<string, number> = {};
    const all: Promise<unknown>[] = [];
    for (let index = 0; index < count; index += 1) {
      const one = fetcher.fetch(requestFor('http://engine.test/'), judge).then(
        () => 'good',
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
      const record = (outcome: string) => {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      };
      all.push(one.then(record));
      await vi.advanceTimersByTimeAsync(1_000 / rate);
    }
    await vi.advanceTimersByTimeAsync(30_000);
    await Promise.all(all);
    return { share: (outcomes.good ?? 0) / count, outcomes };
  };
  return { fetcher, events, fetchPages };
}

const gateway = parseProxies(['http://user-{session}:word@gateway.test:1']);
const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe('a gateway with an address for each session', () => {
  it.each([
    [0.01, 2, 71],
    [0.03, 14, 72],
    [0.08, 2, 73],
    [0.08, 14, 74],
  ])('serves 99.5 % of the fetches if a share of %d fails to connect, at %i a second', async (share, rate, seed) => {
    const random = numbers(seed);
    const { fetchPages } = start(
      async () => {
        await after(200);
        if (random() < share) throw new FetchError('proxy', 'HTTP 502');
        return pageOf(200);
      },
      { proxies: gateway },
    );
    const { share: served, outcomes } = await fetchPages(800, rate);
    expect(served, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(0.995);
  });

  it.each([
    [0.3, 0.97, 81],
    [0.55, 0.8, 82],
    [0.55, 0.8, 83],
  ])('with a share of %d of addresses that get captchas serves a share of %d', async (share, least, seed) => {
    const random = numbers(seed);
    const { fetchPages } = start(
      async () => {
        await after(200);
        return pageOf(random() < share ? 403 : 200);
      },
      { proxies: gateway },
    );
    const { share: served, outcomes } = await fetchPages(1_500);
    expect(served, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(least);
  });
});

const twenty = parseProxies(Array.from({ length: 20 }, (_, index) => `http://proxy-${index + 1}.test:1`));
/** Bad proxies, at random positions of the list. */
const bad = new Set(['proxy-2', 'proxy-7', 'proxy-11', 'proxy-12', 'proxy-19']);

const faults: Readonly<Record<string, () => ReturnType<Adapter>>> = {
  'close the connection': () => Promise.reject(new FetchError('network', 'reset')),
  'have another certificate': () => Promise.reject(new FetchError('network', 'self-signed')),
  'corrupt the response': () => Promise.reject(new FetchError('bad_response', 'HPE_INVALID')),
  'truncate the response': () => Promise.reject(new FetchError('truncated', 'cut')),
  'respond with an unknown page': async () => pageOf(299),
  'get captchas': async () => pageOf(403),
};

describe.each(Object.entries(faults))('five proxies of twenty that %s', (_, fail) => {
  it('fail at most 0.5 % of the fetches, are rarely used later, and are used again once they work', async () => {
    let areRepaired = false;
    const { fetchPages, events, fetcher } = start(
      async (_request, { session }) => {
        await after(300);
        return !areRepaired && bad.has(session.proxy!.id) ? fail() : pageOf(200);
      },
      { proxies: twenty },
    );
    const { share, outcomes } = await fetchPages(1_200);
    expect(share, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(0.995);
    const later = events.slice(200);
    const wasted = later.filter(({ proxy }) => bad.has(proxy!)).length;
    expect(wasted / later.length).toBeLessThanOrEqual(0.02);
    areRepaired = true;
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    events.length = 0;
    await fetchPages(600);
    const used = new Set(events.flatMap(({ proxy }) => proxy ?? []));
    expect([...bad].filter((proxy) => used.has(proxy))).toHaveLength(5);
    expect((await fetcher.status()).engines[0]?.circuit).toBe('closed');
  });
});

it('a bad proxy does not fail a fetch if there is a good one', async () => {
  const proxies = parseProxies(['http://bad.test:1', 'http://good.test:1']);
  for (const fail of Object.values(faults)) {
    const { fetchPages } = start(
      async (_request, { session }) => (session.proxy?.id === 'proxy-1' ? fail() : pageOf(200)),
      {
        proxies,
      },
    );
    expect((await fetchPages(20)).outcomes).toEqual({ good: 20 });
  }
});

it('a page with a doubt is requested once more, and returned if the second one has a doubt too', async () => {
  const languages = ['ja', 'de'];
  const events: AttemptEvent[] = [];
  const adapter: Adapter = async () => ({ ...pageOf(200), headers: { 'content-language': languages.shift() ?? 'ja' } });
  const fetcher = createFetcher({ adapter, proxies: twenty, onAttempt: (event) => void events.push(event) });
  onTestFinished(() => fetcher.close());
  const inGerman: Judge<string> = ({ headers }) => {
    const value = headers['content-language']!;
    return { usable: true, value, ...(value !== 'de' && { doubt: 'wrong_language' }) };
  };
  const fetchPage = () => fetcher.fetch(requestFor('http://engine.test/'), inGerman);
  expect(await fetchPage()).toMatchObject({ value: 'de', attempts: 2 });
  expect(events.map(({ doubt }) => doubt)).toEqual(['wrong_language', undefined]);
  expect(new Set(events.map(({ proxy }) => proxy)).size).toBe(2);
  expect(await fetchPage()).toMatchObject({ value: 'ja', attempts: 2 });
});

it('an onAttempt that throws does not fail the fetch', async () => {
  const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warning.mockRestore());
  const adapter: Adapter = async () => pageOf(200);
  const fetcher = createFetcher({
    adapter,
    onAttempt: () => {
      throw new Error('full disk');
    },
  });
  onTestFinished(() => fetcher.close());
  expect(await fetcher.fetch(requestFor('http://engine.test/'), judge)).toMatchObject({ value: 200 });
  expect(warning).toHaveBeenCalledWith('onAttempt threw: full disk', 'FetcherWarning');
});

it('a change of the system clock does not end an open search', async () => {
  const adapter: Adapter = async () => pageOf(200);
  const fetcher = createFetcher({ adapter });
  onTestFinished(() => fetcher.close());
  const search = fetcher.search();
  await search.fetch(requestFor('http://engine.test/'), judge);
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000);
  onTestFinished(() => clock.mockRestore());
  expect(await search.fetch(requestFor('http://engine.test/', { page: 2 }), judge)).toMatchObject({ value: 200 });
  search.end();
});

it('connections that are closed 3 ms after each response fail none of 240 fetches', async () => {
  const body = '<p>page</p>';
  const { host } = await startRaw((socket) => {
    socket.on('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      setTimeout(() => socket.destroy(), 3);
    });
  });
  const fetcher = createFetcher({ adapter: httpAdapter(), attempts: 1, limits: { direct: 4 } });
  onTestFinished(() => fetcher.close());
  let served = 0;
  const searchOnce = async () => {
    const search = fetcher.search();
    for (let page = 1; page <= 4; page += 1) {
      await search.fetch(requestFor(`http://${host}/`, { page }), judge);
      served += 1;
      await after(page); // before, while and after the connection is closed
    }
    search.end();
  };
  for (let round = 0; round < 15; round += 1) await Promise.all(Array.from({ length: 4 }, searchOnce));
  expect(served).toBe(240);
});
