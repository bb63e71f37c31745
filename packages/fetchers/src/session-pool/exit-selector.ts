import type { Engine } from '../engines.js';
import { chooseExit, createDemand, rankOf } from '../policies/exit-choice.js';
import { candidateOf, type Exit, isOnTrial } from './exit.js';
import { createTrialBudget, type Limits, limitFor } from './limits.js';
import { isRotating } from './proxy.js';

/** What a search needs of its exit. */
export interface ExitNeeds {
  /** Preferred country, ISO 3166-1 alpha-2 in lower case. */
  country: string | undefined;
  /** The exit of the search's failed attempt. */
  left: Exit | undefined;
}

/** The exits that a search can get. */
export interface SelectableExits {
  /** Those that neither cool down nor have reached their pace. */
  alive: readonly Exit[];
  /** Those of them that can take another search. */
  free: ReadonlySet<Exit>;
  /** How many exits of the engine have a learned pace. */
  paced: number;
}

/** Paces are explored one exit at a time once this many exits have a learned pace. */
const minPaced = 3;
/** And this share of the exits. */
const minPacedShare = 0.1;

/** Selects the exit of each search of an engine. */
export class ExitSelector {
  readonly #engine: Engine;
  readonly #limits: Limits;
  readonly #demand = createDemand(() => performance.now());
  readonly #trials = createTrialBudget();

  constructor(engine: Engine, limits: Limits) {
    this.#engine = engine;
    this.#limits = limits;
  }

  /** Whether an exit can take another search. A proxy without a success since its last failure takes one at a time. */
  isFree(exit: Exit): boolean {
    if (exit.claimedUntil > performance.now()) return false;
    if (isOnTrial(exit)) return exit.active < 1;
    const { proxy, direct, gateway } = this.#limits;
    if (exit.proxy === undefined) return exit.active < limitFor(direct, this.#engine);
    if (isRotating(exit.proxy)) return exit.active < limitFor(gateway, this.#engine);
    return exit.active < (exit.isProven ? limitFor(proxy, this.#engine) : 1);
  }

  /** The exit for a search; undefined if all that fit are busy. A search waits rather than use an exit of another country. */
  select({ country, left }: ExitNeeds, { alive, free, paced }: SelectableExits): Exit | undefined {
    const choice = {
      country,
      ...(left && { failedTier: left.proxy?.tier ?? 0 }),
      isDemandHigh: this.#isDemandHigh(alive.length, paced),
    };
    const ranked = alive.map((exit) => ({
      exit,
      rank: rankOf({ country: exit.proxy?.country, isLeft: exit === left }, choice),
    }));
    const best = Math.min(...ranked.map(({ rank }) => rank));
    const fitting = ranked.flatMap(({ exit, rank }) => (rank === best && free.has(exit) ? [exit] : []));
    const [trials, healthy] = [fitting.filter(isOnTrial), fitting.filter((exit) => !isOnTrial(exit))];
    const isTrial = trials.length > 0 && (healthy.length === 0 || (left === undefined && this.#trials.take()));
    return chooseExit((isTrial ? trials : healthy).map(candidateOf), choice, Math.random)?.exit;
  }

  /** Whether exits get banned for their request rate while demand is too high to use them less. */
  #isDemandHigh(alive: number, paced: number): boolean {
    return paced >= Math.max(minPaced, minPacedShare * alive) && this.#demand.isDemandHigh(alive);
  }

  /** Records a search that gets a session. @param isRetry whether an earlier attempt of it failed */
  recordUse(isRetry: boolean): void {
    this.#trials.add();
    if (!isRetry) this.#demand.add();
  }

  /** Allows more trials after one that succeeded, because other failed exits may be healthy again too. */
  recordRecovery(): void {
    this.#trials.giveBack();
  }
}
