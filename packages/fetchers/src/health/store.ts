/** The health of an exit at an engine, of an engine or of a step of a chain. */
export interface Health {
  /** Milliseconds until it may be used again; 0 if it may be used now. */
  readonly coolingFor: number;
  /** Cool-downs in a row without a success between them; 0 if healthy or unknown. */
  readonly strikes: number;
  /** Requests per hour that an engine is known to tolerate from an exit; left out if unknown. */
  readonly pace?: number;
}

/** Duration of cool-downs: `base` after the first failure, doubled with each further failure, up to `cap`. */
export interface Backoff {
  /** Milliseconds. */
  readonly base: number;
  /** Milliseconds, at least `base`. */
  readonly cap: number;
}

/** Amounts by name. */
export type Counts = Readonly<Record<string, number>>;

/** A limit for one counter, relative to others. */
export interface Allowance {
  /** Name of the limited counter. */
  readonly counter: string;
  /** By name of another counter: how much each unit of it adds to the limit. */
  readonly shares: Counts;
  /** How much is allowed in addition, independent of other counters. */
  readonly minimum: number;
}

/**
 * Stores the results of attempts. In memory by default. With a shared store, several processes share cool-downs, learned paces,
 * circuits and retry budgets.
 *
 * The fetcher reads all exits of an engine at most once a second, with `readHealth` and `readCounts`. For each attempt, it makes a fixed
 * number of calls for one key each: `claim` for a trial, `bufferCounts` for a usable page, `addCounts` for a failure, and
 * `recordFailure` or `recordSuccess` if the health changes. The cost of a call does not depend on the number of callers.
 *
 * Every method is atomic: of concurrent calls, each sees the effects of those before it. Keys are ASCII, at most 200 characters. A
 * store forgets strikes an hour after the end of the cool-down, counts after their window, and a pace a day after it was last set.
 * If a method throws, the fetch fails; if it never settles, the fetch ends at its deadline. A store that may be unreachable must
 * therefore decide what to return then.
 */
export interface HealthStore {
  /** The health of each key, in order. */
  readHealth(keys: readonly string[]): Promise<readonly Health[]>;
  /**
   * Records a failure: adds a strike and starts a cool-down by `backoff`, or of `atLeast` milliseconds if that is longer. During a
   * cool-down, adds no further strike and never shortens it. Ends a claim. Resolves to the remaining milliseconds.
   */
  recordFailure(key: string, backoff: Backoff, atLeast?: number): Promise<number>;
  /** Records a success: removes strikes, cool-down and claim. Keeps the pace. */
  recordSuccess(key: string): Promise<void>;
  /** Claims the exclusive right to try a key, for at most `milliseconds`. False while another claim holds. */
  claim(key: string, milliseconds: number): Promise<boolean>;
  /** Releases a claim. */
  releaseClaim(key: string): Promise<void>;
  /** Sets the pace of a key, an integer of at least 1. Replaces the previous one. */
  setPace(key: string, pace: number): Promise<void>;
  /**
   * Adds to the counters of a key and resolves to the totals of the last `window` milliseconds, including this call. The window slides
   * in steps of at most a tenth of its length and at most a minute. A key always has the same window.
   */
  addCounts(key: string, amounts: Counts, window: number): Promise<Counts>;
  /**
   * Adds to the counters of a key if the totals are not needed. Takes effect at once in this process and within a second in others.
   * Never rejects.
   */
  bufferCounts(key: string, amounts: Counts, window: number): Promise<void>;
  /** The totals of each key in the last `window` milliseconds, in order. */
  readCounts(keys: readonly string[], window: number): Promise<readonly Counts[]>;
  /** Adds 1 to a counter of a key. False, without adding, if that would exceed the allowance. */
  spend(key: string, allowance: Allowance, window: number): Promise<boolean>;
  /** Removes the counters of a key. */
  reset(key: string): Promise<void>;
  /** Closes the store's resources. */
  close?(): Promise<void>;
}
