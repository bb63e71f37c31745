import type { Engine } from '../engines.js';
import { FetchError } from '../errors.js';
import type { Counts, Health, HealthStore } from '../health/store.js';
import {
  type CircuitPolicy,
  circuitOpenBackoff,
  failsTooOften,
  isMostlyRefusing,
  mostlyRefusingThreshold,
  retainedShareAfterTrial,
} from './circuit-policy.js';
import {
  type AttemptCounters,
  areManyCallersFailing,
  type CircuitReport,
  circuitKey,
  countFailedAddresses,
  createAttemptCounters,
  createOpenCallerCircuits,
  type OpenCallerCircuits,
} from './tally.js';

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
    tally: createAttemptCounters(store, policy),
    callers: createOpenCallerCircuits(() => performance.now()),
  };
  const { prefetch, tally } = parts;
  const trials = createTrials(parts);
  const hasCallers = policy.callers > 1;
  const keysFor = (engine: Engine, caller: string) => [
    circuitKey(engine),
    ...(hasCallers ? [circuitKey(engine, caller)] : []),
  ];

  async function note(engine: Engine, caller: string, report: CircuitReport): Promise<void> {
    if (report.evidence === 'passed') return tally.countPassed(engine, caller);
    const evidence = report.addresses === 1 ? 'failed' : report.evidence;
    const { counts, callers, own } = await tally.countFailed(engine, caller, { ...report, evidence });
    const isBroad = countFailedAddresses(counts) >= Math.min(minAddresses, report.addresses);
    const ofMany = !hasCallers || areManyCallersFailing(callers, policy);
    const isFailing = ofMany && failsTooOften(counts, policy);
    if (isBroad && (isFailing || isMostlyRefusing(counts, policy, ofMany))) {
      prefetch.forget();
      await tally.reset(circuitKey(engine));
      await store.recordFailure(circuitKey(engine), circuitOpenBackoff(policy));
    } else if (hasCallers && failsTooOften(atMost(own, counts), policy)) {
      prefetch.forget();
      parts.callers.record(
        engine,
        caller,
        await store.recordFailure(circuitKey(engine, caller), circuitOpenBackoff(policy)),
      );
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
      const [health] = await store.readHealth([circuitKey(engine)]);
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

/** A trial without a result after this time does not prevent others. */
const trialTime = 60_000;

/** The trials that decide whether an open circuit closes. */
interface Trials {
  /** Returns the keys for which an attempt is a trial. Rejects with a `FetchError` if a key admits no attempt. */
  begin(engine: Engine, caller: string, keys: readonly string[]): Promise<string[]>;
  /** Closes the circuit of a key, opens it again or lets another trial follow. @param report undefined if unknown */
  end(key: string, report: CircuitReport | undefined): Promise<void>;
}

/** Milliseconds for which health read by `prefetchHealth` is used. Changes made by this process discard it at once. */
const prefetch = 1_000;
const maxPrefetched = 1_000;

/** The health of keys, from the store or as read shortly before. */
interface HealthPrefetch {
  begin(keys: readonly string[]): void;
  read(keys: readonly string[]): Promise<readonly Health[]>;
  /** Discards everything read ahead. */
  forget(): void;
}

/** Creates the health read ahead; empty at first. */
function createHealthPrefetch(store: HealthStore): HealthPrefetch {
  const prefetched = new Map<string, { at: number; healths: Promise<readonly Health[]> }>();
  const forget = () => prefetched.clear();
  return {
    begin(keys) {
      const healths = store.readHealth(keys);
      healths.catch(forget); // the attempt reads again and reports the error
      if (prefetched.size >= maxPrefetched) forget();
      prefetched.set(keys.join(' '), { at: performance.now(), healths });
    },
    read(keys) {
      const ahead = prefetched.get(keys.join(' '));
      return ahead !== undefined && performance.now() < ahead.at + prefetch ? ahead.healths : store.readHealth(keys);
    },
    forget,
  };
}

/** Shared by the parts of a circuit. */
interface CircuitParts {
  store: HealthStore;
  policy: CircuitPolicy;
  prefetch: HealthPrefetch;
  tally: AttemptCounters;
  callers: OpenCallerCircuits;
}

/** Creates the trials of the circuits. */
function createTrials({ store, policy, prefetch, tally, callers }: CircuitParts): Trials {
  const backoff = circuitOpenBackoff(policy);
  // Another address may be served, so a trial that one failed says less.
  const addressBackoff = { base: policy.open, cap: Math.min(policy.longest, 2 * policy.open) };

  async function begin(engine: Engine, caller: string, keys: readonly string[]): Promise<string[]> {
    const healths = await prefetch.read(keys);
    const coolings = healths.map(({ coolingFor }) => coolingFor);
    callers.record(engine, caller, coolings[1] ?? 0);
    const longest = Math.max(...coolings);
    if (longest > 0) throw openFor(longest, { isCallerOnly: coolings[0] === 0 });
    const trials: string[] = [];
    for (const key of keys.filter((_, index) => healths[index]!.strikes > 0)) {
      if (await store.claim(key, trialTime)) {
        trials.push(key);
        continue;
      }
      await Promise.all(trials.map((claimed) => store.releaseClaim(claimed)));
      throw openFor(1_000, { isCallerOnly: key !== keys[0] });
    }
    return trials;
  }

  async function end(key: string, report: CircuitReport | undefined): Promise<void> {
    prefetch.forget();
    if (report === undefined) return store.releaseClaim(key);
    if (report.evidence !== 'passed') {
      const isEngine = report.evidence === 'failed' || report.addresses === 1;
      return void (await store.recordFailure(key, isEngine ? backoff : addressBackoff));
    }
    await tally.reset(key);
    await store.recordSuccess(key);
    if (report.addresses === 1) return;
    const unsure = Math.floor(retainedShareAfterTrial * mostlyRefusingThreshold.times * policy.minimum);
    await store.addCounts(key, { unsure, passed: 1 }, policy.window);
  }

  return { begin, end };
}

function openFor(milliseconds: number, { isCallerOnly }: { isCallerOnly: boolean }): FetchError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  const subject = isCallerOnly ? 'The searches of this caller' : 'The engine';
  return new FetchError('circuit_open', `${subject} failed too often recently`, { retryAfter, isCallerOnly });
}
