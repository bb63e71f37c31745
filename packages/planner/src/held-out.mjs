// Measures alternately what the planner learns from and what it does not, and compares the latter with its predictions:
// five page sizes, three numbers of keys, one Redis and a Cluster of two. Writes both to held-out.json, and fails if a
// prediction is wrong by more than 15 %. Takes 80 minutes; results are saved after each run.
//
// Other processes may use the machine meanwhile: times are CPU times from the kernel, corrected by the pace of the machine
// during the run (see `pacer.mjs`), and searches per second are compared only if others used less than a tenth of it.
//
//   pnpm --filter @svc/planner plan:held-out                   10 seconds for each run
//   pnpm --filter @svc/planner plan:held-out --resume          continues a run that was stopped, or starts the first one
//   pnpm --filter @svc/planner plan:held-out --minutes 10      starts no run after ten minutes, and compares those
//                                                              measured so far; --resume continues the next time
//   pnpm --filter @svc/planner plan:held-out --times 2         starts services twice for each run, as starts differ by 10 %
//   pnpm --filter @svc/planner plan:held-out --seconds 5 --bytes 420000,1500000 --keys 500 --masters 1
//                                                              some runs, compared with earlier calibrations;
//                                                              --calibrate repeats those
//   pnpm --filter @svc/planner plan:held-out --folder <folder> captured pages of that folder, the closest to each size
import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { randomFrom } from '../../server/scripts/random.mjs';
import { calibrationRuns, toMeasurements } from './calibrations.mjs';
import { readMeasurements, writeMeasurements } from './kept.mjs';
import { createPredictions } from './predictions.mjs';
import { meanOfRuns, measureRun } from './run.mjs';
import { heldOutTable, maxPredictionError, maxPredictionErrorsByValue, predictionTolerance } from './tables.mjs';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)); // also ends the child processes
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

/** One process is measured as often as two, as two use the whole machine. */
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

/** Where results are stored after each run. */
const stored = '../.work/held-out.json';
/** Results so far, by run. */
const soFar = values.resume && existsSync(new URL(stored, import.meta.url)) ? readMeasurements(stored) : {};
mkdirSync(new URL('../.work', import.meta.url), { recursive: true });

/** Measures a run the requested number of times, unless its result is known. */
async function measure(plan, warm) {
  const name = JSON.stringify({ ...plan, seconds });
  const found = soFar[name] ?? [];
  soFar[name] = found;
  while (found.length < times) {
    found.push(await measureRun(plan, { warm, seconds }));
    writeMeasurements(stored, soFar);
  }
  return meanOfRuns(found);
}

/** Runs in order. Those to learn from alternate with the others, so that other load affects both. */
const learned = calibrate ? Object.entries(calibrationRuns).map(([name, plan]) => ({ name, plan, warm: 6 })) : [];
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
if (left > 0) console.log(`${left} of ${queue.length} runs are left; continue with --resume.`);
if (runs.length > 0) compare();
process.exitCode ||= left > 0 ? 1 : 0;

function compare() {
  const measured = calibrate ? toMeasurements(calibrated) : readMeasurements('measured.json');
  if (calibrate && left === 0) writeMeasurements('held-out.json', { measured, runs });
  const predictions = createPredictions(measured);
  console.log(heldOutTable(runs, predictions));
  const wrong = runs.map((found) => maxPredictionError(predictions.predict(found), predictions.observed(found)));
  console.log(
    `\nMaximum error: ${Math.round(Math.max(...wrong) * 100)} %. By value: ${maxPredictionErrorsByValue(runs, predictions)}.`,
  );
  if (wrong.some((share) => share > predictionTolerance)) process.exitCode = 1;
}

/** Interleaves two lists, spreading the shorter one over the longer one. */
function alternating(few, many) {
  return many.flatMap((item, index) => {
    const before = few.slice(
      Math.ceil((index * few.length) / many.length),
      Math.ceil(((index + 1) * few.length) / many.length),
    );
    return [...before, item];
  });
}

/** Shuffles in an order that is always the same, so that the first runs are a sample. */
function shuffled(items) {
  const random = randomFrom(1);
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
