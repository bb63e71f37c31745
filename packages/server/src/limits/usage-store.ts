import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Period, periodOf, periods } from './quotas.js';

/** Pages that a key has used in the current day and month. */
export type Used = Readonly<Record<Period, number>>;

/** Maximum pages of the day and the month; `undefined` is no maximum. */
export type MostUsed = Readonly<Record<Period, number | undefined>>;

/** The result of `take`. */
export interface TakenUsage {
  /** Usage after that. */
  readonly used: Used;
  /** Whether the pages were added. */
  readonly isTaken: boolean;
}

/**
 * Usage of the quotas of keys. In memory by default; processes that share a store share the quotas.
 *
 * `add` and `take` are atomic: of simultaneous calls, each sees the effect of those before it.
 */
export interface UsageStore {
  /** Adds pages to the day and the month that contain a time; returns the usage after that. */
  add(id: string, pages: number, time: number): Promise<Used>;
  /** Adds pages as `add` does, unless either total would exceed its maximum: then it adds nothing. */
  take(id: string, pages: number, time: number, most: MostUsed): Promise<TakenUsage>;
  used(id: string, time: number): Promise<Used>;
}

/** Whether a usage is within the maximum. */
export function isWithin(used: Used, most: MostUsed): boolean {
  return periods.every((period) => used[period] <= (most[period] ?? Number.POSITIVE_INFINITY));
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

  const add: UsageStore['add'] = (id, pages, time) =>
    inEach(id, time, async (key) => (await counters.penalty(key, pages)).consumedPoints);
  const used: UsageStore['used'] = (id, time) =>
    inEach(id, time, async (key) => (await counters.get(key))?.consumedPoints ?? 0);

  /** The end of the last change. Changes are made one after another, since `take` reads the counters before it changes them. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = last.then(change);
    last = done.catch(() => undefined); // the caller has the error
    return done;
  }

  async function take(id: string, pages: number, time: number, most: MostUsed): Promise<TakenUsage> {
    const { day, month } = await used(id, time);
    if (!isWithin({ day: day + pages, month: month + pages }, most)) return { used: { day, month }, isTaken: false };
    return { used: await add(id, pages, time), isTaken: true };
  }

  return {
    add: (id, pages, time) => inTurn(() => add(id, pages, time)),
    take: (id, pages, time, most) => inTurn(() => take(id, pages, time, most)),
    used,
    dump: () => counters.dump(),
    restore: (dumped) => counters.restore(dumped as Parameters<typeof counters.restore>[0]) !== undefined,
  };
}
