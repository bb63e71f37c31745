import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { geometricMean, quantile } from './measure.js';
import { bareParse5, ours, timePage, warmUp } from './page-times.js';
import { type BenchPage, fixtures, loadPages, padded } from './pages.js';

interface Baseline {
  /** Ratio by page, once for every block of the measurement; the page by its content. */
  readonly pages: Readonly<Record<string, { readonly hash: string; readonly ratios: readonly number[] }>>;
}

const blocks = 5;

/** Pages that a baseline is measured over beside the typical ones: more take longer and tell no more. */
const mostPages = 60;

/** How far two runs of the same code were found apart on a busy machine, whose load favours one contender or the other. */
const betweenRuns = 1.2;

const file = new URL('../baseline.json', import.meta.url);

/**
 * `guard [--update]`: whether whole extraction still takes the share of `parse5.parse` that `baseline.json` holds.
 * Only ratios are compared, over the fixtures that are as they were, bare and padded. Each is measured several times
 * over; it fails only if the best of now is worse than the worst of then by more than the values of then differ among
 * themselves, and by more than runs differ.
 */
if (process.argv.includes('--update')) {
  const current = measure(bareAndPadded().filter(isSampled));
  writeFileSync(file, `${JSON.stringify(current, null, 1)}\n`);
  console.log(`baseline.json: ${Object.keys(current.pages).length} pages`);
} else {
  const baseline: Baseline = JSON.parse(readFileSync(file, 'utf8'));
  const current = measure(bareAndPadded().filter((page) => nameOf(page) in baseline.pages));
  process.exitCode = isWorse(baseline, current) ? 1 : 0;
}

/** The fixtures, and beside each typical one the same with what it leaves out. */
function bareAndPadded(): BenchPage[] {
  return loadPages(fixtures).flatMap((page) => (page.slug === 'typical' ? [page, padded(page)] : [page]));
}

function isSampled({ slug }: BenchPage, index: number, all: readonly BenchPage[]): boolean {
  return slug.startsWith('typical') || index % Math.ceil(all.length / mostPages) === 0;
}

function nameOf({ operation, slug }: BenchPage): string {
  return `${operation}/${slug}`;
}

function measure(measured: readonly BenchPage[]): Baseline {
  const ratios = new Map(measured.map((page) => [page, [] as number[]]));
  warmUp(measured);
  for (let block = 0; block < blocks; block++) {
    for (const page of measured) {
      const { times } = timePage(page, { budget: 0, rounds: 25 });
      ratios.get(page)?.push(best(times.get(ours)) / best(times.get(bareParse5)));
    }
  }
  const entries = [...ratios].map(([page, own]) => [
    nameOf(page),
    { hash: createHash('sha256').update(page.source).digest('hex').slice(0, 16), ratios: own.map(rounded) },
  ]);
  return { pages: Object.fromEntries(entries) };
}

function isWorse(then: Baseline, now: Baseline): boolean {
  const common = Object.keys(now.pages).filter((slug) => then.pages[slug]?.hash === now.pages[slug]?.hash);
  if (common.length === 0) throw new Error('No page is as it was: measure a new baseline with --update');
  const [before, after] = [then, now].map((baseline) => meansOf(baseline, common)) as [number[], number[]];
  const limit = Math.max(...before) * Math.max(Math.max(...before) / Math.min(...before), betweenRuns);
  const isOutside = Math.min(...after) > limit;
  const [least, most] = [Math.min(...after), Math.max(...after)].map((value) => value.toFixed(3));
  console.log(`Share of parse5.parse over ${common.length} pages: ${least} to ${most}; limit ${limit.toFixed(3)}`);
  console.log(isOutside ? 'FAILED: reading has become slower' : 'ok');
  return isOutside;
}

/** For every block, the mean ratio over the pages. */
function meansOf({ pages }: Baseline, slugs: readonly string[]): number[] {
  return Array.from({ length: blocks }, (_, block) =>
    geometricMean(slugs.map((slug) => pages[slug]?.ratios[block] ?? Number.NaN)),
  );
}

function best(samples: readonly number[] | undefined): number {
  return quantile(samples ?? [], 0);
}

function rounded(ratio: number): number {
  return Math.round(ratio * 10_000) / 10_000;
}
