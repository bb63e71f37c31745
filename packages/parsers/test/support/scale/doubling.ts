import { cpuTimeOf } from '../cpu-time.js';

/** How a task is measured on ever longer input. */
export interface Doubling {
  /** Length of the shortest input. */
  readonly from: number;
  /** How often it is doubled. */
  readonly times: number;
}

/** Times that a doubling may take: two, and what the machine adds. */
export const maxByDoubling = 2.3;

/** Milliseconds that count as no time: below them a ratio tells more of the clock than of the task. */
const negligible = 3;

const attempts = 6;

/**
 * How many times longer the task takes, by processor, on an input of twice the length: the most of any doubling, of the
 * fastest runs. Runs again while that is too many, for a run may have waited for a collection of garbage.
 */
export function slowestDoubling(taskFor: (length: number) => () => void, { from, times: count }: Doubling): number {
  const tasks = Array.from({ length: count + 1 }, (_, i) => taskFor(from * 2 ** i));
  let times = tasks.map(cpuTimeOf);
  for (let attempt = 1; attempt < attempts && slowestOf(times) > maxByDoubling; attempt++) {
    times = times.map((time, i) => Math.min(time, cpuTimeOf(tasks[i]!)));
  }
  return slowestOf(times);
}

function slowestOf(times: readonly number[]): number {
  return Math.max(...times.slice(1).map((time, i) => time / Math.max(times[i]!, negligible)));
}
