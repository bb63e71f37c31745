import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import type { PageHeapUse } from './heap.js';
import { type BenchPage, pagesToMeasure, parsers } from './pages.js';

/** Pages read before the measurement, as code that is not yet compiled allocates more. */
const warmReads = 3_000;

/** Reads per measurement, so that other allocations of the process carry little weight. */
const reads = 3;

/** Results held at once, for the same reason. */
const copies = 20;

/**
 * `heap-of`: prints the heap used for each of `pagesToMeasure` as JSON. It is a separate process, whose young
 * generation is so large that nothing is collected during a measurement and all allocations are counted.
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
  JSON.stringify(
    pages.map((page): PageHeapUse => ({ ours: used(ours, page), parse5: used(parse5, page), kept: kept(page) })),
  ),
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

/** Each result belongs to its own copy of the page, which can be collected unless the result refers to it. */
function kept({ operation, source }: BenchPage): number {
  const bytes = Buffer.from(source);
  collect?.();
  const before = process.memoryUsage().heapUsed;
  const results = Array.from({ length: copies }, () => parsers[operation](bytes.toString()));
  collect?.();
  return (process.memoryUsage().heapUsed - before) / results.length;
}
