import { setImmediate } from 'node:timers'; // not the global one, which tests may replace
import { createFairQueue } from './fair-queue.js';

/** Lets one caller at a time work in the event loop. */
export interface Turns<Helper = never> {
  /**
   * Resolves when it is the caller's turn; its work is what it does before it next waits for anything. Where it resolves to
   * a helper, that has to do the work.
   *
   * @param caller who it is for: callers take turns, and the work of each is done in order
   */
  take(caller: string): Promise<Helper | undefined>;
  /** How many wait. */
  readonly waiting: number;
}

/**
 * One turn in each round of the event loop. Pages that arrive together would otherwise be read in one go, and probes,
 * refusals and new connections would wait for all of them.
 *
 * @param findHelper asked for another that can do work while the event loop does some, and told how much of it waits
 */
export function createTurns<Helper = never>(findHelper?: (waiting: number) => Helper | undefined): Turns<Helper> {
  const queue = createFairQueue<(helper?: Helper) => void>();

  function next(): void {
    const own = queue.shift();
    while (queue.size > 0) {
      const helper = findHelper?.(queue.size);
      if (helper === undefined) break;
      queue.shift()?.(helper);
    }
    own?.();
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
