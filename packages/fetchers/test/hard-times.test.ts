import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { httpAdapter } from '../src/adapters/http.js';
import type { AttemptEvent } from '../src/attempt-event.js';
import type { Engine } from '../src/engines.js';
import { FetchError } from '../src/errors.js';
import { createFetcher, type Fetcher } from '../src/fetcher.js';
import type { FetcherOptions } from '../src/options.js';
import type { Adapter, Judge } from '../src/types.js';
import { pageOf, requestFor } from './support/requests.js';
import { startServer } from './support/server.js';

const judge: Judge<number> = ({ status }) => {
  if (status === 200) return { usable: true, value: status };
  return { usable: false, state: 'bad_response', retry: 'other_session', error: new Error('bad_response') };
};

function start(options: FetcherOptions): { fetcher: Fetcher; events: AttemptEvent[] } {
  const events: AttemptEvent[] = [];
  const fetcher = createFetcher({ onAttempt: (event) => void events.push(event), ...options });
  onTestFinished(() => fetcher.close());
  return { fetcher, events };
}

function codeOf(error: Error & { code?: string }): string {
  return error.code ?? error.message;
}

// Without jitter, so that no test waits longer than necessary.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});

/** Uses fake timers for the current test. */
function useClock(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

const failing: Adapter = async () => pageOf(500);

describe('an engine that fails', () => {
  it('gets at most 60 retries for 500 fetches', async () => {
    const { fetcher, events } = start({
      adapter: failing,
      circuit: false,
      limits: { engine: 100, direct: 100, queue: 500 },
    });
    await Promise.all(
      Array.from({ length: 500 }, () => fetcher.fetch(requestFor('http://engine.test/'), judge).catch(codeOf)),
    );
    const retries = events.filter(({ attempt }) => attempt > 1).length;
    expect(events.length - retries).toBe(500);
    expect(retries).toBeLessThanOrEqual(60);
    expect(retries).toBeGreaterThanOrEqual(20);
  });

  it('gets as many retries as attempts allow without a budget', async () => {
    const { fetcher, events } = start({ adapter: failing, circuit: false, budget: false });
    for (let count = 0; count < 15; count += 1)
      await fetcher.fetch(requestFor('http://engine.test/'), judge).catch(codeOf);
    expect(events).toHaveLength(45);
  });

  it('nine times out of ten gets at most 30 requests for 100 consecutive searches', async () => {
    let count = 0;
    const adapter: Adapter = async () => {
      count += 1;
      return pageOf(count % 10 === 0 ? 200 : 500);
    };
    const { fetcher, events } = start({ adapter });
    const outcomes: string[] = [];
    for (let search = 0; search < 100; search += 1) {
      outcomes.push(await fetcher.fetch(requestFor('http://engine.test/'), judge).then(() => 'good', codeOf));
    }
    expect(events.length).toBeLessThanOrEqual(30);
    expect(outcomes.filter((outcome) => outcome === 'circuit_open').length).toBeGreaterThan(80);
    const { engines } = await fetcher.status();
    const open = engines.filter(({ circuit }) => circuit !== 'closed').map(({ engine }) => engine);
    expect(open).toEqual(['alpha']);
  });

  it('with endless redirects gets six requests for a search', async () => {
    const { url, requests } = await startServer((_, response) => response.writeHead(302, { Location: '/again' }).end());
    const { fetcher } = start({ adapter: httpAdapter() });
    await expect(fetcher.fetch(requestFor(url), judge)).rejects.toMatchObject({ code: 'redirect' });
    expect(requests).toHaveLength(6);
  });

  it('is not blamed for an attempt with a short deadline or for a caller that aborts', async () => {
    const hanging: Adapter = () => new Promise(() => {});
    const { fetcher } = start({ adapter: hanging, limits: { direct: 9 }, circuit: { minimum: 1 } });
    await fetcher.fetch(requestFor('http://engine.test/'), judge, { deadline: Date.now() + 300 }).catch(codeOf);
    await fetcher.fetch(requestFor('http://engine.test/'), judge, { signal: AbortSignal.timeout(20) }).catch(codeOf);
    expect((await fetcher.status()).engines[0]).toMatchObject({ circuit: 'closed', active: 0 });
  });

  it.each([
    ['the whole time of an attempt', 100, 30_000],
    ['more than a second', 30_000, 1_100],
    ['a second', 30_000, 1_000],
  ])('to respond within %s is blamed', async (_, attemptTimeout, time) => {
    expect(await circuitAfterSilence(attemptTimeout, time)).toBe('open');
  });

  it('is not blamed if the deadline left less than a second for an attempt', async () => {
    expect(await circuitAfterSilence(30_000, 999)).toBe('closed');
  });
});

/** The state of a circuit that one failure opens, after an attempt without a response until the deadline. */
async function circuitAfterSilence(attemptTimeout: number, time: number): Promise<string | undefined> {
  useClock();
  const hanging: Adapter = () => new Promise(() => {});
  const { fetcher, events } = start({ adapter: hanging, attempts: 1, attemptTimeout, circuit: { minimum: 1 } });
  const fetching = fetcher.fetch(requestFor('http://engine.test/'), judge, { deadline: Date.now() + time });
  const ended = expect(fetching).rejects.toMatchObject({ code: 'timeout' });
  await vi.advanceTimersByTimeAsync(Math.min(attemptTimeout, time));
  await ended;
  expect(events).toMatchObject([{ attempt: 1, outcome: 'timeout' }]);
  return (await fetcher.status()).engines[0]?.circuit;
}

/** Never settles for one engine, and responds immediately for the others. */
function stuckFor(stuck: Engine): Adapter {
  return ({ engine }) => (engine === stuck ? new Promise(() => {}) : Promise.resolve(pageOf(200)));
}

describe('many concurrent searches', () => {
  it('on a hanging engine do not delay those on another', async () => {
    const { fetcher } = start({ adapter: stuckFor('beta'), limits: { engine: 50, direct: 50 } });
    const caller = new AbortController();
    const stuck = Array.from({ length: 50 }, () =>
      fetcher
        .fetch(requestFor('http://beta.test/', { engine: 'beta' }), judge, { signal: caller.signal })
        .catch(codeOf),
    );
    await expect.poll(async () => (await fetcher.status()).engines[1]?.active).toBe(50);
    const gamma = Array.from({ length: 20 }, () =>
      fetcher.fetch(requestFor('http://gamma.test/', { engine: 'gamma' }), judge),
    );
    expect(await Promise.all(gamma)).toHaveLength(20);
    expect((await fetcher.status()).engines[1]?.active).toBe(50); // still
    caller.abort();
    expect(new Set(await Promise.all(stuck))).toEqual(new Set(['aborted']));
  });

  it('wait in the queue: all of 300 are served in time with a limit of 50', async () => {
    useClock();
    let most = 0;
    let now = 0;
    const adapter: Adapter = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now -= 1;
      return pageOf(200);
    };
    const { fetcher } = start({ adapter, limits: { engine: 50, direct: 50, queue: 250 } });
    const options = { deadline: Date.now() + 5_000 };
    const all = Array.from({ length: 300 }, () => fetcher.fetch(requestFor('http://engine.test/'), judge, options));
    await vi.advanceTimersByTimeAsync(6 * 20); // six turns of 50
    expect(await Promise.all(all)).toHaveLength(300);
    expect(most).toBe(50);
  });

  it('fail with overloaded at their deadline without being sent if they remain queued', async () => {
    useClock();
    const { fetcher, events } = start({ adapter: stuckFor('alpha'), limits: { engine: 1, direct: 1 } });
    const all = Array.from({ length: 10 }, () =>
      fetcher
        .fetch(requestFor('http://engine.test/'), judge, { deadline: Date.now() + 300 })
        .catch((error: unknown) => error),
    );
    await vi.advanceTimersByTimeAsync(301);
    const errors = await Promise.all(all);
    expect(errors.map((error) => (error as FetchError).code).toSorted()).toEqual([
      ...Array(9).fill('overloaded'),
      'timeout',
    ]);
    expect(events).toHaveLength(1);
  });
});

describe('a fetch that fails between attempts', () => {
  it('reports the error of its first attempt', async () => {
    const { fetcher } = start({ adapter: failing, circuit: { minimum: 1 } });
    const error = await fetcher.fetch(requestFor('http://engine.test/'), judge).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: 'bad_response' });
    await expect(fetcher.fetch(requestFor('http://engine.test/'), judge)).rejects.toMatchObject({
      code: 'circuit_open',
    });
  });

  it('retries a truncated page once', async () => {
    const adapter: Adapter = async () => {
      throw new FetchError('truncated', 'cut');
    };
    const { fetcher, events } = start({ adapter, attempts: 9 });
    await expect(fetcher.fetch(requestFor('http://engine.test/'), judge)).rejects.toMatchObject({ code: 'truncated' });
    expect(events).toHaveLength(2);
  });
});

it.each([-3_600_000, 3_600_000])('a change of the system time by %i ms does not end an open search', async (jump) => {
  const now = Date.now.bind(Date);
  let offset = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + offset);
  onTestFinished(() => clock.mockRestore());
  const adapter: Adapter = async () => {
    offset = jump;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return pageOf(200);
  };
  const { fetcher } = start({ adapter });
  const search = fetcher.search({ deadline: Date.now() + 10_000 });
  onTestFinished(() => search.end());
  for (let page = 1; page <= 2; page += 1) {
    expect((await search.fetch(requestFor('http://engine.test/', { page }), judge)).value).toBe(200);
  }
});

it('a change of the system time does not extend a deadline', async () => {
  const now = Date.now.bind(Date);
  let offset = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + offset);
  onTestFinished(() => clock.mockRestore());
  const silent: Adapter = () => {
    offset = -3_600_000;
    return new Promise(() => {});
  };
  const { fetcher } = start({ adapter: silent });
  const fetching = fetcher.fetch(requestFor('http://engine.test/'), judge, { deadline: Date.now() + 100 });
  await expect(fetching).rejects.toMatchObject({ code: 'timeout' });
});
