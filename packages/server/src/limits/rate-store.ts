import type { Rate } from './policy.js';

/**
 * Token buckets by key. In memory by default; processes that share a store share the rates.
 *
 * `take` is atomic: of simultaneous calls, each sees the effect of those before it.
 */
export interface RateStore {
  /** Takes tokens, see `drawTokens`; 0 only reads. An unknown key has a full bucket. */
  take(key: string, cost: number, rate: Rate): Promise<Drawn>;
}

/** Keeps buckets in memory. @param now the clock, in milliseconds since 1970, which is never set back */
export function memoryRateStore(now: () => number = monotonicEpochNow): RateStore {
  const buckets = new Map<string, number>(); // the keys are those of known API keys, so they are bounded
  return {
    async take(key, cost, rate) {
      const drawn = drawTokens(buckets.get(key) ?? 0, cost, { rate, now: now() });
      buckets.set(key, drawn.fullAt); // unchanged if nothing was taken
      return drawn;
    },
  };
}

/** The result of taking tokens from a bucket. */
interface Drawn {
  /** Whether there were enough tokens; if not, none were taken. */
  readonly allowed: boolean;
  /** When the bucket will be full again, in milliseconds since 1970. This is its whole state. */
  readonly fullAt: number;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Milliseconds until there are enough tokens; 0 if there were. */
  readonly wait: number;
}

/** Maximum rounding error of a number of tokens. */
const epsilon = 1e-6;

/** Maximum rounding error of a wait in milliseconds: a double holds times since 1970 with four decimals. */
export const waitRoundingErrorMs = 1e-3;

/**
 * Takes tokens from a bucket by the generic cell rate algorithm (GCRA). Unlike a fixed window, it never lets twice the rate pass. A cost
 * above the capacity needs a full bucket and leaves a debt.
 *
 * @param fullAt when the bucket will be full again; a time in the past if it is full
 * @param cost tokens to take; 0 only reads
 */
export function drawTokens(fullAt: number, cost: number, { rate, now }: { rate: Rate; now: number }): Drawn {
  const capacity = rate.seconds * 1000;
  const interval = capacity / rate.requests;
  const missing = Math.max(0, fullAt - now);
  const wait = missing + Math.min(cost, rate.requests) * interval - capacity;
  const allowed = cost === 0 || wait <= waitRoundingErrorMs;
  const left = missing + (allowed ? cost * interval : 0);
  return {
    allowed,
    fullAt: now + left,
    remaining: Math.max(0, Math.floor((capacity - left) / interval + epsilon)),
    wait: allowed ? 0 : wait,
  };
}

/**
 * Milliseconds since 1970 by the clock of the machine at the start of the process, and by a monotonic clock since then. Setting the
 * clock of the machine neither blocks a key nor fills its bucket.
 */
export function monotonicEpochNow(): number {
  return performance.timeOrigin + performance.now();
}
