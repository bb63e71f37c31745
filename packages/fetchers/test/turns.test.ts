import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryHealthStore } from '../src/health/memory-store.js';
import { startLimit } from '../src/limit.js';
import type { Lease } from '../src/sessions/lease.js';
import type { Limits } from '../src/sessions/limits.js';
import { createSessionPool } from '../src/sessions/pool.js';

/** A pool for one engine. Leases that were had are listed in their order. */
function start(limits: Partial<Limits>) {
  const pool = createSessionPool({ store: memoryHealthStore(), limits: { direct: limits.engine ?? 1, ...limits } });
  onTestFinished(() => pool.close());
  const had: { name: string; lease: Lease }[] = [];
  const ask = (name: string, instead?: Lease) => {
    const [caller = ''] = name.split(' ');
    const limit = startLimit(5_000);
    const wish = { engine: 'beta', ...(caller !== 'anybody' && { caller }), ...(instead && { instead }) } as const;
    return pool
      .lease(wish, limit)
      .then((lease) => void had.push({ name, lease }))
      .finally(() => limit.stop());
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  /** Lets searches end one by one until all have had their turn. */
  const drain = async () => {
    for (let next = 0; next < had.length; next += 1) {
      had[next]?.lease.release();
      await settled();
    }
    return had.map(({ name }) => name);
  };
  return { pool, had, ask, settled, drain };
}

describe('turns among callers', () => {
  it('give the next session to the caller with the fewest searches under way', async () => {
    const { ask, settled, drain } = start({ engine: 2 });
    const all = ['a 1', 'a 2', 'a 3', 'a 4', 'a 5', 'b 1', 'b 2', 'c 1'].map((name) => ask(name));
    await settled();
    const order = await drain();
    await Promise.all(all);
    expect(order).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3', 'a 4', 'a 5']);
  });

  it('keep the order in which they came where nobody says who searches', async () => {
    const { ask, settled, drain } = start({ engine: 1 });
    const names = ['1', '2', '3', '4'].map((number) => `anybody ${number}`);
    const all = names.map((name) => ask(name));
    await settled();
    expect(await drain()).toEqual(names);
    await Promise.all(all);
  });

  it('let a search that gave up its session come before the others of its caller', async () => {
    const { had, ask, settled, drain } = start({ engine: 1 });
    const first = ask('a 1');
    await first;
    const all = [ask('a 2'), ask('a 3')];
    const { lease } = had[0]!;
    all.push(ask('a 1 again', lease));
    lease.release('end');
    await settled();
    expect(await drain()).toEqual(['a 1', 'a 1 again', 'a 2', 'a 3']);
    await Promise.all(all);
  });

  it('leave room for others: a caller has no more than its share', async () => {
    const { pool, had, ask, settled, drain } = start({ engine: 3, caller: 2 });
    const all = ['a 1', 'a 2', 'a 3'].map((name) => ask(name));
    await settled();
    expect([had.length, pool.load('beta')]).toEqual([2, { active: 2, waiting: 1 }]);
    await ask('b 1');
    expect(await drain()).toEqual(['a 1', 'a 2', 'b 1', 'a 3']);
    await Promise.all(all);
  });

  it('refuse a full queue to the caller with the most who wait', async () => {
    const { ask, settled, drain } = start({ engine: 1, queue: 3 });
    const outcomes = ['a 1', 'a 2', 'a 3', 'a 4'].map((name) =>
      ask(name).then(
        () => 'had',
        (error) => error.code,
      ),
    );
    await settled();
    const newcomers = ['b 1', 'a 5', 'b 2', 'c 1'].map((name) =>
      ask(name).then(
        () => 'had',
        (error) => error.code,
      ),
    );
    await settled();
    expect(await drain()).toEqual(['a 1', 'b 1', 'c 1', 'a 2']);
    expect(await Promise.all(outcomes)).toEqual(['had', 'had', 'overloaded', 'overloaded']);
    expect(await Promise.all(newcomers)).toEqual(['had', 'overloaded', 'overloaded', 'had']);
  });

  it('refuse a share of nothing', () => {
    expect(() => start({ engine: 1, caller: 0 })).toThrow(TypeError);
  });
});
