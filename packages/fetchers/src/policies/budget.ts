import type { Engine } from '../engines.js';
import type { HealthStore } from '../health/store.js';

/**
 * How many retries may be sent to an engine. Each usable page allows 1.5 more in addition, because an engine that serves
 * pages is not overloaded, even if it blocks many exits.
 */
export interface RetryBudgetPolicy {
  /** Retries per fetch, 0 to 1. @default 0.1, the value in the Google SRE book and in gRPC's retry throttling */
  share: number;
  /** Additional retries per window, so that a service with little traffic can retry too. @default 10 */
  minimum: number;
  /** Milliseconds over which fetches and retries are counted. @default 120000 */
  window: number;
}

/** The defaults. */
export const defaultRetryBudgetPolicy: RetryBudgetPolicy = { share: 0.1, minimum: 10, window: 120_000 };

/** Retries that each usable page allows. */
const perUsable = 1.5;
/**
 * An engine serves enough for one more attempt with at least this many usable pages and at most this ratio of retries to usable
 * pages. A gateway of which 55 % of the addresses are blocked has a ratio of 1.1; the fourth attempt raises its success rate from
 * 83 to 91 %.
 */
const ample = { usable: 20, share: 1.3 } as const;

/** Limits retries to a small part of the requests to an engine, so that retries do not add load to a failing engine. */
export interface RetryBudget {
  /** Counts the first attempt of a fetch. */
  countFetch(engine: Engine): Promise<void>;
  /** Counts a fetch that ended with a usable page. */
  countUsable(engine: Engine): Promise<void>;
  /** Whether a retry may be sent now. If so, it is counted. */
  spend(engine: Engine): Promise<boolean>;
  /** Whether an engine serves enough fetches that one more attempt than usual is allowed. */
  isAmple(engine: Engine): Promise<boolean>;
  /** How much of an engine's budget is spent. */
  state(engine: Engine): Promise<RetryBudgetState>;
}

/** The retries of an engine in the current window. */
export interface RetryBudgetState {
  spent: number;
  /** The limit, from the fetches and usable pages in the window. */
  allowed: number;
}

/** Creates the budgets of all engines, which are kept in `store`. */
export function createRetryBudget(store: HealthStore, { share, minimum, window }: RetryBudgetPolicy): RetryBudget {
  const allowance = { counter: 'retries', shares: { fetches: share, usable: perUsable }, minimum };
  return {
    async countFetch(engine) {
      await store.bufferCounts(`budget:${engine}`, { fetches: 1 }, window);
    },
    async countUsable(engine) {
      await store.bufferCounts(`budget:${engine}`, { usable: 1 }, window);
    },
    spend: (engine) => store.spend(`budget:${engine}`, allowance, window),
    async isAmple(engine) {
      const { usable = 0, retries = 0 } = await store.addCounts(`budget:${engine}`, {}, window);
      return usable >= ample.usable && retries <= ample.share * usable;
    },
    async state(engine) {
      const { fetches = 0, usable = 0, retries = 0 } = await store.addCounts(`budget:${engine}`, {}, window);
      return { spent: retries, allowed: minimum + share * fetches + perUsable * usable };
    },
  };
}
