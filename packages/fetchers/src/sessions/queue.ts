import { FetchError } from '../errors.js';
import type { Limit } from '../limit.js';

/** Somebody who waits for a `T`, described by a `Wish`. */
export interface Waiter<Wish, T> {
  readonly wish: Wish;
  /** Whether its time is up; on a busy event loop that is so before its timer has run. */
  isDue(): boolean;
  /** Ends the wait; whoever waits is no longer in the queue. */
  give(value: T): void;
  refuse(error: FetchError): void;
}

/** A bounded queue of those who wait, each for a time of its own. */
export interface Queue<Wish, T> {
  /** Those who wait, in the order in which they came. */
  readonly waiting: readonly Waiter<Wish, T>[];
  /** Waits for a turn. Throws a `FetchError` of code `overloaded` when it does not come in time. */
  wait(wish: Wish, turn: { limit: Limit; isFirst: boolean }): Promise<T>;
}

/** Whose turn comes with fewer milliseconds left than this need not begin. */
const leastUseful = 50;

/**
 * Milliseconds that whoever waits leaves earlier for each one before it, up to a share of its time: of hundreds whose time
 * ends together each has to be told, which takes one or two, and none shall be told too late.
 */
const stagger = 2;
const mostStagger = 0.2;

/** Makes an empty queue whose members wait at most so many milliseconds. */
export function createQueue<Wish, T>(timeout: number): Queue<Wish, T> {
  const waiting: Waiter<Wish, T>[] = [];

  function leave(waiter: Waiter<Wish, T>): void {
    const index = waiting.indexOf(waiter);
    if (index >= 0) waiting.splice(index, 1);
  }

  return {
    waiting,
    wait(wish, { limit, isFirst }) {
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer);
          limit.signal.removeEventListener('abort', onAbort);
          leave(waiter);
          settle();
        };
        const onAbort = () => end(() => reject(asOverload(limit.signal.reason)));
        const remaining = limit.remaining();
        const before = isFirst ? 0 : waiting.length;
        const margin = leastUseful + Math.min(before * stagger, remaining * mostStagger);
        const patience = Math.min(timeout, Math.max(0, remaining - margin));
        const due = performance.now() + patience;
        const timer = setTimeout(() => end(() => reject(overloaded())), patience);
        const waiter: Waiter<Wish, T> = {
          wish,
          // Who has no time to wait may still be served at once.
          isDue: () => patience > 0 && performance.now() >= due,
          give: (value) => end(() => resolve(value)),
          refuse: (error) => end(() => reject(error)),
        };
        if (isFirst) waiting.unshift(waiter);
        else waiting.push(waiter);
        limit.signal.addEventListener('abort', onAbort);
        if (limit.signal.aborted) onAbort();
      });
    },
  };
}

/** The error for whose turn does not come. */
export function overloaded(): FetchError {
  return new FetchError('overloaded', 'Too many searches wait for this engine', { retryAfter: 1 });
}

/** Who runs out of time in the queue was never sent anywhere. */
function asOverload(reason: unknown): unknown {
  return reason instanceof FetchError && reason.code === 'timeout' ? overloaded() : reason;
}
