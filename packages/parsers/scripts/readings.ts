// Holds what is read of the real pages in the folder that SVC_CORPUS names, for `test/real-pages.test.ts`: tells every
// reading that has changed, by page and reader, and writes digests of them. Pages that are not in the folder stay held.
import { readFileSync, writeFileSync } from 'node:fs';
import { changesOf, type HeldReadings, readingsOf, realPages } from '../test/support/real-pages.js';

const file = 'test/real-pages.json';
const corpus = process.env.SVC_CORPUS;
if (corpus === undefined) throw new Error('SVC_CORPUS names no folder of pages');

const held: HeldReadings = JSON.parse(readFileSync(file, 'utf8'));
const pages = realPages(corpus);
const { changes, compared } = changesOf(pages, held);
for (const change of changes) console.log(change);
const readings = pages.map((page) => [page.digest, readingsOf(page)] as const);
const all = Object.entries({ ...held, ...Object.fromEntries(readings) }).sort();
const lines = all.map(([digest, own]) => ` ${JSON.stringify(digest)}: ${JSON.stringify(own)}`);
writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
console.log(`${pages.length} pages, ${pages.length - compared} of them new, ${changes.length} readings changed`);
