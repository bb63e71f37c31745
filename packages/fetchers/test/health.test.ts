import { describe, expect, it, vi } from 'vitest';
import { healthStoreContract } from '../src/health/contract.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { backoffAfter } from '../src/policies/cool-downs.js';

describe('memoryHealthStore', () => {
  it.each(healthStoreContract)('passes the contract: $name', ({ run }) => run(memoryHealthStore()));

  it('forgets strikes an hour after the cool-down', async () => {
    let now = 1_000;
    const store = memoryHealthStore(() => now);
    const backoff = { base: 1_000, cap: 9_000 };
    await store.recordFailure('one', backoff);
    now += 1_000 + 60 * 60_000 - 1;
    expect(await store.readHealth(['one'])).toEqual([{ coolingFor: 0, strikes: 1 }]);
    expect(await store.recordFailure('one', backoff)).toBe(2_000);
    now += 2_000 + 60 * 60_000;
    expect(await store.readHealth(['one'])).toEqual([{ coolingFor: 0, strikes: 0 }]);
    expect(await store.recordFailure('one', backoff)).toBe(1_000);
  });

  it('forgets a pace after a day, to the millisecond', async () => {
    let now = 1_000;
    const store = memoryHealthStore(() => now);
    await store.setPace('one', 12);
    now += 24 * 60 * 60_000 - 1;
    expect((await store.readHealth(['one']))[0]?.pace).toBe(12);
    now += 1;
    expect((await store.readHealth(['one']))[0]?.pace).toBeUndefined();
  });

  it('keeps strikes while thousands of other keys are added', async () => {
    let now = 1_000;
    const store = memoryHealthStore(() => now);
    await store.recordFailure('one', { base: 1_000, cap: 9_000 });
    now += 30 * 60_000;
    for (let key = 0; key < 3_000; key += 1) await store.recordFailure(`other ${key}`, { base: 1, cap: 1 });
    expect(await store.readHealth(['one'])).toEqual([{ coolingFor: 0, strikes: 1 }]);
  });

  it('ends a cool-down and a claim to the millisecond', async () => {
    let now = 1_000;
    const store = memoryHealthStore(() => now);
    const backoff = { base: 1_000, cap: 9_000 };
    await store.recordFailure('one', backoff);
    expect(await store.claim('one', 1_000)).toBe(true);
    now += 999;
    expect((await store.readHealth(['one']))[0]).toEqual({ coolingFor: 1, strikes: 1 });
    expect(await store.claim('one', 1_000)).toBe(false);
    now += 1;
    expect((await store.readHealth(['one']))[0]).toEqual({ coolingFor: 0, strikes: 1 });
    expect(await store.claim('one', 1_000)).toBe(true);
    expect(await store.recordFailure('one', backoff)).toBe(2_000);
    expect((await store.readHealth(['one']))[0]?.strikes).toBe(2);
  });

  it('restarts a cool-down after a failure during it, without doubling it', async () => {
    let now = 1_000;
    const store = memoryHealthStore(() => now);
    const backoff = { base: 1_000, cap: 9_000 };
    await store.recordFailure('one', backoff);
    now += 1_000;
    expect(await store.recordFailure('one', backoff)).toBe(2_000);
    now += 500;
    expect(await store.recordFailure('one', backoff)).toBe(2_000);
  });

  it('removes expired keys, and looks for them rarely', async () => {
    let time = 0;
    const now = vi.fn(() => time);
    const store = memoryHealthStore(now);
    for (let index = 0; index < 999; index += 1) await store.recordFailure(`key ${index}`, { base: 10, cap: 10 });
    expect(now.mock.calls.length).toBeLessThan(10_000);
    time = 60 * 60_000 + 10;
    await store.claim('late', 50);
    now.mockClear();
    await store.recordFailure('last', { base: 10, cap: 10 });
    expect(now.mock.calls.length).toBeGreaterThan(1_000);
    expect(await store.claim('late', 50)).toBe(false);
    expect((await store.readHealth(['key 0', 'last'])).map(({ strikes }) => strikes)).toEqual([0, 1]);
    // The expired keys were removed, so 999 keys do not trigger another cleanup.
    for (let index = 0; index < 997; index += 1) await store.recordFailure(`other ${index}`, { base: 10, cap: 10 });
    now.mockClear();
    await store.recordFailure('one more', { base: 10, cap: 10 });
    expect(now.mock.calls.length).toBeLessThan(10);
  });

  it('slides the window by a tenth of it', async () => {
    let now = 0;
    const store = memoryHealthStore(() => now);
    for (let slice = 0; slice < 10; slice += 1) {
      await store.addCounts('one', { seen: 1 }, 1_000);
      now += 100;
    }
    expect(await store.addCounts('one', {}, 1_000)).toEqual({ seen: 9 });
    now += 99;
    expect(await store.addCounts('one', {}, 1_000)).toEqual({ seen: 9 });
    now += 1;
    expect(await store.addCounts('one', { seen: 2 }, 1_000)).toEqual({ seen: 10 });
  });
});

describe('the backoff after a cool-down', () => {
  const doubling = { base: 1_000, cap: 9_000 };
  const steady = { ...doubling, afterFailedTrial: 300 };

  it.each([
    ['is the base for the first strike', steady, 0, doubling],
    ['doubles for further strikes', doubling, 2, doubling],
    ['is `afterFailedTrial` for the second strike if it is set', steady, 1, { base: 300, cap: 300 }],
    ['is `afterFailedTrial` for the tenth strike if it is set', steady, 10, { base: 300, cap: 300 }],
  ])('%s', (_, coolDown, strikes, backoff) => {
    expect(backoffAfter(coolDown, strikes)).toEqual(backoff);
  });
});
