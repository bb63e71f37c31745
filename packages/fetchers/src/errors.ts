import { isKnownCode } from './policies/blame.js';

/**
 * Why there is no page.
 *
 * - `timeout`: an attempt or the whole fetch took too long
 * - `network`: the engine could not be reached, or the connection broke
 * - `proxy`: the proxy could not be reached, did not answer, or refused; then `refusal` says why
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
 * - `forbidden_target`: the address of a document may not be asked: it is private, or none of HTTP
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
  | 'forbidden_target'
  | 'aborted'
  | 'closed';

/**
 * Why a proxy refused: `credentials` (status 401, 407), `quota` used up (402, 509), `rate_limited` (429), `forbidden` target
 * (403, 451), `unavailable` (any other).
 */
export type ProxyRefusal = 'credentials' | 'quota' | 'rate_limited' | 'forbidden' | 'unavailable';

/** What goes with a `FetchError`. */
export interface FetchErrorOptions {
  /** The error below, for a log. It may name addresses, so it is not for a caller. */
  cause?: unknown;
  /** Seconds after which to try again; what is no number from 0 is left out. */
  retryAfter?: number | undefined;
  refusal?: ProxyRefusal;
  /** Whether a circuit is open for this caller alone. */
  ofCaller?: boolean;
}

/** The only error of this package for a page that could not be got. Its message holds no address and no credential. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchErrorCode;
  /** Seconds after which to try again; left out where nobody said. */
  declare readonly retryAfter?: number;
  /** Why the proxy refused, where it did. */
  declare readonly refusal?: ProxyRefusal;
  /** Of `circuit_open`: the circuit is open for this caller alone; left out where it is open for all. */
  declare readonly ofCaller?: true;

  constructor(code: FetchErrorCode, message: string, { cause, retryAfter, refusal, ofCaller }: FetchErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    if (retryAfter !== undefined && retryAfter >= 0) this.retryAfter = retryAfter;
    if (refusal !== undefined) this.refusal = refusal;
    if (ofCaller === true) this.ofCaller = true;
  }
}

/** Whether an error is one of this package's, with a code that there is: who throws one need not be checked by a compiler. */
export function isFetchError(error: unknown): error is FetchError {
  return error instanceof FetchError && isKnownCode(error.code);
}

/** More errors than this are not below one for a reason: one may be the cause of itself. */
const deepest = 10;

/** The errors below one, the nearest first, at most ten. Their messages may hold addresses. */
export function causesOf(error: Error): readonly Error[] {
  const below: Error[] = [];
  let { cause } = error;
  while (cause instanceof Error && below.length < deepest) {
    below.push(cause);
    cause = cause.cause;
  }
  return below;
}

/** Codes of the errors below one, the nearest first. Their messages are left out: they may hold addresses. */
export function codesOf(error: Error): string[] {
  return causesOf(error).map((cause) => codeIn(cause) ?? `${cause.name}`);
}

/** The code of an error; undefined where it has none. Those of the platform are numbers that say less than their names. */
function codeIn(error: Error): string | undefined {
  if (error instanceof DOMException || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' || typeof code === 'number' ? `${code}` : undefined;
}
