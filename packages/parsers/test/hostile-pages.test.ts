import { describe, expect, it } from 'vitest';
import { hostilePages } from './hostile-pages.js';
import { outcomeOf, parsers } from './parsers.js';

const size = 60_000;
const factor = 4;
/** Linear time gives `factor`, quadratic time its square; between them lies what a busy machine adds. */
const mostSlowdown = 10;
/** Milliseconds, below which a measured time says nothing. */
const shortest = 40;

describe.each(Object.entries(hostilePages))('%s', (_kind, make) => {
  const bodies = [make(size), make(size * factor)] as const;

  it.each(Object.entries(parsers))(
    'takes %s time by size',
    (_operation, parse) => {
      let slowdown = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < 4 && slowdown > mostSlowdown; attempt++) {
        const [short, long] = bodies.map((body) => timeOf(() => outcomeOf(parse, body))) as [number, number];
        slowdown = Math.min(slowdown, long < shortest ? 1 : long / short);
      }
      expect(slowdown).toBeLessThanOrEqual(mostSlowdown);
    },
    60_000,
  );
});

function timeOf(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
