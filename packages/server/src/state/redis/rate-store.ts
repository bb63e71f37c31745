import { steadyNow } from '../../limits/clock.js';
import { draw } from '../../limits/gcra.js';
import type { RateStore } from '../../limits/rate-store.js';
import type { RedisConnection } from './connection.js';
import { onBack, throughRedis } from './fallback.js';
import { oweTokens, takeTokens } from './scripts/take-tokens.js';

/** A bucket as this process last knew it. */
interface Bucket {
  /** When it will be full again by what Redis said last, by the clock of this process. */
  readonly known: number;
  /** The same, with what this process has taken since. */
  readonly fullAt: number;
}

/**
 * Keeps buckets in Redis, by its clock. While it is away a process draws from the bucket as it last knew it, at its share
 * of the rate, so that all of them together stay within the rate; Redis is told what was taken when it is back.
 *
 * @param now the clock of this process, in milliseconds since 1970 that nobody sets back
 */
export function redisRateStore(connection: RedisConnection, now: () => number = steadyNow): RateStore {
  const buckets = new Map<string, Bucket>(); // the keys are those of known API keys, so they are bounded
  const owed = new Set<string>();
  onBack(connection, async () => {
    const keys = [...owed];
    owed.clear();
    await Promise.all(keys.map(pay));
  });

  async function pay(key: string): Promise<void> {
    const { known, fullAt } = buckets.get(key)!;
    const time = now();
    // Of a bucket that fills so many times more slowly than the whole one: each token is that much less of it.
    const missing = Math.max(0, fullAt - time) - Math.max(0, known - time);
    const milliseconds = missing / connection.processes();
    if (milliseconds > 0) await connection.run(oweTokens, [connection.key(`rate:${key}`)], [milliseconds]);
  }

  return {
    take(key, cost, rate) {
      return throughRedis(
        connection,
        async () => {
          const args = [cost, rate.requests, rate.seconds * 1000];
          const missing = Number(await connection.run(takeTokens, [connection.key(`rate:${key}`)], args));
          const time = now();
          const drawn = draw(time + missing, cost, { rate, now: time });
          buckets.set(key, { known: drawn.fullAt, fullAt: drawn.fullAt });
          return drawn;
        },
        () => {
          const { known, fullAt } = buckets.get(key) ?? { known: 0, fullAt: 0 };
          const share = { ...rate, requests: rate.requests / connection.processes() };
          const drawn = draw(fullAt, cost, { rate: share, now: now() });
          buckets.set(key, { known, fullAt: drawn.fullAt });
          if (drawn.allowed && cost > 0) owed.add(key);
          return drawn;
        },
      );
    },
  };
}
