import type { Rate } from '../../limits/policy.js';
import { drawTokens, monotonicEpochNow, type RateStore } from '../../limits/rate-store.js';
import { type LuaScript, redisTimeLua } from './client.js';
import type { RedisConnection } from './connection.js';
import type { PortWithFallback } from './fallback.js';

/**
 * Takes tokens from a bucket, with the arithmetic of `draw` in `limits/rate-store.ts`. Replies with the milliseconds that were
 * missing before, from which the caller draws the same conclusion. A key that lacks more than four buckets was seen before the clock of
 * Redis was set back, since no debt is as large: its bucket counts as empty, instead of until the old time comes round.
 *
 * KEYS: bucket · ARGV: cost, tokens of a full bucket, milliseconds in which it fills
 */
const takeTokens: LuaScript = {
  lua: `${redisTimeLua}
local cost, tokens, capacity = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local interval = capacity / tokens
local missing = math.max(0, tonumber(redis.call('GET', KEYS[1]) or 0) - now)
if missing > 4 * capacity then
  missing = capacity
  redis.call('SET', KEYS[1], string.format('%.6f', now + missing), 'PX', math.ceil(missing) + 1000)
end
local wait = missing + math.min(cost, tokens) * interval - capacity
if cost > 0 and wait <= 0.001 then
  local left = missing + cost * interval
  redis.call('SET', KEYS[1], string.format('%.6f', now + left), 'PX', math.ceil(left) + 1000)
end
return string.format('%.6f', missing)`,
};

/**
 * Takes tokens that were used without Redis, even when the bucket has fewer.
 *
 * KEYS: bucket · ARGV: milliseconds to take
 */
const recordTokenDebt: LuaScript = {
  lua: `${redisTimeLua}
local left = math.max(0, tonumber(redis.call('GET', KEYS[1]) or 0) - now) + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.6f', now + left), 'PX', math.ceil(left) + 1000)`,
};

/** A bucket as this process last knew it. Times are when it will be full again, by the clock of this process. */
interface KnownBucket {
  /** By the last answer of Redis. */
  readonly known: number;
  /** With what this process has taken since. */
  readonly fullAt: number;
  /** Number of processes that shared the rate while it took what is not reported yet; 0 where all is reported. */
  readonly sharedBy: number;
}

const fullBucket: KnownBucket = { known: 0, fullAt: 0, sharedBy: 0 };

/** Draws from buckets without Redis, and reports to it what was taken. */
class OwnBuckets {
  readonly #connection: RedisConnection;
  readonly #now: () => number;
  readonly #buckets = new Map<string, KnownBucket>(); // the keys are those of known API keys, so they are bounded

  constructor(connection: RedisConnection, now: () => number) {
    [this.#connection, this.#now] = [connection, now];
  }

  /** Draws at this process's share of the rate. */
  draw(key: string, cost: number, rate: Rate): ReturnType<typeof drawTokens> {
    const bucket = this.#buckets.get(key) ?? fullBucket;
    const processes = this.#connection.processes();
    const share = { ...rate, requests: rate.requests / processes };
    const drawn = drawTokens(bucket.fullAt, cost, { rate: share, now: this.#now() });
    const sharedBy = drawn.allowed && cost > 0 ? processes : bucket.sharedBy;
    this.#buckets.set(key, { known: bucket.known, fullAt: drawn.fullAt, sharedBy });
    return drawn;
  }

  /** Notes what Redis said of a bucket, unless something is owed that Redis did not know of. */
  learn(key: string, fullAt: number): void {
    const { sharedBy } = this.#buckets.get(key) ?? fullBucket;
    if (sharedBy === 0) this.#buckets.set(key, { known: fullAt, fullAt, sharedBy });
  }

  /** Reports what was taken from a bucket. Where that fails it is still owed. */
  async pay(key: string): Promise<void> {
    const bucket = this.#buckets.get(key) ?? fullBucket;
    if (bucket.sharedBy === 0) return;
    this.#buckets.set(key, { ...bucket, known: bucket.fullAt, sharedBy: 0 });
    const time = this.#now();
    // The share of a bucket fills as many times more slowly than the whole one, and each of its tokens is that much less of it.
    const owed = (Math.max(0, bucket.fullAt - time) - Math.max(0, bucket.known - time)) / bucket.sharedBy;
    if (owed <= 0) return;
    try {
      await this.#connection.run(recordTokenDebt, [this.#connection.key('rate', key)], [owed]);
    } catch (error) {
      const { known, sharedBy } = bucket;
      this.#buckets.set(key, { ...(this.#buckets.get(key) ?? bucket), known, sharedBy });
      throw error;
    }
  }

  async payAll(): Promise<void> {
    await Promise.all([...this.#buckets.keys()].map((key) => this.pay(key)));
  }
}

/** Milliseconds from the first process that finds Redis back to the last, at most; and between two reports meanwhile. */
const [settling, reporting] = [1_000, 50];

/**
 * Keeps buckets in Redis, by its clock. While it is away a process draws from the bucket as it last knew it, at its share of
 * the rate, so that all of them together stay within the rate; it owes Redis what it took. Once Redis is back it goes on so
 * until all others have had the time to come back and to report: the first one would find the bucket filled that the others
 * have drawn from.
 *
 * @param now the clock of this process, in milliseconds since 1970, which nobody sets back
 */
export function redisRateStore(
  connection: RedisConnection,
  now: () => number = monotonicEpochNow,
): PortWithFallback<RateStore> {
  const own = new OwnBuckets(connection, now);
  let settledAt = Number.NEGATIVE_INFINITY;
  let reportedAt = Number.NEGATIVE_INFINITY;

  async function takeShared(key: string, cost: number, rate: Rate) {
    if (now() < settledAt) return takeAndReport(key, cost, rate);
    await own.pay(key);
    const args = [cost, rate.requests, rate.seconds * 1000];
    const missing = Number(await connection.run(takeTokens, [connection.key('rate', key)], args));
    const time = now();
    const drawn = drawTokens(time + missing, cost, { rate, now: time });
    own.learn(key, drawn.fullAt);
    return drawn;
  }

  async function takeAndReport(key: string, cost: number, rate: Rate) {
    const drawn = own.draw(key, cost, rate);
    if (now() < reportedAt + reporting) return drawn;
    reportedAt = now();
    void own.payAll().catch(() => undefined); // away again, which is reported; it is still owed
    return drawn;
  }

  return {
    shared: { take: takeShared },
    local: { take: async (key, cost, rate) => own.draw(key, cost, rate) },
    async reconcile() {
      settledAt = now() + settling;
      await own.payAll();
    },
  };
}
