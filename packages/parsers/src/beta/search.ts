import type { ParseOptions } from '../options.js';
import { type PageReader, parseResultPage } from '../reading/answer.js';
import { withExtras } from '../reading/extras.js';
import { resultRows } from '../reading/found.js';
import type { BetaSearchResult, OrganicResult } from '../results/responses.js';
import { readBlocks, splitPage } from './blocks/blocks.js';
import { readOrganicResults } from './organic-results/organic-results.js';
import { readPageState, readQuery } from './page-state.js';
import { isOtherPage, readPageNumber, readPagination } from './pagination.js';

/**
 * Reads a web result page of Bing: desktop, mobile, with and without scripts, 2015 to today. A page that says that
 * nothing was found gives an empty list.
 *
 * @throws {PageError} for any other page without readable rows, and for a page that does not match the options `query`
 * and `page`
 * @throws {TypeError} for a body or an option of the wrong type
 * @example
 * ```js
 * import { parseBetaSearch } from '@svc/parsers/beta/search';
 * const { organic_results, pagination } = parseBetaSearch(body, { query: 'tea', page: 2 });
 * ```
 */
export function parseBetaSearch(body: string | Uint8Array, options?: ParseOptions): BetaSearchResult {
  return parseResultPage(reader, body, options);
}

const reader: PageReader<OrganicResult, BetaSearchResult> = {
  kind: 'beta.search',
  stateOf: readPageState,
  queryOf: readQuery,
  pageOf: readPageNumber,
  isOtherPage,
  rowsOf: readOrganicResults,
  resultOf: (reading, rows) => {
    const result = { pagination: readPagination(reading), organic_results: resultRows(rows) };
    const { blocks, elements, rich } = reading.options;
    return blocks || elements || rich ? withExtras({ reading, rows, result, splitPage, readBlocks }) : result;
  },
};
