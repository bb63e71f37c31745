import type { AttemptOutcome, CheckedOutSession } from '../session-pool/session.js';
import type { RawPage, Suspect, Unusable } from '../types.js';
import { isBlock } from './blame.js';
import type { CircuitReport } from './tally.js';

/** A failed attempt, with or without a page. */
export interface AttemptFailure extends Omit<Unusable, 'suspect' | 'error'> {
  suspect: Suspect;
  page?: RawPage;
  /** `Retry-After` of the engine or of the proxy, in seconds. */
  retryAfter?: number | undefined;
}

/** The result of an attempt, as used for health and circuits. */
export type AttemptEnd = { usable: true } | AttemptFailure;

/** What an attempt shows about the engine; undefined if the exit, the request or the caller was at fault. */
export function reportOf(end: AttemptEnd, exit: ExitFacts): CircuitReport | undefined {
  const evidence = evidenceOf(end, exit);
  return evidence && { evidence, address: exit.address, addresses: exit.addresses };
}

type ExitFacts = Pick<CheckedOutSession, 'address' | 'addresses' | 'isOnTrial' | 'isHealthy'>;

function evidenceOf(
  end: AttemptEnd,
  { addresses, isOnTrial, isHealthy }: ExitFacts,
): CircuitReport['evidence'] | undefined {
  if (end.usable) return 'passed';
  const { suspect, state, countsAgainstEngine = true } = end;
  if (!countsAgainstEngine) return undefined;
  if (suspect === 'engine') return 'failed';
  if (suspect !== 'exit_at_engine' || (isOnTrial && addresses > 1)) return undefined;
  if (isBlock(state)) return 'refused';
  return isHealthy() ? 'failed' : 'unsure';
}

/**
 * What an attempt shows about its session and exit.
 *
 * @param isConclusive false if the attempt was cut short by the fetch's deadline or by the caller, so that it shows nothing
 */
export function outcomeOf(end: AttemptEnd, isConclusive: boolean): AttemptOutcome {
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
