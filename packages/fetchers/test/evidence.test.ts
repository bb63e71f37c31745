import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type Adapter,
  type AttemptEvent,
  createFetcher,
  FetchError,
  type FetcherOptions,
  httpAdapter,
  type Judge,
  readProxies,
} from '../src/index.js';
import { numbers } from './support/numbers.js';
import { startRaw } from './support/raw.js';
import { pageOf, requestFor } from './support/requests.js';

/** Names a page by its status, as an engine's answers are told apart. */
const judge: Judge<number> = ({ status }) => {
  if (status === 200) return { usable: true, value: status };
  const [state, retry] = ({ 403: ['captcha', 'other_session'], 299: ['unrecognised', 'once'] } as const)[status] ?? [
    'bad_response',
    'same',
  ];
  return { usable: false, state, retry, suspect: 'exit_at_engine', error: new Error(state) };
};

/** A fetcher under a virtual clock, asked so many times a second. */
function start(adapter: Adapter, options: Omit<FetcherOptions, 'adapter'> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const events: AttemptEvent[] = [];
  const fetcher = createFetcher({ adapter, onAttempt: (event) => void events.push(event), ...options });
  onTestFinished(() => fetcher.close());
  const ask = async (count: number, rate = 2) => {
    const outcomes: Record<string, number> = {};
    const all: Promise<unknown>[] = [];
    for (let index = 0; index < count; index += 1) {
      const one = fetcher.fetch(requestFor('http://engine.test/'), judge).then(
        () => 'good',
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
      const note = (outcome: string) => {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      };
      all.push(one.then(note));
      await vi.advanceTimersByTimeAsync(1_000 / rate);
    }
    await vi.advanceTimersByTimeAsync(30_000);
    await Promise.all(all);
    return { share: (outcomes.good ?? 0) / count, outcomes };
  };
  return { fetcher, events, ask };
}

const gateway = readProxies(['http://user-{session}:word@gateway.test:1']);
const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe('a gateway with an address for each session', () => {
  it.each([
    [0.01, 2, 71],
    [0.03, 14, 72],
    [0.08, 2, 73],
    [0.08, 14, 74],
  ])(
    'of which a share of %d fails to connect, asked %i times a second, serves as good as all',
    async (share, rate, seed) => {
      const random = numbers(seed);
      const { ask } = start(
        async () => {
          await after(200);
          if (random() < share) throw new FetchError('proxy', 'HTTP 502');
          return pageOf(200);
        },
        { proxies: gateway },
      );
      const { share: served, outcomes } = await ask(800, rate);
      expect(served, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(0.995);
    },
  );

  it.each([
    [0.3, 0.97, 81],
    [0.55, 0.8, 82],
    [0.55, 0.8, 83],
  ])('of whose addresses a share of %d gets captchas serves %d', async (share, least, seed) => {
    const random = numbers(seed);
    const { ask } = start(
      async () => {
        await after(200);
        return pageOf(random() < share ? 403 : 200);
      },
      { proxies: gateway },
    );
    const { share: served, outcomes } = await ask(1_500);
    expect(served, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(least);
  });
});

const twenty = readProxies(Array.from({ length: 20 }, (_, index) => `http://proxy-${index + 1}.test:1`));
/** Proxies that are bad, by chance in the list. */
const bad = new Set(['proxy-2', 'proxy-7', 'proxy-11', 'proxy-12', 'proxy-19']);

const faults: Readonly<Record<string, () => ReturnType<Adapter>>> = {
  'cut the connection': () => Promise.reject(new FetchError('network', 'reset')),
  'have another certificate': () => Promise.reject(new FetchError('network', 'self-signed')),
  'garble the answer': () => Promise.reject(new FetchError('bad_response', 'HPE_INVALID')),
  'truncate the answer': () => Promise.reject(new FetchError('truncated', 'cut')),
  'answer with an unknown page': async () => pageOf(299),
  'get captchas': async () => pageOf(403),
};

describe.each(Object.entries(faults))('five proxies of twenty that %s', (_, fail) => {
  it('cost next to nothing, are hardly used later, and come back when they are mended', async () => {
    let areMended = false;
    const { ask, events, fetcher } = start(
      async (_request, { session }) => {
        await after(300);
        return !areMended && bad.has(session.proxy!.id) ? fail() : pageOf(200);
      },
      { proxies: twenty },
    );
    const { share, outcomes } = await ask(1_200);
    expect(share, JSON.stringify(outcomes)).toBeGreaterThanOrEqual(0.995);
    const later = events.slice(200);
    const wasted = later.filter(({ proxy }) => bad.has(proxy!)).length;
    expect(wasted / later.length).toBeLessThanOrEqual(0.02);
    areMended = true;
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    events.length = 0;
    await ask(600);
    const used = new Set(events.flatMap(({ proxy }) => proxy ?? []));
    expect([...bad].filter((proxy) => used.has(proxy))).toHaveLength(5);
    expect((await fetcher.status()).engines[0]?.circuit).toBe('closed');
  });
});

it('one bad proxy beside a good one does not fail a fetch', async () => {
  const proxies = readProxies(['http://bad.test:1', 'http://good.test:1']);
  for (const fail of Object.values(faults)) {
    const { ask } = start(async (_request, { session }) => (session.proxy?.id === 'proxy-1' ? fail() : pageOf(200)), {
      proxies,
    });
    expect((await ask(20)).outcomes).toEqual({ good: 20 });
  }
});

it('a page that contradicts the request is asked for once more, and is the answer where that is no better', async () => {
  const languages = ['ja', 'de'];
  const events: AttemptEvent[] = [];
  const adapter: Adapter = async () => ({ ...pageOf(200), headers: { 'content-language': languages.shift() ?? 'ja' } });
  const fetcher = createFetcher({ adapter, proxies: twenty, onAttempt: (event) => void events.push(event) });
  onTestFinished(() => fetcher.close());
  const inGerman: Judge<string> = ({ headers }) => {
    const value = headers['content-language']!;
    return { usable: true, value, ...(value !== 'de' && { doubt: 'wrong_language' }) };
  };
  const ask = () => fetcher.fetch(requestFor('http://engine.test/'), inGerman);
  expect(await ask()).toMatchObject({ value: 'de', attempts: 2 });
  expect(events.map(({ doubt }) => doubt)).toEqual(['wrong_language', undefined]);
  expect(new Set(events.map(({ proxy }) => proxy)).size).toBe(2);
  expect(await ask()).toMatchObject({ value: 'ja', attempts: 2 });
});

it('a listener that throws loses no page', async () => {
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

it('a clock that is set does not end a search that is open', async () => {
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

it('connections that are closed 3 ms after each answer cost no page of 240', { timeout: 60_000 }, async () => {
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
