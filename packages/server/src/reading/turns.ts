import { setImmediate } from 'node:timers'; // not the global one, which tests may replace

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
 * refusals and new connections would wait for all of them. Next is the caller whose last turn is longest ago, so that one
 * with many pages holds up another's for one page at most.
 */
export function createTurns(): Turns {
  const queues = new Map<string, (() => void)[]>();
  const lastTurn = new Map<string, number>(); // the callers are known keys, so they are bounded
  let waiting = 0;
  let turns = 0;

  function next(): void {
    const ages = [...queues.keys()].map((caller) => ({ caller, last: lastTurn.get(caller) ?? 0 }));
    const [first] = ages.sort((one, other) => one.last - other.last);
    if (first === undefined) return;
    const queue = queues.get(first.caller) ?? [];
    const begin = queue.shift();
    if (queue.length === 0) queues.delete(first.caller);
    turns += 1;
    lastTurn.set(first.caller, turns);
    waiting -= 1;
    begin?.();
    if (waiting > 0) setImmediate(next);
  }

  return {
    take: (caller) =>
      new Promise((resolve) => {
        const queue = queues.get(caller) ?? [];
        queues.set(caller, queue);
        queue.push(resolve);
        waiting += 1;
        if (waiting === 1) setImmediate(next);
      }),
    get waiting() {
      return waiting;
    },
  };
}
