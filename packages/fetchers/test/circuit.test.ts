import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Engine } from '../src/engines.js';
import type { FetchError } from '../src/errors.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { createCircuit } from '../src/policies/circuit.js';
import { type CircuitPolicy, defaultCircuitPolicy } from '../src/policies/circuit-policy.js';
import type { CircuitReport } from '../src/policies/tally.js';

const second = 1_000;

/** The report of an attempt through the only address. */
function reportOf(state: string | undefined): CircuitReport | undefined {
  if (state === undefined) return undefined;
  return { evidence: state === 'usable' ? 'passed' : 'failed', address: 'direct', addresses: 1 };
}

/** A circuit with fake timers, and functions that make attempts. */
function start(policy: Partial<CircuitPolicy> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const store = memoryHealthStore();
  const circuit = createCircuit(store, { ...defaultCircuitPolicy, minimum: 4, ...policy });
  const attempt = async (
    state: string | undefined,
    { engine = 'alpha', caller }: { engine?: Engine; caller?: string } = {},
  ) => {
    try {
      const admitted = await circuit.admit(engine, caller);
      await admitted.ended(reportOf(state));
      return 'admitted';
    } catch (error) {
      return (error as FetchError).code;
    }
  };
  const attempts = async (...states: string[]) => {
    for (const state of states) await attempt(state);
  };
  return { circuit, store, attempt, attempts };
}

describe('a circuit', () => {
  it('opens when the share of failures is reached, only for that engine', async () => {
    const { attempt, attempts, circuit } = start();
    await attempts('usable', 'captcha', 'usable');
    expect((await circuit.state('alpha')).state).toBe('closed');
    await attempts('timeout');
    expect((await circuit.state('alpha')).state).toBe('open');
    expect(await attempt('usable')).toBe('circuit_open');
    expect(await attempt('usable', { engine: 'beta' })).toBe('admitted');
  });

  it('stays closed below the minimum of attempts or the share of failures', async () => {
    const few = start({ minimum: 4 });
    await few.attempts('captcha', 'captcha', 'captcha');
    expect(await few.attempt('usable')).toBe('admitted');
    expect((await few.circuit.state('alpha')).state).toBe('closed');
    const small = start({ share: 0.6 });
    await small.attempts('usable', 'usable', 'captcha', 'captcha');
    expect(await small.attempt('usable')).toBe('admitted');
  });

  it('forgets attempts that are older than the window', async () => {
    const { attempt, attempts } = start({ window: 60 * second });
    await attempts('captcha', 'captcha', 'captcha');
    vi.advanceTimersByTime(60 * second);
    await attempts('captcha', 'usable', 'usable');
    expect(await attempt('captcha')).toBe('admitted');
  });

  it('opens for all if one caller is enough, even if the searches of others succeed', async () => {
    const { attempt, circuit } = start({ minimum: 10 });
    for (const caller of ['a', 'b', 'c', 'd', 'e']) await attempt('usable', { caller });
    for (let count = 0; count < 5; count += 1) await attempt('captcha', { caller: 'failing' });
    expect((await circuit.state('alpha')).state).toBe('open');
  });

  it('stores its state under keys that all processes share', async () => {
    const store = memoryHealthStore();
    const read = vi.spyOn(store, 'readHealth');
    const keysOf = async (callers: number, caller?: string) => {
      read.mockClear();
      await createCircuit(store, { ...defaultCircuitPolicy, callers }).admit('beta', caller);
      return read.mock.calls.flatMap(([keys]) => keys);
    };
    expect(await keysOf(1, 'failing')).toEqual(['circuit:beta']);
    expect(await keysOf(2, 'failing')).toEqual(['circuit:beta', 'circuit:beta:failing']);
    expect(await keysOf(2)).toEqual(['circuit:beta', 'circuit:beta:nobody']);
  });

  it('has the documented defaults', () => {
    expect(defaultCircuitPolicy).toEqual({
      share: 0.5,
      minimum: 10,
      window: 60_000,
      open: 30_000,
      longest: 300_000,
      callers: 1,
    });
  });

  it('does not count an attempt without evidence about the engine', async () => {
    const { attempt } = start();
    for (let count = 0; count < 9; count += 1) expect(await attempt(undefined)).toBe('admitted');
    for (const usable of ['usable', 'usable', 'captcha', 'captcha']) await attempt(usable);
    expect(await attempt('usable')).toBe('circuit_open');
  });

  it.each([
    'captcha',
    'rate_limited',
    'forbidden',
    'consent',
    'js_required',
    'bad_response',
    'truncated',
    'network',
    'timeout',
  ])('counts %s', async (state) => {
    const { attempt, attempts } = start();
    await attempts(state, state, state, state);
    expect(await attempt('usable')).toBe('circuit_open');
  });
});

describe('an open circuit', () => {
  it('reports when to retry', async () => {
    const { attempts, circuit } = start();
    await attempts('captcha', 'captcha', 'captcha', 'captcha');
    const refusal = { code: 'circuit_open', retryAfter: 30, message: 'The engine failed too often recently' };
    await expect(circuit.admit('alpha')).rejects.toMatchObject(refusal);
    vi.advanceTimersByTime(29_900);
    await expect(circuit.admit('alpha')).rejects.toMatchObject({ code: 'circuit_open', retryAfter: 1 });
  });

  it('is closed by one successful trial, and starts to count again', async () => {
    const { attempt, attempts, circuit } = start();
    await attempts('captcha', 'captcha', 'captcha', 'captcha');
    vi.advanceTimersByTime(30 * second);
    expect((await circuit.state('alpha')).state).toBe('half_open');
    await attempts('usable');
    expect((await circuit.state('alpha')).state).toBe('closed');
    await attempts('captcha', 'captcha', 'captcha');
    expect(await attempt('captcha')).toBe('admitted');
    expect(await attempt('usable')).toBe('circuit_open');
  });

  it('opens for twice as long after each failed trial, up to a maximum', async () => {
    const { attempts, circuit } = start();
    await attempts('captcha', 'captcha', 'captcha', 'captcha');
    const times: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const refusal = await circuit.admit('alpha').catch((error: FetchError) => error.retryAfter ?? 0);
      times.push(Number(refusal));
      vi.advanceTimersByTime(Number(refusal) * second);
      await attempts('forbidden');
    }
    expect(times).toEqual([30, 60, 120, 240, 300]);
  });

  it('is tried by one attempt at a time', async () => {
    const { attempt, attempts, circuit } = start();
    await attempts('captcha', 'captcha', 'captcha', 'captcha');
    vi.advanceTimersByTime(30 * second);
    const trial = await circuit.admit('alpha');
    await expect(circuit.admit('alpha')).rejects.toMatchObject({ code: 'circuit_open', retryAfter: 1 });
    await trial.ended(undefined);
    expect(await attempt(undefined)).toBe('admitted');
    expect((await circuit.state('alpha')).state).toBe('half_open');
    expect(await attempt('usable')).toBe('admitted');
    expect((await circuit.state('alpha')).state).toBe('closed');
  });

  it('is tried again if a trial is never reported', async () => {
    const { attempts, circuit } = start();
    await attempts('captcha', 'captcha', 'captcha', 'captcha');
    vi.advanceTimersByTime(30 * second);
    await circuit.admit('alpha');
    vi.advanceTimersByTime(60 * second);
    await circuit.admit('alpha');
  });
});

describe('prefetchHealth', () => {
  const counting = () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = memoryHealthStore();
    const read = vi.spyOn(store, 'readHealth');
    return { read, circuit: createCircuit(store, { ...defaultCircuitPolicy, minimum: 2, callers: 2 }) };
  };

  it('reads the state for all attempts within a second', async () => {
    const { circuit, read } = counting();
    circuit.prefetchHealth('alpha', 'a');
    for (let page = 0; page < 3; page += 1) await circuit.admit('alpha', 'a');
    expect(read).toHaveBeenCalledOnce();
    await circuit.admit('alpha', 'b');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads the state for attempts without a caller', async () => {
    const { circuit, read } = counting();
    circuit.prefetchHealth('alpha');
    await circuit.admit('alpha');
    expect(read).toHaveBeenCalledOnce();
  });

  it('reads the state again after a second', async () => {
    const { circuit, read } = counting();
    circuit.prefetchHealth('alpha', 'a');
    vi.advanceTimersByTime(999);
    await circuit.admit('alpha', 'a');
    expect(read).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1);
    await circuit.admit('alpha', 'a');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('keeps the state for 1,000 callers, and forgets all when another one is added', async () => {
    const { circuit, read } = counting();
    for (let caller = 0; caller < 1_000; caller += 1) circuit.prefetchHealth('alpha', `${caller}`);
    await circuit.admit('alpha', '0');
    expect(read).toHaveBeenCalledTimes(1_000);
    circuit.prefetchHealth('alpha', 'one more');
    await circuit.admit('alpha', 'one more');
    expect(read).toHaveBeenCalledTimes(1_001);
    await circuit.admit('alpha', '0');
    expect(read).toHaveBeenCalledTimes(1_002);
  });

  it('does not hide a circuit that opens here', async () => {
    const { circuit } = counting();
    for (const caller of ['a', 'a', 'b', 'b']) {
      circuit.prefetchHealth('alpha', caller);
      await (await circuit.admit('alpha', caller)).ended(reportOf('captcha')).catch(() => undefined);
      if ((await circuit.state('alpha')).state === 'open') break;
    }
    await expect(circuit.admit('alpha', 'a')).rejects.toMatchObject({ code: 'circuit_open' });
  });
});

describe('a circuit that requires several callers', () => {
  const several = { callers: 2 };

  it('opens only for the caller whose searches fail', async () => {
    const { attempt, circuit } = start(several);
    for (let count = 0; count < 8; count += 1) await attempt('captcha', { caller: 'failing' });
    expect(await attempt('usable', { caller: 'failing' })).toBe('circuit_open');
    const refusal = { isCallerOnly: true, message: 'The searches of this caller failed too often recently' };
    await expect(circuit.admit('alpha', 'failing')).rejects.toMatchObject(refusal);
    expect(await circuit.state('alpha')).toMatchObject({ state: 'closed', openCallers: 1 });
    expect((await circuit.state('beta')).openCallers).toBe(0);
    expect(await attempt('captcha', { caller: 'other' })).toBe('admitted');
  });

  it('counts callers with an open circuit, even if another process has opened it', async () => {
    const { attempt, circuit, store } = start(several);
    await store.recordFailure('circuit:alpha:failing', { base: 60_000, cap: 60_000 });
    expect((await circuit.state('alpha')).openCallers).toBe(0);
    expect(await attempt('usable', { caller: 'failing' })).toBe('circuit_open');
    expect((await circuit.state('alpha')).openCallers).toBe(1);
    await store.recordSuccess('circuit:alpha:failing');
    expect(await attempt('usable', { caller: 'failing' })).toBe('admitted');
    expect((await circuit.state('alpha')).openCallers).toBe(0);
  });

  it('opens for all if the searches of enough callers fail', async () => {
    const { attempt, circuit } = start(several);
    for (const caller of ['one', 'other', 'one', 'other']) await attempt('captcha', { caller });
    expect((await circuit.state('alpha')).state).toBe('open');
    expect(await attempt('usable', { caller: 'third' })).toBe('circuit_open');
    expect(await attempt('usable')).toBe('circuit_open');
    await expect(circuit.admit('alpha', 'one')).rejects.not.toHaveProperty('isCallerOnly');
  });

  it('stays closed while the searches of most callers succeed', async () => {
    const { attempt, circuit } = start({ ...several, share: 0.5 });
    for (const caller of ['a', 'b', 'c', 'd', 'e']) await attempt('usable', { caller });
    for (const caller of ['one', 'other', 'one', 'other', 'one', 'other']) await attempt('captcha', { caller });
    expect((await circuit.state('alpha')).state).toBe('closed');
  });

  it('opens for all if exactly the given share of callers is failing', async () => {
    const { attempt, circuit } = start({ ...several, share: 0.5 });
    for (const caller of ['a', 'b']) await attempt('usable', { caller });
    for (const caller of ['one', 'other', 'one', 'other']) await attempt('captcha', { caller });
    expect((await circuit.state('alpha')).state).toBe('open');
  });

  it('counts a caller as failing from the given share of its attempts on', async () => {
    const half = start({ ...several, share: 0.5 });
    for (const state of ['usable', 'usable', 'captcha', 'captcha']) {
      for (const caller of ['one', 'other']) await half.attempt(state, { caller });
    }
    expect((await half.circuit.state('alpha')).state).toBe('open');
    const less = start({ ...several, share: 0.5 });
    for (let count = 0; count < 9; count += 1) await less.attempt('usable', { caller: 'mild' });
    await less.attempt('captcha', { caller: 'mild' });
    const admissions = await Promise.all(Array.from({ length: 12 }, () => less.circuit.admit('alpha', 'one')));
    for (const admission of admissions) await admission.ended(reportOf('captcha'));
    expect((await less.circuit.state('alpha')).state).toBe('closed');
    expect(await less.attempt('usable', { caller: 'one' })).toBe('circuit_open');
  });

  it('counts the successes of a caller', async () => {
    const { attempt } = start({ ...several, share: 0.6 });
    for (let count = 0; count < 5; count += 1) await attempt('usable', { caller: 'failing' });
    for (let count = 0; count < 4; count += 1) await attempt('captcha', { caller: 'failing' });
    expect(await attempt('usable', { caller: 'failing' })).toBe('admitted');
  });

  it('leaves the trial of the engine to other callers if the circuit of a caller is open', async () => {
    const { attempt, circuit } = start(several);
    const admissions = await Promise.all(Array.from({ length: 4 }, () => circuit.admit('alpha', 'failing')));
    for (const caller of ['one', 'other', 'one', 'other']) await attempt('captcha', { caller });
    vi.advanceTimersByTime(20 * second);
    for (const admission of admissions) await admission.ended(reportOf('captcha'));
    vi.advanceTimersByTime(11 * second);
    expect((await circuit.state('alpha')).state).toBe('half_open');
    expect(await attempt('usable', { caller: 'failing' })).toBe('circuit_open');
    expect(await attempt('usable', { caller: 'other' })).toBe('admitted');
    expect((await circuit.state('alpha')).state).toBe('closed');
  });

  it('reports whether the trial in progress is that of the engine or of the caller', async () => {
    const ofEngine = start(several);
    for (const caller of ['one', 'other', 'one', 'other']) await ofEngine.attempt('captcha', { caller });
    vi.advanceTimersByTime(30 * second);
    await ofEngine.circuit.admit('alpha', 'one');
    await expect(ofEngine.circuit.admit('alpha', 'other')).rejects.not.toHaveProperty('isCallerOnly');
    const ofCaller = start(several);
    for (let count = 0; count < 4; count += 1) await ofCaller.attempt('captcha', { caller: 'failing' });
    vi.advanceTimersByTime(30 * second);
    await ofCaller.circuit.admit('alpha', 'failing');
    await expect(ofCaller.circuit.admit('alpha', 'failing')).rejects.toMatchObject({
      isCallerOnly: true,
      retryAfter: 1,
    });
  });

  it('leaves the trial of the engine to other callers during the trial of a caller', async () => {
    const { attempt, circuit } = start(several);
    for (let count = 0; count < 4; count += 1) await attempt('captcha', { caller: 'failing' });
    vi.advanceTimersByTime(30 * second);
    await circuit.admit('alpha', 'failing');
    for (const caller of ['one', 'other', 'one', 'other']) await attempt('captcha', { caller });
    vi.advanceTimersByTime(30 * second);
    expect((await circuit.state('alpha')).state).toBe('half_open');
    expect(await attempt('usable', { caller: 'failing' })).toBe('circuit_open');
    expect(await attempt('usable', { caller: 'other' })).toBe('admitted');
    expect((await circuit.state('alpha')).state).toBe('closed');
  });

  it('stores a constant amount per engine regardless of the number of callers, and opens if their searches fail', async () => {
    const store = memoryHealthStore();
    const circuit = createCircuit(store, { ...defaultCircuitPolicy, ...several });
    const attempt = async (caller: string, state: string) =>
      (await circuit.admit('alpha', caller)).ended(reportOf(state));
    for (let count = 0; count < 5_000; count += 1) await attempt(`caller ${count}`, 'usable');
    const stored = async () => {
      const keys = ['circuit:alpha', 'callers of circuit:alpha', 'circuit:alpha:caller 1', 'circuit:alpha:caller 4999'];
      return (await store.readCounts(keys, defaultCircuitPolicy.window)).map((names) => Object.keys(names).length);
    };
    expect(await stored()).toEqual([1, 0, 0, 0]);
    await attempt('caller 1', 'captcha');
    expect(await stored()).toEqual([3, 65, 2, 0]);
    for (let count = 0; (await circuit.state('alpha')).state === 'closed'; count += 1) {
      await attempt(`caller ${count}`, 'captcha');
      expect(count).toBeLessThanOrEqual(5_000);
    }
    expect((await circuit.state('alpha')).state).toBe('open');
  });

  it('does not count a caller without failures as failing, even with share 0', async () => {
    const { attempt, circuit } = start({ ...several, share: 0 });
    for (let count = 0; count < 4; count += 1) await attempt('usable', { caller: 'fine' });
    await attempt('captcha', { caller: 'failing' });
    expect((await circuit.state('alpha')).state).toBe('closed');
    await attempt('captcha', { caller: 'other' });
    expect((await circuit.state('alpha')).state).toBe('open');
  });

  it('treats searches without a caller as those of one caller', async () => {
    const { attempt, circuit } = start(several);
    for (let count = 0; count < 4; count += 1) await attempt('captcha');
    expect((await circuit.state('alpha')).state).toBe('closed');
    expect(await attempt('usable')).toBe('circuit_open');
  });

  it('does not count the circuit of a caller whose time has ended', async () => {
    const { attempt, circuit } = start(several);
    for (let count = 0; count < 4; count += 1) await attempt('captcha', { caller: 'failing' });
    vi.advanceTimersByTime(30 * second - 1);
    expect((await circuit.state('alpha')).openCallers).toBe(1);
    vi.advanceTimersByTime(1);
    expect((await circuit.state('alpha')).openCallers).toBe(0);
  });

  it('forgets the successes of a caller when the circuit of all callers has been open', async () => {
    const { attempt, circuit } = start(several);
    for (let count = 0; count < 6; count += 1) await attempt('usable', { caller: 'one' });
    for (let count = 0; count < 3; count += 1)
      for (const caller of ['two', 'three']) await attempt('captcha', { caller });
    expect((await circuit.state('alpha')).state).toBe('open');
    vi.advanceTimersByTime(30 * second);
    expect(await attempt('usable', { caller: 'two' })).toBe('admitted');
    for (let count = 0; count < 4; count += 1) await attempt('captcha', { caller: 'one' });
    expect(await attempt('usable', { caller: 'one' })).toBe('circuit_open');
    expect(await attempt('usable', { caller: 'two' })).toBe('admitted');
  });

  it('closes for a caller after its own trial', async () => {
    const { attempt } = start(several);
    for (let count = 0; count < 4; count += 1) await attempt('captcha', { caller: 'failing' });
    vi.advanceTimersByTime(30 * second);
    expect(await attempt('usable', { caller: 'failing' })).toBe('admitted');
    expect(await attempt('usable', { caller: 'failing' })).toBe('admitted');
  });
});
