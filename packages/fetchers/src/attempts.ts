import { type Attempt, asLater, type Failed, type FetchTask } from './attempt.js';
import { type AdapterChain, type ChainWalk, walkChain } from './chain.js';
import type { HealthStore } from './health/store.js';
import { attemptHedged, type Hedging } from './hedge.js';
import { decideRetry } from './retry.js';
import type { RawPage } from './types.js';

/** What stays the same through the life of a fetcher. */
export interface AttemptSettings extends Hedging {
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

/** A proxy that does not work costs the engine nothing and little time, so it is no attempt; but not without end. */
const maxProxyFaults = 3;

/** Attempts until a page is usable, or another attempt is of no use. */
export async function attemptAll<T>(
  settings: AttemptSettings,
  task: FetchTask<T>,
): Promise<{ page: RawPage; value: T; attempts: number }> {
  const progress: Progress = { sent: 0, proxyFaults: 0, isOnceUsed: false };
  const walk = await walkChain(settings.chain, task.request, settings.store);
  let last: Failed | undefined;
  for (;;) {
    const number = progress.sent + progress.proxyFaults + 1;
    const attempt: Attempt<T> = await attemptHedged(settings, task, { walk, number, last });
    if (attempt.usable) {
      await walk.succeeded();
      return { page: attempt.page, value: attempt.value, attempts: number };
    }
    last = attempt;
    const delay = await nextDelay(settings, task, { attempt, progress, walk });
    if (attempt.retry === 'other_session') task.visit.giveUp();
    await task.limit.sleep(delay);
  }
}

interface AfterFailure {
  attempt: Failed;
  progress: Progress;
  walk: ChainWalk;
}

/** Milliseconds to wait before the next attempt. Throws when there shall be none. */
async function nextDelay<T>(
  { attempts: maxAttempts, budget }: AttemptSettings,
  { request, limit }: FetchTask<T>,
  { attempt, progress, walk }: AfterFailure,
): Promise<number> {
  if (isProxyFault(attempt)) progress.proxyFaults += 1;
  else progress.sent += 1;
  if (progress.proxyFaults > maxProxyFaults) throw attempt.error;
  if (await walk.goOn(attempt.state)) return 0;
  const decision = decideRetry(
    {
      attempt: Math.max(1, progress.sent),
      maxAttempts: isProxyFault(attempt) ? Number.POSITIVE_INFINITY : maxAttempts,
      advice: attempt.retry,
      isOnceUsed: progress.isOnceUsed,
      remaining: limit.remaining(),
      retryAfter: attempt.retryAfter,
      otherExit: attempt.hasProxy,
    },
    Math.random(),
  );
  if (!decision.again) throw decision.why === 'wait' ? asLater(attempt) : attempt.error;
  if (budget && !isProxyFault(attempt) && !(await budget.spend(request.engine))) throw attempt.error;
  if (attempt.retry === 'once') progress.isOnceUsed = true;
  // The engine has seen nothing of it, and whoever is asked next is another.
  return isProxyFault(attempt) && attempt.hasProxy ? 0 : decision.delay;
}

function isProxyFault({ state }: Failed): boolean {
  return state === 'proxy' || state === 'proxy_auth';
}
