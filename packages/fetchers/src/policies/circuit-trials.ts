import type { Engine } from '../engines.js';
import { FetchError } from '../errors.js';
import type { Health, HealthStore } from '../health/store.js';
import type { CallerCircuits } from './caller-circuits.js';
import { type CircuitPolicy, mostlyRefusing, penaltyOf, remembered } from './circuit-policy.js';
import type { CircuitReport, Tally } from './tally.js';

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
interface Foresight {
  begin(keys: readonly string[]): void;
  read(keys: readonly string[]): Promise<readonly Health[]>;
  /** Discards everything read ahead. */
  forget(): void;
}

/** Creates the health read ahead; empty at first. */
export function createHealthPrefetch(store: HealthStore): Foresight {
  const prefetched = new Map<string, { at: number; healths: Promise<readonly Health[]> }>();
  const forget = () => prefetched.clear();
  return {
    begin(keys) {
      const healths = store.read(keys);
      healths.catch(forget); // the attempt reads again and reports the error
      if (prefetched.size >= maxPrefetched) forget();
      prefetched.set(keys.join(' '), { at: performance.now(), healths });
    },
    read(keys) {
      const ahead = prefetched.get(keys.join(' '));
      return ahead !== undefined && performance.now() < ahead.at + prefetch ? ahead.healths : store.read(keys);
    },
    forget,
  };
}

/** Shared by the parts of a circuit. */
interface CircuitParts {
  store: HealthStore;
  policy: CircuitPolicy;
  prefetch: Foresight;
  tally: Tally;
  callers: CallerCircuits;
}

/** Creates the trials of the circuits. */
export function createTrials({ store, policy, prefetch, tally, callers }: CircuitParts): Trials {
  const penalty = penaltyOf(policy);
  // Another address may be served, so a trial that one failed says less.
  const penaltyOfAddress = { base: policy.open, cap: Math.min(policy.longest, 2 * policy.open) };

  async function begin(engine: Engine, caller: string, keys: readonly string[]): Promise<string[]> {
    const healths = await prefetch.read(keys);
    const coolings = healths.map(({ coolingFor }) => coolingFor);
    callers.record(engine, caller, coolings[1] ?? 0);
    const longest = Math.max(...coolings);
    if (longest > 0) throw openFor(longest, { ofCaller: coolings[0] === 0 });
    const trials: string[] = [];
    for (const key of keys.filter((_, index) => healths[index]!.strikes > 0)) {
      if (await store.claim(key, trialTime)) {
        trials.push(key);
        continue;
      }
      await Promise.all(trials.map((claimed) => store.unclaim(claimed)));
      throw openFor(1_000, { ofCaller: key !== keys[0] });
    }
    return trials;
  }

  async function end(key: string, report: CircuitReport | undefined): Promise<void> {
    prefetch.forget();
    if (report === undefined) return store.unclaim(key);
    if (report.evidence !== 'passed') {
      const isEngine = report.evidence === 'failed' || report.addresses === 1;
      return void (await store.cool(key, isEngine ? penalty : penaltyOfAddress));
    }
    await tally.reset(key);
    await store.heal(key);
    if (report.addresses === 1) return;
    const unsure = Math.floor(remembered * mostlyRefusing.times * policy.minimum);
    await store.count(key, { unsure, passed: 1 }, policy.window);
  }

  return { begin, end };
}

function openFor(milliseconds: number, { ofCaller }: { ofCaller: boolean }): FetchError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  const subject = ofCaller ? 'The searches of this caller' : 'The engine';
  return new FetchError('circuit_open', `${subject} failed too often recently`, { retryAfter, ofCaller });
}
