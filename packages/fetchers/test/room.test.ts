import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import type { HealthStore } from '../src/health/store.js';
import { type Limit, startLimit } from '../src/limit.js';
import type { Lease, SessionWish } from '../src/sessions/lease.js';
import type { Limits } from '../src/sessions/limits.js';
import { createSessionPool } from '../src/sessions/pool.js';
import { readProxies } from '../src/sessions/proxy.js';
import type { ProxySource } from '../src/sessions/source.js';
import type { ProxyServer } from '../src/types.js';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

interface Given {
  /** Addresses of proxies; none for a direct connection. */
  proxies?: readonly string[];
  limits?: Partial<Limits>;
  store?: HealthStore;
}

/** A pool whose store is watched and whose proxies can be changed. */
function start({ proxies, limits, store = memoryHealthStore() }: Given = {}) {
  let current: readonly ProxyServer[] = proxies ? readProxies(proxies) : [];
  let changed = () => {};
  const close = vi.fn();
  const onChange = (listener: () => void) => {
    changed = listener;
  };
  const source: ProxySource = { current: () => current, onChange, close };
  const pool = createSessionPool({ ...(proxies && { proxies: source }), store, limits: { proxy: 4, ...limits } });
  onTestFinished(() => pool.close());
  const change = (next: readonly string[]) => {
    current = readProxies(next);
    changed();
  };
  return { pool, store, close, change, ...asking(pool) };
}

function asking(pool: ReturnType<typeof createSessionPool>) {
  /** Asks for a session under a limit that the test may end. */
  const ask = (wish: Partial<SessionWish> = {}, limit: Limit = startLimit(10 * minute)) =>
    pool.lease({ engine: 'gamma', ...wish }, limit).finally(() => limit.stop());
  /** Uses a session for an attempt that ends so. */
  const use = async (state: string, wish: Partial<SessionWish> = {}) => {
    const lease = await ask(wish);
    await lease.report({ state, session: state === 'usable' ? 'good' : 'failed' });
    lease.release();
    return lease;
  };
  return { ask, use };
}

/** How a promise ended, `waiting` until it does. */
function watch<T>(promise: Promise<T>): { end: unknown } {
  const watched: { end: unknown } = { end: 'waiting' };
  promise.then(
    (value) => Object.assign(watched, { end: value }),
    (error: unknown) => Object.assign(watched, { end: error }),
  );
  return watched;
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const proxyOf = ({ session }: Lease) => session.proxy?.id;

/** A store one of whose methods is another. */
function storeWith(change: Partial<HealthStore>): HealthStore {
  return { ...memoryHealthStore(), ...change };
}

describe('where the store of what is known fails', () => {
  it('everybody who waits is refused, with the reason', async () => {
    const cause = new Error('out of reach');
    const { ask, pool } = start({ store: storeWith({ read: () => Promise.reject(cause) }) });
    const both = await Promise.allSettled([ask(), ask()]);
    for (const one of both) {
      expect(one).toMatchObject({ reason: { name: 'FetchError', code: 'overloaded', cause } });
      expect(one).toHaveProperty('reason.message', 'The store of what is known of proxies failed');
    }
    expect(pool.load('gamma')).toEqual({ active: 0, waiting: 0 });
  });

  it('for a moment, the next search is served', async () => {
    const memory = memoryHealthStore();
    const read = vi.fn(memory.read).mockRejectedValueOnce(new Error('out of reach'));
    const { ask } = start({ store: { ...memory, read } });
    await expect(ask()).rejects.toMatchObject({ code: 'overloaded' });
    expect((await ask()).session.id).toBe('gamma-1');
  });
});

describe('where every way out is cooling down', () => {
  it('all who wait are refused at once, and told when the first is back', async () => {
    const { ask, use } = start({ proxies: ['http://a.test:1', 'http://b.test:1'] });
    await use('captcha');
    await use('network');
    const all = [watch(ask()), watch(ask()), watch(ask())];
    await settle();
    for (const { end } of all) {
      expect(end).toMatchObject({ code: 'no_proxy_available', retryAfter: 5, message: 'Every proxy is cooling down' });
    }
  });

  it('and it is the direct one, the engine is named as the reason', async () => {
    const { ask, pool } = start();
    const lease = await ask();
    await lease.report({ state: 'rate_limited', session: 'blocked', retryAfter: 89.5 });
    lease.release();
    await expect(ask()).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 90,
      message: 'The engine asks to wait 90 s',
    });
    expect(await pool.status()).toMatchObject([{ engine: 'gamma', proxy: 'direct', active: 0, coolingFor: 89_500 }]);
  });
});

describe('where there are no proxies', () => {
  it('searches are refused, until there are some', async () => {
    const { ask, change } = start({ proxies: [] });
    const none = { code: 'no_proxy_available', retryAfter: 30, message: 'There are no proxies' };
    await expect(ask()).rejects.toMatchObject(none);
    change(['http://a.test:1']);
    expect(proxyOf(await ask())).toBe('proxy-1');
  });
});

describe('a change of the proxies', () => {
  it('serves who waits', async () => {
    const { ask, change } = start({ proxies: ['http://a.test:1 id=a'], limits: { proxy: 1 } });
    const first = await ask();
    const waiting = watch(ask());
    await settle();
    expect(waiting.end).toBe('waiting');
    change(['http://a.test:1 id=a', 'http://b.test:1 id=b']);
    await settle();
    expect(waiting.end).toMatchObject({ session: { proxy: { id: 'b' } } });
    first.release();
  });

  it('ends the sessions of a proxy that is gone, also that of a search under way', async () => {
    const { ask, use, change } = start({ proxies: ['http://a.test:1 id=a'] });
    const closed = vi.fn();
    (await use('usable')).session.keep({}, () => ({ close: closed }));
    const busy = await ask({ locale: 'de' });
    busy.session.keep({}, () => ({ close: closed }));
    change(['http://b.test:1 id=b']);
    expect(closed).toHaveBeenCalledTimes(1);
    busy.release();
    expect(closed).toHaveBeenCalledTimes(2);
    expect(proxyOf(await ask())).toBe('b');
  });

  it('is no longer looked for by a pool that is closed', async () => {
    const { ask, pool, close } = start({ proxies: ['http://a.test:1'] });
    await ask();
    const waiting = watch(ask());
    await settle();
    await pool.close();
    expect(close).toHaveBeenCalled();
    await settle();
    expect(waiting.end).toMatchObject({ code: 'closed', message: 'The fetcher is closed' });
    await expect(ask()).rejects.toMatchObject({ code: 'closed', message: 'The fetcher is closed' });
  });
});

describe('who waits', () => {
  it('is by the tags that a list of proxies has now', async () => {
    const { use, change } = start({ proxies: ['http://a.test:1 country=at id=a', 'http://b.test:1 country=de id=b'] });
    const inTurn = async () => [
      proxyOf(await use('usable', { country: 'at' })),
      proxyOf(await use('usable', { country: 'de' })),
    ];
    expect(await inTurn()).toEqual(['a', 'b']);
    change(['http://a.test:1 country=de id=a', 'http://b.test:1 country=at id=b']);
    expect(await inTurn()).toEqual(['b', 'a']);
  });

  it('for a busy proxy of a country does not hold up who wants another', async () => {
    const { ask } = start({ proxies: ['http://a.test:1 country=at', 'http://b.test:1 country=de'] });
    await ask({ country: 'at' });
    const austrian = watch(ask({ country: 'at' }));
    expect(proxyOf(await ask({ country: 'de' }))).toBe('proxy-2');
    expect(austrian.end).toBe('waiting');
  });

  it('for a busy proxy gets the first one that is back, as soon as it is', async () => {
    const { ask, use } = start({ proxies: ['http://a.test:1', 'http://b.test:1', 'http://c.test:1'] });
    await use('captcha'); // for an hour
    await use('network'); // for five seconds
    await ask();
    const waiting = watch(ask());
    await vi.advanceTimersByTimeAsync(4_990);
    expect(waiting.end).toBe('waiting');
    await vi.advanceTimersByTimeAsync(20);
    expect(waiting.end).toMatchObject({ session: { proxy: { id: 'proxy-2' } } });
  });

  it('is not looked after again and again while nothing happens', async () => {
    const read = vi.fn(memoryHealthStore().read);
    const { ask } = start({ proxies: ['http://a.test:1'], store: storeWith({ read }) });
    await ask();
    void ask().catch(() => undefined); // refused when the pool closes
    await settle();
    const before = read.mock.calls.length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(read.mock.calls.length).toBe(before);
  });

  it('until its time is up gets no session, even if the event loop was too busy to end its wait', async () => {
    const { ask, pool } = start({ limits: { engine: 1 } });
    const first = await ask();
    const late = watch(ask({}, startLimit(1_000)));
    const patient = watch(ask({}, startLimit(minute)));
    await settle();
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 950); // 50 ms are too few to begin
    onTestFinished(() => clock.mockRestore());
    first.release();
    await settle();
    expect(late.end).toMatchObject({ code: 'overloaded', retryAfter: 1 });
    expect(patient.end).toHaveProperty('session');
    expect(pool.load('gamma')).toEqual({ active: 1, waiting: 0 });
  });

  it('with no time to wait is served where a session is free', async () => {
    const { ask } = start();
    expect((await ask({}, startLimit(20))).session.id).toBe('gamma-1');
  });

  it('without a proxy does not wait for who needs one', async () => {
    const { ask } = start({ proxies: ['http://a.test:1'] });
    await ask();
    const needy = watch(ask());
    expect((await ask({ isDirect: true })).session).not.toHaveProperty('proxy');
    expect(needy.end).toBe('waiting');
  });
});

describe('a proxy on trial', () => {
  /** A pool with one proxy that is back from a cool-down, and a store that answers claims when it is told to. */
  async function onTrial() {
    const memory = memoryHealthStore();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const claim = vi.fn(async (key: string, time: number) => {
      await answered;
      return memory.claim(key, time);
    });
    const unclaim = vi.fn(memory.unclaim);
    const started = start({ proxies: ['http://a.test:1'], store: { ...memory, claim, unclaim } });
    await started.use('network');
    await vi.advanceTimersByTimeAsync(5_000);
    return { ...started, answer, claim, unclaim };
  }

  it('is claimed for a minute', async () => {
    const { ask, answer, claim } = await onTrial();
    answer();
    await ask();
    expect(claim.mock.calls).toEqual([['exit:gamma:proxy-1', minute]]);
  });

  it('is given up where the search has left in the meantime, and no session is taken', async () => {
    const { ask, answer, unclaim, pool } = await onTrial();
    const leaving = new AbortController();
    const left = watch(ask({}, startLimit(minute, leaving.signal)));
    await settle();
    leaving.abort();
    answer();
    await settle();
    expect(left.end).toMatchObject({ code: 'aborted' });
    expect(pool.load('gamma')).toEqual({ active: 0, waiting: 0 });
    expect(unclaim).toHaveBeenCalledTimes(1);
    await ask();
  });

  it('is given up by a search that says nothing of it, and not by one that does', async () => {
    const { ask, answer, unclaim } = await onTrial();
    answer();
    const first = await ask();
    await first.report({ state: 'wrong_query', session: 'failed' });
    first.release();
    await settle();
    expect(unclaim).toHaveBeenCalledTimes(1);
    const second = await ask();
    await second.report({ state: 'usable', session: 'good' });
    second.release();
    (await ask()).release();
    await settle();
    expect(unclaim).toHaveBeenCalledTimes(1);
  });

  it('is healed once, by the first page that is good', async () => {
    const memory = memoryHealthStore();
    const heal = vi.fn(memory.heal);
    const { ask, use } = start({ proxies: ['http://a.test:1'], store: { ...memory, heal } });
    await use('usable');
    expect(heal).not.toHaveBeenCalled();
    await use('network');
    await vi.advanceTimersByTimeAsync(5_000);
    const trial = await ask();
    for (let page = 0; page < 3; page += 1) await trial.report({ state: 'usable', session: 'good' });
    expect(heal.mock.calls).toEqual([['exit:gamma:proxy-1']]);
    trial.release();
  });
});

it('a proxy that was given up is the last to be used again, however long ago that was', async () => {
  const { ask, use } = start({ proxies: ['http://a.test:1', 'http://b.test:1'] });
  const first = await ask();
  await first.report({ state: 'usable', session: 'good' });
  await use('usable');
  first.release('end');
  expect(proxyOf(await ask({ instead: first }))).toBe('proxy-2');
});

describe('a proxy that failed', () => {
  it('is used by one search at a time again, though it was good before', async () => {
    const { ask, use } = start({ proxies: ['http://a.test:1'] });
    await use('usable');
    await use('network');
    await vi.advanceTimersByTimeAsync(2 * minute + 60 * minute); // its strikes are forgotten
    await ask();
    const waiting = watch(ask());
    await settle();
    expect(waiting.end).toBe('waiting');
  });
});
