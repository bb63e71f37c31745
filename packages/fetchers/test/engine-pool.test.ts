import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDeadline } from '../src/deadline.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import type { HealthStore } from '../src/health/store.js';
import type { ConcurrencyLimits } from '../src/session-pool/limits.js';
import { createSessionPool } from '../src/session-pool/pool.js';
import { fixedProxies, parseProxies } from '../src/session-pool/proxies.js';
import type { AttemptOutcome, CheckedOutSession, SessionNeeds } from '../src/session-pool/session.js';

const second = 1_000;
const minute = 60 * second;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  return () => {
    random.mockRestore();
    vi.useRealTimers();
  };
});

/** A pool for one engine, and its store. @param tags tags of the proxies, by index */
function poolOf(
  count: number | undefined,
  limits: Partial<ConcurrencyLimits> = {},
  store: HealthStore = memoryHealthStore(),
  tags: readonly string[] = [],
) {
  const proxies = Array.from({ length: count ?? 0 }, (_, index) => {
    return `http://10.0.0.${index + 1}:80 id=p${index + 1} ${tags[index] ?? ''}`;
  });
  const source = count === undefined ? {} : { proxies: fixedProxies(parseProxies(proxies)) };
  const pool = createSessionPool({ ...source, store, limits: { proxy: 4, ...limits } });
  onTestFinished(() => pool.close());
  const checkOut = async (needs: Partial<SessionNeeds> = {}, time = 5 * second) => {
    const deadline = startDeadline(time);
    try {
      return await pool.checkOut({ engine: 'alpha', ...needs }, deadline);
    } finally {
      deadline.stop();
    }
  };
  const end = async (session: CheckedOutSession, outcome: Partial<AttemptOutcome> = {}) => {
    await session.report({ state: 'usable', session: 'good', ...outcome });
    session.release();
  };
  const use = async (outcome: Partial<AttemptOutcome> = {}, needs: Partial<SessionNeeds> = {}) => {
    const session = await checkOut(needs);
    await end(session, outcome);
    return session;
  };
  return { pool, store, checkOut, end, use };
}

const captcha = { state: 'captcha', suspect: 'exit_at_engine', session: 'ended' } as const;
const proxyFault = { state: 'proxy', suspect: 'exit', session: 'failed' } as const;
const engineFault = { state: 'http_error', suspect: 'engine', session: 'failed' } as const;
const proxyOf = ({ session }: CheckedOutSession) => session.proxy?.id;

describe('status', () => {
  it('contains the state of each exit', async () => {
    const { pool, store, checkOut, use } = poolOf(2);
    expect(await pool.status()).toEqual([]);
    const held = await checkOut();
    await use({}, {});
    await use(captcha);
    await store.setPace(`exit:alpha:${proxyOf(held)}`, 30);
    vi.advanceTimersByTime(10 * second);
    const status = await pool.status();
    const other = proxyOf(held) === 'p1' ? 'p2' : 'p1';
    expect(status.find(({ proxy }) => proxy === proxyOf(held))).toEqual({
      ...{ engine: 'alpha', proxy: proxyOf(held), active: 1, coolingFor: 0, strikes: 0, used: 1, pace: 30 },
    });
    const cooling = status.find(({ proxy }) => proxy === other);
    expect(cooling).toMatchObject({ active: 0, strikes: 1, used: 1, coolingFor: 40 * minute - 10 * second });
    held.release();
  });

  it('contains a direct connection, and the strikes of a proxy itself', async () => {
    const direct = poolOf(undefined);
    await direct.use();
    expect(await direct.pool.status()).toEqual([
      { engine: 'alpha', proxy: 'direct', active: 0, coolingFor: 0, strikes: 0, used: 1 },
    ]);
    const { pool, use } = poolOf(1);
    await use(proxyFault);
    expect(await pool.status()).toMatchObject([{ proxy: 'p1', strikes: 1, coolingFor: 5 * second }]);
  });
});

describe('load', () => {
  it('is zero before the first search', () => {
    expect(poolOf(1).pool.occupancy('alpha')).toEqual({ active: 0, waiting: 0, coolingFor: 0 });
  });

  it('contains active and waiting searches, and the time until the first exit has cooled down', async () => {
    const { pool, checkOut, use, end } = poolOf(2, { engine: 1 });
    const held = await checkOut();
    const waiter = checkOut();
    expect(pool.occupancy('alpha')).toEqual({ active: 1, waiting: 1, coolingFor: 0 });
    await end(held, captcha);
    await end(await waiter, captcha);
    expect(pool.occupancy('alpha')).toEqual({ active: 0, waiting: 0, coolingFor: 40 * minute });
    await expect(use()).rejects.toMatchObject({ code: 'no_proxy_available', retryAfter: 40 * 60 });
  });
});

describe('a search without an exit', () => {
  it('is refused if there are no proxies', async () => {
    await expect(poolOf(0).checkOut()).rejects.toMatchObject({
      ...{ code: 'no_proxy_available', message: 'There are no proxies', retryAfter: 30 },
    });
  });

  it('is refused with the remaining cool-down of the first proxy', async () => {
    const { use } = poolOf(2);
    await use({ ...proxyFault, retryAfter: 20 });
    await use({ ...proxyFault, retryAfter: 90 });
    vi.advanceTimersByTime(4_500);
    await expect(use()).rejects.toMatchObject({
      ...{ code: 'no_proxy_available', message: 'Every proxy is cooling down', retryAfter: 16 },
    });
  });

  it('waits for a blocked proxy that cools down within ten seconds', async () => {
    const { use, checkOut, pool } = poolOf(1, { queueTimeout: minute });
    await use({ ...captcha, state: 'rate_limited' });
    vi.advanceTimersByTime(10 * minute - 10 * second);
    const waiter = checkOut({}, minute);
    await vi.advanceTimersByTimeAsync(0);
    expect(pool.occupancy('alpha')).toMatchObject({ waiting: 1 });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(pool.occupancy('alpha')).toMatchObject({ waiting: 1 });
    await vi.advanceTimersByTimeAsync(1_001);
    expect(proxyOf(await waiter)).toBe('p1');
  });

  it('does not wait for a proxy that has failed itself', async () => {
    const { use } = poolOf(1);
    await use(proxyFault);
    await expect(use()).rejects.toMatchObject({ code: 'no_proxy_available', retryAfter: 5 });
  });
});

describe('an exit that has reached its pace for the hour', () => {
  /** One proxy that has reached its pace of 1. */
  async function usedUp() {
    const parts = poolOf(1);
    await parts.store.setPace('exit:alpha:p1', 1);
    await parts.use();
    return parts;
  }

  it('is not used, and the search is refused with that reason', async () => {
    const { use } = await usedUp();
    await expect(use()).rejects.toMatchObject({
      ...{ code: 'no_proxy_available', message: 'Every proxy has reached its pace for this hour', retryAfter: 30 },
    });
  });

  it('is tried by one search after half a minute, and has no strikes if that succeeds', async () => {
    const { checkOut, use, end, store } = await usedUp();
    await expect(use()).rejects.toThrow('reached its pace');
    vi.advanceTimersByTime(30 * second - 1);
    await expect(use()).rejects.toThrow('reached its pace');
    vi.advanceTimersByTime(1);
    const trial = await checkOut();
    expect([proxyOf(trial), trial.isOnTrial]).toEqual(['p1', true]);
    await expect(use()).rejects.toThrow('reached its pace');
    await end(trial);
    expect(await store.readHealth(['starving:alpha'])).toMatchObject([{ strikes: 0, coolingFor: 0 }]);
  });

  it('is tried after twice the time if the trial failed', async () => {
    const { use, store } = await usedUp();
    await expect(use()).rejects.toThrow('reached its pace');
    vi.advanceTimersByTime(30 * second);
    await use(captcha);
    expect(await store.readHealth(['starving:alpha'])).toMatchObject([{ strikes: 2, coolingFor: minute }]);
    await expect(use()).rejects.toMatchObject({ code: 'no_proxy_available' });
    vi.advanceTimersByTime(minute);
    await use();
    expect(await store.readHealth(['starving:alpha'])).toMatchObject([{ strikes: 0 }]);
  });

  it('may be tried by another search if the first one is abandoned', async () => {
    const { checkOut, use } = await usedUp();
    await expect(use()).rejects.toThrow('reached its pace');
    vi.advanceTimersByTime(30 * second);
    (await checkOut()).release();
    expect((await use()).isOnTrial).toBe(true);
  });

  it('is used again when its requests are an hour old', async () => {
    const { checkOut } = await usedUp();
    vi.advanceTimersByTime(62 * minute);
    expect((await checkOut()).isOnTrial).toBe(false);
  });
});

it('the trials without exits are unaffected by an attempt while another exit is left', async () => {
  const { use, store } = poolOf(2);
  await use(captcha);
  expect(await store.readHealth(['starving:alpha'])).toMatchObject([{ strikes: 0 }]);
  await store.recordFailure('starving:alpha', { base: minute, cap: minute });
  await use();
  expect(await store.readHealth(['starving:alpha'])).toMatchObject([{ strikes: 1 }]);
});

describe('a search with all exits blocked', () => {
  it('tries the one that cools down first, is unused and has a working proxy', async () => {
    const { checkOut, end, use, pool } = poolOf(4);
    const all = [await checkOut(), await checkOut(), await checkOut(), await checkOut()];
    const [busy, first, later, broken] = all as [CheckedOutSession, CheckedOutSession, ...CheckedOutSession[]];
    await busy.report(captcha);
    await end(first, { ...captcha, retryAfter: 50 * 60 });
    await end(later!, captcha);
    await end(broken!, captcha);
    await broken!.report({ ...proxyFault, retryAfter: 3_600 });
    await expect(use()).rejects.toMatchObject({ code: 'no_proxy_available', retryAfter: 40 * 60 });
    vi.advanceTimersByTime(30 * second);
    expect(proxyOf(await checkOut())).toBe(proxyOf(later!));
    expect(pool.occupancy('alpha').active).toBe(2);
  });
});

describe('a full queue', () => {
  it('refuses a new search immediately', async () => {
    const { pool, checkOut } = poolOf(undefined, { engine: 2, direct: 2, queue: 1 });
    await checkOut();
    await checkOut();
    const waiter = checkOut().catch((error) => error.code);
    await vi.advanceTimersByTimeAsync(0);
    expect(pool.occupancy('alpha')).toMatchObject({ active: 2, waiting: 1 });
    await expect(checkOut()).rejects.toMatchObject({ code: 'overloaded', retryAfter: 1 });
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(await waiter).toBe('overloaded');
  });

  it('drops the last search of the caller with the most for a caller with fewer', async () => {
    const { checkOut, end } = poolOf(undefined, { engine: 1, direct: 1, queue: 3 });
    const held = await checkOut({ caller: 'a' });
    const settled: string[] = [];
    const wait = (name: string, caller: string) =>
      checkOut({ caller }).then(
        (session) => {
          settled.push(`${name} served`);
          return end(session);
        },
        ({ code }) => void settled.push(`${name} ${code}`),
      );
    const waits = [wait('a1', 'a'), wait('a2', 'a'), wait('a3', 'a')];
    await vi.advanceTimersByTimeAsync(0);
    waits.push(wait('b1', 'b'));
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toEqual(['a3 overloaded']);
    await end(held);
    await Promise.all(waits);
    expect(settled).toEqual(['a3 overloaded', 'b1 served', 'a1 served', 'a2 served']);
  });
});

describe('concurrent searches', () => {
  const gatewayPool = (limits: Partial<ConcurrencyLimits>) => {
    const proxies = fixedProxies(parseProxies(['http://user-{session}:x@gateway.test:80']));
    const pool = createSessionPool({ proxies, store: memoryHealthStore(), limits });
    onTestFinished(() => pool.close());
    return pool;
  };
  async function activeOf(pool: ReturnType<typeof gatewayPool>): Promise<number> {
    for (let count = 0; count < 9; count += 1)
      pool.checkOut({ engine: 'alpha' }, startDeadline(second)).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    return pool.occupancy('alpha').active;
  }

  it('are limited per gateway, direct connection and proxy, and to one for a proxy that has never succeeded', async () => {
    expect(await activeOf(gatewayPool({ gateway: 3, proxy: 5 }))).toBe(3);
    expect(await activeOf(poolOf(undefined, { direct: 2 }).pool)).toBe(2);
    expect(await activeOf(poolOf(2).pool)).toBe(2);
    const proven = poolOf(1);
    await proven.use();
    expect(await activeOf(proven.pool)).toBe(4);
  });

  it('do not wait for a search that needs another exit', async () => {
    const proxies = fixedProxies(parseProxies(['http://10.0.0.1:80 country=at', 'http://10.0.0.2:80 country=de']));
    const pool = createSessionPool({ proxies, store: memoryHealthStore(), limits: { proxy: 1 } });
    onTestFinished(() => pool.close());
    const from = (country: string) => pool.checkOut({ engine: 'alpha', country }, startDeadline(minute));
    await from('at');
    const waits = from('at');
    const [german] = await Promise.all([from('de'), vi.advanceTimersByTimeAsync(0)]);
    expect(german.session.proxy?.url.hostname).toBe('10.0.0.2');
    expect(pool.occupancy('alpha')).toMatchObject({ active: 2, waiting: 1 });
    waits.catch(() => undefined);
  });
});

describe('a proxy that has failed', () => {
  /** Two proxies: one is healthy, the other one has failed and is on trial. */
  async function oneOnTrial() {
    const parts = poolOf(2);
    const failed = await parts.use(proxyFault);
    await parts.use();
    vi.advanceTimersByTime(5 * second);
    return { ...parts, failed: proxyOf(failed) };
  }

  it('is tried five times if there is a healthy one, and then in proportion to attempts', async () => {
    const { use, failed, checkOut, end } = await oneOnTrial();
    let trials = 0;
    for (let count = 0; count < 12; count += 1) {
      vi.advanceTimersByTime(5 * minute);
      const session = await checkOut();
      const isTrial = proxyOf(session) === failed;
      expect(session.isOnTrial).toBe(isTrial);
      trials += Number(isTrial);
      await end(session, isTrial ? proxyFault : {});
    }
    expect(trials).toBe(5);
    const through: (string | undefined)[] = [];
    for (let count = 0; count < 70; count += 1) through.push(proxyOf(await use()));
    expect(through.slice(0, 40)).not.toContain(failed);
    expect(through).toContain(failed);
  });

  it('allows further trials after a successful one, even if none were left', async () => {
    const { use, checkOut, end } = poolOf(3);
    await use(proxyFault);
    await use(proxyFault);
    for (let count = 0; count < 9; count += 1) {
      vi.advanceTimersByTime(5 * minute);
      const session = await checkOut();
      await end(session, session.isOnTrial ? proxyFault : {});
    }
    vi.advanceTimersByTime(5 * minute);
    let trial = await checkOut();
    for (let count = 0; count < 70 && !trial.isOnTrial; count += 1) {
      await end(trial);
      trial = await checkOut();
    }
    expect(trial.isOnTrial).toBe(true);
    await end(trial);
    expect((await checkOut()).isOnTrial).toBe(true);
  });

  it('is not tried by a retry', async () => {
    const { checkOut, end, failed } = await oneOnTrial();
    const trial = await checkOut();
    expect(proxyOf(trial)).toBe(failed);
    await end(trial, proxyFault);
    vi.advanceTimersByTime(minute);
    const [healthy] = [await checkOut({ replaces: trial })];
    expect(proxyOf(healthy)).not.toBe(failed);
  });

  it('counts as an address again after a successful trial', async () => {
    const { use, failed, checkOut, end } = await oneOnTrial();
    const trial = await checkOut();
    expect(proxyOf(trial)).toBe(failed);
    await end(trial);
    const after = await use();
    expect(after.isOnTrial).toBe(false);
    expect((await use()).addresses).toBe(2);
  });
});

describe('an engine that fails', () => {
  /** The number of ten concurrent searches that are served with a limit of eight. */
  async function served(outcome: Partial<AttemptOutcome>, times: number): Promise<number> {
    const { pool, use, checkOut } = poolOf(undefined, { engine: 8, direct: 8 });
    for (let count = 0; count < times; count += 1) await use(outcome);
    for (let count = 0; count < 10; count += 1) checkOut().catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    return pool.occupancy('alpha').active;
  }

  it.each([
    [engineFault, 0, 8],
    [engineFault, 3, 8],
    [engineFault, 6, 6],
    [engineFault, 50, 2],
    [captcha, 50, 2],
    [proxyFault, 50, 8],
    [{ state: 'wrong_query', suspect: 'request', session: 'good' }, 50, 8],
    [{}, 50, 8],
  ] as const)('with %j, %d times, gets %d concurrent searches', async (outcome, times, expected) => {
    expect(await served(outcome, times)).toBe(expected);
  });
});

describe('a store that fails', () => {
  it('rejects waiting searches with its error, and the pool continues', async () => {
    const store = memoryHealthStore();
    const { checkOut, use } = poolOf(1, {}, store);
    const cause = new Error('out of reach');
    const read = vi.spyOn(store, 'readHealth').mockRejectedValueOnce(cause);
    await expect(checkOut()).rejects.toMatchObject({
      ...{ code: 'overloaded', message: 'The health store failed', cause },
    });
    read.mockRestore();
    vi.advanceTimersByTime(5 * second);
    expect(proxyOf(await use())).toBe('p1');
  });

  it('does not let a search start after its deadline if it is slow', async () => {
    const store = memoryHealthStore();
    const { checkOut } = poolOf(1, { queueTimeout: 100 }, store);
    const { readHealth } = store;
    vi.spyOn(store, 'readHealth').mockImplementationOnce(async (keys) => {
      vi.spyOn(performance, 'now').mockReturnValue(200); // time passes although no timer fires
      onTestFinished(() => void vi.restoreAllMocks());
      return readHealth(keys);
    });
    await expect(checkOut()).rejects.toMatchObject({ code: 'overloaded', retryAfter: 1 });
  });
});

describe('a checked-out session', () => {
  it('has the number of addresses that are not on trial', async () => {
    const { use, checkOut } = poolOf(3);
    expect([(await use()).addresses, (await use()).addresses]).toEqual([3, 3]);
    await use(captcha);
    const next = await checkOut();
    expect([next.addresses, next.isOnTrial]).toEqual([2, false]);
  });

  it('counts one address for a direct search', async () => {
    const { checkOut } = poolOf(3);
    expect((await checkOut({ isDirect: true })).addresses).toBe(1);
  });

  it('has its address, and whether its exit is healthy', async () => {
    const { use, checkOut, end } = poolOf(1);
    const first = await checkOut();
    expect(first.isHealthy()).toBe(false);
    await end(first);
    expect(first.isHealthy()).toBe(true);
    expect((await use()).address).toBe('p1');
    expect((await poolOf(undefined).checkOut()).isHealthy()).toBe(true);
    expect((await poolOf(undefined).checkOut()).address).toBe('direct');
  });

  it('of a gateway has its own address, and an infinite number of addresses', async () => {
    const store = memoryHealthStore();
    const proxies = fixedProxies(parseProxies(['http://user-{session}:x@gateway.test:80']));
    const pool = createSessionPool({ proxies, store });
    onTestFinished(() => pool.close());
    const [one, other] = [
      await pool.checkOut({ engine: 'alpha' }, startDeadline(second)),
      await pool.checkOut({ engine: 'alpha' }, startDeadline(second)),
    ];
    expect([one.addresses, one.isHealthy(), one.address]).toEqual([Number.POSITIVE_INFINITY, true, one.session.id]);
    expect(other.address).not.toBe(one.address);
  });
});

it('releasing a session twice has no further effect', async () => {
  const { pool, checkOut } = poolOf(1, { proxy: 1 });
  const held = await checkOut();
  held.release();
  held.release();
  expect(pool.occupancy('alpha').active).toBe(0);
  const [one] = await pool.status();
  expect(one?.active).toBe(0);
});

describe('the choice of an exit', () => {
  it('after a failure prefers a more expensive tier over another proxy of the same', async () => {
    const tags = ['tier=1', 'tier=1', 'tier=2', 'tier=1'];
    const { checkOut, end } = poolOf(4, {}, memoryHealthStore(), tags);
    const failed = await checkOut();
    expect(proxyOf(failed)).not.toBe('p3');
    await end(failed, engineFault);
    expect(proxyOf(await checkOut({ replaces: failed }))).toBe('p3');
  });

  it('without a failure prefers the cheapest tier', async () => {
    const { checkOut } = poolOf(3, {}, memoryHealthStore(), ['tier=2', 'tier=1', 'tier=2']);
    expect(proxyOf(await checkOut())).toBe('p2');
  });

  it('tries a proxy that has failed before a healthy one, but not for a retry', async () => {
    const { checkOut, end, use } = poolOf(3);
    const bad = await use(proxyFault);
    vi.advanceTimersByTime(6 * second);
    const first = await checkOut();
    expect(proxyOf(first)).toBe(proxyOf(bad));
    await end(first, proxyFault);
    vi.advanceTimersByTime(20 * second);
    const other = await use({}, { replaces: bad });
    expect(proxyOf(other)).not.toBe(proxyOf(bad));
    expect(proxyOf(await checkOut({ replaces: other }))).not.toBe(proxyOf(bad));
  });

  it('serves the caller with fewer searches in progress first, even if it was served last', async () => {
    const { checkOut, end } = poolOf(undefined, { engine: 3, direct: 3 });
    const busy = [await checkOut({ caller: 'busy' }), await checkOut({ caller: 'busy' })];
    await end(await checkOut({ caller: 'other' }));
    const third = await checkOut({ caller: 'third' });
    const order: string[] = [];
    const waiting = ['busy', 'other'].map(async (caller) => {
      const session = await checkOut({ caller });
      order.push(caller);
      return session;
    });
    await end(third);
    await end(await waiting[1]!);
    await waiting[0];
    expect(order).toEqual(['other', 'busy']);
    for (const session of busy) session.release();
  });
});

it('a direct search is refused with the Retry-After of the engine', async () => {
  const { use } = poolOf(undefined);
  await use({ ...engineFault, retryAfter: 20 });
  await expect(use()).rejects.toMatchObject({
    ...{ code: 'rate_limited', message: 'The engine asks to wait 20 s', retryAfter: 20 },
  });
});

it('direct searches wait for a short Retry-After, and the first one tries alone', async () => {
  const { use, checkOut, end } = poolOf(undefined);
  await use({ ...engineFault, retryAfter: 2 });
  await expect(checkOut({}, second)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 2 });
  const sessions: CheckedOutSession[] = [];
  const waiting = [1, 2, 3].map(async () => void sessions.push(await checkOut()));
  await vi.advanceTimersByTimeAsync(2 * second - 1);
  expect(sessions).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(sessions).toHaveLength(1);
  await end(sessions[0]!);
  await Promise.all(waiting);
  expect(sessions).toHaveLength(3);
});

it('closing rejects those that wait and those that come later', async () => {
  const { pool, checkOut } = poolOf(1, { engine: 1 });
  await checkOut();
  const waiting = checkOut();
  const closed = { code: 'closed', message: 'The fetcher is closed' };
  const rejected = expect(waiting).rejects.toMatchObject(closed);
  await pool.close();
  await rejected;
  await expect(checkOut()).rejects.toMatchObject(closed);
});

it('foreseeing a search reads the only exit, once an engine has been used', async () => {
  const store = memoryHealthStore();
  const read = vi.spyOn(store, 'readHealth');
  const { pool, use } = poolOf(1, {}, store);
  pool.prefetchHealth('alpha');
  expect(read).not.toHaveBeenCalled();
  await use();
  vi.advanceTimersByTime(minute);
  const before = read.mock.calls.length;
  pool.prefetchHealth('alpha');
  expect(read.mock.calls.length).toBe(before + 1);
});

describe('load with several exits', () => {
  it('has coolingFor 0 while one of them can be used', async () => {
    const { pool, use, checkOut } = poolOf(2);
    await use(captcha);
    expect(pool.occupancy('alpha').coolingFor).toBe(0);
    const held = await checkOut();
    expect(pool.occupancy('alpha')).toEqual({ active: 1, waiting: 0, coolingFor: 0 });
    held.release();
  });
});

describe('a search that ends while the store is read for its exit', () => {
  /** A pool with one proxy, whose store delays the result of one call until the search has ended. */
  async function held(call: 'readHealth' | 'claim') {
    const store = memoryHealthStore();
    const parts = poolOf(1, {}, store);
    if (call === 'claim') await parts.use(proxyFault);
    else await parts.use();
    // All exits are read again after five seconds, a chosen one sooner.
    vi.advanceTimersByTime(call === 'claim' ? 5 * second : second);
    let respond = () => {};
    const original = store[call].bind(store) as (...args: unknown[]) => Promise<unknown>;
    const isReleased = new Promise<void>((resolve) => {
      respond = resolve;
    });
    vi.spyOn(store, call).mockImplementationOnce((async (...args: unknown[]) => {
      const result = await original(...args);
      await isReleased;
      return result;
    }) as never);
    const releaseClaim = vi.spyOn(store, 'releaseClaim');
    const ended = parts.checkOut({}, 100).catch(({ code }) => code);
    await vi.advanceTimersByTimeAsync(200);
    expect(await ended).toBe('overloaded');
    respond();
    await vi.advanceTimersByTimeAsync(0);
    return { ...parts, releaseClaim };
  }

  it('abandons its trial, so that the next search can make it immediately', async () => {
    const { checkOut, pool, releaseClaim } = await held('claim');
    expect(releaseClaim.mock.calls).toEqual([['exit:p1']]);
    expect(pool.occupancy('alpha')).toEqual({ active: 0, waiting: 0, coolingFor: 0 });
    expect(proxyOf(await checkOut())).toBe('p1');
  });

  it('takes no session, and abandons nothing without a trial', async () => {
    const { checkOut, pool, releaseClaim } = await held('readHealth');
    expect(releaseClaim).not.toHaveBeenCalled();
    expect(pool.occupancy('alpha')).toEqual({ active: 0, waiting: 0, coolingFor: 0 });
    expect(proxyOf(await checkOut())).toBe('p1');
  });
});

describe('a trial', () => {
  /** A proxy that has failed and may be tried again. */
  async function failed(outcome: Partial<AttemptOutcome>, time: number) {
    const store = memoryHealthStore();
    const parts = poolOf(1, {}, store);
    await parts.use(outcome);
    vi.advanceTimersByTime(time);
    return { ...parts, claim: vi.spyOn(store, 'claim'), releaseClaim: vi.spyOn(store, 'releaseClaim') };
  }

  it('is claimed for the proxy itself if that has failed, and otherwise for the proxy at the engine', async () => {
    const itself = await failed(proxyFault, 5 * second);
    (await itself.checkOut()).release();
    expect(itself.claim.mock.calls).toEqual([['exit:p1', minute]]);
    expect(itself.releaseClaim.mock.calls).toEqual([['exit:p1']]);
    const engineHealth = await failed(captcha, 40 * minute);
    (await engineHealth.checkOut()).release();
    expect(engineHealth.claim.mock.calls).toEqual([['exit:alpha:p1', minute]]);
    expect(engineHealth.releaseClaim.mock.calls).toEqual([['exit:alpha:p1']]);
  });

  it('is not abandoned once it has a result', async () => {
    const { use, claim, releaseClaim } = await failed(proxyFault, 5 * second);
    await use();
    await use();
    expect([claim.mock.calls.length, releaseClaim.mock.calls.length]).toEqual([1, 0]);
  });

  it('lets the next search start after it is abandoned, even if the store fails then', async () => {
    const { checkOut, releaseClaim } = await failed(proxyFault, 5 * second);
    const trial = await checkOut();
    const next = checkOut();
    trial.release();
    expect(proxyOf(await next)).toBe('p1');
    (await next).release();
    await vi.advanceTimersByTimeAsync(0);
    const last = await checkOut();
    const waiting = checkOut({}, 3 * minute);
    waiting.catch(() => undefined);
    releaseClaim.mockRejectedValueOnce(new Error('out of reach'));
    last.release();
    await vi.advanceTimersByTimeAsync(second); // the claim is still there, and is read again in a second
    expect(vi.getTimerCount()).toBe(3);
  });

  it('of another process is checked once a second', async () => {
    const { checkOut, pool, store } = await failed(proxyFault, 5 * second);
    await store.claim('exit:p1', minute);
    const waiting = checkOut({}, minute);
    await vi.advanceTimersByTimeAsync(100);
    await store.releaseClaim('exit:p1');
    await vi.advanceTimersByTimeAsync(899);
    expect(pool.occupancy('alpha')).toMatchObject({ active: 0, waiting: 1 });
    await vi.advanceTimersByTimeAsync(1);
    expect(pool.occupancy('alpha')).toMatchObject({ active: 1, waiting: 0 });
    expect(proxyOf(await waiting)).toBe('p1');
  });
});

describe('the timer of a pool', () => {
  it('is set for the exit that is available first', async () => {
    const { use, checkOut, store, pool } = poolOf(2, { queueTimeout: minute });
    await use(captcha);
    await use(proxyFault);
    vi.advanceTimersByTime(5 * second);
    await store.claim('exit:p2', 2 * second);
    const waiting = checkOut({}, minute);
    await vi.advanceTimersByTimeAsync(999);
    expect(pool.occupancy('alpha').waiting).toBe(1);
    await store.releaseClaim('exit:p2');
    await vi.advanceTimersByTimeAsync(1);
    expect(proxyOf(await waiting)).toBe('p2');
  });

  it('is not set if no search waits', async () => {
    const { use, checkOut } = poolOf(2);
    await use(captcha);
    const held = await checkOut();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    held.release();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not set if a search only waits for another one to end', async () => {
    const { checkOut } = poolOf(1);
    await checkOut();
    checkOut().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(2); // those of the search: its deadline and its maximum time in the queue
  });

  it('is cleared when the pool is closed', async () => {
    const { checkOut, pool, store, use } = poolOf(1);
    await use(proxyFault);
    vi.advanceTimersByTime(5 * second);
    await store.claim('exit:p1', minute);
    const waiting = checkOut().catch(({ code }) => code);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(3);
    await pool.close();
    expect(await waiting).toBe('closed');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('checks every five seconds whether an exit is below its pace again, while another one is in use', async () => {
    const store = memoryHealthStore();
    const { checkOut, use, pool } = poolOf(2, { queueTimeout: 10 * minute }, store);
    await use();
    vi.advanceTimersByTime(58 * minute);
    const held = await checkOut();
    const usedUp = proxyOf(held) === 'p1' ? 'p2' : 'p1';
    await store.setPace(`exit:alpha:${usedUp}`, 1);
    vi.advanceTimersByTime(10 * second);
    const waiting = checkOut({}, 10 * minute);
    await vi.advanceTimersByTimeAsync(second);
    expect(pool.occupancy('alpha')).toMatchObject({ active: 1, waiting: 1 });
    await vi.advanceTimersByTimeAsync(4 * minute);
    expect(proxyOf(await waiting)).toBe(usedUp);
  });
});

describe('demand', () => {
  /** The proxies of three searches, with three proxies that have reached their pace and two unused ones. */
  async function proxiesUsed(needs: (before: CheckedOutSession | undefined) => Partial<SessionNeeds>) {
    const { store, checkOut, end } = poolOf(5);
    const first: CheckedOutSession[] = [];
    for (let count = 0; count < 3; count += 1) first.push(await checkOut(needs(first.at(-1))));
    for (const session of first) await end(session);
    for (const id of ['p1', 'p2', 'p3']) await store.setPace(`exit:alpha:${id}`, 1);
    vi.advanceTimersByTime(6 * second);
    const through: (string | undefined)[] = [];
    for (let count = 0; count < 3; count += 1) {
      const session = await checkOut();
      through.push(proxyOf(session));
      await end(session);
    }
    return through;
  }

  it('that is high makes searches explore one exit after another', async () => {
    expect(await proxiesUsed(() => ({}))).toEqual(['p4', 'p4', 'p4']);
  });

  it('does not include retries', async () => {
    expect(await proxiesUsed((replaces) => (replaces ? { replaces } : {}))).toEqual(['p4', 'p5', 'p4']);
  });
});

describe('a truncated page', () => {
  const truncated = { state: 'truncated', suspect: 'exit_at_engine', session: 'failed' } as const;

  it('counts against its exit while the engine is healthy', async () => {
    const { use, pool } = poolOf(2);
    await use(truncated);
    expect(Math.max(...(await pool.status()).map(({ strikes }) => strikes))).toBe(1);
  });

  it('does not count against its exit while most attempts fail, until they succeed again', async () => {
    const { use, pool } = poolOf(2);
    for (let count = 0; count < 4; count += 1) await use(engineFault);
    for (let count = 0; count < 4; count += 1) await use(truncated);
    expect((await pool.status()).map(({ strikes }) => strikes)).toEqual([0, 0]);
    for (let count = 0; count < 9; count += 1) await use();
    await use(truncated);
    await use(truncated);
    await use(truncated);
    expect(Math.max(...(await pool.status()).map(({ strikes }) => strikes))).toBe(1);
  });

  it('counts against its exit as soon as another one is available', async () => {
    const { use, checkOut, end, pool } = poolOf(2);
    const held = await checkOut();
    await use(proxyFault);
    vi.advanceTimersByTime(5 * second - 1);
    await end(held, truncated);
    const strikesOf = async (id: string | undefined) =>
      (await pool.status()).find(({ proxy }) => proxy === id)?.strikes;
    expect(await strikesOf(proxyOf(held))).toBe(0);
    const again = await checkOut();
    expect(proxyOf(again)).toBe(proxyOf(held));
    vi.advanceTimersByTime(1);
    await end(again, truncated);
    expect(await strikesOf(proxyOf(held))).toBe(1);
  });
});

it('a search whose time is up is skipped when a session becomes free', async () => {
  const { checkOut, pool } = poolOf(1, { engine: 1 });
  const held = await checkOut();
  const late = checkOut({}, 150).catch(({ code }) => code);
  const next = checkOut({}, 5 * second);
  vi.spyOn(performance, 'now').mockReturnValue(200); // the clock goes on while no timer runs
  onTestFinished(() => void vi.restoreAllMocks());
  held.release();
  await vi.advanceTimersByTimeAsync(0);
  expect(pool.occupancy('alpha')).toMatchObject({ active: 1, waiting: 0 });
  expect([await late, proxyOf(await next)]).toEqual(['overloaded', 'p1']);
});

it('all waiting searches are rejected when the last exit cools down', async () => {
  const { checkOut, end, pool } = poolOf(1, { engine: 1 });
  const held = await checkOut();
  const codes = Promise.all([checkOut(), checkOut()].map((waiting) => waiting.catch(({ code }) => code)));
  await end(held, captcha);
  await vi.advanceTimersByTimeAsync(0);
  expect(pool.occupancy('alpha').waiting).toBe(0);
  expect(await codes).toEqual(['no_proxy_available', 'no_proxy_available']);
});

describe('an exit whose state another process has changed', () => {
  /** Two proxies whose state was read a second ago. */
  async function readBefore() {
    const parts = poolOf(2);
    await parts.use();
    await parts.use();
    vi.advanceTimersByTime(second);
    return parts;
  }

  it('is not used while it cools down', async () => {
    const { store, checkOut } = await readBefore();
    await store.recordFailure('exit:alpha:p1', { base: minute, cap: minute });
    expect(proxyOf(await checkOut())).toBe('p2');
  });

  it('is not used after it has reached its pace', async () => {
    const { store, checkOut } = await readBefore();
    await store.setPace('exit:alpha:p1', 1);
    expect(proxyOf(await checkOut())).toBe('p2');
  });
});

it('a search that has passed its deadline does not block the next one', async () => {
  const store = memoryHealthStore();
  const { checkOut } = poolOf(2, {}, store);
  const { readHealth } = store;
  vi.spyOn(store, 'readHealth').mockImplementationOnce(async (keys) => {
    vi.spyOn(performance, 'now').mockReturnValue(200); // time passes although no timer fires
    onTestFinished(() => void vi.restoreAllMocks());
    return readHealth(keys);
  });
  const late = checkOut({}, 150).catch(({ code }) => code);
  const next = checkOut({}, 5 * second);
  expect(await late).toBe('overloaded');
  expect(proxyOf(await next)).toMatch(/^p\d$/);
});

it('direct searches and searches through a proxy do not wait for each other', async () => {
  const { checkOut, pool } = poolOf(1);
  await checkOut();
  const waiting = checkOut().catch(() => undefined);
  expect((await checkOut({ isDirect: true })).address).toBe('direct');
  expect(pool.occupancy('alpha')).toMatchObject({ active: 2, waiting: 1 });
  await vi.advanceTimersByTimeAsync(10 * second);
  await waiting;
});
