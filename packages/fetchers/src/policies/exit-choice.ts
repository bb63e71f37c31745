import type { Counts } from '../health/store.js';

/**
 * Milliseconds over which the requests of an exit at an engine are counted. The window of a store slides by a minute, so that
 * this one always covers the last hour.
 */
export const paceWindow: number = 61 * 60_000;

/** An engine is under pressure when it is asked more often than this an hour through each of its exits. */
const pressure = 8;
/** Milliseconds over which the demand is measured. */
const demandWindow = 10 * 60_000;

/** Requests of the last hour that the engine has seen. */
export function usedOf({ passed = 0, failed = 0 }: Counts): number {
  return passed + failed;
}

/**
 * The pace that a block teaches: as many requests an hour as went well before it. Undefined where none did, which says
 * that the exit is blocked but not by how often it was used.
 *
 * @param used requests of the last hour before the block
 * @param known the pace learned earlier
 */
export function learnedPace(used: number, known: number | undefined): number | undefined {
  if (used < 1) return undefined;
  return Math.min(used, known ?? used);
}

/** The pace after a success: one that was exceeded without harm is raised. Undefined where nothing is to be changed. */
export function raisedPace(used: number, known: number | undefined): number | undefined {
  return used > (known ?? Number.POSITIVE_INFINITY) ? used : undefined;
}

/** Measures how often an engine is asked through each of its exits. */
interface Demand {
  add(): void;
  /** Whether so many exits are asked so often that their pace has to be found out. */
  isPressing(exits: number): boolean;
}

/** Makes a measure of demand. @param now the clock, milliseconds */
export function createDemand(now: () => number): Demand {
  const times: number[] = [];
  const forget = () => {
    while ((times[0] ?? Number.POSITIVE_INFINITY) <= now() - demandWindow) times.shift();
  };
  return {
    add() {
      forget();
      times.push(now());
    },
    isPressing(exits) {
      forget();
      return times.length * ((60 * 60_000) / demandWindow) > pressure * Math.max(1, exits);
    },
  };
}

/** What decides whether an exit fits a search at all. */
export interface ExitFit {
  readonly country?: string | undefined;
  /** Whether it is the exit that this search has just left. */
  readonly isLeft: boolean;
}

/** What is known of an exit that fits a search and may be used now. */
export interface Candidate {
  /** What kind it is; the lower, the cheaper. */
  readonly tier: number;
  /** Whether each session leaves from another address, so that no pace applies. */
  readonly isRotating: boolean;
  /** Requests of the last hour, those under way included. */
  readonly used: number;
  /** Requests an hour that the engine is known to bear. */
  readonly pace?: number | undefined;
  /** Requests of the last hour that gave a usable page, and that did not. */
  readonly passed: number;
  readonly failed: number;
  /** Searches that use it. */
  readonly active: number;
  /** When it was last chosen; larger is later. */
  readonly lastChosen: number;
  /** Whether it was good the last time that it was used. */
  readonly isProven: boolean;
}

/** What a search asks of a way out. */
export interface ChoiceNeeds {
  /** Country to come from, ISO 3166-1 alpha-2 in lower case. @default any */
  country?: string | undefined;
  /** Tier of the exit that failed before; undefined for a first attempt. */
  failedTier?: number | undefined;
  /** Whether the engine is asked so often that the pace of exits has to be found out. */
  isPressing: boolean;
}

/**
 * A tier costs as much as this share of a ban; less where an engine is asked so often that all tiers are needed, or the cheap
 * ones would be banned first and the dear ones have to do without them.
 */
const tierCost = 0.5;
const tierCostWhenPressing = 0.1;
/** What a failed request costs, in the same unit. */
const failureCost = 3;
/** What it costs to use an exit within its learned pace. */
const pacedRisk = 0.1;

/**
 * Of the exits that may be used now the one with the least expected cost: what its kind costs, how likely a request fails
 * (Thompson sampling over the last hour) and how likely one more request gets it banned.
 *
 * @param random numbers from 0 to 1
 */
export function chooseExit<T extends Candidate>(
  candidates: readonly T[],
  needs: ChoiceNeeds,
  random: () => number,
): T | undefined {
  const typical = typicalPaces(candidates);
  let chosen: { candidate: T; cost: number } | undefined;
  for (const candidate of candidates) {
    const cost = costOf(candidate, { needs, typical, random });
    if (chosen === undefined || order({ candidate, cost }, chosen) < 0) chosen = { candidate, cost };
  }
  return chosen?.candidate;
}

/** How ill an exit fits: one of another country more than an untagged one, and the exit that was just left the most. */
export function rankOf({ isLeft, country }: ExitFit, { country: wanted }: Pick<ChoiceNeeds, 'country'>): number {
  const isElsewhere = wanted !== undefined && country !== wanted;
  return (isLeft ? 10 : 0) + Number(isElsewhere) + Number(isElsewhere && country !== undefined);
}

interface Costed {
  candidate: Candidate;
  cost: number;
}

/** Below 0 where the first is better: it costs less; of equals the less busy one, then the one that was chosen longer ago. */
function order(one: Costed, other: Costed): number {
  const difference = one.cost - other.cost;
  if (Math.abs(difference) > 1e-9) return difference;
  return one.candidate.active - other.candidate.active || one.candidate.lastChosen - other.candidate.lastChosen;
}

interface CostFacts {
  needs: ChoiceNeeds;
  /** Mean of the paces learned, by tier. */
  typical: ReadonlyMap<number, number>;
  random: () => number;
}

function costOf(candidate: Candidate, { needs, typical, random }: CostFacts): number {
  const { failedTier, isPressing } = needs;
  const isRetry = failedTier !== undefined;
  const ofTier = isPressing ? tierCostWhenPressing : tierCost;
  const price = isRetry ? Number(candidate.tier <= failedTier) * tierCost : candidate.tier * ofTier;
  const doubt = isRetry && !candidate.isProven ? failureCost : 0;
  return (
    price + doubt + failureCost * failureShare(candidate, random) + riskOf(candidate, typical, isPressing && !isRetry)
  );
}

/**
 * How likely one more request gets an exit banned. One with a learned pace is safe within it. Of the others the one that
 * was used least is the safest, so all are used alike; but where the engine is asked for so much that most of them would be
 * banned within the same hour, the one that was used most is used on, so that they are found out one after the other.
 */
function riskOf(
  { isRotating, used, pace, tier }: Candidate,
  typical: ReadonlyMap<number, number>,
  isPressing: boolean,
): number {
  if (isRotating) return 0;
  if (pace !== undefined) return (pacedRisk * used) / pace;
  if (isPressing) return 1 / (1 + used / 100);
  return used / (typical.get(tier) ?? 1_000);
}

function typicalPaces(candidates: readonly Candidate[]): ReadonlyMap<number, number> {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { tier, pace } of candidates) {
    if (pace === undefined) continue;
    const { sum, count } = sums.get(tier) ?? { sum: 0, count: 0 };
    sums.set(tier, { sum: sum + pace, count: count + 1 });
  }
  return new Map([...sums].map(([tier, { sum, count }]) => [tier, sum / count]));
}

/** A draw from what the share of failures may be, by the requests of the last hour: a Beta distribution, as a normal one. */
function failureShare({ passed, failed }: Candidate, random: () => number): number {
  const [a, b] = [failed + 0.02, passed + 1];
  const mean = a / (a + b);
  const deviation = Math.sqrt((mean * (1 - mean)) / (a + b + 1));
  const normal = 2 * (random() + random() + random() - 1.5);
  return Math.min(1, Math.max(0, mean + deviation * normal * 0.5));
}
