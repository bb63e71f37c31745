import { expect, test } from 'vitest';
import { searchTimeBudget } from '../src/search/search.js';

test.each([
  { timeout: 30_000, maxEventLoopDelay: 0, left: 29_950 },
  { timeout: 400, maxEventLoopDelay: 0, left: 380 },
  { timeout: 30_000, maxEventLoopDelay: 300, left: 29_650 },
  { timeout: 30_000, maxEventLoopDelay: 60_000, left: 28_950 },
  { timeout: 2_000, maxEventLoopDelay: 600, left: 1_450 },
])(
  'a search of $timeout ms that may have waited $maxEventLoopDelay ms has $left ms',
  ({ timeout, maxEventLoopDelay, left }) => {
    expect(searchTimeBudget(timeout, maxEventLoopDelay)).toBe(left);
  },
);
