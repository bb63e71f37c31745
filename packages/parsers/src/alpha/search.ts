import type { ParseOptions } from '../options.js';
import { answer, type PageReader } from '../reading/answer.js';
import { listOf } from '../reading/found.js';
import type { AlphaSearchResult, OrganicResult } from '../results/responses.js';
import { withExtras } from './extras.js';
import { readKnowledgeGraph } from './knowledge-graph/knowledge-graph.js';
import { readOrganicResults } from './organic-results/organic-results.js';
import { alphaPage } from './page.js';
import { readPagination } from './pagination.js';
import { readRelatedSearches } from './related-searches.js';
import { readSearchInformation } from './search-information.js';
import { answersWithoutRows } from './without-rows.js';

/**
 * Reads a web result page of Google: desktop, phones, without scripts, streams.
 *
 * @throws {PageError} for a page that holds no results to read, or those of something else than what was asked
 */
export function parseAlphaSearch(body: string | Uint8Array, options?: ParseOptions): AlphaSearchResult {
  return answer(reader, body, options);
}

const reader: PageReader<OrganicResult, AlphaSearchResult> = {
  ...alphaPage,
  kind: 'alpha.search',
  rowsOf: readOrganicResults,
  answersWithoutRows,
  identifies: () => true, // a link above its own address is a row on no other page
  resultOf: (reading, rows) => {
    const result = {
      pagination: readPagination(reading),
      knowledge_graph: readKnowledgeGraph(reading.page),
      organic_results: listOf(rows),
      related_searches: readRelatedSearches(reading.page),
      search_information: readSearchInformation(reading.page),
    };
    const { blocks, elements, rich } = reading.options;
    return blocks || elements || rich ? withExtras(reading, rows, result) : result;
  },
};
