import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ChainStep, chainAdapter } from '../src/adapters/chain.js';
import type { AttemptEvent } from '../src/attempt-event.js';
import { FetchError } from '../src/errors.js';
import { createFetcher } from '../src/fetcher.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import type { FetcherOptions } from '../src/options.js';
import { readProxies } from '../src/session-pool/proxy.js';
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
  const ask = async (change: Parameters<typeof requestFor>[1] = {}) => {
    events.length = 0;
    const ended = await fetcher.fetch(requestFor('http://engine.test/', change), judge).then(
      ({ value }) => `${value}`,
      (error: Error) => error.message,
    );
    return [...events.map(({ step, outcome }) => `${step}: ${outcome}`), ended];
  };
  return { ask, fetcher, events };
}

// Without jitter, so that no test waits for more than what it is about.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});

describe('a chain', () => {
  it('goes on by what comes, each step on what it is for', async () => {
    const steps = [
      { name: 'http', adapter: answering(400) },
      { name: 'browser', adapter: answering(429), on: ['js_required'] },
      { name: 'unblocker', adapter: answering(200), on: ['captcha'] },
    ] as const;
    expect(await start(steps).ask()).toEqual(['http: js_required', 'browser: captcha', 'unblocker: usable', '200']);
  });

  it('skips a step that is not for what came', async () => {
    const steps = [
      { name: 'http', adapter: answering(429) },
      { name: 'browser', adapter: answering(200), on: ['js_required'] },
      { name: 'unblocker', adapter: answering(201), on: ['captcha'] },
    ] as const;
    expect(await start(steps).ask()).toEqual(['http: captcha', 'unblocker: usable', '201']);
  });

  it('ends where no step is for what came', async () => {
    const steps = [
      { name: 'http', adapter: answering(403) },
      { name: 'browser', adapter: answering(200) },
    ] as const;
    const { ask } = start(steps, { attempts: 2 });
    expect(await ask()).toEqual(['http: forbidden', 'http: forbidden', 'forbidden']);
  });

  it('is a failure of the engine where no step is left', async () => {
    const steps = [
      { name: 'http', adapter: answering(429) },
      { name: 'other', adapter: answering(429) },
    ] as const;
    const { ask, fetcher } = start(steps, { attempts: 1, circuit: { minimum: 1, share: 0.01 } });
    expect(await ask()).toEqual(['http: captcha', 'other: captcha', 'captcha']);
    expect((await fetcher.status()).engines[0]?.circuit).toBe('open');
  });

  it('leads from no step to itself', async () => {
    const steps = [
      { name: 'http', adapter: answering(400) },
      { name: 'browser', adapter: answering(400) },
    ] as const;
    expect(await start(steps).ask()).toEqual(['http: js_required', 'browser: js_required', 'js_required']);
  });

  it('begins with its first step again after a captcha, which only one address has met', async () => {
    const steps = [
      { name: 'http', adapter: answering(429) },
      { name: 'other', adapter: answering(200) },
    ] as const;
    const { ask } = start(steps);
    for (let count = 0; count < 2; count += 1) expect(await ask()).toEqual(['http: captcha', 'other: usable', '200']);
  });

  it.each([400, 429])('goes on for a wall of scripts and for a captcha where nothing is said: %i', async (status) => {
    const steps = [
      { name: 'http', adapter: answering(status) },
      { name: 'other', adapter: answering(200) },
    ] as const;
    expect((await start(steps, { attempts: 1 }).ask()).at(-1)).toBe('200');
  });

  it('goes on for a fault too, if it is named', async () => {
    const none: Adapter = async () => {
      throw new FetchError('no_capture', 'none');
    };
    const steps = [
      { name: 'replay', adapter: none },
      { name: 'http', adapter: answering(200), on: ['no_capture'] },
    ] as const;
    expect(await start(steps).ask()).toEqual(['replay: no_capture', 'http: usable', '200']);
  });

  it('holds for the engines and operations that are named', async () => {
    const steps = [
      { name: 'http', adapter: answering(200), for: ['beta', 'alpha.autocomplete'] },
      { name: 'browser', adapter: answering(201) },
    ] as const;
    const { ask } = start(steps);
    expect(await ask()).toEqual(['browser: usable', '201']);
    expect(await ask({ engine: 'beta', operation: 'beta.search' })).toEqual(['http: usable', '200']);
    expect(await ask({ operation: 'alpha.autocomplete' })).toEqual(['http: usable', '200']);
    const only = start([{ name: 'http', adapter: answering(200), for: ['gamma'] }]);
    expect(await only.ask()).toEqual(['No step of the chain is for alpha.search']);
  });

  it('keeps session and proxy behind a wall of scripts, changes them after a captcha', async () => {
    const proxies = readProxies(['http://a.test:1', 'http://b.test:1']);
    const wall = start(
      [
        { name: 'http', adapter: answering(400) },
        { name: 'browser', adapter: answering(200) },
      ],
      { proxies },
    );
    await wall.ask();
    expect(new Set(wall.events.map(({ session }) => session)).size).toBe(1);
    const captcha = start(
      [
        { name: 'http', adapter: answering(429) },
        { name: 'other', adapter: answering(200) },
      ],
      { proxies },
    );
    await captcha.ask();
    expect(captcha.events.map(({ proxy }) => proxy)).toEqual(['proxy-1', 'proxy-2']);
  });

  it('needs no proxy for a step that has addresses of its own', async () => {
    const steps = [
      { name: 'http', adapter: answering(429) },
      { name: 'unblocker', adapter: answering(200), isDirect: true },
    ] as const;
    const { ask, events } = start(steps, { proxies: readProxies(['http://a.test:1']) });
    expect((await ask()).at(-1)).toBe('200');
    expect(events.map(({ proxy }) => proxy)).toEqual(['proxy-1', undefined]);
  });

  it('spends no budget, and is no failure of the engine', async () => {
    const steps = [
      { name: 'http', adapter: answering(429) },
      { name: 'other', adapter: answering(200) },
    ] as const;
    const { ask, fetcher } = start(steps, { budget: { share: 0, minimum: 0 }, circuit: { minimum: 1, share: 0.01 } });
    for (let count = 0; count < 5; count += 1) expect((await ask()).at(-1)).toBe('200');
    expect((await fetcher.status()).engines[0]?.circuit).toBe('closed');
  });

  it('may be an adapter alone, which has no name', async () => {
    const events: AttemptEvent[] = [];
    const onAttempt = (event: AttemptEvent) => void events.push(event);
    const fetcher = createFetcher({ adapter: answering(200), onAttempt });
    onTestFinished(() => fetcher.close());
    expect((await fetcher.fetch(requestFor('http://engine.test/'), judge)).value).toBe(200);
    expect(events.map((event) => [event.outcome, 'step' in event])).toEqual([['usable', false]]);
  });

  it('closes every adapter, and needs distinct names', async () => {
    const close = vi.fn();
    const step = (name: string): ChainStep => ({ name, adapter: Object.assign(answering(200), { close }) });
    const { fetcher } = start([step('one'), step('other')]);
    await fetcher.close();
    expect(close).toHaveBeenCalledTimes(2);
    const twice = () => chainAdapter([step('one'), step('one')]);
    expect(twice).toThrow(new TypeError('The steps of a chain need distinct names'));
  });
});

describe('a wall of scripts', () => {
  it('is not run against by the next fetches of the operation, until one finds it gone', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let status = 400;
    const http: Adapter = async () => pageOf(status);
    const { ask } = start([
      { name: 'http', adapter: http },
      { name: 'browser', adapter: answering(201) },
    ]);
    expect(await ask()).toEqual(['http: js_required', 'browser: usable', '201']);
    expect(await ask()).toEqual(['browser: usable', '201']);
    expect(await ask({ operation: 'alpha.autocomplete' })).toEqual(['http: js_required', 'browser: usable', '201']);
    vi.advanceTimersByTime(10 * 60_000 - 10);
    expect(await ask()).toEqual(['browser: usable', '201']);
    vi.advanceTimersByTime(10);
    expect(await ask()).toEqual(['http: js_required', 'browser: usable', '201']);
    expect(await ask()).toEqual(['browser: usable', '201']);
    vi.advanceTimersByTime(10 * 60_000);
    status = 200;
    expect(await Promise.all([ask(), ask()])).toContainEqual(expect.arrayContaining(['200']));
    expect(await ask()).toEqual(['http: usable', '200']);
  });

  it('leads past all steps that are walled off, and no further', async () => {
    const [http, browser] = [answering(400), answering(400)];
    const both = start([
      { name: 'http', adapter: http },
      { name: 'browser', adapter: browser },
      { name: 'unblocker', adapter: answering(200) },
    ]);
    expect(await both.ask()).toEqual(['http: js_required', 'browser: js_required', 'unblocker: usable', '200']);
    expect(await both.ask()).toEqual(['unblocker: usable', '200']);
    const first = start([
      { name: 'http', adapter: http },
      { name: 'browser', adapter: answering(201) },
      { name: 'unblocker', adapter: answering(200) },
    ]);
    await first.ask();
    expect(await first.ask()).toEqual(['browser: usable', '201']);
  });

  it('is not thought of where there is none: fetches at once all take the first step', async () => {
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

  it('costs the store nothing where no step could be skipped', async () => {
    const memory = memoryHealthStore();
    const [read, heal] = [vi.spyOn(memory, 'read'), vi.spyOn(memory, 'heal')];
    const steps = () => [...read.mock.calls, ...heal.mock.calls].flat(2).filter((key) => key.startsWith('step:'));
    await start([{ name: 'http', adapter: answering(200) }], { store: memory }).ask();
    expect(steps()).toEqual([]);
    expect(read.mock.calls).not.toContainEqual([[]]);
    const { ask } = start(
      [
        { name: 'http', adapter: answering(429) },
        { name: 'other', adapter: answering(200) },
      ],
      { store: memory },
    );
    await ask();
    expect(steps()).toEqual(['step:alpha.search:http']);
  });

  it('is tried by one fetch at a time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let asked = 0;
    const http: Adapter = async () => {
      asked += 1;
      return pageOf(400);
    };
    const { ask } = start([
      { name: 'http', adapter: http },
      { name: 'browser', adapter: answering(201) },
    ]);
    await ask();
    vi.advanceTimersByTime(10 * 60_000);
    await Promise.all([ask(), ask(), ask()]);
    expect(asked).toBe(2);
  });
});
