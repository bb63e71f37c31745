import { describe, expect, test } from 'vitest';
import type { SearchLeaseStore } from '../../src/search/across-processes.js';
import { after, type OpenSeveral } from './several.js';

const mine = { key: 'tea', token: 'mine' };
const yours = { key: 'tea', token: 'yours' };

/** What holds for every `SearchLeaseStore`. */
export function describeSearchLeases(name: string, open: OpenSeveral<SearchLeaseStore>): void {
  describe(name, () => {
    test('only one process gets the lease of a search', async () => {
      const { one, other } = await open();
      const tokens = await Promise.all([one.acquire(mine, 5_000), other.acquire(yours, 5_000)]);
      expect(new Set(tokens).size).toBe(1);
      expect(await other.acquire({ key: 'coffee', token: 'yours' }, 5_000)).toBe('yours');
    });

    test('the outcome reaches waiting processes, even after another search has begun', async () => {
      const { one, other } = await open();
      await one.acquire(mine, 5_000);
      expect(await other.acquire(yours, 5_000)).toBe('mine');
      expect(await other.read(mine)).toEqual({ state: 'in_progress' });
      expect(await one.release(mine)).toBe(true);
      await one.publish(mine, '{"rows":"茶"}', 5_000);
      expect(await other.acquire(yours, 5_000)).toBe('yours');
      expect(await other.read(mine)).toEqual({ state: 'done', outcome: '{"rows":"茶"}' });
    });

    test('a search without readers needs no outcome', async () => {
      const { one, other } = await open();
      await one.acquire(mine, 5_000);
      expect(await one.release(mine)).toBe(false);
      expect(await other.read(mine)).toEqual({ state: 'lost' });
      expect(await other.acquire(yours, 5_000)).toBe('yours');
    });

    test('a search that ends without an outcome is lost, and its lease is free', async () => {
      const { one, other } = await open();
      await one.acquire(mine, 5_000);
      await other.read(mine);
      await one.publish(mine, null, 5_000);
      expect(await other.read(mine)).toEqual({ state: 'lost' });
      expect(await other.acquire(yours, 5_000)).toBe('yours');
    });

    test('a lease expires unless it is renewed, and leaves no outcome', async () => {
      const { one, other } = await open();
      await one.acquire(mine, 2_000);
      await after(1_100);
      expect(await one.acquire(mine, 2_000)).toBe('mine');
      await after(1_000);
      expect(await other.acquire(yours, 5_000)).toBe('mine');
      await after(1_100);
      expect(await other.read(mine)).toEqual({ state: 'lost' });
      expect(await other.acquire(yours, 5_000)).toBe('yours');
      expect(await one.acquire(mine, 2_000)).toBe('yours');
      await other.read(mine);
      expect(await one.release(mine)).toBe(false);
      await one.publish(mine, 'late', 5_000);
      expect(await other.read(mine)).toEqual({ state: 'lost' });
    });

    test('an outcome is kept for its time to live', async () => {
      const { one, other } = await open();
      await one.acquire(mine, 5_000);
      await one.publish(mine, 'soon gone', 1_000);
      expect(await other.read(mine)).toEqual({ state: 'done', outcome: 'soon gone' });
      await after(1_050);
      expect(await other.read(mine)).toEqual({ state: 'lost' });
    });
  });
}
