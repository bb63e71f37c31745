import { describe, expect, it } from 'vitest';
import { operationNames, operations } from '../src/index.js';
import { cpuTimeOf } from './support/cpu-time.js';
import { everything, outcomeOf } from './support/parsers.js';
import { shapes } from './support/scale/shapes.js';

const size = 60_000;
const factor = 4;
/** Linear time gives `factor`, quadratic time its square. The limit lies between them to allow for warm-up. */
const maxSlowdown = 9;
/** Milliseconds for the longer body below which a slowdown is not measured. */
const minimumTime = 80;

/** Each shape is read by the most complex operation and by another one in turn. */
const [richest, ...others] = operationNames;

describe.each(Object.keys(shapes).map((shape, i) => ({ shape, other: others[i % others.length]! })))(
  '$shape',
  ({ shape, other }) => {
    const [short, long] = [shapes[shape]!(size), shapes[shape]!(size * factor)];

    it.each([richest!, other])('takes linear time in %s', (operation) => {
      const read = (body: string) => cpuTimeOf(() => outcomeOf(operations[operation], body, everything));
      const slowdown = () => {
        const time = read(long);
        return time < minimumTime ? 1 : time / read(short);
      };
      const attempts = [slowdown()];
      while (Math.min(...attempts) > maxSlowdown && attempts.length < 4) attempts.push(slowdown());
      expect(Math.min(...attempts)).toBeLessThanOrEqual(maxSlowdown);
    });
  },
);
