import type { Engine } from '../engines.js';
import type { Counts, Health } from '../health/store.js';
import { countEngineRequests, type ExitCandidate } from '../policies/exit-choice.js';
import type { ProxyServer } from '../types.js';
import { isRotating } from './proxies.js';
import type { IdleSessions } from './session.js';

/** The health of a store key, as last read. */
export interface CachedHealth {
  /** Time as of `performance.now()`. */
  coolsUntil: number;
  strikes: number;
}

/** An exit to one engine: a proxy, or the direct connection. */
export interface Exit {
  /** Store key of the exit at this engine. */
  readonly key: string;
  /** Store key of the proxy for all engines; equal to `key` for the direct connection. */
  readonly proxyKey: string;
  proxy?: ProxyServer;
  readonly idle: IdleSessions;
  /** Searches in progress through it. */
  active: number;
  /** When it was last chosen; larger is later. A random number below 0 if never. */
  lastChosen: number;
  /** Whether its last attempt succeeded; a single failure is tolerated. */
  isProven: boolean;
  /** Whether it cools down because the engine blocked it, not because of a fault. */
  isBlocked: boolean;
  /** Failures in a row. */
  failures: number;
  /** Until when to assume that another process is trying it. */
  claimedUntil: number;
  /** When an attempt last changed its state. */
  touchedAt: number;
  /** When its state was last read from the store. */
  verifiedAt: number;
  engineHealth: CachedHealth & { pace?: number | undefined };
  proxyHealth: CachedHealth;
  counts: Counts;
}

/** Creates an exit without history. */
export function createExit(engine: Engine, proxy: ProxyServer | undefined, idle: IdleSessions): Exit {
  const key = `exit:${engine}:${proxy?.id ?? 'direct'}`;
  return {
    key,
    proxyKey: proxy === undefined ? key : `exit:${proxy.id}`,
    ...(proxy && { proxy }),
    idle,
    active: 0,
    lastChosen: -Math.random(), // bad proxies are often adjacent in lists
    isProven: false,
    isBlocked: false,
    failures: 0,
    claimedUntil: 0,
    touchedAt: Number.NEGATIVE_INFINITY,
    verifiedAt: Number.NEGATIVE_INFINITY,
    engineHealth: { coolsUntil: 0, strikes: 0 },
    proxyHealth: { coolsUntil: 0, strikes: 0 },
    counts: {},
  };
}

/** Applies the health read from the store. */
export function updateExit(exit: Exit, engineHealth: Health, proxyHealth: Health): void {
  const now = performance.now();
  exit.engineHealth = { ...viewOf(engineHealth, now), pace: engineHealth.pace };
  exit.proxyHealth = viewOf(proxyHealth, now);
}

function viewOf({ coolingFor, strikes }: Health, now: number): CachedHealth {
  return { coolsUntil: coolingFor > 0 ? now + coolingFor : 0, strikes };
}

/** When an exit may be used again, as of `performance.now()`. */
export function coolingUntil({ engineHealth, proxyHealth }: Exit): number {
  return Math.max(engineHealth.coolsUntil, proxyHealth.coolsUntil);
}

/** Whether the next attempt through an exit decides whether it is healthy again. */
export function isOnTrial({ engineHealth, proxyHealth }: Exit): boolean {
  return engineHealth.strikes > 0 || proxyHealth.strikes > 0;
}

/** A reliable exit has at most `share` failures per success plus `more`. */
const usualFailures = { share: 0.25, more: 1 } as const;

/** Whether an exit usually works, so that a failure is evidence against the engine. */
export function isReliable({ counts }: Exit): boolean {
  const { passed = 0, failed = 0, unreached = 0 } = counts;
  return passed > 0 && failed + unreached <= usualFailures.share * passed + usualFailures.more;
}

/** Whether an exit has reached its learned pace in the last hour. */
export function hasReachedPace(exit: Exit): boolean {
  const { proxy, engineHealth } = exit;
  if (proxy === undefined || isRotating(proxy) || engineHealth.pace === undefined) return false;
  return countEngineRequests(exit.counts) + exit.active >= engineHealth.pace;
}

/** An exit as input of `chooseExit`. */
interface CandidateWithExit extends ExitCandidate {
  readonly exit: Exit;
}

/** Describes an exit for `chooseExit`. */
export function exitCandidateOf(exit: Exit): CandidateWithExit {
  const { proxy, counts, active, lastChosen, isProven, engineHealth } = exit;
  const { passed = 0, failed = 0, unreached = 0 } = counts;
  return {
    exit,
    tier: proxy?.tier ?? 0,
    isRotating: proxy !== undefined && isRotating(proxy),
    used: countEngineRequests(counts) + active,
    pace: engineHealth.pace,
    passed,
    failed: failed + unreached,
    active,
    lastChosen,
    isProven,
  };
}

/** How failures through an exit count for the circuit. */
interface Standing {
  /** Number of addresses by which the engine is judged. */
  addresses: number;
  isOnTrial: boolean;
}

/**
 * How failures through an exit count for the circuit. Exits on trial are rarely used, so the engine is judged by the others. If
 * all exits are on trial, it is judged by all of them, because otherwise the circuit could not open.
 */
export function circuitStandingOf(exit: Exit, exits: readonly Exit[]): Standing {
  const trusted = exits.filter((other) => !isOnTrial(other)).length;
  if (trusted === 0) return { addresses: exits.length, isOnTrial: false };
  return { addresses: trusted, isOnTrial: isOnTrial(exit) };
}

/** The state of an exit at one engine. */
export interface ProxyExitStatus {
  /** The engine that the numbers are for. */
  engine: Engine;
  /** Id of the proxy, or `direct`. */
  proxy: string;
  /** Searches in progress through it. */
  active: number;
  /** Milliseconds until its cool-down ends; 0 if it may be used. */
  coolingFor: number;
  /** Cool-downs in a row. */
  strikes: number;
  /** Requests of the last hour. */
  used: number;
  /** Requests per hour that the engine is known to tolerate from it; left out if unknown. */
  pace?: number;
}

/** Describes an exit as last read. */
export function exitStatusOf(exit: Exit, engine: Engine): ProxyExitStatus {
  const { proxy, active, counts, engineHealth, proxyHealth } = exit;
  return {
    engine,
    proxy: proxy?.id ?? 'direct',
    active,
    coolingFor: Math.max(0, coolingUntil(exit) - performance.now()),
    strikes: Math.max(engineHealth.strikes, proxyHealth.strikes),
    used: countEngineRequests(counts) + active,
    ...(engineHealth.pace !== undefined && { pace: engineHealth.pace }),
  };
}
