import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Operation as AnyOperation,
  operations as everyOperation,
  type OperationResults,
  type Parser,
} from '@svc/parsers';

/** An operation whose pages are HTML. */
export type Operation = Exclude<AnyOperation, 'alpha.autocomplete'>;

const { 'alpha.autocomplete': _suggestions, ...pageOperations } = everyOperation;

export const parsers: { readonly [Name in Operation]: Parser<OperationResults[Name]> } = pageOperations;

export const operations: readonly Operation[] = Object.keys(parsers) as Operation[];

/** A page with results. */
export interface BenchPage {
  readonly operation: Operation;
  readonly slug: string;
  readonly source: string;
}

/** The folder of captures in `SVC_CORPUS`, or undefined. */
export const corpusFolder: string | undefined = process.env.SVC_CORPUS;

/** The captures in the repository. */
const fixtures = new URL('../../../fixtures/pages', import.meta.url).pathname;

/** Number of fixtures measured without a corpus, as all of them would take half an hour. */
const maxFixtures = 100;

/** The captures of the corpus or, without one, a sample of the fixtures. */
export function pagesToMeasure(): BenchPage[] {
  return corpusFolder === undefined ? sampled(loadPages(fixtures), maxFixtures) : loadPages(corpusFolder);
}

/** The pages with results in a folder of captures, `<operation>/<slug>/page.html` or `<operation>/<slug>.html`. */
function loadPages(folder: string): BenchPage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort()
    .flatMap((file) => pageAt(folder, file))
    .filter(hasResults);
}

/** A sample of at most this many pages, evenly spread. */
function sampled(pages: readonly BenchPage[], most: number): BenchPage[] {
  return pages.filter((_page, index) => index % Math.ceil(pages.length / most) === 0);
}

/** The pages at the 10th, 50th and 90th percentile by size of an operation. */
export function typicalPages(pages: readonly BenchPage[], operation: Operation): Record<string, BenchPage> {
  const own = pages.filter((page) => page.operation === operation).sort((a, b) => a.source.length - b.source.length);
  const places = { small: 0.1, median: 0.5, large: 0.9 };
  const found = Object.entries(places).map(([name, share]) => [name, own[Math.floor(share * own.length)]] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, BenchPage] => entry[1] !== undefined));
}

/**
 * The page with as many scripts, styles, drawings and comments as engines send, which fixtures lack: most of a real
 * page is skipped by the parser.
 */
export function padPage({ operation, slug, source }: BenchPage): BenchPage {
  const drawing = '<svg viewBox="0 0 24 24"><path d="M12 2l9 20H3z"></path></svg>';
  const padding = [
    `<script>${'function a(b){return b<3&&c("<d>")?e:f}'.repeat(5_000)}</script>`,
    `<style>${'.a>.b{margin:0 1px;color:#123}'.repeat(3_000)}</style>`,
    `<!--${' what nobody reads '.repeat(2_000)}-->`,
    `<div hidden>${`<div class="a b" data-c="d&amp;e">${drawing}</div>`.repeat(300)}</div>`,
  ];
  return { operation, slug: `${slug}, padded`, source: source.replace('</body>', `${padding.join('')}</body>`) };
}

function pageAt(folder: string, file: string): BenchPage[] {
  const [first = '', ...rest] = file.split('/');
  const operation = operations.find((name) => name === first.replace('-', '.'));
  if (operation === undefined) return [];
  const slug = rest.join('/').replace(/(?:\/page)?\.html$/, '');
  return [{ operation, slug, source: readFileSync(join(folder, file), 'utf8') }];
}

function hasResults({ operation, source }: BenchPage): boolean {
  try {
    return parsers[operation](source).organic_results.length > 0;
  } catch {
    return false; // the time of a page that cannot be parsed is meaningless
  }
}
