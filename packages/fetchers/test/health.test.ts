import { describe, expect, it } from 'vitest';
import { healthStoreContract } from '../src/health/contract.js';
import { memoryHealthStore } from '../src/health/memory-store.js';

describe('what is remembered in memory', () => {
  it.each(healthStoreContract)('keeps to the contract: $name', ({ run }) => run(memoryHealthStore()));

  it('forgets strikes an hour after the cool-down', async () => {
    let now = 1_000;
    const store = memoryHealthStore(() => now);
    const penalty = { base: 1_000, cap: 9_000 };
    await store.cool('one', penalty);
    now += 1_000 + 60 * 60_000 - 1;
    expect(await store.read(['one'])).toEqual([{ coolingFor: 0, strikes: 1 }]);
    expect(await store.cool('one', penalty)).toBe(2_000);
    now += 2_000 + 60 * 60_000;
    expect(await store.read(['one'])).toEqual([{ coolingFor: 0, strikes: 0 }]);
    expect(await store.cool('one', penalty)).toBe(1_000);
  });

  it('is no more than what is still of use', async () => {
    let now = 0;
    const store = memoryHealthStore(() => now);
    const keys = Array.from({ length: 1_000 }, (_, index) => `key ${index}`);
    for (const key of keys) await store.cool(key, { base: 10, cap: 10 });
    now = 60 * 60_000 + 11;
    await store.claim('late', 50);
    await store.cool('last', { base: 10, cap: 10 });
    expect(await store.claim('late', 50)).toBe(false);
    expect((await store.read(['key 0', 'last'])).map(({ strikes }) => strikes)).toEqual([0, 1]);
  });

  it('slides by a tenth of the window', async () => {
    let now = 0;
    const store = memoryHealthStore(() => now);
    for (let slice = 0; slice < 10; slice += 1) {
      await store.count('one', { seen: 1 }, 1_000);
      now += 100;
    }
    expect(await store.count('one', {}, 1_000)).toEqual({ seen: 9 });
    now += 99;
    expect(await store.count('one', {}, 1_000)).toEqual({ seen: 9 });
    now += 1;
    expect(await store.count('one', { seen: 2 }, 1_000)).toEqual({ seen: 10 });
  });
});
