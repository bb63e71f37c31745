import { execFileSync } from 'node:child_process';

/** Bytes of heap for one page. */
export interface Heap {
  /** Taken by whole extraction, garbage included. */
  readonly ours: number;
  /** Taken by parse5 with the tree adapter of htmlparser2, garbage included. */
  readonly parse5: number;
  /** Held by our result alone, once the page is dropped. */
  readonly kept: number;
}

/** A young generation in megabytes that no page fills, so that all that is allocated is still there to be counted. */
const youngGeneration = 320;

/** For each of `pagesToMeasure`, in their order. */
export function heapsOfPages(): Heap[] {
  const script = new URL('./heap-of.js', import.meta.url).pathname;
  const sizes = ['max', 'min'].map((bound) => `--${bound}-semi-space-size=${youngGeneration}`);
  const answer = execFileSync(process.execPath, ['--expose-gc', ...sizes, script], { encoding: 'utf8' });
  return JSON.parse(answer);
}
