import { hrefOf } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import type { Page } from '../page/page.js';
import { answer, type PageReader } from '../reading/answer.js';
import { withExtras } from '../reading/extras.js';
import { listOf } from '../reading/found.js';
import { searchBoxTexts, textBeforeName, titleOf } from '../reading/title-and-box.js';
import type { GammaSearchResult, OrganicResult } from '../results/responses.js';
import { readBlocks } from './blocks/blocks.js';
import { layOut } from './blocks/layout.js';
import { pageOffsetOf } from './links.js';
import { readOrganicResults } from './organic-results/organic-results.js';
import { pageDataOf } from './page-data.js';
import { readPageState } from './page-state.js';

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
  return answer(reader, body, options);
}

const reader: PageReader<OrganicResult, GammaSearchResult> = {
  kind: 'gamma.search',
  stateOf: readPageState,
  queryOf: readQuery,
  pageOf: () => undefined, // the pages show no number
  isOtherPage,
  rowsOf: readOrganicResults,
  resultOf: (reading, rows) => {
    const result = { organic_results: listOf(rows) };
    const { blocks, elements, rich } = reading.options;
    return blocks || elements || rich ? withExtras({ reading, rows, result, layOut, readBlocks }) : result;
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
