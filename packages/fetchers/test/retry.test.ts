import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../src/index.js';
import { decideRetry, type FailedAttempt } from '../src/retry.js';

const failed: FailedAttempt = {
  attempt: 1,
  maxAttempts: 3,
  advice: 'same',
  remaining: 60_000,
  isOnceUsed: false,
  otherExit: false,
};

describe('decideRetry', () => {
  it.each([
    [1, 250],
    [2, 500],
    [3, 1_000],
    [6, 8_000],
    [20, 8_000],
  ])('after attempt %i waits at most %i ms', (attempt, bound) => {
    const decide = (random: number) => decideRetry({ ...failed, attempt, maxAttempts: 30 }, random);
    expect(decide(0)).toEqual({ again: true, delay: 0 });
    expect(decide(0.5)).toEqual({ again: true, delay: bound / 2 });
    expect(decide(1)).toEqual({ again: true, delay: bound });
  });

  it('keeps another session waiting little, whatever the attempt', () => {
    const decision = decideRetry({ ...failed, attempt: 9, maxAttempts: 30, advice: 'other_session' }, 1);
    expect(decision).toEqual({ again: true, delay: 250 });
  });

  it.each([
    ['attempts are used up', { attempt: 3 }],
    ['it is of no use', { advice: 'never' }],
    ['the deadline is near', { remaining: 100 }],
    ['the deadline has passed', { remaining: 0 }],
  ] as const)('stops when %s', (_, change) => {
    expect(decideRetry({ ...failed, ...change }, 1)).toEqual({ again: false, why: 'spent' });
  });

  it('waits as long as the engine asks', () => {
    expect(decideRetry({ ...failed, retryAfter: 30 }, 0.1)).toEqual({ again: true, delay: 30_000 });
  });

  it('says so when the engine asks for more time than there is', () => {
    expect(decideRetry({ ...failed, retryAfter: 61 }, 0.1)).toEqual({ again: false, why: 'wait' });
  });

  it('does not wait for a session that comes from another address', () => {
    const change = { advice: 'other_session', retryAfter: 600, otherExit: true } as const;
    expect(decideRetry({ ...failed, ...change }, 0.5)).toEqual({ again: true, delay: 125 });
  });
});

describe('readRetryAfter', () => {
  const now = Date.parse('Fri, 20 Nov 2026 12:00:00 GMT');

  it.each([
    ['120', 120],
    [' 0 ', 0],
    ['Fri, 20 Nov 2026 12:01:30 GMT', 90],
    ['Friday, 20-Nov-26 12:00:05 GMT', 5],
    ['Fri Nov 20 12:00:10 2026 GMT', 10],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %s', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });
});
