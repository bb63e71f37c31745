import type { PageState } from '../errors.js';
import { attribute, type Element, hrefOf } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import { within } from '../page/lists.js';
import { find, type Page } from '../page/page.js';
import { type PageReader, parsePage } from '../reading/answer.js';
import { withExtras } from '../reading/extras.js';
import { resultRows } from '../reading/found.js';
import { errorStatusOf, searchBoxTexts, textBeforeName, titleOf } from '../reading/title-and-box.js';
import type { GammaSearchResult, OrganicResult } from '../results/responses.js';
import { hostOf } from '../words/address.js';
import { readBlocks } from './blocks/blocks.js';
import { splitPage } from './blocks/layout.js';
import { listOfResults } from './landmarks.js';
import { pageOffsetOf } from './links.js';
import { readOrganicResults } from './organic-results/organic-results.js';
import { rowsIn } from './organic-results/row.js';
import { pageDataOf } from './page-data.js';

/**
 * Reads a web result page of Brave Search, 2022 to today, with or without its script. A page that says that nothing was
 * found gives an empty list.
 *
 * @throws {PageError} for any other page without readable rows, and for a page that does not match the options `query`
 * and `page`
 * @throws {TypeError} for a body or an option of the wrong type
 * @example
 * ```js
 * import { parseGammaSearch } from '@svc/parsers/gamma/search';
 * const { organic_results } = parseGammaSearch(body, { query: 'tea' });
 * ```
 */
export function parseGammaSearch(body: string | Uint8Array, options?: ParseOptions): GammaSearchResult {
  return parsePage(reader, body, options);
}

const reader: PageReader<OrganicResult, GammaSearchResult> = {
  kind: 'gamma.search',
  stateOf: readPageState,
  queryOf: readQuery,
  pageOf: () => undefined, // the pages show no number
  isOtherPage,
  rowsOf: readOrganicResults,
  resultOf: (reading, rows) => {
    const result = { organic_results: resultRows(rows) };
    const { blocks, elements, rich } = reading.options;
    return blocks || elements || rich ? withExtras({ reading, rows, result, splitPage, readBlocks }) : result;
  },
};

/**
 * Whether the page cannot be the one that was asked. It shows no number, but its pager leads to the pages before and
 * after it, and to no other.
 */
function isOtherPage(page: Page, asked: number): boolean {
  const offsets = page.anchors.flatMap((anchor) => pageOffsetOf(hrefOf(anchor)) ?? []);
  return offsets.length > 0 && offsets.every((offset) => Math.abs(offset - (asked - 1)) !== 1);
}

/** The query that the page says it answers; undefined if it names none. */
function readQuery(page: Page): string | undefined {
  return pageDataOf(page)?.query || searchBoxTexts(page)[0] || titleQuery(page) || undefined;
}

/** The document title is "<query> - Brave Search". */
function titleQuery(page: Page): string | undefined {
  return textBeforeName(titleOf(page), 'Brave');
}

/** The state of a Brave page, from its rows, its structure and the data for its script. */
function readPageState(page: Page): PageState {
  if (rowsIn(page).length > 0) return 'results';
  return others.find(({ shows }) => shows(page))?.state ?? 'unrecognised';
}

/** What a page without rows may be, in order of trust. */
const others: { state: PageState; shows: (page: Page) => boolean }[] = [
  { state: 'captcha', shows: asksForCaptcha },
  { state: 'no_results', shows: (page) => pageDataOf(page)?.isEmpty === true || suggestsOtherEngines(page) },
  { state: 'rate_limited', shows: (page) => errorStatusOf(page) === 429 || isShell(page) },
  { state: 'forbidden', shows: (page) => errorStatusOf(page) === 403 },
];

/** The captcha is a separate page: its form is sent to it, and its title and data name it. */
function asksForCaptcha(page: Page): boolean {
  const isForm = ({ name, attributes }: Element): boolean =>
    name === 'form' && attributes.some((own) => own.name === 'action' && own.value.includes('captcha'));
  if (find(page, page.document, isForm) !== undefined) return true;
  return /\bpage:\s*"\/?captcha"/.test(page.source) || /captcha/i.test(titleOf(page));
}

/** Whether the list is empty and suggests at least two other engines. */
function suggestsOtherEngines(page: Page): boolean {
  const list = listOfResults(page);
  const hrefs = list ? within(page.anchors, list).map((anchor) => hrefOf(anchor)) : [];
  return new Set(hrefs.filter((href) => /[?&]q=/.test(href)).map(hostOf)).size >= 2;
}

/** Refused clients get the bare application: no list, and either hidden from robots or without links. */
function isShell(page: Page): boolean {
  if (listOfResults(page) !== undefined) return false;
  const isNamedOnly = /^Brave Search$/i.test(titleOf(page)) && page.anchors.length === 0;
  return isNamedOnly || find(page, page.document, isHiddenFromRobots) !== undefined;
}

function isHiddenFromRobots(element: Element): boolean {
  if (element.name !== 'meta' || attribute(element, 'name') !== 'robots') return false;
  return attribute(element, 'content')?.includes('noindex') === true;
}
