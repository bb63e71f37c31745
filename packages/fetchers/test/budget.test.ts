import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { createRetryBudget, defaultRetryBudgetPolicy } from '../src/policies/budget.js';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
});

const policy = { share: 0.5, minimum: 2, window: 60_000 };

async function retriesUntilSpent(budget: ReturnType<typeof createRetryBudget>): Promise<number> {
  let count = 0;
  while (count < 100 && (await budget.spend('alpha'))) count += 1;
  return count;
}

describe('a budget of half the fetches plus two', () => {
  it('allows two retries before the first fetch', async () => {
    expect(await retriesUntilSpent(createRetryBudget(memoryHealthStore(), policy))).toBe(2);
  });

  it('allows seven retries after ten fetches', async () => {
    const budget = createRetryBudget(memoryHealthStore(), policy);
    for (let count = 0; count < 10; count += 1) await budget.countFetch('alpha');
    expect(await budget.state('alpha')).toEqual({ spent: 0, allowed: 7 });
    expect(await retriesUntilSpent(budget)).toBe(7);
    expect(await budget.state('alpha')).toEqual({ spent: 7, allowed: 7 });
  });

  it('forgets fetches and retries that are older than its window', async () => {
    const budget = createRetryBudget(memoryHealthStore(), policy);
    for (let count = 0; count < 10; count += 1) await budget.countFetch('alpha');
    await retriesUntilSpent(budget);
    await vi.advanceTimersByTimeAsync(policy.window * 1.2);
    expect(await budget.state('alpha')).toEqual({ spent: 0, allowed: 2 });
    expect(await retriesUntilSpent(budget)).toBe(2);
  });

  it('is separate for each engine', async () => {
    const budget = createRetryBudget(memoryHealthStore(), policy);
    for (let count = 0; count < 10; count += 1) await budget.countFetch('alpha');
    await retriesUntilSpent(budget);
    expect(await budget.state('beta')).toEqual({ spent: 0, allowed: 2 });
    expect(await budget.spend('beta')).toBe(true);
  });
});

it('allows three more retries after two usable pages', async () => {
  const budget = createRetryBudget(memoryHealthStore(), policy);
  await budget.countUsable('alpha');
  await budget.countUsable('alpha');
  expect(await budget.state('alpha')).toEqual({ spent: 0, allowed: 5 });
  expect(await retriesUntilSpent(budget)).toBe(5);
});

describe('isAmple', () => {
  async function budgetAfter(usable: number, retries: number) {
    const budget = createRetryBudget(memoryHealthStore(), policy);
    for (let count = 0; count < usable; count += 1) await budget.countUsable('alpha');
    for (let count = 0; count < retries; count += 1) await budget.spend('alpha');
    return budget;
  }

  it.each([
    [20, 26, true],
    [20, 27, false],
    [19, 0, false],
    [100, 130, true],
  ])('after %i usable pages and %i retries: %s', async (usable, retries, isAmple) => {
    const budget = await budgetAfter(usable, retries);
    expect(await budget.isAmple('alpha')).toBe(isAmple);
    expect(await budget.isAmple('beta')).toBe(false);
  });
});

it('defaults to a tenth of the fetches of two minutes plus ten', () => {
  expect(defaultRetryBudgetPolicy).toEqual({ share: 0.1, minimum: 10, window: 120_000 });
});
