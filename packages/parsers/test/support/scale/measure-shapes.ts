import { operationNames, operations } from '../../../src/index.js';
import { cpuTimeOf } from '../cpu-time.js';
import { everything, outcomeOf } from '../parsers.js';
import { maxTimesHarmless } from './harmless.js';

/** What a shape costs at one length, in times a harmless page. */
export interface ShapeCost {
  readonly shape: string;
  readonly length: number;
  /** By operation, in their order. */
  readonly times: readonly number[];
}

/** Reads a page of a shape by every operation. `harmless` is in milliseconds. */
export function measureShape(shape: string, body: string, harmless: number): ShapeCost {
  const times = operationNames.map((name) => {
    const run = () => cpuTimeOf(() => outcomeOf(operations[name], body, everything));
    const time = run();
    return (isTooLong(time, harmless) ? Math.min(time, run(), run(), run()) : time) / harmless; // garbage is no fault
  });
  return { shape, length: body.length, times };
}

export function isTooSlow({ times }: ShapeCost): boolean {
  return times.some((time) => time > maxTimesHarmless);
}

function isTooLong(time: number, harmless: number): boolean {
  return time > maxTimesHarmless * harmless;
}
