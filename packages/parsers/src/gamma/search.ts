import type { ParseOptions } from '../options.js';
import { answer, type PageReader } from '../reading/answer.js';
import { withExtras } from '../reading/extras.js';
import { listOf } from '../reading/found.js';
import type { GammaSearchResult, OrganicResult } from '../results/responses.js';
import { readBlocks } from './blocks/blocks.js';
import { layOut } from './blocks/layout.js';
import { readOrganicResults } from './organic-results/organic-results.js';
import { readPageState } from './page-state.js';
import { isOtherPage } from './pagination.js';
import { readQuery } from './query.js';

/**
 * Reads a web result page of Brave, 2022 to today, with or without its script. A page that says that nothing was found
 * gives an empty list.
 *
 * @throws {PageError} for any other page without readable rows, and for a page that answers another query or is another
 * page than the options ask for.
 */
export function parseGammaSearch(body: string | Uint8Array, options?: ParseOptions): GammaSearchResult {
  return answer(reader, body, options);
}

const reader: PageReader<OrganicResult, GammaSearchResult> = {
  kind: 'gamma.search',
  stateOf: readPageState,
  queryOf: readQuery,
  pageOf: () => undefined, // the pages say no number
  isOtherPage,
  rowsOf: readOrganicResults,
  resultOf: (reading, rows) => {
    const result = { organic_results: listOf(rows) };
    const { blocks, elements, rich } = reading.options;
    return blocks || elements || rich ? withExtras({ reading, rows, result, layOut, readBlocks }) : result;
  },
};
