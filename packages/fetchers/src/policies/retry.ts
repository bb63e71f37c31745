import type { RetryAdvice } from '../types.js';
import { maxRetryAfter } from './cool-downs.js';

/** Upper bound of the first delay. */
const baseDelay = 250;
/** Upper bound of any delay without a `Retry-After`. */
const delayCap = 8_000;
/** Upper bound of the delay before an attempt through another exit, which the engine has not throttled. */
const otherExitDelay = 250;

/** What the next attempt depends on. */
export interface FailedAttempt {
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Limit of attempts. */
  maxAttempts: number;
  advice: RetryAdvice;
  /** Whether a retry was already made on the advice `once`. */
  isOnceUsed: boolean;
  /** Milliseconds until the deadline. */
  remaining: number;
  /** `Retry-After`, in seconds. */
  retryAfter?: number | undefined;
  /** Whether the next attempt will use another address. */
  isOtherExit: boolean;
  /** Whether `retryAfter` applies to one address only, so that another address need not wait. */
  isRetryAfterPerAddress: boolean;
}

/**
 * What to do after a failed attempt: retry after `delay` milliseconds, or stop because no attempt is left or useful
 * (`spent`), or because `Retry-After` exceeds the remaining time (`wait`).
 */
export type RetryDecision = { shouldRetry: true; delay: number } | { shouldRetry: false; reason: 'spent' | 'wait' };

/**
 * Decides whether and when to retry. Delays are random, from zero to a bound that doubles with each attempt ("full jitter"),
 * so that callers that failed at the same time do not retry at the same time.
 *
 * @param random a number from 0 to 1, as `Math.random()` gives
 */
export function decideRetry(failed: FailedAttempt, random: number): RetryDecision {
  const { attempt, maxAttempts, advice, isOnceUsed, remaining, retryAfter, isOtherExit, isRetryAfterPerAddress } =
    failed;
  const isFutile = advice === 'never' || (advice === 'once' && isOnceUsed);
  if (isFutile || attempt >= maxAttempts) return { shouldRetry: false, reason: 'spent' };
  const isAnswered = retryAfter !== undefined && !(isOtherExit && isRetryAfterPerAddress);
  const delay = isAnswered
    ? retryAfter * 1000
    : random * delayBound(advice === 'other_session' || isOtherExit, attempt);
  if (delay < remaining) return { shouldRetry: true, delay };
  return { shouldRetry: false, reason: isAnswered ? 'wait' : 'spent' };
}

/**
 * Parses a `Retry-After` header (RFC 9110, 10.2.3): seconds from `now`, 0 to 3600; longer waits are shortened to an hour, and
 * fractions are rounded up. Undefined if it is neither a number of seconds nor a date.
 *
 * @param now milliseconds since 1970
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return clamp(Math.ceil(Number(text)));
  const date = readDate(text);
  return date === undefined ? undefined : clamp(Math.ceil((date - now) / 1000));
}

/** When a response was sent, by the sender's clock: a `Retry-After` with a date refers to it, and the local clock may be wrong. */
export function readDateHeader({ date = '' }: Readonly<Record<string, string | string[] | undefined>>): number {
  return (typeof date === 'string' ? readDate(date.trim()) : undefined) ?? Date.now();
}

/** Parses a date of HTTP (RFC 9110, 5.6.7), also in the obsolete format without a zone; all are in GMT. Milliseconds since 1970. */
function readDate(text: string): number | undefined {
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /i.test(text)) return undefined;
  const hasZone = /(?:GMT|UTC|Z|[+-]\d{4})$/i.test(text);
  const date = Date.parse(hasZone ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}

function clamp(seconds: number): number {
  return Math.min(Math.max(0, seconds), maxRetryAfter / 1000);
}

function delayBound(isOther: boolean, attempt: number): number {
  return isOther ? otherExitDelay : Math.min(delayCap, baseDelay * 2 ** (attempt - 1));
}
