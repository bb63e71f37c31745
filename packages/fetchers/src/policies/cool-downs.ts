import type { Penalty } from '../health/store.js';

const second = 1_000;
const minute = 60 * second;

/** No `Retry-After` counts for more than this. */
export const longestWait: number = 60 * minute;

/** What is unsure whether it lasts: doubled from one time to the next. */
const fault: Penalty = { base: 5 * second, cap: 5 * minute };

/** How long an exit rests after a failure. */
export interface CoolDown extends Penalty {
  /** Milliseconds after a trial that failed, instead of doubling. */
  readonly again?: number;
}

/**
 * How long a proxy is not used for an engine after an attempt that ended in a state, unless the engine's own
 * `Retry-After` says longer. Other states that are charged to an exit count as `network`.
 *
 * About an hour for a captcha, minutes for a status 429 or 403 and five seconds to minutes for faults of the network are
 * what searxng (`settings.yml`, as of 2026) and crawlee settle on for engines and sessions. Wrong credentials and a spent
 * account do not mend themselves, so they are asked about least often.
 */
export const coolDowns: Readonly<Record<string, CoolDown>> = {
  captcha: { base: 40 * minute, cap: 60 * minute, again: 15 * minute },
  rate_limited: { base: 10 * minute, cap: 60 * minute },
  forbidden: { base: 10 * minute, cap: 60 * minute },
  proxy: fault,
  proxy_auth: { base: 10 * minute, cap: 60 * minute },
  network: fault,
  timeout: fault,
};

/** The only exit of a fetcher without proxies, and an engine without any exit left, are tried again within this time. */
export const trialInterval: Penalty = { base: 30 * second, cap: 5 * minute };

/** A gateway that failed so many times in a row, each time with another session, is left alone for a moment. */
export const gatewayTolerance = 10;
export const gatewayPenalty: Penalty = { base: second, cap: 30 * second };

/** The penalty for a further failure of what has failed so many times in a row. */
export function penaltyAfter({ base, cap, again }: CoolDown, strikes: number): Penalty {
  return again === undefined || strikes === 0 ? { base, cap } : { base: again, cap: again };
}
