import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Exit } from '../src/session-pool/exit.js';
import { ExitSelector } from '../src/session-pool/exits.js';
import { type ConcurrencyLimits, withDefaultLimits } from '../src/session-pool/limits.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import { exitOf } from './support/exits.js';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  return () => {
    random.mockRestore();
    vi.useRealTimers();
  };
});

const selectorOf = (limits: Partial<ConcurrencyLimits> = {}) => new ExitSelector('alpha', withDefaultLimits(limits));
const [plain, austrian, german, expensive] = parseProxies([
  'http://10.0.0.1:80',
  'http://10.0.0.2:80 country=at',
  'http://10.0.0.3:80 country=de',
  'http://10.0.0.4:80 tier=2',
]);
const [gateway] = parseProxies(['http://user-{session}:x@gateway.test:80']);

const healthy = (known: Partial<Exit> = {}) => exitOf(plain, { isProven: true, ...known });
const failed = (known: Partial<Exit> = {}) => exitOf(plain, { engineHealth: { coolsUntil: 0, strikes: 1 }, ...known });

/** Selects among exits that are alive and, by default, free. */
function select(
  selector: ExitSelector,
  alive: readonly Exit[],
  {
    left,
    country,
    free = alive,
    paced = 0,
  }: { left?: Exit; country?: string; free?: readonly Exit[]; paced?: number } = {},
): Exit | undefined {
  return selector.select({ left, country }, { alive, free: new Set(free), paced });
}

describe('an exit is free', () => {
  const limits = { proxy: 3, gateway: 5, direct: 2 };
  it.each([
    ['a proven proxy', plain, { isProven: true }, 3],
    ['a proxy that has never succeeded', plain, { isProven: false }, 1],
    ['a proxy on trial at the engine', plain, { isProven: true, engineHealth: { coolsUntil: 0, strikes: 1 } }, 1],
    ['a proxy on trial itself', plain, { isProven: true, proxyHealth: { coolsUntil: 0, strikes: 1 } }, 1],
    ['a gateway that has never succeeded', gateway, { isProven: false }, 5],
    ['a direct connection', undefined, { isProven: false }, 2],
  ] as const)('below its limit: %s', (_, proxy, known, most) => {
    const selector = selectorOf(limits);
    const counts = Array.from({ length: 7 }, (__, active) => active);
    expect(counts.filter((active) => selector.isFree(exitOf(proxy, { ...known, active })))).toEqual(
      counts.slice(0, most),
    );
  });

  it('below the limit of its engine', () => {
    const limit = { alpha: 2, beta: 4, gamma: 1 };
    const isFree = (engine: 'alpha' | 'gamma', active: number) =>
      new ExitSelector(engine, withDefaultLimits({ proxy: limit })).isFree(healthy({ active }));
    expect([isFree('alpha', 1), isFree('alpha', 2), isFree('gamma', 0), isFree('gamma', 1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('not while another process tries it', () => {
    const exit = healthy({ claimedUntil: 1_000 });
    const selector = selectorOf();
    vi.advanceTimersByTime(999);
    expect(selector.isFree(exit)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(selector.isFree(exit)).toBe(true);
  });
});

describe('a search gets', () => {
  it('no exit if all suitable ones are busy, even if others are free', () => {
    const [here, there] = [exitOf(austrian), exitOf(german)];
    expect(select(selectorOf(), [here, there], { country: 'at', free: [there] })).toBeUndefined();
    expect(select(selectorOf(), [here, there], { country: 'de', free: [there] })).toBe(there);
    expect(select(selectorOf(), [here, there], { country: 'at' })).toBe(here);
  });

  it('another exit for a retry, and the same one only if there is no other', () => {
    const [left, other] = [healthy(), healthy({ active: 9 })];
    expect(select(selectorOf(), [left, other], { left })).toBe(other);
    expect(select(selectorOf(), [left], { left })).toBe(left);
    expect(select(selectorOf(), [left, other])).toBe(left);
  });

  it('the direct connection again if there is no proxy, for any country', () => {
    const direct = exitOf(undefined);
    expect(select(selectorOf(), [direct], { left: direct, country: 'at' })).toBe(direct);
  });

  it('a cheap exit first, and a more expensive one for a retry', () => {
    const [cheap, better] = [healthy(), exitOf(expensive, { isProven: true })];
    expect(select(selectorOf(), [better, cheap])).toBe(cheap);
    expect(select(selectorOf(), [cheap, better], { left: healthy() })).toBe(better);
    const leftExpensive = exitOf(expensive, { isProven: true });
    const busy = exitOf(expensive, { isProven: true, active: 1 });
    expect(select(selectorOf(), [busy, cheap], { left: leftExpensive })).toBe(cheap);
  });
});

describe('an exit that has failed', () => {
  const trialsOf = (selector: ExitSelector, count: number) => {
    const [good, bad] = [healthy(), failed()];
    return Array.from({ length: count }, () => select(selector, [good, bad])).filter((exit) => exit === bad).length;
  };

  it('is tried five times if there is a healthy one, then once per 67 searches', () => {
    const selector = selectorOf();
    expect(trialsOf(selector, 9)).toBe(5);
    for (let count = 0; count < 66; count += 1) selector.recordUse(count % 2 === 0);
    expect(trialsOf(selector, 3)).toBe(0);
    selector.recordUse(false);
    expect(trialsOf(selector, 3)).toBe(1);
  });

  it('is tried twice more after a successful trial', () => {
    const selector = selectorOf();
    trialsOf(selector, 9);
    selector.recordRecovery();
    expect(trialsOf(selector, 9)).toBe(2);
  });

  it('is not tried by a retry, which does not spend the budget of trials', () => {
    const selector = selectorOf();
    const [good, bad] = [healthy(), failed()];
    for (let count = 0; count < 9; count += 1) expect(select(selector, [good, bad], { left: healthy() })).toBe(good);
    expect(trialsOf(selector, 9)).toBe(5);
  });

  it('is used if no healthy one is free, without spending the budget of trials', () => {
    const selector = selectorOf();
    const [good, bad] = [healthy(), failed()];
    for (let count = 0; count < 9; count += 1) expect(select(selector, [good, bad], { free: [bad] })).toBe(bad);
    for (let count = 0; count < 9; count += 1) expect(select(selector, [bad], { left: healthy() })).toBe(bad);
    expect(trialsOf(selector, 9)).toBe(5);
  });

  it('is tried if it was chosen longest ago of those on trial', () => {
    const [good, first, second] = [healthy(), failed({ lastChosen: 7 }), failed({ lastChosen: 3 })];
    expect(select(selectorOf(), [good, first, second])).toBe(second);
  });
});

describe('the most used exit', () => {
  const [lessUsed, moreUsed] = [healthy({ counts: { passed: 5 } }), healthy({ counts: { passed: 50 } })];
  const demanding = (first: number, retries = 0) => {
    const selector = selectorOf();
    for (let count = 0; count < first; count += 1) selector.recordUse(false);
    for (let count = 0; count < retries; count += 1) selector.recordUse(true);
    return selector;
  };

  it.each([
    ['high demand, three paces', 3, 0, 3, true],
    ['high demand, two paces', 3, 0, 2, false],
    ['low demand, three paces', 2, 0, 3, false],
    ['many retries, three paces', 2, 9, 3, false],
  ])('is preferred only under high demand with three known paces: %s', (_, first, retries, paced, isExplored) => {
    expect(select(demanding(first, retries), [lessUsed, moreUsed], { paced })).toBe(isExplored ? moreUsed : lessUsed);
  });

  it('is preferred only if the paces of a tenth of the exits are known', () => {
    const many = [lessUsed, moreUsed, ...Array.from({ length: 38 }, () => healthy({ counts: { passed: 9 } }))];
    expect(select(demanding(99), many, { paced: 3 })).toBe(lessUsed);
    expect(select(demanding(99), many, { paced: 4 })).toBe(moreUsed);
  });

  it('is preferred until the demand is ten minutes old', () => {
    const selector = demanding(3);
    vi.advanceTimersByTime(10 * minute - 1);
    expect(select(selector, [lessUsed, moreUsed], { paced: 3 })).toBe(moreUsed);
    vi.advanceTimersByTime(1);
    expect(select(selector, [lessUsed, moreUsed], { paced: 3 })).toBe(lessUsed);
  });
});
