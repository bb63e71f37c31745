import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthStore } from './store.js';

/** A requirement for every `HealthStore`. */
export interface HealthStoreContractCase {
  /** The requirement, as the name of a test. */
  name: string;
  /** Throws an `AssertionError` if the store does not meet it. Takes less than a second unless the machine is busy. */
  run(store: HealthStore): Promise<void>;
}

const short = { base: 100, cap: 400 };
/** Longer than a case takes, even on a busy machine. */
const lasting = { base: 60_000, cap: 60_000 };
const window = 60_000;
/** Tolerance for clocks and networks, in milliseconds. */
const slack = 60;

const cases: Readonly<Record<string, (store: HealthStore) => Promise<void>>> = {
  async 'an unknown key is healthy'(store) {
    assert.deepEqual(await store.readHealth(['one', 'other']), [well, well]);
    assert.deepEqual(await store.readHealth([]), []);
  },
  async 'a failure starts a cool-down of `base`, for that key only'(store) {
    const cooled = near(100);
    cooled(await store.recordFailure('one', short));
    const [one, other] = await store.readHealth(['one', 'other']);
    assert.equal(one?.strikes, 1);
    cooled(one.coolingFor);
    assert.deepEqual(other, well);
    await sleep(100 + slack);
    assert.deepEqual(await store.readHealth(['one']), [{ coolingFor: 0, strikes: 1 }]);
  },
  async 'further failures double the cool-down, up to `cap`'(store) {
    for (const time of [20, 40, 50, 50]) {
      const cooled = near(time);
      cooled(await store.recordFailure('one', { base: 20, cap: 50 }));
      await sleep(time + 10);
    }
    assert.equal((await store.readHealth(['one']))[0]?.strikes, 4);
  },
  async 'a failure during a cool-down adds no strike and does not shorten it'(store) {
    const [cooled, extended] = [near(60_000), near(70_000)];
    await store.recordFailure('one', lasting);
    cooled(await store.recordFailure('one', { base: 10, cap: 10 }));
    assert.equal((await store.readHealth(['one']))[0]?.strikes, 1);
    extended(await store.recordFailure('one', { base: 10, cap: 10 }, 70_000));
    assert.equal((await store.readHealth(['one']))[0]?.strikes, 1);
  },
  async 'concurrent failures are one strike'(store) {
    const cooled = near(60_000);
    await Promise.all([1, 2, 3].map(() => store.recordFailure('one', lasting)));
    const [one] = await store.readHealth(['one']);
    assert.equal(one?.strikes, 1);
    cooled(one.coolingFor);
  },
  async '`atLeast` applies if it is longer than the backoff'(store) {
    const [longer, shorter, alone] = [near(300), near(100), near(200)];
    longer(await store.recordFailure('one', short, 300));
    shorter(await store.recordFailure('other', short, 10));
    alone(await store.recordFailure('third', { base: 0, cap: 0 }, 200));
  },
  async 'a success removes strikes and cool-down'(store) {
    await store.recordFailure('one', short);
    await store.recordSuccess('one');
    assert.deepEqual(await store.readHealth(['one']), [well]);
    const cooled = near(100);
    cooled(await store.recordFailure('one', short));
  },
  async 'only one claim holds, until it is released or expires'(store) {
    const claims = await Promise.all([1, 2, 3].map(() => store.claim('one', 60_000)));
    assert.deepEqual(claims.filter(Boolean), [true]);
    assert.equal(await store.claim('one', 150), false);
    assert.equal(await store.claim('other', 150), true);
    await store.releaseClaim('one');
    assert.equal(await store.claim('one', 150), true);
    await sleep(150 + slack);
    assert.equal(await store.claim('one', 150), true);
  },
  async 'a failure or success ends a claim, and a claim does not change strikes'(store) {
    await store.recordFailure('one', { base: 10, cap: 10 });
    await sleep(20);
    await store.claim('one', 60_000);
    assert.equal((await store.readHealth(['one']))[0]?.strikes, 1);
    await store.recordFailure('one', { base: 10, cap: 10 });
    await sleep(20);
    assert.equal(await store.claim('one', 60_000), true);
    await store.recordSuccess('one');
    assert.equal(await store.claim('one', 60_000), true);
    await store.releaseClaim('unknown');
  },
  async 'counters add up within the window, separately for each key'(store) {
    await store.addCounts('one', { failed: 1 }, window);
    await store.addCounts('other', { failed: 5 }, window);
    assert.deepEqual({ ...(await store.addCounts('one', { failed: 2, passed: 1 }, window)) }, { failed: 3, passed: 1 });
    await store.reset('one');
    assert.deepEqual({ ...(await store.addCounts('one', { passed: 1 }, window)) }, { passed: 1 });
  },
  async '`note` takes effect at once in the same process, separately for each key'(store) {
    await Promise.all([
      store.bufferCounts('one', { passed: 1 }, window),
      store.bufferCounts('one', { passed: 1, failed: 1 }, window),
    ]);
    await store.bufferCounts('other', { passed: 3 }, window);
    assert.deepEqual({ ...(await store.addCounts('one', { failed: 1 }, window)) }, { passed: 2, failed: 2 });
    assert.deepEqual(
      (await store.readCounts(['one', 'other'], window)).map((counts) => ({ ...counts })),
      [{ passed: 2, failed: 2 }, { passed: 3 }],
    );
    const allowance = { counter: 'retries', shares: { fetches: 1 }, minimum: 0 };
    await store.bufferCounts('third', { fetches: 1 }, window);
    assert.equal(await store.spend('third', allowance, window), true);
    await store.bufferCounts('third', { fetches: 1 }, window);
    await store.reset('third');
    assert.equal(await store.spend('third', allowance, window), false);
  },
  async '`counts` reads several keys and does not change them'(store) {
    await store.addCounts('one', { passed: 1, failed: 2 }, window);
    const plain = async () => (await store.readCounts(['other', 'one'], window)).map((counts) => ({ ...counts }));
    assert.deepEqual(await plain(), [{}, { passed: 1, failed: 2 }]);
    assert.deepEqual(await plain(), [{}, { passed: 1, failed: 2 }]);
    assert.deepEqual(await store.readCounts([], window), []);
  },
  async 'a pace survives failures and successes, until another is set'(store) {
    await store.setPace('one', 12);
    assert.deepEqual(await store.readHealth(['one', 'other']), [{ ...well, pace: 12 }, well]);
    await store.recordFailure('one', { base: 10, cap: 10 });
    await store.recordSuccess('one');
    assert.deepEqual(await store.readHealth(['one']), [{ ...well, pace: 12 }]);
    await store.setPace('one', 3);
    assert.deepEqual(await store.readHealth(['one']), [{ ...well, pace: 3 }]);
  },
  async 'counts expire with the window and not before'(store) {
    const longest = 8_000; // a call that comes too late on a busy machine tells nothing, and a longer window is tried
    for (const short of [500, 2_000, longest]) {
      const began = performance.now();
      const failed = async () => (await store.addCounts(`${short}`, { failed: 1 }, short)).failed;
      await failed();
      await sleep(short / 2);
      const within = await failed();
      const isLate = performance.now() - began > 0.8 * short;
      await sleep(short / 2 + slack);
      const after = await failed();
      if (short < longest && (isLate || performance.now() - began > 1.3 * short)) continue;
      assert.deepEqual([within, after], [2, 2]);
      return;
    }
  },
  async 'an allowance is the minimum plus shares of other counters'(store) {
    const allowance = { counter: 'retries', shares: { fetches: 0.5, usable: 1 }, minimum: 1 };
    assert.equal(await store.spend('one', allowance, window), true);
    assert.equal(await store.spend('one', allowance, window), false);
    await store.addCounts('one', { fetches: 3 }, window);
    assert.equal(await store.spend('one', allowance, window), true);
    assert.equal(await store.spend('one', allowance, window), false);
    assert.equal((await store.addCounts('one', { fetches: 1 }, window)).retries, 2);
    assert.equal(await store.spend('one', allowance, window), true);
    assert.equal(await store.spend('one', allowance, window), false);
    await store.addCounts('one', { usable: 1 }, window);
    assert.equal(await store.spend('one', allowance, window), true);
  },
  async 'concurrent calls of `spend` do not exceed the allowance'(store) {
    const allowance = { counter: 'retries', shares: { fetches: 0 }, minimum: 2 };
    const spent = await Promise.all([1, 2, 3, 4, 5].map(() => store.spend('one', allowance, window)));
    assert.equal(spent.filter(Boolean).length, 2);
  },
};

/** The requirements for every `HealthStore`. Each case needs an empty store. */
export const healthStoreContract: readonly HealthStoreContractCase[] = Object.entries(cases).map(([name, run]) => ({
  name,
  run,
}));

const well = { coolingFor: 0, strikes: 0 };

/** Returns a function that asserts that about `wanted` milliseconds were left at a time between this call and its own. */
function near(wanted: number): (milliseconds: number) => void {
  const began = performance.now();
  return (milliseconds) => {
    const passed = performance.now() - began;
    assert.ok(milliseconds <= wanted + 5, `${milliseconds} ms are more than ${wanted}`);
    assert.ok(
      milliseconds > wanted - passed - slack,
      `${milliseconds} ms are less than ${wanted} and the ${passed} that have passed`,
    );
  };
}
