import { cpuTimeOf } from '../cpu-time.js';

/** The input lengths for which a task is measured. */
export interface Doubling {
  /** The length of the shortest input. */
  readonly from: number;
  /** The number of doublings. */
  readonly times: number;
  /** Milliseconds below which ratios are not meaningful: shorter times count as this. */
  readonly negligible: number;
}

/** The maximum factor per doubling: two, and a tolerance for the machine. */
export const maxByDoubling = 2.3;

const attempts = 6;

/**
 * The largest factor by which the CPU time of a task grows if the length of its input doubles, from the fastest runs.
 * Repeats runs while the factor is too large, as garbage collection can slow down a single run.
 */
export function slowestDoubling(taskFor: (length: number) => () => void, doubling: Doubling): number {
  const { from, times: count, negligible } = doubling;
  const tasks = Array.from({ length: count + 1 }, (_, i) => taskFor(from * 2 ** i));
  const slowestOf = (times: readonly number[]) =>
    Math.max(...times.slice(1).map((time, i) => time / Math.max(times[i]!, negligible)));
  let times = tasks.map(cpuTimeOf);
  for (let attempt = 1; attempt < attempts && slowestOf(times) > maxByDoubling; attempt++) {
    times = times.map((time, i) => Math.min(time, cpuTimeOf(tasks[i]!)));
  }
  return slowestOf(times);
}
