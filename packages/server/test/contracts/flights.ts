import { describe, expect, test } from 'vitest';
import type { FlightStore } from '../../src/search/single-flight.js';
import { after, type OpenSeveral } from './several.js';

const mine = { key: 'tea', token: 'mine' };
const yours = { key: 'tea', token: 'yours' };

/** What holds for every `FlightStore`. */
export function describeFlights(name: string, open: OpenSeveral<FlightStore>): void {
  describe(name, () => {
    test('a search is had by one', async () => {
      const { one, other } = await open();
      const tokens = await Promise.all([one.claim(mine, 5_000), other.claim(yours, 5_000)]);
      expect(new Set(tokens).size).toBe(1);
      expect(await other.claim({ key: 'coffee', token: 'yours' }, 5_000)).toBe('yours');
    });

    test('its outcome reaches those who wait, also when another begins anew', async () => {
      const { one, other } = await open();
      await one.claim(mine, 5_000);
      expect(await other.claim(yours, 5_000)).toBe('mine');
      expect(await other.look(mine)).toEqual({ state: 'in_progress' });
      expect(await one.end(mine)).toBe(true);
      await one.tell(mine, '{"rows":"茶"}', 5_000);
      expect(await other.claim(yours, 5_000)).toBe('yours');
      expect(await other.look(mine)).toEqual({ state: 'over', outcome: '{"rows":"茶"}' });
    });

    test('what nobody waits for ends without being told', async () => {
      const { one, other } = await open();
      await one.claim(mine, 5_000);
      expect(await one.end(mine)).toBe(false);
      expect(await other.look(mine)).toEqual({ state: 'lost' });
      expect(await other.claim(yours, 5_000)).toBe('yours');
    });

    test('one that ends without an outcome is lost, and free for another', async () => {
      const { one, other } = await open();
      await one.claim(mine, 5_000);
      await other.look(mine);
      await one.tell(mine, null, 5_000);
      expect(await other.look(mine)).toEqual({ state: 'lost' });
      expect(await other.claim(yours, 5_000)).toBe('yours');
    });

    test('a claim ends by itself unless it is prolonged, and tells nothing then', async () => {
      const { one, other } = await open();
      await one.claim(mine, 200);
      await after(120);
      expect(await one.claim(mine, 200)).toBe('mine');
      await after(120);
      expect(await other.claim(yours, 5_000)).toBe('mine');
      await after(150);
      expect(await other.look(mine)).toEqual({ state: 'lost' });
      expect(await other.claim(yours, 5_000)).toBe('yours');
      expect(await one.claim(mine, 200)).toBe('yours');
      await other.look(mine);
      expect(await one.end(mine)).toBe(false);
      await one.tell(mine, 'late', 5_000);
      expect(await other.look(mine)).toEqual({ state: 'lost' });
    });

    test('an outcome is kept for its time', async () => {
      const { one, other } = await open();
      await one.claim(mine, 5_000);
      await one.tell(mine, 'soon gone', 100);
      expect(await other.look(mine)).toEqual({ state: 'over', outcome: 'soon gone' });
      await after(150);
      expect(await other.look(mine)).toEqual({ state: 'lost' });
    });
  });
}
