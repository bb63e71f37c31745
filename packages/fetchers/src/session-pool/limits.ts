import { type Some, withDefaults } from '../defaults.js';
import { type Engine, engineNetworks, engines } from '../engines.js';

/** A limit for each engine. For an engine that is left out, the default of `ConcurrencyLimits.proxy` holds. */
type LimitByEngine = Readonly<Some<Record<Engine, number>>>;

/** Limits of concurrency and of the queue. */
export interface ConcurrencyLimits {
  /** Concurrent searches per engine. Engines do not delay each other. @default 16 */
  engine: number;
  /**
   * Concurrent searches per engine through one proxy. @default 4; 1 for gamma, which refuses the second or third concurrent
   * request from an address
   */
  proxy: number | LimitByEngine;
  /**
   * Concurrent searches per engine through one gateway, where each session has its own address. @default `proxy` if given,
   * otherwise `engine`
   */
  gateway: number | LimitByEngine;
  /** Concurrent searches per engine without a proxy. @default `proxy` */
  direct: number | LimitByEngine;
  /** Concurrent searches per engine and caller, see `SearchOptions.caller`. @default unlimited */
  caller: number;
  /** Searches that may wait per engine. @default 256 */
  queue: number;
  /** Milliseconds that a search may wait. It never waits past its deadline. @default 10000 */
  queueTimeout: number;
}

const perAddress = Object.fromEntries(
  engines.map((engine) => [engine, engineNetworks[engine].perAddress ?? 4]),
) as Record<Engine, number>;

/** Adds the defaults to the given limits. Throws a `TypeError` for an invalid limit. */
export function withDefaultLimits(given: Some<ConcurrencyLimits> = {}): ConcurrencyLimits {
  const { proxy = perAddress, engine: ofEngine = 16 } = given;
  const usual = {
    engine: ofEngine,
    caller: Number.POSITIVE_INFINITY,
    proxy,
    gateway: given.proxy ?? ofEngine,
    direct: proxy,
    queue: 256,
    queueTimeout: 10_000,
  };
  const limits = withDefaults<ConcurrencyLimits>(usual, given);
  const { engine, caller, gateway, direct, queue, queueTimeout } = limits;
  const atLeastOne = [engine, caller, ...[proxy, gateway, direct].flatMap(valuesOf)];
  const isFine = atLeastOne.every((number) => number >= 1) && queue >= 0 && queueTimeout >= 0;
  if (!isFine) throw new TypeError('limits must be at least 1; queue and queueTimeout at least 0');
  return limits;
}

/** The limit for one engine. */
export function concurrencyLimitFor(limit: number | LimitByEngine, engine: Engine): number {
  return typeof limit === 'number' ? limit : (limit[engine] ?? perAddress[engine]);
}

function valuesOf(limit: number | LimitByEngine): number[] {
  return typeof limit === 'number' ? [limit] : Object.values(limit).filter((value) => value !== undefined);
}

/** Limits the searches that try a failed exit although a healthy one is available. */
interface TrialBudget {
  /** Counts an attempt, which adds a fraction of a trial. */
  add(): void;
  /** Whether a trial may be made now. If so, it is counted. */
  take(): boolean;
  /** Adds trials after a successful one, because other failed exits may be healthy again too. */
  giveBack(): void;
}

/** Trials per attempt. */
const share = 0.015;
/** Limit of saved trials. */
const maxTrials = 5;

/** Creates a budget that allows `maxTrials` trials at once. */
export function createExitTrialBudget(): TrialBudget {
  let trials = maxTrials;
  return {
    add() {
      trials = Math.min(maxTrials, trials + share);
    },
    take() {
      if (trials < 1) return false;
      trials -= 1;
      return true;
    },
    giveBack() {
      trials = Math.min(maxTrials, trials + 2);
    },
  };
}

/** Adapts the concurrency of an engine's searches to the share of attempts that return a usable page. */
export interface AdaptiveConcurrency {
  /** Whether no further search may start beside this many. */
  isFull(active: number): boolean;
  /** Whether most attempts return a usable page, so that a failure is the exit's own. */
  isEngineHealthy(): boolean;
  /** Records an attempt that reached the engine. */
  record(isUsable: boolean): void;
}

/** The limit is never reduced below this share. */
const minAtOnce = 0.25;
/** The share of usable pages that is assumed at first. */
const unknownShare = 0.7;
/** Weight of the latest attempt in the moving average of usable pages. */
const lastWeight = 0.1;

/**
 * Creates an adaptive limit. It is reduced while most attempts fail, so that few more requests are sent before the circuit opens.
 *
 * @param limit searches at once while at least half of the attempts succeed
 */
export function createAdaptiveConcurrency(limit: number): AdaptiveConcurrency {
  let usableShare = unknownShare;
  return {
    isFull: (active) => active >= Math.ceil(limit * Math.min(1, Math.max(minAtOnce, 2 * usableShare))),
    isEngineHealthy: () => usableShare >= 0.5,
    record(isUsable) {
      usableShare += lastWeight * (Number(isUsable) - usableShare);
    },
  };
}
