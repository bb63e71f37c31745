import { expect, test } from 'vitest';
import { StoredAnswerBytes } from '../src/jobs/run-job.js';
import { orderOf } from './contracts/job-store.js';

function keptBytes(bytes: (looks: number) => number) {
  const state = { looks: 0, now: 0 };
  const counts = { state: 'running', endedAt: null, answered: 1, found: 1 } as const;
  const list = async () => {
    state.looks += 1;
    return [1, 2].map(() => ({ ...orderOf(), ...counts, bytes: bytes(state.looks) }));
  };
  return { state, kept: new StoredAnswerBytes({ list }, () => state.now) };
}

test('lists the jobs of a key at most once in ten seconds', async () => {
  const { kept, state } = keptBytes(() => 100);
  for (let line = 0; line < 1_000; line += 1) {
    expect(await kept.totalOf('a')).toBe(200 + 7 * line);
    kept.add('a', 7);
  }
  expect(state.looks).toBe(1);
  state.now = 10_000;
  expect([await kept.totalOf('a'), await kept.totalOf('a'), await kept.totalOf('b')]).toEqual([200, 200, 200]);
  expect(state.looks).toBe(3);
});

test('retries after listing has failed', async () => {
  const { kept } = keptBytes((looks) => {
    if (looks === 1) throw new Error('away');
    return 1;
  });
  await expect(kept.totalOf('a')).rejects.toThrow('away');
  expect(await kept.totalOf('a')).toBe(2);
});
