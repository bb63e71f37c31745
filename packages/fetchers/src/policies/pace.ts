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
export interface Demand {
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
