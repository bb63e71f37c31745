import { setImmediate } from 'node:timers'; // not the global one, which tests may replace
import { createFairQueue } from './fair-queue.js';

/** Lets one caller at a time work in the event loop. */
export interface Turns {
  /**
   * Resolves when it is the caller's turn; its work is what it does before it next waits for anything.
   *
   * @param caller who it is for: callers take turns, and the work of each is done in order
   */
  take(caller: string): Promise<void>;
  /** How many wait. */
  readonly waiting: number;
}

/**
 * One turn in each round of the event loop. Pages that arrive together would otherwise be read in one go, and probes,
 * refusals and new connections would wait for all of them.
 */
export function createTurns(): Turns {
  const queue = createFairQueue<() => void>();

  function next(): void {
    const begin = queue.shift();
    begin?.();
    if (queue.size > 0) setImmediate(next);
  }

  return {
    take: (caller) =>
      new Promise((resolve) => {
        queue.push(caller, resolve);
        if (queue.size === 1) setImmediate(next);
      }),
    get waiting() {
      return queue.size;
    },
  };
}
