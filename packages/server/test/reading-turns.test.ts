import { expect, test } from 'vitest';
import { createFairQueue } from '../src/pages/reading/fair-queue.js';
import { createTurns } from '../src/pages/reading/turns.js';

/** Takes a turn for each name, `a 1` being the first of the caller `a`; the order in which they come. */
async function orderOf(names: readonly string[], turns = createTurns()): Promise<string[]> {
  const order: string[] = [];
  const taken = names.map((name) => turns.take(name.split(' ')[0] ?? '').then(() => order.push(name)));
  expect(turns.waiting).toBe(names.length);
  await Promise.all(taken);
  expect(turns.waiting).toBe(0);
  return order;
}

test('turns of one caller come in order', async () => {
  expect(await orderOf(['a 1', 'a 2', 'a 3'])).toEqual(['a 1', 'a 2', 'a 3']);
});

test('callers take turns', async () => {
  expect(await orderOf(['a 1', 'a 2', 'a 3', 'b 1', 'c 1', 'b 2'])).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3']);
});

test('who had a turn lately comes after who had not', async () => {
  const turns = createTurns();
  await turns.take('a');
  expect(await orderOf(['a 1', 'a 2', 'b 1'], turns)).toEqual(['b 1', 'a 1', 'a 2']);
});

test('there is one turn in each round of the event loop', async () => {
  const turns = createTurns();
  const happened: string[] = [];
  const taken = ['a', 'b', 'c'].map((caller) => turns.take(caller).then(() => happened.push(caller)));
  const round = () => {
    happened.push('round');
    if (happened.length < 8) setImmediate(round);
  };
  setImmediate(round);
  await Promise.all(taken);
  const turnsOnly = happened.join(' ');
  expect(turnsOnly).toMatch(/^a round b round c|^round a round b round c/);
});

test('what has left the queue has no turn', () => {
  const queue = createFairQueue<string>();
  const [leave] = ['a 1', 'a 2', 'b 1'].map((name) => queue.push(name.charAt(0), name));
  leave?.();
  leave?.();
  expect(queue.size).toBe(2);
  const leaveLast = queue.push('c', 'c 1');
  leaveLast();
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['a 2', 'b 1', undefined]);
  leaveLast();
  expect(queue.size).toBe(0);
});

test('work that waits beside the first goes to helpers, in the order of its turns', async () => {
  const asked: number[] = [];
  const turns = createTurns((waiting) => {
    asked.push(waiting);
    return asked.length < 3 ? `helper ${asked.length}` : undefined;
  });
  const taken = ['a', 'a', 'b', 'a', 'a'].map((caller) => turns.take(caller));
  expect(await Promise.all(taken)).toEqual([undefined, 'helper 2', 'helper 1', undefined, undefined]);
  expect(asked).toEqual([4, 3, 2, 1]);
});

test('where nobody waits nothing is scheduled', async () => {
  const turns = createTurns();
  await Promise.all([turns.take('a'), turns.take('a')]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(process.getActiveResourcesInfo()).not.toContain('Immediate');
});
