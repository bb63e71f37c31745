import type { Counts, HealthStore } from './store.js';

const hour = 60 * 60_000;
/** How long strikes are remembered once a cool-down has ended. */
const strikeRetention = hour;
/** How long a pace is remembered. */
const paceRetention = 24 * hour;
/** Above this number of keys, expired ones are removed. */
const pruneAt = 1_000;

interface Entry {
  strikes: number;
  coolsUntil: number;
  claimedUntil: number;
  pace: number | undefined;
  paceUntil: number;
}

const never = Number.NEGATIVE_INFINITY;
/** The entry of an unknown key. */
const unknownHealth: Readonly<Entry> = {
  strikes: 0,
  coolsUntil: never,
  claimedUntil: never,
  pace: undefined,
  paceUntil: never,
};

/** When an entry expires. */
function endOf({ coolsUntil, claimedUntil, paceUntil }: Entry): number {
  return Math.max(coolsUntil + strikeRetention, claimedUntil, paceUntil);
}

/** The entries of a store. Expired entries are ignored and removed from time to time. */
function createEntries(now: () => number) {
  const entries = new Map<string, Entry>();

  function of(key: string): Readonly<Entry> {
    const entry = entries.get(key);
    if (entry === undefined) return unknownHealth;
    const time = now();
    if (entry.coolsUntil + strikeRetention <= time) Object.assign(entry, { strikes: 0, coolsUntil: never });
    if (entry.paceUntil <= time) entry.pace = undefined;
    return entry;
  }

  function prune(): void {
    for (const [key, entry] of entries) if (endOf(entry) <= now()) entries.delete(key);
  }

  return {
    of,
    set(key: string, change: Partial<Entry>): void {
      if (entries.size >= pruneAt) prune();
      entries.set(key, { ...of(key), ...change });
    },
  };
}

/**
 * Makes a store in the memory of this process.
 *
 * @param now the clock, milliseconds. @default performance.now
 */
export function memoryHealthStore(now: () => number = () => performance.now()): HealthStore {
  const entries = createEntries(now);
  return {
    async readHealth(keys) {
      return keys.map((key) => {
        const { strikes, coolsUntil, pace } = entries.of(key);
        return { strikes, coolingFor: Math.max(0, coolsUntil - now()), ...(pace !== undefined && { pace }) };
      });
    },
    async recordFailure(key, { base, cap }, atLeast = 0) {
      const { strikes, coolsUntil } = entries.of(key);
      const isCooling = coolsUntil > now();
      const doubled = Math.min(cap, base * 2 ** (isCooling ? strikes - 1 : strikes));
      const until = Math.max(coolsUntil, now() + Math.max(doubled, atLeast));
      entries.set(key, { strikes: isCooling ? strikes : strikes + 1, coolsUntil: until, claimedUntil: never });
      return until - now();
    },
    async recordSuccess(key) {
      entries.set(key, { strikes: 0, coolsUntil: never, claimedUntil: never });
    },
    async claim(key, milliseconds) {
      if (entries.of(key).claimedUntil > now()) return false;
      entries.set(key, { claimedUntil: now() + milliseconds });
      return true;
    },
    async releaseClaim(key) {
      entries.set(key, { claimedUntil: never });
    },
    async setPace(key, pace) {
      entries.set(key, { pace, paceUntil: now() + paceRetention });
    },
    ...createCounters(now),
  };
}

/** The counters of a store. */
function createCounters(
  now: () => number,
): Pick<HealthStore, 'addCounts' | 'bufferCounts' | 'readCounts' | 'spend' | 'reset'> {
  const windows = new Map<string, SlidingWindow>();

  function windowOf(key: string, length: number): SlidingWindow {
    const window = windows.get(key) ?? createSlidingWindow(length, now);
    windows.set(key, window);
    return window;
  }

  return {
    async addCounts(key, amounts, length) {
      const window = windowOf(key, length);
      window.add(amounts);
      return window.totals();
    },
    async bufferCounts(key, amounts, length) {
      windowOf(key, length).add(amounts);
    },
    async readCounts(keys) {
      return keys.map((key) => windows.get(key)?.totals() ?? {});
    },
    async spend(key, { counter, shares, minimum }, length) {
      const window = windowOf(key, length);
      const totals = window.totals();
      const earned = Object.entries(shares).reduce((sum, [name, share]) => sum + share * (totals[name] ?? 0), minimum);
      if ((totals[counter] ?? 0) + 1 > earned) return false;
      window.add({ [counter]: 1 });
      return true;
    },
    async reset(key) {
      windows.delete(key);
    },
  };
}

/** A window slides by a tenth of its length, or by a minute if that is less. */
const minSlices = 10;
const maxSlice = 60_000;

/** Counters over a sliding window. */
interface SlidingWindow {
  add(amounts: Counts): void;
  totals(): Counts;
}

/**
 * Creates an empty window.
 *
 * @param length milliseconds
 * @param now the clock, milliseconds
 */
function createSlidingWindow(length: number, now: () => number): SlidingWindow {
  const counted = new Map<number, Map<string, number>>();
  const slices = Math.max(minSlices, Math.ceil(length / maxSlice));
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
