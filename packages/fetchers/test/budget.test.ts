import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { budgetPolicy, createRetryBudget } from '../src/policies/budget.js';

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

describe('a budget of half the fetches and two more', () => {
  it('allows two retries before there was any fetch', async () => {
    expect(await retriesUntilSpent(createRetryBudget(memoryHealthStore(), policy))).toBe(2);
  });

  it('allows seven retries after ten fetches', async () => {
    const budget = createRetryBudget(memoryHealthStore(), policy);
    for (let count = 0; count < 10; count += 1) await budget.began('alpha');
    expect(await budget.state('alpha')).toEqual({ spent: 0, allowed: 7 });
    expect(await retriesUntilSpent(budget)).toBe(7);
    expect(await budget.state('alpha')).toEqual({ spent: 7, allowed: 7 });
  });

  it('forgets fetches and retries that are older than its window', async () => {
    const budget = createRetryBudget(memoryHealthStore(), policy);
    for (let count = 0; count < 10; count += 1) await budget.began('alpha');
    await retriesUntilSpent(budget);
    await vi.advanceTimersByTimeAsync(policy.window * 1.2);
    expect(await budget.state('alpha')).toEqual({ spent: 0, allowed: 2 });
    expect(await retriesUntilSpent(budget)).toBe(2);
  });

  it('is one for each engine', async () => {
    const budget = createRetryBudget(memoryHealthStore(), policy);
    for (let count = 0; count < 10; count += 1) await budget.began('alpha');
    await retriesUntilSpent(budget);
    expect(await budget.state('beta')).toEqual({ spent: 0, allowed: 2 });
    expect(await budget.spend('beta')).toBe(true);
  });
});

it('the default is a tenth of the fetches of two minutes, and ten', () => {
  expect(budgetPolicy).toEqual({ share: 0.1, minimum: 10, window: 120_000 });
});
