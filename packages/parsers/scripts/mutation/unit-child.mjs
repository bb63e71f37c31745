// Runs the unit tests with one mutant at a time switched on, as the parent process requests: the tests that reach it,
// the fastest first, until one fails.
import { mutants, sayBusy } from './mutant-switch.mjs';

const [, , bundle] = process.argv;
/** Real pages are a separate stage. */
delete process.env.SVC_CORPUS;
/** Milliseconds of CPU time. Tests that are slower even in a second run measure speed or read thousands of pages. */
const maxTestTime = 100;
/** A first run is slower, because the code is not compiled yet, but not by more than this. */
const longestFirst = 400;

const { collected } = await import(bundle);
const { cpuUsage } = process;
let isMeasuring = false;
for (const meter of ['cpuUsage', 'memoryUsage']) process[meter] = noting(process[meter]);
performance.now = noting(performance.now.bind(performance));
const tests = [];
const registered = await collected();
const atLoad = mutants.reached;
for (const test of registered) {
  mutants.reached = new Set();
  mutants.passed = 0;
  isMeasuring = false;
  const [isPassed, first] = await timed(test);
  // Times and memory vary, so such a test would also detect mutants that change no result, at random.
  if (isMeasuring) continue;
  // A test that fails without any mutant needs more of the test runner than `unit-vitest.mjs` has.
  if (!isPassed) process.stderr.write(`left out: ${test.name}\n`);
  else {
    const { reached, passed } = mutants;
    const isNear = first >= maxTestTime && first < longestFirst;
    const time = isNear ? (await timed(test))[1] : first;
    tests.push({ ...test, reached, passed, time });
  }
}
const quick = tests.filter(({ time }) => time < maxTestTime).sort((a, b) => a.time - b.time);
/** Sites that are only reached in the first run compute a cached value, so they cannot be switched later. */
mutants.reached = new Set();
for (const test of quick) await passes(test);
const again = mutants.reached;
mutants.reached = undefined;
const seconds = quick.reduce((sum, { time }) => sum + time, 0) / 1000;
process.stderr.write(`${quick.length} of ${tests.length} unit tests, ${seconds.toFixed(1)} s\n`);

/** Whether no mutant has been switched on in this process. */
let isFresh = true;
process.on('message', async (id) => {
  const own = quick.filter((test) => test.reached.has(id));
  if (!again.has(id) && (own.length > 0 || atLoad.has(id))) {
    process.send({ status: 'once' });
    return;
  }
  mutants.active = id;
  const { by, isDamaged } = await noticing(own);
  mutants.active = -1;
  const isKnown = isFresh || !isDamaged;
  isFresh = false;
  if (!isKnown) {
    process.send({ isDamaged });
    return;
  }
  const alive = own.length === 0 ? 'unreached' : 'survived';
  process.send({ status: by === undefined ? alive : 'killed', by, isDamaged });
});
process.send('ready');

/**
 * The name of the test that detects the mutant, and whether that test fails without it too: then a mutant, perhaps an
 * earlier one, has damaged what the process keeps.
 */
async function noticing(own) {
  const { active } = mutants;
  for (const test of own) {
    sayBusy();
    mutants.active = active;
    mutants.passed = 0;
    mutants.maxPassed = 100 * test.passed + 100_000;
    if (await passes(test)) continue;
    mutants.active = -1;
    mutants.maxPassed = Number.POSITIVE_INFINITY;
    return { by: test.name, isDamaged: !(await passes(test)) };
  }
  return {};
}

/** A function that measures time or memory, and notes that the current test does so. */
function noting(measure) {
  return Object.assign((...given) => {
    isMeasuring = true;
    return measure(...given);
  }, measure);
}

/** Whether a test passes, and its CPU time in milliseconds, which does not depend on other processes. */
async function timed(test) {
  const start = cpuUsage();
  const isPassed = await passes(test);
  const { user, system } = cpuUsage(start);
  return [isPassed, (user + system) / 1000];
}

async function passes({ run }) {
  try {
    await run();
    return true;
  } catch {
    return false;
  }
}
