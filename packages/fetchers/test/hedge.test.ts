import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AttemptEvent } from '../src/attempt.js';
import { FetchError } from '../src/errors.js';
import { createFetcher, type FetcherOptions } from '../src/fetcher.js';
import { readProxies } from '../src/sessions/proxy.js';
import type { Adapter, Judge, RawPage } from '../src/types.js';
import { pageOf, requestFor } from './support/requests.js';

beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});

const judge: Judge<number> = ({ status }) => {
  if (status < 400) return { usable: true, value: status };
  return { usable: false, state: 'forbidden', retry: 'other_session', error: new Error(`status ${status}`) };
};

/** How an attempt goes: its status, or an error, and after how many milliseconds. */
type Play = readonly [answer: number | Error, after: number];

function start(plays: readonly Play[], options: Partial<FetcherOptions> = {}) {
  const events: AttemptEvent[] = [];
  const aborted: number[] = [];
  const reasons: unknown[] = [];
  let count = 0;
  const adapter: Adapter = (_, { signal }) => {
    const number = count;
    count += 1;
    const [answer, after] = plays[number] ?? [200, 0];
    return new Promise<RawPage>((resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted.push(number);
        reasons.push(signal.reason);
      });
      setTimeout(() => (answer instanceof Error ? reject(answer) : resolve(pageOf(answer))), after);
    });
  };
  const proxies = readProxies(['http://a.test:1', 'http://b.test:1', 'http://c.test:1']);
  const onAttempt = (event: AttemptEvent) => void events.push(event);
  const fetcher = createFetcher({ adapter, proxies, hedgeAfter: 40, onAttempt, ...options });
  onTestFinished(() => fetcher.close());
  const search = fetcher.search();
  const get = (page = 1) =>
    search.fetch(requestFor('http://engine.test/', { page }), judge).then(
      ({ value }) => String(value),
      (error: Error) => error.message,
    );
  return { events, aborted, reasons, adapter, fetcher, search, get };
}

describe('a slow attempt', () => {
  it('gets another beside it, from another proxy; the first usable page counts, the slower is aborted', async () => {
    const { get, events, aborted, reasons } = start([
      [200, 2_000],
      [201, 0],
    ]);
    const began = performance.now();
    expect(await get()).toBe('201');
    expect(performance.now() - began).toBeLessThan(1_500);
    await expect.poll(() => events.length).toBe(2);
    expect(events.map(({ proxy, outcome }) => [proxy, outcome])).toEqual([
      ['proxy-2', 'usable'],
      ['proxy-1', 'aborted'],
    ]);
    expect(aborted).toEqual([0]);
    expect(reasons).toMatchObject([{ code: 'aborted', message: 'Another attempt was faster' }]);
  });

  it('gets another from another proxy also where that one is used more', async () => {
    const { get, fetcher, events } = start([...Array<Play>(4).fill([200, 0]), [200, 2_000], [201, 0]], {
      proxies: readProxies(['http://a.test:1', 'http://b.test:1']),
    });
    const others = Array.from({ length: 4 }, () => fetcher.search());
    for (const other of others) await other.fetch(requestFor('http://engine.test/'), judge);
    expect(events.map(({ proxy }) => proxy)).toEqual(['proxy-1', 'proxy-2', 'proxy-1', 'proxy-2']);
    others[0]?.end();
    others[2]?.end();
    expect(await get()).toBe('201');
    await expect.poll(() => events.slice(4).map(({ proxy }) => proxy)).toEqual(['proxy-2', 'proxy-1']);
    others[1]?.end();
    others[3]?.end();
  });

  it('on a way that needs no proxy gets another without one', async () => {
    const events: AttemptEvent[] = [];
    const { adapter } = start([
      [200, 2_000],
      [201, 0],
    ]);
    const fetcher = createFetcher({
      adapter: { steps: [{ adapter, isDirect: true }] },
      proxies: readProxies(['http://a.test:1', 'http://b.test:1']),
      hedgeAfter: 40,
      onAttempt: (event) => void events.push(event),
    });
    onTestFinished(() => fetcher.close());
    expect((await fetcher.fetch(requestFor('http://engine.test/'), judge)).value).toBe(201);
    await expect.poll(() => events.length).toBe(2);
    expect(events.map(({ proxy }) => proxy)).toEqual([undefined, undefined]);
  });

  it('that ends first counts all the same', async () => {
    const { get, events, aborted } = start([
      [200, 80],
      [201, 2_000],
      [202, 0],
    ]);
    expect(await get()).toBe('200');
    expect(await get(2)).toBe('202');
    expect(events.map(({ proxy, outcome }) => [proxy, outcome])).toEqual([
      ['proxy-1', 'usable'],
      ['proxy-2', 'aborted'],
      ['proxy-1', 'usable'],
    ]);
    expect(events[2]?.session).toBe(events[0]?.session);
    expect(aborted).toEqual([1]);
  });

  it('hands the search over to the session that was faster, and ends its own', async () => {
    const { get, events, search, fetcher } = start([
      [200, 2_000],
      [201, 0],
      [202, 0],
    ]);
    await get();
    expect(await get(2)).toBe('202');
    await expect.poll(() => events.length).toBe(3);
    const sessionsOf = (wanted: string) =>
      events.filter(({ outcome }) => outcome === wanted).map(({ session }) => session);
    expect([sessionsOf('aborted'), sessionsOf('usable')]).toEqual([['alpha-1'], ['alpha-2', 'alpha-2']]);
    search.end();
    const { engines, exits } = await fetcher.status();
    expect(engines[0]?.active).toBe(0);
    expect(exits.map(({ active }) => active)).toEqual([0, 0, 0]);
    for (let count = 0; count < 3; count += 1) await fetcher.fetch(requestFor('http://engine.test/'), judge);
    expect(new Set(events.slice(3).map(({ proxy }) => proxy)).size).toBe(3);
    expect(events.slice(3).map(({ session }) => session)).not.toContain('alpha-1');
  });

  it.each<[string, Play[], string]>([
    [
      'the second is refused',
      [
        [200, 100],
        [403, 0],
      ],
      '200',
    ],
    [
      'the second fails',
      [
        [200, 100],
        [new FetchError('network', 'reset'), 0],
      ],
      '200',
    ],
    [
      'the first is refused later',
      [
        [403, 100],
        [201, 150],
      ],
      '201',
    ],
  ])('is not lost when %s', async (_, plays, expected) => {
    expect(await start(plays).get()).toBe(expected);
  });

  it('of which both fail ends as the first one did', async () => {
    const { get, events } = start(
      [
        [403, 100],
        [500, 0],
      ],
      { attempts: 1 },
    );
    expect(await get()).toBe('status 403');
    expect(events).toHaveLength(2);
  });

  it('gets no other where the budget is spent, or no session is free', async () => {
    const spent = start([[200, 100]], { budget: { share: 0, minimum: 0 } });
    expect(await spent.get()).toBe('200');
    expect(spent.events).toHaveLength(1);
    const full = start([[200, 300]], { limits: { engine: 1 } });
    expect(await full.get()).toBe('200');
    expect(full.events).toHaveLength(1);
  });

  it('does not get a session that is free only later', async () => {
    const { get, fetcher, events } = start(
      [
        [200, 0],
        [200, 400],
        [201, 0],
      ],
      { limits: { engine: 2 } },
    );
    const other = fetcher.search();
    await other.fetch(requestFor('http://engine.test/'), judge);
    setTimeout(() => other.end(), 200);
    expect(await get()).toBe('200');
    expect(events).toHaveLength(2);
  });

  it('gets another where there is no budget to ask', async () => {
    const { get, events } = start(
      [
        [200, 2_000],
        [201, 0],
      ],
      { budget: false },
    );
    expect(await get()).toBe('201');
    await expect.poll(() => events.length).toBe(2);
  });

  it('that still waits for its turn keeps its place', async () => {
    const { get, fetcher, events } = start([], { limits: { engine: 1 } });
    const other = fetcher.search();
    await other.fetch(requestFor('http://engine.test/'), judge);
    setTimeout(() => other.end(), 250);
    expect(await get()).toBe('200');
    expect(events).toHaveLength(2);
  });

  it('is paid for by the budget of retries', async () => {
    const { get, events } = start(
      [
        [200, 90],
        [200, 90],
        [200, 90],
        [200, 90],
      ],
      { budget: { share: 0, minimum: 1 } },
    );
    await get();
    await get();
    expect(events.length).toBe(3);
  });
});

it('an attempt that is quick enough gets no other, nor does any where it is not wanted', async () => {
  const quick = start([[200, 0]]);
  expect(await quick.get()).toBe('200');
  expect((await quick.fetcher.status()).engines[0]?.retries?.spent).toBe(0);
  const plays: Play[] = [
    [200, 100],
    [201, 0],
  ];
  const unwanted = start(plays, { hedgeAfter: undefined as unknown as number });
  expect(await unwanted.get()).toBe('200');
  expect([...quick.events, ...unwanted.events]).toHaveLength(2);
});

it('attempts that are over leave no timer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let count = 0;
  const adapter: Adapter = (_, { signal }) => {
    count += 1;
    if (count !== 2) return Promise.resolve(pageOf(200));
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const fetcher = createFetcher({ adapter, hedgeAfter: 40 });
  onTestFinished(() => fetcher.close());
  const fetch = () => fetcher.fetch(requestFor('http://engine.test/'), judge);
  await fetch();
  expect(vi.getTimerCount()).toBe(0);
  const fetching = fetch();
  await vi.advanceTimersByTimeAsync(40);
  expect((await fetching).value).toBe(200);
  await vi.advanceTimersByTimeAsync(0);
  expect([count, vi.getTimerCount()]).toEqual([3, 0]);
});

it('a caller who leaves ends both', async () => {
  const { fetcher, aborted } = start([
    [200, 2_000],
    [200, 2_000],
  ]);
  const fetching = fetcher.fetch(requestFor('http://engine.test/'), judge, { signal: AbortSignal.timeout(150) });
  await expect(fetching).rejects.toMatchObject({ code: 'aborted' });
  expect(aborted.toSorted()).toEqual([0, 1]);
});
