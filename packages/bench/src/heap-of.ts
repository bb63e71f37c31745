import { readFileSync } from 'node:fs';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { type Operation, parsers } from './pages.js';

/** Results held at once, so that what each holds is told from what the process does meanwhile. */
const copies = 20;

/**
 * `heap-of <how> <operation> <file>`: prints, in bytes, the heap that a page takes while it is read, garbage included,
 * and what of it a result holds once the page is dropped. A process of its own for each: with a young generation so
 * large that nothing is collected in between, all that is allocated can be counted.
 */
const [how = '', operation = '', file = ''] = process.argv.slice(2);

const readers: Record<string, (source: string) => unknown> = {
  ours: (source) => parsers[operation as Operation](source),
  parse5: (source) => parse(source, { treeAdapter: adapter }),
};
const read = readers[how];
const collect = globalThis.gc;
if (read === undefined || collect === undefined)
  throw new Error('usage: node --expose-gc heap-of.js <how> <operation> <file>');

for (let i = 0; i < 5; i++) read(readFileSync(file, 'utf8'));

collect();
const source = readFileSync(file, 'utf8');
const withSource = process.memoryUsage().heapUsed;
read(source);
const used = process.memoryUsage().heapUsed - withSource;

collect();
const empty = process.memoryUsage().heapUsed;
const results = Array.from({ length: copies }, () => read(readFileSync(file, 'utf8')));
collect();
const kept = (process.memoryUsage().heapUsed - empty) / results.length;
console.log(JSON.stringify({ used, kept }));
