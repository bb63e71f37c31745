import type { Penalty } from './store.js';

const second = 1_000;
const minute = 60 * second;

/** No `Retry-After` counts for more than this, nor for less than a second. */
export const longestWait: number = 60 * minute;

/** What is unsure whether it lasts: doubled from one time to the next. */
const fault: Penalty = { base: 5 * second, cap: 2 * minute };

/**
 * How long a proxy is not used for an engine after an attempt that ended in a state, unless the engine's own
 * `Retry-After` says longer. A state that is not named says nothing of the proxy.
 *
 * An hour for a captcha, three minutes for a status 429 or 403 and five seconds to two minutes for faults of the network
 * are what searxng (`settings.yml`, as of 2026) and crawlee settle on for engines and sessions. Wrong credentials do not
 * mend themselves, so they are asked about least often.
 */
export const coolDowns: Readonly<Record<string, Penalty>> = {
  captcha: { base: 60 * minute, cap: 60 * minute },
  rate_limited: { base: 3 * minute, cap: 60 * minute },
  forbidden: { base: 3 * minute, cap: 60 * minute },
  proxy: fault,
  proxy_auth: { base: 10 * minute, cap: 60 * minute },
  network: fault,
  timeout: fault,
};
