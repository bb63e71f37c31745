import type { ChainWalk } from './adapters/chain.js';
import { type AttemptEvent, eventOf, notify } from './attempt-event.js';
import { startDeadline } from './deadline.js';
import { FetchError } from './errors.js';
import type { RetryBudget } from './policies/budget.js';
import type { AdmittedAttempt, Circuit } from './policies/circuit.js';
import { outcomeOf, reportOf } from './policies/evidence.js';
import type { CircuitReport } from './policies/tally.js';
import { type FailedSend, type FetchTask, type Sent, send, stateOf } from './send.js';
import type { CheckedOutSession } from './session-pool/session.js';

/** What every attempt needs. */
export interface AttemptParts {
  circuit: Circuit | undefined;
  budget: RetryBudget | undefined;
  attemptTimeout: number;
  onAttempt: ((event: AttemptEvent) => void) | undefined;
}

/** How an attempt was made. */
interface Made {
  /** Identifies the address that the engine saw. */
  address: string;
  /** Counts the attempt against its exit, after another exit returned a good page for the same request. */
  blameExit(): Promise<void>;
}

export type Failed = FailedSend & Made;

/** An attempt and its result. */
export type Attempt<T> = Sent<T> & Made;

/** The position of an attempt within its fetch. */
export interface Position {
  walk: ChainWalk;
  /** Number of the attempt, from 1. */
  number: number;
  /** The previous attempt, if it failed. */
  last: Failed | undefined;
}

/** A timeout is evidence only if the attempt had its full `attemptTimeout`, or at least this many milliseconds. */
const minFair = 1_000;

/** Waits for a session and for the circuit, makes one attempt and reports its outcome. */
export async function attemptOnce<T>(parts: AttemptParts, task: FetchTask<T>, position: Position): Promise<Attempt<T>> {
  const { request, session } = task;
  const asked = performance.now();
  const { checkedOut, admitted } = await admit(parts, task, position);
  const began = performance.now();
  let report: CircuitReport | undefined;
  try {
    const time = Math.min(parts.attemptTimeout, task.deadline.remaining());
    const isFair = time >= Math.min(parts.attemptTimeout, minFair);
    const deadline = startDeadline(time, task.deadline.signal);
    const [attempt] = await Promise.all([
      send(task, { checkedOut, deadline, adapter: position.walk.step.adapter }),
      position.number === 1 && parts.budget?.began(request.engine),
    ]);
    const isConclusive = isFair || stateOf(attempt) !== 'timeout';
    if (isConclusive && !position.walk.leadsOn(stateOf(attempt))) report = reportOf(attempt, checkedOut);
    await checkedOut.report(outcomeOf(attempt, isConclusive));
    if (attempt.usable) session.saw(attempt.page);
    notify(
      parts,
      eventOf(attempt, { task, checkedOut, number: position.number, step: position.walk.step.name, asked, began }),
    );
    return { ...attempt, address: checkedOut.address, blameExit: () => blameExit(attempt, checkedOut) };
  } finally {
    await admitted?.ended(report);
  }
}

function blameExit<T>(attempt: Sent<T>, checkedOut: CheckedOutSession): Promise<void> {
  const state = attempt.usable ? (attempt.doubt ?? 'usable') : attempt.state;
  // A doubtful page counted as a success, which would excuse any number of failures.
  return checkedOut.report({ state, suspect: 'exit_at_engine', session: 'unknown', isCertain: attempt.usable });
}

/** Gets a session and admission by the circuit. A refusal after a failed attempt is reported as that attempt's error. */
async function admit<T>(
  { circuit }: AttemptParts,
  { request, session, deadline }: FetchTask<T>,
  { walk, last }: Position,
): Promise<{ checkedOut: CheckedOutSession; admitted: AdmittedAttempt | undefined }> {
  try {
    const checkedOut = await session.checkOut(request, { isDirect: walk.step.isDirect ?? false, deadline });
    return { checkedOut, admitted: await circuit?.admit(request.engine, session.caller) };
  } catch (error) {
    if (last !== undefined && error instanceof FetchError && refusals.has(error.code)) throw asLater(last);
    throw error;
  }
}

const refusals: ReadonlySet<string> = new Set(['no_proxy_available', 'rate_limited', 'circuit_open', 'overloaded']);

/** The error of a failed attempt, or `rate_limited` if the engine sent `Retry-After`. */
export function asLater({ error, retryAfter, suspect }: Failed): Error {
  if (retryAfter === undefined || suspect === 'exit') return error; // a proxy's error already has `retryAfter`
  return new FetchError('rate_limited', `The engine asks to wait ${retryAfter} s`, { cause: error, retryAfter });
}
