import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AttemptEvent } from '../src/attempt-event.js';
import { FetchError } from '../src/errors.js';
import { createFetcher } from '../src/fetcher.js';
import type { FetcherOptions } from '../src/options.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import type { Adapter, AdapterContext, Judge, PageRequest } from '../src/types.js';
import { useClock } from './support/clock.js';
import { pageOf, requestFor } from './support/requests.js';

const request = requestFor('http://engine.test/');

const judge: Judge<number> = ({ status }) => {
  if (status === 200) return { usable: true, value: status };
  return { usable: false, state: 'captcha', retry: 'other_session', error: new Error('captcha') };
};

/** A fetcher and the attempts that it reports. */
function start(options: FetcherOptions) {
  const events: AttemptEvent[] = [];
  const fetcher = createFetcher({ onAttempt: (event) => void events.push(event), ...options });
  onTestFinished(() => fetcher.close());
  return { fetcher, events };
}

/** An adapter that responds after a delay and records its requests. */
function slow(milliseconds: number) {
  const calls: { request: PageRequest; context: AdapterContext }[] = [];
  const adapter: Adapter = async (outgoing, context) => {
    calls.push({ request: outgoing, context });
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return pageOf(200);
  };
  return { adapter, calls };
}

beforeEach(useClock);

describe('an attempt', () => {
  it('is reported with its time in the queue and its duration', async () => {
    const { adapter } = slow(40);
    const { fetcher, events } = start({ adapter, limits: { engine: 1, direct: 1 } });
    await vi.advanceTimersByTimeAsync(100);
    const both = Promise.all([fetcher.fetch(request, judge), fetcher.fetch(request, judge)]);
    await vi.advanceTimersByTimeAsync(80);
    await both;
    expect(events.map(({ queued, duration }) => [queued, duration])).toEqual([
      [0, 40],
      [40, 40],
    ]);
  });

  it('is reported without properties that do not apply, such as tag, proxy and step', async () => {
    const { adapter } = slow(0);
    const { fetcher, events } = start({ adapter });
    const fetching = fetcher.fetch(request, judge);
    await vi.advanceTimersByTimeAsync(1);
    await fetching;
    const names = ['attempt', 'duration', 'operation', 'outcome', 'queued', 'session', 'status'];
    expect(Object.keys(events[0]!).sort()).toEqual(names);
  });

  it.each([
    ['its own time', 2_000, 5_000, 2_000],
    ['the remaining time of the fetch', 5_000, 3_000, 3_000],
  ])('passes its deadline to the adapter: %s', async (_, attemptTimeout, timeout, expected) => {
    const { adapter, calls } = slow(0);
    const { fetcher } = start({ adapter, attemptTimeout, timeout });
    const fetching = fetcher.fetch(request, judge);
    await vi.advanceTimersByTimeAsync(1);
    await fetching;
    expect(calls.map(({ context }) => context.deadline)).toEqual([Date.UTC(2026, 10, 20) + expected]);
  });

  it('fails with a network error if the adapter throws another error, which is the cause', async () => {
    const fault = new TypeError('no such property');
    const { fetcher } = start({ adapter: () => Promise.reject(fault), attempts: 1 });
    const wanted = { code: 'network', message: 'The adapter failed: no such property', cause: fault };
    await expect(fetcher.fetch(request, judge)).rejects.toMatchObject(wanted);
  });

  it('is reported with the tag of its search, its session and its status', async () => {
    const { fetcher, events } = start({ adapter: async () => pageOf(200) });
    const search = fetcher.search({ tag: 'the search' });
    await search.fetch(request, judge);
    search.end();
    expect(events).toMatchObject([{ operation: request.operation, tag: 'the search', attempt: 1, status: 200 }]);
    expect(events[0]).not.toHaveProperty('suspect');
  });

  it('that a proxy refuses is reported with the reason, and the codes of the causes', async () => {
    const cause = Object.assign(new Error('closed'), { code: 'ECONNRESET' });
    const refusal = new FetchError('proxy', 'It has no more', { refusal: 'quota', cause });
    const { fetcher, events } = start({ adapter: () => Promise.reject(refusal), timeout: 1_000 });
    const fetching = fetcher.fetch(request, judge).catch(() => {});
    await vi.advanceTimersByTimeAsync(1_100);
    await fetching;
    expect(events[0]).toMatchObject({ suspect: 'exit', refusal: 'quota', causes: ['ECONNRESET'] });
  });

  it('with an unusable page is reported with its status and without causes', async () => {
    const { fetcher, events } = start({ adapter: async () => pageOf(403), attempts: 1 });
    await fetcher.fetch(request, judge).catch(() => {});
    expect(events[0]).toMatchObject({ outcome: 'captcha', status: 403, suspect: 'exit_at_engine' });
    expect(events[0]).not.toHaveProperty('causes');
  });
});

describe('an adapter that fails', () => {
  it('after the deadline with an error of its own counts as a timeout', async () => {
    const adapter: Adapter = (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('left'))));
    const { fetcher, events } = start({ adapter, attempts: 1, attemptTimeout: 2_000 });
    const end = fetcher.fetch(request, judge).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await end).toMatchObject({ code: 'timeout' });
    expect(events).toMatchObject([{ outcome: 'timeout' }]);
  });

  it('with a FetchError without a cause is reported without causes', async () => {
    const { fetcher, events } = start({
      adapter: () => Promise.reject(new FetchError('truncated', 'cut')),
      attempts: 1,
    });
    const error = await fetcher.fetch(request, judge).catch((reason: unknown) => reason);
    expect(error).not.toHaveProperty('cause');
    expect(events[0]).toMatchObject({ outcome: 'truncated', causes: [] });
  });

  it('with a cause that contains a secret fails without the secret', async () => {
    const fault = new FetchError('network', 'failed', { cause: new Error('no route for hunter-word') });
    const proxies = parseProxies(['http://user:hunter-word@p1.test:1']);
    const { fetcher } = start({ adapter: () => Promise.reject(fault), attempts: 1, proxies });
    const error = await fetcher.fetch(request, judge).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'network', cause: { message: 'no route for xxxxxxxxxxx' } });
  });

  it.each([
    ['the engine', [], 'engine'],
    ['the proxy at this engine', ['http://p1.test:1'], 'exit_at_engine'],
  ])('with a redirect blames %s', async (_, addresses, suspect) => {
    const adapter: Adapter = () => Promise.reject(new FetchError('redirect', 'elsewhere'));
    const { fetcher, events } = start({ adapter, attempts: 1, proxies: parseProxies(addresses) });
    await fetcher.fetch(request, judge).catch(() => {});
    expect(events[0]).toMatchObject({ outcome: 'redirect', suspect });
  });
});

describe('a Retry-After', () => {
  /** The error of a fetch whose attempts fail with an error. */
  async function endOf(error: FetchError, options: Partial<FetcherOptions> = {}): Promise<unknown> {
    const { fetcher } = start({ adapter: () => Promise.reject(error), timeout: 5_000, ...options });
    const end = fetcher.fetch(request, judge).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(6_000);
    return end;
  }

  it('of a proxy remains in the proxy error', async () => {
    const refused = new FetchError('proxy', 'Later', { refusal: 'rate_limited', retryAfter: 3_600 });
    expect(await endOf(refused, { proxies: parseProxies(['http://proxy.test:1']) })).toMatchObject({
      code: 'proxy',
      retryAfter: 3_600,
    });
  });

  it('of the engine is reported as rate_limited, with the original error as the cause', async () => {
    const refused = new FetchError('bad_response', 'Later', { retryAfter: 3_600 });
    expect(await endOf(refused)).toMatchObject({ code: 'rate_limited', retryAfter: 3_600, cause: refused });
  });
});

describe('a Retry-After of a page', () => {
  /** Milliseconds between the two attempts of a fetch through two proxies. */
  async function pauseAfter(suspect: 'engine' | 'exit_at_engine'): Promise<number> {
    const times: number[] = [];
    const { fetcher } = start({
      adapter: async () => {
        times.push(Date.now());
        return times.length === 1 ? pageOf(503, { 'retry-after': '7' }) : pageOf(200);
      },
      proxies: parseProxies(['http://p1.test:1', 'http://p2.test:1']),
    });
    const judging: Judge<number> = (page) =>
      page.status === 200
        ? { usable: true, value: page.status }
        : { usable: false, state: 'busy', retry: 'same', suspect, error: new Error('busy') };
    const fetching = fetcher.fetch(request, judging);
    await vi.advanceTimersByTimeAsync(8_000);
    await fetching;
    return times[1]! - times[0]!;
  }

  it('is waited for if it is the engine that is busy, also before another exit is used', async () => {
    expect(await pauseAfter('engine')).toBe(7_000);
  });

  it('is not waited for if it is for the exit, because another exit is used', async () => {
    expect(await pauseAfter('exit_at_engine')).toBe(0);
  });
});

describe('a captcha', () => {
  const gateway = ['http://user-{session}:secret@gateway.test:1'];

  /** The number of attempts for a blocked page, after `good` fetches that succeeded. */
  async function attemptsAfter(good: number, addresses: readonly string[], options: Partial<FetcherOptions> = {}) {
    const { fetcher, events } = start({
      adapter: async ({ query }) => pageOf(query === 'blocked' ? 403 : 200),
      proxies: parseProxies(addresses),
      coolDowns: { captcha: { base: 0, cap: 0 } },
      timeout: 60_000,
      ...options,
    });
    for (let count = 0; count < good; count += 1) {
      const fetching = fetcher.fetch(request, judge);
      await vi.advanceTimersByTimeAsync(10);
      await fetching;
    }
    events.length = 0;
    const blocked = fetcher.fetch({ ...request, query: 'blocked' }, judge).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await blocked).toBeInstanceOf(Error);
    return events.length;
  }

  it.each([
    ['once more through a gateway', gateway, {}, 4],
    ['as often as attempts allow through proxies', [1, 2, 3, 4, 5].map((n) => `http://p${n}.test:1`), {}, 3],
    ['never through a gateway if a single attempt is allowed', gateway, { attempts: 1 }, 1],
    ['as often as attempts allow through a gateway without a budget', gateway, { budget: false }, 3],
  ] as const)('is retried %s if the engine serves most fetches', async (_, addresses, options, attempts) => {
    expect(await attemptsAfter(100, addresses, options)).toBe(attempts);
  });

  it('is retried through a gateway only as often as attempts allow if the engine has served few fetches', async () => {
    expect(await attemptsAfter(19, gateway)).toBe(3);
    expect(await attemptsAfter(20, gateway)).toBe(4);
  });
});

it('a failure of the engine is retried through a gateway only as often as attempts allow', async () => {
  const { fetcher, events } = start({
    adapter: async ({ query }) => pageOf(query === 'failing' ? 500 : 200),
    proxies: parseProxies(['http://user-{session}:secret@gateway.test:1']),
  });
  const judging: Judge<number> = (page) =>
    page.status === 200
      ? { usable: true, value: page.status }
      : { usable: false, state: 'busy', retry: 'same', suspect: 'engine', error: new Error('busy') };
  for (let count = 0; count < 100; count += 1) {
    const fetching = fetcher.fetch(request, judging);
    await vi.advanceTimersByTimeAsync(10);
    await fetching;
  }
  events.length = 0;
  const failing = fetcher.fetch({ ...request, query: 'failing' }, judging).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await failing).toBeInstanceOf(Error);
  expect(events).toHaveLength(3);
});
