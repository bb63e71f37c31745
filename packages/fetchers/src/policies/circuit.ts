import type { Engine } from '../engines.js';
import type { Counts, HealthStore } from '../health/store.js';
import { createCallerCircuits } from './caller-circuits.js';
import { type CircuitPolicy, failsTooOften, isMostlyRefusing, penaltyOf } from './circuit-policy.js';
import { createHealthPrefetch, createTrials } from './circuit-trials.js';
import { addressesIn, areManyFailing, type CircuitReport, createTally, keyOf } from './tally.js';

/** An attempt that the circuit admitted. Its result must be reported once. */
export interface AdmittedAttempt {
  /** @param report undefined if the result shows nothing about the engine */
  ended(report: CircuitReport | undefined): Promise<void>;
}

/** `half_open`: the next attempt is a trial. */
export type CircuitState = 'closed' | 'open' | 'half_open';

/** Admits attempts while the engine works. */
export interface Circuit {
  /**
   * Admits an attempt. Throws a `FetchError` of code `circuit_open` while the circuit is open. After that, one attempt at a time is
   * admitted as a trial.
   */
  admit(engine: Engine, caller?: string): Promise<AdmittedAttempt>;
  /** Starts reading the state that `admit` needs, for an attempt that will follow. */
  prefetchHealth(engine: Engine, caller?: string): void;
  /**
   * The state, the milliseconds for which it stays open, and the number of callers whose own circuit is open, as far as this
   * process has seen.
   */
  state(engine: Engine): Promise<{ state: CircuitState; openFor: number; openCallers: number }>;
}

/** Number of distinct addresses that must fail, if there are several. */
const minAddresses = 3;

/** Creates the circuits of all engines, which are kept in `store`. */
export function createCircuit(store: HealthStore, policy: CircuitPolicy): Circuit {
  const parts = {
    store,
    policy,
    prefetch: createHealthPrefetch(store),
    tally: createTally(store, policy),
    callers: createCallerCircuits(() => performance.now()),
  };
  const { prefetch, tally } = parts;
  const trials = createTrials(parts);
  const hasCallers = policy.callers > 1;
  const keysFor = (engine: Engine, caller: string) => [keyOf(engine), ...(hasCallers ? [keyOf(engine, caller)] : [])];

  async function note(engine: Engine, caller: string, report: CircuitReport): Promise<void> {
    if (report.evidence === 'passed') return tally.passed(engine, caller);
    const evidence = report.addresses === 1 ? 'failed' : report.evidence;
    const { counts, callers, own } = await tally.failed(engine, caller, { ...report, evidence });
    const isBroad = addressesIn(counts) >= Math.min(minAddresses, report.addresses);
    const ofMany = !hasCallers || areManyFailing(callers, policy);
    const isFailing = ofMany && failsTooOften(counts, policy);
    if (isBroad && (isFailing || isMostlyRefusing(counts, policy, ofMany))) {
      prefetch.forget();
      await tally.reset(keyOf(engine));
      await store.cool(keyOf(engine), penaltyOf(policy));
    } else if (hasCallers && failsTooOften(atMost(own, counts), policy)) {
      prefetch.forget();
      parts.callers.record(engine, caller, await store.cool(keyOf(engine, caller), penaltyOf(policy)));
    }
  }

  return {
    async admit(engine, caller = 'nobody') {
      const tried = await trials.begin(engine, caller, keysFor(engine, caller));
      return {
        async ended(report) {
          await Promise.all(tried.map((key) => trials.end(key, report)));
          if (tried.length === 0 && report !== undefined) await note(engine, caller, report);
        },
      };
    },
    prefetchHealth: (engine, caller = 'nobody') => prefetch.begin(keysFor(engine, caller)),
    async state(engine) {
      const [health] = await store.read([keyOf(engine)]);
      const { coolingFor, strikes } = health!;
      const openCallers = parts.callers.count(engine);
      if (coolingFor > 0) return { state: 'open', openFor: coolingFor, openCallers };
      return { state: strikes > 0 ? 'half_open' : 'closed', openFor: 0, openCallers };
    },
  };
}

/** The counters of a caller, limited to those of the engine, which may have been reset since. */
function atMost({ failed = 0, passed = 0 }: Counts, ofEngine: Counts): Counts {
  return { failed: Math.min(failed, ofEngine.failed ?? 0), passed: Math.min(passed, ofEngine.passed ?? 0) };
}
