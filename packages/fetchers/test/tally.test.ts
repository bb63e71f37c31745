import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { createCircuit } from '../src/policies/circuit.js';
import { defaultCircuitPolicy } from '../src/policies/circuit-policy.js';
import { areManyCallersFailing, countFailedAddresses, createAttemptCounters } from '../src/policies/tally.js';

const window = 60_000;
const failure = { evidence: 'failed', address: 'direct', addresses: 1 } as const;

/** A tally, and the keys that it writes to the store. */
function startTally(callers: number) {
  const store = memoryHealthStore();
  const [note, count, reset] = [
    vi.spyOn(store, 'bufferCounts'),
    vi.spyOn(store, 'addCounts'),
    vi.spyOn(store, 'reset'),
  ];
  const written = () => [...note.mock.calls, ...count.mock.calls, ...reset.mock.calls].map(([key]) => key);
  return { tally: createAttemptCounters(store, { window, callers }), written };
}

describe('the tally', () => {
  it('counts only for the engine if one caller is enough', async () => {
    const { tally, written } = startTally(1);
    await tally.countPassed('alpha', 'a');
    const { counts, callers, own } = await tally.countFailed('alpha', 'a', failure);
    await tally.reset('circuit:alpha');
    expect(written()).toEqual(['circuit:alpha', 'circuit:alpha', 'circuit:alpha']);
    expect(counts).toMatchObject({ passed: 1, failed: 1 });
    expect([callers, own]).toEqual([{}, {}]);
  });

  it('counts for a caller from its first failure on, including its earlier successes', async () => {
    const { tally, written } = startTally(2);
    await tally.countPassed('alpha', 'a');
    await tally.countPassed('alpha', 'a');
    expect(written()).toEqual(['circuit:alpha', 'circuit:alpha']);
    const first = await tally.countFailed('alpha', 'a', failure);
    expect(first.own).toEqual({ passed: 2, failed: 1 });
    const second = await tally.countFailed('alpha', 'a', failure);
    expect(second.own).toEqual({ passed: 2, failed: 2 });
    await tally.reset('circuit:alpha');
    expect(written().slice(-2)).toEqual(['circuit:alpha', 'callers of circuit:alpha']);
    expect((await tally.countFailed('alpha', 'b', failure)).callers).toEqual({
      [`failed ${'b'.charCodeAt(0) % 64}`]: 1,
    });
  });

  it('counts no failure of a caller for an address that was refused or has never worked', async () => {
    const { tally } = startTally(2);
    await tally.countFailed('alpha', 'a', { ...failure, evidence: 'refused' });
    const { counts, callers, own } = await tally.countFailed('alpha', 'a', { ...failure, evidence: 'unsure' });
    expect(counts).toMatchObject({ refused: 1, unsure: 1 });
    expect([callers, own]).toEqual([{}, {}]);
  });

  it('counts distinct addresses', async () => {
    const { tally } = startTally(1);
    let counts = {};
    for (const address of ['ab', 'ba', 'ab'])
      ({ counts } = await tally.countFailed('alpha', 'a', { ...failure, address }));
    expect(countFailedAddresses(counts)).toBe(2);
    expect(countFailedAddresses({ failed: 3, 'at 1': 1, 'what 2': 1 })).toBe(1);
  });
});

describe('areManyCallersFailing', () => {
  const policy = { share: 0.5, callers: 2 };
  it.each([
    [{}, false],
    [{ 'failed 1': 1 }, false],
    [{ 'failed 1': 1, 'failed 2': 1 }, true],
    [{ 'failed 1': 1, 'passed 1': 2, 'failed 2': 1 }, false], // the first caller succeeds too often
    [{ 'failed 1': 1, 'passed 1': 1, 'failed 2': 1 }, true],
    [{ 'failed 1': 1, 'failed 2': 1, 'passed 3': 1, 'passed 4': 1 }, true], // half of them
    [{ 'failed 1': 1, 'failed 2': 1, 'passed 3': 1, 'passed 4': 1, 'passed 5': 1 }, false],
    [{ 'failed 1': 1, 'failed 2': 1, 'not failed 3': 1, 'not passed 4': 1, 'not passed 5': 1 }, true],
  ])('%j: %s', (counts, expected) => {
    expect(areManyCallersFailing(counts, policy)).toBe(expected);
  });
});

it('counts the successes of a caller in another process that has had a failure too', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const store = memoryHealthStore();
  const policy = { ...defaultCircuitPolicy, callers: 2, minimum: 4, share: 0.6 };
  const [one, other] = [createCircuit(store, policy), createCircuit(store, policy)];
  const attempt = async (circuit: typeof one, state: string) =>
    (await circuit.admit('alpha', 'failing')).ended({
      ...{ evidence: state === 'usable' ? ('passed' as const) : ('failed' as const), address: 'direct', addresses: 1 },
    });
  for (let count = 0; count < 8; count += 1) await attempt(one, 'usable');
  for (const circuit of [one, other, other, other, other, other]) await attempt(circuit, 'captcha');
  await other.admit('alpha', 'failing');
  vi.advanceTimersByTime(2 * policy.window);
  for (let count = 0; count < 4; count += 1) await attempt(other, 'captcha');
  await expect(other.admit('alpha', 'failing')).rejects.toMatchObject({ code: 'circuit_open' });
});
