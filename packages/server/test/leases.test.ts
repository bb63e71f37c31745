import { expect, onTestFinished, test } from 'vitest';
import { HeldLeases } from '../src/jobs/leases.js';
import type { JobStore } from '../src/jobs/store.js';
import { orderOf } from './contracts/job-store.js';

const job = { ...orderOf(), state: 'running', endedAt: null, answered: 0, found: 0, bytes: 0 } as const;

/** Leases of a store that grants all of them, with a fake clock. */
function leases() {
  const state = { now: 1_000, renewals: 0 };
  const store = {
    lease: async () => ({ job, block: 0, epoch: 1, lines: [] }),
    renew: async () => {
      state.renewals += 1;
      return 'held';
    },
    release: async () => undefined,
  } as Partial<JobStore> as JobStore;
  const never = new AbortController().signal;
  const held = new HeldLeases(store, { drain: never, abort: never }, { now: () => state.now });
  onTestFinished(() => held.close());
  return { held, state };
}

test('a halt of the process is detected for everything that began before it', async () => {
  const { held, state } = leases();
  await held.acquire(job);
  await expect.poll(() => state.renewals).toBeGreaterThan(0);
  expect(held.wasHaltedSince(0)).toBe(false);
  state.now += 20_000;
  await expect.poll(() => held.wasHaltedSince(1_000)).toBe(true);
  expect(held.wasHaltedSince(state.now)).toBe(false);
});
