import { setImmediate } from 'node:timers';

/** Waiting items, grouped by caller. */
export interface FairQueue<Item> {
  /** Adds an item behind the others of its caller. The returned function removes it, unless it has been taken. */
  push(caller: string, item: Item): () => void;
  /** Takes the next item; undefined when the queue is empty. */
  shift(): Item | undefined;
  /** Number of waiting items. */
  readonly size: number;
}

/**
 * Creates a queue that serves the caller served least recently, so that a caller with many items delays another caller by
 * one item at most. Items of one caller keep their order.
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  const queues = new Map<string, Set<{ item: Item }>>();
  const lastServed = new Map<string, number>(); // callers are configured keys, so this is bounded
  let served = 0;
  let size = 0;

  function remove(caller: string, queue: Set<{ item: Item }>, entry: { item: Item }): void {
    if (!queue.delete(entry)) return;
    size -= 1;
    if (queue.size === 0) queues.delete(caller);
  }

  const lastOf = (caller: string) => lastServed.get(caller) ?? 0;

  return {
    push(caller, item) {
      const queue = queues.get(caller) ?? new Set();
      const entry = { item };
      queues.set(caller, queue.add(entry));
      size += 1;
      return () => remove(caller, queue, entry);
    },
    shift() {
      const [leastRecent] = [...queues].sort(([one], [other]) => lastOf(one) - lastOf(other));
      if (leastRecent === undefined) return undefined;
      const [caller, queue] = leastRecent;
      const [first] = queue;
      served += 1;
      lastServed.set(caller, served);
      remove(caller, queue, first!); // no queue is empty
      return first!.item;
    },
    get size() {
      return size;
    },
  };
}

/** How the items of a queue are run. */
interface LoopWork<Item> {
  /** Runs one item. */
  run(item: Item): void;
  /** Called in each round after an item has been taken. It may take some of the waiting items. */
  offload?(waiting: FairQueue<Item>): void;
}

/**
 * Creates a fair queue that runs one item per round of the event loop. Otherwise probes, refusals and new connections would
 * wait for all items that arrived together.
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
