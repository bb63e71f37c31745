import { periodOf, periods } from '../../limits/quotas.js';
import type { UsageStore, Used } from '../../limits/usage-store.js';
import type { RedisConnection } from './connection.js';
import type { RedisPort } from './fallback.js';

/** Seconds that a counter is kept after its day or month, because a search that began in it may still be refunded. */
const afterlife = 86_400;

/** Pages of one key in one day or month, as far as this process knows. */
interface Counter {
  readonly key: string;
  /** Seconds since 1970. */
  readonly expires: number;
  /** By the last reply of Redis. */
  known: number;
  /** Counted without Redis and not reported yet. */
  pending: number;
  /** Whether this process has set its expiry. */
  isTimed: boolean;
}

/** The counters that a process knows: of known API keys, in current and recent days and months. */
class KnownCounters {
  readonly #counters = new Map<string, Counter>();
  #tidiedAt = 0;

  readonly #keyOf: (id: string, period: string) => string;

  constructor(keyOf: (id: string, period: string) => string) {
    this.#keyOf = keyOf;
  }

  of(id: string, time: number): Counter[] {
    if (time - this.#tidiedAt > afterlife * 1000) this.#forgetPast(time);
    return periods.map((period) => {
      const { name, endsAt } = periodOf(period, time);
      const key = this.#keyOf(id, name);
      const counter = this.#counters.get(key) ?? {
        key,
        expires: endsAt / 1000 + afterlife,
        known: 0,
        pending: 0,
        isTimed: false,
      };
      this.#counters.set(key, counter);
      return counter;
    });
  }

  pending(): Counter[] {
    return [...this.#counters.values()].filter(({ pending }) => pending !== 0);
  }

  #forgetPast(time: number): void {
    this.#tidiedAt = time;
    for (const { key, expires } of this.#counters.values()) if (expires * 1000 < time) this.#counters.delete(key);
  }
}

/** Adds to counters in one round trip; their totals. A counter that is new, here or in Redis, is told when it expires. */
async function addTo(
  connection: RedisConnection,
  counters: readonly Counter[],
  pages: number,
): Promise<readonly number[]> {
  const totals = await connection.ask((redis) =>
    Promise.all(
      counters.map(async ({ key, expires, isTimed }) => {
        const [total] = await Promise.all([redis.incrby(key, pages), !isTimed && redis.expireat(key, expires)]);
        if (isTimed && total === pages) await redis.expireat(key, expires); // Redis has lost it
        return total;
      }),
    ),
  );
  for (const [index, counter] of counters.entries()) {
    counter.known = totals[index] ?? 0;
    counter.isTimed = true;
  }
  return totals;
}

/** Adds what was counted without Redis. Where that fails it is still pending. */
async function report(connection: RedisConnection, counter: Counter): Promise<void> {
  const { pending } = counter;
  counter.pending = 0;
  try {
    await addTo(connection, [counter], pending);
  } catch (error) {
    counter.pending += pending;
    throw error;
  }
}

/**
 * Counts in Redis. While it is away a process counts on from what Redis said last, and assumes that each of the others counts
 * as much as itself, so that all of them together stay within the quota.
 */
export function redisUsageStore(connection: RedisConnection): RedisPort<UsageStore> {
  const counters = new KnownCounters((id, period) => connection.key('usage', id, period));

  async function addShared(id: string, pages: number, time: number): Promise<Used> {
    const [day = 0, month = 0] = await addTo(connection, counters.of(id, time), pages);
    return { day, month };
  }

  async function readShared(id: string, time: number): Promise<Used> {
    const those = counters.of(id, time);
    const totals = await connection.ask((redis) => redis.mget(those.map(({ key }) => key)));
    for (const [index, counter] of those.entries()) counter.known = Number(totals[index] ?? 0);
    const [day = 0, month = 0] = those.map(({ known }) => known);
    return { day, month };
  }

  async function addHere(id: string, pages: number, time: number): Promise<Used> {
    const [day = 0, month = 0] = counters.of(id, time).map((counter) => {
      counter.pending += pages;
      return counter.known + counter.pending * connection.processes();
    });
    return { day, month };
  }

  return {
    shared: { add: addShared, used: readShared },
    local: { add: addHere, used: (id, time) => addHere(id, 0, time) },
    async reconcile() {
      await Promise.all(counters.pending().map((counter) => report(connection, counter)));
    },
  };
}
