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

/** One attempt, as reported to `onAttempt`. It names no address and no query. */
export interface AttemptEvent {
  operation: Operation;
  /** `tag` of the search; left out where it has none. */
  tag?: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Id of the session. */
  session: string;
  /** Id of the proxy; left out for a direct connection. */
  proxy?: string;
  /** Name of the step of the chain; left out where there is only one. */
  step?: string;
  /** `usable`, else the judge's `state` or the code of the `FetchError`. */
  outcome: string;
  /** Whose fault the failure most likely was; left out for a usable page. */
  suspect?: Suspect;
  /** Why the proxy refused, where it did. */
  refusal?: ProxyRefusal;
  /** What contradicts the request in a usable page. */
  doubt?: string;
  /** Milliseconds. */
  duration: number;
  /** Milliseconds that it waited for a session. */
  queued: number;
  /** HTTP status, where a page came. */
  status?: number;
  /** Where none came: codes of the errors below, such as `ECONNRESET`, the nearest first. */
  causes?: readonly string[];
}

/** What an attempt is made with. */
export interface AttemptParts {
  circuit: Circuit | undefined;
  budget: RetryBudget | undefined;
  attemptTimeout: number;
  onAttempt: ((event: AttemptEvent) => void) | undefined;
}

/** What is to be fetched, for which search, and until when. */
export interface FetchTask<T> {
  request: PageRequest;
  judge: Judge<T>;
  deadline: Deadline;
  session: SearchSession;
}

/** An unusable page, or the lack of any: then `error` is a `FetchError`, and `state` its code. */
export type Failed = AttemptFailure & {
  error: Error;
  hasProxy: boolean;
  /** Whether it came through a gateway, so that the next attempt has an address of which nothing is known. */
  isOfGateway: boolean;
};

/** How an attempt ended. */
export type Attempt<T> = (Usable<T> & { page: RawPage; hasProxy: boolean }) | Failed;

/** Where a fetch is. */
export interface Position {
  walk: ChainWalk;
  /** Number of the attempt, from 1. */
  number: number;
  /** How the attempt before ended, where it failed. */
  last: Failed | undefined;
}

/** An attempt that the deadline left less than this, and less than all its time, says nothing of whom it waited for. */
const shortestFair = 1_000;

/** Waits for a session and for the circuit, makes one attempt and reports how it went. */
export async function attemptOnce<T>(parts: AttemptParts, task: FetchTask<T>, position: Position): Promise<Attempt<T>> {
  const { request, session } = task;
  const asked = performance.now();
  const { checkedOut, admitted } = await admit(parts, task, position);
  const began = performance.now();
  let report: CircuitReport | undefined;
  try {
    const time = Math.min(parts.attemptTimeout, task.deadline.remaining());
    const isFair = time >= Math.min(parts.attemptTimeout, shortestFair);
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
    return attempt;
  } finally {
    await admitted?.ended(report);
  }
}

/** A listener that throws must not lose a page that was fetched; what it throws is reported as a warning of the process. */
function notify({ onAttempt }: AttemptParts, event: AttemptEvent): void {
  try {
    onAttempt?.(event);
  } catch (error) {
    process.emitWarning(`onAttempt threw: ${error instanceof Error ? error.message : String(error)}`, 'FetcherWarning');
  }
}

/** A session, and the leave of the circuit. Refusals after an attempt are answered with how that attempt failed. */
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

/** The error of a failed attempt, or, where the engine said so, that the caller is to come back later. */
export function asLater({ error, retryAfter, suspect }: Failed): Error {
  if (retryAfter === undefined || suspect === 'exit') return error; // that of a proxy says itself how long
  return new FetchError('rate_limited', `The engine asks to wait ${retryAfter} s`, { cause: error, retryAfter });
}

interface SendParts {
  checkedOut: CheckedOutSession;
  deadline: Deadline;
  adapter: Adapter;
}

async function send<T>({ request, judge, deadline, session }: FetchTask<T>, parts: SendParts): Promise<Attempt<T>> {
  const hasProxy = parts.checkedOut.session.proxy !== undefined;
  const isOfGateway = parts.checkedOut.addresses === Number.POSITIVE_INFINITY;
  const page = await getPage(session.followed(request), parts);
  if (page instanceof FetchError) {
    return {
      usable: false,
      state: page.code,
      ...blameFor(page.code),
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

/** The page, or why there is none. What an adapter throws of its own counts as a fault of the network. */
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

function stateOf<T>(attempt: Attempt<T>): string {
  return attempt.usable ? 'usable' : attempt.state;
}

interface EventFacts<T> {
  task: FetchTask<T>;
  position: Position;
  checkedOut: CheckedOutSession;
  times: { asked: number; began: number };
}

function eventOf<T>(attempt: Attempt<T>, { task, position, checkedOut, times }: EventFacts<T>): AttemptEvent {
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

function failureFacts({ suspect, error, page }: Failed): Partial<AttemptEvent> {
  const refusal = error instanceof FetchError ? error.refusal : undefined;
  return { suspect, ...(refusal && { refusal }), ...(!page && { causes: codesOf(error) }) };
}
