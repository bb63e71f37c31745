import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import type { HealthStore } from '../src/health/store.js';
import { coolDowns } from '../src/policies/cool-downs.js';
import { paceWindow } from '../src/policies/exit-choice.js';
import { recordExitOutcome } from '../src/session-pool/checked-out.js';
import {
  circuitStandingOf,
  coolingUntil,
  type Exit,
  exitCandidateOf,
  hasReachedPace,
  isOnTrial,
  isReliable,
  updateExit,
} from '../src/session-pool/exit.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import type { AttemptOutcome } from '../src/session-pool/session.js';
import { exitOf } from './support/exits.js';

const second = 1_000;
const minute = 60 * second;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  return () => void vi.useRealTimers();
});

const [plain, gateway] = parseProxies(['http://10.0.0.1:80', 'http://user-{session}@gateway.test:80']);

/** Records outcomes of an exit in a new store. */
function recording(
  proxy: typeof plain | 'direct' = plain,
  known: Partial<Exit> = {},
  world = { othersSucceed: true, hasOthers: true },
) {
  const exit = exitOf(proxy === 'direct' ? undefined : proxy, known);
  const store: HealthStore = memoryHealthStore();
  const record = (outcome: Partial<AttemptOutcome>) =>
    recordExitOutcome(
      exit,
      { state: 'network', session: 'failed', suspect: 'exit_at_engine', ...outcome },
      { store, coolDowns, othersSucceed: () => world.othersSucceed, hasOthers: () => world.hasOthers },
    );
  const stored = async (key: string) => (await store.readHealth([key]))[0]!;
  const remainingCoolDown = () => coolingUntil(exit) - performance.now();
  return { exit, store, record, stored, remainingCoolDown };
}

const usable = { state: 'usable', session: 'good', suspect: undefined } as const;

describe('a new exit', () => {
  it('has a key with engine and proxy, and one for the proxy itself without the engine', () => {
    expect(exitOf(plain)).toMatchObject({
      key: `exit:alpha:${plain!.id}`,
      proxyKey: `exit:${plain!.id}`,
      proxy: plain,
    });
    expect(exitOf(undefined)).toMatchObject({ key: 'exit:alpha:direct', proxyKey: 'exit:alpha:direct' });
    expect(exitOf(undefined)).not.toHaveProperty('proxy');
  });

  it('is not proven, blocked, cooling down or on trial', () => {
    const exit = exitOf(plain);
    expect(exit).toMatchObject({ isProven: false, isBlocked: false, failures: 0, active: 0, counts: {} });
    expect([coolingUntil(exit), isOnTrial(exit), hasReachedPace(exit), isReliable(exit)]).toEqual([
      0,
      false,
      false,
      false,
    ]);
  });

  it('counts as chosen longest ago, in random order', () => {
    const random = vi.spyOn(Math, 'random').mockReturnValueOnce(0.25).mockReturnValueOnce(0.75);
    expect([exitOf(plain).lastChosen, exitOf(plain).lastChosen]).toEqual([-0.25, -0.75]);
    random.mockRestore();
  });
});

describe('updateExit', () => {
  it('applies the state of the exit at the engine and of the proxy itself', () => {
    const exit = exitOf(plain);
    vi.advanceTimersByTime(second);
    updateExit(exit, { coolingFor: 2_000, strikes: 1, pace: 40 }, { coolingFor: 0, strikes: 0 });
    expect(exit.engineHealth).toEqual({ coolsUntil: 3_000, strikes: 1, pace: 40 });
    expect(exit.proxyHealth).toEqual({ coolsUntil: 0, strikes: 0 });
    expect([coolingUntil(exit), isOnTrial(exit)]).toEqual([3_000, true]);
    updateExit(exit, { coolingFor: 0, strikes: 0 }, { coolingFor: 5_000, strikes: 2 });
    expect(exit.engineHealth).toEqual({ coolsUntil: 0, strikes: 0, pace: undefined });
    expect([coolingUntil(exit), isOnTrial(exit)]).toEqual([6_000, true]);
    updateExit(exit, { coolingFor: 0, strikes: 0 }, { coolingFor: 0, strikes: 0 });
    expect([coolingUntil(exit), isOnTrial(exit)]).toEqual([0, false]);
  });
});

describe('isReliable', () => {
  it.each([
    [{}, false],
    [{ failed: 1 }, false],
    [{ passed: 1 }, true],
    [{ passed: 4, failed: 2 }, true], // a quarter plus one
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

describe('an exit has reached its pace', () => {
  const at = (pace: number | undefined) => ({ engineHealth: { coolsUntil: 0, strikes: 0, pace } });
  it.each([
    ['at its pace', plain, { counts: { passed: 3, failed: 2 }, ...at(5) }, true],
    ['below it', plain, { counts: { passed: 3, failed: 1 }, ...at(5) }, false],
    ['with active searches', plain, { counts: { passed: 3 }, active: 2, ...at(5) }, true],
    ['above it', plain, { counts: { passed: 9 }, ...at(5) }, true],
    ['without a pace', plain, { counts: { passed: 900 }, ...at(undefined) }, false],
    ['as a gateway', gateway, { counts: { passed: 9 }, ...at(5) }, false],
    ['without a proxy', undefined, { counts: { passed: 9 }, ...at(5) }, false],
  ])('%s', (_name, proxy, known, expected) => {
    expect(hasReachedPace(exitOf(proxy, known))).toBe(expected);
  });
});

describe('candidateOf', () => {
  it('returns the known state of an exit', () => {
    const [tagged] = parseProxies(['http://10.0.0.2:80 tier=2']);
    const counts = { passed: 5, failed: 2, unreached: 3 };
    const engineHealth = { coolsUntil: 0, strikes: 0, pace: 30 };
    const exit = exitOf(tagged, { counts, active: 4, lastChosen: 17, isProven: true, engineHealth });
    expect(exitCandidateOf(exit)).toEqual({
      ...{ exit, tier: 2, isRotating: false, used: 11, pace: 30 },
      ...{ passed: 5, failed: 5, active: 4, lastChosen: 17, isProven: true },
    });
  });

  it('returns zero counts for a new exit, and isRotating for a gateway', () => {
    expect(exitCandidateOf(exitOf(plain))).toMatchObject({ tier: 0, isRotating: false, used: 0, passed: 0, failed: 0 });
    expect(exitCandidateOf(exitOf(gateway))).toMatchObject({ isRotating: true });
    expect(exitCandidateOf(exitOf(undefined))).toMatchObject({ tier: 0, isRotating: false });
  });
});

describe('a usable page', () => {
  it('marks the exit as proven, resets its failures and is counted', async () => {
    const { exit, store, record } = recording(plain, { failures: 1, counts: { passed: 2, failed: 1 } });
    vi.advanceTimersByTime(second);
    expect(await record(usable)).toBe(true);
    expect(exit).toMatchObject({ isProven: true, failures: 0, counts: { passed: 3, failed: 1 }, touchedAt: second });
    expect(await store.readCounts([exit.key], paceWindow)).toEqual([{ passed: 1 }]);
  });

  it('is counted for an exit without counts', async () => {
    const { exit, record } = recording();
    await record(usable);
    expect(exit.counts).toEqual({ passed: 1 });
  });

  it('ends the trial at the engine and of the proxy itself', async () => {
    const { exit, record, stored, remainingCoolDown } = recording();
    await record({ state: 'captcha' });
    await record({ state: 'proxy', suspect: 'exit' });
    expect([isOnTrial(exit), remainingCoolDown() > 0]).toEqual([true, true]);
    await record(usable);
    expect([isOnTrial(exit), coolingUntil(exit)]).toEqual([false, 0]);
    expect(await stored(exit.key)).toMatchObject({ coolingFor: 0, strikes: 0 });
    expect(await stored(exit.proxyKey)).toMatchObject({ coolingFor: 0, strikes: 0 });
  });

  it('records no success of an exit that is not on trial', async () => {
    const { store, record } = recording();
    const recordSuccess = vi.spyOn(store, 'recordSuccess');
    await record(usable);
    expect(recordSuccess).not.toHaveBeenCalled();
  });

  it.each([
    ['raises a pace that was too low', plain, 30],
    ['does not raise the pace of a gateway', gateway, undefined],
    ['does not raise the pace of a direct connection', 'direct', undefined],
  ] as const)('%s', async (_name, proxy, expected) => {
    const engineHealth = { coolsUntil: 0, strikes: 0, pace: 29 };
    const { exit, record, stored } = recording(proxy, { counts: { passed: 29 }, engineHealth });
    await record(usable);
    expect((await stored(exit.key)).pace).toBe(expected);
    expect(exit.engineHealth.pace).toBe(expected ?? 29);
  });

  it('does not change a pace that is not reached', async () => {
    const engineHealth = { coolsUntil: 0, strikes: 0, pace: 40 };
    const { exit, store, record } = recording(plain, { counts: { passed: 29 }, engineHealth });
    const setPace = vi.spyOn(store, 'setPace');
    await record(usable);
    expect([exit.engineHealth.pace, setPace.mock.calls.length]).toEqual([40, 0]);
  });
});

describe('a direct connection', () => {
  it.each([
    ['a block', { state: 'captcha' }],
    ['a failure of the engine', { state: 'forbidden', suspect: 'engine' }],
    ['a Retry-After that applies to the request', { state: 'wrong_query', suspect: 'request', retryAfter: 9 }],
  ] as const)('does not cool down after %s', async (_name, outcome) => {
    const { record, remainingCoolDown } = recording('direct');
    expect(await record(outcome)).toBe(false);
    expect(remainingCoolDown()).toBe(0);
  });

  it('cools down for Retry-After, at most a minute, then twice that, up to five', async () => {
    const { record, remainingCoolDown } = recording('direct');
    const coolDownAfter = async (retryAfter: number) => {
      const isDecided = await record({ state: 'rate_limited', retryAfter });
      const milliseconds = remainingCoolDown();
      vi.advanceTimersByTime(milliseconds);
      return [isDecided, milliseconds];
    };
    expect(await coolDownAfter(7)).toEqual([true, 7 * second]);
    expect(await coolDownAfter(3_600)).toEqual([true, 2 * minute]);
    expect(await coolDownAfter(3_600)).toEqual([true, 4 * minute]);
    expect(await coolDownAfter(3_600)).toEqual([true, 5 * minute]);
    expect(await coolDownAfter(3)).toEqual([true, 3 * second]);
  });

  it('cools down for one minute after a first Retry-After of an hour', async () => {
    const { record, remainingCoolDown } = recording('direct');
    await record({ state: 'rate_limited', retryAfter: 3_600 });
    expect(remainingCoolDown()).toBe(minute);
  });
});

describe('a proxy that fails', () => {
  const fault = { state: 'proxy', suspect: 'exit' } as const;

  it('cools down for all engines, immediately if it has never succeeded', async () => {
    const { exit, store, record, stored, remainingCoolDown } = recording();
    expect(await record(fault)).toBe(true);
    expect(remainingCoolDown()).toBe(5 * second);
    expect(exit).toMatchObject({
      failures: 1,
      isProven: false,
      proxyHealth: { strikes: 1 },
      engineHealth: { strikes: 0 },
    });
    expect(await stored(exit.proxyKey)).toMatchObject({ strikes: 1 });
    expect(await stored(exit.key)).toMatchObject({ strikes: 0 });
    expect(await store.readCounts([exit.key], paceWindow)).toEqual([{ unreached: 1 }]);
    expect(exit.counts).toEqual({ unreached: 1 });
  });

  it('does not cool down after one failure if it is proven, but after two', async () => {
    const { exit, record } = recording(plain, { isProven: true });
    expect(await record(fault)).toBe(false);
    expect([exit.isProven, coolingUntil(exit)]).toEqual([true, 0]);
    expect(await record(fault)).toBe(true);
    expect([exit.isProven, coolingUntil(exit)]).toEqual([false, 5 * second]);
  });

  it.each([
    ['it is on trial', fault, { engineHealth: { coolsUntil: 0, strikes: 1 } }],
    ['it sends Retry-After', { ...fault, retryAfter: 1 }, {}],
    ['it rejects the password', { ...fault, state: 'proxy_auth' }, {}],
  ])('cools down after one failure if %s', async (_name, outcome, known) => {
    const { record } = recording(plain, { isProven: true, ...known });
    expect(await record(outcome)).toBe(true);
  });

  it('that usually works is not left for long if it rejects the password by mistake', async () => {
    const rejection = { ...fault, state: 'proxy_auth' };
    const { exit, store, record, remainingCoolDown } = recording(plain, { isProven: true, counts: { passed: 8 } });
    await store.bufferCounts(exit.key, { passed: 8 }, paceWindow);
    expect([await record(rejection), remainingCoolDown()]).toEqual([false, 0]);
    expect([await record(rejection), remainingCoolDown()]).toEqual([true, 5 * second]);
    vi.advanceTimersByTime(5 * second);
    expect([await record(rejection), remainingCoolDown()]).toEqual([true, 10 * second]);
    vi.advanceTimersByTime(10 * second);
    expect([await record(rejection), remainingCoolDown()]).toEqual([true, 40 * minute]); // too many for a mistake
  });

  it.each([
    [{ ...fault, state: 'proxy_auth' }, 10 * minute],
    [{ ...fault, state: 'another' }, 5 * second],
    [{ ...fault, retryAfter: 90 }, 90 * second],
    [{ ...fault, retryAfter: 1 }, 5 * second],
    [{ ...fault, retryAfter: 100_000 }, 60 * minute],
  ])('after %j cools down for %d ms', async (outcome, expected) => {
    const { record, remainingCoolDown } = recording();
    await record(outcome);
    expect(remainingCoolDown()).toBe(expected);
  });

  it('gets no further strike during a cool-down, but one after it', async () => {
    const { exit, record } = recording();
    await record(fault);
    await record(fault);
    expect(exit.proxyHealth.strikes).toBe(1);
    vi.advanceTimersByTime(5 * second);
    await record(fault);
    expect([exit.proxyHealth.strikes, coolingUntil(exit) - performance.now()]).toEqual([2, 10 * second]);
  });

  it('cools down for a second after ten consecutive failures if it is a gateway', async () => {
    const { exit, store, record, remainingCoolDown } = recording(gateway);
    for (let count = 1; count < 10; count += 1) expect(await record(fault)).toBe(false);
    expect([remainingCoolDown(), exit.failures]).toEqual([0, 9]);
    expect(await record(fault)).toBe(true);
    expect(remainingCoolDown()).toBe(second);
    expect(await store.readCounts([exit.key], paceWindow)).toEqual([{}]);
  });

  it('cools down for at most half a minute if it is a gateway', async () => {
    const { record, remainingCoolDown } = recording(gateway, { failures: 9 });
    await record({ ...fault, retryAfter: 3_600 });
    expect(remainingCoolDown()).toBe(30 * second);
  });

  it('cools down for Retry-After if it is a gateway', async () => {
    const { record, remainingCoolDown } = recording(gateway, { failures: 9 });
    await record({ ...fault, retryAfter: 12 });
    expect(remainingCoolDown()).toBe(12 * second);
  });
});

describe('a block of an exit by the engine', () => {
  it.each([
    ['captcha', 40 * minute],
    ['rate_limited', 10 * minute],
    ['forbidden', 10 * minute],
  ])('with %s starts a cool-down at this engine of %d ms', async (state, expected) => {
    const { exit, record, remainingCoolDown } = recording(plain, { isProven: true });
    expect(await record({ state })).toBe(true);
    expect(remainingCoolDown()).toBe(expected);
    expect(exit).toMatchObject({
      isBlocked: true,
      isProven: false,
      engineHealth: { strikes: 1 },
      proxyHealth: { strikes: 0 },
    });
  });

  it('sets the pace to the requests before it, except on trial', async () => {
    const { exit, record, stored } = recording(plain, { counts: { passed: 20, failed: 1 } });
    await record({ state: 'captcha' });
    expect([exit.engineHealth.pace, (await stored(exit.key)).pace]).toEqual([21, 21]);
    exit.counts = { passed: 3 };
    await record({ state: 'captcha' });
    expect([exit.engineHealth.pace, (await stored(exit.key)).pace]).toEqual([21, 21]);
  });

  it('lowers a pace, and sets none without earlier requests', async () => {
    const engineHealth = { coolsUntil: 0, strikes: 0, pace: 20 };
    const lowered = recording(plain, { counts: { passed: 8 }, engineHealth: { ...engineHealth } });
    await lowered.record({ state: 'captcha' });
    expect(lowered.exit.engineHealth.pace).toBe(8);
    const unknown = recording(plain, { engineHealth });
    const setPace = vi.spyOn(unknown.store, 'setPace');
    await unknown.record({ state: 'captcha' });
    expect([unknown.exit.engineHealth.pace, setPace.mock.calls]).toEqual([20, []]);
  });

  it('starts a shorter cool-down after a failed trial', async () => {
    const { record, remainingCoolDown } = recording();
    await record({ state: 'captcha' });
    vi.advanceTimersByTime(40 * minute);
    await record({ state: 'captcha' });
    expect(remainingCoolDown()).toBe(15 * minute);
  });

  it('does not affect a gateway, whose sessions have different addresses', async () => {
    const { exit, record, remainingCoolDown } = recording(gateway);
    expect(await record({ state: 'captcha', retryAfter: 60 })).toBe(false);
    expect([remainingCoolDown(), exit.isBlocked]).toEqual([0, false]);
  });
});

describe('a network error', () => {
  it('starts a cool-down of an exit that has never succeeded, if others succeed', async () => {
    const { exit, store, record, remainingCoolDown } = recording();
    expect(await record({ state: 'network' })).toBe(true);
    expect(remainingCoolDown()).toBe(5 * second);
    expect(exit).toMatchObject({ failures: 1, isBlocked: false, engineHealth: { strikes: 1 }, counts: { failed: 1 } });
    expect(await store.readCounts([exit.key], paceWindow)).toEqual([{ failed: 1 }]);
  });

  it.each(['timeout', 'truncated', 'unrecognised'])(
    'with state %s starts the same cool-down, and sets no pace',
    async (state) => {
      const { exit, record, remainingCoolDown } = recording(plain, { counts: { passed: 9 } });
      await record({ state });
      expect([remainingCoolDown(), exit.isBlocked, exit.engineHealth.pace]).toEqual([5 * second, false, undefined]);
    },
  );

  it('does not start a cool-down after one failure of a proven exit', async () => {
    const { exit, record } = recording(plain, { isProven: true });
    expect([await record({}), exit.isProven]).toEqual([false, true]);
    expect([await record({}), exit.isProven]).toEqual([true, false]);
  });

  it('starts a cool-down of a proven exit if the exit is certainly at fault, also while others fail', async () => {
    const { record, remainingCoolDown } = recording(
      plain,
      { isProven: true },
      { othersSucceed: false, hasOthers: true },
    );
    expect([await record({}), remainingCoolDown()]).toEqual([false, 0]);
    expect(await record({ isSuspectCertain: true })).toBe(true);
    expect(remainingCoolDown()).toBeGreaterThan(0);
  });

  it('starts a cool-down of a proven exit on trial', async () => {
    const { record } = recording(plain, { isProven: true, engineHealth: { coolsUntil: 0, strikes: 1 } });
    expect(await record({})).toBe(true);
  });

  it.each([
    ['others fail too', { othersSucceed: false, hasOthers: true }],
    ['there is no other', { othersSucceed: true, hasOthers: false }],
  ])('does not count against the exit if %s', async (_name, world) => {
    const { record, remainingCoolDown } = recording(plain, {}, world);
    expect([await record({}), remainingCoolDown()]).toEqual([false, 0]);
    expect([await record({ retryAfter: 3 }), remainingCoolDown()]).toEqual([true, 5 * second]);
  });

  it('with Retry-After starts a cool-down of that time', async () => {
    const { record, remainingCoolDown } = recording(plain, { isProven: true });
    expect([await record({ retryAfter: 20 }), remainingCoolDown()]).toEqual([true, 20 * second]);
  });
});

describe('a failure of the engine', () => {
  it('does not affect the exit, except for Retry-After', async () => {
    const { exit, record, remainingCoolDown } = recording();
    expect([await record({ state: 'http_error', suspect: 'engine' }), remainingCoolDown()]).toEqual([false, 0]);
    expect(await record({ state: 'http_error', suspect: 'engine', retryAfter: 20 })).toBe(true);
    expect([remainingCoolDown(), exit.failures, exit.isBlocked]).toEqual([20 * second, 0, false]);
  });

  it('does not affect the exit if the request is to blame', async () => {
    const { record, remainingCoolDown } = recording();
    expect([await record({ state: 'wrong_query', suspect: 'request' }), remainingCoolDown()]).toEqual([false, 0]);
  });

  it('keeps the pace', async () => {
    const { exit, record } = recording(plain, { engineHealth: { coolsUntil: 0, strikes: 0, pace: 12 } });
    await record({ state: 'http_error', suspect: 'engine', retryAfter: 20 });
    expect(exit.engineHealth.pace).toBe(12);
  });

  it('ends the state blocked after a block', async () => {
    const { exit, record } = recording();
    await record({ state: 'captcha' });
    expect(exit.isBlocked).toBe(true);
    await record({ state: 'network' });
    expect(exit.isBlocked).toBe(false);
  });
});

describe('failures through an exit', () => {
  const healthy = () => exitOf(plain);
  const onTrial = () => exitOf(plain, { engineHealth: { coolsUntil: 0, strikes: 1 } });
  const ofProxy = () => exitOf(plain, { proxyHealth: { coolsUntil: 0, strikes: 2 } });

  it('have the number of addresses that are not on trial', () => {
    const [one, other, failed] = [healthy(), healthy(), onTrial()];
    expect(circuitStandingOf(one, [one, other, failed, ofProxy()])).toEqual({ addresses: 2, isOnTrial: false });
    expect(circuitStandingOf(failed, [one, other, failed])).toEqual({ addresses: 2, isOnTrial: true });
  });

  it('have the number of all addresses if all are on trial', () => {
    const [one, other] = [onTrial(), ofProxy()];
    expect(circuitStandingOf(one, [one, other])).toEqual({ addresses: 2, isOnTrial: false });
  });
});
