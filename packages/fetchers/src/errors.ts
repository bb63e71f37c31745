import type { Unusable } from './types.js';

/**
 * Why there is no page.
 *
 * - `timeout`: an attempt or the whole fetch took too long
 * - `network`: the engine could not be reached, or the connection broke
 * - `proxy`: the proxy could not be reached, did not answer, or could not reach the engine
 * - `proxy_auth`: the proxy refused our credentials
 * - `bad_response`: what came is no sound HTTP response
 * - `truncated`: the body broke off before its end
 * - `redirect`: redirects without end, or to where a page must not come from
 * - `too_large`: the body is larger than the limit
 * - `rate_limited`: the engine asks to wait longer than there is time for; `retryAfter` says how long
 * - `no_proxy_available`: every proxy is cooling down, nothing was sent; `retryAfter` says when the first is back
 * - `circuit_open`: the engine failed too often lately, nothing was sent; `retryAfter` says when it is tried again
 * - `overloaded`: too many fetches are waiting for their turn, nothing was sent
 * - `misconfigured`: the way of fetching is not set up: a package or a program is missing, or a setting cannot be used
 * - `no_capture`: the replay adapter has no page of the operation
 * - `aborted`: the caller's signal
 * - `closed`: the fetcher is closed
 */
export type FetchErrorCode =
  | 'timeout'
  | 'network'
  | 'proxy'
  | 'proxy_auth'
  | 'bad_response'
  | 'truncated'
  | 'redirect'
  | 'too_large'
  | 'rate_limited'
  | 'no_proxy_available'
  | 'circuit_open'
  | 'overloaded'
  | 'misconfigured'
  | 'no_capture'
  | 'aborted'
  | 'closed';

/** What goes with a `FetchError`. */
export interface FetchErrorOptions {
  /** The error below, for a log. It may name addresses, so it is not for a caller. */
  cause?: unknown;
  /** Seconds after which to try again. */
  retryAfter?: number;
}

/** The only error of this package for a page that could not be got. Its message holds no address and no credential. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchErrorCode;
  /** Seconds after which to try again; left out where nobody said. */
  declare readonly retryAfter?: number;

  constructor(code: FetchErrorCode, message: string, { cause, retryAfter }: FetchErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

/** What is done about each failure. */
const kinds: Readonly<Record<FetchErrorCode, Pick<Unusable, 'retry' | 'countsAgainstEngine'>>> = {
  timeout: { retry: 'other_session' },
  network: { retry: 'same' },
  proxy: { retry: 'other_session', countsAgainstEngine: false },
  proxy_auth: { retry: 'other_session', countsAgainstEngine: false },
  bad_response: { retry: 'same' },
  truncated: { retry: 'once' },
  redirect: { retry: 'never' },
  too_large: { retry: 'never' },
  rate_limited: { retry: 'never' },
  no_proxy_available: { retry: 'never' },
  circuit_open: { retry: 'never' },
  overloaded: { retry: 'never' },
  misconfigured: { retry: 'never', countsAgainstEngine: false },
  no_capture: { retry: 'never', countsAgainstEngine: false },
  aborted: { retry: 'never', countsAgainstEngine: false },
  closed: { retry: 'never', countsAgainstEngine: false },
};

/** Whether another attempt may help, and as whom; and whether the engine is to blame. */
export function kindOf({ code }: FetchError): Pick<Unusable, 'retry' | 'countsAgainstEngine'> {
  return kinds[code];
}

/** Codes of the errors below one, the nearest first. Their messages are left out: they may hold addresses. */
export function codesOf({ cause }: Error): string[] {
  if (!(cause instanceof Error)) return [];
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return [code, ...codesOf(cause)];
}
