import { describe, expect, it } from 'vitest';
import { operations } from '../src/index.js';
import { cpuTimeOf } from './support/cpu-time.js';
import { hostilePages } from './support/hostile-pages.js';
import { hostileUnitPages } from './support/hostile-units.js';
import { outcomeOf } from './support/parsers.js';

const size = 60_000;
const factor = 4;
/** Linear time gives `factor`, quadratic time its square; between them lies what building up a first run adds. */
const mostSlowdown = 9;
/** Milliseconds for the longer body, below which there is no slowdown to speak of. */
const shortest = 80;

describe.each(Object.entries({ ...hostilePages, ...hostileUnitPages }))('%s', (_kind, make) => {
  const short = make(size);
  const long = make(size * factor);

  it.each(Object.entries(operations))(
    'takes %s time by size',
    (operation, parse) => {
      const options = operation === 'alpha.search' ? { blocks: true, dates: true, diagnostics: true } : {};
      const read = (body: string) => cpuTimeOf(() => outcomeOf((text) => parse(text, options), body));
      const slowdown = () => {
        const time = read(long);
        return time < shortest ? 1 : time / read(short);
      };
      const attempts = [slowdown()];
      while (Math.min(...attempts) > mostSlowdown && attempts.length < 4) attempts.push(slowdown());
      expect(Math.min(...attempts)).toBeLessThanOrEqual(mostSlowdown);
    },
    120_000,
  );
});
