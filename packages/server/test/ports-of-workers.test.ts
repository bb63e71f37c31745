import { healthStoreContract } from '@svc/fetchers/contract';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/config/config.js';
import { memorySearchLeases } from '../src/search/search-leases.js';
import { memoryState } from '../src/state/memory.js';
import type { State } from '../src/state/state.js';
import { answerCalls } from '../src/workers/answer-calls.js';
import { createCalls } from '../src/workers/calls.js';
import type { Channel, FromPrimary, FromWorker } from '../src/workers/messages.js';
import { remoteState } from '../src/workers/remote-state.js';
import { describeAnswerCache } from './contracts/answer-cache.js';
import { describeRateStore } from './contracts/rate-store.js';
import { describeSearchLeases } from './contracts/search-leases.js';
import { after } from './contracts/several.js';
import { describeSlots } from './contracts/slots.js';
import { describeUsageStore } from './contracts/usage-store.js';
import { environment } from './helpers/service.js';

const settings = { SVC_CACHE: 'memory', SVC_CACHE_SECONDS: '1', SVC_KEY_QUEUED_SEARCHES: '3' };
const config = readConfig({ ...environment, ...settings });

/** Both ends of a channel that carries what JSON can, as that between processes does. */
function channels(): [Channel<FromPrimary, FromWorker>, Channel<FromWorker, FromPrimary>] {
  const toWorker: ((message: FromPrimary) => void)[] = [];
  const toPrimary: ((message: FromWorker) => void)[] = [];
  const carry = <T>(message: T, listeners: readonly ((message: T) => void)[]) => {
    const text = JSON.stringify(message);
    setImmediate(() => listeners.forEach((listener) => void listener(JSON.parse(text))));
  };
  return [
    { send: (message) => carry(message, toWorker), onMessage: (listener) => void toPrimary.push(listener) },
    { send: (message) => carry(message, toPrimary), onMessage: (listener) => void toWorker.push(listener) },
  ];
}

/** A worker of a primary process, and what ends it. */
function workerOf(state: State): State & { die(): void } {
  const [primary, worker] = channels();
  const die = answerCalls(primary, state, { metrics: async () => '' });
  return { ...remoteState(createCalls(worker), config), die };
}

function twoWorkers() {
  const primary = { ...memoryState(config), leases: memorySearchLeases() };
  return { one: workerOf(primary), other: workerOf(primary) };
}

/** One port of two workers. */
const port =
  <Name extends keyof State>(name: Name) =>
  async () => {
    const { one, other } = twoWorkers();
    return { one: one[name]!, other: other[name]! };
  };

describeRateStore('rates of workers', port('rates'));
describeUsageStore('usage of workers', port('usage'));
describeSlots('slots of workers', port('slots'));
describeAnswerCache('answers of workers', port('cache'));
describeSearchLeases('searches in progress of workers', port('leases'));
describe('health of workers', () => {
  test.each(healthStoreContract)('$name', ({ run }) => run(twoWorkers().one.health));
});

const { signal } = new AbortController();
const wish = { id: 'a', limit: 1, patience: 5_000, signal };

test('the slots of a worker that has died are free, and it waits for none', async () => {
  const { one, other } = twoWorkers();
  await one.slots.enter(wish);
  const waiting = one.slots.enter(wish).catch(() => 'refused');
  await after(20);
  expect(await other.slots.load('a')).toEqual({ active: 1, waiting: 1 });
  one.die();
  expect(await waiting).toBe('refused');
  expect(await other.slots.load('a')).toEqual({ active: 0, waiting: 0 });
  (await other.slots.enter(wish))();
});

test('a slot that comes while its caller leaves is given back', async () => {
  const { one, other } = twoWorkers();
  for (let turn = 0; turn < 20; turn += 1) {
    const caller = new AbortController();
    const entering = one.slots.enter({ ...wish, signal: caller.signal }).catch(() => undefined);
    for (let wait = 0; wait < turn % 5; wait += 1) await new Promise(setImmediate);
    caller.abort();
    (await entering)?.();
  }
  await expect.poll(() => other.slots.load('a')).toEqual({ active: 0, waiting: 0 });
});

test('an error of the primary is told, and ends no other call', async () => {
  const { one } = twoWorkers();
  const rate = { requests: 1, seconds: 1 };
  const broken = one.rates.take('a', 1, null as unknown as typeof rate);
  await expect(broken).rejects.toThrow('TypeError');
  expect((await one.rates.take('a', 1, rate)).allowed).toBe(true);
});
