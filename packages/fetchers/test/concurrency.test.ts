import { expect, it } from 'vitest';
import { createAdaptiveConcurrency } from '../src/session-pool/limits.js';

/** The number of searches that may run at once. */
function mostOf(limit: number, outcomes: readonly boolean[]): number {
  const concurrency = createAdaptiveConcurrency(limit);
  for (const isUsable of outcomes) concurrency.record(isUsable);
  let most = 0;
  while (most < 99 && !concurrency.isFull(most)) most += 1;
  return most;
}

const times = (count: number, isUsable: boolean) => Array.from({ length: count }, () => isUsable);

it.each([
  [8, 0, 0, 8],
  [8, 3, 0, 8],
  [8, 4, 0, 8],
  [8, 6, 0, 6],
  [8, 50, 0, 2],
  [1, 50, 0, 1],
  [16, 0, 50, 16],
  [16, 50, 5, 14],
  [16, 50, 7, 16],
])('with a limit of %d, after %d failures and %d pages: %d', (limit, failures, pages, most) => {
  expect(mostOf(limit, [...times(failures, false), ...times(pages, true)])).toBe(most);
});

it('treats an engine as healthy while half of the attempts return a page', () => {
  const concurrency = createAdaptiveConcurrency(8);
  const results = times(5, false).map((isUsable) => {
    concurrency.record(isUsable);
    return concurrency.isEngineHealthy();
  });
  expect(results).toEqual([true, true, true, false, false]);
  concurrency.record(true);
  expect(concurrency.isEngineHealthy()).toBe(false);
  concurrency.record(true);
  expect(concurrency.isEngineHealthy()).toBe(true);
});
