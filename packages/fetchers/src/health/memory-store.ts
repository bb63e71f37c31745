import { createSlidingWindow, type SlidingWindow } from './sliding-window.js';
import type { HealthStore } from './store.js';

/** How long strikes are remembered once a cool-down has ended. */
const memory = 60 * 60_000;
/** With more keys than this, those that say nothing any more are dropped. */
const tidyAt = 1_000;

interface Entry {
  strikes: number;
  coolsUntil: number;
  claimedUntil: number;
}

/** What is known of a key that is not. */
const nothingKnown: Readonly<Entry> = {
  strikes: 0,
  coolsUntil: Number.NEGATIVE_INFINITY,
  claimedUntil: Number.NEGATIVE_INFINITY,
};

/** When an entry says nothing any more. */
function endOf({ coolsUntil, claimedUntil }: Entry): number {
  return Math.max(coolsUntil + memory, claimedUntil);
}

/**
 * Makes a store in the memory of this process.
 *
 * @param now the clock, milliseconds. @default performance.now
 */
export function memoryHealthStore(now: () => number = () => performance.now()): HealthStore {
  const entries = new Map<string, Entry>();
  const windows = new Map<string, SlidingWindow>();

  function entryOf(key: string): Readonly<Entry> {
    const entry = entries.get(key);
    return entry !== undefined && endOf(entry) > now() ? entry : nothingKnown;
  }

  function keep(key: string, entry: Entry): void {
    if (entries.size >= tidyAt) tidy();
    entries.set(key, entry);
  }

  function tidy(): void {
    for (const [key, entry] of entries) if (endOf(entry) <= now()) entries.delete(key);
  }

  function windowOf(key: string, length: number): SlidingWindow {
    const window = windows.get(key) ?? createSlidingWindow(length, now);
    windows.set(key, window);
    return window;
  }

  return {
    async read(keys) {
      return keys.map((key) => {
        const { strikes, coolsUntil } = entryOf(key);
        return { strikes, coolingFor: Math.max(0, coolsUntil - now()) };
      });
    },
    async cool(key, { base, cap }, atLeast = 0) {
      const { strikes, coolsUntil } = entryOf(key);
      const isCooling = coolsUntil > now();
      const doubled = Math.min(cap, base * 2 ** (isCooling ? strikes - 1 : strikes));
      const until = Math.max(coolsUntil, now() + Math.max(doubled, atLeast));
      keep(key, {
        strikes: isCooling ? strikes : strikes + 1,
        coolsUntil: until,
        claimedUntil: nothingKnown.claimedUntil,
      });
      return until - now();
    },
    async heal(key) {
      entries.delete(key);
    },
    async claim(key, milliseconds) {
      const entry = entryOf(key);
      if (entry.claimedUntil > now()) return false;
      keep(key, { ...entry, claimedUntil: now() + milliseconds });
      return true;
    },
    async unclaim(key) {
      const entry = entries.get(key);
      if (entry !== undefined) entry.claimedUntil = nothingKnown.claimedUntil;
    },
    async count(key, amounts, length) {
      const window = windowOf(key, length);
      window.add(amounts);
      return window.totals();
    },
    async spend(key, { counter, of, share, minimum }, length) {
      const window = windowOf(key, length);
      const totals = window.totals();
      if ((totals[counter] ?? 0) + 1 > minimum + share * (totals[of] ?? 0)) return false;
      window.add({ [counter]: 1 });
      return true;
    },
    async reset(key) {
      windows.delete(key);
    },
  };
}
