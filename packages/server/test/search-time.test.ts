import { expect, test } from 'vitest';
import { timeLeft } from '../src/search/search.js';

test.each([
  { timeout: 30_000, waited: 0, left: 29_950 },
  { timeout: 400, waited: 0, left: 380 },
  { timeout: 30_000, waited: 300, left: 29_650 },
  { timeout: 30_000, waited: 60_000, left: 28_950 },
  { timeout: 2_000, waited: 600, left: 1_450 },
])('a search of $timeout ms that may have waited $waited ms has $left ms', ({ timeout, waited, left }) => {
  expect(timeLeft(timeout, waited)).toBe(left);
});
