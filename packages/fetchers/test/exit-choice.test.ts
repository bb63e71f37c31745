import { describe, expect, it } from 'vitest';
import {
  chooseExit,
  countEngineRequests,
  createDemandMeter,
  type ExitCandidate,
  mismatchCost,
  paceAfterBlock,
  raisedPaceAfterSuccess,
} from '../src/policies/exit-choice.js';
import { createExitTrialBudget } from '../src/session-pool/limits.js';

const fresh: ExitCandidate = {
  ...{ tier: 0, isRotating: false, used: 0, passed: 0, failed: 0, active: 0, lastChosen: 0, isProven: true },
};

/** The index of the chosen candidate; every random number is 0.5, so that costs are their means. */
function choice(
  candidates: readonly Partial<ExitCandidate>[],
  needs: { failedTier?: number; isDemandHigh?: boolean } = {},
) {
  const all = candidates.map((candidate, index) => ({ ...fresh, ...candidate, index }));
  return chooseExit(all, { isDemandHigh: false, ...needs }, () => 0.5)?.index;
}

describe('chooseExit', () => {
  it('returns undefined without candidates', () => {
    expect(choice([])).toBeUndefined();
  });

  it('prefers the exit with the fewest failures, and an unused one to one that has failed', () => {
    expect(
      choice([
        { passed: 10, failed: 5 },
        { passed: 10, failed: 1 },
      ]),
    ).toBe(1);
    expect(choice([{ passed: 0, failed: 1 }, {}])).toBe(1);
  });

  it('prefers the least used exit if no pace is known', () => {
    expect(choice([{ used: 9 }, { used: 3 }, { used: 5 }])).toBe(1);
  });

  it('prefers the most used exit while paces are explored', () => {
    const exits = [
      { used: 9, passed: 9 },
      { used: 3, passed: 9 },
      { used: 5, passed: 9 },
    ];
    expect(choice(exits, { isDemandHigh: true })).toBe(0);
    expect(choice(exits, { isDemandHigh: true, failedTier: 0 })).toBe(1);
  });

  it('prefers an exit within its pace to one that may be near its pace', () => {
    expect(choice([{ used: 20 }, { used: 5, pace: 20 }])).toBe(1);
    expect(
      choice([
        { used: 15, pace: 20 },
        { used: 5, pace: 20 },
      ]),
    ).toBe(1);
  });

  it('estimates an unknown pace from the paces of the same tier', () => {
    const known = { used: 19, pace: 20, failed: 9 };
    expect(
      choice([
        { ...known, tier: 1 },
        { used: 4, tier: 1 },
        { used: 30, tier: 0 },
      ]),
    ).toBe(2);
    expect(
      choice([
        { ...known, tier: 0 },
        { used: 4, tier: 1 },
        { used: 30, tier: 0 },
      ]),
    ).toBe(1);
  });

  it('assumes no pace for a gateway', () => {
    expect(choice([{ used: 500, isRotating: true }, { used: 1 }])).toBe(0);
  });

  it('prefers a cheaper exit to an expensive one with as few failures, but not to one with fewer', () => {
    expect(choice([{ tier: 1 }, { tier: 0 }])).toBe(1);
    expect(
      choice([
        { tier: 1, passed: 20 },
        { tier: 0, passed: 20, failed: 10 },
      ]),
    ).toBe(0);
  });

  it('gives tiers less weight under high demand', () => {
    const exits = [
      { tier: 1, passed: 10, used: 100 },
      { tier: 0, passed: 10, used: 10 },
    ];
    expect(choice(exits)).toBe(1);
    expect(choice(exits, { isDemandHigh: true })).toBe(0);
  });

  it('prefers a more expensive or proven exit for a retry', () => {
    expect(choice([{ tier: 0 }, { tier: 1 }], { failedTier: 0 })).toBe(1);
    expect(choice([{ isProven: false }, { isProven: true, used: 50 }], { failedTier: 0 })).toBe(1);
    expect(choice([{ isProven: false }, { isProven: true, used: 50 }])).toBe(0);
  });

  it('prefers the least busy of equal exits, then the one that was chosen longest ago', () => {
    expect(choice([{ active: 2 }, { active: 1, lastChosen: 9 }, { active: 1, lastChosen: 4 }])).toBe(2);
    expect(
      choice([
        { active: 1, lastChosen: 1 },
        { active: 0, lastChosen: 9 },
      ]),
    ).toBe(1);
  });

  it('prefers the same tier for a retry if a more expensive exit is likelier to be banned', () => {
    expect(choice([{ tier: 0 }, { tier: 1, used: 1_000 }], { failedTier: 0 })).toBe(0);
  });

  it('uses the mean of the paces of a tier', () => {
    const known = { used: 19, pace: 20, failed: 9 };
    expect(choice([known, known, { used: 4, tier: 1 }, { used: 12 }])).toBe(2);
    expect(choice([known, known, { used: 4, tier: 1 }, { used: 8 }])).toBe(3);
  });

  it('gives an exit with few attempts a wider range of costs', () => {
    const little = { ...fresh, passed: 1, failed: 1 };
    const much = { ...fresh, passed: 50, failed: 50 };
    const drawn = (random: number) => chooseExit([little, much], { isDemandHigh: false }, () => random);
    expect(drawn(1)).toBe(much);
    expect(drawn(0)).toBe(little);
  });

  it('sometimes chooses an exit that has failed, less often the more it has failed', () => {
    const candidates = [
      { ...fresh, passed: 30, failed: 3, index: 0 },
      { ...fresh, passed: 30, failed: 6, index: 1 },
    ];
    const draws = { 0: 0, 1: 0 };
    for (let count = 0; count < 2_000; count += 1) {
      draws[chooseExit(candidates, { isDemandHigh: false }, Math.random)!.index as 0 | 1] += 1;
    }
    expect(draws[1]).toBeGreaterThan(20);
    expect(draws[0]).toBeGreaterThan(2 * draws[1]);
  });
});

it.each([
  [{ hasJustFailed: false, country: 'at' }, 'at', 0],
  [{ hasJustFailed: false }, 'at', 1],
  [{ hasJustFailed: false, country: 'de' }, 'at', 2],
  [{ hasJustFailed: true, country: 'at' }, 'at', 10],
  [{ hasJustFailed: true, country: 'de' }, 'at', 12],
  [{ hasJustFailed: false, country: 'de' }, undefined, 0],
])('an exit %o fits a search in %s with rank %i', (exit, country, rank) => {
  expect(mismatchCost(exit, { country })).toBe(rank);
});

describe('a pace', () => {
  it('is the number of successes before a block, the lowest of several', () => {
    expect([paceAfterBlock(12, undefined), paceAfterBlock(9, 12), paceAfterBlock(14, 12)]).toEqual([12, 9, 12]);
    expect([paceAfterBlock(1, undefined), paceAfterBlock(0, undefined), paceAfterBlock(0, 5)]).toEqual([
      1,
      undefined,
      undefined,
    ]);
  });

  it('is raised by a higher number of successes', () => {
    expect([
      raisedPaceAfterSuccess(13, 12),
      raisedPaceAfterSuccess(12, 12),
      raisedPaceAfterSuccess(13, undefined),
    ]).toEqual([13, undefined, undefined]);
  });

  it('is measured in requests that reached the engine', () => {
    expect([
      countEngineRequests({ passed: 3, failed: 2, unreached: 9 }),
      countEngineRequests({}),
      countEngineRequests({ failed: 1 }),
    ]).toEqual([5, 0, 1]);
  });
});

it('demand is high above eight requests an hour through each exit', () => {
  let now = 0;
  const demand = createDemandMeter(() => now);
  for (let count = 0; count < 8; count += 1) demand.add();
  expect([demand.isDemandHigh(6), demand.isDemandHigh(5), demand.isDemandHigh(0)]).toEqual([false, true, true]);
  now = 10 * 60_000 - 1;
  expect(demand.isDemandHigh(5)).toBe(true);
  now += 1;
  expect(demand.isDemandHigh(5)).toBe(false);
});

describe('the budget of trials', () => {
  const takeAll = (budget: ReturnType<typeof createExitTrialBudget>) => {
    let taken = 0;
    while (taken < 50 && budget.take()) taken += 1;
    return taken;
  };

  it('is five, then three for 200 attempts, and never more than five', () => {
    const budget = createExitTrialBudget();
    expect(takeAll(budget)).toBe(5);
    for (let count = 0; count < 201; count += 1) budget.add();
    expect(takeAll(budget)).toBe(3);
    for (let count = 0; count < 5_000; count += 1) budget.add();
    expect(takeAll(budget)).toBe(5);
  });

  it('grows by two for each successful trial, up to five', () => {
    const budget = createExitTrialBudget();
    takeAll(budget);
    budget.giveBack();
    expect(takeAll(budget)).toBe(2);
    for (let count = 0; count < 4; count += 1) budget.giveBack();
    expect(takeAll(budget)).toBe(5);
  });
});
