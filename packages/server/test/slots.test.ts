import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { createConcurrencySlots } from '../src/limits/slots.js';

const { signal } = new AbortController();
const request = { id: 'a', limit: 2, timeout: 5_000, signal };

/** Records the names of those that got a slot, in order. */
function entering(slots: ReturnType<typeof createConcurrencySlots>) {
  const order: string[] = [];
  const enter = async (name: string, given: Partial<typeof request> = {}) => {
    const leave = await slots.enter({ ...request, ...given });
    order.push(name);
    return leave;
  };
  return { order, enter };
}

const shortDelay = () => new Promise((resolve) => setTimeout(resolve, 5));

test('limits concurrency, and serves the others in order', async () => {
  const slots = createConcurrencySlots(10);
  const { order, enter } = entering(slots);
  const [first, second] = [await enter('1'), await enter('2')];
  const [third, fourth] = [enter('3'), enter('4')];
  await shortDelay();
  expect([order, await slots.occupancy('a')]).toEqual([['1', '2'], { active: 2, waiting: 2 }]);
  second();
  (await third)();
  (await fourth)();
  expect(order).toEqual(['1', '2', '3', '4']);
  expect(await slots.occupancy('a')).toEqual({ active: 1, waiting: 0 });
  first();
  expect(await slots.occupancy('a')).toEqual({ active: 0, waiting: 0 });
});

test('counts each key separately', async () => {
  const slots = createConcurrencySlots(0);
  const { enter } = entering(slots);
  const leaves = [await enter('1'), await enter('2')];
  await expect(enter('3')).rejects.toMatchObject({ code: 'rate_limited' });
  leaves.push(await enter('of another', { id: 'b' }));
  expect([(await slots.occupancy('a')).active, (await slots.occupancy('b')).active]).toEqual([2, 1]);
  for (const leave of leaves) leave();
  expect([(await slots.occupancy('a')).active, (await slots.occupancy('b')).active]).toEqual([0, 0]);
});

test('rejects entries beyond the queue limit', async () => {
  const slots = createConcurrencySlots(1);
  const { enter } = entering(slots);
  const [first, second] = [await enter('1'), await enter('2')];
  const third = enter('3');
  await expect(enter('4')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'The key has reached its limit of 2 searches in progress, and its limit of waiting searches.',
    headers: { 'retry-after': '1' },
  });
  first();
  (await third)();
  second();
});

test('rejects an entry that times out, and removes it from the queue', async () => {
  const slots = createConcurrencySlots(5);
  const { enter } = entering(slots);
  const leave = await enter('1', { limit: 1 });
  await expect(enter('2', { limit: 1, timeout: 10 })).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'The key has reached its limit of 1 searches in progress, and none ended in time.',
  });
  expect(await slots.occupancy('a')).toEqual({ active: 1, waiting: 0 });
  leave();
  expect((await slots.occupancy('a')).active).toBe(0);
});

test('removes an aborted entry from the queue, and rejects one that is already aborted', async () => {
  const slots = createConcurrencySlots(5);
  const { order, enter } = entering(slots);
  const leave = await enter('1', { limit: 1 });
  const caller = new AbortController();
  const second = enter('2', { limit: 1, signal: caller.signal });
  const third = enter('3', { limit: 1 });
  caller.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  leave();
  (await third)();
  expect(order).toEqual(['1', '3']);
  await expect(enter('4', { signal: caller.signal })).rejects.toThrow('left');
  expect(await slots.occupancy('a')).toEqual({ active: 0, waiting: 0 });
});

test('keeps no listener on a signal that outlasts the wait', async () => {
  const slots = createConcurrencySlots(5);
  const { enter } = entering(slots);
  const lasting = new AbortController().signal;
  const leave = await enter('1', { limit: 1 });
  const waiting = enter('2', { limit: 1, signal: lasting });
  await shortDelay();
  expect(getEventListeners(lasting, 'abort')).toHaveLength(1);
  leave();
  (await waiting)();
  await expect(Promise.all([enter('3', { limit: 0, signal: lasting, timeout: 5 })])).rejects.toMatchObject({
    code: 'rate_limited',
  });
  expect(getEventListeners(lasting, 'abort')).toEqual([]);
});

test('applies a lowered limit to waiting entries', async () => {
  const slots = createConcurrencySlots(5);
  const { order, enter } = entering(slots);
  const leaves = [await enter('1', { limit: 3 }), await enter('2', { limit: 3 }), await enter('3', { limit: 3 })];
  const waiting = enter('4', { limit: 1 });
  for (const leave of leaves.slice(0, 2)) leave();
  await shortDelay();
  expect([order, await slots.occupancy('a')]).toEqual([['1', '2', '3'], { active: 1, waiting: 1 }]);
  leaves[2]?.();
  (await waiting)();
  expect(await slots.occupancy('a')).toEqual({ active: 0, waiting: 0 });
});
