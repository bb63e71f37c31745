// Tests what happens to each field when a single sign is removed from the pages (see `test/support/signs`): on the
// captures of this repository, and on the labelled pages that SVC_CORPUS names or that are beside the checkout. Fails
// for a loss that is not listed in `test/support/signs/known.ts`, and for a listed one that does not occur. An argument
// limits the run to signs and changes whose name contains it. Takes some minutes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readCaptures, readLabelled } from '../test/support/pages.js';
import { measureSigns, type Trial } from '../test/support/signs/measure.js';
import { sourceWordsIn } from '../test/support/signs/source-words.js';
import { type Fault, faultsOf, labelOf, untrueLosses } from '../test/support/signs/verdict.js';

/** The package's folder, in which its scripts run. */
const folder = process.cwd();
const corpus = process.env.SVC_CORPUS ?? join(folder, '../../../shared/corpus');
const only = process.argv[2] ?? '';

const words = sourceWordsIn(join(folder, 'src'));
const faults = [
  ...report('Captures in this repository', readCaptures(join(folder, '../../fixtures/pages'))),
  ...(existsSync(corpus) ? report('Labelled pages', readLabelled(corpus)) : []),
];
const unknown = faults.filter(({ reason }) => reason === undefined);
const untrue = only === '' && existsSync(corpus) ? untrueLosses(faults) : [];
for (const label of untrue) console.log(`listed, but does not occur: ${label}`);
console.log(
  `${faults.length} losses, ${unknown.length} of them not listed; ${untrue.length} listed losses do not occur`,
);
if (unknown.length + untrue.length > 0) process.exitCode = 1;

function report(title: string, pages: ReturnType<typeof readCaptures>): Fault[] {
  const trials: Trial[] = measureSigns(pages, { words, isTried: (name) => name.includes(only) });
  console.log(`\n## ${title}: ${pages.length} pages, ${trials.length} trials\n`);
  const found = faultsOf(trials);
  for (const { share, pages: count, reason, ...fault } of found) {
    const loss = `${(100 * share).toFixed(1)} % lost on ${count} pages`;
    console.log(`${labelOf(fault)} — ${loss}${reason === undefined ? ', NOT LISTED' : `, ${reason}`}`);
  }
  return found;
}
