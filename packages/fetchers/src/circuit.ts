import { FetchError } from './errors.js';
import type { Counts, HealthStore } from './health/store.js';
import type { Engine } from './types.js';

/** When an engine is left alone, and for how long. */
export interface CircuitPolicy {
  /** Share of attempts that must fail, 0 to 1. @default 0.5 */
  share: number;
  /** Attempts that must have been made before a share means anything. @default 10 */
  minimum: number;
  /** Milliseconds over which attempts are counted. @default 60000 */
  window: number;
  /** Milliseconds for which the circuit stays open; doubled each time that the probe after it fails. @default 30000 */
  open: number;
  /** Most milliseconds for which it stays open. @default 300000 */
  longest: number;
  /**
   * How many callers must fail before the circuit opens for all, see `SearchOptions.caller`. With more than one, a
   * caller who fails alone finds the circuit open, and the others do not. @default 1
   */
  callers: number;
}

/** What the defaults are. */
export const circuitPolicy: CircuitPolicy = {
  share: 0.5,
  minimum: 10,
  window: 60_000,
  open: 30_000,
  longest: 300_000,
  callers: 1,
};

/** One attempt that the circuit let through; how it ended must be told, once. */
export interface Passage {
  /** @param state `usable`, else what was wrong; undefined where the end says nothing of the engine */
  ended(state: string | undefined): Promise<void>;
}

/** `half_open`: the next attempt is a trial. */
export type CircuitState = 'closed' | 'open' | 'half_open';

/** Lets attempts through while the engine answers. */
export interface Circuit {
  /**
   * Lets an attempt through. Throws a `FetchError` of code `circuit_open` while the circuit is open; after that one attempt
   * at a time tries whether all is well again.
   */
  enter(engine: Engine, caller?: string): Promise<Passage>;
  state(engine: Engine): Promise<CircuitState>;
}

/** A trial that does not end in time no longer keeps others from trying. */
const trialTime = 60_000;

/** Makes the circuits of all engines over what a store remembers. */
export function createCircuit(store: HealthStore, policy: CircuitPolicy): Circuit {
  const penalty = { base: policy.open, cap: policy.longest };
  const hasCallers = policy.callers > 1;

  /** The keys whose trial an attempt is, where all of them let it through. Throws where one does not. */
  async function pass(keys: readonly string[]): Promise<string[]> {
    const healths = await store.read(keys);
    const longest = Math.max(...healths.map(({ coolingFor }) => coolingFor));
    if (longest > 0) throw openFor(longest);
    const trials: string[] = [];
    for (const key of keys.filter((_, index) => healths[index]!.strikes > 0)) {
      if (await store.claim(key, trialTime)) {
        trials.push(key);
        continue;
      }
      await Promise.all(trials.map((claimed) => store.unclaim(claimed)));
      throw openFor(1_000);
    }
    return trials;
  }

  async function endTrial(key: string, state: string | undefined): Promise<void> {
    if (state === undefined) return store.unclaim(key);
    if (state !== 'usable') return void (await store.cool(key, penalty));
    await store.reset(key);
    await store.heal(key);
  }

  async function note(engine: Engine, caller: string, isFailure: boolean): Promise<void> {
    const key = keyOf(engine);
    const name = isFailure ? 'failed' : 'passed';
    const amounts = { [name]: 1, ...(hasCallers && { [`${name} ${caller}`]: 1 }) };
    const counts = await store.count(key, amounts, policy.window);
    if (!isFailure) return;
    if (failsTooOften(counts, policy) && (!hasCallers || areManyFailing(counts, policy))) {
      await store.reset(key);
      await store.cool(key, penalty);
    } else if (hasCallers && failsTooOften(countsOf(counts, caller), policy)) {
      await store.cool(keyOf(engine, caller), penalty);
    }
  }

  return {
    async enter(engine, caller = 'nobody') {
      const keys = [keyOf(engine), ...(hasCallers ? [keyOf(engine, caller)] : [])];
      const trials = await pass(keys);
      return {
        async ended(state) {
          await Promise.all(trials.map((key) => endTrial(key, state)));
          if (trials.length === 0 && state !== undefined) await note(engine, caller, state !== 'usable');
        },
      };
    },
    async state(engine) {
      const [health] = await store.read([keyOf(engine)]);
      if (health!.coolingFor > 0) return 'open';
      return health!.strikes > 0 ? 'half_open' : 'closed';
    },
  };
}

function keyOf(engine: Engine, caller?: string): string {
  return caller === undefined ? `circuit:${engine}` : `circuit:${engine}:${caller}`;
}

function openFor(milliseconds: number): FetchError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  return new FetchError('circuit_open', 'The engine failed too often lately', { retryAfter });
}

function failsTooOften({ failed = 0, passed = 0 }: Counts, { share, minimum }: CircuitPolicy): boolean {
  return failed + passed >= minimum && failed >= share * (failed + passed);
}

/** What was counted for one caller. */
function countsOf(counts: Counts, caller: string): Counts {
  return { failed: counts[`failed ${caller}`] ?? 0, passed: counts[`passed ${caller}`] ?? 0 };
}

/** Whether enough callers fail as often as it takes, so that it is not the queries of one. */
function areManyFailing(counts: Counts, { share, callers }: CircuitPolicy): boolean {
  const names = new Set(Object.keys(counts).flatMap((name) => /^(?:failed|passed) (.*)/.exec(name)?.[1] ?? []));
  const failing = [...names].filter((name) => {
    const { failed = 0, passed = 0 } = countsOf(counts, name);
    return failed > 0 && failed >= share * (failed + passed);
  });
  return failing.length >= callers && failing.length >= share * names.size;
}
