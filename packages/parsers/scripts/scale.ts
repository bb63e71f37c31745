// Reads pages of 8 MiB that are hard in one way each, and pages with a long text in each of their places. Fails where
// reading takes more than four times what parse5 takes for a harmless page of that length. An argument limits the run
// to kinds whose name contains it. Takes some minutes.
import { join } from 'node:path';
import { parse } from 'parse5';
import { type Operation, operations, type Parser } from '../src/index.js';
import { cpuTimeOf } from '../test/support/cpu-time.js';
import { hostilePages } from '../test/support/hostile-pages.js';
import { hostileUnitPages } from '../test/support/hostile-units.js';
import { inflatedPages } from '../test/support/inflated-pages.js';
import { readBodies } from '../test/support/pages.js';
import { outcomeOf } from '../test/support/parsers.js';

const only = process.argv[2] ?? '';
const sizes = [500_000, 8 * 1024 * 1024];
const longText = 200_000;
/** What a page may cost, in parse5's time for a harmless one. */
const mostTimes = 4;

const captures = readBodies(join(process.cwd(), '../../fixtures/pages'));
const harmlessText = captures.find(({ name }) => name === 'alpha.search/typical')!.text;
let faults = 0;
let worst = { times: 0, name: '' };

for (const size of sizes) {
  const allowed = timeOfHarmless(size);
  for (const [kind, make] of Object.entries({ ...hostilePages, ...hostileUnitPages })) {
    if (!kind.includes(only)) continue;
    const body = make(size);
    for (const operation of Object.keys(operations) as Operation[]) judge(`${kind}, ${size}`, operation, body, allowed);
  }
}
for (const { name, operation, text } of captures.filter(({ name: own }) => own.endsWith('/typical'))) {
  const allowed = timeOfHarmless(longText);
  for (const { place, pump, body } of inflatedPages(text, { size: longText })) {
    if (name.includes(only)) judge(`${name}, "${pump}" in ${place}`, operation as Operation, body, allowed);
  }
}
console.log(`${faults} faults; worst: ${worst.times.toFixed(1)} times, ${worst.name}`);
if (faults > 0) process.exitCode = 1;

function judge(name: string, operation: Operation, body: string, allowed: number): void {
  const parser: Parser = operations[operation];
  const options = operation === 'alpha.search' ? { blocks: true, dates: true } : {};
  const run = () => cpuTimeOf(() => outcomeOf((text) => parser(text, options), body));
  let time = run();
  if (time > mostTimes * allowed) time = Math.min(run(), run(), time); // a collection of garbage is no fault
  const times = time / allowed;
  if (times > worst.times) worst = { times, name: `${operation}, ${name}` };
  if (times <= mostTimes) return;
  faults++;
  console.log(`TOO SLOW  ${operation}, ${name}: ${time.toFixed(0)} ms, ${times.toFixed(1)} times a harmless page`);
}

function timeOfHarmless(size: number): number {
  const page = harmlessText.repeat(Math.ceil(size / harmlessText.length)).slice(0, size);
  return Math.min(...[0, 1, 2].map(() => cpuTimeOf(() => parse(page))));
}
