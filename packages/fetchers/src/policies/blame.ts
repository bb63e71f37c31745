import type { FetchErrorCode } from '../errors.js';
import type { RetryAdvice, Suspect } from '../types.js';

/** What follows from a failure. */
export interface Blame {
  /** Whose fault it most likely is. */
  readonly suspect: Suspect;
  /** Whether another attempt may help. */
  readonly retry: RetryAdvice;
}

/**
 * What follows from an attempt that gave no page. A connection that breaks, a garbled answer and silence are charged to
 * the exit at this engine: with other exits at hand, whether they fare better decides if the engine is to blame.
 */
const blames: Readonly<Record<FetchErrorCode, Blame>> = {
  timeout: { suspect: 'exit_at_engine', retry: 'other_session' },
  network: { suspect: 'exit_at_engine', retry: 'same' },
  bad_response: { suspect: 'exit_at_engine', retry: 'same' },
  truncated: { suspect: 'exit_at_engine', retry: 'once' },
  proxy: { suspect: 'exit', retry: 'other_session' },
  proxy_auth: { suspect: 'exit', retry: 'other_session' },
  redirect: { suspect: 'engine', retry: 'never' },
  too_large: { suspect: 'engine', retry: 'never' },
  rate_limited: { suspect: 'engine', retry: 'never' },
  no_proxy_available: { suspect: 'caller', retry: 'never' },
  circuit_open: { suspect: 'caller', retry: 'never' },
  overloaded: { suspect: 'caller', retry: 'never' },
  misconfigured: { suspect: 'request', retry: 'never' },
  no_capture: { suspect: 'request', retry: 'never' },
  forbidden_target: { suspect: 'request', retry: 'never' },
  aborted: { suspect: 'caller', retry: 'never' },
  closed: { suspect: 'caller', retry: 'never' },
};

/** Whom to blame for an attempt that gave no page, and whether another may help. */
export function blameFor(code: FetchErrorCode): Blame {
  return blames[code];
}

/** Whether a code is one of this package's. */
export function isKnownCode(code: string): code is FetchErrorCode {
  return Object.hasOwn(blames, code);
}

/** A judge's verdict, as far as it says whom to blame. */
interface VerdictFacts {
  retry: RetryAdvice;
  suspect?: Suspect;
  countsAgainstEngine?: boolean;
}

/** Whom a judge blames: where it does not say so itself, what it wants to be asked again as another is a block. */
export function suspectOf({ suspect, retry, countsAgainstEngine = true }: VerdictFacts): Suspect {
  if (suspect !== undefined) return suspect;
  if (retry === 'other_session') return 'exit_at_engine';
  return countsAgainstEngine ? 'engine' : 'request';
}

/** Pages by which an engine turns one address away. They end a session, and the exit rests. */
const blockStates: ReadonlySet<string> = new Set(['captcha', 'rate_limited', 'forbidden', 'consent']);

/** Whether a page of a state is a block of the exit that it came through. */
export function isBlock(state: string): boolean {
  return blockStates.has(state);
}
