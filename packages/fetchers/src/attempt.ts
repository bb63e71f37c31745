import { checkedPage } from './adapters/body.js';
import type { ChainWalk } from './adapters/chain.js';
import { type Deadline, startDeadline } from './deadline.js';
import { codesOf, FetchError, isFetchError, type ProxyRefusal } from './errors.js';
import { browserHeaders } from './identity/profiles.js';
import { blameFor, suspectOf } from './policies/blame.js';
import type { RetryBudget } from './policies/budget.js';
import type { AdmittedAttempt, Circuit } from './policies/circuit.js';
import { type AttemptFailure, outcomeOf, reportOf } from './policies/evidence.js';
import { readRetryAfter } from './policies/retry.js';
import type { CircuitReport } from './policies/tally.js';
import type { SearchSession } from './search-session.js';
import type { CheckedOutSession } from './session-pool/session.js';
import type { Adapter, Judge, Operation, PageRequest, RawPage, Suspect, Usable } from './types.js';

/** One attempt, as reported to `onAttempt`. Contains no address and no query. */
export interface AttemptEvent {
  operation: Operation;
  /** `SearchOptions.tag`; left out if not given. */
  tag?: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Id of the session. */
  session: string;
  /** Id of the proxy; left out for a direct connection. */
  proxy?: string;
  /** Name of the step of the adapter chain; left out without a chain. */
  step?: string;
  /** `usable`, the judge's `state` or the code of the `FetchError`. */
  outcome: string;
  /** Who is most likely at fault; left out for a usable page. */
  suspect?: Suspect;
  /** Why the proxy refused the request, if it did. */
  refusal?: ProxyRefusal;
  /** `Usable.doubt` of a usable page: how it contradicts the request. */
  doubt?: string;
  /** Milliseconds. */
  duration: number;
  /** Milliseconds spent waiting for a session. */
  queued: number;
  /** HTTP status; left out without a response. */
  status?: number;
  /** Without a response: the codes of the error's causes, outermost first, such as `ECONNRESET`. */
  causes?: readonly string[];
}

/** What every attempt needs. */
export interface AttemptParts {
  circuit: Circuit | undefined;
  budget: RetryBudget | undefined;
  attemptTimeout: number;
  onAttempt: ((event: AttemptEvent) => void) | undefined;
}

/** What to fetch, for which search, and until when. */
export interface FetchTask<T> {
  request: PageRequest;
  judge: Judge<T>;
  deadline: Deadline;
  session: SearchSession;
}

/** How an attempt was made. */
interface Made {
  /** Identifies the address that the engine saw. */
  address: string;
  /** Counts the attempt against its exit, after another exit returned a good page for the same request. */
  blameExit(): Promise<void>;
}

/** A failed attempt: an unusable page, or none, in which case `error` is a `FetchError` and `state` its code. */
type FailedSend = AttemptFailure & {
  error: Error;
  hasProxy: boolean;
  /** Whether it used a gateway, so that the next attempt uses an address without history. */
  isOfGateway: boolean;
};

export type Failed = FailedSend & Made;

type Sent<T> = (Usable<T> & { page: RawPage; hasProxy: boolean }) | FailedSend;

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
    notify(parts, eventOf(attempt, { task, position, checkedOut, times: { asked, began } }));
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

/** Calls `onAttempt`. An error that it throws becomes a process warning, so that a fetched page is not lost. */
function notify({ onAttempt }: AttemptParts, event: AttemptEvent): void {
  try {
    onAttempt?.(event);
  } catch (error) {
    process.emitWarning(`onAttempt threw: ${error instanceof Error ? error.message : String(error)}`, 'FetcherWarning');
  }
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

interface SendParts {
  checkedOut: CheckedOutSession;
  deadline: Deadline;
  adapter: Adapter;
}

async function send<T>({ request, judge, deadline, session }: FetchTask<T>, parts: SendParts): Promise<Sent<T>> {
  const hasProxy = parts.checkedOut.session.proxy !== undefined;
  const isOfGateway = parts.checkedOut.addresses === Number.POSITIVE_INFINITY;
  const page = await getPage(session.followed(request), parts);
  if (page instanceof FetchError) {
    return {
      usable: false,
      state: page.code,
      ...blameFor(page.code, { hasProxy }),
      error: page,
      hasProxy,
      isOfGateway,
      retryAfter: page.retryAfter,
    };
  }
  const judging = judge(page, { signal: deadline.signal });
  const verdict = judging instanceof Promise ? await deadline.race(judging) : judging;
  if (verdict.usable) return { ...verdict, page, hasProxy };
  const retryAfter = readRetryAfter(page.headers['retry-after'], Date.now());
  return { ...verdict, suspect: suspectOf(verdict), page, hasProxy, isOfGateway, retryAfter };
}

/** Gets the page or a `FetchError`. Any other error of an adapter counts as `network`. */
async function getPage(
  request: PageRequest,
  { checkedOut, deadline, adapter }: SendParts,
): Promise<RawPage | FetchError> {
  const { session } = checkedOut;
  const headers = browserHeaders(session.profile, request);
  const context = { signal: deadline.signal, session, deadline: Date.now() + deadline.remaining() };
  try {
    return checkedPage(await deadline.race(adapter({ ...request, headers }, context)));
  } catch (error) {
    const cause: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
    return isFetchError(cause) ? cause : new FetchError('network', 'The adapter failed', { cause });
  } finally {
    deadline.stop();
  }
}

function stateOf<T>(attempt: Sent<T>): string {
  return attempt.usable ? 'usable' : attempt.state;
}

interface EventFacts<T> {
  task: FetchTask<T>;
  position: Position;
  checkedOut: CheckedOutSession;
  times: { asked: number; began: number };
}

function eventOf<T>(attempt: Sent<T>, { task, position, checkedOut, times }: EventFacts<T>): AttemptEvent {
  const { session } = checkedOut;
  const { name } = position.walk.step;
  return {
    operation: task.request.operation,
    ...(task.session.tag !== undefined && { tag: task.session.tag }),
    attempt: position.number,
    session: session.id,
    ...(session.proxy && { proxy: session.proxy.id }),
    ...(name !== undefined && { step: name }),
    outcome: stateOf(attempt),
    ...(attempt.usable ? attempt.doubt !== undefined && { doubt: attempt.doubt } : failureFacts(attempt)),
    duration: performance.now() - times.began,
    queued: times.began - times.asked,
    ...(attempt.page && { status: attempt.page.status }),
  };
}

function failureFacts({ suspect, error, page }: FailedSend): Partial<AttemptEvent> {
  const refusal = error instanceof FetchError ? error.refusal : undefined;
  return { suspect, ...(refusal && { refusal }), ...(!page && { causes: codesOf(error) }) };
}
