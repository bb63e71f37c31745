import { expect, test } from 'vitest';
import { learn } from '../src/model.mjs';
import { measured } from '../src/plans.mjs';
import { mostWrong } from '../src/tables.mjs';

test('costs of a size between two that were measured lie between theirs', () => {
  const { costOf } = learn(measured);
  const [small, middle, large] = [100_000, 400_000, 900_000].map((bytes) => costOf(bytes, 1));
  for (const name of ['main', 'down']) {
    expect(middle[name]).toBeGreaterThan(small[name]);
    expect(middle[name]).toBeLessThan(large[name]);
  }
  expect(costOf(400_000, 0).main).toBeLessThanOrEqual(middle.main);
  expect([costOf(400_000, 0).redis, middle.redis > 0]).toEqual([0, true]);
});

test('a prediction that is wrong is told', () => {
  const found = { cpu: 10, rate: 100, redis: 0 };
  expect(mostWrong({ cpu: 10, rate: 100, redis: 3 }, found)).toBe(0); // of nothing there is no share
  expect(mostWrong({ cpu: 12, rate: 99, redis: 0 }, found)).toBeCloseTo(0.2);
});
