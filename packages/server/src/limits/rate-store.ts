import type { Rate } from './policy.js';

/**
 * Buckets by key. In memory by default; one that several processes share makes them share the rate.
 *
 * `take` is atomic: of callers that come at once each sees the effect of those before it.
 */
export interface RateStore {
  /** Takes so many tokens, see `draw`; 0 looks without taking. A key that is not known has a full bucket. */
  take(key: string, cost: number, rate: Rate): Promise<Drawn>;
}

/** Keeps buckets in memory. @param now the clock, in milliseconds since 1970 that nobody sets back */
export function memoryRateStore(now: () => number = steadyNow): RateStore {
  const buckets = new Map<string, number>(); // the keys are those of known API keys, so they are bounded
  return {
    async take(key, cost, rate) {
      const drawn = draw(buckets.get(key) ?? 0, cost, { rate, now: now() });
      buckets.set(key, drawn.fullAt); // as it was, where nothing was taken
      return drawn;
    },
  };
}

/** What a bucket comes to when something is taken from it. */
interface Drawn {
  /** Whether there was enough; if not, nothing was taken. */
  readonly allowed: boolean;
  /** When the bucket will be full again, in milliseconds since 1970: all that need be remembered of it. */
  readonly fullAt: number;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Milliseconds until there is enough; 0 where there was. */
  readonly wait: number;
}

/** What rounding may take from a token. */
const epsilon = 1e-6;

/** What rounding may make of no wait, in milliseconds: of times since 1970 a double has four decimals. */
export const noWait = 1e-3;

/**
 * Takes tokens from a bucket by the generic cell rate algorithm (GCRA): exact at any moment, without a window at whose
 * border twice the rate passes. What costs more than a bucket holds needs a full one and leaves a debt behind.
 *
 * @param fullAt when the bucket will be full again; a time that has passed for a bucket that is full
 * @param cost tokens to take; 0 looks without taking
 */
export function draw(fullAt: number, cost: number, { rate, now }: { rate: Rate; now: number }): Drawn {
  const capacity = rate.seconds * 1000;
  const interval = capacity / rate.requests;
  const missing = Math.max(0, fullAt - now);
  const wait = missing + Math.min(cost, rate.requests) * interval - capacity;
  const allowed = cost === 0 || wait <= noWait;
  const left = missing + (allowed ? cost * interval : 0);
  return {
    allowed,
    fullAt: now + left,
    remaining: Math.max(0, Math.floor((capacity - left) / interval + epsilon)),
    wait: allowed ? 0 : wait,
  };
}

/**
 * Milliseconds since 1970 as they were when the process started, counted on evenly: whoever sets the clock of the machine
 * neither locks a key out until the old time comes round nor fills its bucket.
 */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
