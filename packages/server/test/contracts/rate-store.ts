import { describe, expect, test } from 'vitest';
import type { RateStore } from '../../src/limits/rate-store.js';
import { after, type OpenSeveral } from './several.js';

const slow = { requests: 5, seconds: 3_600 };

/** What holds for every `RateStore`. */
export function describeRateStore(name: string, open: OpenSeveral<RateStore>): void {
  describe(name, () => {
    test('an unknown key has a full bucket, and a look-up takes nothing from it', async () => {
      const { one, other } = await open();
      const full = { allowed: true, remaining: 5, wait: 0 };
      expect(await one.take('a', 0, slow)).toMatchObject(full);
      expect(await other.take('a', 0, slow)).toMatchObject(full);
    });

    test('concurrent requests get no more than the bucket holds', async () => {
      const { one, other } = await open();
      const drawn = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).take('a', 1, slow)));
      expect(drawn.filter(({ allowed }) => allowed)).toHaveLength(5);
      for (const { allowed, wait } of drawn) expect(wait > 0).toBe(!allowed);
      expect((await one.take('b', 1, slow)).allowed).toBe(true);
    });

    test('returns what is left and when the bucket will be full', async () => {
      const { one, other } = await open();
      await one.take('a', 2, slow);
      const { remaining, fullAt, wait } = await other.take('a', 1, slow);
      expect([remaining, wait]).toEqual([2, 0]);
      expect(fullAt - Date.now()).toBeGreaterThan(3 * 720_000 - 5_000);
      expect(fullAt - Date.now()).toBeLessThanOrEqual(3 * 720_000 + 50);
    });

    test('refills evenly', async () => {
      const { one, other } = await open();
      const quick = { requests: 10, seconds: 20 };
      expect((await one.take('a', 10, quick)).allowed).toBe(true);
      const { allowed, wait } = await other.take('a', 1, quick);
      expect(allowed).toBe(false);
      expect(wait).toBeLessThanOrEqual(2_000);
      await after(wait + 50);
      expect((await one.take('a', 1, quick)).allowed).toBe(true);
    });

    test('a cost above the capacity needs a full bucket and leaves a debt', async () => {
      const { one } = await open();
      expect((await one.take('a', 8, slow)).allowed).toBe(true);
      const { allowed, wait, remaining } = await one.take('a', 1, slow);
      expect([allowed, remaining]).toEqual([false, 0]);
      expect(wait).toBeGreaterThan(3 * 720_000);
    });
  });
}
