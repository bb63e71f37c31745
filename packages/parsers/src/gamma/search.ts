import { hrefOf } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import type { Page } from '../page/page.js';
import { type PageReader, parseResultPage } from '../reading/answer.js';
import { withExtras } from '../reading/extras.js';
import { resultRows } from '../reading/found.js';
import type { GammaSearchResult, OrganicResult } from '../results/responses.js';
import { readBlocks, splitPage } from './blocks/blocks.js';
import { pageIndexOf } from './links.js';
import { readOrganicResults } from './organic-results/organic-results.js';
import { readPageState, readQuery } from './page-state.js';

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
  return parseResultPage(reader, body, options);
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
  const offsets = page.anchors.flatMap((anchor) => pageIndexOf(hrefOf(anchor)) ?? []);
  return offsets.length > 0 && offsets.every((offset) => Math.abs(offset - (asked - 1)) !== 1);
}
