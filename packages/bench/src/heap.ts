import { execFileSync } from 'node:child_process';

/** Bytes of heap for one page. */
export interface PageHeapUse {
  /** Allocated by the complete extraction, garbage included. */
  readonly ours: number;
  /** Allocated by parse5 with the tree adapter of htmlparser2, garbage included. */
  readonly parse5: number;
  /** Retained by our result after the page is released. */
  readonly kept: number;
}

/** Megabytes of the young generation, enough that no page causes a collection and all allocations are counted. */
const youngGeneration = 320;

/** Heap use of each of `pagesToMeasure`, in the same order. */
export function heapUseOfPages(): PageHeapUse[] {
  const script = new URL('./heap-of.js', import.meta.url).pathname;
  const sizes = ['max', 'min'].map((bound) => `--${bound}-semi-space-size=${youngGeneration}`);
  const answer = execFileSync(process.execPath, ['--expose-gc', ...sizes, script], { encoding: 'utf8' });
  return JSON.parse(answer);
}
