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
  let count = 0;
  const adapter: Adapter = (_, { signal }) => {
    const number = count;
    count += 1;
    const [answer, after] = plays[number] ?? [200, 0];
    return new Promise<RawPage>((resolve, reject) => {
      signal.addEventListener('abort', () => aborted.push(number));
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
  return { events, aborted, fetcher, search, get };
}

describe('a slow attempt', () => {
  it('gets another beside it, from another proxy; the first usable page counts, the slower is aborted', async () => {
    const { get, events, aborted } = start([
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
  });

  it('that ends first counts all the same', async () => {
    const { get, events, aborted } = start([
      [200, 80],
      [201, 2_000],
    ]);
    expect(await get()).toBe('200');
    expect(events.map(({ proxy, outcome }) => [proxy, outcome])).toEqual([
      ['proxy-1', 'usable'],
      ['proxy-2', 'aborted'],
    ]);
    expect(aborted).toEqual([1]);
  });

  it('hands the search over to the session that was faster', async () => {
    const { get, events, search, fetcher } = start([
      [200, 2_000],
      [201, 0],
      [202, 0],
    ]);
    await get();
    expect(await get(2)).toBe('202');
    await expect.poll(() => events.length).toBe(3);
    const sessions = new Map(events.map(({ outcome, session }) => [outcome, session]));
    expect(events.filter(({ session }) => session === sessions.get('usable'))).toHaveLength(2);
    search.end();
    const { engines, exits } = await fetcher.status();
    expect(engines[0]?.active).toBe(0);
    expect(exits.map(({ active }) => active)).toEqual([0, 0, 0]);
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
  const unwanted = start([[200, 100]], { hedgeAfter: undefined as unknown as number });
  expect(await unwanted.get()).toBe('200');
  expect([...quick.events, ...unwanted.events]).toHaveLength(2);
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
