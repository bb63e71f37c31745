import { type Engine, engines } from '../types.js';

/** How much is asked of an engine at once. */
export interface Limits {
  /** Searches under way on one engine; those of another are not held up. @default 16 */
  engine: number;
  /**
   * Searches under way on one engine through one proxy. @default 4, on gamma 1, which refuses the second or third request
   * at once from one address
   */
  proxy: number | Readonly<Record<Engine, number>>;
  /**
   * Searches under way on one engine through one gateway, which gives each session an address of its own. @default `proxy`
   * where that is given, else as many as on the engine
   */
  gateway: number | Readonly<Record<Engine, number>>;
  /** Searches under way on one engine without a proxy. @default as many as through one proxy */
  direct: number | Readonly<Record<Engine, number>>;
  /** Searches under way on one engine of one caller, see `SearchOptions.caller`. @default as many as of all */
  caller: number;
  /** Searches that may wait for their turn on one engine. @default 256 */
  queue: number;
  /** Milliseconds that a search may wait, but never beyond its deadline. @default 10000 */
  queueTimeout: number;
}

const perProxy = { ...Object.fromEntries(engines.map((engine) => [engine, 4])), gamma: 1 } as Record<Engine, number>;

/** The limits, with the usual ones where none are given. Throws a `TypeError` for a number that is no limit. */
export function limitsOf(given: Partial<Limits> = {}): Limits {
  const { proxy = perProxy, engine: ofEngine = 16 } = given;
  const usual = {
    engine: ofEngine,
    caller: Number.POSITIVE_INFINITY,
    proxy,
    gateway: given.proxy ?? ofEngine,
    direct: proxy,
    queue: 256,
    queueTimeout: 10_000,
  };
  const limits = { ...usual, ...given };
  const { engine, caller, gateway, direct, queue, queueTimeout } = limits;
  const atLeastOne = [engine, caller, ...[proxy, gateway, direct].flatMap(valuesOf)];
  const isFine = atLeastOne.every((number) => number >= 1) && queue >= 0 && queueTimeout >= 0;
  if (!isFine) throw new TypeError('limits must be at least 1; queue and queueTimeout at least 0');
  return limits;
}

/** A limit for one engine. */
export function limitFor(limit: number | Readonly<Record<Engine, number>>, engine: Engine): number {
  return typeof limit === 'number' ? limit : limit[engine];
}

function valuesOf(limit: number | Readonly<Record<Engine, number>>): number[] {
  return typeof limit === 'number' ? [limit] : Object.values(limit);
}

/** How many trials of exits that have failed may go before searches that a healthy exit could serve. */
interface TrialBudget {
  /** An attempt was made, which earns a part of a trial. */
  add(): void;
  /** Whether a trial may be made now; it is paid for if so. */
  take(): boolean;
  /** A trial went well, so more of those that failed may be healthy again. */
  giveBack(): void;
}

/** Trials for each attempt. */
const share = 0.015;
/** Most trials that are saved up. */
const most = 5;

/** Makes a budget with all trials that can be saved up. */
export function createTrialBudget(): TrialBudget {
  let trials = most;
  return {
    add() {
      trials = Math.min(most, trials + share);
    },
    take() {
      if (trials < 1) return false;
      trials -= 1;
      return true;
    },
    giveBack() {
      trials = Math.min(most, trials + 2);
    },
  };
}
