import { FetchError } from '../errors.js';
import type { Counts, Health, HealthStore } from '../health/store.js';
import type { Engine } from '../types.js';
import { type CallerCircuits, createCallerCircuits } from './caller-circuits.js';
import { addressesIn, areManyFailing, type CircuitReport, createTally, keyOf, type Tally } from './tally.js';

/** When the circuit of an engine opens, and for how long. */
export interface CircuitPolicy {
  /** Share of attempts that must fail, 0 to 1. @default 0.5 */
  share: number;
  /** Attempts that must have failed. Blocked exits count only if hardly any exit is served. @default 10 */
  minimum: number;
  /** Milliseconds over which attempts are counted. @default 60000 */
  window: number;
  /**
   * Milliseconds for which the circuit stays open; doubled each time that the trial after it fails, once where that trial
   * says something of one address of several only. @default 30000
   */
  open: number;
  /** Most milliseconds for which it stays open. @default 300000 */
  longest: number;
  /**
   * Number of callers that must fail before the circuit opens for all, see `SearchOptions.caller`. If more than 1, the failures of
   * one caller open the circuit for that caller only. @default 1
   */
  callers: number;
}

/** The defaults. */
export const circuitPolicy: CircuitPolicy = {
  share: 0.5,
  minimum: 10,
  window: 60_000,
  open: 30_000,
  longest: 300_000,
  callers: 1,
};

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
  foresee(engine: Engine, caller?: string): void;
  /**
   * The state, the milliseconds for which it stays open, and the number of callers whose own circuit is open, as far as this
   * process has seen.
   */
  state(engine: Engine): Promise<{ state: CircuitState; openFor: number; openCallers: number }>;
}

/** A trial without a result after this time does not prevent others. */
const trialTime = 60_000;
/** Number of distinct addresses that must fail, if there are several. */
const minAddresses = 3;
/**
 * Refusals, and failures of exits that are not known to work, open the circuit from this many times the minimum and this share
 * of all attempts on. A gateway of which 55 % of the addresses are refused stays below it, an engine that fails nine times of
 * ten comes above it.
 */
const walledOff = { times: 1.8, share: 0.8 } as const;
/** How much of these is held against an engine after a trial that passed, since one address of ten may have been lucky. */
const remembered = 2 / 3;

/** The trials that decide whether an open circuit closes. */
interface Trials {
  /** Returns the keys for which an attempt is a trial. Rejects with a `FetchError` if a key admits no attempt. */
  begin(engine: Engine, caller: string, keys: readonly string[]): Promise<string[]>;
  /** Closes the circuit of a key, opens it again or lets another trial follow. @param report undefined if unknown */
  end(key: string, report: CircuitReport | undefined): Promise<void>;
}

/** Milliseconds for which health read by `foresee` is used. Changes made by this process discard it at once. */
const foresight = 1_000;
const maxForeseen = 1_000;

/** The health of keys, from the store or as read shortly before. */
interface Foresight {
  begin(keys: readonly string[]): void;
  read(keys: readonly string[]): Promise<readonly Health[]>;
  /** Discards everything read ahead. */
  forget(): void;
}

function createForesight(store: HealthStore): Foresight {
  const foreseen = new Map<string, { at: number; healths: Promise<readonly Health[]> }>();
  const forget = () => foreseen.clear();
  return {
    begin(keys) {
      const healths = store.read(keys);
      healths.catch(forget); // the attempt reads again and reports the error
      if (foreseen.size >= maxForeseen) forget();
      foreseen.set(keys.join(' '), { at: performance.now(), healths });
    },
    read(keys) {
      const ahead = foreseen.get(keys.join(' '));
      return ahead !== undefined && performance.now() < ahead.at + foresight ? ahead.healths : store.read(keys);
    },
    forget,
  };
}

/** Shared by the parts of a circuit. */
interface CircuitParts {
  store: HealthStore;
  policy: CircuitPolicy;
  foresight: Foresight;
  tally: Tally;
  callers: CallerCircuits;
}

function createTrials({ store, policy, foresight, tally, callers }: CircuitParts): Trials {
  const penalty = penaltyOf(policy);
  // Another address may be served, so a trial that one failed says less.
  const penaltyOfAddress = { base: policy.open, cap: Math.min(policy.longest, 2 * policy.open) };

  async function begin(engine: Engine, caller: string, keys: readonly string[]): Promise<string[]> {
    const healths = await foresight.read(keys);
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
    foresight.forget();
    if (report === undefined) return store.unclaim(key);
    if (report.evidence !== 'passed') {
      const isEngine = report.evidence === 'failed' || report.addresses === 1;
      return void (await store.cool(key, isEngine ? penalty : penaltyOfAddress));
    }
    await tally.reset(key);
    await store.heal(key);
    if (report.addresses === 1) return;
    const unsure = Math.floor(remembered * walledOff.times * policy.minimum);
    await store.count(key, { unsure, passed: 1 }, policy.window);
  }

  return { begin, end };
}

/** Creates the circuits of all engines, which are kept in `store`. */
export function createCircuit(store: HealthStore, policy: CircuitPolicy): Circuit {
  const parts = {
    store,
    policy,
    foresight: createForesight(store),
    tally: createTally(store, policy),
    callers: createCallerCircuits(() => performance.now()),
  };
  const { foresight, tally } = parts;
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
    if (isBroad && (isFailing || isWalledOff(counts, policy, ofMany))) {
      foresight.forget();
      await tally.reset(keyOf(engine));
      await store.cool(keyOf(engine), penaltyOf(policy));
    } else if (hasCallers && failsTooOften(atMost(own, counts), policy)) {
      foresight.forget();
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
    foresee: (engine, caller = 'nobody') => foresight.begin(keysFor(engine, caller)),
    async state(engine) {
      const [health] = await store.read([keyOf(engine)]);
      const { coolingFor, strikes } = health!;
      const openCallers = parts.callers.count(engine);
      if (coolingFor > 0) return { state: 'open', openFor: coolingFor, openCallers };
      return { state: strikes > 0 ? 'half_open' : 'closed', openFor: 0, openCallers };
    },
  };
}

/** How long a circuit stays open: the time doubles up to `longest`. */
function penaltyOf({ open, longest }: CircuitPolicy): { base: number; cap: number } {
  return { base: open, cap: longest };
}

function openFor(milliseconds: number, { ofCaller }: { ofCaller: boolean }): FetchError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  const subject = ofCaller ? 'The searches of this caller' : 'The engine';
  return new FetchError('circuit_open', `${subject} failed too often recently`, { retryAfter, ofCaller });
}

/** The counters of a caller, limited to those of the engine, which may have been reset since. */
function atMost({ failed = 0, passed = 0 }: Counts, ofEngine: Counts): Counts {
  return { failed: Math.min(failed, ofEngine.failed ?? 0), passed: Math.min(passed, ofEngine.passed ?? 0) };
}

/**
 * Whether hardly any address is served: nearly all are refused or fail.
 *
 * @param ofMany whether several callers fail, so that the cause of failures at the engine is not one caller's queries
 */
function isWalledOff(counts: Counts, { minimum }: CircuitPolicy, ofMany: boolean): boolean {
  const { failed = 0, refused = 0, unsure = 0, passed = 0 } = counts;
  if (passed === 0 && unsure > 0 && failed + unsure >= minimum) return true;
  const inVain = refused + unsure + (ofMany ? failed : 0);
  return inVain >= walledOff.times * minimum && inVain >= walledOff.share * (inVain + passed);
}

function failsTooOften({ failed = 0, passed = 0 }: Counts, { share, minimum }: CircuitPolicy): boolean {
  return failed + passed >= minimum && failed >= share * (failed + passed);
}
