import { operationNames, operations } from '../../../src/index.js';
import { cpuTimeOf } from '../cpu-time.js';
import { everything, outcomeOf } from '../parsers.js';
import { maxTimesHarmless } from './harmless.js';

/** The cost of a shape at one length, as a multiple of that of a harmless page. */
export interface ShapeCost {
  readonly shape: string;
  readonly length: number;
  /** One value per operation, in the order of `operationNames`. */
  readonly times: readonly number[];
}

/** Reads a page of a shape by every operation. `harmless` is in milliseconds. */
export function measureShape(shape: string, body: string, harmless: number): ShapeCost {
  const times = operationNames.map((name) => {
    const run = () => cpuTimeOf(() => outcomeOf(operations[name], body, everything));
    const time = run();
    return (isTooLong(time, harmless) ? Math.min(time, run(), run(), run()) : time) / harmless; // garbage collection can slow down a run
  });
  return { shape, length: body.length, times };
}

export function isTooSlow({ times }: ShapeCost): boolean {
  return times.some((time) => time > maxTimesHarmless);
}

function isTooLong(time: number, harmless: number): boolean {
  return time > maxTimesHarmless * harmless;
}
