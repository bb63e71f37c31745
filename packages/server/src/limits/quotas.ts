import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ApiError } from '../errors/api-error.js';
import type { Caller, DefaultLimits, LimitStatus } from './policy.js';

/** Pages that a key has used in the current day and month. */
export type PeriodUsage = Readonly<Record<Period, number>>;

/** Maximum pages of the day and the month; `undefined` is no maximum. */
export type PeriodMaximum = Readonly<Record<Period, number | undefined>>;

/** The result of `take`. */
export interface TakeResult {
  /** Usage after that. */
  readonly used: PeriodUsage;
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
  add(id: string, pages: number, time: number): Promise<PeriodUsage>;
  /** Adds pages as `add` does, unless either total would exceed its maximum: then it adds nothing. */
  take(id: string, pages: number, time: number, maximum: PeriodMaximum): Promise<TakeResult>;
  used(id: string, time: number): Promise<PeriodUsage>;
}

/** Whether a usage is within the maximum. */
export function isWithinQuota(used: PeriodUsage, maximum: PeriodMaximum): boolean {
  return quotaPeriods.every((period) => used[period] <= (maximum[period] ?? Number.POSITIVE_INFINITY));
}

/** A store whose counts can be saved and restored. */
interface MemoryUsageStore extends UsageStore {
  /** All counts, as plain JSON. */
  dump(): object;
  /** Restores dumped counts; returns whether the value was a dump. */
  restore(dumped: unknown): boolean;
}

/** Milliseconds between two removals of past counts. */
const forgettingInterval = 86_400_000;

/** Counts in memory. @param uptime milliseconds, of a clock that is never set. @default performance.now */
export function memoryUsageStore(uptime: () => number = () => performance.now()): MemoryUsageStore {
  // Counters do not expire by a timer: a timer of Node.js lasts at most 24.8 days, and a longer one would fire at once.
  const counters = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 0, keyPrefix: '' });
  let due = Number.NEGATIVE_INFINITY;

  /**
   * Drops days and months before the previous ones, once a day of uptime: the clock may be wrong for a while, and the
   * counts of today have to be there when it is set right.
   */
  async function forgetPast(time: number): Promise<void> {
    if (uptime() < due) return;
    due = uptime() + forgettingInterval;
    const kept = quotaPeriods.flatMap((period) => {
      const { name, beginsAt } = periodAt(period, time);
      return [name, periodAt(period, beginsAt - 1).name];
    });
    const past = counters.dump().storage.filter(({ key }) => !kept.some((name) => `${key}`.endsWith(` ${name}`)));
    await Promise.all(past.map(({ key }) => counters.delete(key)));
  }

  async function inEach(id: string, time: number, count: (key: string) => Promise<number>): Promise<PeriodUsage> {
    await forgetPast(time);
    const keyIn = (period: Period) => `${id} ${quotaPeriodAt(period, time).name}`;
    return { day: await count(keyIn('day')), month: await count(keyIn('month')) };
  }

  const add: UsageStore['add'] = (id, pages, time) =>
    inEach(id, time, async (key) => (await counters.penalty(key, pages)).consumedPoints);
  const used: UsageStore['used'] = (id, time) =>
    inEach(id, time, async (key) => (await counters.get(key))?.consumedPoints ?? 0);

  /** The end of the last change. Changes are made one after another, since `take` reads the counters before it changes them. */
  let last: Promise<unknown> = Promise.resolve();
  function serialize<T>(change: () => Promise<T>): Promise<T> {
    const done = last.then(change);
    last = done.catch(() => undefined); // the caller has the error
    return done;
  }

  async function take(id: string, pages: number, time: number, maximum: PeriodMaximum): Promise<TakeResult> {
    const { day, month } = await used(id, time);
    if (!isWithinQuota({ day: day + pages, month: month + pages }, maximum))
      return { used: { day, month }, isTaken: false };
    return { used: await add(id, pages, time), isTaken: true };
  }

  return {
    add: (id, pages, time) => serialize(() => add(id, pages, time)),
    take: (id, pages, time, maximum) => serialize(() => take(id, pages, time, maximum)),
    used,
    dump: () => counters.dump(),
    restore: (dumped) => counters.restore(dumped as Parameters<typeof counters.restore>[0]) !== undefined,
  };
}

/** Pages taken from the quotas of a key. */
interface Taken {
  readonly limitStatuses: readonly LimitStatus[];
  /** The error if a quota was too small; nothing was taken then. */
  readonly refusal?: ApiError | undefined;
  /** Refunds them. */
  refund(): Promise<void>;
}

/** Counts pages against the quotas of keys. */
interface Quotas {
  take(caller: Caller, pages: number): Promise<Taken>;
  /** Refunds pages that were taken before. */
  refundPages(id: string, pages: number): Promise<void>;
  /** The error if the quotas do not suffice now, with the later of the times at which day and month suffice again. */
  refusalOf(caller: Caller, pages: number): Promise<ApiError | undefined>;
  /** Usage of the day and the month, with or without a quota. */
  limitStatuses(caller: Caller): Promise<readonly LimitStatus[]>;
}

/** Options of `createQuotas`. */
interface QuotasOptions {
  defaults: Pick<DefaultLimits, 'perDay' | 'perMonth'>;
  usage: UsageStore;
  /** The clock, in milliseconds since 1970. */
  now(): number;
}

/** Creates quotas over a store. */
export function createQuotas({ defaults, usage, now }: QuotasOptions): Quotas {
  const maximumOf = ({ limits }: Caller): PeriodMaximum => ({
    day: (limits.perDay ?? defaults.perDay) || undefined,
    month: (limits.perMonth ?? defaults.perMonth) || undefined,
  });

  function limitStatusesOf(caller: Caller, used: PeriodUsage, time: number): (LimitStatus & { name: Period })[] {
    const maximum = maximumOf(caller);
    return quotaPeriods.map((name) => {
      const { endsAt, seconds: window } = quotaPeriodAt(name, time);
      const limit = maximum[name];
      const remaining = limit === undefined ? undefined : Math.max(0, limit - used[name]);
      return { name, limit, used: used[name], remaining, window, reset: Math.ceil((endsAt - time) / 1000) };
    });
  }

  /** The error for pages that exceed a quota of these; of two, the one that lasts longer. */
  function refusalFor(statuses: readonly (LimitStatus & { name: Period })[], pages: number): ApiError | undefined {
    const exceeded = statuses
      .filter(({ limit, used }) => limit !== undefined && used + pages > limit)
      .sort((one, other) => other.reset - one.reset)[0];
    return exceeded && usedUp(exceeded, pages);
  }

  return {
    async take(caller, pages) {
      const time = now();
      const { used, isTaken } = await usage.take(caller.id, pages, time, maximumOf(caller));
      const limitStatuses = limitStatusesOf(caller, used, time);
      if (!isTaken) {
        // The usage may be that of a moment later, when there is room: nothing is counted, so it is a refusal nevertheless.
        const refusal = refusalFor(limitStatuses, pages) ?? usedUp(fullestOf(limitStatuses), pages);
        return { limitStatuses, refusal, refund: async () => {} };
      }
      return { limitStatuses, refund: async () => void (await usage.add(caller.id, -pages, time)) };
    },
    refundPages: async (id, pages) => void (await usage.add(id, -pages, now())),
    async refusalOf(caller, pages) {
      const time = now();
      return refusalFor(limitStatusesOf(caller, await usage.used(caller.id, time), time), pages);
    },
    async limitStatuses(caller) {
      const time = now();
      return limitStatusesOf(caller, await usage.used(caller.id, time), time);
    },
  };
}

/** The quota with the least left. */
function fullestOf<Status extends LimitStatus>(statuses: readonly Status[]): Status {
  const left = ({ remaining = Number.POSITIVE_INFINITY }: Status) => remaining;
  return statuses.reduce((least, status) => (left(status) < left(least) ? status : least));
}

function usedUp({ name, limit, used, reset }: LimitStatus, pages: number): ApiError {
  const left = Math.max(0, (limit ?? 0) - used);
  const detail = `The key may request ${limit} pages per ${name} (UTC) and has ${left} left; this search costs ${pages}. The next ${name} begins in ${reset} s.`;
  return new ApiError('quota_exceeded', detail, { retryAfter: reset });
}

/** Quotas are counted in calendar days and months of UTC, so that callers know when one begins. */
export const quotaPeriods = ['day', 'month'] as const;

type Period = (typeof quotaPeriods)[number];

/** The day or month that contains a time. */
interface PeriodOf {
  /** `2026-11-22` or `2026-11`. */
  readonly name: string;
  /** When it ends, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Its length in seconds. */
  readonly seconds: number;
}

/** The last result for each period: nearly all calls are for the present, and dates cost more than the rest of a count. */
const last = new Map<Period, PeriodOf & { beginsAt: number }>();

/** @param time milliseconds since 1970 */
export function quotaPeriodAt(period: Period, time: number): PeriodOf {
  const known = last.get(period);
  if (known !== undefined && known.beginsAt <= time && time < known.endsAt) return known;
  const found = periodAt(period, time);
  last.set(period, found);
  return found;
}

function periodAt(period: Period, time: number): PeriodOf & { beginsAt: number } {
  const date = new Date(time);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const isDay = period === 'day';
  const beginsAt = Date.UTC(year, month, isDay ? day : 1);
  const endsAt = isDay ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1);
  const name = date.toISOString().slice(0, isDay ? 10 : 7);
  return { name, beginsAt, endsAt, seconds: (endsAt - beginsAt) / 1000 };
}
