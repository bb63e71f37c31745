// Updates the digests of how captures are read after redesigns (`test/redesigned.json`) and after alterations in a few
// places (`test/altered.json`), and of real pages (`test/real-pages.json`), if SVC_CORPUS names a folder of them.
// Prints each reading that has changed. Also updates the numbers of parse5 steps per page
// (`test/html/short-cuts.json`). Keeps the digests of real pages that are not in the folder.
import { readFileSync, writeFileSync } from 'node:fs';
import { alteredPage, alteredReading, changedAltered, type RecordedAltered } from '../test/support/altered/altered.js';
import { changesOf, type RecordedReadings, readingsOf, realPages } from '../test/support/real-pages.js';
import { changedAmong, readingOf, redesignedPages } from '../test/support/redesigned.js';
import { portions, stepsFor } from '../test/support/short-cuts.js';

const captures = '../../fixtures/pages';
recordRedesigned('test/redesigned.json');
recordAltered('test/altered.json');
recordSteps('test/html/short-cuts.json');
const corpus = process.env.SVC_CORPUS;
if (corpus === undefined) console.log('SKIPPED: SVC_CORPUS is not set to a folder of real pages');
else recordReal('test/real-pages.json', corpus);

function recordRedesigned(file: string): void {
  const pages = redesignedPages(captures);
  const changed = changedAmong(pages, recordedIn(file));
  for (const name of changed) console.log(name);
  write(file, Object.fromEntries(pages.map((page) => [page.name, readingOf(page)])));
  console.log(`${pages.length} captures after redesigns, ${changed.length} readings changed`);
}

function recordAltered(file: string): void {
  const before: RecordedAltered = recordedIn(file);
  const changed = changedAltered(captures, before);
  for (const name of changed) console.log(name);
  const now = Object.keys(before).map((name) => [name, alteredReading(alteredPage(captures, name))]);
  write(file, Object.fromEntries(now));
  console.log(`${now.length} captures altered, ${changed.length} readings changed`);
}

function recordSteps(file: string): void {
  write(file, Object.fromEntries(Object.entries(portions).map(([name, sources]) => [name, stepsFor(sources)])));
}

function recordReal(file: string, folder: string): void {
  const before: RecordedReadings = recordedIn(file);
  const pages = realPages(folder);
  const { changes, compared } = changesOf(pages, before);
  for (const change of changes) console.log(change);
  write(file, { ...before, ...Object.fromEntries(pages.map((page) => [page.digest, readingsOf(page)])) });
  console.log(`${pages.length} real pages, ${pages.length - compared} of them new, ${changes.length} readings changed`);
}

function recordedIn<Recorded>(file: string): Recorded {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Writes one entry per line, sorted by name. */
function write(file: string, all: object): void {
  const lines = Object.entries(all).sort(byName);
  const written = lines.map(([name, value]) => ` ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  writeFileSync(file, `{\n${written.join(',\n')}\n}\n`);
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
