import type { RetryAdvice } from '../types.js';
import { longestWait } from './cool-downs.js';

/** Upper bound of the first delay. */
const baseDelay = 250;
/** Upper bound of any delay that the engine did not ask for. */
const delayCap = 8_000;
/** Upper bound of the delay before an attempt through another exit, which the engine has no reason to keep waiting. */
const otherExitDelay = 250;

/** An attempt that failed, as far as the next one depends on it. */
export interface FailedAttempt {
  /** Number of the attempt, from 1. */
  attempt: number;
  /** How many attempts there may be. */
  maxAttempts: number;
  advice: RetryAdvice;
  /** Whether the advice `once` was taken before. */
  isOnceUsed: boolean;
  /** Milliseconds until the deadline. */
  remaining: number;
  /** Seconds that the engine asked to wait. */
  retryAfter?: number | undefined;
  /** Whether the next attempt would come from another address. */
  isOtherExit: boolean;
  /** Whether the wait is asked of one address only, so that it does not apply to another. */
  isWaitOfAddress: boolean;
}

/**
 * What to do after a failed attempt: try again after `delay` milliseconds, or stop, because attempts are used up or
 * futile (`spent`), or because the engine wants a longer wait than there is time for (`wait`).
 */
export type RetryDecision = { again: true; delay: number } | { again: false; why: 'spent' | 'wait' };

/**
 * Decides on the next attempt. Delays are drawn from zero to a bound that doubles with each attempt ("full jitter"), so
 * that callers that failed together do not come back together.
 *
 * @param random a number from 0 to 1, as `Math.random()` gives
 */
export function decideRetry(failed: FailedAttempt, random: number): RetryDecision {
  const { attempt, maxAttempts, advice, isOnceUsed, remaining, retryAfter, isOtherExit, isWaitOfAddress } = failed;
  const isFutile = advice === 'never' || (advice === 'once' && isOnceUsed);
  if (isFutile || attempt >= maxAttempts) return { again: false, why: 'spent' };
  const isAnswered = retryAfter !== undefined && !(isOtherExit && isWaitOfAddress);
  const delay = isAnswered
    ? retryAfter * 1000
    : random * delayBound(advice === 'other_session' || isOtherExit, attempt);
  if (delay < remaining) return { again: true, delay };
  return { again: false, why: isAnswered ? 'wait' : 'spent' };
}

/**
 * Reads a `Retry-After` header: seconds from `now`, 0 to an hour; undefined where it is neither a number of seconds nor a
 * date. Engines that ask for more, up to the end of time, are asked again after an hour.
 *
 * @param now milliseconds since 1970
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return clamp(Number(text));
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : clamp(Math.ceil((date - now) / 1000));
}

function clamp(seconds: number): number {
  return Math.min(Math.max(0, seconds), longestWait / 1000);
}

function delayBound(isOther: boolean, attempt: number): number {
  return isOther ? otherExitDelay : Math.min(delayCap, baseDelay * 2 ** (attempt - 1));
}
