import { setImmediate } from 'node:timers'; // not the global one, which tests may replace
import { createFairQueue, type FairQueue } from './fair-queue.js';

/** What is done with the items of a queue. */
interface LoopWork<Item> {
  /** Runs one item. */
  run(item: Item): void;
  /** Called in each round, once an item has been taken to be run: may take some of those that still wait. */
  offload?(waiting: FairQueue<Item>): void;
}

/**
 * Creates a fair queue whose items are run one per round of the event loop: probes, refusals and new connections would
 * otherwise wait for all work that arrived together.
 */
export function createLoopQueue<Item>({ run, offload }: LoopWork<Item>): Omit<FairQueue<Item>, 'shift'> {
  const queue = createFairQueue<Item>();
  let isScheduled = false;

  function runNext(): void {
    const item = queue.shift();
    if (queue.size > 0) offload?.(queue);
    if (item !== undefined) run(item);
    isScheduled = false;
    schedule();
  }

  function schedule(): void {
    if (isScheduled || queue.size === 0) return;
    isScheduled = true;
    setImmediate(runNext);
  }

  return {
    push(caller, item) {
      const remove = queue.push(caller, item);
      schedule();
      return remove;
    },
    get size() {
      return queue.size;
    },
  };
}
