import { execFileSync } from 'node:child_process';
import { type Extra, operationExtras } from '@svc/parsers';
import { parse } from 'parse5';
import { type Effort, interleave, median, type Samples } from './measure.js';
import { type BenchPage, parsers } from './pages.js';
import type { Peer } from './peers.js';

/** Samples of one page, by contender. */
export interface PageTimes {
  readonly page: BenchPage;
  readonly times: ReadonlyMap<string, Samples>;
}

/** Names of the contenders measured with every page. */
export const ours = 'ours';
export const bareParse5 = 'parse5.parse';
export const sweep = 'indexOf';
export const fromBytes = 'ours, from bytes';
export const everything = 'ours, everything included';

/** Parses every page a few times, so that the code is compiled before the measurement. */
export function warmUp(pages: readonly BenchPage[]): void {
  for (const page of pages) interleave(basics(page), { budget: 0, rounds: warmRounds });
}

const warmRounds = 25;

/** Our parser, `parse5.parse` alone, and one scan over the text as the lower limit. */
export function timePage(page: BenchPage, effort: Effort): PageTimes {
  return { page, times: interleave(basics(page), effort) };
}

/** Rows alone, and with everything that can be included: `blocks`, `elements` and the other extras of the operation. */
export function timeExtras(page: BenchPage, effort: Effort): PageTimes {
  const { operation, source } = page;
  const included = Object.fromEntries(extrasOf(operation).map((name) => [name, true]));
  const contenders = [
    { name: ours, run: () => parsers[operation](source) },
    { name: everything, run: () => parsers[operation](source, included) },
  ];
  return { page, times: interleave(contenders, effort) };
}

/** All extras except diagnostics. */
export function extrasOf(operation: BenchPage['operation']): readonly Extra[] {
  return operationExtras[operation].filter((name) => name !== 'diagnostics');
}

/** The same contenders, our parser from bytes, and other libraries with their own extraction. */
export function timeWithPeers(page: BenchPage, others: readonly Peer[], effort: Effort): PageTimes {
  const bytes = new TextEncoder().encode(page.source);
  const theirs = others
    .filter(({ operations }) => operations.includes(page.operation))
    .map(({ name, extract }) => ({ name, run: () => extract(page) }));
  const decoded = { name: fromBytes, run: () => parsers[page.operation](bytes) };
  return { page, times: interleave([...basics(page), decoded, ...theirs], effort) };
}

function basics({ operation, source }: BenchPage) {
  return [
    { name: ours, run: () => parsers[operation](source) },
    { name: bareParse5, run: () => parse(source) },
    { name: sweep, run: () => source.indexOf('\u0001') },
  ];
}

/** The cost of depending on `@svc/parsers`. */
export interface PackageCosts {
  /** Milliseconds that a new process takes to import it. */
  readonly coldStart: number;
  /** Download size in bytes. */
  readonly packed: number;
  /** Installed size in bytes, without dependencies. */
  readonly unpacked: number;
  readonly files: number;
}

const rounds = 15;

export function packageCosts(): PackageCosts {
  const folder = new URL('../../parsers', import.meta.url).pathname;
  const answer = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const [{ size, unpackedSize, entryCount }] = JSON.parse(answer);
  return { coldStart: coldStart(), packed: size, unpacked: unpackedSize, files: entryCount };
}

function coldStart(): number {
  const code = `const start = performance.now(); await import('@svc/parsers'); console.log(performance.now() - start)`;
  const cwd = new URL('..', import.meta.url).pathname;
  const times = Array.from({ length: rounds }, () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd, encoding: 'utf8' })),
  );
  return median(times);
}
