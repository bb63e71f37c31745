// Reads captures or real pages with one mutant at a time switched on, as the parent process requests.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutants, sayBusy } from './mutant-switch.mjs';

const [, , bundle, folder, kind] = process.argv;
/** All extras. */
const everything = { blocks: true, elements: true, rich: true, dates: true, diagnostics: true };
/** Maximum bytes of pages to read per mutant. The fastest pages come first, and most mutants are detected by them. */
const maxBytes = 30_000_000;

const { alteredPage, recordedAltered, operations, realPages, readersOf, redesignedPages } = await import(bundle);
const atLoad = mutants.reached;
const readings = { captures: ofCaptures, redesigned: ofRedesigned, altered: ofAltered, pages: ofRealPages }[kind]();
for (const reading of readings) {
  mutants.reached = new Set();
  const start = performance.now();
  reading.want = outcome(reading);
  reading.time = performance.now() - start;
  reading.passed = mutants.passed;
  reading.reached = mutants.reached;
}
/** Sites that are only reached in the first run compute a cached value, so they cannot be switched later. */
mutants.reached = new Set();
for (const reading of readings) outcome(reading);
const again = mutants.reached;
mutants.reached = undefined;
readings.sort((a, b) => a.time - b.time); // the fastest first, for an early exit

/** Whether no mutant has been switched on in this process. */
let isFresh = true;
process.on('message', (id) => {
  const own = readings.filter(({ reached }) => reached.has(id));
  if (!again.has(id) && (own.length > 0 || atLoad.has(id))) {
    process.send({ status: 'once' });
    return;
  }
  mutants.active = id;
  const noticing = firstNoticing(own);
  mutants.active = -1;
  const isKilled = noticing !== undefined;
  // A mutant can damage what the process keeps, so that each later one would seem to be detected.
  const isDamaged = isKilled && outcome(noticing) !== noticing.want;
  const isKnown = isFresh || !isDamaged;
  isFresh = false;
  if (!isKnown) {
    process.send({ isDamaged });
    return;
  }
  const alive = own.length === 0 ? 'unreached' : 'survived';
  process.send({ status: isKilled ? 'killed' : alive, isDamaged });
});
process.send('ready');

/** The first reading that detects the mutant. */
function firstNoticing(own) {
  let bytes = 0;
  for (const reading of own) {
    sayBusy();
    bytes += reading.body.length;
    if (bytes > maxBytes) return undefined;
    if (outcome(reading) !== reading.want) return reading;
  }
  return undefined;
}

function ofCaptures() {
  const metas = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('meta.json'));
  return metas.flatMap((name) => {
    const place = join(folder, name, '..');
    const { operation, query } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const body = readdirSync(place).find((file) => file.startsWith('page.'));
    if (operations[operation] === undefined || body === undefined || !existsSync(join(place, 'expected.json')))
      return [];
    return [{ parse: operations[operation], options: { query, ...everything }, body: readFileSync(join(place, body)) }];
  });
}

/** As `test/redesigned.test.ts` reads them. */
function ofRedesigned() {
  return redesignedPages(folder).map(({ operation, body }) => ({
    parse: operations[operation],
    options: everything,
    body,
  }));
}

/** As `test/altered.test.ts` reads them. */
function ofAltered() {
  return Object.keys(recordedAltered).map((name) => {
    const { operation, body } = alteredPage(folder, name);
    return { parse: operations[operation], options: everything, body };
  });
}

/** As `test/real-pages.test.ts` reads them. */
function ofRealPages() {
  return realPages(folder).flatMap((page) =>
    readersOf(page).map(({ operation, options }) => ({ parse: operations[operation], options, body: page.body })),
  );
}

/** A digest of the result with all extras, or of the error. */
function outcome({ parse, options, body, passed: before }) {
  mutants.passed = 0;
  mutants.maxPassed = before === undefined ? Number.POSITIVE_INFINITY : 100 * before + 100_000;
  return digest(read(() => parse(body, options)));
}

function read(parse) {
  try {
    return parse();
  } catch ({ name, message, state, details }) {
    return { error: { name, message, state, details } };
  }
}

function digest(value) {
  return createHash('sha1').update(JSON.stringify(value)).digest('hex');
}
