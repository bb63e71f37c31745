// Scores the built parsers on labelled real pages and holds the result against the ratchet beside this file.
//
//   pnpm score              compares; a share below the ratchet fails
//   pnpm score --raise      compares, then writes what rose
//   pnpm score --lower      writes the scores as they are, lower ones too
//
// The pages are other people's and not part of this repository: without them (../shared, or SVC_SHARED) nothing is
// compared, and that is said.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const ratchetFile = join(here, 'scores.json');
const shared = resolve(process.env.SVC_SHARED ?? join(root, '..', 'shared'));
const referee = join(shared, 'eval', 'score.mjs');
const { values: options } = parseArgs({ options: { raise: { type: 'boolean' }, lower: { type: 'boolean' } } });

if (!existsSync(referee)) {
  console.log('SKIPPED: no labelled pages beside this checkout, so accuracy on real pages was not measured');
  process.exit(0);
}

const now = measure();
const held = existsSync(ratchetFile) ? JSON.parse(readFileSync(ratchetFile, 'utf8')) : {};
const rows = compare(held, now);
const fallen = rows.filter(({ fell }) => fell);
print(now, rows, fallen);
writeCounts(rows.length - fallen.length, fallen.length);
if (options.lower) write(now);
else if (options.raise) write(highest(held, now));
if (fallen.length > 0 && !options.lower) process.exit(1);

/** Shares by mutation, operation and field; `none` is the pages as captured. */
function measure() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [referee, '--project', root, '--mutate', 'all', '--json'],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Error(`the referee failed: ${stderr}`);
  return mapValues(JSON.parse(stdout), ({ groups }) =>
    mapValues(groups, (fields) => mapValues(fields, (value) => (typeof value === 'number' ? value : value.share))),
  );
}

function compare(held, now) {
  const rows = [];
  for (const [mutation, operations] of Object.entries(held)) {
    for (const [operation, fields] of Object.entries(operations)) {
      for (const [field, least] of Object.entries(fields)) {
        const share = now[mutation]?.[operation]?.[field] ?? 0;
        rows.push({ mutation, operation, field, least, share, fell: share < least - 1e-9 });
      }
    }
  }
  return rows;
}

function highest(held, now) {
  return mapValues(now, (operations, mutation) =>
    mapValues(operations, (fields, operation) =>
      mapValues(fields, (share, field) => Math.max(share, held[mutation]?.[operation]?.[field] ?? 0)),
    ),
  );
}

function print(now, rows, fallen) {
  for (const [operation, fields] of Object.entries(now.none)) {
    console.log(
      `${operation}\n  ${Object.entries(fields)
        .map(([field, share]) => `${field} ${share.toFixed(4)}`)
        .join(' · ')}`,
    );
  }
  for (const { mutation, operation, field, least, share } of fallen) {
    console.log(`FELL  ${mutation} · ${operation} · ${field}: ${share.toFixed(4)}, held at ${least.toFixed(4)}`);
  }
  console.log(`${rows.length - fallen.length} of ${rows.length} held scores stand`);
}

function write(scores) {
  const rounded = JSON.stringify(
    scores,
    (_, value) => (typeof value === 'number' ? Math.floor(value * 1e6) / 1e6 : value),
    2,
  );
  writeFileSync(ratchetFile, `${rounded}\n`);
}

/** For the summary of the whole suite, in the shape of a test runner's report. */
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
