import { parse } from 'parse5';
import { cpuTimeOf } from '../cpu-time.js';

/** What a page may cost, in parse5's time for a harmless one of its length. */
export const maxTimesHarmless = 4;

/** Milliseconds that parse5 takes for an ordinary page, repeated up to a length. */
export function timeOfHarmless(ordinary: string, length: number): number {
  const page = ordinary.repeat(Math.ceil(length / ordinary.length)).slice(0, length);
  return Math.min(...[0, 1, 2, 3, 4].map(() => cpuTimeOf(() => parse(page))));
}
