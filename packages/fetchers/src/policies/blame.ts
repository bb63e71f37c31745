import type { FetchErrorCode } from '../errors.js';
import type { AttemptOutcome, CheckedOutSession } from '../session-pool/session.js';
import type { RawPage, RetryAdvice, Suspect, Unusable } from '../types.js';
import type { CircuitReport } from './tally.js';

/** How a failed attempt is treated. */
interface Blame {
  /** Whose fault it most likely is. */
  readonly suspect: Suspect;
  /** Whether another attempt may help. */
  readonly retry: RetryAdvice;
}

/**
 * The blame for an attempt that returned no page. A broken connection, a garbled response and a timeout count against the
 * exit at this engine; the results of other exits show whether the engine is at fault instead.
 */
const blames: Readonly<Record<FetchErrorCode, Blame>> = {
  timeout: { suspect: 'exit_at_engine', retry: 'other_session' },
  network: { suspect: 'exit_at_engine', retry: 'same' },
  bad_response: { suspect: 'exit_at_engine', retry: 'same' },
  truncated: { suspect: 'exit_at_engine', retry: 'once' },
  proxy: { suspect: 'exit', retry: 'other_session' },
  proxy_auth: { suspect: 'exit', retry: 'other_session' },
  redirect: { suspect: 'exit_at_engine', retry: 'once' },
  too_large: { suspect: 'exit_at_engine', retry: 'once' },
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

/** Failures for which a direct connection blames the engine. Through a proxy, they may be the proxy's own, like a captive portal. */
const engineFaults: ReadonlySet<FetchErrorCode> = new Set(['redirect', 'too_large']);

/** The blame for an attempt that returned no page, and whether a retry may help. */
export function blameFor(code: FetchErrorCode, { hasProxy }: { hasProxy: boolean }): Blame {
  return !hasProxy && engineFaults.has(code) ? { suspect: 'engine', retry: 'never' } : blames[code];
}

/** Whether a code is a `FetchErrorCode`. */
export function isFetchErrorCode(code: string): code is FetchErrorCode {
  return Object.hasOwn(blames, code);
}

/** The parts of a judge's verdict that decide the blame. */
interface VerdictFacts {
  retry: RetryAdvice;
  suspect?: Suspect | undefined;
  countsAgainstEngine?: boolean | undefined;
}

/** The suspect of a judge's verdict. If the verdict names none, a retry with another session implies a block of the exit. */
export function suspectOf({ suspect, retry, countsAgainstEngine = true }: VerdictFacts): Suspect {
  if (suspect !== undefined) return suspect;
  if (retry === 'other_session') return 'exit_at_engine';
  return countsAgainstEngine ? 'engine' : 'request';
}

/** Page states in which an engine refuses one address. They end the session, and the exit cools down. */
const blockStates: ReadonlySet<string> = new Set(['captcha', 'rate_limited', 'forbidden', 'consent']);

/** Whether a page state is a block of the exit that the page came through. */
export function isBlockedState(state: string): boolean {
  return blockStates.has(state);
}

/** A failed attempt, with or without a page. */
export interface AttemptFailure extends Omit<Unusable, 'suspect' | 'error'> {
  suspect: Suspect;
  page?: RawPage;
  /** `Retry-After` of the engine or of the proxy, in seconds. */
  retryAfter?: number | undefined;
}

/** The result of an attempt, as used for health and circuits. */
export type JudgedAttempt = { usable: true } | AttemptFailure;

/** What an attempt shows about the engine; undefined if the exit, the request or the caller was at fault. */
export function circuitReportOf(end: JudgedAttempt, exit: ExitFacts): CircuitReport | undefined {
  const evidence = evidenceOf(end, exit);
  return evidence && { evidence, address: exit.address, addresses: exit.addresses };
}

type ExitFacts = Pick<CheckedOutSession, 'address' | 'addresses' | 'isOnTrial' | 'isHealthy'>;

function evidenceOf(
  end: JudgedAttempt,
  { addresses, isOnTrial, isHealthy }: ExitFacts,
): CircuitReport['evidence'] | undefined {
  if (end.usable) return 'passed';
  const { suspect, state, countsAgainstEngine = true } = end;
  if (!countsAgainstEngine) return undefined;
  if (suspect === 'engine') return 'failed';
  if (suspect !== 'exit_at_engine' || (isOnTrial && addresses > 1)) return undefined;
  if (isBlockedState(state)) return 'refused';
  return isHealthy() ? 'failed' : 'unsure';
}

/**
 * What an attempt shows about its session and exit.
 *
 * @param isConclusive false if the attempt was cut short by the fetch's deadline or by the caller, so that it shows nothing
 */
export function attemptOutcomeOf(end: JudgedAttempt, isConclusive: boolean): AttemptOutcome {
  if (end.usable) return { state: 'usable', session: 'good' };
  const { state, suspect, retry, page } = end;
  if (!isConclusive || suspect === 'caller') return { state: 'unknown', suspect: 'caller', session: 'unknown' };
  // Without a page, the `Retry-After` did not come from the engine.
  const retryAfter = page || suspect === 'exit' ? end.retryAfter : undefined;
  return { state, suspect, session: sessionAfter(retry, page), retryAfter };
}

/** A block ends the session. A failure that no retry can fix shows nothing about the session. */
function sessionAfter(retry: Unusable['retry'], page: RawPage | undefined): AttemptOutcome['session'] {
  if (retry === 'never') return 'unknown';
  return retry === 'other_session' && page !== undefined ? 'ended' : 'failed';
}
