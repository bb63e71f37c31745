// Scores the built parsers on labelled real pages and compares each page with its recorded score.
//
//   pnpm score              compares; a page with more misses than recorded fails
//   pnpm score --raise      compares, then records new pages and improvements
//   pnpm score --lower      records the current score of every page, including additional misses
//
// Misses are recorded per page, so that a page new to the corpus never makes the comparison fail. The pages belong to
// others and are not part of this repository: without them (../shared, or SVC_SHARED), nothing is compared, which is
// reported.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measure } from './measure.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const ratchetFile = join(here, 'held.json');
const shared = resolve(process.env.SVC_SHARED ?? join(root, '..', 'shared'));
const { values: options } = parseArgs({ options: { raise: { type: 'boolean' }, lower: { type: 'boolean' } } });

if (!existsSync(join(shared, 'eval', 'score.mjs'))) {
  console.log('SKIPPED: no labelled pages beside this checkout, so accuracy on real pages was not measured');
  process.exit(0);
}

const { misses: now, names, shares } = measure(shared, root);
const held = JSON.parse(readFileSync(ratchetFile, 'utf8'));
const { fallen, compared, added, gone } = compare(held, now);
if (compared === 0 && !options.lower && !options.raise) throw new Error('no held page is in the corpus');
report();
writeCounts(compared - fallen.length, fallen.length);
if (options.lower) write(now);
else if (options.raise) write(raised(held, now));
if (fallen.length > 0 && !options.lower) process.exit(1);

/** Compares page by page. A page with a miss that is not recorded has fallen. */
function compare(held, now) {
  const result = { fallen: [], compared: 0, added: 0, gone: 0 };
  for (const variant of new Set([...Object.keys(held), ...Object.keys(now)])) {
    const [before, after] = [held[variant] ?? {}, now[variant] ?? {}];
    result.gone += Object.keys(before).filter((digest) => !after[digest]).length;
    for (const [digest, fields] of Object.entries(after)) {
      if (!before[digest]) {
        result.added += 1;
        continue;
      }
      result.compared += 1;
      const worse = Object.entries(fields).filter(([field, count]) => count > (before[digest][field] ?? 0));
      if (worse.length > 0) result.fallen.push({ variant, digest, worse, before: before[digest] });
    }
  }
  return result;
}

function raised(held, now) {
  return mapValues(now, (pages, variant) =>
    mapValues(pages, (fields, digest) => {
      const before = held[variant]?.[digest];
      return before ? fewest(before, fields) : fields;
    }),
  );
}

function fewest(before, after) {
  const counts = Object.entries(before).map(([field, count]) => [field, Math.min(count, after[field] ?? 0)]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function report() {
  for (const [operation, fields] of Object.entries(shares)) {
    const cells = Object.entries(fields).map(([field, value]) => `${field} ${(value.share ?? value).toFixed(4)}`);
    console.log(`${operation}\n  ${cells.join(' · ')}`);
  }
  for (const { variant, digest, worse, before } of fallen) {
    const fields = worse.map(([field, count]) => `${field} ${before[field] ?? 0} → ${count}`).join(', ');
    console.log(`FELL  ${variant} · ${names.get(digest)}: misses of ${fields}`);
  }
  if (added > 0) console.log(`${added} new pages or labels are not held yet: pnpm score --raise holds them`);
  if (gone > 0) console.log(`${gone} held pages or labels are not in this corpus and were not compared`);
  console.log(`${compared - fallen.length} of ${compared} pages and their changed copies hold`);
}

function write(misses) {
  writeFileSync(ratchetFile, `${JSON.stringify(misses, null, 1)}\n`);
}

/** Writes counts for the summary of all tests, in the format of a test runner's report. */
function writeCounts(passed, failed) {
  mkdirSync(join(root, '.work'), { recursive: true });
  writeFileSync(
    join(root, '.work', 'results.json'),
    JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 0 }),
  );
}

function mapValues(record, map) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
