import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDeadline } from '../src/deadline.js';
import { FetchError } from '../src/errors.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { headerProfiles } from '../src/identity/profiles.js';
import type { ConcurrencyLimits } from '../src/session-pool/limits.js';
import { createSessionPool, type SessionPool } from '../src/session-pool/pool.js';
import { fixedProxies, type ProxySource, parseProxies } from '../src/session-pool/proxies.js';
import type { AttemptOutcome, CheckedOutSession, SessionNeeds } from '../src/session-pool/session.js';
import type { ProxyServer } from '../src/types.js';

// Without randomness in the choice of exits: the least used one comes first.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});

const second = 1_000;
const minute = 60 * second;

interface Given {
  proxies?: readonly ProxyServer[];
  limits?: Partial<ConcurrencyLimits>;
}

/** A pool, and functions that check out sessions like a search. */
function start({ proxies = [], limits = {} }: Given = {}) {
  const source = proxies.length > 0 ? { proxies: fixedProxies(proxies) } : {};
  const pool = createSessionPool({ ...source, store: memoryHealthStore(), limits: { proxy: 4, ...limits } });
  onTestFinished(() => pool.close());
  const lease = (needs: Partial<SessionNeeds> = {}, time = second) => leaseFrom(pool, needs, time);
  const use = async (needs: Partial<SessionNeeds> = {}, state = 'usable') => {
    const leased = await lease(needs);
    await report(leased, state);
    leased.release();
    return leased;
  };
  return { pool, lease, use };
}

async function leaseFrom(pool: SessionPool, needs: Partial<SessionNeeds>, time: number): Promise<CheckedOutSession> {
  const limit = startDeadline(time);
  try {
    return await pool.checkOut({ engine: 'gamma', ...needs }, limit);
  } finally {
    limit.stop();
  }
}

const sessionResults: Readonly<Record<string, AttemptOutcome['session']>> = {
  usable: 'good',
  captcha: 'ended',
  forbidden: 'ended',
  rate_limited: 'ended',
};

const suspects: Readonly<Record<string, AttemptOutcome['suspect']>> = {
  proxy: 'exit',
  proxy_auth: 'exit',
  wrong_query: 'request',
};

function report(lease: CheckedOutSession, state: string, retryAfter?: number): Promise<void> {
  return lease.report({
    state,
    suspect: suspects[state] ?? 'exit_at_engine',
    session: sessionResults[state] ?? 'failed',
    retryAfter,
  });
}

function useClock(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

const idOf = ({ session }: CheckedOutSession) => session.id;
const proxyOf = ({ session }: CheckedOutSession) => session.proxy?.id;

describe('a session', () => {
  it('is reused while it succeeds', async () => {
    const { use } = start();
    const first = await use();
    expect((await use()).session).toBe(first.session);
    expect(first.session).not.toHaveProperty('proxy');
  });

  it('belongs to one engine', async () => {
    const { use } = start();
    expect((await use({ engine: 'alpha' })).session).not.toBe((await use({ engine: 'beta' })).session);
  });

  it('is used by one search at a time', async () => {
    const { lease } = start();
    const [first, second] = [await lease(), await lease()];
    expect(first.session).not.toBe(second.session);
    second.release();
    first.release();
    expect((await lease()).session).toBe(first.session);
  });

  it('is reused only for the same device, locale and place', async () => {
    const { use } = start();
    const place = { lat: 48.2, lon: 16.4 };
    const [plain, german, located] = [await use(), await use({ locale: 'de-AT' }), await use({ place })];
    expect(new Set([plain, german, located].map(idOf)).size).toBe(3);
    expect(german.session).toMatchObject({ locale: 'de-AT' });
    expect(idOf(await use({ device: 'desktop' }))).toBe(idOf(plain));
    expect(idOf(await use({ locale: 'de-AT' }))).toBe(idOf(german));
    expect(idOf(await use({ place: { ...place } }))).toBe(idOf(located));
    expect(idOf(await use({ place: { ...place, lon: 16.5 } }))).not.toBe(idOf(located));
  });

  it.each([undefined, 'desktop', 'mobile', 'tablet'] as const)(
    'for device %s has each of its profiles in turn',
    async (device) => {
      const { lease } = start({ limits: { direct: 9 } });
      const needs = { ...(device && { device }), engine: 'beta' } as const;
      const leases: CheckedOutSession[] = [];
      for (let count = 0; count < 6; count += 1) leases.push(await lease(needs));
      const used = leases.map(({ session }) => session.profile);
      const suitable = headerProfiles.filter((profile) => (profile.device ?? 'desktop') === (device ?? 'desktop'));
      expect(suitable.length).toBeGreaterThan(1);
      expect(used).toEqual(Array.from({ length: 6 }, (_, index) => suitable[index % suitable.length]));
      expect(leases.map(({ session }) => session.device)).toEqual(Array.from({ length: 6 }, () => device));
      expect('device' in leases[0]!.session).toBe(device !== undefined);
    },
  );

  it('ends after a block, and the next one has another profile and no cookies', async () => {
    const { lease, use } = start();
    const first = await lease();
    const close = vi.fn();
    first.session.keep({}, () => ({ close }));
    await first.session.cookies.setCookie('id=1', 'http://engine.test/');
    await report(first, 'captcha');
    expect(close).not.toHaveBeenCalled();
    first.release();
    first.release();
    expect(close).toHaveBeenCalledTimes(1);
    const { session } = await use();
    expect(session.id).not.toBe(first.session.id);
    expect(session.profile).not.toBe(first.session.profile);
    expect(await session.cookies.getCookieString('http://engine.test/')).toBe('');
    expect(() => first.session.keep({}, () => ({ close }))).toThrow(FetchError);
  });

  it('ends after three failures that are not offset by usable pages', async () => {
    const { use } = start();
    const first = idOf(await use({}, 'bad_response'));
    for (const state of ['bad_response', 'usable', 'usable', 'bad_response']) {
      expect(idOf(await use({}, state))).toBe(first);
    }
    expect(idOf(await use({}, 'bad_response'))).toBe(first);
    expect(idOf(await use())).not.toBe(first);
  });

  it('ends after fifty pages', async () => {
    const { use } = start();
    const ids: string[] = [];
    for (let count = 0; count < 51; count += 1) ids.push(idOf(await use()));
    expect(new Set(ids.slice(0, 50)).size).toBe(1);
    expect(ids[50]).not.toBe(ids[0]);
  });

  it('ends after fifty minutes', async () => {
    useClock();
    const { use } = start();
    vi.advanceTimersByTime(90 * minute);
    const first = idOf(await use());
    vi.advanceTimersByTime(50 * minute - 1);
    expect(idOf(await use())).toBe(first);
    vi.advanceTimersByTime(1);
    expect(idOf(await use())).not.toBe(first);
  });

  it('is closed when it is released and eight others are idle', async () => {
    const { lease } = start({ limits: { direct: 20 } });
    const leases = await Promise.all(Array.from({ length: 9 }, () => lease()));
    const closed = leases.map(({ session }) => {
      const close = vi.fn();
      session.keep({}, () => ({ close }));
      return close;
    });
    for (const { release } of leases) release();
    expect(closed.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('proxies', () => {
  const addresses = ['http://a.test:1', 'http://b.test:1', 'socks5h://user:pass@c.test:1'];
  const proxies = parseProxies(addresses);

  it('are used in turn, each with its own session', async () => {
    const { use } = start({ proxies });
    const used = [await use(), await use(), await use(), await use(), await use(), await use()];
    expect(used.map(proxyOf)).toEqual(['proxy-1', 'proxy-2', 'proxy-3', 'proxy-1', 'proxy-2', 'proxy-3']);
    expect(used[3]!.session).toBe(used[0]!.session);
  });

  it('are used by one search until they succeed, then by as many as the limit allows', async () => {
    const { lease } = start({ proxies: proxies.slice(0, 1), limits: { proxy: 2 } });
    const first = await lease();
    const waiting = lease();
    await expect(lease({}, 30)).rejects.toMatchObject({ code: 'overloaded' });
    await report(first, 'usable');
    first.release();
    await waiting;
    await lease();
    await expect(lease({}, 30)).rejects.toMatchObject({ code: 'overloaded' });
  });

  it.each([
    ['captcha', 40 * minute],
    ['rate_limited', 10 * minute],
    ['forbidden', 10 * minute],
  ])('cool down after %s for %i ms, only for that engine', async (state, time) => {
    useClock();
    const { use, pool } = start({ proxies: proxies.slice(0, 1) });
    await use({}, state);
    expect(await pool.status()).toMatchObject([{ engine: 'gamma', proxy: 'proxy-1', coolingFor: time, strikes: 1 }]);
    vi.advanceTimersByTime(time > minute ? time - 11 * second : time - 1);
    await expect(use()).rejects.toMatchObject({ code: 'no_proxy_available', retryAfter: time > minute ? 11 : 1 });
    await use({ engine: 'beta' });
    vi.advanceTimersByTime(11 * second);
    await use();
    expect(await pool.status()).toContainEqual(expect.objectContaining({ engine: 'gamma', coolingFor: 0, strikes: 0 }));
  });

  it.each([
    ['proxy', 5 * second],
    ['proxy_auth', 10 * minute],
  ])('cool down after %s for %i ms, for every engine', async (state, time) => {
    useClock();
    const { use, pool } = start({ proxies: proxies.slice(0, 1) });
    await use({}, state);
    expect(await pool.status()).toMatchObject([{ engine: 'gamma', proxy: 'proxy-1', coolingFor: time, strikes: 1 }]);
    vi.advanceTimersByTime(time - 1);
    await expect(use()).rejects.toMatchObject({ code: 'no_proxy_available', retryAfter: 1 });
    await expect(use({ engine: 'beta' })).rejects.toMatchObject({ code: 'no_proxy_available', retryAfter: 1 });
    vi.advanceTimersByTime(1);
    await use();
    await use({ engine: 'beta' });
  });

  it('are waited for if their cool-down ends soon', async () => {
    useClock();
    const { use } = start({ proxies: proxies.slice(0, 1) });
    await use({}, 'captcha');
    vi.advanceTimersByTime(40 * minute - 300);
    const waiting = use();
    await vi.advanceTimersByTimeAsync(400);
    expect(proxyOf(await waiting)).toBe('proxy-1');
  });

  it.each(['network', 'timeout', 'bad_response', 'truncated', 'unrecognised', 'consent'])(
    'cool down after %s if there are others',
    async (state) => {
      const { use, pool } = start({ proxies });
      await use({}, state);
      expect((await pool.status())[0]?.coolingFor).toBeGreaterThan(4 * second);
      const alone = start({ proxies: proxies.slice(0, 1) });
      await alone.use({}, state);
      expect(await alone.pool.status()).toMatchObject([{ coolingFor: 0, strikes: 0 }]);
    },
  );

  it('do not cool down after wrong_query', async () => {
    const { use, pool } = start({ proxies: proxies.slice(0, 1) });
    await use({}, 'wrong_query');
    expect(await pool.status()).toMatchObject([{ coolingFor: 0, strikes: 0 }]);
  });

  it('do not cool down after one failure that follows a success', async () => {
    const { use, pool } = start({ proxies: proxies.slice(0, 1) });
    await use();
    await use({}, 'proxy');
    expect(await pool.status()).toMatchObject([{ coolingFor: 0 }]);
    await use();
    await use({}, 'proxy');
    expect(await pool.status()).toMatchObject([{ coolingFor: 0 }]);
    await use({}, 'proxy');
    expect((await pool.status())[0]?.coolingFor).toBeGreaterThan(4 * second);
  });

  it('do not cool down for a failure that affects most of them', async () => {
    const { use, pool } = start({ proxies });
    for (let count = 0; count < 3; count += 1) await use();
    for (let count = 0; count < 30; count += 1) await use({}, 'truncated').catch(() => undefined);
    const statuses = await pool.status();
    for (const { strikes } of statuses) expect(strikes).toBeLessThanOrEqual(2);
  });

  it('cool down for longer after each failure, up to a maximum, until they succeed', async () => {
    useClock();
    const { use, pool } = start({ proxies: proxies.slice(0, 1) });
    const times: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      await use({}, 'proxy');
      const [{ coolingFor } = { coolingFor: 0 }] = await pool.status();
      times.push(coolingFor / second);
      vi.advanceTimersByTime(coolingFor);
    }
    expect(times).toEqual([5, 10, 20, 40, 80, 160, 300]);
    await use();
    await use({}, 'proxy');
    await use({}, 'proxy');
    expect(await pool.status()).toMatchObject([{ coolingFor: 5 * second }]);
  });

  it('cool down for Retry-After if it is longer, up to an hour', async () => {
    useClock();
    const { lease, pool } = start({ proxies });
    for (const seconds of [10, 1_200, 1e9]) await report(await lease(), 'rate_limited', seconds);
    const status = await pool.status();
    expect(status.map(({ coolingFor }) => coolingFor)).toEqual([10 * minute, 20 * minute, 60 * minute]);
    await expect(lease()).rejects.toMatchObject({ code: 'no_proxy_available', retryAfter: 600 });
  });

  it('are tried by one search at a time after a cool-down', async () => {
    useClock();
    const { lease, use, pool } = start({ proxies: proxies.slice(0, 1) });
    await use({}, 'proxy');
    vi.advanceTimersByTime(5 * second);
    const trial = await lease();
    const waiting = lease();
    await vi.advanceTimersByTimeAsync(500);
    expect(pool.occupancy('gamma')).toMatchObject({ active: 1, waiting: 1 });
    await report(trial, 'usable');
    trial.release();
    await Promise.all([waiting, lease(), lease()]);
  });

  it('can be tried again after a trial without a result', async () => {
    useClock();
    const { lease, use } = start({ proxies: proxies.slice(0, 1) });
    await use({}, 'proxy');
    vi.advanceTimersByTime(5 * second);
    (await lease()).release();
    await use({}, 'wrong_query');
    await use();
  });

  it('are waited for while another process tries them', async () => {
    useClock();
    const store = memoryHealthStore();
    const pool = createSessionPool({ proxies: fixedProxies(proxies.slice(0, 1)), store });
    onTestFinished(() => pool.close());
    await store.recordFailure('exit:gamma:proxy-1', { base: 10, cap: 10 });
    vi.advanceTimersByTime(10);
    await store.claim('exit:gamma:proxy-1', minute);
    const waiting = leaseFrom(pool, {}, 5 * second);
    await vi.advanceTimersByTimeAsync(500);
    expect(pool.occupancy('gamma').waiting).toBe(1);
    await store.recordSuccess('exit:gamma:proxy-1');
    await vi.advanceTimersByTimeAsync(600);
    expect(proxyOf(await waiting)).toBe('proxy-1');
  });

  it('replace an abandoned one, starting with those that have succeeded', async () => {
    const { lease, use } = start({ proxies });
    const first = await lease();
    await use();
    const [second] = [await lease()];
    expect(proxyOf(second)).toBe('proxy-3');
    first.release();
    expect(proxyOf(await lease({ replaces: first }))).toBe('proxy-2');
  });

  it('are used again with another session if all others cool down', async () => {
    const { lease, use } = start({ proxies: proxies.slice(0, 2) });
    await use({}, 'captcha');
    const given = await lease();
    await report(given, 'consent');
    given.release('end');
    const next = await lease({ replaces: given });
    expect(proxyOf(next)).toBe('proxy-2');
    expect(next.session).not.toBe(given.session);
  });

  it('are chosen by country: the same, then unknown, then another, and a busy one is waited for', async () => {
    const tagged = parseProxies(['http://a.test:1 country=DE', 'http://b.test:1', 'http://c.test:1 country=at']);
    const { lease, use } = start({ proxies: tagged });
    const austrian = await lease({ country: 'at' });
    expect(proxyOf(austrian)).toBe('proxy-3');
    await expect(lease({ country: 'at' }, 30)).rejects.toMatchObject({ code: 'overloaded' });
    await report(austrian, 'captcha');
    austrian.release();
    expect(proxyOf(await use({ country: 'at' }, 'captcha'))).toBe('proxy-2');
    expect(proxyOf(await use({ country: 'at' }, 'captcha'))).toBe('proxy-1');
    await expect(use({ country: 'at' })).rejects.toMatchObject({ code: 'no_proxy_available' });
  });

  it.each(['http://gateway.test:1 rotates=yes', 'http://user-{session}:word@gateway.test:1'])(
    'do not cool down after a block if they give each session another address: %s',
    async (entry) => {
      const { use, pool } = start({ proxies: parseProxies([entry]) });
      const blocked = await use({}, 'captcha');
      await use({}, 'network');
      const next = await use();
      expect(next.session).not.toBe(blocked.session);
      expect(await pool.status()).toMatchObject([{ coolingFor: 0, strikes: 0 }]);
      for (let count = 0; count < 9; count += 1) await use({}, 'proxy');
      expect(await pool.status()).toMatchObject([{ coolingFor: 0, strikes: 0 }]);
      await use();
      for (let count = 0; count < 10; count += 1) await use({}, 'proxy');
      expect(await pool.status()).toMatchObject([{ strikes: 1 }]);
      await expect(use()).rejects.toMatchObject({ code: 'no_proxy_available', retryAfter: 1 });
    },
  );

  it('get the id of the session in the user name, which does not change', async () => {
    const proxies = parseProxies(['http://user-{session}-x:word@gateway.test:1', 'http://plain@b.test:1']);
    const { use, lease } = start({ proxies });
    const [named, plain] = [await use(), await use()];
    expect(named.session.proxy?.url.username).toMatch(/^user-[\da-f]{12}-x$/);
    expect(plain.session.proxy).toBe(proxies[1]);
    const again = await lease();
    expect(again.session).toBe(named.session);
    const other = await lease();
    const third = await lease();
    expect([other, third].map(({ session }) => session.proxy?.url.username)).not.toContain(
      named.session.proxy?.url.username,
    );
  });

  it('of a low tier are used first, but after a block those that have succeeded', async () => {
    const tiers = parseProxies(['http://a.test:1 tier=1', 'http://b.test:1', 'http://c.test:1 tier=0']);
    const { lease, use } = start({ proxies: tiers });
    expect(proxyOf(await use())).toBe('proxy-2');
    const blocked = await use({}, 'captcha');
    expect(proxyOf(blocked)).toBe('proxy-3');
    expect(proxyOf(await lease({ replaces: blocked }))).toBe('proxy-2');
  });

  it('are not used by a direct search', async () => {
    const { use } = start({ proxies: proxies.slice(0, 1) });
    await use({}, 'captcha');
    await expect(use()).rejects.toMatchObject({ code: 'no_proxy_available' });
    expect((await use({ isDirect: true })).session).not.toHaveProperty('proxy');
  });

  it.each(['proxy.test:8080', 'ftp://proxy.test', 'http://', '', 'http://user:50%@proxy.test'])(
    'with the address %j are rejected, without quoting it',
    (address) => {
      const read = () => parseProxies(['http://fine.test:1', address]);
      expect(read).toThrow(FetchError);
      expect(read).toThrow(/^Proxy 2 is not an address with a supported scheme \(http:, https:, socks/);
    },
  );

  it('may have non-ASCII letters in host and password, even after V8 has optimized the parser', () => {
    const address = 'http://user:pässword@bücher.example:8080';
    for (let turn = 0; turn < 1_000; turn += 1) expect(parseProxies([address])).toHaveLength(1);
  });

  it('may have known tags only', () => {
    const [proxy] = parseProxies(['http://a.test:1  country=AT tier=2\tid=vienna']);
    expect(proxy).toEqual({ id: 'vienna', url: new URL('http://a.test:1'), country: 'at', tier: 2 });
    expect(parseProxies(['http://a.test:1 rotates=no'])).toMatchObject([{ rotates: false }]);
    for (const tag of [
      'country=aut',
      'tier=x',
      'tier=10',
      'id=',
      'id=a/b',
      'rotates=1',
      'speed=9',
      'toString=1',
      'country=a=t',
      'id',
      'ids',
      '=vienna',
      'fast',
    ]) {
      expect(() => parseProxies([`http://a.test:1 ${tag}`])).toThrow(/^Proxy 1 has an invalid tag/);
    }
    expect(() => parseProxies(['http://a.test:1 id=proxy-2', 'http://b.test:1'])).toThrow(
      'Proxy 2 has the same id as an earlier one',
    );
  });
});

describe('a direct connection', () => {
  it('cools down only after Retry-After', async () => {
    useClock();
    const { use, lease } = start();
    for (const state of ['captcha', 'forbidden', 'timeout', 'network']) await use({}, state);
    const last = await lease();
    await report(last, 'rate_limited', 40);
    last.release();
    await expect(use()).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 40 });
    vi.advanceTimersByTime(40 * second);
    await use();
  });

  it('is tried a minute after a Retry-After of an hour, by one search at a time, and after a failure two minutes later', async () => {
    useClock();
    const { use, lease, pool } = start();
    const first = await lease();
    await report(first, 'rate_limited', 3_600);
    first.release();
    expect(pool.occupancy('gamma').coolingFor).toBe(minute);
    await expect(use()).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 });
    vi.advanceTimersByTime(minute);
    const trial = await lease();
    const other = lease();
    await vi.advanceTimersByTimeAsync(10);
    expect(pool.occupancy('gamma')).toMatchObject({ active: 1, waiting: 1 });
    const refused = expect(other).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 120 });
    await report(trial, 'rate_limited', 3_600);
    trial.release();
    await refused;
    vi.advanceTimersByTime(2 * minute);
    await use();
    expect(pool.occupancy('gamma').coolingFor).toBe(0);
  });
});

describe('a changed list of proxies', () => {
  it('closes only the sessions of removed or changed proxies', async () => {
    let list = parseProxies(['http://a.test:1 id=a', 'http://b.test:1 id=b', 'http://c.test:1 id=c']);
    let changed = () => {};
    const source: ProxySource = {
      current: () => list,
      onChange: (listener) => {
        changed = listener;
      },
      close() {},
    };
    const pool = createSessionPool({ proxies: source, store: memoryHealthStore() });
    onTestFinished(() => pool.close());
    const use = async (needs: Partial<SessionNeeds> = {}) => {
      const lease = await leaseFrom(pool, needs, second);
      const close = vi.fn();
      lease.session.keep({}, () => ({ close }));
      await report(lease, 'usable');
      lease.release();
      return { session: lease.session, close };
    };
    const [a, b, c, direct] = [await use(), await use(), await use(), await use({ isDirect: true })];
    list = parseProxies(['http://a.test:1 id=a', 'http://moved.test:1 id=b']);
    changed();
    expect([a, b, c, direct].map(({ close }) => close.mock.calls.length)).toEqual([0, 1, 1, 0]);
    expect((await use({ isDirect: true })).session).toBe(direct.session);
    const next = [await use(), await use()].map(({ session }) => session);
    expect(next).toContain(a.session);
    expect(next.map(({ proxy }) => proxy?.url.hostname).sort()).toEqual(['a.test', 'moved.test']);
  });
});

it('the pool closes its idle sessions', async () => {
  const { lease, pool } = start();
  const { session, release } = await lease();
  const close = vi.fn();
  session.keep({}, () => ({ close }));
  release();
  expect(close).not.toHaveBeenCalled();
  await pool.close();
  expect(close).toHaveBeenCalledTimes(1);
});

describe('the status of exits', () => {
  it('is not read from the store if none was used', async () => {
    const store = memoryHealthStore();
    const read = vi.spyOn(store, 'readHealth');
    const pool = createSessionPool({ store, proxies: fixedProxies([]) });
    onTestFinished(() => pool.close());
    await expect(leaseFrom(pool, {}, second)).rejects.toMatchObject({ code: 'no_proxy_available' });
    expect(await pool.status()).toEqual([]);
    expect(read).not.toHaveBeenCalled();
  });
});

describe('limits', () => {
  it('apply to each engine separately', async () => {
    const { lease, pool } = start({ limits: { engine: 2, direct: 9 } });
    await lease({ engine: 'beta' });
    const second = await lease({ engine: 'beta' });
    const waiting = lease({ engine: 'beta' });
    expect(proxyOf(await lease({ engine: 'gamma' }))).toBeUndefined();
    expect(pool.occupancy('beta')).toMatchObject({ active: 2, waiting: 1 });
    expect(pool.occupancy('alpha')).toMatchObject({ active: 0, waiting: 0 });
    second.release();
    expect((await waiting).session).toBe(second.session);
  });

  it('are low by default', async () => {
    const pool = createSessionPool({ store: memoryHealthStore() });
    onTestFinished(() => pool.close());
    for (const [engine, limit] of [
      ['alpha', 4],
      ['beta', 4],
      ['gamma', 1],
    ] as const) {
      for (let count = 0; count < limit; count += 1) await leaseFrom(pool, { engine }, second);
      await expect(leaseFrom(pool, { engine }, 20)).rejects.toMatchObject({ code: 'overloaded', retryAfter: 1 });
    }
  });

  it('bound the queue, which is served in order except for searches that replace a session', async () => {
    const { lease } = start({ limits: { engine: 1, queue: 2 } });
    const first = await lease();
    const order: string[] = [];
    const enter = async (name: string, needs: Partial<SessionNeeds> = {}) => {
      const leased = await lease(needs);
      order.push(name);
      return leased;
    };
    const queued = ['second', 'third'].map((name) => enter(name));
    await expect(lease()).rejects.toMatchObject({ code: 'overloaded', retryAfter: 1 });
    const replacing = enter('replacing', { replaces: first });
    first.release();
    (await replacing).release();
    (await queued[0]!).release();
    (await queued[1]!).release();
    expect(order).toEqual(['replacing', 'second', 'third']);
  });

  it('admit as many searches at once as can be served or queued', async () => {
    const { lease } = start({ limits: { engine: 2, direct: 2, queue: 1 } });
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => lease({}, 50)));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  });

  it('bound the time in the queue', async () => {
    useClock();
    const { lease, pool } = start({ limits: { engine: 1, queueTimeout: 100 } });
    await lease();
    const waiting = expect(lease({}, 10 * second)).rejects.toMatchObject({ code: 'overloaded' });
    await vi.advanceTimersByTimeAsync(99);
    expect(pool.occupancy('gamma').waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(pool.occupancy('gamma').waiting).toBe(0);
  });

  it.each([
    { engine: 0 },
    { proxy: 0 },
    { direct: { alpha: 1, beta: 0, gamma: 1 } },
    { queue: -1 },
    { queueTimeout: -1 },
  ])('must be valid: %j', (limits) => {
    expect(() => createSessionPool({ store: memoryHealthStore(), limits })).toThrow(TypeError);
  });

  it('end when the pool is closed: waiting searches are refused and sessions closed', async () => {
    const { lease, pool } = start({ limits: { engine: 1 } });
    const { session } = await lease();
    const close = vi.fn();
    session.keep({}, () => ({ close }));
    const waiting = expect(lease()).rejects.toMatchObject({ code: 'closed' });
    await pool.close();
    await waiting;
    expect(close).toHaveBeenCalledTimes(1);
    await expect(lease()).rejects.toMatchObject({ code: 'closed' });
  });
});
