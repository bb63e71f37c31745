import { setImmediate } from 'node:timers'; // not the global one, which tests may replace

/** Lets one caller at a time work in the event loop. */
export interface Turns {
  /** Resolves when it is the caller's turn; its work is what it does before it next waits for anything. */
  take(): Promise<void>;
  /** How many wait. */
  readonly waiting: number;
}

/**
 * One turn in each round of the event loop, in order. Pages that arrive together would otherwise be read in one go, and
 * probes, refusals and new connections would wait for all of them.
 */
export function createTurns(): Turns {
  const queue: (() => void)[] = [];

  function next(): void {
    queue.shift()?.();
    if (queue.length > 0) setImmediate(next);
  }

  return {
    take: () =>
      new Promise((resolve) => {
        if (queue.push(resolve) === 1) setImmediate(next);
      }),
    get waiting() {
      return queue.length;
    },
  };
}
