import { expect, test } from 'vitest';
import { bestPaceOf, convertToPace, fitModel } from '../src/model.mjs';
import { measured } from '../src/plans.mjs';
import { createPredictions } from '../src/predictions.mjs';
import { maxPredictionError } from '../src/tables.mjs';

test('the cost of a page size between two measured ones is between their costs', () => {
  const { costOf } = fitModel(measured);
  const [small, middle, large] = [100_000, 400_000, 900_000].map((bytes) => costOf(bytes, 1));
  for (const name of ['main', 'down']) {
    expect(middle[name]).toBeGreaterThan(small[name]);
    expect(middle[name]).toBeLessThan(large[name]);
  }
  expect(costOf(400_000, 0).main).toBeLessThanOrEqual(middle.main);
  expect([costOf(400_000, 0).redis, middle.redis > 0]).toEqual([0, true]);
});

test('maxPredictionError returns the largest relative error', () => {
  const found = { cpu: 10, rate: 100, redis: 0 };
  expect(maxPredictionError({ cpu: 10, rate: 100, redis: 3 }, found)).toBe(0); // a measured value of zero has no relative error
  expect(maxPredictionError({ cpu: 12, rate: 99, redis: 0 }, found)).toBeCloseTo(0.2);
});

test('a run at another pace has the same result once converted, and values independent of the processor are not converted', () => {
  const { observed } = createPredictions(measured);
  const run = { ...measured.sizes[1], others: 0 };
  const slow = convertToPace(run, 2 * run.pace);
  for (const of of [({ main }) => main, ({ redis }) => redis.time]) {
    expect(of(slow) / of(run)).toBeGreaterThan(1.5);
    expect(of(slow) / of(run)).toBeLessThan(2);
  }
  expect(slow.down).toBe(run.down);
  const [found, same] = [observed(slow), observed(run)];
  expect(Object.keys(found)).toEqual(Object.keys(same));
  for (const [name, value] of Object.entries(same))
    expect([name, found[name]]).toEqual([name, expect.closeTo(value, 6)]);
});

test('searches per second are predicted for the pace of a run', () => {
  const { predict } = createPredictions(measured);
  const run = { bytes: 560_000, masters: 1, processes: 2, callers: 48, others: 0, pace: bestPaceOf(measured) };
  const [idle, slow] = [predict(run), predict({ ...run, pace: 2 * run.pace })];
  expect(slow.rate / idle.rate).toBeGreaterThan(0.5);
  expect(slow.rate / idle.rate).toBeLessThan(0.67);
  expect(slow.cpu).toBe(idle.cpu);
});

test('searches per second are not compared if other processes used the machine', () => {
  const { observed } = createPredictions(measured);
  expect(observed({ ...measured.sizes[1], others: 0.09 })).toHaveProperty('rate');
  expect(observed({ ...measured.sizes[1], others: 0.11 })).not.toHaveProperty('rate');
});
