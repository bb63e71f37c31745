import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { headerProfiles } from '../src/identity/profiles.js';
import { EngineExits } from '../src/session-pool/exits.js';
import type { ProxySource } from '../src/session-pool/proxies.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import { createIdleSessions, createSessionMaker, recordSessionUse } from '../src/session-pool/session.js';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  return () => void vi.useRealTimers();
});

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => `http://10.0.${index >> 8}.${index % 256}:80`);

/** Exits whose proxies can be replaced, with a store that counts its calls. */
function exitsOf(list: readonly string[] | undefined) {
  const store = memoryHealthStore();
  const read = vi.spyOn(store, 'readHealth');
  let proxies = parseProxies(list ?? []);
  const source: ProxySource = { current: () => proxies, onChange: () => () => {}, close: () => {} };
  const exits = new EngineExits('alpha', { source: list && source, store });
  const replace = (next: readonly string[]) => {
    proxies = parseProxies(next);
    exits.refresh();
  };
  /** The number of exits in each read. */
  const sizes = () => read.mock.calls.map(([keys]) => keys.length / 2);
  return { exits, store, read, replace, sizes };
}

const idsOf = (exits: EngineExits) => exits.current(false).map(({ proxy }) => proxy?.url.hostname);

describe('the exits of an engine', () => {
  it('are its proxies in order, and the same objects each time', () => {
    const { exits } = exitsOf(entries(3));
    expect(idsOf(exits)).toEqual(['10.0.0.0', '10.0.0.1', '10.0.0.2']);
    const again = exits.current(false);
    for (const [index, exit] of exits.current(false).entries()) expect(again[index]).toBe(exit);
    expect(exits.known()).toEqual([...again]);
  });

  it('are one direct connection without proxies, or if that is requested', () => {
    expect(idsOf(exitsOf(undefined).exits)).toEqual([undefined]);
    const { exits } = exitsOf(entries(2));
    expect(exits.current(true).map(({ key }) => key)).toEqual(['exit:alpha:direct']);
    expect(idsOf(exits)).toHaveLength(2);
    expect(exits.known()).toHaveLength(3);
  });

  it('follow the list: removed proxies are dropped, and others are kept with new tags', () => {
    const { exits, replace } = exitsOf(['http://10.0.0.1:80 id=a', 'http://10.0.0.2:80 id=b']);
    const [first, second] = exits.current(false);
    replace(['http://10.0.0.2:80 id=b tier=3', 'http://10.0.0.3:80 id=c']);
    expect([exits.has(first!), exits.has(second!)]).toEqual([false, true]);
    expect(idsOf(exits)).toEqual(['10.0.0.2', '10.0.0.3']);
    expect(exits.current(false)[0]).toBe(second);
    expect(second?.proxy?.tier).toBe(3);
  });

  it('are replaced if a proxy keeps its id but has another address', () => {
    const { exits, replace } = exitsOf(['http://10.0.0.1:80 id=one']);
    const [before] = exits.current(false);
    replace(['http://10.0.0.2:80 id=one']);
    expect([exits.has(before!), idsOf(exits)]).toEqual([false, ['10.0.0.2']]);
    expect(exits.current(false)[0]).not.toBe(before);
  });

  it('keep the direct connection when proxies change', () => {
    const alone = exitsOf(undefined);
    const [only] = alone.exits.current(false);
    alone.exits.refresh();
    expect(alone.exits.current(false)[0]).toBe(only);
    const { exits, replace } = exitsOf(entries(1));
    const [direct] = exits.current(true);
    replace([]);
    expect(exits.has(direct!)).toBe(true);
    expect(exits.current(true)[0]).toBe(direct);
  });

  it('close their idle sessions when they are removed or cleared', () => {
    const { exits, replace } = exitsOf(entries(2));
    const closed: string[] = [];
    for (const { idle, proxy } of exits.current(false)) {
      const used = idle.take({});
      used.session.keep({}, () => ({ close: () => void closed.push(proxy?.url.hostname ?? '') }));
      idle.put(used);
    }
    replace(entries(1));
    expect(closed).toEqual(['10.0.0.1']);
    exits.clear();
    expect(closed).toEqual(['10.0.0.1', '10.0.0.0']);
  });
});

describe('the state of exits', () => {
  it('is read for all at once, and again only after five seconds', async () => {
    const { exits, sizes } = exitsOf(entries(4));
    const all = exits.current(false);
    await exits.update(all);
    vi.advanceTimersByTime(4_999);
    await exits.update(all);
    expect(sizes()).toEqual([4]);
    vi.advanceTimersByTime(1);
    await exits.update(all);
    expect(sizes()).toEqual([4, 4]);
  });

  it('is read for 100 exits of a long list at a time, and for all of them once in five seconds', async () => {
    const { exits, read, sizes } = exitsOf(entries(250));
    const all = exits.current(false);
    for (let part = 0; part < 4; part += 1) {
      await exits.update(all);
      vi.advanceTimersByTime(1_666);
      await exits.update(all); // too soon
      vi.advanceTimersByTime(1);
    }
    expect(sizes()).toEqual([100, 100, 50, 100]);
    const keys = read.mock.calls.slice(0, 3).flatMap(([those]) => those.slice(0, those.length / 2));
    expect(keys).toEqual(all.map(({ key }) => key));
    expect(read.mock.calls[3]?.[0]).toEqual(read.mock.calls[0]?.[0]);
  });

  it('is read at most once a second for thousands of exits', async () => {
    const { exits, sizes } = exitsOf(entries(2_000));
    const all = exits.current(false);
    for (let time = 0; time < 3_000; time += 250) {
      await exits.update(all);
      vi.advanceTimersByTime(250);
    }
    expect(sizes()).toEqual([100, 100, 100]);
  });

  it('is not read without exits', async () => {
    const { exits, sizes } = exitsOf([]);
    await exits.update(exits.current(false));
    expect(sizes()).toEqual([]);
  });

  it('is read immediately if an exit is new or the list has changed', async () => {
    const { exits, sizes, replace } = exitsOf(entries(1));
    await exits.update(exits.current(false));
    replace(entries(2));
    await exits.update(exits.current(false));
    await exits.update([...exits.current(false), ...exits.current(true)]);
    expect(sizes()).toEqual([1, 2, 3]);
    exits.refresh();
    await exits.update(exits.current(false));
    expect(sizes()).toEqual([1, 2, 3, 2]);
  });

  it('contains the stored cool-downs of the exit and its proxy, its pace and its counts', async () => {
    const { exits, store } = exitsOf(entries(2));
    const [first, second] = exits.current(false);
    await store.recordFailure(first!.key, { base: 3_000, cap: 3_000 });
    await store.recordFailure(second!.proxyKey, { base: 7_000, cap: 7_000 });
    await store.setPace(second!.key, 60);
    await store.addCounts(second!.key, { passed: 2 }, 61 * 60_000);
    await exits.update(exits.current(false));
    expect(first).toMatchObject({
      engineHealth: { coolsUntil: 3_000, strikes: 1 },
      proxyHealth: { coolsUntil: 0 },
      counts: {},
    });
    expect(second).toMatchObject({
      engineHealth: { coolsUntil: 0, strikes: 0, pace: 60 },
      proxyHealth: { coolsUntil: 7_000, strikes: 1 },
      counts: { passed: 2 },
    });
  });

  it('of a direct connection has a single cool-down', async () => {
    const { exits, store } = exitsOf(undefined);
    const [direct] = exits.current(false);
    await store.recordFailure(direct!.key, { base: 3_000, cap: 3_000 });
    await exits.update([direct!]);
    expect(direct).toMatchObject({
      engineHealth: { coolsUntil: 3_000, strikes: 1 },
      proxyHealth: { coolsUntil: 0, strikes: 0 },
    });
  });

  it('is not overwritten by a read that started before an attempt ended', async () => {
    const { exits, store } = exitsOf(entries(1));
    const [exit] = exits.current(false);
    await store.addCounts(exit!.key, { passed: 1 }, 61 * 60_000);
    const reading = exits.update([exit!]);
    exit!.touchedAt = performance.now();
    exit!.engineHealth = { coolsUntil: 9_000, strikes: 1 };
    await reading;
    expect(exit).toMatchObject({ engineHealth: { coolsUntil: 9_000, strikes: 1 }, counts: { passed: 1 } });
  });

  it('of the only exit is read once for a prefetched search', async () => {
    const { exits, store, sizes } = exitsOf(entries(1));
    const [exit] = exits.current(false);
    await store.recordFailure(exit!.key, { base: 3_000, cap: 3_000 });
    exits.prefetchHealth();
    await exits.update([exit!]);
    expect(exit).toMatchObject({ engineHealth: { coolsUntil: 3_000, strikes: 1 } });
    await exits.readIfStale(exit!);
    vi.advanceTimersByTime(249);
    exits.prefetchHealth();
    expect(sizes()).toEqual([1]);
    vi.advanceTimersByTime(1);
    exits.prefetchHealth();
    vi.advanceTimersByTime(499);
    await exits.update([exit!]);
    await exits.readIfStale(exit!);
    expect(sizes()).toEqual([1, 1]);
  });

  it('is read again if the read for a prefetched search failed', async () => {
    const { exits, read, sizes } = exitsOf(entries(1));
    read.mockRejectedValueOnce(new Error('out of reach'));
    exits.prefetchHealth();
    await exits.update(exits.current(false));
    expect(sizes()).toEqual([1, 1]);
  });

  it.each([0, 2])('is not prefetched for %i exits', (count) => {
    const { exits, sizes } = exitsOf(entries(count));
    exits.prefetchHealth();
    expect(sizes()).toEqual([]);
  });

  it('is verified for a chosen exit unless it was read or used within half a second', async () => {
    const { exits, sizes } = exitsOf(entries(2));
    const [exit] = exits.current(false);
    await exits.readIfStale(exit!);
    await exits.readIfStale(exit!);
    vi.advanceTimersByTime(499);
    await exits.readIfStale(exit!);
    expect(sizes()).toEqual([1]);
    vi.advanceTimersByTime(1);
    await exits.readIfStale(exit!);
    expect(sizes()).toEqual([1, 1]);
    vi.advanceTimersByTime(400);
    exit!.touchedAt = performance.now();
    vi.advanceTimersByTime(400);
    await exits.readIfStale(exit!);
    expect(sizes()).toEqual([1, 1]);
  });
});

describe('the sessions of an exit', () => {
  const [proxy] = parseProxies(['http://10.0.0.1:80']);
  const make = createSessionMaker('beta', () => true);
  const idle = (at = { now: 0 }) => ({ at, kept: createIdleSessions(make, proxy, () => at.now) });

  it('have the engine, a distinct id and the proxy', () => {
    const [one, other] = [make(proxy, {}), make(proxy, { device: 'mobile', locale: 'de-AT' })];
    expect([one.engine, one.proxy?.url.href, 'device' in one, 'locale' in one]).toEqual([
      'beta',
      proxy!.url.href,
      false,
      false,
    ]);
    expect(other).toMatchObject({ device: 'mobile', locale: 'de-AT' });
    expect(one.id).toMatch(/^beta-\d+$/);
    expect(other.id).not.toBe(one.id);
    expect(make(undefined, {})).not.toHaveProperty('proxy');
  });

  it('have supported profiles, or any if none is supported', () => {
    const [, second] = headerProfiles.filter(({ device = 'desktop' }) => device === 'desktop');
    const some = createSessionMaker('beta', (profile) => profile === second);
    expect([some(proxy, {}).profile, some(proxy, {}).profile]).toEqual([second, second]);
    const none = createSessionMaker('beta', () => false);
    expect(none(proxy, {}).profile).not.toBe(none(proxy, {}).profile);
    expect(none(proxy, { device: 'tablet' }).profile.device).toBe('tablet');
  });

  it.each([
    ['fifty uses', { uses: 50 }, 0],
    ['three failures', { score: 3 }, 0],
    ['a block', { isOver: true }, 0],
    ['fifty minutes', {}, 50 * 60_000],
  ])('end after %s and not before', (_name, change, age) => {
    const { at, kept } = idle({ now: 60_000 });
    const used = kept.take({});
    kept.put(Object.assign(used, { uses: 49, score: 2.5 }));
    at.now = 60_000 + Math.max(0, age - 1);
    expect(kept.take({})).toBe(used);
    kept.put(Object.assign(used, change));
    at.now = 60_000 + age;
    expect(kept.take({})).not.toBe(used);
  });

  it('expire by the monotonic clock', () => {
    const { exits } = exitsOf(entries(1));
    const kept = exits.current(false)[0]!.idle;
    const used = kept.take({});
    kept.put(used);
    vi.advanceTimersByTime(50 * 60_000 - 1);
    expect(kept.take({})).toBe(used);
    kept.put(used);
    vi.advanceTimersByTime(1);
    expect(kept.take({})).not.toBe(used);
  });

  it('are used by one search each, the last returned one first', () => {
    const { kept } = idle();
    const [one, other] = [kept.take({}), kept.take({})];
    kept.put(one);
    kept.put(other);
    expect([kept.take({}), kept.take({})]).toEqual([other, one]);
    expect([one, other]).not.toContain(kept.take({}));
  });

  it('are scored by their attempts: a failure adds 1, a usable page subtracts 0.5, and a block ends them', () => {
    const { kept } = idle();
    const used = kept.take({});
    const scores = (['failed', 'good', 'good', 'good', 'unknown', 'failed', 'failed'] as const).map((session) => {
      recordSessionUse(used, { state: 'any', session });
      return used.score;
    });
    expect(scores).toEqual([1, 0.5, 0, 0, 0, 1, 2]);
    expect([used.uses, used.isOver]).toEqual([7, false]);
    recordSessionUse(used, { state: 'captcha', session: 'ended' });
    expect([used.uses, used.isOver, used.score]).toEqual([8, true, 2]);
  });

  it('are closed when they are returned after their end', () => {
    const { kept } = idle();
    const used = kept.take({});
    const close = vi.spyOn(used.session, 'close');
    kept.put(Object.assign(used, { isOver: true }));
    expect(close).toHaveBeenCalledOnce();
  });

  it('are limited to eight idle ones, and the oldest is closed', () => {
    const { kept } = idle();
    const all = Array.from({ length: 9 }, () => kept.take({}));
    const closes = all.map(({ session }) => vi.spyOn(session, 'close'));
    for (const used of all) kept.put(used);
    expect(closes.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(kept.take({})).toBe(all[8]);
  });

  it('are reused only for the same traits', () => {
    const { kept } = idle();
    const place = { lat: 1, lon: 2 };
    const used = kept.take({ locale: 'de', place });
    kept.put(used);
    for (const other of [{}, { locale: 'de' }, { locale: 'de', place: { lat: 1, lon: 3 } }, { locale: 'fr', place }])
      expect(kept.take(other)).not.toBe(used);
    for (const other of [
      { device: 'mobile' as const, locale: 'de', place },
      { locale: 'de', place: { lat: 2, lon: 2 } },
    ])
      expect(kept.take(other)).not.toBe(used);
    expect(kept.take({ device: 'desktop', locale: 'de', place: { ...place } })).toBe(used);
  });
});
