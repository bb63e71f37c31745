import { describe, expect, it } from 'vitest';
import type { Health } from '../src/health/store.js';
import {
  chooseExit,
  type Exit,
  type ExitWish,
  exitKey,
  isAlive,
  isFree,
  isOnTrial,
  type Prospect,
  prospectOf,
} from '../src/sessions/exits.js';
import { limitFor, limitsOf } from '../src/sessions/limits.js';
import { readProxies } from '../src/sessions/proxy.js';

const well: Health = { coolingFor: 0, strikes: 0 };
const shelf: Exit['shelf'] = {
  take() {
    throw new Error('No session is needed');
  },
  put() {},
  clear() {},
};

/** A way out that has been good, changed as wanted. @param tags of the proxy; none for a direct connection */
function exit(tags: string | undefined, change: Partial<Exit> = {}): Exit {
  const [proxy] = tags === undefined ? [] : readProxies([`http://a.test:1 ${tags}`]);
  return { key: tags ?? 'direct', shelf, active: 0, isProven: true, turn: 0, ...(proxy && { proxy }), ...change };
}

function prospect(tags: string, change: Partial<Exit> = {}, health: Health = well): Prospect {
  return prospectOf(exit(tags, change), health, 2);
}

function chosen(prospects: readonly Prospect[], wish: ExitWish = {}): string | undefined {
  return chooseExit(prospects, wish)?.exit.proxy?.id;
}

describe('a way out', () => {
  it('is known by its engine and the id of its proxy', () => {
    expect(exitKey('beta', exit('id=vienna').proxy)).toBe('exit:beta:vienna');
    expect(exitKey('beta', undefined)).toBe('exit:beta:direct');
  });

  it.each([
    [{ isProven: true }, well, 2],
    [{ isProven: false }, well, 1],
    [{ isProven: true }, { coolingFor: 0, strikes: 1 }, 1],
  ])('of state %j and health %j may be used by %i at once', (change, health, capacity) => {
    expect(prospect('id=a', change, health).capacity).toBe(capacity);
  });

  it('that is the direct one is never on trial, and has all its room', () => {
    const direct = prospectOf(exit(undefined, { isProven: false }), { coolingFor: 5, strikes: 3 }, 2);
    expect(direct).toMatchObject({ health: { coolingFor: 5, strikes: 0 }, capacity: 2, isClaimed: false });
    expect(isOnTrial(direct)).toBe(false);
  });

  it('is alive unless it cools down, free if it has room, on trial if it failed', () => {
    const cooling = prospect('id=a', {}, { coolingFor: 1, strikes: 1 });
    const back = prospect('id=a', {}, { coolingFor: 0, strikes: 1 });
    const busy = prospect('id=a', { active: 2 });
    const half = prospect('id=a', { active: 1 });
    const claimed = { ...prospect('id=a'), isClaimed: true };
    const all = [cooling, back, busy, half, claimed];
    expect(all.map(isAlive)).toEqual([false, true, true, true, true]);
    expect(all.map(isFree)).toEqual([false, true, false, true, false]);
    expect(all.map(isOnTrial)).toEqual([true, true, false, false, false]);
  });
});

describe('of several ways out', () => {
  it('none is chosen where none is alive, or the best are busy', () => {
    expect(chosen([])).toBeUndefined();
    expect(chosen([prospect('id=a', {}, { coolingFor: 9, strikes: 1 })])).toBeUndefined();
    const austrian = prospect('id=a country=at', { active: 2 });
    expect(chosen([austrian, prospect('id=b')], { country: 'at' })).toBeUndefined();
    expect(chosen([austrian, prospect('id=b')], {})).toBe('b');
  });

  it('one that cools down does not keep others from being chosen', () => {
    const cooling = prospect('id=a country=at', {}, { coolingFor: 9, strikes: 1 });
    expect(chosen([cooling, prospect('id=b country=de')], { country: 'at' })).toBe('b');
  });

  it('the one with the fewest searches is chosen, then the one that was used longest ago', () => {
    expect(chosen([prospect('id=a', { active: 1, turn: 1 }), prospect('id=b', { turn: 9 })])).toBe('b');
    expect(chosen([prospect('id=a', { turn: 5 }), prospect('id=b', { turn: 4 })])).toBe('b');
  });

  it('one of the country comes before one of none, and that before one of another', () => {
    const [there, unknown, elsewhere] = [prospect('id=a country=at'), prospect('id=b'), prospect('id=c country=de')];
    expect(chosen([elsewhere, unknown, there], { country: 'at' })).toBe('a');
    expect(chosen([elsewhere, unknown], { country: 'at' })).toBe('b');
    expect(chosen([elsewhere], { country: 'at' })).toBe('c');
  });

  it('countries do not matter where none is wished for', () => {
    expect(chosen([prospect('id=b', { turn: 2 }), prospect('id=a country=de', { turn: 1 })])).toBe('a');
  });

  it('the direct one is like a proxy of no country and the lowest tier', () => {
    const direct = prospectOf(exit(undefined, { turn: 5 }), well, 2);
    expect(chooseExit([direct], { country: 'at' })).toBe(direct);
    expect(chooseExit([direct, prospect('id=a country=de')], { country: 'at' })).toBe(direct);
    expect(chosen([direct, prospect('id=a country=at')], { country: 'at' })).toBe('a');
    expect(chosen([direct, prospect('id=a tier=1')], { before: exit(undefined) })).toBe('a');
    expect(chooseExit([direct, prospect('id=a tier=1')], {})).toBe(direct);
  });

  it('the cheapest is chosen, after one that was given up the next that is no cheaper', () => {
    const tiers = [prospect('id=c tier=2'), prospect('id=b tier=1'), prospect('id=a tier=0')];
    expect(chosen(tiers)).toBe('a');
    expect(chosen(tiers, { before: exit('id=x tier=0') })).toBe('b');
    expect(chosen(tiers, { before: exit('id=x tier=1') })).toBe('c');
    // Nothing is dearer: the dearest that there is.
    expect(chosen(tiers, { before: exit('id=x tier=2') })).toBe('c');
    expect(chosen(tiers, { before: exit('id=x tier=9') })).toBe('c');
  });

  it('a country counts for more than a tier', () => {
    const prospects = [prospect('id=a tier=0 country=de'), prospect('id=b tier=9 country=at')];
    expect(chosen(prospects, { country: 'at' })).toBe('b');
    expect(chosen([prospect('id=a country=de'), prospect('id=b tier=9')], { country: 'at' })).toBe('b');
    expect(chosen(prospects, { country: 'at', before: exit('id=x tier=8') })).toBe('b');
  });

  it('the one that was given up comes last, also after one of another country', () => {
    const given = exit('id=a country=at');
    const prospects = [prospectOf(given, well, 2), prospect('id=b country=de', { turn: 9 })];
    expect(chosen(prospects, { country: 'at', before: given })).toBe('b');
    expect(chosen(prospects.slice(0, 1), { country: 'at', before: given })).toBe('a');
  });

  it('one that has been good follows one that was given up, else proof does not matter', () => {
    const prospects = [prospect('id=a', { isProven: false, turn: 1 }), prospect('id=b', { turn: 2 })];
    expect(chosen(prospects, { before: exit('id=x') })).toBe('b');
    expect(chosen(prospects)).toBe('a');
  });
});

describe('limits', () => {
  it('are the usual ones where none are given', () => {
    const perProxy = { alpha: 4, beta: 4, gamma: 1 };
    expect(limitsOf()).toEqual({
      engine: 16,
      caller: Number.POSITIVE_INFINITY,
      proxy: perProxy,
      direct: perProxy,
      queue: 256,
      queueTimeout: 10_000,
    });
  });

  it('without a proxy are those through one', () => {
    expect(limitsOf({ proxy: 7 })).toMatchObject({ proxy: 7, direct: 7 });
    expect(limitsOf({ proxy: 7, direct: 2 })).toMatchObject({ proxy: 7, direct: 2 });
  });

  it('may be one for all engines or one for each', () => {
    expect(limitFor(3, 'gamma')).toBe(3);
    expect(limitFor({ alpha: 4, beta: 5, gamma: 6 }, 'gamma')).toBe(6);
  });

  const each = (gamma: number) => ({ alpha: 1, beta: 1, gamma });
  it.each([
    { engine: 0 },
    { caller: 0 },
    { proxy: 0.5 },
    { direct: each(0) },
    { proxy: each(0) },
    { queue: -1 },
    { queueTimeout: -1 },
  ])('such as %j are refused', (given) => {
    expect(() => limitsOf(given)).toThrow(TypeError);
    expect(() => limitsOf(given)).toThrow('limits must be at least 1; queue and queueTimeout at least 0');
  });

  it.each([{ engine: 1 }, { caller: 1 }, { proxy: each(1) }, { queue: 0 }, { queueTimeout: 0 }])(
    'such as %j are fine',
    (given) => {
      expect(limitsOf(given)).toMatchObject(given);
    },
  );
});
