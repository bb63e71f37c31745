import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decideRetry, type FailedAttempt, readDateHeader, readRetryAfter } from '../src/policies/retry.js';

const failed: FailedAttempt = {
  attempt: 1,
  maxAttempts: 3,
  advice: 'same',
  remaining: 60_000,
  isOnceUsed: false,
  isOtherExit: false,
  isRetryAfterPerAddress: true,
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
    expect(decide(0)).toEqual({ shouldRetry: true, delay: 0 });
    expect(decide(0.5)).toEqual({ shouldRetry: true, delay: bound / 2 });
    expect(decide(1)).toEqual({ shouldRetry: true, delay: bound });
  });

  it('delays a retry with another session by at most 250 ms after any attempt', () => {
    const decision = decideRetry({ ...failed, attempt: 9, maxAttempts: 30, advice: 'other_session' }, 1);
    expect(decision).toEqual({ shouldRetry: true, delay: 250 });
  });

  it.each([
    ['no attempts are left', { attempt: 3 }],
    ['the advice is never', { advice: 'never' }],
    ['the deadline is near', { remaining: 100 }],
    ['the deadline has passed', { remaining: 0 }],
  ] as const)('stops if %s', (_, change) => {
    expect(decideRetry({ ...failed, ...change }, 1)).toEqual({ shouldRetry: false, reason: 'spent' });
  });

  it('waits for Retry-After', () => {
    expect(decideRetry({ ...failed, retryAfter: 30 }, 0.1)).toEqual({ shouldRetry: true, delay: 30_000 });
  });

  it('reports a Retry-After that exceeds the remaining time', () => {
    expect(decideRetry({ ...failed, retryAfter: 61 }, 0.1)).toEqual({ shouldRetry: false, reason: 'wait' });
  });

  it('reports a Retry-After that equals the remaining time', () => {
    expect(decideRetry({ ...failed, retryAfter: 60 }, 0.1)).toEqual({ shouldRetry: false, reason: 'wait' });
  });

  it('waits despite another address if the wait applies to all of them', () => {
    const change = { advice: 'same', retryAfter: 30, isOtherExit: true, isRetryAfterPerAddress: false } as const;
    expect(decideRetry({ ...failed, ...change }, 0.5)).toEqual({ shouldRetry: true, delay: 30_000 });
  });

  it('waits before another session with the same address', () => {
    const change = { advice: 'other_session', retryAfter: 30 } as const;
    expect(decideRetry({ ...failed, ...change }, 0.5)).toEqual({ shouldRetry: true, delay: 30_000 });
  });

  it.each([
    ['once', false, true],
    ['once', true, false],
    ['same', true, true],
    ['never', false, false],
  ] as const)('with advice %s, used before: %s, retries: %s', (advice, isOnceUsed, again) => {
    expect(decideRetry({ ...failed, advice, isOnceUsed }, 0).shouldRetry).toBe(again);
  });

  it('does not wait before a session with another address', () => {
    const change = { advice: 'other_session', retryAfter: 600, isOtherExit: true } as const;
    expect(decideRetry({ ...failed, ...change }, 0.5)).toEqual({ shouldRetry: true, delay: 125 });
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
    ['Fri Nov 20 12:00:10 2026', 10],
    ['Fri, 20 Nov 2026 13:00:10 +0100', 10],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['3601', 3_600],
    ['99999999999', 3_600],
    ['Fri, 20 Nov 2099 12:00:00 GMT', 3_600],
    ['20 Nov 2026 12:00:30 GMT', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', 2],
    ['1.25', 2],
    ['try Fri, 20 Nov 2026 12:01:30 GMT', undefined],
    ['4000.5', 3_600],
    ['retry 60', undefined],
    ['wait 2099', undefined],
    ['Friday', undefined],
    ['Fri, 99 Nov 2026 12:00:00 GMT', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %s', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });

  it.each(['America/New_York', 'Asia/Tokyo'])('reads dates without a zone as GMT in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(new Date(now).getTimezoneOffset()).not.toBe(0);
    expect(readRetryAfter('Fri Nov 20 12:00:10 2026', now)).toBe(10);
    expect(readRetryAfter('Fri, 20 Nov 2026 12:00:10', now)).toBe(10);
    expect(readRetryAfter('Friday, 20-Nov-2026 12:00:10', now)).toBe(10);
  });
});

describe('readDateHeader', () => {
  it('is the time at which a response was sent, or else the local time', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 9) });
    onTestFinished(() => void vi.useRealTimers());
    expect(readDateHeader({ date: ' Fri, 20 Nov 2026 12:00:00 GMT ' })).toBe(Date.UTC(2026, 10, 20, 12));
    for (const date of [undefined, '', 'now', '2026-11-20', ['Fri, 20 Nov 2026 12:00:00 GMT']])
      expect(readDateHeader({ ...(date !== undefined && { date }) })).toBe(Date.now());
  });
});
