import { expect, test } from 'vitest';
import { fitModel } from '../src/model.mjs';

/** A run whose CPU times are `main`, and its other figures proportional to it or constant. */
function runOf(bytes, main, more = {}) {
  return {
    ...{ bytes, main, helper: main / 2, serial: main * 1.1, caller: 1, engine: 1, pace: 1 },
    ...{ down: bytes / 4, up: 700, answer: 2_000, pages: 1, handshakes: 0.1, redis: { time: 0.5, shares: [1] } },
    ...more,
  };
}

/** The cost of parsing is a line on each side of a million characters. */
const mainOf = (bytes) => (bytes < 1_031_913 ? 4 + bytes / 50_000 : 2 + bytes / 80_000);
const sizes = [80_000, 280_000, 560_000, 1_000_000, 1_100_000, 2_000_000].map((bytes) => runOf(bytes, mainOf(bytes)));
const [small] = sizes;
const withRedis = (main, time) => runOf(small.bytes, small.main + main, { redis: { time, shares: [0.5, 0.3, 0.2] } });
const few = { time: 1, pace: 1, rate: 10, exits: 4, redis: { time: 1 } };
const measured = {
  ...{ sizes, idle: { micros: 1_000 }, exits: { few, many: { ...few, exits: 400 } } },
  ...{ alone: withRedis(-0.6, 0), two: withRedis(0.4, 1), cluster: withRedis(0.7, 1.25) },
  pairs: [280_000, 560_000].map((bytes, index) => runOf(bytes, mainOf(bytes) * (1.1 + index / 10), { processes: 2 })),
};

test('the cost of a page depends on the side of the heap limit on which its size is', () => {
  const { costOf } = fitModel(measured);
  for (const bytes of [20_000, 150_000, 800_000, 1_030_000, 1_040_000, 1_500_000, 4_000_000])
    expect([bytes, costOf(bytes, 1, 1).main]).toEqual([bytes, expect.closeTo(mainOf(bytes), 6)]);
  expect(costOf(1_040_000, 1, 1).main).toBeLessThan(costOf(1_030_000, 1, 1).main);
});

test('a single inexact size changes the cost of other sizes by less than its own error', () => {
  const inexact = sizes.map((run) => (run.bytes === 280_000 ? { ...run, main: run.main * 1.15 } : run));
  const { costOf } = fitModel({ ...measured, sizes: inexact });
  for (const bytes of [80_000, 150_000, 420_000, 800_000])
    expect(Math.abs(costOf(bytes, 1, 1).main / mainOf(bytes) - 1)).toBeLessThan(0.08);
});

test.for([
  [0, -0.6, 0],
  [1, 0, 0.5],
  [2, 0.4, 1],
  [3, 0.7, 1.25],
  [33, 0.7, 1.25],
])('with %i Redis masters a search costs %f ms more, and %f ms in Redis', ([masters, more, time]) => {
  const cost = fitModel(measured).costOf(560_000, masters, 1);
  expect([cost.main - mainOf(560_000), cost.redis]).toEqual([expect.closeTo(more, 6), expect.closeTo(time, 6)]);
});

test('Redis makes no search cheaper, even if a measurement says so', () => {
  const cheaper = { ...measured, alone: withRedis(0.5, 0), two: withRedis(-0.5, 1) };
  const { costOf } = fitModel(cheaper);
  for (const masters of [0, 1, 2]) expect(costOf(560_000, masters, 1).main).toBeCloseTo(mainOf(560_000), 6);
});

test('two busy processes cost as much more as the measured ones did in the mean', () => {
  const { costOf } = fitModel(measured);
  expect(costOf(420_000, 1, 2).main / costOf(420_000, 1, 1).main).toBeCloseTo(1.15, 6);
});
