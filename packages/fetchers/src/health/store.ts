/** How something fares that can fail: an exit at an engine, an engine, a step of a chain. */
export interface Health {
  /** Milliseconds until it may be used again; 0 when it may be. */
  readonly coolingFor: number;
  /** Cool-downs in a row, without a success between them; 0 for what is healthy or not known. */
  readonly strikes: number;
  /** Requests an hour that an engine is known to bear from an exit; left out where that is not known. */
  readonly pace?: number;
}

/** How long something cools down: `base` after the first failure, doubled with each further one, at most `cap`. */
export interface Penalty {
  /** Milliseconds. */
  readonly base: number;
  /** Milliseconds, at least `base`. */
  readonly cap: number;
}

/** Amounts by name. */
export type Counts = Readonly<Record<string, number>>;

/** How much of one counter is allowed, measured by others. */
export interface Allowance {
  /** Name of the counter that is spent. */
  readonly counter: string;
  /** How much each unit of another counter allows, 0 to 1, by the name of that counter. */
  readonly shares: Counts;
  /** How much is allowed on top, whatever was counted. */
  readonly minimum: number;
}

/**
 * What fetchers remember of each other's attempts. In memory by default; one that several processes share makes them
 * share cool-downs, learned paces, circuits and retry budgets.
 *
 * The fetcher reads all exits of an engine at most once a second, by `read` and `counts`, and decides on that view. For each
 * attempt it then makes a fixed number of calls, each for one key: `claim` for a trial, `note` for a page and `count` for a
 * failure, `cool` or `heal` where that changes. What one call costs does not depend on how many callers there are.
 *
 * Every method is atomic: of callers that come at once each sees the effect of those before it. Keys are plain ASCII of
 * at most 200 characters. A store forgets strikes an hour after the cool-down has ended, counts with their window, and a
 * pace a day after it was last set. An error that a method throws ends the fetch, and one that never settles ends it with
 * its deadline, so a store that can be out of reach decides itself what holds then.
 */
export interface HealthStore {
  /** How each of the keys fares, in their order. */
  read(keys: readonly string[]): Promise<readonly Health[]>;
  /**
   * A failure: adds a strike and cools the key down, by `penalty` or, if that is longer, by `atLeast` milliseconds. While
   * the key is cooling already there is no further strike, and its cool-down is never shortened. Ends a claim. Resolves
   * to the milliseconds that it is cooling for.
   */
  cool(key: string, penalty: Penalty, atLeast?: number): Promise<number>;
  /** A success: no strike is left, no cool-down, no claim. A pace stays. */
  heal(key: string): Promise<void>;
  /** Claims the right to try a key alone, for at most so many milliseconds; false while somebody else has it. */
  claim(key: string, milliseconds: number): Promise<boolean>;
  /** Gives up a claim. */
  unclaim(key: string): Promise<void>;
  /** Sets the pace of a key, a whole number of at least 1. It replaces the one that was known. */
  setPace(key: string, pace: number): Promise<void>;
  /**
   * Adds to the counters of a key and resolves to what was counted in the last `window` milliseconds, this included.
   * The window slides in steps of at most a tenth of its length and at most a minute. A key has one window for good.
   */
  count(key: string, amounts: Counts, window: number): Promise<Counts>;
  /**
   * Adds to the counters of a key without waiting: nothing depends on the sum. Whoever noted it counts it at once, others
   * within a second. Never rejects.
   */
  note(key: string, amounts: Counts, window: number): Promise<void>;
  /** What was counted under each of the keys in the last `window` milliseconds, in their order. */
  counts(keys: readonly string[], window: number): Promise<readonly Counts[]>;
  /** Adds one to a counter of a key unless that would exceed its allowance; then false. */
  spend(key: string, allowance: Allowance, window: number): Promise<boolean>;
  /** Forgets what was counted under a key. */
  reset(key: string): Promise<void>;
  /** Frees what the store holds open. */
  close?(): Promise<void>;
}
