import { FetchError } from '../errors.js';
import type { Counts, Health, HealthStore } from '../health/store.js';
import type { Engine } from '../types.js';
import { addressesIn, areManyFailing, type CircuitReport, createTally, keyOf, type Tally } from './tally.js';

/** When an engine is left alone, and for how long. */
export interface CircuitPolicy {
  /** Share of attempts that must fail, 0 to 1. @default 0.5 */
  share: number;
  /** Attempts that must have failed. Refusals of some exits count only where hardly any other is served. @default 10 */
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

/** An attempt that the circuit let through; how it ended must be reported, once. */
export interface AdmittedAttempt {
  /** @param report undefined where the end says nothing of the engine */
  ended(report: CircuitReport | undefined): Promise<void>;
}

/** `half_open`: the next attempt is a trial. */
export type CircuitState = 'closed' | 'open' | 'half_open';

/** Lets attempts through while the engine answers. */
export interface Circuit {
  /**
   * Lets an attempt through. Throws a `FetchError` of code `circuit_open` while the circuit is open; after that one attempt
   * at a time tries whether the engine answers again.
   */
  admit(engine: Engine, caller?: string): Promise<AdmittedAttempt>;
  /** Begins to read what `admit` goes by, for an attempt that is about to be made. */
  foresee(engine: Engine, caller?: string): void;
  /** The state, and the milliseconds for which it stays open. */
  state(engine: Engine): Promise<{ state: CircuitState; openFor: number }>;
}

/** A trial that does not end in time no longer keeps others from trying. */
const trialTime = 60_000;
/** So many different addresses must fail, where there are several. */
const fewestAddresses = 3;
/**
 * Refusals, and failures of exits that are not known to work, open the circuit from this many times the minimum and this share
 * of all attempts on. A gateway of which 55 % of the addresses are refused stays below it, an engine that fails nine times of
 * ten comes above it.
 */
const walledOff = { times: 1.8, share: 0.8 } as const;
/** How much of these is held against an engine after a trial that passed, since one address of ten may have been lucky. */
const remembered = 2 / 3;

/** The attempts that an open circuit lets through to learn whether it can close. */
interface Trials {
  /** The keys whose trial an attempt is. Rejects with a `FetchError` where one of them lets no attempt through. */
  begin(keys: readonly string[]): Promise<string[]>;
  /** Closes the circuit of a key or keeps it open, by what came of its trial. Undefined: nothing is known. */
  end(key: string, report: CircuitReport | undefined): Promise<void>;
}

/** For so many milliseconds what was read ahead is gone by; what happens here meanwhile is known at once. */
const foresight = 1_000;
const mostForeseen = 1_000;

/** How keys fare, as the store says or said a moment ago. */
interface Foresight {
  begin(keys: readonly string[]): void;
  read(keys: readonly string[]): Promise<readonly Health[]>;
  /** Something has changed here. */
  forget(): void;
}

function createForesight(store: HealthStore): Foresight {
  const foreseen = new Map<string, { at: number; healths: Promise<readonly Health[]> }>();
  const forget = () => foreseen.clear();
  return {
    begin(keys) {
      const healths = store.read(keys);
      healths.catch(forget); // read again for the attempt, which says why it cannot be
      if (foreseen.size >= mostForeseen) forget();
      foreseen.set(keys.join(' '), { at: performance.now(), healths });
    },
    read(keys) {
      const ahead = foreseen.get(keys.join(' '));
      return ahead !== undefined && performance.now() < ahead.at + foresight ? ahead.healths : store.read(keys);
    },
    forget,
  };
}

/** What the parts of a circuit share. */
interface CircuitParts {
  store: HealthStore;
  policy: CircuitPolicy;
  foresight: Foresight;
  tally: Tally;
}

function createTrials({ store, policy, foresight, tally }: CircuitParts): Trials {
  const penalty = penaltyOf(policy);
  // Another address may be served, so a trial that one failed says less.
  const penaltyOfAddress = { base: policy.open, cap: Math.min(policy.longest, 2 * policy.open) };

  async function begin(keys: readonly string[]): Promise<string[]> {
    const healths = await foresight.read(keys);
    const coolings = healths.map(({ coolingFor }) => coolingFor);
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

/** Makes the circuits of all engines over what a store remembers. */
export function createCircuit(store: HealthStore, policy: CircuitPolicy): Circuit {
  const parts = { store, policy, foresight: createForesight(store), tally: createTally(store, policy) };
  const { foresight, tally } = parts;
  const trials = createTrials(parts);
  const hasCallers = policy.callers > 1;
  const keysFor = (engine: Engine, caller: string) => [keyOf(engine), ...(hasCallers ? [keyOf(engine, caller)] : [])];

  async function note(engine: Engine, caller: string, report: CircuitReport): Promise<void> {
    if (report.evidence === 'passed') return tally.passed(engine, caller);
    const evidence = report.addresses === 1 ? 'failed' : report.evidence;
    const { counts, callers, own } = await tally.failed(engine, caller, { ...report, evidence });
    const isBroad = addressesIn(counts) >= Math.min(fewestAddresses, report.addresses);
    const ofMany = !hasCallers || areManyFailing(callers, policy);
    const isFailing = ofMany && failsTooOften(counts, policy);
    if (isBroad && (isFailing || isWalledOff(counts, policy, ofMany))) {
      foresight.forget();
      await tally.reset(keyOf(engine));
      await store.cool(keyOf(engine), penaltyOf(policy));
    } else if (hasCallers && failsTooOften(atMost(own, counts), policy)) {
      foresight.forget();
      await store.cool(keyOf(engine, caller), penaltyOf(policy));
    }
  }

  return {
    async admit(engine, caller = 'nobody') {
      const tried = await trials.begin(keysFor(engine, caller));
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
      if (coolingFor > 0) return { state: 'open', openFor: coolingFor };
      return { state: strikes > 0 ? 'half_open' : 'closed', openFor: 0 };
    },
  };
}

/** How long a circuit stays open: twice as long each time, up to the longest. */
function penaltyOf({ open, longest }: CircuitPolicy): { base: number; cap: number } {
  return { base: open, cap: longest };
}

function openFor(milliseconds: number, { ofCaller }: { ofCaller: boolean }): FetchError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000));
  const whose = ofCaller ? 'The searches of this caller' : 'The engine';
  return new FetchError('circuit_open', `${whose} failed too often lately`, { retryAfter, ofCaller });
}

/** What was counted of a caller, without what came before its engine counted anew. */
function atMost({ failed = 0, passed = 0 }: Counts, ofEngine: Counts): Counts {
  return { failed: Math.min(failed, ofEngine.failed ?? 0), passed: Math.min(passed, ofEngine.passed ?? 0) };
}

/**
 * Whether next to no address is served any more: they are refused or fail, or nothing at all comes through.
 *
 * @param ofMany whether more than one caller fails, so that failures at the engine are not those of somebody's queries
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
