import { expect, it } from 'vitest';
import { createOpenCallerCircuits } from '../src/policies/tally.js';

it('counts the callers with an open circuit, separately for each engine', () => {
  const circuits = createOpenCallerCircuits(() => 0);
  expect(circuits.count('alpha')).toBe(0);
  circuits.record('alpha', 'a', 10);
  circuits.record('alpha', 'b', 10);
  circuits.record('alpha', 'b', 20);
  circuits.record('beta', 'a', 10);
  expect([circuits.count('alpha'), circuits.count('beta'), circuits.count('gamma')]).toEqual([2, 1, 0]);
});

it('does not count a circuit that has closed or expired', () => {
  let now = 0;
  const circuits = createOpenCallerCircuits(() => now);
  circuits.record('alpha', 'a', 10);
  circuits.record('alpha', 'b', 20);
  circuits.record('alpha', 'c', 20);
  circuits.record('alpha', 'c', 0);
  expect(circuits.count('alpha')).toBe(2);
  now = 10;
  expect(circuits.count('alpha')).toBe(1);
  now = 20;
  expect(circuits.count('alpha')).toBe(0);
});

it('keeps at most 10,000 callers, and drops those that have expired', () => {
  let now = 0;
  const circuits = createOpenCallerCircuits(() => now);
  for (let caller = 0; caller <= 10_000; caller += 1) circuits.record('alpha', `${caller}`, 10);
  expect(circuits.count('alpha')).toBe(10_000);
  now = 10;
  circuits.record('alpha', 'late', 10);
  expect(circuits.count('alpha')).toBe(1);
});
