import { describe, expect, test } from 'vitest';
import type { UsageStore } from '../../src/limits/usage-store.js';
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

    test('starts again at zero on a new day and in a new month', async () => {
      const { one, other } = await open();
      await one.add('a', 3, noon);
      expect(await other.add('a', 1, nextDay)).toEqual({ day: 1, month: 4 });
      expect(await one.add('a', 1, nextMonth)).toEqual({ day: 1, month: 1 });
    });
  });
}
