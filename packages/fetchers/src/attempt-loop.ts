import { type AdapterChain, type ChainPosition, startChain } from './adapters/chain.js';
import { type AttemptEvent, attemptEventOf, notifyOfAttempt } from './attempt-event.js';
import { startDeadline } from './deadline.js';
import { FetchError } from './errors.js';
import type { HaltWatch } from './halts.js';
import type { Backoff, HealthStore } from './health/store.js';
import { attemptOutcomeOf, circuitReportOf } from './policies/blame.js';
import type { RetryBudget } from './policies/budget.js';
import type { AdmittedAttempt, Circuit } from './policies/circuit.js';
import { decideRetry } from './policies/retry.js';
import type { CircuitReport } from './policies/tally.js';
import { attemptState, type FailedSend, type FetchTask, type SendResult, sendAndJudge } from './send.js';
import type { CheckedOutSession } from './session-pool/session.js';
import type { PageRequest, RawPage, Usable } from './types.js';

/** What all fetches of a fetcher share. */
interface LoopParts extends AttemptParts {
  chain: AdapterChain;
  store: HealthStore;
  attempts: number;
}

/** The progress of a fetch. */
interface Progress {
  /** Attempts that may have reached the engine. */
  sent: number;
  /** Attempts that failed at the proxy, before reaching the engine. */
  proxyFaults: number;
  isOnceUsed: boolean;
}

/** A usable page and the number of attempts made. */
interface Found<T> {
  page: RawPage;
  value: T;
  attempts: number;
}

/** Proxy failures do not reach the engine and take little time, so up to this many do not count as attempts. */
const maxProxyFaults = 3;

/** Makes attempts until a page is usable, or no further attempt is allowed or useful. */
export async function attemptUntilUsable<T>(parts: LoopParts, task: FetchTask<T>): Promise<Found<T>> {
  const progress: Progress = { sent: 0, proxyFaults: 0, isOnceUsed: false };
  const walk = await startChain(parts.chain, task.request, parts.store);
  let last: Failed | undefined;
  const failed: Failed[] = [];
  for (;;) {
    const number = progress.sent + progress.proxyFaults + 1;
    const attempt: Attempt<T> = await attemptOnce(parts, task, { walk, number, last });
    if (attempt.usable) {
      await Promise.all([walk.recordSuccess(), parts.budget?.countUsable(task.request.engine)]);
      await Promise.all(failed.map((other) => blameIfExits(other, attempt)));
      const found = { page: attempt.page, value: attempt.value, attempts: number };
      return attempt.doubt === undefined ? found : await secondOpinion(parts, task, { walk, found, attempt });
    }
    last = attempt;
    failed.push(attempt);
    const delay = await nextDelay(parts, task, { attempt, progress, walk });
    leaveExit(task, attempt);
    await task.deadline.sleep(delay);
  }
}

/** A failure that seemed to be the request's was the exit's if another exit returned a good page for the same request. */
async function blameIfExits<T>(failed: Failed, better: Attempt<T>): Promise<void> {
  if (failed.suspect === 'request' && failed.address !== better.address) await failed.blameExit();
}

/** Leaves the exit after any failure that is retried. The pool returns the same exit only if there is no other. */
function leaveExit<T>({ session }: FetchTask<T>, { retry, hasProxy }: Failed): void {
  if (retry === 'other_session' || (hasProxy && retry !== 'never')) session.giveUp();
}

interface AfterFailure {
  attempt: Failed;
  progress: Progress;
  walk: ChainPosition;
}

/** Milliseconds to wait before the next attempt. Throws the final error if there is none. */
async function nextDelay<T>(
  parts: LoopParts,
  { request, deadline }: FetchTask<T>,
  { attempt, progress, walk }: AfterFailure,
): Promise<number> {
  const { budget } = parts;
  const isProxyFault = attempt.suspect === 'exit';
  if (isProxyFault) progress.proxyFaults += 1;
  else progress.sent += 1;
  if (progress.proxyFaults > maxProxyFaults) throw attempt.error;
  if (await walk.advance(attempt.state)) return 0;
  const decision = decideRetry(
    {
      attempt: Math.max(1, progress.sent),
      maxAttempts: isProxyFault ? Number.POSITIVE_INFINITY : await attemptLimit(parts, request, attempt),
      advice: attempt.retry,
      isOnceUsed: progress.isOnceUsed,
      remaining: deadline.remaining(),
      retryAfter: attempt.retryAfter,
      isOtherExit: attempt.hasProxy,
      isRetryAfterPerAddress: attempt.suspect !== 'engine',
    },
    Math.random(),
  );
  if (!decision.shouldRetry) throw decision.reason === 'wait' ? asLater(attempt) : attempt.error;
  if (budget && !isProxyFault && !(await budget.spend(request.engine))) throw attempt.error;
  if (attempt.retry === 'once') progress.isOnceUsed = true;
  // The attempt did not reach the engine, and the next one uses another proxy.
  return isProxyFault && attempt.hasProxy ? 0 : decision.delay;
}

/** The limit of attempts: one more than usual after a bad address of a gateway, if the engine serves enough fetches. */
async function attemptLimit({ attempts, budget }: LoopParts, { engine }: PageRequest, failed: Failed): Promise<number> {
  const isGatewayExitBlocked = attempts > 1 && failed.isGatewayExit && failed.suspect === 'exit_at_engine';
  return isGatewayExitBlocked && (await budget?.isAmple(engine)) === true ? attempts + 1 : attempts;
}

interface Doubted<T> {
  walk: ChainPosition;
  found: Found<T>;
  attempt: Attempt<T> & Usable<T>;
}

/**
 * Fetches a page that contradicts the request once more. If the second page is no better, the first is returned, and such pages
 * are not fetched twice for a while, because every exit is likely to get the same.
 */
async function secondOpinion<T>(parts: LoopParts, task: FetchTask<T>, doubted: Doubted<T>): Promise<Found<T>> {
  const { budget, attempts: maxAttempts, store } = parts;
  const { request, session } = task;
  const { walk, found, attempt } = doubted;
  const key = doubtKey(request, attempt.doubt);
  const [known] = await store.readHealth([key]);
  if (found.attempts >= maxAttempts || (known?.coolingFor ?? 0) > 0) return found;
  if (budget && !(await budget.spend(request.engine))) return found;
  session.giveUp();
  const number = found.attempts + 1;
  const again = await attemptOnce(parts, task, { walk, number, last: undefined }).catch(() => undefined); // the first page is returned
  const isBetter = again?.usable === true && again.doubt === undefined;
  await (isBetter ? store.recordSuccess(key) : store.recordFailure(key, doubtBackoff));
  if (isBetter && again.address !== attempt.address) await attempt.blameExit();
  return isBetter ? { page: again.page, value: again.value, attempts: number } : { ...found, attempts: number };
}

/**
 * How long no second page is fetched after one that was no better. Short at first, because both pages may come from the few
 * bad exits; it doubles each time, so that an engine that always answers so gets 13 more requests, then one in ten minutes.
 */
const doubtBackoff: Backoff = { base: 100, cap: 600_000 };

/** Requests with the same language share a key. */
function doubtKey({ engine, headers }: PageRequest, doubt = ''): string {
  return `doubt:${engine}:${doubt}:${headers['accept-language'] ?? ''}`.slice(0, 200);
}

/** What every attempt needs. */
interface AttemptParts {
  circuit: Circuit | undefined;
  budget: RetryBudget | undefined;
  attemptTimeout: number;
  halts: HaltWatch;
  onAttempt: ((event: AttemptEvent) => void) | undefined;
}

/** How an attempt was made. */
interface Made {
  /** Identifies the address that the engine saw. */
  address: string;
  /** Counts the attempt against its exit, after another exit returned a good page for the same request. */
  blameExit(): Promise<void>;
}

type Failed = FailedSend & Made;

/** An attempt and its result. */
type Attempt<T> = SendResult<T> & Made;

/** The position of an attempt within its fetch. */
interface Position {
  walk: ChainPosition;
  /** Number of the attempt, from 1. */
  number: number;
  /** The previous attempt, if it failed. */
  last: Failed | undefined;
}

/** A timeout is evidence only if the attempt had its full `attemptTimeout`, or at least this many milliseconds. */
const minFair = 1_000;

/** Waits for a session and for the circuit, makes one attempt and reports its outcome. */
async function attemptOnce<T>(parts: AttemptParts, task: FetchTask<T>, position: Position): Promise<Attempt<T>> {
  const { request, session } = task;
  const asked = performance.now();
  const { checkedOut, admitted } = await admit(parts, task, position);
  const began = performance.now();
  let report: CircuitReport | undefined;
  const watch = parts.halts.begin();
  try {
    const time = Math.min(parts.attemptTimeout, task.deadline.remaining());
    const isFair = time >= Math.min(parts.attemptTimeout, minFair);
    const deadline = startDeadline(time, task.deadline.signal);
    const [attempt] = await Promise.all([
      sendAndJudge(task, { checkedOut, deadline, adapter: position.walk.step.adapter }),
      position.number === 1 && parts.budget?.countFetch(request.engine),
    ]);
    const isConclusive = (isFair || attemptState(attempt) !== 'timeout') && (hasPage(attempt) || !watch.wasHalted());
    if (isConclusive && !position.walk.canAdvance(attemptState(attempt))) report = circuitReportOf(attempt, checkedOut);
    await checkedOut.report(attemptOutcomeOf(attempt, isConclusive));
    if (attempt.usable) session.recordPage(attempt.page);
    notifyOfAttempt(
      parts,
      attemptEventOf(attempt, {
        task,
        checkedOut,
        number: position.number,
        step: position.walk.step.name,
        asked,
        began,
      }),
    );
    return { ...attempt, address: checkedOut.address, blameExit: () => blameExit(attempt, checkedOut) };
  } finally {
    watch.end();
    await admitted?.ended(report);
  }
}

/** A page is evidence however late it is read. */
function hasPage<T>(attempt: SendResult<T>): boolean {
  return attempt.page !== undefined;
}

function blameExit<T>(attempt: SendResult<T>, checkedOut: CheckedOutSession): Promise<void> {
  const state = attempt.usable ? (attempt.doubt ?? 'usable') : attempt.state;
  // A doubtful page counted as a success, which would excuse any number of failures.
  return checkedOut.report({ state, suspect: 'exit_at_engine', session: 'unknown', isSuspectCertain: attempt.usable });
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
    if (last !== undefined && error instanceof FetchError && refusals.has(error.code))
      throw asLater(last, error.retryAfter);
    throw error;
  }
}

const refusals: ReadonlySet<string> = new Set(['no_proxy_available', 'rate_limited', 'circuit_open', 'overloaded']);

/**
 * The error of a failed attempt, or `rate_limited` if the engine sent `Retry-After`.
 *
 * @param available seconds until there is an exit again, if there is none. A proxy's own `Retry-After` is kept.
 */
function asLater({ error, retryAfter, suspect }: Failed, available?: number): Error {
  if (suspect === 'exit') return retryAfter === undefined ? withRetryAfter(error, available) : error;
  if (retryAfter === undefined) return error;
  return new FetchError('rate_limited', `The engine asks to wait ${retryAfter} s`, { cause: error, retryAfter });
}

function withRetryAfter(error: Error, retryAfter: number | undefined): Error {
  if (!(error instanceof FetchError) || retryAfter === undefined) return error;
  const { code, message, cause, refusal } = error;
  return new FetchError(code, message, { cause, retryAfter, ...(refusal && { refusal }) });
}
