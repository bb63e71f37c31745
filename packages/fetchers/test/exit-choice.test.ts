import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  chooseExit,
  createDemand,
  learnedPace,
  raisedPace,
  rankOf,
  usedOf,
} from '../src/policies/exit-choice.js';
import { createTrialBudget } from '../src/session-pool/limits.js';

const fresh: Candidate = {
  ...{ tier: 0, isRotating: false, used: 0, passed: 0, failed: 0, active: 0, lastChosen: 0, isProven: true },
};

/** The number of the candidate that is chosen; every draw is the middle one, so that costs are their means. */
function choice(candidates: readonly Partial<Candidate>[], needs: { failedTier?: number; isPressing?: boolean } = {}) {
  const all = candidates.map((candidate, index) => ({ ...fresh, ...candidate, index }));
  return chooseExit(all, { isPressing: false, ...needs }, () => 0.5)?.index;
}

describe('of exits that may be used', () => {
  it('none is chosen where there is none', () => {
    expect(choice([])).toBeUndefined();
  });

  it('the one that fails least is chosen, and one that was not used before one that failed', () => {
    expect(
      choice([
        { passed: 10, failed: 5 },
        { passed: 10, failed: 1 },
      ]),
    ).toBe(1);
    expect(choice([{ passed: 0, failed: 1 }, {}])).toBe(1);
  });

  it('the one that was used least is chosen where no pace is known', () => {
    expect(choice([{ used: 9 }, { used: 3 }, { used: 5 }])).toBe(1);
  });

  it('the one that was used most is used on where their pace has to be found out', () => {
    const exits = [
      { used: 9, passed: 9 },
      { used: 3, passed: 9 },
      { used: 5, passed: 9 },
    ];
    expect(choice(exits, { isPressing: true })).toBe(0);
    expect(choice(exits, { isPressing: true, failedTier: 0 })).toBe(1);
  });

  it('one within its pace goes before one whose pace may be near', () => {
    expect(choice([{ used: 20 }, { used: 5, pace: 20 }])).toBe(1);
    expect(
      choice([
        { used: 15, pace: 20 },
        { used: 5, pace: 20 },
      ]),
    ).toBe(1);
  });

  it('the paces of its own tier say what one bears of which none is known', () => {
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

  it('a gateway has no pace', () => {
    expect(choice([{ used: 500, isRotating: true }, { used: 1 }])).toBe(0);
  });

  it('a cheap one goes before a dear one that fails as seldom, and not before one that fails less', () => {
    expect(choice([{ tier: 1 }, { tier: 0 }])).toBe(1);
    expect(
      choice([
        { tier: 1, passed: 20 },
        { tier: 0, passed: 20, failed: 10 },
      ]),
    ).toBe(0);
  });

  it('tiers count for less where all are needed', () => {
    const exits = [
      { tier: 1, passed: 10, used: 100 },
      { tier: 0, passed: 10, used: 10 },
    ];
    expect(choice(exits)).toBe(1);
    expect(choice(exits, { isPressing: true })).toBe(0);
  });

  it('a further attempt goes through a dearer one, and one that is known to work', () => {
    expect(choice([{ tier: 0 }, { tier: 1 }], { failedTier: 0 })).toBe(1);
    expect(choice([{ isProven: false }, { isProven: true, used: 50 }], { failedTier: 0 })).toBe(1);
    expect(choice([{ isProven: false }, { isProven: true, used: 50 }])).toBe(0);
  });

  it('of equals the least busy one is chosen, then the one that was chosen longest ago', () => {
    expect(choice([{ active: 2 }, { active: 1, lastChosen: 9 }, { active: 1, lastChosen: 4 }])).toBe(2);
    expect(
      choice([
        { active: 1, lastChosen: 1 },
        { active: 0, lastChosen: 9 },
      ]),
    ).toBe(1);
  });

  it('a further attempt goes through one as cheap, where a dearer one is likelier to be banned', () => {
    expect(choice([{ tier: 0 }, { tier: 1, used: 1_000 }], { failedTier: 0 })).toBe(0);
  });

  it('the mean of the paces of a tier counts', () => {
    const known = { used: 19, pace: 20, failed: 9 };
    expect(choice([known, known, { used: 4, tier: 1 }, { used: 12 }])).toBe(2);
    expect(choice([known, known, { used: 4, tier: 1 }, { used: 8 }])).toBe(3);
  });

  it('one of which little is known may be better or worse than one of which much is', () => {
    const little = { ...fresh, passed: 1, failed: 1 };
    const much = { ...fresh, passed: 50, failed: 50 };
    const drawn = (random: number) => chooseExit([little, much], { isPressing: false }, () => random);
    expect(drawn(1)).toBe(much);
    expect(drawn(0)).toBe(little);
  });

  it('one that failed is drawn again from time to time, the seldomer the more it failed', () => {
    const candidates = [
      { ...fresh, passed: 30, failed: 3, index: 0 },
      { ...fresh, passed: 30, failed: 6, index: 1 },
    ];
    const draws = { 0: 0, 1: 0 };
    for (let count = 0; count < 2_000; count += 1) {
      draws[chooseExit(candidates, { isPressing: false }, Math.random)!.index as 0 | 1] += 1;
    }
    expect(draws[1]).toBeGreaterThan(20);
    expect(draws[0]).toBeGreaterThan(2 * draws[1]);
  });
});

it.each([
  [{ isLeft: false, country: 'at' }, 'at', 0],
  [{ isLeft: false }, 'at', 1],
  [{ isLeft: false, country: 'de' }, 'at', 2],
  [{ isLeft: true, country: 'at' }, 'at', 10],
  [{ isLeft: true, country: 'de' }, 'at', 12],
  [{ isLeft: false, country: 'de' }, undefined, 0],
])('an exit %o fits a search in %s with rank %i', (exit, country, rank) => {
  expect(rankOf(exit, { country })).toBe(rank);
});

describe('a pace', () => {
  it('is what went well before a block, the least of several', () => {
    expect([learnedPace(12, undefined), learnedPace(9, 12), learnedPace(14, 12)]).toEqual([12, 9, 12]);
    expect([learnedPace(1, undefined), learnedPace(0, undefined), learnedPace(0, 5)]).toEqual([
      1,
      undefined,
      undefined,
    ]);
  });

  it('is raised by what was more and went well', () => {
    expect([raisedPace(13, 12), raisedPace(12, 12), raisedPace(13, undefined)]).toEqual([13, undefined, undefined]);
  });

  it('is measured by requests that the engine has seen', () => {
    expect([usedOf({ passed: 3, failed: 2, unreached: 9 }), usedOf({}), usedOf({ failed: 1 })]).toEqual([5, 0, 1]);
  });
});

it('an engine presses when it is asked more than eight times an hour through each exit', () => {
  let now = 0;
  const demand = createDemand(() => now);
  for (let count = 0; count < 8; count += 1) demand.add();
  expect([demand.isPressing(6), demand.isPressing(5), demand.isPressing(0)]).toEqual([false, true, true]);
  now = 10 * 60_000 - 1;
  expect(demand.isPressing(5)).toBe(true);
  now += 1;
  expect(demand.isPressing(5)).toBe(false);
});

describe('trials of exits that failed', () => {
  const takeAll = (budget: ReturnType<typeof createTrialBudget>) => {
    let taken = 0;
    while (taken < 50 && budget.take()) taken += 1;
    return taken;
  };

  it('are five, then three for 200 attempts, and never more than five', () => {
    const budget = createTrialBudget();
    expect(takeAll(budget)).toBe(5);
    for (let count = 0; count < 201; count += 1) budget.add();
    expect(takeAll(budget)).toBe(3);
    for (let count = 0; count < 5_000; count += 1) budget.add();
    expect(takeAll(budget)).toBe(5);
  });

  it('are two more for each that went well, up to five', () => {
    const budget = createTrialBudget();
    takeAll(budget);
    budget.giveBack();
    expect(takeAll(budget)).toBe(2);
    for (let count = 0; count < 4; count += 1) budget.giveBack();
    expect(takeAll(budget)).toBe(5);
  });
});
