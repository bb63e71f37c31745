import type { RetryBudget } from './budget.js';
import type { ChainWalk } from './chain.js';
import type { Circuit, Passage } from './circuit.js';
import { codesOf, FetchError, isFetchError, kindOf } from './errors.js';
import { browserHeaders } from './identity/profiles.js';
import { type Limit, startLimit } from './limit.js';
import { checkedPage } from './raw-page.js';
import { readRetryAfter } from './retry.js';
import type { AttemptOutcome, Lease } from './sessions/lease.js';
import type { Visit } from './sessions/visit.js';
import type { Adapter, Judge, Operation, PageRequest, RawPage, Unusable } from './types.js';

/** One attempt, as told to `onAttempt`. It names no address and no query. */
export interface AttemptEvent {
  operation: Operation;
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
  /** Milliseconds. */
  duration: number;
  /** Milliseconds that it waited for its turn. */
  queued: number;
  /** HTTP status, where a page came. */
  status?: number;
  /** Where none came: codes of the errors below, such as `ECONNRESET`, the nearest first. */
  causes?: readonly string[];
}

/** What an attempt is made with. */
export interface Sending {
  circuit: Circuit | undefined;
  budget: RetryBudget | undefined;
  attemptTimeout: number;
  onAttempt: ((event: AttemptEvent) => void) | undefined;
}

/** What is to be fetched, for which search, and until when. */
export interface FetchTask<T> {
  request: PageRequest;
  judge: Judge<T>;
  limit: Limit;
  visit: Visit;
}

/** An unusable page, or the lack of any: then `error` is a `FetchError`, and `state` its code. */
export type Failed = Unusable & {
  page?: RawPage;
  /** Seconds that the engine asks to wait. */
  retryAfter?: number | undefined;
  hasProxy: boolean;
};

/** How an attempt ended. */
export type Attempt<T> = { usable: true; page: RawPage; value: T } | Failed;

/** Where a fetch is. */
export interface Turn {
  walk: ChainWalk;
  /** Number of the attempt, from 1. */
  number: number;
  /** How the attempt before failed. */
  last: Failed | undefined;
}

/** An attempt that the deadline left less than this, and less than all its time, says nothing of whom it waited for. */
const shortestFair = 1_000;

/** Waits for a session and for the circuit, makes one attempt and tells everybody how it went. */
export async function attemptOnce<T>(settings: Sending, task: FetchTask<T>, turn: Turn): Promise<Attempt<T>> {
  const { request, visit } = task;
  const asked = performance.now();
  const { lease, passage } = await takeTurn(settings, task, turn);
  const began = performance.now();
  let told: string | undefined;
  try {
    const time = Math.min(settings.attemptTimeout, task.limit.remaining());
    const isFair = time >= Math.min(settings.attemptTimeout, shortestFair);
    const limit = startLimit(time, task.limit.signal);
    const [attempt] = await Promise.all([
      send(task, { lease, limit, adapter: turn.walk.step.adapter }),
      turn.last === undefined && settings.budget?.began(request.engine),
    ]);
    const state = stateOf(attempt);
    const says = isFair || state !== 'timeout';
    const isTelling = attempt.usable || attempt.countsAgainstEngine !== false;
    told = says && isTelling && !turn.walk.leadsOn(state) ? state : undefined;
    await lease.report(outcomeOf(attempt, { says }));
    if (attempt.usable) visit.saw(attempt.page);
    settings.onAttempt?.(eventOf(attempt, { task, turn, lease, times: { asked, began } }));
    return attempt;
  } finally {
    await passage?.ended(told);
  }
}

/** A session, and the circuit's leave. Refusals after an attempt are answered with how that attempt failed. */
async function takeTurn<T>(
  { circuit }: Sending,
  { request, visit, limit }: FetchTask<T>,
  { walk, last }: Turn,
): Promise<{ lease: Lease; passage: Passage | undefined }> {
  try {
    const lease = await visit.lease(request, { isDirect: walk.step.isDirect ?? false, limit });
    return { lease, passage: await circuit?.enter(request.engine, visit.caller) };
  } catch (error) {
    if (last !== undefined && error instanceof FetchError && refusals.has(error.code)) throw asLater(last);
    throw error;
  }
}

const refusals: ReadonlySet<string> = new Set(['no_proxy_available', 'rate_limited', 'circuit_open', 'overloaded']);

/** The error of a failed attempt, or, where the engine said so, that the caller is to come back later. */
export function asLater({ error, retryAfter }: Failed): Error {
  if (retryAfter === undefined) return error;
  return new FetchError('rate_limited', `The engine asks to wait ${retryAfter} s`, { cause: error, retryAfter });
}

interface Means {
  lease: Lease;
  limit: Limit;
  adapter: Adapter;
}

async function send<T>({ request, judge, limit, visit }: FetchTask<T>, means: Means): Promise<Attempt<T>> {
  const hasProxy = means.lease.session.proxy !== undefined;
  const page = await getPage(visit.followed(request), means);
  if (page instanceof FetchError) {
    return { usable: false, state: page.code, ...kindOf(page), error: page, hasProxy, retryAfter: page.retryAfter };
  }
  const judging = judge(page, { signal: limit.signal });
  const verdict = judging instanceof Promise ? await limit.race(judging) : judging;
  if (verdict.usable) return { ...verdict, page };
  return { ...verdict, page, hasProxy, retryAfter: readRetryAfter(page.headers['retry-after'], Date.now()) };
}

/** The page, or why there is none. What an adapter throws of its own counts as a fault of the network. */
async function getPage(request: PageRequest, { lease, limit, adapter }: Means): Promise<RawPage | FetchError> {
  const { session } = lease;
  const headers = browserHeaders(session.profile, request);
  const deadline = Date.now() + limit.remaining();
  try {
    return checkedPage(await limit.race(adapter({ ...request, headers }, { signal: limit.signal, session, deadline })));
  } catch (error) {
    const cause: unknown = limit.signal.aborted ? limit.signal.reason : error;
    return isFetchError(cause) ? cause : new FetchError('network', 'The adapter failed', { cause });
  } finally {
    limit.stop();
  }
}

function stateOf<T>(attempt: Attempt<T>): string {
  return attempt.usable ? 'usable' : attempt.state;
}

/** What an attempt says about its session; nothing where it says something of the request, the reader or the time left. */
function outcomeOf<T>(attempt: Attempt<T>, { says }: { says: boolean }): AttemptOutcome {
  if (attempt.usable) return { state: 'usable', session: 'good' };
  const { state, retry, page } = attempt;
  // Without a page it was not the engine that asked to wait.
  const retryAfter = page && attempt.retryAfter;
  if (!says || state === 'aborted' || state === 'closed') return { state: 'unknown', session: 'unknown' };
  if (retry === 'never') return { state, session: 'unknown', retryAfter };
  return { state, session: retry === 'other_session' && page ? 'blocked' : 'failed', retryAfter };
}

interface EventFacts<T> {
  task: FetchTask<T>;
  turn: Turn;
  lease: Lease;
  times: { asked: number; began: number };
}

function eventOf<T>(attempt: Attempt<T>, { task, turn, lease, times }: EventFacts<T>): AttemptEvent {
  const { session } = lease;
  const { name } = turn.walk.step;
  return {
    operation: task.request.operation,
    attempt: turn.number,
    session: session.id,
    ...(session.proxy && { proxy: session.proxy.id }),
    ...(name !== undefined && { step: name }),
    outcome: stateOf(attempt),
    duration: performance.now() - times.began,
    queued: times.began - times.asked,
    ...(attempt.page && { status: attempt.page.status }),
    ...(!attempt.usable && !attempt.page && { causes: codesOf(attempt.error) }),
  };
}
