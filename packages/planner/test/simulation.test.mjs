import { describe, expect, test } from 'vitest';
import { createCalendar, createServers, seeded } from '../src/events.mjs';
import { isQuiet, measured, planned, simulated } from '../src/plans.mjs';
import { simulate } from '../src/simulate.mjs';

if (!isQuiet) console.warn('SKIPPED: measured.json is of a busy machine; run plan:measure on a quiet one');

describe.each(measured.checks)('$processes process(es), $callers callers', (check) => {
  test.skipIf(!isQuiet)('the simulation is within 15 % of what was measured', () => {
    expect(Math.abs(simulated(check).rate / check.rate - 1)).toBeLessThan(0.15);
  });
});

const one = { machines: 1, cores: 1, processes: 1, cost: { main: 10, helper: 0 }, engineDelay: 0 };

test('the same seed has the same outcome, another one another', () => {
  const outcomes = [1, 1, 2].map((seed) => simulate({ ...one, callers: 3, seed }));
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(outcomes[2].p99).not.toBe(outcomes[0].p99);
});

test('a busy core does as much as it can, and a second one only what a second process asks of it', () => {
  expect(simulate({ ...one, callers: 4 }).rate).toBeCloseTo(100, -1);
  expect(simulate({ ...one, cores: 2, callers: 4 }).rate).toBeCloseTo(100, -1);
  expect(simulate({ ...one, cores: 2, processes: 2, callers: 4 }).rate).toBeCloseTo(200, -1);
  expect(simulate({ ...one, speed: 0.5, callers: 4 }).rate).toBeCloseTo(50, -1);
});

test('few callers wait for the engine, not for the core', () => {
  const { rate, cores } = simulate({ ...one, callers: 1, engineDelay: 90 });
  expect(rate).toBeCloseTo(10, 0);
  expect(cores).toBeCloseTo(0.1, 1);
});

test('searches that come at a rate are done at that rate, unless it is too high', () => {
  expect(simulate({ ...one, rate: 50, seconds: 60 }).rate).toBeCloseTo(50, -1);
  expect(simulate({ ...one, rate: 500 }).rate).toBeLessThan(105);
});

test('one Redis is the limit of many machines', () => {
  const redis = { operations: 10, time: 1, delay: 0 };
  const { rate, redis: busy } = simulate({ ...one, machines: 5, callers: 10, redis });
  expect(rate).toBeCloseTo(100, -1);
  expect(busy).toBeGreaterThan(0.95);
});

test('ten machines do ten times as much as one', () => {
  const [single, ten] = [planned(1, { seconds: 5 }), planned(10, { seconds: 5 })];
  expect(ten.rate / single.rate).toBeCloseTo(10, 0);
});

test('events happen in their order, those of one time as they were made', () => {
  const calendar = createCalendar();
  const order = [];
  for (const delay of [3, 1, 2, 1]) calendar.after(delay, () => order.push(`${delay} at ${calendar.now()}`));
  calendar.after(9, () => order.push('late'));
  calendar.runUntil(5);
  expect(order).toEqual(['1 at 1', '1 at 1', '2 at 2', '3 at 3']);
});

test('servers serve in order, so many at once', () => {
  const calendar = createCalendar();
  const servers = createServers(calendar, 2);
  const ends = [];
  for (const time of [5, 3, 4]) servers.serve(time, () => ends.push([time, calendar.now()]));
  calendar.runUntil(20);
  expect([ends, servers.served()]).toEqual([
    [
      [3, 3],
      [5, 5],
      [4, 7],
    ],
    12,
  ]);
  expect(seeded(1)()).toBe(seeded(1)());
});
