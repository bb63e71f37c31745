import { type Extra, operationExtras } from '@svc/parsers';
import { parse } from 'parse5';
import { type Effort, interleave, type Samples } from './measure.js';
import { type BenchPage, parsers } from './pages.js';
import type { Peer } from './peers.js';

/** Samples of one page, by contender. */
export interface PageTimes {
  readonly page: BenchPage;
  readonly times: ReadonlyMap<string, Samples>;
}

/** Names of the contenders that every page is measured with. */
export const ours = 'ours';
export const bareParse5 = 'parse5.parse';
export const sweep = 'indexOf';
export const fromBytes = 'ours, from bytes';
export const everything = 'ours, everything included';

/** Reads every page a few times, so that none is measured while the code for it is still being compiled. */
export function warmUp(pages: readonly BenchPage[]): void {
  for (const page of pages) interleave(basics(page), { budget: 0, rounds: warmRounds });
}

const warmRounds = 25;

/** Ours beside bare `parse5.parse` and one sweep over the text, which is the floor. */
export function timePage(page: BenchPage, effort: Effort): PageTimes {
  return { page, times: interleave(basics(page), effort) };
}

/** Rows alone beside all that can be included: `blocks`, `elements` and what else the operation has. */
export function timeIncludes(page: BenchPage, effort: Effort): PageTimes {
  const { operation, source } = page;
  const included = Object.fromEntries(includes(operation).map((name) => [name, true]));
  const contenders = [
    { name: ours, run: () => parsers[operation](source) },
    { name: everything, run: () => parsers[operation](source, included) },
  ];
  return { page, times: interleave(contenders, effort) };
}

/** What can be included but for how the page was read. */
export function includes(operation: BenchPage['operation']): readonly Extra[] {
  return operationExtras[operation].filter((name) => name !== 'diagnostics');
}

/** The same, ours from bytes, and what each of the others that reads such pages takes for its own extraction. */
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
