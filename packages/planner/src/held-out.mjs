// Measures what the planner learns from and, in turn with it, what it does not learn from, and compares that with what it says of it:
// five sizes of pages, three numbers of keys, one Redis and a Cluster of two. Writes both to held-out.json, and fails where anything
// is wrong by more than 15 %. Three quarters of an hour; what has been measured is kept after each run.
//
// Others may use the machine meanwhile: times are those of the processor as the kernel counts them, at the pace that the machine had
// just then (see `pacer.mjs`), and searches a second are compared only where others used less than a tenth of it.
//
//   pnpm --filter @svc/planner plan:held-out                   10 seconds for each
//   pnpm --filter @svc/planner plan:held-out --resume          goes on where a run that was stopped had got to
//   pnpm --filter @svc/planner plan:held-out --times 2         starts services twice for each: starts differ by some 10 %
//   pnpm --filter @svc/planner plan:held-out --seconds 5 --bytes 420000,1500000 --keys 500 --masters 1
//                                                              some, held to what was measured before; with --calibrate anew
//   pnpm --filter @svc/planner plan:held-out --folder <folder> captured pages of that folder, those nearest to each size
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { calibrations, measuredOf } from './calibrations.mjs';
import { read, write } from './kept.mjs';
import { createPredictions } from './predictions.mjs';
import { meanOf, run } from './run.mjs';
import { heldOutTable, mostWrong, shares, tolerance } from './tables.mjs';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)); // which ends what was started
const text = (fallback) => ({ type: 'string', default: fallback });
const { values } = parseArgs({
  options: {
    seconds: text('10'),
    bytes: text('150000,220000,420000,800000,1500000'),
    keys: text('20,500,5000'),
    masters: text('1,2'),
    times: text('1'),
    folder: { type: 'string' },
    resume: { type: 'boolean', default: false },
    calibrate: { type: 'boolean' },
  },
});
const numbers = (name) => values[name].split(',').map(Number);
const seconds = Number(values.seconds);
const times = Number(values.times);
const calibrate = values.calibrate ?? !process.argv.some((given) => /^--(bytes|keys|masters|folder)/.test(given));

/** One process as often as two: with two, all of the machine is busy. */
const plans = numbers('bytes')
  .flatMap((bytes) =>
    numbers('keys').flatMap((keys) => numbers('masters').map((masters) => ({ bytes, keys, masters }))),
  )
  .map((plan, index) => ({
    ...plan,
    processes: 1 + (index % 2),
    callers: 24 * (1 + (index % 2)),
    folder: values.folder,
  }));

/** What was measured so far, by what was asked for. */
const soFar = values.resume ? read('../.work/held-out.json') : {};
mkdirSync(new URL('../.work', import.meta.url), { recursive: true });

/** Measures a run as often as is asked for, but for what is known. */
async function measure(plan, warm) {
  const name = JSON.stringify({ ...plan, seconds });
  const found = soFar[name] ?? [];
  soFar[name] = found;
  while (found.length < times) {
    found.push(await run(plan, { warm, seconds }));
    write('../.work/held-out.json', soFar);
  }
  return meanOf(found);
}

/** What is learned from is measured in turn with the others: the machine is as busy for both. */
const learned = calibrate ? Object.entries(calibrations) : [];
const [runs, calibrated] = [[], {}];
for (const [index, plan] of plans.entries()) {
  while (
    learned.length > 0 &&
    Object.keys(calibrated).length <= (index * Object.keys(calibrations).length) / plans.length
  ) {
    const [name, calibration] = learned.shift();
    calibrated[name] = await measure(calibration, 6);
  }
  runs.push(await measure(plan, 5));
}
const measured = calibrate ? measuredOf(calibrated) : read('measured.json');
if (calibrate) write('held-out.json', { measured, runs });
const predictions = createPredictions(measured);
console.log(heldOutTable(runs, predictions));
const wrong = runs.map((found) => mostWrong(predictions.predicted(found), predictions.seen(found)));
console.log(`\nAt most ${Math.round(Math.max(...wrong) * 100)} % wrong: ${shares(runs, predictions)}.`);
process.exitCode = wrong.some((share) => share > tolerance) ? 1 : 0;
