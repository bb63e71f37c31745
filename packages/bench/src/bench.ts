import { readFileSync, writeFileSync } from 'node:fs';
import { heapUseOfPages } from './heap.js';
import { quantile, timeInterleaved } from './measure.js';
import {
  extrasExceptDiagnostics,
  packageCosts,
  timeExtras,
  timePage,
  timeWithPeers,
  warmUpParsers,
} from './page-times.js';
import { type BenchPage, corpusFolder, operations, pagesToMeasure, parsers, typicalPages } from './pages.js';
import { peers, resultPagePeers } from './peers.js';
import { formatReport, type LengthTimes, type SizeClassTimes, writeResultsSection } from './report.js';

const readme = new URL('../../../README.md', import.meta.url);

/** Writes the summary of the results into the repository's README, between its two markers. */
function quoteInReadme(results: string): void {
  const [, measured = ''] = /^Written by `pnpm bench` (.+)\.$/m.exec(results) ?? [];
  const [, short = ''] = /## In short\n\n([\s\S]+?)\n\n##/.exec(results) ?? [];
  const marked = /(<!-- speed -->\n)[\s\S]*?(\n<!-- \/speed -->)/;
  const text = readFileSync(readme, 'utf8');
  if (measured === '' || short === '' || !marked.test(text))
    throw new Error('README.md has no markers for the results');
  writeFileSync(
    readme,
    text.replace(marked, (_, start, end) => `${start}\nMeasured ${measured}:\n\n${short}\n${end}`),
  );
}

/**
 * Measures and writes `RESULTS.md`, which the README quotes. Pages come from the folder in SVC_CORPUS, as
 * `<operation>/<slug>.html`, or else from the fixtures of the repository, which are small and contain no scripts.
 */
const pages = pagesToMeasure();
const heaps = heapUseOfPages();
warmUpParsers(pages);
const everyPage = pages.map((page) => logged(page, () => timePage(page, { minTime: 300, minRounds: 9 })));
const withIncludes = pages
  .filter(({ operation }) => extrasExceptDiagnostics(operation).length > 0)
  .map((page) => logged(page, () => timeExtras(page, { minTime: 300, minRounds: 15 })));
const withReaders = pages
  .filter(({ operation }) => resultPagePeers.some(({ operations: own }) => own.includes(operation)))
  .map((page) => logged(page, () => timeWithPeers(page, resultPagePeers, { minTime: 300, minRounds: 7 })));
const typical = operations.flatMap((operation) =>
  Object.entries(typicalPages(pages, operation)).map(([sizeClass, page]): SizeClassTimes => {
    const times = logged(page, () => timeWithPeers(page, peers, { minTime: 1_000, minRounds: 15 }));
    return { sizeClass, ...times };
  }),
);

const results = formatReport({
  date: new Date().toISOString().slice(0, 10),
  origin: corpusFolder === undefined ? 'a sample of the fixtures of this repository' : 'captures of real pages',
  everyPage,
  heaps,
  withIncludes,
  withReaders,
  typical,
  doublings: operations.flatMap(doublingOf),
  costs: packageCosts(),
});
writeResultsSection('reading', results);
quoteInReadme(results);
console.log(results);

/** How the time of an operation grows as its median page is repeated within one document. */
function doublingOf(operation: BenchPage['operation']): LengthTimes[] {
  const { median: page } = typicalPages(pages, operation);
  if (page === undefined) return [];
  const times = [1, 2, 4, 8].map((count) => {
    const source = page.source.repeat(count);
    const samples = timeInterleaved([{ name: '', run: () => parsers[operation](source) }], {
      minTime: 300,
      minRounds: 9,
    });
    return { length: source.length, milliseconds: quantile(samples.get('') ?? [], 0) };
  });
  return [{ operation, times }];
}

function logged<T>(page: BenchPage, measure: () => T): T {
  console.error(`${page.operation}/${page.slug}`);
  return measure();
}
