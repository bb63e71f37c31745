import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import type { HealthStore } from '../src/health/store.js';
import { coolDowns } from '../src/policies/cool-downs.js';
import { paceWindow } from '../src/policies/exit-choice.js';
import {
  candidateOf,
  type Exit,
  isOnTrial,
  isPacedOut,
  isReliable,
  restsUntil,
  standingOf,
  updateExit,
} from '../src/session-pool/exit.js';
import { recordOutcome } from '../src/session-pool/exit-outcome.js';
import { readProxies } from '../src/session-pool/proxy.js';
import type { AttemptOutcome } from '../src/session-pool/session.js';
import { exitOf } from './support/exits.js';

const second = 1_000;
const minute = 60 * second;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  return () => void vi.useRealTimers();
});

const [plain, gateway] = readProxies(['http://10.0.0.1:80', 'http://user-{session}@gateway.test:80']);

/** Records outcomes of an exit with a store of its own. */
function recording(
  proxy: typeof plain | 'direct' = plain,
  known: Partial<Exit> = {},
  world = { fareWell: true, others: true },
) {
  const exit = exitOf(proxy === 'direct' ? undefined : proxy, known);
  const store: HealthStore = memoryHealthStore();
  const record = (outcome: Partial<AttemptOutcome>) =>
    recordOutcome(
      exit,
      { state: 'network', session: 'failed', suspect: 'exit_at_engine', ...outcome },
      { store, coolDowns, othersFareWell: () => world.fareWell, hasOthers: () => world.others },
    );
  const stored = async (key: string) => (await store.read([key]))[0]!;
  const rests = () => restsUntil(exit) - performance.now();
  return { exit, store, record, stored, rests };
}

const usable = { state: 'usable', session: 'good', suspect: undefined } as const;

describe('a new exit', () => {
  it('is named by engine and proxy, the proxy itself without the engine', () => {
    expect(exitOf(plain)).toMatchObject({ key: `exit:alpha:${plain!.id}`, ownKey: `exit:${plain!.id}`, proxy: plain });
    expect(exitOf(undefined)).toMatchObject({ key: 'exit:alpha:direct', ownKey: 'exit:alpha:direct' });
    expect(exitOf(undefined)).not.toHaveProperty('proxy');
  });

  it('is neither proven, blocked, resting nor on trial', () => {
    const exit = exitOf(plain);
    expect(exit).toMatchObject({ isProven: false, isBlocked: false, failures: 0, active: 0, counts: {} });
    expect([restsUntil(exit), isOnTrial(exit), isPacedOut(exit), isReliable(exit)]).toEqual([0, false, false, false]);
  });

  it('counts as chosen before every other, in an order by chance', () => {
    const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0.25).mockReturnValueOnce(0.75);
    expect([exitOf(plain).lastChosen, exitOf(plain).lastChosen]).toEqual([-0.25, -0.75]);
    random.mockRestore();
  });
});

describe('what the store says', () => {
  it('is taken over for the engine and for the proxy itself', () => {
    const exit = exitOf(plain);
    vi.advanceTimersByTime(second);
    updateExit(exit, { coolingFor: 2_000, strikes: 1, pace: 40 }, { coolingFor: 0, strikes: 0 });
    expect(exit.atEngine).toEqual({ coolsUntil: 3_000, strikes: 1, pace: 40 });
    expect(exit.itself).toEqual({ coolsUntil: 0, strikes: 0 });
    expect([restsUntil(exit), isOnTrial(exit)]).toEqual([3_000, true]);
    updateExit(exit, { coolingFor: 0, strikes: 0 }, { coolingFor: 5_000, strikes: 2 });
    expect(exit.atEngine).toEqual({ coolsUntil: 0, strikes: 0, pace: undefined });
    expect([restsUntil(exit), isOnTrial(exit)]).toEqual([6_000, true]);
    updateExit(exit, { coolingFor: 0, strikes: 0 }, { coolingFor: 0, strikes: 0 });
    expect([restsUntil(exit), isOnTrial(exit)]).toEqual([0, false]);
  });
});

describe('an exit is reliable', () => {
  it.each([
    [{}, false],
    [{ failed: 1 }, false],
    [{ passed: 1 }, true],
    [{ passed: 4, failed: 2 }, true], // a quarter, and one more
    [{ passed: 4, failed: 3 }, false],
    [{ passed: 4, unreached: 2 }, true],
    [{ passed: 4, unreached: 3 }, false],
    [{ passed: 4, failed: 1, unreached: 1 }, true],
    [{ passed: 4, failed: 2, unreached: 1 }, false],
    [{ passed: 8, failed: 3 }, true],
    [{ passed: 8, failed: 4 }, false],
  ])('%j: %s', (counts, expected) => {
    expect(isReliable(exitOf(plain, { counts }))).toBe(expected);
  });
});

describe('an exit is used up for the hour', () => {
  const at = (pace: number | undefined) => ({ atEngine: { coolsUntil: 0, strikes: 0, pace } });
  it.each([
    ['at its pace', plain, { counts: { passed: 3, failed: 2 }, ...at(5) }, true],
    ['below it', plain, { counts: { passed: 3, failed: 1 }, ...at(5) }, false],
    ['with those under way', plain, { counts: { passed: 3 }, active: 2, ...at(5) }, true],
    ['above it', plain, { counts: { passed: 9 }, ...at(5) }, true],
    ['without a pace', plain, { counts: { passed: 900 }, ...at(undefined) }, false],
    ['as a gateway', gateway, { counts: { passed: 9 }, ...at(5) }, false],
    ['without a proxy', undefined, { counts: { passed: 9 }, ...at(5) }, false],
  ])('%s', (_name, proxy, known, expected) => {
    expect(isPacedOut(exitOf(proxy, known))).toBe(expected);
  });
});

describe('the choice among exits', () => {
  it('sees what is known of one', () => {
    const [tagged] = readProxies(['http://10.0.0.2:80 tier=2']);
    const counts = { passed: 5, failed: 2, unreached: 3 };
    const atEngine = { coolsUntil: 0, strikes: 0, pace: 30 };
    const exit = exitOf(tagged, { counts, active: 4, lastChosen: 17, isProven: true, atEngine });
    expect(candidateOf(exit)).toEqual({
      ...{ exit, tier: 2, isRotating: false, used: 11, pace: 30 },
      ...{ passed: 5, failed: 5, active: 4, lastChosen: 17, isProven: true },
    });
  });

  it('sees nothing used of a new one, and that a gateway rotates', () => {
    expect(candidateOf(exitOf(plain))).toMatchObject({ tier: 0, isRotating: false, used: 0, passed: 0, failed: 0 });
    expect(candidateOf(exitOf(gateway))).toMatchObject({ isRotating: true });
    expect(candidateOf(exitOf(undefined))).toMatchObject({ tier: 0, isRotating: false });
  });
});

describe('a usable page', () => {
  it('proves the exit, forgives its failures and is counted', async () => {
    const { exit, store, record } = recording(plain, { failures: 1, counts: { passed: 2, failed: 1 } });
    vi.advanceTimersByTime(second);
    expect(await record(usable)).toBe(true);
    expect(exit).toMatchObject({ isProven: true, failures: 0, counts: { passed: 3, failed: 1 }, touchedAt: second });
    expect(await store.counts([exit.key], paceWindow)).toEqual([{ passed: 1 }]);
  });

  it('is the first of an exit that nothing was counted of', async () => {
    const { exit, record } = recording();
    await record(usable);
    expect(exit.counts).toEqual({ passed: 1 });
  });

  it('ends the trial at the engine and of the proxy itself', async () => {
    const { exit, record, stored, rests } = recording();
    await record({ state: 'captcha' });
    await record({ state: 'proxy', suspect: 'exit' });
    expect([isOnTrial(exit), rests() > 0]).toEqual([true, true]);
    await record(usable);
    expect([isOnTrial(exit), restsUntil(exit)]).toEqual([false, 0]);
    expect(await stored(exit.key)).toMatchObject({ coolingFor: 0, strikes: 0 });
    expect(await stored(exit.ownKey)).toMatchObject({ coolingFor: 0, strikes: 0 });
  });

  it('of an exit that is not on trial heals nothing', async () => {
    const { store, record } = recording();
    const heal = vi.spyOn(store, 'heal');
    await record(usable);
    expect(heal).not.toHaveBeenCalled();
  });

  it.each([
    ['raises a pace that was held too low', plain, 30],
    ['raises none of a gateway', gateway, undefined],
    ['raises none of a direct connection', 'direct', undefined],
  ] as const)('%s', async (_name, proxy, expected) => {
    const atEngine = { coolsUntil: 0, strikes: 0, pace: 29 };
    const { exit, record, stored } = recording(proxy, { counts: { passed: 29 }, atEngine });
    await record(usable);
    expect((await stored(exit.key)).pace).toBe(expected);
    expect(exit.atEngine.pace).toBe(expected ?? 29);
  });

  it('below the pace leaves it as it is', async () => {
    const atEngine = { coolsUntil: 0, strikes: 0, pace: 40 };
    const { exit, store, record } = recording(plain, { counts: { passed: 29 }, atEngine });
    const setPace = vi.spyOn(store, 'setPace');
    await record(usable);
    expect([exit.atEngine.pace, setPace.mock.calls.length]).toEqual([40, 0]);
  });
});

describe('a direct connection', () => {
  it.each([
    ['what it meets', { state: 'captcha' }],
    ['a failure of the engine', { state: 'forbidden', suspect: 'engine' }],
    ['a wait that the request itself is told', { state: 'wrong_query', suspect: 'request', retryAfter: 9 }],
  ] as const)('does not rest by %s', async (_name, outcome) => {
    const { record, rests } = recording('direct');
    expect(await record(outcome)).toBe(false);
    expect(rests()).toBe(0);
  });

  it('rests as long as it is asked to, a minute at most, then twice that, up to five', async () => {
    const { record, rests } = recording('direct');
    const ask = async (retryAfter: number) => {
      const isDecided = await record({ state: 'rate_limited', retryAfter });
      const milliseconds = rests();
      vi.advanceTimersByTime(milliseconds);
      return [isDecided, milliseconds];
    };
    expect(await ask(7)).toEqual([true, 7 * second]);
    expect(await ask(3_600)).toEqual([true, 2 * minute]);
    expect(await ask(3_600)).toEqual([true, 4 * minute]);
    expect(await ask(3_600)).toEqual([true, 5 * minute]);
    expect(await ask(3)).toEqual([true, 3 * second]);
  });

  it('is asked for an hour for the first time: one minute', async () => {
    const { record, rests } = recording('direct');
    await record({ state: 'rate_limited', retryAfter: 3_600 });
    expect(rests()).toBe(minute);
  });
});

describe('a proxy that cannot be used', () => {
  const fault = { state: 'proxy', suspect: 'exit' } as const;

  it('rests itself, whichever the engine, at once where it was never good', async () => {
    const { exit, store, record, stored, rests } = recording();
    expect(await record(fault)).toBe(true);
    expect(rests()).toBe(5 * second);
    expect(exit).toMatchObject({ failures: 1, isProven: false, itself: { strikes: 1 }, atEngine: { strikes: 0 } });
    expect(await stored(exit.ownKey)).toMatchObject({ strikes: 1 });
    expect(await stored(exit.key)).toMatchObject({ strikes: 0 });
    expect(await store.counts([exit.key], paceWindow)).toEqual([{ unreached: 1 }]);
    expect(exit.counts).toEqual({ unreached: 1 });
  });

  it('is forgiven once where it was good, and not twice', async () => {
    const { exit, record } = recording(plain, { isProven: true });
    expect(await record(fault)).toBe(false);
    expect([exit.isProven, restsUntil(exit)]).toEqual([true, 0]);
    expect(await record(fault)).toBe(true);
    expect([exit.isProven, restsUntil(exit)]).toEqual([false, 5 * second]);
  });

  it.each([
    ['on trial', fault, { atEngine: { coolsUntil: 0, strikes: 1 } }],
    ['that asks to wait', { ...fault, retryAfter: 1 }, {}],
    ['that refuses the password', { ...fault, state: 'proxy_auth' }, {}],
  ])('is not forgiven %s', async (_name, outcome, known) => {
    const { record } = recording(plain, { isProven: true, ...known });
    expect(await record(outcome)).toBe(true);
  });

  it.each([
    [{ ...fault, state: 'proxy_auth' }, 10 * minute],
    [{ ...fault, state: 'another' }, 5 * second],
    [{ ...fault, retryAfter: 90 }, 90 * second],
    [{ ...fault, retryAfter: 1 }, 5 * second],
    [{ ...fault, retryAfter: 100_000 }, 60 * minute],
  ])('rests by %j for %d ms', async (outcome, expected) => {
    const { record, rests } = recording();
    await record(outcome);
    expect(rests()).toBe(expected);
  });

  it('has one strike while it rests, another after', async () => {
    const { exit, record } = recording();
    await record(fault);
    await record(fault);
    expect(exit.itself.strikes).toBe(1);
    vi.advanceTimersByTime(5 * second);
    await record(fault);
    expect([exit.itself.strikes, restsUntil(exit) - performance.now()]).toEqual([2, 10 * second]);
  });

  it('as a gateway is left alone for a moment after ten failures in a row', async () => {
    const { exit, store, record, rests } = recording(gateway);
    for (let count = 1; count < 10; count += 1) expect(await record(fault)).toBe(false);
    expect([rests(), exit.failures]).toEqual([0, 9]);
    expect(await record(fault)).toBe(true);
    expect(rests()).toBe(second);
    expect(await store.counts([exit.key], paceWindow)).toEqual([{}]);
  });

  it('as a gateway asks for no more than half a minute', async () => {
    const { record, rests } = recording(gateway, { failures: 9 });
    await record({ ...fault, retryAfter: 3_600 });
    expect(rests()).toBe(30 * second);
  });

  it('as a gateway is waited for as long as it asks', async () => {
    const { record, rests } = recording(gateway, { failures: 9 });
    await record({ ...fault, retryAfter: 12 });
    expect(rests()).toBe(12 * second);
  });
});

describe('a page by which the engine turns an exit away', () => {
  it.each([
    ['captcha', 40 * minute],
    ['rate_limited', 10 * minute],
    ['forbidden', 10 * minute],
  ])('%s: it rests at this engine for %d ms', async (state, expected) => {
    const { exit, record, rests } = recording(plain, { isProven: true });
    expect(await record({ state })).toBe(true);
    expect(rests()).toBe(expected);
    expect(exit).toMatchObject({ isBlocked: true, isProven: false, atEngine: { strikes: 1 }, itself: { strikes: 0 } });
  });

  it('teaches the pace that went well before, and no other while it is on trial', async () => {
    const { exit, record, stored } = recording(plain, { counts: { passed: 20, failed: 1 } });
    await record({ state: 'captcha' });
    expect([exit.atEngine.pace, (await stored(exit.key)).pace]).toEqual([21, 21]);
    exit.counts = { passed: 3 };
    await record({ state: 'captcha' });
    expect([exit.atEngine.pace, (await stored(exit.key)).pace]).toEqual([21, 21]);
  });

  it('lowers a pace, and teaches none where nothing went before', async () => {
    const atEngine = { coolsUntil: 0, strikes: 0, pace: 20 };
    const lowered = recording(plain, { counts: { passed: 8 }, atEngine: { ...atEngine } });
    await lowered.record({ state: 'captcha' });
    expect(lowered.exit.atEngine.pace).toBe(8);
    const unknown = recording(plain, { atEngine });
    const setPace = vi.spyOn(unknown.store, 'setPace');
    await unknown.record({ state: 'captcha' });
    expect([unknown.exit.atEngine.pace, setPace.mock.calls]).toEqual([20, []]);
  });

  it('costs less after a trial that failed', async () => {
    const { record, rests } = recording();
    await record({ state: 'captcha' });
    vi.advanceTimersByTime(40 * minute);
    await record({ state: 'captcha' });
    expect(rests()).toBe(15 * minute);
  });

  it('changes nothing of a gateway, each of whose sessions has another address', async () => {
    const { exit, record, rests } = recording(gateway);
    expect(await record({ state: 'captcha', retryAfter: 60 })).toBe(false);
    expect([rests(), exit.isBlocked]).toEqual([0, false]);
  });
});

describe('a connection that broke', () => {
  it('rests an exit that was never good, where others fare well', async () => {
    const { exit, store, record, rests } = recording();
    expect(await record({ state: 'network' })).toBe(true);
    expect(rests()).toBe(5 * second);
    expect(exit).toMatchObject({ failures: 1, isBlocked: false, atEngine: { strikes: 1 }, counts: { failed: 1 } });
    expect(await store.counts([exit.key], paceWindow)).toEqual([{ failed: 1 }]);
  });

  it.each(['timeout', 'truncated', 'unrecognised'])('%s rests it likewise, and teaches no pace', async (state) => {
    const { exit, record, rests } = recording(plain, { counts: { passed: 9 } });
    await record({ state });
    expect([rests(), exit.isBlocked, exit.atEngine.pace]).toEqual([5 * second, false, undefined]);
  });

  it('is forgiven once where it was good', async () => {
    const { exit, record } = recording(plain, { isProven: true });
    expect([await record({}), exit.isProven]).toEqual([false, true]);
    expect([await record({}), exit.isProven]).toEqual([true, false]);
  });

  it('is not forgiven on trial', async () => {
    const { record } = recording(plain, { isProven: true, atEngine: { coolsUntil: 0, strikes: 1 } });
    expect(await record({})).toBe(true);
  });

  it.each([
    ['others fare no better', { fareWell: false, others: true }],
    ['there is no other', { fareWell: true, others: false }],
  ])('is not held against it where %s', async (_name, world) => {
    const { record, rests } = recording(plain, {}, world);
    expect([await record({}), rests()]).toEqual([false, 0]);
    expect([await record({ retryAfter: 3 }), rests()]).toEqual([true, 5 * second]);
  });

  it('with a wait rests it for that long', async () => {
    const { record, rests } = recording(plain, { isProven: true });
    expect([await record({ retryAfter: 20 }), rests()]).toEqual([true, 20 * second]);
  });
});

describe('a failure of the engine', () => {
  it('changes nothing, but a wait is kept to', async () => {
    const { exit, record, rests } = recording();
    expect([await record({ state: 'http_error', suspect: 'engine' }), rests()]).toEqual([false, 0]);
    expect(await record({ state: 'http_error', suspect: 'engine', retryAfter: 20 })).toBe(true);
    expect([rests(), exit.failures, exit.isBlocked]).toEqual([20 * second, 0, false]);
  });

  it('of our own request changes nothing', async () => {
    const { record, rests } = recording();
    expect([await record({ state: 'wrong_query', suspect: 'request' }), rests()]).toEqual([false, 0]);
  });

  it('keeps what is known of the pace', async () => {
    const { exit, record } = recording(plain, { atEngine: { coolsUntil: 0, strikes: 0, pace: 12 } });
    await record({ state: 'http_error', suspect: 'engine', retryAfter: 20 });
    expect(exit.atEngine.pace).toBe(12);
  });

  it('after a block is no block any more', async () => {
    const { exit, record } = recording();
    await record({ state: 'captcha' });
    expect(exit.isBlocked).toBe(true);
    await record({ state: 'network' });
    expect(exit.isBlocked).toBe(false);
  });
});

describe('failures through an exit', () => {
  const healthy = () => exitOf(plain);
  const onTrial = () => exitOf(plain, { atEngine: { coolsUntil: 0, strikes: 1 } });
  const ofProxy = () => exitOf(plain, { itself: { coolsUntil: 0, strikes: 2 } });

  it('count for as many addresses as are not on trial', () => {
    const [one, other, failed] = [healthy(), healthy(), onTrial()];
    expect(standingOf(one, [one, other, failed, ofProxy()])).toEqual({ addresses: 2, isOnTrial: false });
    expect(standingOf(failed, [one, other, failed])).toEqual({ addresses: 2, isOnTrial: true });
  });

  it('count for all where all are on trial', () => {
    const [one, other] = [onTrial(), ofProxy()];
    expect(standingOf(one, [one, other])).toEqual({ addresses: 2, isOnTrial: false });
  });
});
