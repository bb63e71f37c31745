import { expect, test } from 'vitest';
import { createEventLoopQueue, createFairQueue } from '../src/pages/reading/thread-pool.js';

/**
 * Queues items by caller, such as `a 1` for the first item of caller `a`; returns the order in which they are served.
 */
function served(names: readonly string[], queue = createFairQueue<string>()): string[] {
  for (const name of names) queue.push(name.charAt(0), name);
  expect(queue.size).toBe(names.length);
  return names.map(() => queue.shift() ?? '');
}

test.each([
  ['items of one caller keep their order', ['a 1', 'a 2', 'a 3'], ['a 1', 'a 2', 'a 3']],
  [
    'callers are served in turn',
    ['a 1', 'a 2', 'a 3', 'b 1', 'c 1', 'b 2'],
    ['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3'],
  ],
])('%s', (_, names, expected) => {
  expect(served(names)).toEqual(expected);
});

test('a caller served recently comes after one that was not', () => {
  const queue = createFairQueue<string>();
  served(['a 0'], queue);
  expect(served(['a 1', 'a 2', 'b 1'], queue)).toEqual(['b 1', 'a 1', 'a 2']);
});

test('a removed item is not served', () => {
  const queue = createFairQueue<string>();
  const [remove] = ['a 1', 'a 2', 'b 1'].map((name) => queue.push(name.charAt(0), name));
  remove?.();
  remove?.();
  expect(queue.size).toBe(2);
  const removeLast = queue.push('c', 'c 1');
  removeLast();
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['a 2', 'b 1', undefined]);
  removeLast();
  expect(queue.size).toBe(0);
});

/** Pushes one item per caller, and counts event loop turns between the items. */
async function rounds(offload?: (waiting: { shift(): string | undefined }) => void): Promise<string[]> {
  const events: string[] = [];
  const queue = createEventLoopQueue<string>({ run: (item) => events.push(item), ...(offload && { offload }) });
  for (const item of ['a', 'b', 'c']) queue.push(item, item);
  while (queue.size > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    events.push('round');
  }
  return events;
}

test('a loop queue runs one item in each turn of the event loop', async () => {
  const events = await rounds();
  expect(events.join(' ')).toMatch(/^(round )?a round b round c/);
});

test('waiting items can be offloaded in each turn', async () => {
  const taken: (string | undefined)[] = [];
  const events = await rounds((waiting) => taken.push(waiting.shift()));
  expect(events.filter((item) => item !== 'round')).toEqual(['a', 'c']);
  expect(taken).toEqual(['b']);
});

test('an empty loop queue schedules nothing', async () => {
  await rounds();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(process.getActiveResourcesInfo()).not.toContain('Immediate');
});
