import { parse } from 'parse5';
import { cpuTimeOf } from '../cpu-time.js';

/** The maximum time for a page, as a multiple of the time that parse5 takes for a harmless page of the same length. */
export const maxTimesHarmless = 4;

/** The milliseconds that parse5 takes for an ordinary page that is repeated up to the given length. */
export function timeOfHarmless(ordinary: string, length: number): number {
  const page = ordinary.repeat(Math.ceil(length / ordinary.length)).slice(0, length);
  return Math.min(...[0, 1, 2, 3, 4].map(() => cpuTimeOf(() => parse(page))));
}
