import { steadyNow } from './clock.js';
import { type Drawn, draw } from './gcra.js';
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
