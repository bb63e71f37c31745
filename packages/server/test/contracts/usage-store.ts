import { describe, expect, test } from 'vitest';
import type { UsageStore } from '../../src/limits/quotas.js';
import type { OpenSeveral } from './several.js';

// Dates in the future, as counts of past days expire.
const year = new Date().getUTCFullYear() + 1;
const noon = Date.UTC(year, 2, 30, 12);
const nextDay = Date.UTC(year, 2, 31, 12);
const nextMonth = Date.UTC(year, 3, 1, 12);

/** What holds for every `UsageStore`. */
export function describeUsageStore(name: string, open: OpenSeveral<UsageStore>): void {
  describe(name, () => {
    test('starts at zero', async () => {
      const { one } = await open();
      expect(await one.used('a', noon)).toEqual({ day: 0, month: 0 });
    });

    test('counts pages across processes, separately for each key, and takes refunds', async () => {
      const { one, other } = await open();
      expect(await one.add('a', 3, noon)).toEqual({ day: 3, month: 3 });
      expect(await other.add('a', 4, noon)).toEqual({ day: 7, month: 7 });
      expect(await other.add('a', -2, noon)).toEqual({ day: 5, month: 5 });
      expect(await one.used('a', noon)).toEqual({ day: 5, month: 5 });
      expect(await one.used('b', noon)).toEqual({ day: 0, month: 0 });
    });

    test('loses no concurrent count', async () => {
      const { one, other } = await open();
      const counted = await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? one : other).add('a', 1, noon)));
      expect(new Set(counted.map(({ day }) => day)).size).toBe(30);
      expect(await one.used('a', noon)).toEqual({ day: 30, month: 30 });
    });

    test('takes pages only within the maximum of the day and of the month', async () => {
      const { one, other } = await open();
      const daily = { day: 5, month: undefined };
      expect(await one.take('a', 3, noon, daily)).toEqual({ used: { day: 3, month: 3 }, isTaken: true });
      expect(await other.take('a', 3, noon, daily)).toEqual({ used: { day: 3, month: 3 }, isTaken: false });
      expect(await one.take('a', 2, noon, daily)).toEqual({ used: { day: 5, month: 5 }, isTaken: true });
      const both = { day: 5, month: 6 };
      expect(await other.take('a', 2, nextDay, both)).toEqual({ used: { day: 0, month: 5 }, isTaken: false });
      expect(await one.take('a', 1, nextDay, both)).toEqual({ used: { day: 1, month: 6 }, isTaken: true });
      expect(await one.used('a', nextDay)).toEqual({ day: 1, month: 6 });
    });

    test('takes as much as fits of what is asked for at the same time', async () => {
      const { one, other } = await open();
      for (let round = 0; round < 20; round += 1) {
        const id = `key ${round}`;
        const pages = Array.from({ length: 20 }, (_, index) => 1 + ((index * index + round) % 5));
        const most = { day: 12, month: 40 };
        const taken = await Promise.all(
          pages.map((cost, index) => (index % 3 ? one : other).take(id, cost, noon, most)),
        );
        const passed = pages.filter((_, index) => taken[index]?.isTaken);
        const refused = pages.filter((_, index) => !taken[index]?.isTaken);
        const { day } = await other.used(id, noon);
        expect(passed.reduce((sum, cost) => sum + cost, 0)).toBe(day);
        expect(day).toBeLessThanOrEqual(12);
        expect(day + Math.min(...refused)).toBeGreaterThan(12);
      }
    });

    test('starts again at zero on a new day and in a new month', async () => {
      const { one, other } = await open();
      await one.add('a', 3, noon);
      expect(await other.add('a', 1, nextDay)).toEqual({ day: 1, month: 4 });
      expect(await one.add('a', 1, nextMonth)).toEqual({ day: 1, month: 1 });
    });
  });
}
