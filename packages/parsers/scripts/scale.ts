// Reads bodies of 5 and 10 MB that are hard in one way each and fails where twice the size takes far more than twice
// the time. An argument limits the run to kinds whose name contains it. Takes some minutes.
import { operations, type Parser } from '../src/index.js';
import { cpuTimeOf } from '../test/support/cpu-time.js';
import { hostilePages } from '../test/support/hostile-pages.js';
import { outcomeOf } from '../test/support/parsers.js';

const size = 5_000_000;
/** Linear time gives 2, quadratic time 4. */
const mostSlowdown = 3;
/** Milliseconds, below which a measured time says nothing. */
const shortest = 200;

let faults = 0;
for (const [kind, make] of Object.entries(hostilePages).filter(([name]) => name.includes(process.argv[2] ?? ''))) {
  const bodies = [make(size), make(2 * size)] as const;
  for (const [operation, parse] of Object.entries(operations)) {
    const { slowdown, time } = measure(parse, bodies);
    if (slowdown > mostSlowdown) faults++;
    const verdict = slowdown > mostSlowdown ? 'TOO SLOW' : 'ok';
    console.log(`${verdict}  ${kind}, ${operation}: 10 MB in ${time.toFixed(0)} ms, ${slowdown.toFixed(1)} times 5 MB`);
  }
}
if (faults > 0) process.exitCode = 1;

/** The better of two attempts, so that a collection of garbage is no fault. */
function measure(parse: Parser, [short, long]: readonly [string, string]): { slowdown: number; time: number } {
  const attempts = [0, 1].map(() => {
    const base = timeOf(parse, short);
    const time = timeOf(parse, long);
    return { slowdown: time < shortest ? 1 : time / base, time };
  });
  return attempts.reduce((best, next) => (next.slowdown < best.slowdown ? next : best));
}

function timeOf(parse: Parser, body: string): number {
  return cpuTimeOf(() => outcomeOf(parse, body));
}
