import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Period, periodOf, periods } from './quotas.js';

/** Pages that a key has used in the running day and month. */
export type Used = Readonly<Record<Period, number>>;

/**
 * What keys have used of their quotas. In memory by default; one that several processes share makes them share quotas.
 *
 * `add` is atomic: of callers that come at once each sees the effect of those before it.
 */
export interface UsageStore {
  /** Adds to the day and the month that a moment is in, and resolves to what is used with it. */
  add(id: string, pages: number, time: number): Promise<Used>;
  used(id: string, time: number): Promise<Used>;
}

/** A store that can be written down and read again. */
export interface MemoryUsageStore extends UsageStore {
  /** All that is counted, as plain JSON. */
  dump(): object;
  /** Counts on from what was dumped; whether it was a dump. */
  restore(dumped: unknown): boolean;
}

/** Counts in memory. */
export function memoryUsageStore(): MemoryUsageStore {
  // Nothing expires by a timer: Node's are at most 24.8 days, and a longer one would end a month at once.
  const counters = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 0, keyPrefix: '' });
  let today = '';

  /** Forgets days and months that are over, once a day. What is given back a moment after midnight changes no day. */
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
