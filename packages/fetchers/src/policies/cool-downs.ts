import type { Backoff } from '../health/store.js';

const second = 1_000;
const minute = 60 * second;

/** The longest `Retry-After` that is respected, in milliseconds. */
export const maxRetryAfter: number = 60 * minute;

/** For faults that may be short: the cool-down doubles with each strike. */
const fault: Backoff = { base: 5 * second, cap: 5 * minute };

/** How long an exit cools down after a failure. */
export interface CoolDown extends Backoff {
  /** Milliseconds after a failed trial, instead of doubling. */
  readonly afterFailedTrial?: number;
}

/**
 * How long a proxy is not used for an engine after a failed attempt, by state. A longer `Retry-After` takes precedence.
 * States that are not listed and count against the exit are treated as `network`.
 *
 * The durations follow searxng (`settings.yml`, as of 2026) and crawlee's session pool: about an hour after a captcha, minutes
 * after status 429 or 403, and five seconds to minutes after network faults. Wrong credentials and an exhausted account last
 * until somebody acts, so such a proxy is retried least often.
 */
export const coolDowns: Readonly<Record<string, CoolDown>> = {
  captcha: { base: 40 * minute, cap: 60 * minute, afterFailedTrial: 15 * minute },
  rate_limited: { base: 10 * minute, cap: 60 * minute },
  forbidden: { base: 10 * minute, cap: 60 * minute },
  proxy: fault,
  proxy_auth: { base: 10 * minute, cap: 60 * minute },
  network: fault,
  timeout: fault,
};

/** Interval between trials when no exit is left for an engine. */
export const exhaustedPoolTrialInterval: Backoff = { base: 30 * second, cap: 5 * minute };

/** A rotating proxy cools down briefly after this many failures in a row, each with another session. */
export const maxRotatingProxyFailures = 10;
export const rotatingProxyBackoff: Backoff = { base: second, cap: 30 * second };

/** The backoff for another failure after `strikes` failures in a row. */
export function backoffAfter({ base, cap, afterFailedTrial }: CoolDown, strikes: number): Backoff {
  return afterFailedTrial === undefined || strikes === 0
    ? { base, cap }
    : { base: afterFailedTrial, cap: afterFailedTrial };
}
