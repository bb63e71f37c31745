import { execFileSync } from 'node:child_process';
import { type Extra, operationExtras } from '@svc/parsers';
import { parse } from 'parse5';
import { median, type Samples, type SamplingOptions, timeInterleaved } from './measure.js';
import { type BenchPage, parsers } from './pages.js';
import type { PeerLibrary } from './peers.js';

/** Samples of one page, by contender. */
export interface PageTimes {
  readonly page: BenchPage;
  readonly times: ReadonlyMap<string, Samples>;
}

/** Names of the contenders measured with every page. */
export const ourParserName = 'ours';
export const bareParse5Name = 'parse5.parse';
export const indexOfScanName = 'indexOf';
export const ourParserFromBytesName = 'ours, from bytes';
export const ourParserWithExtrasName = 'ours, everything included';

/** Parses every page a few times, so that the code is compiled before the measurement. */
export function warmUpParsers(pages: readonly BenchPage[]): void {
  for (const page of pages) timeInterleaved(basics(page), { minTime: 0, minRounds: warmRounds });
}

const warmRounds = 25;

/** Our parser, `parse5.parse` alone, and one scan over the text as the lower limit. */
export function timePage(page: BenchPage, sampling: SamplingOptions): PageTimes {
  return { page, times: timeInterleaved(basics(page), sampling) };
}

/** Rows alone, and with everything that can be included: `blocks`, `elements` and the other extras of the operation. */
export function timeExtras(page: BenchPage, sampling: SamplingOptions): PageTimes {
  const { operation, source } = page;
  const included = Object.fromEntries(extrasExceptDiagnostics(operation).map((name) => [name, true]));
  const contenders = [
    { name: ourParserName, run: () => parsers[operation](source) },
    { name: ourParserWithExtrasName, run: () => parsers[operation](source, included) },
  ];
  return { page, times: timeInterleaved(contenders, sampling) };
}

/** All extras except diagnostics. */
export function extrasExceptDiagnostics(operation: BenchPage['operation']): readonly Extra[] {
  return operationExtras[operation].filter((name) => name !== 'diagnostics');
}

/** The same contenders, our parser from bytes, and other libraries with their own extraction. */
export function timeWithPeers(page: BenchPage, others: readonly PeerLibrary[], sampling: SamplingOptions): PageTimes {
  const bytes = new TextEncoder().encode(page.source);
  const theirs = others
    .filter(({ operations }) => operations.includes(page.operation))
    .map(({ name, extract }) => ({ name, run: () => extract(page) }));
  const decoded = { name: ourParserFromBytesName, run: () => parsers[page.operation](bytes) };
  return { page, times: timeInterleaved([...basics(page), decoded, ...theirs], sampling) };
}

function basics({ operation, source }: BenchPage) {
  return [
    { name: ourParserName, run: () => parsers[operation](source) },
    { name: bareParse5Name, run: () => parse(source) },
    { name: indexOfScanName, run: () => source.indexOf('\u0001') },
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
