import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { createCircuit } from '../src/policies/circuit.js';
import { type CircuitPolicy, defaultCircuitPolicy } from '../src/policies/circuit-policy.js';
import type { CircuitReport } from '../src/policies/tally.js';

type Evidence = CircuitReport['evidence'];

/** A circuit with attempts through several addresses; it opens after 18 failures that are 80 % of all attempts. */
function start(addresses = Number.POSITIVE_INFINITY, policy: Partial<CircuitPolicy> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const circuit = createCircuit(memoryHealthStore(), { ...defaultCircuitPolicy, ...policy });
  let made = 0;
  const report = async (evidence: Evidence, { caller, address }: { caller?: string; address?: string } = {}) => {
    const admitted = await circuit.admit('alpha', caller);
    made += 1;
    await admitted.ended({ evidence, address: address ?? `session-${made}`, addresses });
  };
  const reports = async (count: number, evidence: Evidence, from?: { caller?: string; address?: string }) => {
    for (let index = 0; index < count; index += 1) await report(evidence, from);
  };
  const state = () => circuit.state('alpha');
  return { reports, state };
}

/** Seconds for which a circuit stays open before each of several trials with the same result. */
async function waitsOf(trials: number, evidence: Evidence, { reports, state }: ReturnType<typeof start>) {
  const waits: number[] = [];
  for (let trial = 0; trial < trials; trial += 1) {
    const { openFor } = await state();
    waits.push(openFor / 1_000);
    vi.advanceTimersByTime(openFor);
    await reports(1, evidence);
  }
  return waits;
}

describe('a circuit of several addresses opens', () => {
  it.each<[number, number, 'refused' | 'unsure', string]>([
    [18, 4, 'refused', 'open'],
    [18, 5, 'refused', 'closed'],
    [17, 0, 'refused', 'closed'],
    [20, 5, 'refused', 'open'],
    [18, 4, 'unsure', 'open'],
    [18, 5, 'unsure', 'closed'],
    [17, 1, 'unsure', 'closed'],
  ])('after %i failures and %i successes, %s: %s', async (failures, passed, evidence, state) => {
    const { reports, state: now } = start();
    await reports(passed, 'passed');
    await reports(failures, evidence);
    expect((await now()).state).toBe(state);
  });

  it('after ten failures of exits that have never worked, without any success', async () => {
    const { reports, state } = start();
    await reports(9, 'unsure');
    expect((await state()).state).toBe('closed');
    await reports(1, 'unsure');
    expect((await state()).state).toBe('open');
  });

  it('after failures, refusals and unsure failures together', async () => {
    const { reports, state } = start();
    await reports(4, 'passed');
    await reports(3, 'failed');
    await reports(7, 'refused');
    await reports(7, 'unsure');
    expect((await state()).state).toBe('closed');
    await reports(1, 'unsure');
    expect((await state()).state).toBe('open');
  });

  it('only if three addresses fail, or all if there are fewer', async () => {
    const many = start(20);
    await many.reports(15, 'refused', { address: 'proxy-1' });
    await many.reports(15, 'refused', { address: 'proxy-2' });
    expect((await many.state()).state).toBe('closed');
    await many.reports(1, 'refused', { address: 'proxy-3' });
    expect((await many.state()).state).toBe('open');
    const two = start(2);
    await two.reports(10, 'refused', { address: 'proxy-1' });
    await two.reports(8, 'refused', { address: 'proxy-2' });
    expect((await two.state()).state).toBe('open');
  });

  it('not after the failures of one caller, but after refusals', async () => {
    const { reports, state } = start(undefined, { callers: 2 });
    await reports(9, 'failed', { caller: 'one' });
    await reports(17, 'refused', { caller: 'one' });
    expect((await state()).state).toBe('closed');
    await reports(1, 'refused', { caller: 'one' });
    expect((await state()).state).toBe('open');
  });
});

describe('an open circuit of several addresses', () => {
  const opened = async () => {
    const circuit = start();
    await circuit.reports(18, 'refused');
    return circuit;
  };

  it('doubles its time only once after trials that are evidence against one address', async () => {
    const circuit = await opened();
    expect(await waitsOf(4, 'refused', circuit)).toEqual([30, 60, 60, 60]);
  });

  it('doubles its time after every failed trial if there is a single address', async () => {
    const circuit = start(1);
    await circuit.reports(10, 'refused'); // which count as failures of the engine if there is no other address
    expect(await waitsOf(4, 'refused', circuit)).toEqual([30, 60, 120, 240]);
  });

  it('doubles its time after every trial that failed at the engine', async () => {
    const circuit = await opened();
    expect(await waitsOf(5, 'failed', circuit)).toEqual([30, 60, 120, 240, 300]);
  });

  it('opens again after fewer failures if only its trial succeeded', async () => {
    const { reports, state } = await opened();
    vi.advanceTimersByTime((await state()).openFor);
    await reports(1, 'passed');
    expect((await state()).state).toBe('closed');
    await reports(5, 'refused');
    expect((await state()).state).toBe('closed');
    await reports(1, 'refused');
    expect((await state()).state).toBe('open');
  });

  it('stays closed if other attempts succeed too', async () => {
    const { reports, state } = await opened();
    vi.advanceTimersByTime((await state()).openFor);
    await reports(5, 'passed');
    await reports(6, 'refused');
    expect((await state()).state).toBe('closed');
  });
});
