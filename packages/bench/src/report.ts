import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { PageHeapUse } from './heap.js';
import { median, quantile } from './measure.js';
import type { PackageCosts } from './page-times.js';
import {
  bareParse5Name,
  indexOfScanName,
  ourParserFromBytesName,
  ourParserName,
  ourParserWithExtrasName,
  type PageTimes,
} from './page-times.js';
import { type BenchPage, type Operation, operations } from './pages.js';
import { htmlParserPeers, type PeerLibrary, resultPagePeers } from './peers.js';

/** The times of every library on a page of an operation: a small, a median or a large one. */
export interface SizeClassTimes extends PageTimes {
  readonly sizeClass: string;
}

/** Time by length, for one operation. */
export interface LengthTimes {
  readonly operation: BenchPage['operation'];
  readonly times: readonly { readonly length: number; readonly milliseconds: number }[];
}

interface Measurements {
  readonly date: string;
  /** Description of the pages. */
  readonly origin: string;
  readonly everyPage: readonly PageTimes[];
  /** In the same order. */
  readonly heaps: readonly PageHeapUse[];
  /** Pages of operations with extras. */
  readonly withIncludes: readonly PageTimes[];
  /** Pages that other libraries can parse, measured with them. */
  readonly withReaders: readonly PageTimes[];
  readonly typical: readonly SizeClassTimes[];
  readonly doublings: readonly LengthTimes[];
  readonly costs: PackageCosts;
}

/** Pages of at least this many characters count as large. */
const largePage = 500_000;

/** The measurements as a Markdown page. */
export function formatReport(measurements: Measurements): string {
  const { date, origin, everyPage } = measurements;
  const [processor] = cpus();
  const sections = sectionsOf(measurements).map(([title, ...parts]) => `## ${title}\n\n${parts.join('\n\n')}\n`);
  return `# How fast pages are read

Written by \`pnpm bench\` on ${date}: ${processor?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.versions.node}.
${everyPage.length} pages with results: ${origin}. "Ours" is the whole extraction, from a string to the typed result. All contenders run alternately
in one process, so that ratios depend less on the machine than times. Ratios and MB/s are those of the fastest runs; 1 MB is a million
characters.

${sections.join('\n')}`;
}

/** Title, notes and table of each section. */
function sectionsOf(measurements: Measurements): readonly (readonly [title: string, ...parts: string[]])[] {
  const { everyPage, withIncludes, withReaders, typical, doublings, costs } = measurements;
  return [
    ['In short', inShort(measurements)],
    ['Against bare `parse5.parse`, every page', againstParse5(everyPage)],
    [
      'With everything included',
      'Time to parse a page with `include` of blocks, elements, rich rows and dates ÷ time to parse its rows only. The last column is the ratio over all pages together.',
      includesTable(withIncludes),
    ],
    [
      'Against libraries that read result pages',
      'Time of the library ÷ our time: the median and the lowest value over the pages of an operation that the library can parse.',
      againstReaders(withReaders),
    ],
    [
      'Against parsers of HTML',
      `Time of the library to parse a page and read title, link and text of each heading link (\`plainRows\`) ÷ our time for the whole extraction,
which returns much more. Median over the small, the median and the large page of each operation.`,
      againstHtmlParsers(typical),
    ],
    ['By page', byPage(typical)],
    [
      'Heap',
      `Heap allocated while a page is parsed, including garbage, ÷ heap that parse5 with the tree adapter of htmlparser2 allocates for the same
page. The last three columns are the means of both, and of the heap that our result keeps once the page is released, in kB.`,
      heapTable(measurements),
    ],
    [
      'As the page grows',
      'The median page of each operation, repeated in one document: milliseconds of the fastest run, and in brackets the ratio to half the length.',
      doublingTable(doublings),
    ],
    ['Costs of the package', costsTable(costs)],
  ];
}

function costsTable({ coldStart, packed, unpacked, files }: PackageCosts): string {
  return `| | |
| --- | --- |
| \`import '@svc/parsers'\` in a fresh process | ${coldStart.toFixed(0)} ms |
| download, without dependencies | ${kilo(packed)} kB |
| installed, without dependencies | ${kilo(unpacked)} kB in ${files} files |`;
}

function inShort({ everyPage, heaps, withReaders }: Measurements): string {
  const shares = heaps.map(heapRatio);
  const ratios = everyPage.map((page) => ratio(page, ourParserName, bareParse5Name));
  const large = everyPage.filter(({ page }) => page.source.length >= largePage);
  const lines = [
    `- Time of the whole extraction ÷ time of bare \`parse5.parse\` of the same page: ${inBrief(ratios, 0.5)}.`,
    `- Time of other parsers of result pages ÷ our time, median over the pages of an operation: ${leadsInShort(withReaders)}.`,
    `- Heap allocated ÷ heap allocated by parse5 with the tree adapter of htmlparser2: ${inBrief(shares, 0.25)}.`,
  ];
  if (large.length === 0) return lines.join('\n');
  const speeds = [ourParserName, bareParse5Name]
    .map((name) => `${name} ${speed(large, name).toFixed(0)} MB/s`)
    .join(', ');
  return [...lines, `- Speed on the ${large.length} pages of at least ${kilo(largePage)} kB: ${speeds}.`].join('\n');
}

function inBrief(ratios: readonly number[], limit: number): string {
  const above = ratios.filter((value) => value > limit).length;
  const most = Math.max(...ratios).toFixed(2);
  return `median ${median(ratios).toFixed(2)}, highest ${most}; above ${limit} on ${above} of ${ratios.length} pages`;
}

function leadsInShort(pages: readonly PageTimes[]): string {
  const leads = resultPagePeers.flatMap(({ name, operations: own }) =>
    own.map((operation) => {
      const lead = median(leadsOver(ofOperation(pages, operation), name));
      return `${name} ${lead.toFixed(1)}× (${operation})`;
    }),
  );
  return leads.join(', ');
}

function leadsOver(pages: readonly PageTimes[], peer: string): number[] {
  return pages.filter(({ times }) => times.has(peer)).map((page) => ratio(page, peer, ourParserName));
}

function againstParse5(everyPage: readonly PageTimes[]): string {
  const rows = operations.flatMap((operation) => {
    const pages = everyPage.filter(({ page }) => page.operation === operation);
    if (pages.length === 0) return [];
    const shares = spread(pages.map((page) => ratio(page, ourParserName, bareParse5Name)));
    const speeds = [ourParserName, bareParse5Name, indexOfScanName].map((name) => speed(pages, name).toFixed(0));
    return [[operation, pages.length, ...shares, ...speeds]];
  });
  return table([...spreadHeads, 'ours MB/s', 'parse5 MB/s', 'indexOf MB/s'], rows);
}

function includesTable(pages: readonly PageTimes[]): string {
  const rows = operations.flatMap((operation) => {
    const own = ofOperation(pages, operation);
    if (own.length === 0) return [];
    const shares = spread(own.map((page) => ratio(page, ourParserWithExtrasName, ourParserName)));
    return [
      [operation, own.length, ...shares, (speed(own, ourParserName) / speed(own, ourParserWithExtrasName)).toFixed(2)],
    ];
  });
  return table([...spreadHeads, 'all'], rows);
}

function againstReaders(pages: readonly PageTimes[]): string {
  return leadTable(resultPagePeers, (name, operation) => {
    const leads = leadsOver(ofOperation(pages, operation), name);
    return leads.length === 0 ? '–' : `${median(leads).toFixed(1)}×, ${Math.min(...leads).toFixed(1)}×`;
  });
}

function againstHtmlParsers(typical: readonly SizeClassTimes[]): string {
  return leadTable(htmlParserPeers, (name, operation) => {
    const leads = leadsOver(ofOperation(typical, operation), name);
    return leads.length === 0 ? '–' : `${median(leads).toFixed(1)}×`;
  });
}

function leadTable(others: readonly PeerLibrary[], cell: (name: string, operation: Operation) => string): string {
  const rows = others.map(({ name }) => [name, ...operations.map((operation) => cell(name, operation))]);
  return table(['', ...operations], rows);
}

function byPage(typical: readonly SizeClassTimes[]): string {
  const rows = typical.map(({ page, sizeClass, times }) => {
    const cells = [ourParserName, ourParserFromBytesName, bareParse5Name].flatMap((name) =>
      [0.5, 0.99].map((share) => milliseconds(times, name, share)),
    );
    return [`${page.operation}, ${sizeClass}`, kilo(page.source.length), ...cells];
  });
  return table(['page', 'kB', 'ours ms', 'p99', 'from bytes', 'p99', 'parse5.parse', 'p99'], rows);
}

function heapTable({ everyPage, heaps }: Measurements): string {
  const rows = operations.flatMap((operation) => {
    const own = heaps.filter((_, i) => everyPage[i]?.page.operation === operation);
    if (own.length === 0) return [];
    const shares = spread(own.map(heapRatio));
    const means = [own.map(({ ours: used }) => used), own.map(({ parse5 }) => parse5), own.map(({ kept }) => kept)];
    return [[operation, own.length, ...shares, ...means.map((values) => kilo(mean(values)))]];
  });
  return table([...spreadHeads, 'ours kB', 'parse5 kB', 'our result kB'], rows);
}

function doublingTable(doublings: readonly LengthTimes[]): string {
  const rows = doublings.map(({ operation, times }) => [
    `${operation}, ${kilo(times[0]?.length ?? 0)} kB`,
    ...times.map(({ milliseconds: time }, i) => {
      const half = times[i - 1]?.milliseconds;
      return half === undefined ? time.toFixed(2) : `${time.toFixed(2)} (×${(time / half).toFixed(1)})`;
    }),
  ]);
  return table(['', 'once', 'twice', '4 times', '8 times'], rows);
}

const spreadHeads = ['operation', 'pages', 'lowest', 'median', '90 %', 'highest'];

function spread(values: readonly number[]): string[] {
  const sorted = values.toSorted((a, b) => a - b);
  return [0, 0.5, 0.9, 1].map((share) => quantile(sorted, share).toFixed(2));
}

/** The ratio of the fastest runs, since slower ones include other load. */
function ratio({ times }: PageTimes, name: string, other: string): number {
  return quantile(times.get(name) ?? [], 0) / quantile(times.get(other) ?? [], 0);
}

function speed(pages: readonly PageTimes[], name: string): number {
  const length = pages.reduce((sum, { page }) => sum + page.source.length, 0);
  return length / 1_000 / pages.reduce((sum, { times }) => sum + quantile(times.get(name) ?? [], 0), 0);
}

function heapRatio(heap: PageHeapUse): number {
  return heap.ours / heap.parse5;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ofOperation<T extends PageTimes>(pages: readonly T[], operation: string): T[] {
  return pages.filter(({ page }) => page.operation === operation);
}

function milliseconds(times: PageTimes['times'], name: string, share: number): string {
  return quantile(times.get(name) ?? [], share).toFixed(2);
}

function kilo(count: number): string {
  return Math.round(count / 1_000).toString();
}

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [heads, heads.map((_, i) => (i === 0 ? '---' : '--:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const file = new URL('../RESULTS.md', import.meta.url);

/** Draws charts of its contents. */
const charts = new URL('../../docs/scripts/charts.mjs', import.meta.url);

/** Parts of `RESULTS.md` in order, each written by its own command. */
const names = ['reading', 'load', 'workers', 'soak'] as const;

type Name = (typeof names)[number];

/** Writes one part of `RESULTS.md`, keeps the others, and redraws the charts. */
export function writeResultsSection(name: Name, text: string): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = names.flatMap((one) => (one === name ? marked(one, text.trim()) : kept(old, one)));
  writeFileSync(file, `${sections.join('\n\n')}\n`);
  execFileSync(process.execPath, [fileURLToPath(charts)], { stdio: 'inherit' });
}

function kept(old: string, name: Name): string[] {
  const [, text] = new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)\n<!-- /${name} -->`).exec(old) ?? [];
  return text === undefined ? [] : [marked(name, text)];
}

function marked(name: Name, text: string): string {
  return `<!-- ${name} -->\n${text}\n<!-- /${name} -->`;
}
