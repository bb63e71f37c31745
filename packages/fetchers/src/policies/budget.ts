import type { HealthStore } from '../health/store.js';
import type { Engine } from '../types.js';

/**
 * How many retries an engine may be sent. Two usable pages allow three more, on top of these: an engine that answers is
 * not in trouble, however many exits it turns away.
 */
export interface BudgetPolicy {
  /** Retries per fetch, 0 to 1. @default 0.1, as the SRE book and gRPC have it */
  share: number;
  /** Retries that are allowed on top within a window, so that a service with little to do retries at all. @default 10 */
  minimum: number;
  /** Milliseconds over which both are counted. @default 120000 */
  window: number;
}

/** What the defaults are. */
export const budgetPolicy: BudgetPolicy = { share: 0.1, minimum: 10, window: 120_000 };

/** Retries that each usable page allows. */
const perUsable = 1.5;
/** So many usable pages, and retries for at most this share of them, are ample. */
const ample = { usable: 20, share: 0.6 } as const;

/** Keeps retries a small part of what an engine is sent, so that one in trouble is not sent more than before. */
export interface RetryBudget {
  /** A fetch is about to be sent for the first time. */
  began(engine: Engine): Promise<void>;
  /** A fetch ended with a usable page. */
  succeeded(engine: Engine): Promise<void>;
  /** Whether a retry may be sent now; it is counted if so. */
  spend(engine: Engine): Promise<boolean>;
  /** Whether an engine serves most of what it is sent, so that a fetch may be tried once more than usual. */
  isAmple(engine: Engine): Promise<boolean>;
  /** How much of the budget of an engine is spent. */
  state(engine: Engine): Promise<BudgetState>;
}

/** The retries of an engine in the running window. */
export interface BudgetState {
  spent: number;
  /** How many there may be, by the fetches and the usable pages of the window. */
  allowed: number;
}

/** Makes the budgets of all engines over what a store remembers. */
export function createRetryBudget(store: HealthStore, { share, minimum, window }: BudgetPolicy): RetryBudget {
  const allowance = { counter: 'retries', shares: { fetches: share, usable: perUsable }, minimum };
  return {
    async began(engine) {
      await store.note(`budget:${engine}`, { fetches: 1 }, window);
    },
    async succeeded(engine) {
      await store.note(`budget:${engine}`, { usable: 1 }, window);
    },
    spend: (engine) => store.spend(`budget:${engine}`, allowance, window),
    async isAmple(engine) {
      const { usable = 0, retries = 0 } = await store.count(`budget:${engine}`, {}, window);
      return usable >= ample.usable && retries <= ample.share * usable;
    },
    async state(engine) {
      const { fetches = 0, usable = 0, retries = 0 } = await store.count(`budget:${engine}`, {}, window);
      return { spent: retries, allowed: minimum + share * fetches + perUsable * usable };
    },
  };
}
