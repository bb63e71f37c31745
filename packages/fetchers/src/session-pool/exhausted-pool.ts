import type { Engine } from '../engines.js';
import { FetchError } from '../errors.js';
import type { HealthStore } from '../health/store.js';
import { exhaustedPoolTrialInterval } from '../policies/cool-downs.js';
import { coolingUntil, type Exit, hasReachedPace, isReliable } from './exit.js';
import { isRotating } from './proxies.js';

/**
 * Decides about searches while the pool is exhausted: every exit cools down or has reached its pace. A search waits if an exit is
 * available soon and is rejected otherwise. At intervals, one search tries a blocked exit, so that an end of the block is noticed
 * within minutes.
 */
export interface ExhaustionHandler {
  /** Store key of the trials. A decision for an exit has claimed it. */
  readonly key: string;
  /**
   * `wait`, the exit to try, or the error of the search.
   *
   * @param timeLeft milliseconds that the search may wait
   */
  decide(exits: readonly Exit[], timeLeft: number): Promise<'wait' | Exit | FetchError>;
  /** Records the result of a trial, which also ends its claim. */
  recordTrial(isUsable: boolean): Promise<void>;
}

/** A trial without a result after this many milliseconds may be made by another process. */
const trialTime = 60_000;
/**
 * A search waits for a blocked exit, one that usually works, or the end of a `Retry-After` for the direct connection if that is within
 * this time, instead of failing.
 */
const shortWait = 10_000;
/** `retryAfter` in seconds if there are no proxies, or if all have reached their pace. */
const noProxiesWait = 30;

/** Creates the decisions for an engine, whose trials are shared through the store. */
export function createExhaustionHandler(engine: Engine, store: HealthStore): ExhaustionHandler {
  const key = `starving:${engine}`;

  async function mayTry(): Promise<boolean> {
    const [health] = await store.readHealth([key]);
    const { coolingFor, strikes } = health!;
    if (coolingFor > 0) return false;
    if (strikes > 0) return store.claim(key, trialTime);
    await store.recordFailure(key, exhaustedPoolTrialInterval);
    return false;
  }

  return {
    key,
    async decide(exits, timeLeft) {
      const now = performance.now();
      const blocked = exits.filter(
        (exit) => exit.proxyHealth.coolsUntil <= now && (exit.isBlocked || hasReachedPace(exit)),
      );
      // While exits are blocked or used up, waiting searches would burn the few that return.
      const expected = blocked.length > 0 ? blocked : exits.filter(isUsuallyWorking);
      const waits = expected.map((exit) => coolingUntil(exit) - now).filter((time) => time > 0);
      if (Math.min(...waits) <= Math.min(shortWait, timeLeft)) return 'wait';
      const [first] = blocked
        .filter(({ active }) => active === 0)
        .toSorted((one, other) => one.engineHealth.coolsUntil - other.engineHealth.coolsUntil);
      return first !== undefined && (await mayTry()) ? first : noExitError(exits);
    },
    async recordTrial(isUsable) {
      await (isUsable ? store.recordSuccess(key) : store.recordFailure(key, exhaustedPoolTrialInterval));
    },
  };
}

/**
 * Whether the failures of an exit are exceptions. A gateway cools down only after many in a row, and the direct connection only for a
 * `Retry-After`.
 */
function isUsuallyWorking(exit: Exit): boolean {
  return exit.proxy === undefined || (!isRotating(exit.proxy) && isReliable(exit));
}

/** The error for a search without a session. Without proxies, the only possible reason is a `Retry-After` of the engine. */
function noExitError(exits: readonly Exit[]): FetchError {
  const waits = exits.map((exit) => coolingUntil(exit) - performance.now()).filter((time) => time > 0);
  if (waits.length === 0) {
    const why = exits.length === 0 ? 'There are no proxies' : 'Every proxy has reached its pace for this hour';
    return new FetchError('no_proxy_available', why, { retryAfter: noProxiesWait });
  }
  const retryAfter = Math.ceil(Math.min(...waits) / 1000);
  const isDirect = exits.every(({ proxy }) => proxy === undefined);
  if (isDirect) return new FetchError('rate_limited', `The engine asks to wait ${retryAfter} s`, { retryAfter });
  return new FetchError('no_proxy_available', 'Every proxy is cooling down', { retryAfter });
}
