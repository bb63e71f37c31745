import { type AdapterChain, type ChainWalk, walkChain } from './adapters/chain.js';
import { type Attempt, type AttemptParts, asLater, attemptOnce, type Failed, type FetchTask } from './attempt.js';
import type { HealthStore, Penalty } from './health/store.js';
import { decideRetry } from './policies/retry.js';
import type { PageRequest, RawPage, Usable } from './types.js';

/** What stays the same through the life of a fetcher. */
export interface LoopParts extends AttemptParts {
  chain: AdapterChain;
  store: HealthStore;
  attempts: number;
}

/** How far a fetch has come. */
interface Progress {
  /** Attempts that the engine may have seen. */
  sent: number;
  /** Proxies that failed before the engine saw anything. */
  proxyFaults: number;
  isOnceUsed: boolean;
}

/** A usable page, and how many attempts it took. */
interface Found<T> {
  page: RawPage;
  value: T;
  attempts: number;
}

/** A proxy that does not work costs the engine nothing and little time, so it is no attempt; but not without end. */
const maxProxyFaults = 3;

/** Attempts until a page is usable, or another attempt is of no use. */
export async function attemptAll<T>(parts: LoopParts, task: FetchTask<T>): Promise<Found<T>> {
  const progress: Progress = { sent: 0, proxyFaults: 0, isOnceUsed: false };
  const walk = await walkChain(parts.chain, task.request, parts.store);
  let last: Failed | undefined;
  for (;;) {
    const number = progress.sent + progress.proxyFaults + 1;
    const attempt: Attempt<T> = await attemptOnce(parts, task, { walk, number, last });
    if (attempt.usable) {
      await Promise.all([walk.succeeded(), parts.budget?.succeeded(task.request.engine)]);
      const found = { page: attempt.page, value: attempt.value, attempts: number };
      return attempt.doubt === undefined ? found : await secondOpinion(parts, task, { walk, found, attempt });
    }
    last = attempt;
    const delay = await nextDelay(parts, task, { attempt, progress, walk });
    leaveExit(task, attempt);
    await task.deadline.sleep(delay);
  }
}

/** An exit is left on any failure that is tried again: the pool gives the same one only where there is no other. */
function leaveExit<T>({ session }: FetchTask<T>, { retry, hasProxy }: Failed): void {
  if (retry === 'other_session' || (hasProxy && retry !== 'never')) session.giveUp();
}

interface AfterFailure {
  attempt: Failed;
  progress: Progress;
  walk: ChainWalk;
}

/** Milliseconds to wait before the next attempt. Throws when there shall be none. */
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
  if (await walk.goOn(attempt.state)) return 0;
  const decision = decideRetry(
    {
      attempt: Math.max(1, progress.sent),
      maxAttempts: isProxyFault ? Number.POSITIVE_INFINITY : await mostAttempts(parts, request, attempt),
      advice: attempt.retry,
      isOnceUsed: progress.isOnceUsed,
      remaining: deadline.remaining(),
      retryAfter: attempt.retryAfter,
      isOtherExit: attempt.hasProxy,
      isWaitOfAddress: attempt.suspect !== 'engine',
    },
    Math.random(),
  );
  if (!decision.again) throw decision.why === 'wait' ? asLater(attempt) : attempt.error;
  if (budget && !isProxyFault && !(await budget.spend(request.engine))) throw attempt.error;
  if (attempt.retry === 'once') progress.isOnceUsed = true;
  // The engine has seen nothing of it, and the next one to be asked is another.
  return isProxyFault && attempt.hasProxy ? 0 : decision.delay;
}

/** One more than usual where a gateway drew a bad address, of an engine that serves most of them. */
async function mostAttempts({ attempts, budget }: LoopParts, { engine }: PageRequest, failed: Failed): Promise<number> {
  const isUnlucky = attempts > 1 && failed.isOfGateway && failed.suspect === 'exit_at_engine';
  return isUnlucky && (await budget?.isAmple(engine)) === true ? attempts + 1 : attempts;
}

interface Doubted<T> {
  walk: ChainWalk;
  found: Found<T>;
  attempt: Usable<T>;
}

/**
 * Asks once more for a page that contradicts the request. Where that gives nothing better, the page at hand is the answer, and
 * for a while no such page is asked for again: every exit is served the same.
 */
async function secondOpinion<T>(parts: LoopParts, task: FetchTask<T>, doubted: Doubted<T>): Promise<Found<T>> {
  const { budget, attempts: maxAttempts, store } = parts;
  const { request, session } = task;
  const { walk, found, attempt } = doubted;
  const key = doubtKey(request, attempt.doubt);
  const [known] = await store.read([key]);
  if (found.attempts >= maxAttempts || (known?.coolingFor ?? 0) > 0) return found;
  if (budget && !(await budget.spend(request.engine))) return found;
  session.giveUp();
  const number = found.attempts + 1;
  const again = await attemptOnce(parts, task, { walk, number, last: undefined }).catch(() => undefined); // the page at hand will do
  const isBetter = again?.usable === true && again.doubt === undefined;
  await (isBetter ? store.heal(key) : store.cool(key, doubtPenalty));
  return isBetter ? { page: again.page, value: again.value, attempts: number } : { ...found, attempts: number };
}

/** For how long a page that contradicts its request is not asked for again where that was in vain. */
const doubtPenalty: Penalty = { base: 60_000, cap: 600_000 };

/** Requests for one language are alike in this. */
function doubtKey({ engine, headers }: PageRequest, doubt = ''): string {
  return `doubt:${engine}:${doubt}:${headers['accept-language'] ?? ''}`.slice(0, 200);
}
