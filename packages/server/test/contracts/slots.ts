import { describe, expect, test } from 'vitest';
import type { ConcurrencySlots } from '../../src/limits/slots.js';
import { after, type OpenSeveral } from './several.js';

const { signal } = new AbortController();
const request = { id: 'a', limit: 2, timeout: 5_000, signal };

/** What holds for every `ConcurrencySlots` with room for three waiting searches per key. */
export function describeSlots(name: string, open: OpenSeveral<ConcurrencySlots>): void {
  describe(name, () => {
    test('limits the running searches of a key across processes', async () => {
      const { one, other } = await open();
      const leaves = [await one.enter(request), await other.enter(request)];
      expect((await one.occupancy('a')).active).toBe(2);
      expect((await other.occupancy('b')).active).toBe(0);
      await expect(one.enter({ ...request, timeout: 20 })).rejects.toMatchObject({ code: 'rate_limited' });
      const third = other.enter(request);
      leaves[0]?.();
      leaves.push(await third);
      for (const leave of leaves.slice(1)) leave();
      await expect.poll(async () => (await one.occupancy('a')).active).toBe(0);
    });

    test('never exceeds the limit, however many searches come at once', async () => {
      const { one, other } = await open();
      let [active, most] = [0, 0];
      const search = async (slots: ConcurrencySlots) => {
        const leave = await slots.enter({ ...request, timeout: 20_000 });
        active += 1;
        most = Math.max(most, active);
        await after(10);
        active -= 1;
        leave();
      };
      await Promise.all([one, other, one, other, one].map(search));
      expect(most).toBe(2);
    });

    test('counts each key separately', async () => {
      const { one } = await open();
      const leaves = await Promise.all([one.enter(request), one.enter(request), one.enter({ ...request, id: 'b' })]);
      expect([(await one.occupancy('a')).active, (await one.occupancy('b')).active]).toEqual([2, 1]);
      for (const leave of leaves) leave();
    });

    test('gives slots to the searches of one process in order of arrival', async () => {
      const { one } = await open();
      const order: number[] = [];
      const first = await one.enter({ ...request, limit: 1 });
      const rest = [1, 2, 3].map(async (number) => {
        const leave = await one.enter({ ...request, limit: 1 });
        order.push(number);
        leave();
      });
      await expect.poll(() => one.occupancy('a')).toEqual({ active: 1, waiting: 3 });
      first();
      await Promise.all(rest);
      expect(order).toEqual([1, 2, 3]);
    });

    test('rejects searches beyond the queue limit at once', async () => {
      const { one } = await open();
      const first = await one.enter({ ...request, limit: 1 });
      const waiting = [1, 2, 3].map(() => one.enter({ ...request, limit: 1 }).then((leave) => leave()));
      await expect.poll(() => one.occupancy('a')).toEqual({ active: 1, waiting: 3 });
      await expect(one.enter({ ...request, limit: 1 })).rejects.toMatchObject({
        code: 'rate_limited',
        message: 'The key has reached its limit of 1 searches in progress, and its limit of waiting searches.',
        headers: { 'retry-after': '1' },
      });
      first();
      await Promise.all(waiting);
    });

    test('removes an aborted search from the queue', async () => {
      const { one } = await open();
      const first = await one.enter({ ...request, limit: 1 });
      const caller = new AbortController();
      const second = one.enter({ ...request, limit: 1, signal: caller.signal });
      const third = one.enter({ ...request, limit: 1 });
      await expect.poll(() => one.occupancy('a')).toEqual({ active: 1, waiting: 2 });
      caller.abort(new Error('left'));
      await expect(second).rejects.toThrow('left');
      first();
      (await third)();
      await expect(one.enter({ ...request, signal: caller.signal })).rejects.toThrow('left');
      await expect.poll(() => one.occupancy('a')).toEqual({ active: 0, waiting: 0 });
    });
  });
}
