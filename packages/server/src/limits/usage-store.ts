import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Period, periodOf, periods } from './quotas.js';

/** Pages that a key has used in the current day and month. */
export type Used = Readonly<Record<Period, number>>;

/**
 * Usage of the quotas of keys. In memory by default; processes that share a store share the quotas.
 *
 * `add` is atomic: of simultaneous calls, each sees the effect of those before it.
 */
export interface UsageStore {
  /** Adds pages to the day and the month that contain a time; returns the usage after that. */
  add(id: string, pages: number, time: number): Promise<Used>;
  used(id: string, time: number): Promise<Used>;
}

/** A store whose counts can be saved and restored. */
export interface MemoryUsageStore extends UsageStore {
  /** All counts, as plain JSON. */
  dump(): object;
  /** Restores dumped counts; returns whether the value was a dump. */
  restore(dumped: unknown): boolean;
}

/** Counts in memory. */
export function memoryUsageStore(): MemoryUsageStore {
  // Counters do not expire by a timer: a timer of Node.js lasts at most 24.8 days, and a longer one would fire at once.
  const counters = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 0, keyPrefix: '' });
  let today = '';

  /** Drops past days and months, once a day. A refund just after midnight changes no past day. */
  async function forgetPast(time: number): Promise<void> {
    const { name } = periodOf('day', time);
    if (name <= today) return;
    today = name;
    const current = periods.map((period) => periodOf(period, time).name);
    const past = counters.dump().storage.filter(({ key }) => !current.some((name) => `${key}`.endsWith(` ${name}`)));
    await Promise.all(past.map(({ key }) => counters.delete(key)));
  }

  async function inEach(id: string, time: number, count: (key: string) => Promise<number>): Promise<Used> {
    await forgetPast(time);
    const keyIn = (period: Period) => `${id} ${periodOf(period, time).name}`;
    return { day: await count(keyIn('day')), month: await count(keyIn('month')) };
  }

  return {
    add: (id, pages, time) => inEach(id, time, async (key) => (await counters.penalty(key, pages)).consumedPoints),
    used: (id, time) => inEach(id, time, async (key) => (await counters.get(key))?.consumedPoints ?? 0),
    dump: () => counters.dump(),
    restore: (dumped) => counters.restore(dumped as Parameters<typeof counters.restore>[0]) !== undefined,
  };
}
