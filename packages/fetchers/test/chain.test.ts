import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ChainStep, chainAdapter } from '../src/adapters/chain.js';
import type { AttemptEvent } from '../src/attempt-event.js';
import { FetchError } from '../src/errors.js';
import { createFetcher } from '../src/fetcher.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import type { FetcherOptions } from '../src/options.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import type { Adapter, Judge } from '../src/types.js';
import { pageOf, requestFor } from './support/requests.js';

const states: Readonly<Record<number, string>> = { 400: 'js_required', 429: 'captcha', 403: 'forbidden' };

const judge: Judge<number> = ({ status }) => {
  const state = states[status];
  if (state === undefined) return { usable: true, value: status };
  const retry = state === 'js_required' ? 'never' : 'other_session';
  return { usable: false, state, retry, error: new Error(state) };
};

const answering =
  (status: number): Adapter =>
  async () =>
    pageOf(status);

function start(steps: readonly [ChainStep, ...ChainStep[]], options: Partial<FetcherOptions> = {}) {
  const events: AttemptEvent[] = [];
  const adapter = chainAdapter(steps);
  const fetcher = createFetcher({ adapter, onAttempt: (event) => void events.push(event), ...options });
  onTestFinished(() => fetcher.close());
  const fetchPage = async (change: Parameters<typeof requestFor>[1] = {}) => {
    events.length = 0;
    const result = await fetcher.fetch(requestFor('http://engine.test/', change), judge).then(
      ({ value }) => `${value}`,
      (error: Error) => error.message,
    );
    return [...events.map(({ step, outcome }) => `${step}: ${outcome}`), result];
  };
  return { fetchPage, fetcher, events };
}

// Without jitter, so that no test waits longer than necessary.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});

describe('a chain', () => {
  it('continues with the step that handles the outcome', async () => {
    const steps = [
      { name: 'http', adapter: answering(400) },
      { name: 'browser', adapter: answering(429), on: ['js_required'] },
      { name: 'unblocker', adapter: answering(200), on: ['captcha'] },
    ] as const;
    expect(await start(steps).fetchPage()).toEqual([
      'http: js_required',
      'browser: captcha',
      'unblocker: usable',
      '200',
    ]);
  });

  it('skips a step that does not handle the outcome', async () => {
    const steps = [
      { name: 'http', adapter: answering(429) },
      { name: 'browser', adapter: answering(200), on: ['js_required'] },
      { name: 'unblocker', adapter: answering(201), on: ['captcha'] },
    ] as const;
    expect(await start(steps).fetchPage()).toEqual(['http: captcha', 'unblocker: usable', '201']);
  });

  it('ends if no step handles the outcome', async () => {
    const steps = [
      { name: 'http', adapter: answering(403) },
      { name: 'browser', adapter: answering(200) },
    ] as const;
    const { fetchPage } = start(steps, { attempts: 2 });
    expect(await fetchPage()).toEqual(['http: forbidden', 'http: forbidden', 'forbidden']);
  });

  it('counts against the engine if no step is left', async () => {
    const steps = [
      { name: 'http', adapter: answering(429) },
      { name: 'other', adapter: answering(429) },
    ] as const;
    const { fetchPage, fetcher } = start(steps, { attempts: 1, circuit: { minimum: 1, share: 0.01 } });
    expect(await fetchPage()).toEqual(['http: captcha', 'other: captcha', 'captcha']);
    expect((await fetcher.status()).engines[0]?.circuit).toBe('open');
  });

  it('never repeats a step', async () => {
    const steps = [
      { name: 'http', adapter: answering(400) },
      { name: 'browser', adapter: answering(400) },
    ] as const;
    expect(await start(steps).fetchPage()).toEqual(['http: js_required', 'browser: js_required', 'js_required']);
  });

  it('starts with its first step again after a captcha', async () => {
    const steps = [
      { name: 'http', adapter: answering(429) },
      { name: 'other', adapter: answering(200) },
    ] as const;
    const { fetchPage } = start(steps);
    for (let count = 0; count < 2; count += 1)
      expect(await fetchPage()).toEqual(['http: captcha', 'other: usable', '200']);
  });

  it.each([400, 429])('continues after js_required and after a captcha by default: %i', async (status) => {
    const steps = [
      { name: 'http', adapter: answering(status) },
      { name: 'other', adapter: answering(200) },
    ] as const;
    expect((await start(steps, { attempts: 1 }).fetchPage()).at(-1)).toBe('200');
  });

  it('continues after a fetch error that `on` names', async () => {
    const none: Adapter = async () => {
      throw new FetchError('no_capture', 'none');
    };
    const steps = [
      { name: 'replay', adapter: none },
      { name: 'http', adapter: answering(200), on: ['no_capture'] },
    ] as const;
    expect(await start(steps).fetchPage()).toEqual(['replay: no_capture', 'http: usable', '200']);
  });

  it('uses a step only for the engines and operations that `for` names', async () => {
    const steps = [
      { name: 'http', adapter: answering(200), for: ['beta', 'alpha.autocomplete'] },
      { name: 'browser', adapter: answering(201) },
    ] as const;
    const { fetchPage } = start(steps);
    expect(await fetchPage()).toEqual(['browser: usable', '201']);
    expect(await fetchPage({ engine: 'beta', operation: 'beta.search' })).toEqual(['http: usable', '200']);
    expect(await fetchPage({ operation: 'alpha.autocomplete' })).toEqual(['http: usable', '200']);
    const only = start([{ name: 'http', adapter: answering(200), for: ['gamma'] }]);
    expect(await only.fetchPage()).toEqual(['No step of the chain is for alpha.search']);
  });

  it('keeps session and proxy after js_required, and changes them after a captcha', async () => {
    const proxies = parseProxies(['http://a.test:1', 'http://b.test:1']);
    const scripted = start(
      [
        { name: 'http', adapter: answering(400) },
        { name: 'browser', adapter: answering(200) },
      ],
      { proxies },
    );
    await scripted.fetchPage();
    expect(new Set(scripted.events.map(({ session }) => session)).size).toBe(1);
    const captcha = start(
      [
        { name: 'http', adapter: answering(429) },
        { name: 'other', adapter: answering(200) },
      ],
      { proxies },
    );
    await captcha.fetchPage();
    expect(captcha.events.map(({ proxy }) => proxy)).toEqual(['proxy-1', 'proxy-2']);
  });

  it('uses no proxy for a direct step', async () => {
    const steps = [
      { name: 'http', adapter: answering(429) },
      { name: 'unblocker', adapter: answering(200), isDirect: true },
    ] as const;
    const { fetchPage, events } = start(steps, { proxies: parseProxies(['http://a.test:1']) });
    expect((await fetchPage()).at(-1)).toBe('200');
    expect(events.map(({ proxy }) => proxy)).toEqual(['proxy-1', undefined]);
  });

  it('does not spend the retry budget or count against the engine if a later step succeeds', async () => {
    const steps = [
      { name: 'http', adapter: answering(429) },
      { name: 'other', adapter: answering(200) },
    ] as const;
    const { fetchPage, fetcher } = start(steps, {
      budget: { share: 0, minimum: 0 },
      circuit: { minimum: 1, share: 0.01 },
    });
    for (let count = 0; count < 5; count += 1) expect((await fetchPage()).at(-1)).toBe('200');
    expect((await fetcher.status()).engines[0]?.circuit).toBe('closed');
  });

  it('reports no step if the adapter is not a chain', async () => {
    const events: AttemptEvent[] = [];
    const onAttempt = (event: AttemptEvent) => void events.push(event);
    const fetcher = createFetcher({ adapter: answering(200), onAttempt });
    onTestFinished(() => fetcher.close());
    expect((await fetcher.fetch(requestFor('http://engine.test/'), judge)).value).toBe(200);
    expect(events.map((event) => [event.outcome, 'step' in event])).toEqual([['usable', false]]);
  });

  it('closes every adapter, and requires distinct names', async () => {
    const close = vi.fn();
    const step = (name: string): ChainStep => ({ name, adapter: Object.assign(answering(200), { close }) });
    const { fetcher } = start([step('one'), step('other')]);
    await fetcher.close();
    expect(close).toHaveBeenCalledTimes(2);
    const twice = () => chainAdapter([step('one'), step('one')]);
    expect(twice).toThrow(new TypeError('The steps of a chain need distinct names'));
  });
});

describe('a step that got js_required', () => {
  it('is skipped by the next fetches of the operation until a trial succeeds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let status = 400;
    const http: Adapter = async () => pageOf(status);
    const { fetchPage } = start([
      { name: 'http', adapter: http },
      { name: 'browser', adapter: answering(201) },
    ]);
    expect(await fetchPage()).toEqual(['http: js_required', 'browser: usable', '201']);
    expect(await fetchPage()).toEqual(['browser: usable', '201']);
    expect(await fetchPage({ operation: 'alpha.autocomplete' })).toEqual([
      'http: js_required',
      'browser: usable',
      '201',
    ]);
    vi.advanceTimersByTime(10 * 60_000 - 10);
    expect(await fetchPage()).toEqual(['browser: usable', '201']);
    vi.advanceTimersByTime(10);
    expect(await fetchPage()).toEqual(['http: js_required', 'browser: usable', '201']);
    expect(await fetchPage()).toEqual(['browser: usable', '201']);
    vi.advanceTimersByTime(10 * 60_000);
    status = 200;
    expect(await Promise.all([fetchPage(), fetchPage()])).toContainEqual(expect.arrayContaining(['200']));
    expect(await fetchPage()).toEqual(['http: usable', '200']);
  });

  it('is skipped along with all others that got it, and no further step', async () => {
    const [http, browser] = [answering(400), answering(400)];
    const both = start([
      { name: 'http', adapter: http },
      { name: 'browser', adapter: browser },
      { name: 'unblocker', adapter: answering(200) },
    ]);
    expect(await both.fetchPage()).toEqual(['http: js_required', 'browser: js_required', 'unblocker: usable', '200']);
    expect(await both.fetchPage()).toEqual(['unblocker: usable', '200']);
    const first = start([
      { name: 'http', adapter: http },
      { name: 'browser', adapter: answering(201) },
      { name: 'unblocker', adapter: answering(200) },
    ]);
    await first.fetchPage();
    expect(await first.fetchPage()).toEqual(['browser: usable', '201']);
  });

  it('is the only reason to skip: concurrent fetches all take the first step', async () => {
    let arrived = 0;
    let open = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    const http: Adapter = async () => {
      arrived += 1;
      if (arrived === 2) open();
      await both;
      return pageOf(200);
    };
    const { fetcher } = start([
      { name: 'http', adapter: http },
      { name: 'browser', adapter: answering(201) },
    ]);
    const fetching = [1, 2].map(() => fetcher.fetch(requestFor('http://engine.test/'), judge));
    expect((await Promise.all(fetching)).map(({ value }) => value)).toEqual([200, 200]);
  });

  it('is not looked up in the store if no step could be skipped', async () => {
    const memory = memoryHealthStore();
    const [read, recordSuccess] = [vi.spyOn(memory, 'readHealth'), vi.spyOn(memory, 'recordSuccess')];
    const steps = () =>
      [...read.mock.calls, ...recordSuccess.mock.calls].flat(2).filter((key) => key.startsWith('step:'));
    await start([{ name: 'http', adapter: answering(200) }], { store: memory }).fetchPage();
    expect(steps()).toEqual([]);
    expect(read.mock.calls).not.toContainEqual([[]]);
    const { fetchPage } = start(
      [
        { name: 'http', adapter: answering(429) },
        { name: 'other', adapter: answering(200) },
      ],
      { store: memory },
    );
    await fetchPage();
    expect(steps()).toEqual(['step:alpha.search:http']);
  });

  it('is tried by one fetch at a time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let count = 0;
    const http: Adapter = async () => {
      count += 1;
      return pageOf(400);
    };
    const { fetchPage } = start([
      { name: 'http', adapter: http },
      { name: 'browser', adapter: answering(201) },
    ]);
    await fetchPage();
    vi.advanceTimersByTime(10 * 60_000);
    await Promise.all([fetchPage(), fetchPage(), fetchPage()]);
    expect(count).toBe(2);
  });
});
