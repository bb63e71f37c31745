import type { Deadline } from '../deadline.js';
import { FetchError } from '../errors.js';

/** A search that waits for a `T`, with what it needs. */
export interface Waiter<Needs, T> {
  readonly needs: Needs;
  /** Whether its time is up; on a busy event loop that is so before its timer has run. */
  isDue(): boolean;
  /** Ends the wait; the waiter is no longer in the queue. */
  give(value: T): void;
  refuse(error: FetchError): void;
}

/** A queue of waiters, each with a time limit of its own. */
export interface FairQueue<Needs, T> {
  /** Those that wait, in the order in which they came. */
  readonly waiting: readonly Waiter<Needs, T>[];
  /** Waits to be served. Throws a `FetchError` of code `overloaded` when that does not happen in time. */
  wait(needs: Needs, place: { deadline: Deadline; isFirst: boolean }): Promise<T>;
}

/** A search that is served with fewer milliseconds left than this need not begin. */
const leastUseful = 50;

/**
 * Milliseconds by which a waiter leaves earlier for each one before it, up to a share of its time: of hundreds whose time
 * ends together each has to be answered, which takes one or two, and none shall be answered too late.
 */
const stagger = 2;
const mostStagger = 0.2;

/** Makes an empty queue whose members wait at most so many milliseconds. */
export function createFairQueue<Needs, T>(timeout: number): FairQueue<Needs, T> {
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
        const timer = setTimeout(() => end(() => reject(overloaded())), time);
        const waiter: Waiter<Needs, T> = {
          needs,
          // One that has no time to wait may still be served at once.
          isDue: () => time > 0 && performance.now() >= due,
          give: (value) => end(() => resolve(value)),
          refuse: (error) => end(() => reject(error)),
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
  return Math.max(0, remaining - leastUseful - Math.min(before * stagger, remaining * mostStagger));
}

/** The error for a search that is not served in time. */
export function overloaded(): FetchError {
  return new FetchError('overloaded', 'Too many searches wait for this engine', { retryAfter: 1 });
}

/** A search that runs out of time in the queue was never sent anywhere. */
function asOverload(reason: unknown): unknown {
  return reason instanceof FetchError && reason.code === 'timeout' ? overloaded() : reason;
}

/** Who searches; all that do not say so count as one caller. */
interface WithCaller {
  readonly caller?: string | undefined;
}

/** What each caller has had. */
export interface CallerShares {
  /** Searches under way. */
  readonly active: ReadonlyMap<string | undefined, number>;
  /** Number of the search that was served last; none for a caller that never was. */
  readonly lastServed: ReadonlyMap<string | undefined, number>;
}

/**
 * The waiters in fair order: next is the first of the caller with the fewest searches under way, of several such callers the
 * one that was served longest ago. So a caller with many waiting holds up none with few. Those of a caller stay in their
 * order.
 *
 * @param most how many a caller may have under way; further ones are left out
 */
export function inFairOrder<Needs extends WithCaller, T>(
  waiting: readonly Waiter<Needs, T>[],
  { active, lastServed }: CallerShares,
  most: number,
): Waiter<Needs, T>[] {
  const counts = new Map(active);
  const lastOf = ({ needs }: Waiter<Needs, T>) => lastServed.get(needs.caller) ?? 0;
  const ranked = waiting.map((waiter) => {
    const rank = counts.get(waiter.needs.caller) ?? 0;
    counts.set(waiter.needs.caller, rank + 1);
    return { waiter, rank };
  });
  return ranked
    .filter(({ rank }) => rank < most)
    .sort((one, other) => one.rank - other.rank || lastOf(one.waiter) - lastOf(other.waiter))
    .map(({ waiter }) => waiter);
}

/**
 * The waiter that must leave a full queue so that a caller can wait: the last one of the caller with the most waiters, if
 * that caller has more of them than the newcomer then would. Undefined where it is the newcomer that must go.
 */
export function lastOfMost<Needs extends WithCaller, T>(
  waiting: readonly Waiter<Needs, T>[],
  newcomer: string | undefined,
): Waiter<Needs, T> | undefined {
  const counts = new Map<string | undefined, number>();
  for (const { needs } of waiting) counts.set(needs.caller, (counts.get(needs.caller) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  if (most <= (counts.get(newcomer) ?? 0) + 1) return undefined;
  return waiting.findLast(({ needs }) => counts.get(needs.caller) === most);
}
