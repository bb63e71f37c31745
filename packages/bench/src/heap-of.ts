import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import type { Heap } from './heap.js';
import { type BenchPage, pagesToMeasure, parsers } from './pages.js';

/** Readings before any is measured: code that is not compiled yet allocates what it will not later. */
const warmReads = 3_000;

/** Readings that are measured together, so that what the process does meanwhile does not count. */
const reads = 3;

/** Results held at once, for the same reason. */
const copies = 20;

/**
 * `heap-of`: prints, as JSON, what the heap takes for each of `pagesToMeasure`. A process of its own: with a
 * young generation so large that nothing is collected meanwhile, all that is allocated can be counted.
 */
const collect = globalThis.gc;
if (collect === undefined) throw new Error('usage: node --expose-gc heap-of.js');

const pages = pagesToMeasure();
for (let read = 0; read < warmReads; read++) {
  const page = pages[read % pages.length];
  if (page === undefined) break;
  ours(page);
  if (read < warmReads / 5) parse5(page);
}
console.log(
  JSON.stringify(pages.map((page): Heap => ({ ours: used(ours, page), parse5: used(parse5, page), kept: kept(page) }))),
);

function ours({ operation, source }: BenchPage): unknown {
  return parsers[operation](source);
}

function parse5({ source }: BenchPage): unknown {
  return parse(source, { treeAdapter: adapter });
}

function used(read: (page: BenchPage) => unknown, page: BenchPage): number {
  collect?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < reads; i++) read(page);
  return (process.memoryUsage().heapUsed - before) / reads;
}

/** Each result is of a copy of the page that is dropped with it, if the result lets go of it. */
function kept({ operation, source }: BenchPage): number {
  const bytes = Buffer.from(source);
  collect?.();
  const before = process.memoryUsage().heapUsed;
  const results = Array.from({ length: copies }, () => parsers[operation](bytes.toString()));
  collect?.();
  return (process.memoryUsage().heapUsed - before) / results.length;
}
