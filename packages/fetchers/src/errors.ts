import type { RetryAdvice } from './types.js';

/**
 * Why there is no page.
 *
 * - `timeout`: an attempt or the whole fetch took too long
 * - `network`: the engine could not be reached, or the connection broke
 * - `proxy`: the proxy could not be reached, refused us, or is misconfigured
 * - `bad_response`: what came is no sound HTTP response: broken encoding, redirects without end or to a foreign host
 * - `too_large`: the body is larger than the limit
 * - `rate_limited`: the engine asks to wait longer than there is time for; `retryAfter` says how long
 * - `no_capture`: the replay adapter has no page of the operation
 * - `aborted`: the caller's signal
 * - `closed`: the fetcher is closed
 */
export type FetchErrorCode =
  | 'timeout'
  | 'network'
  | 'proxy'
  | 'bad_response'
  | 'too_large'
  | 'rate_limited'
  | 'no_capture'
  | 'aborted'
  | 'closed';

/** What goes with a `FetchError`. */
export interface FetchErrorOptions {
  /** The error below, for a log. It may name addresses, so it is not for a caller. */
  cause?: unknown;
  /** Seconds that the engine asks to wait. */
  retryAfter?: number;
}

/** The only error of this package for a page that could not be got. Its message holds no address and no credential. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchErrorCode;
  /** Seconds that the engine asks to wait; left out where it did not say. */
  readonly retryAfter?: number;

  constructor(code: FetchErrorCode, message: string, { cause, retryAfter }: FetchErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

const advice: Readonly<Record<FetchErrorCode, RetryAdvice>> = {
  timeout: 'other_session',
  network: 'same',
  proxy: 'other_session',
  bad_response: 'same',
  too_large: 'never',
  rate_limited: 'never',
  no_capture: 'never',
  aborted: 'never',
  closed: 'never',
};

/** Whether another attempt may help, and as whom. */
export function retryAdviceOf({ code }: FetchError): RetryAdvice {
  return advice[code];
}
