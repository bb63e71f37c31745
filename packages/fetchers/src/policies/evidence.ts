import type { AttemptOutcome, CheckedOutSession } from '../session-pool/session.js';
import type { RawPage, Suspect, Unusable } from '../types.js';
import { isBlock } from './blame.js';
import type { CircuitReport } from './tally.js';

/** An attempt that failed, with or without a page. */
export interface AttemptFailure extends Omit<Unusable, 'suspect' | 'error'> {
  suspect: Suspect;
  page?: RawPage;
  /** Seconds that the engine, or the proxy, asks to wait. */
  retryAfter?: number | undefined;
}

/** How an attempt ended, as far as anything follows from it. */
export type AttemptEnd = { usable: true } | AttemptFailure;

/** What an attempt says of the engine; undefined where it says nothing: the exit, the request or the caller was at fault. */
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
 * What an attempt says of its session and exit.
 *
 * @param isConclusive false where time or the caller ended it, which says nothing of them
 */
export function outcomeOf(end: AttemptEnd, isConclusive: boolean): AttemptOutcome {
  if (end.usable) return { state: 'usable', session: 'good' };
  const { state, suspect, retry, page } = end;
  if (!isConclusive || suspect === 'caller') return { state: 'unknown', suspect: 'caller', session: 'unknown' };
  // Without a page it was not the engine that asked to wait.
  const retryAfter = page || suspect === 'exit' ? end.retryAfter : undefined;
  return { state, suspect, session: sessionAfter(retry, page), retryAfter };
}

/** A block ends the session that it was shown to; what no retry helps says nothing of it. */
function sessionAfter(retry: Unusable['retry'], page: RawPage | undefined): AttemptOutcome['session'] {
  if (retry === 'never') return 'unknown';
  return retry === 'other_session' && page !== undefined ? 'ended' : 'failed';
}
