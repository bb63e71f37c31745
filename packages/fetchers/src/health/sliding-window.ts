import type { Counts } from './store.js';

/** A window slides by a tenth of its length, or by a minute where that is less. */
const fewestSlices = 10;
const longestSlice = 60_000;

/** Counters over the last so many milliseconds. */
export interface SlidingWindow {
  add(amounts: Counts): void;
  totals(): Counts;
}

/**
 * Makes a window in which nothing was counted.
 *
 * @param length milliseconds
 * @param now the clock, milliseconds
 */
export function createSlidingWindow(length: number, now: () => number): SlidingWindow {
  const counted = new Map<number, Map<string, number>>();
  const slices = Math.max(fewestSlices, Math.ceil(length / longestSlice));
  const slice = length / slices;

  function current(): number {
    const index = Math.floor(now() / slice);
    for (const old of counted.keys()) if (old <= index - slices) counted.delete(old);
    return index;
  }

  return {
    add(amounts) {
      const index = current();
      const counts = counted.get(index) ?? new Map<string, number>();
      counted.set(index, counts);
      for (const [name, amount] of Object.entries(amounts)) counts.set(name, (counts.get(name) ?? 0) + amount);
    },
    totals() {
      current();
      const totals: Record<string, number> = {};
      for (const counts of counted.values()) {
        for (const [name, amount] of counts) totals[name] = (totals[name] ?? 0) + amount;
      }
      return totals;
    },
  };
}
