import type { Deadline } from '../deadline.js';
import { FetchError } from '../errors.js';

/** A search that waits for a `T`. */
export interface Waiter<Needs, T> {
  readonly needs: Needs;
  /** Whether its time has passed; on a busy event loop, its timer may not have run yet. */
  isDue(): boolean;
  /** Milliseconds that it may still wait. */
  timeLeft(): number;
  /** Ends the wait and removes the waiter from the queue. */
  resolve(value: T): void;
  reject(error: FetchError): void;
}

/** A queue whose waiters have individual time limits. */
export interface WaitQueue<Needs, T> {
  /** The waiters, in order of arrival. */
  readonly waiting: readonly Waiter<Needs, T>[];
  /** Waits to be served. Throws a `FetchError` with code `overloaded` if that does not happen in time. */
  wait(needs: Needs, options: { deadline: Deadline; isFirst: boolean }): Promise<T>;
}

/** A search is not started with less than this many milliseconds left. */
const leastUseful = 50;

/**
 * A waiter times out this many milliseconds earlier for each waiter before it, up to a share of its time. Answering each takes
 * one or two milliseconds, so without this, the last of hundreds with the same deadline would be answered too late.
 */
const stagger = 2;
const maxStagger = 0.2;

/** Creates an empty queue. @param timeout maximum wait in milliseconds */
export function createWaitQueue<Needs, T>(timeout: number): WaitQueue<Needs, T> {
  const waiting: Waiter<Needs, T>[] = [];

  function leave(waiter: Waiter<Needs, T>): void {
    const index = waiting.indexOf(waiter);
    if (index >= 0) waiting.splice(index, 1);
  }

  return {
    waiting,
    wait(needs, { deadline, isFirst }) {
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer);
          deadline.signal.removeEventListener('abort', onAbort);
          leave(waiter);
          settle();
        };
        const onAbort = () => end(() => reject(asOverload(deadline.signal.reason)));
        const time = Math.min(timeout, usefulTime(deadline.remaining(), isFirst ? 0 : waiting.length));
        const due = performance.now() + time;
        const timer = setTimeout(() => end(() => reject(overloadedError())), time);
        const waiter: Waiter<Needs, T> = {
          needs,
          // A waiter without time to wait can still be served at once.
          isDue: () => time > 0 && performance.now() >= due,
          timeLeft: () => Math.max(0, due - performance.now()),
          resolve: (value) => end(() => resolve(value)),
          reject: (error) => end(() => reject(error)),
        };
        if (isFirst) waiting.unshift(waiter);
        else waiting.push(waiter);
        deadline.signal.addEventListener('abort', onAbort);
        if (deadline.signal.aborted) onAbort();
      });
    },
  };
}

function usefulTime(remaining: number, before: number): number {
  return Math.max(0, remaining - leastUseful - Math.min(before * stagger, remaining * maxStagger));
}

/** The error of a search that is not served in time. */
export function overloadedError(): FetchError {
  return new FetchError('overloaded', 'Too many searches wait for this engine', { retryAfter: 1 });
}

/** A search whose deadline passes in the queue was never sent, so it fails as `overloaded`. */
function asOverload(reason: unknown): unknown {
  return reason instanceof FetchError && reason.code === 'timeout' ? overloadedError() : reason;
}

/** Needs with a caller. All without one count as the same caller. */
interface WithCaller {
  readonly caller?: string | undefined;
}

/** The use of each caller so far. */
export interface CallerUsage {
  /** Searches in progress. */
  readonly active: ReadonlyMap<string | undefined, number>;
  /** Sequence number of the last served search; absent for a caller that was never served. */
  readonly lastServed: ReadonlyMap<string | undefined, number>;
}

/**
 * The waiters in fair order. Next is the first waiter of the caller with the fewest searches in progress; among equal callers,
 * of the one served longest ago. A caller with many waiters therefore does not delay one with few. Waiters of the same caller
 * keep their order.
 *
 * @param maxPerCaller limit of searches in progress per caller; further waiters are left out
 */
export function inFairOrder<Needs extends WithCaller, T>(
  waiting: readonly Waiter<Needs, T>[],
  { active, lastServed }: CallerUsage,
  maxPerCaller: number,
): Waiter<Needs, T>[] {
  const counts = new Map(active);
  const lastOf = ({ needs }: Waiter<Needs, T>) => lastServed.get(needs.caller) ?? 0;
  const ranked = waiting.map((waiter) => {
    const rank = counts.get(waiter.needs.caller) ?? 0;
    counts.set(waiter.needs.caller, rank + 1);
    return { waiter, rank };
  });
  return ranked
    .filter(({ rank }) => rank < maxPerCaller)
    .sort((one, other) => one.rank - other.rank || lastOf(one.waiter) - lastOf(other.waiter))
    .map(({ waiter }) => waiter);
}

/**
 * The waiter to remove from a full queue so that another caller can wait: the last one of the caller with the most waiters, if
 * that caller would still have more than the newcomer. Undefined if the newcomer must be rejected.
 */
export function findEvictableWaiter<Needs extends WithCaller, T>(
  waiting: readonly Waiter<Needs, T>[],
  newcomer: string | undefined,
): Waiter<Needs, T> | undefined {
  const counts = new Map<string | undefined, number>();
  for (const { needs } of waiting) counts.set(needs.caller, (counts.get(needs.caller) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  if (most <= (counts.get(newcomer) ?? 0) + 1) return undefined;
  return waiting.findLast(({ needs }) => counts.get(needs.caller) === most);
}
