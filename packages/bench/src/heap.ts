import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchPage } from './pages.js';

/** Bytes of heap. */
export interface Heap {
  /** Taken while the page is read, garbage included. */
  readonly used: number;
  /** Held by the result alone, once the page is dropped. */
  readonly kept: number;
}

/** A young generation in megabytes that no page fills, so that all that is allocated is still there to be counted. */
const youngGeneration = 512;

/** What reading the page takes, by us or by parse5 with the tree adapter of htmlparser2. */
export function heapOf(page: BenchPage, how: 'ours' | 'parse5'): Heap {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const file = join(folder, 'page.html');
  const script = new URL('./heap-of.js', import.meta.url).pathname;
  try {
    writeFileSync(file, page.source);
    const flags = [
      '--expose-gc',
      `--max-semi-space-size=${youngGeneration}`,
      `--min-semi-space-size=${youngGeneration}`,
    ];
    return JSON.parse(
      execFileSync(process.execPath, [...flags, script, how, page.operation, file], { encoding: 'utf8' }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
