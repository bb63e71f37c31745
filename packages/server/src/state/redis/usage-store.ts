import {
  isWithinQuota,
  type PeriodMaximum,
  type PeriodUsage,
  quotaPeriodAt,
  quotaPeriods,
  type TakeResult,
  type UsageStore,
} from '../../limits/quotas.js';
import { type LuaScript, runScript } from './client.js';
import type { RedisConnection } from './connection.js';
import type { PortWithFallback } from './fallback.js';

/** Seconds that a counter is kept after its day or month, because a search that began in it may still be refunded. */
const retention = 86_400;

/** Pages of one key in one day or month, as far as this process knows. */
interface Counter {
  readonly key: string;
  /** Seconds since 1970. */
  readonly expires: number;
  /** By the last reply of Redis. */
  known: number;
  /** Counted without Redis, or lost by it, and not reported yet. */
  pending: number;
}

/** The counters that a process knows: of known API keys, in current and recent days and months. */
class KnownCounters {
  readonly #counters = new Map<string, Counter>();
  #cleanedAt = 0;

  readonly #keyOf: (id: string, period: string) => string;

  constructor(keyOf: (id: string, period: string) => string) {
    this.#keyOf = keyOf;
  }

  of(id: string, time: number): Counter[] {
    if (time - this.#cleanedAt > retention * 1000) this.#forgetPast(time);
    return quotaPeriods.map((period) => {
      const { name, endsAt } = quotaPeriodAt(period, time);
      const key = this.#keyOf(id, name);
      const counter = this.#counters.get(key) ?? {
        key,
        expires: endsAt / 1000 + retention,
        known: 0,
        pending: 0,
      };
      this.#counters.set(key, counter);
      return counter;
    });
  }

  pending(): Counter[] {
    return [...this.#counters.values()].filter(({ pending }) => pending !== 0);
  }

  #forgetPast(time: number): void {
    this.#cleanedAt = time;
    for (const { key, expires } of this.#counters.values()) if (expires * 1000 < time) this.#counters.delete(key);
  }
}

/**
 * Adds to the counters of one key, and their pending pages. If a total exceeds its maximum, only the pending pages are added. Replies
 * with whether all were, then for each counter its total and whether it was missing before; it then gets the known total and its
 * expiry in the same step, so that no process counts from zero after Redis has lost it.
 *
 * KEYS: counters · ARGV: pages, then for each counter pending pages, maximum or 0, when it expires in seconds since 1970, known total
 */
const addPages: LuaScript = {
  lua: `
local pages, answer = ARGV[1], { 1 }
for index, key in ipairs(KEYS) do
  local at = 4 * index - 2
  local added, most, isNew = pages + ARGV[at], tonumber(ARGV[at + 1]), 0
  local total = redis.call('INCRBY', key, added)
  if total == added then isNew = redis.call('EXPIREAT', key, ARGV[at + 2], 'NX') end
  if isNew == 1 and ARGV[at + 3] ~= '0' then total = redis.call('INCRBY', key, ARGV[at + 3]) end
  if most > 0 and total > most then answer[1] = 0 end
  answer[2 * index], answer[2 * index + 1] = total, isNew
end
if answer[1] == 0 then
  for index, key in ipairs(KEYS) do answer[2 * index] = redis.call('DECRBY', key, pages) end
end
return answer`,
};

/**
 * Adds pages to counters, and what is pending. Where that fails, what was pending still is. The reply may come after the time for it:
 * the fallback has counted the pages again by then, so that they are subtracted. If Redis had lost a counter, by eviction or a restart
 * without its data, what was counted on the way to it is pending then.
 *
 * @param most maximum of each counter; without it, the pages are always added
 */
async function addTo(
  connection: RedisConnection,
  counters: readonly Counter[],
  pages: number,
  maximum: readonly (number | undefined)[] = [],
): Promise<TakeResult> {
  const sent = counters.map((counter) => ({ counter, pending: counter.pending, known: counter.known }));
  for (const counter of counters) counter.pending = 0;
  const args = sent.flatMap(({ counter: { expires }, pending, known }, index) => [
    pending,
    maximum[index] ?? 0,
    expires,
    known,
  ]);
  const keys = counters.map(({ key }) => key);
  // What earlier replies said is lost if Redis no longer has the counter, and what later ones say is not: so in the order of replies.
  const learn = (reply: unknown): TakeResult => {
    const [added, ...totals] = reply as number[];
    for (const [index, { counter, known }] of sent.entries()) {
      if (totals[2 * index + 1] === 1) counter.pending += counter.known - known;
      counter.known = totals[2 * index] ?? 0;
    }
    return { used: usedOf(counters), isTaken: added === 1 };
  };
  const subtractRecounted = ({ isTaken }: TakeResult) => {
    for (const { counter, pending } of sent) counter.pending -= pending + (isTaken ? pages : 0);
  };
  try {
    const script = { keys, args: [pages, ...args] };
    return await connection.ask((redis) => runScript(redis, addPages, script, learn), subtractRecounted);
  } catch (error) {
    for (const { counter, pending } of sent) counter.pending += pending;
    throw error;
  }
}

function usedOf(counters: readonly Counter[]): PeriodUsage {
  const [day = 0, month = 0] = counters.map(({ known, pending }) => known + pending);
  return { day, month };
}

/**
 * Counts in Redis. While it is away a process counts on from what Redis said last, and assumes that each of the others counts
 * as much as itself, so that all of them together stay within the quota.
 */
export function redisUsageStore(connection: RedisConnection): PortWithFallback<UsageStore> {
  const counters = new KnownCounters((id, period) => connection.key('usage', id, period));

  async function readShared(id: string, time: number): Promise<PeriodUsage> {
    const those = counters.of(id, time);
    return connection.ask(async (redis) => {
      const totals = await redis.mget(those.map(({ key }) => key));
      for (const [index, counter] of those.entries()) counter.known = Number(totals[index] ?? counter.known);
      return usedOf(those);
    });
  }

  async function takeShared(id: string, pages: number, time: number, maximum: PeriodMaximum): Promise<TakeResult> {
    const taken = await addTo(connection, counters.of(id, time), pages, [maximum.day, maximum.month]);
    // Redis did not know what it had lost.
    const isExceeded = taken.isTaken && !isWithinQuota(taken.used, maximum);
    return isExceeded ? { used: await addShared(id, -pages, time), isTaken: false } : taken;
  }

  async function addShared(id: string, pages: number, time: number): Promise<PeriodUsage> {
    return (await addTo(connection, counters.of(id, time), pages)).used;
  }

  function addHere(id: string, pages: number, time: number): PeriodUsage {
    const [day = 0, month = 0] = counters.of(id, time).map((counter) => {
      counter.pending += pages;
      return counter.known + counter.pending * connection.processes();
    });
    return { day, month };
  }

  function takeHere(id: string, pages: number, time: number, maximum: PeriodMaximum): TakeResult {
    const used = addHere(id, pages, time);
    if (isWithinQuota(used, maximum)) return { used, isTaken: true };
    addHere(id, -pages, time);
    return { used: { day: used.day - pages, month: used.month - pages }, isTaken: false };
  }

  return {
    shared: { add: addShared, take: takeShared, used: readShared },
    local: {
      add: async (...counted) => addHere(...counted),
      take: async (...counted) => takeHere(...counted),
      used: async (id, time) => addHere(id, 0, time),
    },
    async reconcile() {
      await Promise.all(counters.pending().map((counter) => addTo(connection, [counter], 0)));
    },
  };
}
