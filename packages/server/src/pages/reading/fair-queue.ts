/** What waits, by caller. */
export interface FairQueue<Item> {
  /** Puts an item behind the others of its caller. What is returned takes it out again, unless its turn has come. */
  push(caller: string, item: Item): () => void;
  /** Takes out the next item; undefined where none waits. */
  shift(): Item | undefined;
  readonly size: number;
}

/**
 * Makes a queue in which callers take turns: next is the caller whose last turn is longest ago, so that one with many items
 * holds up another's for one of them at most. The items of one caller keep their order.
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  const queues = new Map<string, Set<{ item: Item }>>();
  const lastTurn = new Map<string, number>(); // the callers are known keys, so they are bounded
  let turns = 0;
  let size = 0;

  function take(caller: string, queue: Set<{ item: Item }>, entry: { item: Item }): void {
    if (!queue.delete(entry)) return;
    size -= 1;
    if (queue.size === 0) queues.delete(caller);
  }

  const lastOf = (caller: string) => lastTurn.get(caller) ?? 0;

  return {
    push(caller, item) {
      const queue = queues.get(caller) ?? new Set();
      const entry = { item };
      queues.set(caller, queue.add(entry));
      size += 1;
      return () => take(caller, queue, entry);
    },
    shift() {
      const [longestAgo] = [...queues].sort(([one], [other]) => lastOf(one) - lastOf(other));
      if (longestAgo === undefined) return undefined;
      const [caller, queue] = longestAgo;
      const [first] = queue;
      turns += 1;
      lastTurn.set(caller, turns);
      take(caller, queue, first!); // no queue is empty
      return first!.item;
    },
    get size() {
      return size;
    },
  };
}
