import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FetchError } from '../src/errors.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { createCircuit } from '../src/policies/circuit.js';
import { type CircuitPolicy, circuitPolicy } from '../src/policies/circuit-policy.js';
import type { CircuitReport } from '../src/policies/tally.js';
import type { Engine } from '../src/types.js';

const second = 1_000;

/** What an attempt by the only address reports. */
function reportOf(state: string | undefined): CircuitReport | undefined {
  if (state === undefined) return undefined;
  return { evidence: state === 'usable' ? 'passed' : 'failed', address: 'direct', addresses: 1 };
}

/** A circuit with a clock of its own, and how attempts fare by it. */
function start(policy: Partial<CircuitPolicy> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const store = memoryHealthStore();
  const circuit = createCircuit(store, { ...circuitPolicy, minimum: 4, ...policy });
  const attempt = async (
    state: string | undefined,
    { engine = 'alpha', caller }: { engine?: Engine; caller?: string } = {},
  ) => {
    try {
      const admitted = await circuit.admit(engine, caller);
      await admitted.ended(reportOf(state));
      return 'let through';
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
  it('opens when so large a share of so many attempts has failed, for that engine alone', async () => {
    const { attempt, attempts, circuit } = start();
    await attempts('usable', 'captcha', 'usable');
    expect((await circuit.state('alpha')).state).toBe('closed');
    await attempts('timeout');
    expect((await circuit.state('alpha')).state).toBe('open');
    expect(await attempt('usable')).toBe('circuit_open');
    expect(await attempt('usable', { engine: 'beta' })).toBe('let through');
  });

  it('stays closed while too few have been made, or too small a share has failed', async () => {
    const few = start({ minimum: 4 });
    await few.attempts('captcha', 'captcha', 'captcha');
    expect(await few.attempt('usable')).toBe('let through');
    expect((await few.circuit.state('alpha')).state).toBe('closed');
    const small = start({ share: 0.6 });
    await small.attempts('usable', 'usable', 'captcha', 'captcha');
    expect(await small.attempt('usable')).toBe('let through');
  });

  it('forgets attempts that are long past', async () => {
    const { attempt, attempts } = start({ window: 60 * second });
    await attempts('captcha', 'captcha', 'captcha');
    vi.advanceTimersByTime(60 * second);
    await attempts('captcha', 'usable', 'usable');
    expect(await attempt('captcha')).toBe('let through');
  });

  it('opens for all where one caller is enough, however well others fare', async () => {
    const { attempt, circuit } = start({ minimum: 10 });
    for (const caller of ['a', 'b', 'c', 'd', 'e']) await attempt('usable', { caller });
    for (let count = 0; count < 5; count += 1) await attempt('captcha', { caller: 'odd' });
    expect((await circuit.state('alpha')).state).toBe('open');
  });

  it('keeps what it knows under names that every process uses', async () => {
    const store = memoryHealthStore();
    const read = vi.spyOn(store, 'read');
    const keysOf = async (callers: number, caller?: string) => {
      read.mockClear();
      await createCircuit(store, { ...circuitPolicy, callers }).admit('beta', caller);
      return read.mock.calls.flatMap(([keys]) => keys);
    };
    expect(await keysOf(1, 'odd')).toEqual(['circuit:beta']);
    expect(await keysOf(2, 'odd')).toEqual(['circuit:beta', 'circuit:beta:odd']);
    expect(await keysOf(2)).toEqual(['circuit:beta', 'circuit:beta:nobody']);
  });

  it('has the defaults that the documentation names', () => {
    expect(circuitPolicy).toEqual({
      share: 0.5,
      minimum: 10,
      window: 60_000,
      open: 30_000,
      longest: 300_000,
      callers: 1,
    });
  });

  it('does not count an end that says nothing of the engine', async () => {
    const { attempt } = start();
    for (let count = 0; count < 9; count += 1) expect(await attempt(undefined)).toBe('let through');
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
  it('says when to come back', async () => {
    const { attempts, circuit } = start();
    await attempts('captcha', 'captcha', 'captcha', 'captcha');
    const refusal = { code: 'circuit_open', retryAfter: 30, message: 'The engine failed too often recently' };
    await expect(circuit.admit('alpha')).rejects.toMatchObject(refusal);
    vi.advanceTimersByTime(29_900);
    await expect(circuit.admit('alpha')).rejects.toMatchObject({ code: 'circuit_open', retryAfter: 1 });
  });

  it('is closed by one good attempt, and starts to count anew', async () => {
    const { attempt, attempts, circuit } = start();
    await attempts('captcha', 'captcha', 'captcha', 'captcha');
    vi.advanceTimersByTime(30 * second);
    expect((await circuit.state('alpha')).state).toBe('half_open');
    await attempts('usable');
    expect((await circuit.state('alpha')).state).toBe('closed');
    await attempts('captcha', 'captcha', 'captcha');
    expect(await attempt('captcha')).toBe('let through');
    expect(await attempt('usable')).toBe('circuit_open');
  });

  it('opens for twice as long after each trial that fails, up to a bound', async () => {
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
    expect(await attempt(undefined)).toBe('let through');
    expect((await circuit.state('alpha')).state).toBe('half_open');
    expect(await attempt('usable')).toBe('let through');
    expect((await circuit.state('alpha')).state).toBe('closed');
  });

  it('is tried again when a trial is never heard of', async () => {
    const { attempts, circuit } = start();
    await attempts('captcha', 'captcha', 'captcha', 'captcha');
    vi.advanceTimersByTime(30 * second);
    await circuit.admit('alpha');
    vi.advanceTimersByTime(60 * second);
    await circuit.admit('alpha');
  });
});

describe('what is read ahead', () => {
  const counting = () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = memoryHealthStore();
    const read = vi.spyOn(store, 'read');
    return { read, circuit: createCircuit(store, { ...circuitPolicy, minimum: 2, callers: 2 }) };
  };

  it('spares the attempts of a second a read of their own', async () => {
    const { circuit, read } = counting();
    circuit.foresee('alpha', 'a');
    for (let page = 0; page < 3; page += 1) await circuit.admit('alpha', 'a');
    expect(read).toHaveBeenCalledOnce();
    await circuit.admit('alpha', 'b');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is gone by for a second and no longer', async () => {
    const { circuit, read } = counting();
    circuit.foresee('alpha', 'a');
    vi.advanceTimersByTime(999);
    await circuit.admit('alpha', 'a');
    expect(read).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1);
    await circuit.admit('alpha', 'a');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is kept of a thousand callers, and forgotten of all when one more comes', async () => {
    const { circuit, read } = counting();
    for (let caller = 0; caller < 1_000; caller += 1) circuit.foresee('alpha', `${caller}`);
    await circuit.admit('alpha', '0');
    expect(read).toHaveBeenCalledTimes(1_000);
    circuit.foresee('alpha', 'one more');
    await circuit.admit('alpha', 'one more');
    expect(read).toHaveBeenCalledTimes(1_001);
    await circuit.admit('alpha', '0');
    expect(read).toHaveBeenCalledTimes(1_002);
  });

  it('does not hide a circuit that opens here', async () => {
    const { circuit } = counting();
    for (const caller of ['a', 'a', 'b', 'b']) {
      circuit.foresee('alpha', caller);
      await (await circuit.admit('alpha', caller)).ended(reportOf('captcha')).catch(() => undefined);
      if ((await circuit.state('alpha')).state === 'open') break;
    }
    await expect(circuit.admit('alpha', 'a')).rejects.toMatchObject({ code: 'circuit_open' });
  });
});

describe('a circuit that asks for several callers', () => {
  const several = { callers: 2 };

  it('opens for the one who fails, and for nobody else', async () => {
    const { attempt, circuit } = start(several);
    for (let count = 0; count < 8; count += 1) await attempt('captcha', { caller: 'odd' });
    expect(await attempt('usable', { caller: 'odd' })).toBe('circuit_open');
    const refusal = { ofCaller: true, message: 'The searches of this caller failed too often recently' };
    await expect(circuit.admit('alpha', 'odd')).rejects.toMatchObject(refusal);
    expect(await circuit.state('alpha')).toMatchObject({ state: 'closed', openCallers: 1 });
    expect((await circuit.state('beta')).openCallers).toBe(0);
    expect(await attempt('captcha', { caller: 'other' })).toBe('let through');
  });

  it('counts those with an open circuit, also where another process opened it', async () => {
    const { attempt, circuit, store } = start(several);
    await store.cool('circuit:alpha:odd', { base: 60_000, cap: 60_000 });
    expect((await circuit.state('alpha')).openCallers).toBe(0);
    expect(await attempt('usable', { caller: 'odd' })).toBe('circuit_open');
    expect((await circuit.state('alpha')).openCallers).toBe(1);
    await store.heal('circuit:alpha:odd');
    expect(await attempt('usable', { caller: 'odd' })).toBe('let through');
    expect((await circuit.state('alpha')).openCallers).toBe(0);
  });

  it('opens for all when enough of them fail', async () => {
    const { attempt, circuit } = start(several);
    for (const caller of ['one', 'other', 'one', 'other']) await attempt('captcha', { caller });
    expect((await circuit.state('alpha')).state).toBe('open');
    expect(await attempt('usable', { caller: 'third' })).toBe('circuit_open');
    expect(await attempt('usable')).toBe('circuit_open');
    await expect(circuit.admit('alpha', 'one')).rejects.not.toHaveProperty('ofCaller');
  });

  it('stays closed while most callers are well', async () => {
    const { attempt, circuit } = start({ ...several, share: 0.5 });
    for (const caller of ['a', 'b', 'c', 'd', 'e']) await attempt('usable', { caller });
    for (const caller of ['one', 'other', 'one', 'other', 'one', 'other']) await attempt('captcha', { caller });
    expect((await circuit.state('alpha')).state).toBe('closed');
  });

  it('opens for all when just so large a share of them fails', async () => {
    const { attempt, circuit } = start({ ...several, share: 0.5 });
    for (const caller of ['a', 'b']) await attempt('usable', { caller });
    for (const caller of ['one', 'other', 'one', 'other']) await attempt('captcha', { caller });
    expect((await circuit.state('alpha')).state).toBe('open');
  });

  it('takes a caller for one who fails from that share of his attempts on', async () => {
    const half = start({ ...several, share: 0.5 });
    for (const state of ['usable', 'usable', 'captcha', 'captcha']) {
      for (const caller of ['one', 'other']) await half.attempt(state, { caller });
    }
    expect((await half.circuit.state('alpha')).state).toBe('open');
    const less = start({ ...several, share: 0.5 });
    for (let count = 0; count < 9; count += 1) await less.attempt('usable', { caller: 'mild' });
    await less.attempt('captcha', { caller: 'mild' });
    const passages = await Promise.all(Array.from({ length: 12 }, () => less.circuit.admit('alpha', 'one')));
    for (const passage of passages) await passage.ended(reportOf('captcha'));
    expect((await less.circuit.state('alpha')).state).toBe('closed');
    expect(await less.attempt('usable', { caller: 'one' })).toBe('circuit_open');
  });

  it('counts in favour of a caller what went well', async () => {
    const { attempt } = start({ ...several, share: 0.6 });
    for (let count = 0; count < 5; count += 1) await attempt('usable', { caller: 'odd' });
    for (let count = 0; count < 4; count += 1) await attempt('captcha', { caller: 'odd' });
    expect(await attempt('usable', { caller: 'odd' })).toBe('let through');
  });

  it('leaves the trial of the engine to others when a caller has to wait for his own', async () => {
    const { attempt, circuit } = start(several);
    const passages = await Promise.all(Array.from({ length: 4 }, () => circuit.admit('alpha', 'odd')));
    for (const caller of ['one', 'other', 'one', 'other']) await attempt('captcha', { caller });
    vi.advanceTimersByTime(20 * second);
    for (const passage of passages) await passage.ended(reportOf('captcha'));
    vi.advanceTimersByTime(11 * second);
    expect((await circuit.state('alpha')).state).toBe('half_open');
    expect(await attempt('usable', { caller: 'odd' })).toBe('circuit_open');
    expect(await attempt('usable', { caller: 'other' })).toBe('let through');
    expect((await circuit.state('alpha')).state).toBe('closed');
  });

  it('says whose trial is under way: that of the engine, or his own', async () => {
    const ofEngine = start(several);
    for (const caller of ['one', 'other', 'one', 'other']) await ofEngine.attempt('captcha', { caller });
    vi.advanceTimersByTime(30 * second);
    await ofEngine.circuit.admit('alpha', 'one');
    await expect(ofEngine.circuit.admit('alpha', 'other')).rejects.not.toHaveProperty('ofCaller');
    const ofCaller = start(several);
    for (let count = 0; count < 4; count += 1) await ofCaller.attempt('captcha', { caller: 'odd' });
    vi.advanceTimersByTime(30 * second);
    await ofCaller.circuit.admit('alpha', 'odd');
    await expect(ofCaller.circuit.admit('alpha', 'odd')).rejects.toMatchObject({ ofCaller: true, retryAfter: 1 });
  });

  it('leaves it to them too where the trial of that caller is under way', async () => {
    const { attempt, circuit } = start(several);
    for (let count = 0; count < 4; count += 1) await attempt('captcha', { caller: 'odd' });
    vi.advanceTimersByTime(30 * second);
    await circuit.admit('alpha', 'odd');
    for (const caller of ['one', 'other', 'one', 'other']) await attempt('captcha', { caller });
    vi.advanceTimersByTime(30 * second);
    expect((await circuit.state('alpha')).state).toBe('half_open');
    expect(await attempt('usable', { caller: 'odd' })).toBe('circuit_open');
    expect(await attempt('usable', { caller: 'other' })).toBe('let through');
    expect((await circuit.state('alpha')).state).toBe('closed');
  });

  it('keeps as little of an engine however many callers there are, and opens where they fail', async () => {
    const store = memoryHealthStore();
    const circuit = createCircuit(store, { ...circuitPolicy, ...several });
    const attempt = async (caller: string, state: string) =>
      (await circuit.admit('alpha', caller)).ended(reportOf(state));
    for (let count = 0; count < 5_000; count += 1) await attempt(`caller ${count}`, 'usable');
    const kept = async () => {
      const keys = ['circuit:alpha', 'callers of circuit:alpha', 'circuit:alpha:caller 1', 'circuit:alpha:caller 4999'];
      return (await store.counts(keys, circuitPolicy.window)).map((names) => Object.keys(names).length);
    };
    expect(await kept()).toEqual([1, 0, 0, 0]);
    await attempt('caller 1', 'captcha');
    expect(await kept()).toEqual([3, 65, 2, 0]);
    for (let count = 0; (await circuit.state('alpha')).state === 'closed'; count += 1) {
      await attempt(`caller ${count}`, 'captcha');
      expect(count).toBeLessThanOrEqual(5_000);
    }
    expect((await circuit.state('alpha')).state).toBe('open');
  });

  it('takes nobody for one who fails who never did, though any failure counts', async () => {
    const { attempt, circuit } = start({ ...several, share: 0 });
    for (let count = 0; count < 4; count += 1) await attempt('usable', { caller: 'fine' });
    await attempt('captcha', { caller: 'odd' });
    expect((await circuit.state('alpha')).state).toBe('closed');
    await attempt('captcha', { caller: 'other' });
    expect((await circuit.state('alpha')).state).toBe('open');
  });

  it('takes those without a name for one', async () => {
    const { attempt, circuit } = start(several);
    for (let count = 0; count < 4; count += 1) await attempt('captcha');
    expect((await circuit.state('alpha')).state).toBe('closed');
    expect(await attempt('usable')).toBe('circuit_open');
  });

  it('closes for one after his own trial', async () => {
    const { attempt } = start(several);
    for (let count = 0; count < 4; count += 1) await attempt('captcha', { caller: 'odd' });
    vi.advanceTimersByTime(30 * second);
    expect(await attempt('usable', { caller: 'odd' })).toBe('let through');
    expect(await attempt('usable', { caller: 'odd' })).toBe('let through');
  });
});
