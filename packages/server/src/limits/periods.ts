/** Quotas are counted in calendar days and months of UTC, so that everybody can tell when one begins. */
export const periods = ['day', 'month'] as const;

export type Period = (typeof periods)[number];

/** The day or month that a moment is in. */
export interface PeriodOf {
  /** `2026-11-22` or `2026-11`. */
  readonly name: string;
  /** When it ends, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Its length in seconds. */
  readonly seconds: number;
}

/** The last answer for each: nearly every question is about now, and dates take longer than all the rest of a count. */
const last = new Map<Period, PeriodOf & { beginsAt: number }>();

/** @param time milliseconds since 1970 */
export function periodOf(period: Period, time: number): PeriodOf {
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
