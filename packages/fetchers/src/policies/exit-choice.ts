import type { Counts } from '../health/store.js';

/**
 * Milliseconds over which the requests of an exit to an engine are counted. Store windows slide in steps of a minute, so this
 * one always covers the last hour.
 */
export const paceWindow: number = 61 * 60_000;

/** Demand is high above this many requests per hour and exit. */
const pressure = 8;
/** Milliseconds over which demand is measured. */
const demandWindow = 10 * 60_000;

/** Requests of the last hour that reached the engine. */
export function countEngineRequests({ passed = 0, failed = 0 }: Counts): number {
  return passed + failed;
}

/**
 * The pace learned from a block: the requests of the last hour before it. Undefined if there were none, because then the exit
 * was not blocked for its request rate.
 *
 * @param requestsLastHour requests of the last hour before the block
 * @param learnedPace the pace learned earlier
 */
export function paceAfterBlock(requestsLastHour: number, learnedPace: number | undefined): number | undefined {
  if (requestsLastHour < 1) return undefined;
  return Math.min(requestsLastHour, learnedPace ?? requestsLastHour);
}

/** The pace after a success: raised if more requests succeeded than it allows. Undefined if it does not change. */
export function raisedPaceAfterSuccess(requestsLastHour: number, learnedPace: number | undefined): number | undefined {
  return requestsLastHour > (learnedPace ?? Number.POSITIVE_INFINITY) ? requestsLastHour : undefined;
}

/** Measures the rate of requests to an engine. */
interface DemandMeter {
  add(): void;
  /** Whether the demand is high for this number of exits, so that the pace of some has to be explored. */
  isDemandHigh(exits: number): boolean;
}

/** Creates a measure of demand. @param now the clock, milliseconds */
export function createDemandMeter(now: () => number): DemandMeter {
  const times: number[] = [];
  const forget = () => {
    while ((times[0] ?? Number.POSITIVE_INFINITY) <= now() - demandWindow) times.shift();
  };
  return {
    add() {
      forget();
      times.push(now());
    },
    isDemandHigh(exits) {
      forget();
      return times.length * ((60 * 60_000) / demandWindow) > pressure * Math.max(1, exits);
    },
  };
}

/** The properties of an exit that decide whether it fits a search. */
export interface ExitTraits {
  readonly country?: string | undefined;
  /** Whether the previous attempt of this search failed through it. */
  readonly hasJustFailed: boolean;
}

/** An exit that fits a search and may be used now. */
export interface ExitCandidate {
  /** Cost class; lower is cheaper. */
  readonly tier: number;
  /** Whether each session has its own address, so that no pace applies. */
  readonly isRotating: boolean;
  /** Requests of the last hour, including those in progress. */
  readonly used: number;
  /** Requests per hour that the engine is known to tolerate. */
  readonly pace?: number | undefined;
  /** Requests of the last hour that returned a usable page. */
  readonly passed: number;
  /** Requests of the last hour that did not. */
  readonly failed: number;
  /** Searches in progress through it. */
  readonly active: number;
  /** When it was last chosen; larger is later. */
  readonly lastChosen: number;
  /** Whether its last attempt succeeded. */
  readonly isProven: boolean;
}

/** What a search prefers in its exit. */
export interface ExitPreferences {
  /** Preferred country, ISO 3166-1 alpha-2 in lower case. @default any */
  country?: string | undefined;
  /** Tier of the exit of the failed attempt; undefined for a first attempt. */
  failedTier?: number | undefined;
  /** Whether demand is high, so that the pace of some exits has to be explored. */
  isDemandHigh: boolean;
}

/**
 * Cost of each tier, as a share of a ban. It is lower while demand is high and all tiers are needed: otherwise the cheap exits
 * would be banned first and the expensive ones could not carry the load alone.
 */
const tierCost = 0.5;
const tierCostAtHighDemand = 0.1;
/** Cost of a failed request, in the same unit. */
const failureCost = 3;
/** Cost of using an exit up to its learned pace. */
const pacedRisk = 0.1;

/**
 * Chooses the exit with the lowest expected cost: the sum of its tier's cost, of the probability that a request fails (Thompson
 * sampling over the last hour) and of the probability that one more request gets it banned.
 *
 * @param random numbers from 0 to 1
 */
export function chooseExit<T extends ExitCandidate>(
  candidates: readonly T[],
  preferences: ExitPreferences,
  random: () => number,
): T | undefined {
  const typical = typicalPaces(candidates);
  let chosen: { candidate: T; cost: number } | undefined;
  for (const candidate of candidates) {
    const cost = costOf(candidate, { preferences, typical, random });
    if (chosen === undefined || order({ candidate, cost }, chosen) < 0) chosen = { candidate, cost };
  }
  return chosen?.candidate;
}

/** Penalty of an exit for a search: least for an unknown country, more for another country, most for the exit just left. */
export function mismatchCost(
  { hasJustFailed, country }: ExitTraits,
  { country: wanted }: Pick<ExitPreferences, 'country'>,
): number {
  const isElsewhere = wanted !== undefined && country !== wanted;
  return (hasJustFailed ? 10 : 0) + Number(isElsewhere) + Number(isElsewhere && country !== undefined);
}

interface Costed {
  candidate: ExitCandidate;
  cost: number;
}

/** Negative if `one` is better: lower cost, then fewer active searches, then least recently chosen. */
function order(one: Costed, other: Costed): number {
  const difference = one.cost - other.cost;
  if (Math.abs(difference) > 1e-9) return difference;
  return one.candidate.active - other.candidate.active || one.candidate.lastChosen - other.candidate.lastChosen;
}

interface CostFacts {
  preferences: ExitPreferences;
  /** Mean of the learned paces, by tier. */
  typical: ReadonlyMap<number, number>;
  random: () => number;
}

function costOf(candidate: ExitCandidate, { preferences, typical, random }: CostFacts): number {
  const { failedTier, isDemandHigh } = preferences;
  const isRetry = failedTier !== undefined;
  const ofTier = isDemandHigh ? tierCostAtHighDemand : tierCost;
  const price = isRetry ? Number(candidate.tier <= failedTier) * tierCost : candidate.tier * ofTier;
  const doubt = isRetry && !candidate.isProven ? failureCost : 0;
  return (
    price + doubt + failureCost * failureShare(candidate, random) + riskOf(candidate, typical, isDemandHigh && !isRetry)
  );
}

/**
 * The risk that one more request gets an exit banned. An exit with a learned pace is safe up to it. Among the others, the least
 * used one is the safest, so requests are spread evenly. If demand is so high that most of them would be banned within the same
 * hour, the most used one is preferred instead, so that their paces are learned one after another.
 */
function riskOf(
  { isRotating, used, pace, tier }: ExitCandidate,
  typical: ReadonlyMap<number, number>,
  isDemandHigh: boolean,
): number {
  if (isRotating) return 0;
  if (pace !== undefined) return (pacedRisk * used) / pace;
  if (isDemandHigh) return 1 / (1 + used / 100);
  return used / (typical.get(tier) ?? 1_000);
}

function typicalPaces(candidates: readonly ExitCandidate[]): ReadonlyMap<number, number> {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { tier, pace } of candidates) {
    if (pace === undefined) continue;
    const { sum, count } = sums.get(tier) ?? { sum: 0, count: 0 };
    sums.set(tier, { sum: sum + pace, count: count + 1 });
  }
  return new Map([...sums].map(([tier, { sum, count }]) => [tier, sum / count]));
}

/** Samples the failure rate from its Beta distribution over the last hour, approximated by a normal distribution. */
function failureShare({ passed, failed }: ExitCandidate, random: () => number): number {
  const [a, b] = [failed + 0.02, passed + 1];
  const mean = a / (a + b);
  const deviation = Math.sqrt((mean * (1 - mean)) / (a + b + 1));
  const normal = 2 * (random() + random() + random() - 1.5);
  return Math.min(1, Math.max(0, mean + deviation * normal * 0.5));
}
