// Measures what the planner learns from and, in turn with it, what it does not learn from, and compares that with what it says of it:
// five sizes of pages, three numbers of keys, one Redis and a Cluster of two. Writes both to held-out.json, and fails where anything
// is wrong by more than 15 %. Three quarters of an hour; what has been measured is kept after each run.
//
// Others may use the machine meanwhile: times are those of the processor as the kernel counts them, at the pace that the machine had
// just then (see `pacer.mjs`), and searches a second are compared only where others used less than a tenth of it.
//
//   pnpm --filter @svc/planner plan:held-out                   10 seconds for each
//   pnpm --filter @svc/planner plan:held-out --resume          goes on where a run that was stopped had got to
//   pnpm --filter @svc/planner plan:held-out --minutes 10      begins nothing after ten minutes, and holds what it has measured by then;
//                                                              with --resume it goes on the next time
//   pnpm --filter @svc/planner plan:held-out --times 2         starts services twice for each: starts differ by some 10 %
//   pnpm --filter @svc/planner plan:held-out --seconds 5 --bytes 420000,1500000 --keys 500 --masters 1
//                                                              some, held to what was measured before; with --calibrate anew
//   pnpm --filter @svc/planner plan:held-out --folder <folder> captured pages of that folder, those nearest to each size
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { randomFrom } from '../../server/scripts/random.mjs';
import { calibrations, measuredOf } from './calibrations.mjs';
import { read, write } from './kept.mjs';
import { createPredictions } from './predictions.mjs';
import { meanOf, run } from './run.mjs';
import { heldOutTable, maxWrong, shares, tolerance } from './tables.mjs';

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
    minutes: { type: 'string' },
    calibrate: { type: 'boolean' },
  },
});
const numbers = (name) => values[name].split(',').map(Number);
const seconds = Number(values.seconds);
const times = Number(values.times);
const minutes = values.minutes && Number(values.minutes);
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

/** What is measured, in its order. What is learned from alternates with the rest: the machine is as busy for both. */
const learned = calibrate ? Object.entries(calibrations).map(([name, plan]) => ({ name, plan, warm: 6 })) : [];
const held = plans.map((plan) => ({ plan, warm: 5 }));
const queue = minutes === undefined ? alternating(learned, held) : [...learned, ...shuffled(held)];

const end = performance.now() + (minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const [runs, calibrated] = [[], {}];
for (const { name, plan, warm } of queue) {
  if (performance.now() > end) break;
  const found = await measure(plan, warm);
  if (name === undefined) runs.push(found);
  else calibrated[name] = found;
}
const left = queue.length - runs.length - Object.keys(calibrated).length;
if (left > 0) console.log(`${left} of ${queue.length} runs are left: go on with --resume.`);
if (runs.length > 0) compare();
process.exitCode ||= left > 0 ? 1 : 0;

function compare() {
  const measured = calibrate ? measuredOf(calibrated) : read('measured.json');
  if (calibrate && left === 0) write('held-out.json', { measured, runs });
  const predictions = createPredictions(measured);
  console.log(heldOutTable(runs, predictions));
  const wrong = runs.map((found) => maxWrong(predictions.predicted(found), predictions.seen(found)));
  console.log(`\nAt most ${Math.round(Math.max(...wrong) * 100)} % wrong: ${shares(runs, predictions)}.`);
  if (wrong.some((share) => share > tolerance)) process.exitCode = 1;
}

/** The items of two lists in their order, those of the shorter one spread over the longer one. */
function alternating(few, many) {
  return many.flatMap((item, index) => {
    const before = few.slice(
      Math.ceil((index * few.length) / many.length),
      Math.ceil(((index + 1) * few.length) / many.length),
    );
    return [...before, item];
  });
}

/** In an order that is the same each time, so that the first ones are a sample. */
function shuffled(items) {
  const random = randomFrom(1);
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
