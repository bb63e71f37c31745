import { periodOf, periods } from '../../limits/periods.js';
import type { UsageStore, Used } from '../../limits/usage-store.js';
import type { RedisConnection } from './connection.js';
import { onBack, throughRedis } from './fallback.js';
import { addUsage } from './scripts/add-usage.js';

/** Seconds for which a counter is kept when its day or month is over: a search that began in it may still give back. */
const afterlife = 86_400;

/** Pages of one key in one day or month, as a process knows them. */
interface Counter {
  readonly key: string;
  /** Seconds since 1970 at which it is of no more use. */
  readonly expires: number;
  /** What Redis said last. */
  known: number;
  /** Pages that were counted without Redis. */
  pending: number;
}

/**
 * Counts in Redis. While it is away a process counts on from what Redis said last and takes it that each of the others
 * counts as much as itself, so that all of them together stay within the quota; Redis is told when it is back.
 */
export function redisUsageStore(connection: RedisConnection): UsageStore {
  const counters = new Map<string, Counter>(); // of known API keys, and of days and months not long over
  let tidied = 0;
  onBack(connection, async () => {
    await Promise.all([...counters.values()].map(settle));
  });

  function countersOf(id: string, time: number): Counter[] {
    if (time - tidied > afterlife * 1000) forgetPast(time);
    return periods.map((period) => {
      const { name, endsAt } = periodOf(period, time);
      const key = connection.key(`usage:${id}:${name}`);
      const counter = counters.get(key) ?? { key, expires: endsAt / 1000 + afterlife, known: 0, pending: 0 };
      counters.set(key, counter);
      return counter;
    });
  }

  function forgetPast(time: number): void {
    tidied = time;
    for (const { key, expires } of counters.values()) if (expires * 1000 < time) counters.delete(key);
  }

  /** What each of the counters comes to. */
  async function addTo(those: readonly Counter[], pages: number): Promise<readonly number[]> {
    const keys = those.map(({ key }) => key);
    const totals = (await connection.run(addUsage, keys, [pages, ...those.map(({ expires }) => expires)])) as number[];
    those.forEach((counter, index) => {
      counter.known = totals[index] ?? 0;
    });
    return totals;
  }

  async function settle(counter: Counter): Promise<void> {
    const { pending } = counter;
    if (pending === 0) return;
    counter.pending = 0;
    try {
      await addTo([counter], pending);
    } catch (error) {
      counter.pending += pending;
      throw error;
    }
  }

  async function add(id: string, pages: number, time: number): Promise<Used> {
    const those = countersOf(id, time);
    const [day = 0, month = 0] = await throughRedis(
      connection,
      () => addTo(those, pages),
      () =>
        those.map((counter) => {
          counter.pending += pages;
          return counter.known + counter.pending * connection.processes();
        }),
    );
    return { day, month };
  }

  return { add, used: (id, time) => add(id, 0, time) };
}
