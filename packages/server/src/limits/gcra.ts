import type { Rate } from './policy.js';

/** What a bucket comes to when something is taken from it. */
export interface Drawn {
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
