import { type Backoff, type Counts, type Health, type HealthStore, memoryHealthStore } from '@svc/fetchers';
import { type LuaScript, redisTimeLua } from './client.js';
import type { RedisConnection } from './connection.js';
import type { PortWithFallback } from './fallback.js';
import { BufferedCounts } from './noted-counts.js';
import { addCounts, incrementIfAllowed, windowTotals } from './sliding-counters.js';

/** Milliseconds that strikes are kept after a cool-down has ended. */
const strikesKept = 3_600_000;

/** Milliseconds that a pace is kept. */
const paceKept = 86_400_000;

/**
 * Adds a strike and starts a cool-down, unless the subject is cooling already: simultaneous failures are one strike. Replies with the
 * milliseconds of cool-down left.
 *
 * KEYS: health · ARGV: first backoff, greatest backoff, least milliseconds
 */
const coolDown: LuaScript = {
  lua: `${redisTimeLua}
local values = redis.call('HMGET', KEYS[1], 'cools', 'strikes')
local cools, strikes = tonumber(values[1] or 0), tonumber(values[2] or 0)
if cools + ${strikesKept} <= now then strikes = 0 end
if cools <= now then strikes = strikes + 1 end
local backoff = math.min(tonumber(ARGV[2]), tonumber(ARGV[1]) * 2 ^ (strikes - 1))
cools = math.max(cools, now + math.max(backoff, tonumber(ARGV[3])))
redis.call('HSET', KEYS[1], 'cools', string.format('%.3f', cools), 'strikes', strikes)
redis.call('HDEL', KEYS[1], 'claimed')
local left = math.ceil(cools - now) + ${strikesKept}
if redis.call('PTTL', KEYS[1]) < left then redis.call('PEXPIRE', KEYS[1], left) end
return string.format('%.3f', cools - now)`,
};

/**
 * Claims the trial of a subject, unless it is claimed.
 *
 * KEYS: health · ARGV: milliseconds
 */
const claimTrial: LuaScript = {
  lua: `${redisTimeLua}
if tonumber(redis.call('HGET', KEYS[1], 'claimed') or 0) > now then return 0 end
redis.call('HSET', KEYS[1], 'claimed', now + ARGV[1])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return 1`,
};

/**
 * Sets the pace of a subject.
 *
 * KEYS: health · ARGV: requests per hour
 */
const setPace: LuaScript = {
  lua: `${redisTimeLua}
redis.call('HSET', KEYS[1], 'pace', ARGV[1], 'paced', now + ${paceKept})
if redis.call('PTTL', KEYS[1]) < ${paceKept} then redis.call('PEXPIRE', KEYS[1], ${paceKept}) end
return 1`,
};

/**
 * Keeps the health of proxies and engines in Redis. While Redis is away, a process relies on the cool-downs that it last saw and on its
 * own failures, with circuits and retry budgets of its own; afterwards it reports the cool-downs that still last.
 */
export function redisHealthStore(connection: RedisConnection): PortWithFallback<HealthStore> {
  const local = memoryHealthStore();
  const cooledHere = new Set<string>();
  const shared = sharedHealth(connection, local.bufferCounts);
  const remember = (key: string, milliseconds: number) => void local.recordFailure(key, lasting(milliseconds));
  return {
    shared: {
      ...shared,
      async readHealth(keys) {
        const healths = await shared.readHealth(keys);
        for (const [index, { coolingFor }] of healths.entries()) if (coolingFor > 0) remember(keys[index]!, coolingFor);
        return healths;
      },
      async recordFailure(key, backoff, atLeast) {
        const milliseconds = await shared.recordFailure(key, backoff, atLeast);
        remember(key, milliseconds);
        return milliseconds;
      },
      async recordSuccess(key) {
        cooledHere.delete(key);
        await local.recordSuccess(key);
        await shared.recordSuccess(key);
      },
      async setPace(key, pace) {
        await local.setPace(key, pace);
        await shared.setPace(key, pace);
      },
    },
    local: {
      ...local,
      close: async () => undefined,
      recordFailure(key, backoff, atLeast) {
        cooledHere.add(key);
        return local.recordFailure(key, backoff, atLeast);
      },
    },
    async reconcile() {
      const keys = [...cooledHere];
      const healths = await local.readHealth(keys);
      const report = async (key: string, { coolingFor }: Health) => {
        if (coolingFor > 0) await shared.recordFailure(key, lasting(coolingFor));
        cooledHere.delete(key);
      };
      await Promise.all(keys.map((key, index) => report(key, healths[index]!)));
    },
  };
}

function sharedHealth(connection: RedisConnection, lost: HealthStore['bufferCounts']): HealthStore {
  const noted = new BufferedCounts(connection, lost);
  const healthOf = (key: string) => connection.key('health', key);
  const countersOf = (key: string) => connection.key('counters', key);
  return {
    readHealth: (keys) => Promise.all(keys.map(readOne)),
    recordFailure: async (key, { base, cap }: Backoff, atLeast = 0) =>
      Number(await connection.run(coolDown, [healthOf(key)], [base, cap, atLeast])),
    recordSuccess: async (key) =>
      void (await connection.ask((redis) => redis.hdel(healthOf(key), 'cools', 'strikes', 'claimed'))),
    claim: async (key, milliseconds) =>
      (await connection.run(claimTrial, [healthOf(key)], [Math.ceil(milliseconds)])) === 1,
    releaseClaim: async (key) => void (await connection.ask((redis) => redis.hdel(healthOf(key), 'claimed'))),
    setPace: async (key, pace) => void (await connection.run(setPace, [healthOf(key)], [pace])),
    addCounts: count,
    bufferCounts: async (key, amounts, window) => noted.add(key, amounts, window),
    close: () => noted.writeAll(),
    readCounts: (keys, window) => Promise.all(keys.map((key) => totals(key, window))),
    spend: async (key, { counter, shares, minimum }, window) => {
      noted.writeNow(key);
      const args = [window, counter, minimum, ...Object.entries(shares).flat()];
      return (await connection.run(incrementIfAllowed, [countersOf(key)], args)) === 1;
    },
    reset: async (key) => {
      noted.forget(key);
      await connection.ask((redis) => redis.del(countersOf(key)));
    },
  };

  /** Cool-down, strikes and pace, each of which expires separately. */
  async function readOne(key: string): Promise<Health> {
    const values = await connection.ask((redis) => redis.hmget(healthOf(key), 'cools', 'strikes', 'pace', 'paced'));
    const [cools = 0, strikes = 0, pace = 0, paced = 0] = values.map((value) => Number(value ?? 0));
    const now = connection.now();
    return {
      coolingFor: Math.max(0, Math.ceil(cools - now)),
      strikes: cools + strikesKept > now ? strikes : 0,
      ...(paced > now && { pace }),
    };
  }

  async function totals(key: string, window: number): Promise<Counts> {
    noted.writeNow(key);
    const fields = await connection.ask((redis) => redis.hgetall(countersOf(key)));
    return windowTotals(fields, connection.now(), window);
  }

  async function count(key: string, amounts: Counts, window: number): Promise<Counts> {
    const args = [window, ...Object.entries(amounts).flat(), ...Object.entries(noted.take(key)).flat()];
    const answer = (await connection.run(addCounts, [countersOf(key)], args)) as (string | number)[];
    const names = answer.filter((_, index) => index % 2 === 0);
    return Object.fromEntries(names.map((name, index) => [String(name), Number(answer[2 * index + 1])]));
  }
}

/** A backoff that does not depend on earlier strikes. */
function lasting(milliseconds: number): Backoff {
  return { base: milliseconds, cap: milliseconds };
}
