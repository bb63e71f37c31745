import type { Counts } from '../health/store.js';

/** When the circuit of an engine opens, and for how long. */
export interface CircuitPolicy {
  /** Share of attempts that must fail, 0 to 1. @default 0.5 */
  share: number;
  /** Attempts that must have been made, failed or not. Blocked exits count only if hardly any exit is served. @default 10 */
  minimum: number;
  /** Milliseconds over which attempts are counted. @default 60000 */
  window: number;
  /**
   * Milliseconds for which the circuit stays open; doubled each time that the trial after it fails, but only once if that trial
   * shows something about one address of several. @default 30000
   */
  open: number;
  /** Maximum milliseconds for which it stays open. @default 300000 */
  longest: number;
  /**
   * Number of callers that must fail before the circuit opens for all, see `SearchOptions.caller`. If more than 1, the failures of
   * one caller open the circuit for that caller only. @default 1
   */
  callers: number;
}

/** The defaults. */
export const defaultCircuitPolicy: CircuitPolicy = {
  share: 0.5,
  minimum: 10,
  window: 60_000,
  open: 30_000,
  longest: 300_000,
  callers: 1,
};

/**
 * Refusals, and failures of exits that are not known to work, open the circuit from this many times the minimum and this share
 * of all attempts on. A gateway of which 55 % of the addresses are refused stays below it, an engine that fails nine times of
 * ten comes above it.
 */
export const mostlyRefusingThreshold = { times: 1.8, share: 0.8 } as const;
/** The share of these that still counts against an engine after a successful trial, because one address of ten may be served. */
export const retainedShareAfterTrial: number = 2 / 3;

/** How long a circuit stays open: the time doubles up to `longest`. */
export function circuitOpenBackoff({ open, longest }: CircuitPolicy): { base: number; cap: number } {
  return { base: open, cap: longest };
}

/**
 * Whether hardly any address is served: nearly all are refused or fail.
 *
 * @param areManyCallersFailing whether several callers fail, so that the cause of failures at the engine is not one caller's queries
 */
export function isMostlyRefusing(counts: Counts, { minimum }: CircuitPolicy, areManyCallersFailing: boolean): boolean {
  const { failed = 0, refused = 0, unsure = 0, passed = 0 } = counts;
  if (passed === 0 && unsure > 0 && failed + unsure >= minimum) return true;
  const unsuccessful = refused + unsure + (areManyCallersFailing ? failed : 0);
  return (
    unsuccessful >= mostlyRefusingThreshold.times * minimum &&
    unsuccessful >= mostlyRefusingThreshold.share * (unsuccessful + passed)
  );
}

/** Whether the share of failures is too high, of sufficiently many attempts. */
export function failsTooOften({ failed = 0, passed = 0 }: Counts, { share, minimum }: CircuitPolicy): boolean {
  return failed + passed >= minimum && failed >= share * (failed + passed);
}
