import type { ParseOptions } from '../options.js';
import { detached } from '../reading/detach.js';
import { diagnosticsOf, startReading } from '../reading/reading.js';
import type { AlphaSearchResult } from '../results/responses.js';
import { readAnswer } from './answer.js';
import { readBlocks } from './blocks/blocks.js';
import { readKnowledgeGraph } from './knowledge-graph/knowledge-graph.js';
import { readOrganicResults } from './organic-results/organic-results.js';
import { readPagination } from './pagination.js';
import { readRelatedSearches } from './related-searches.js';
import { readSearchInformation } from './search-information.js';
import { unwrapPage } from './stream.js';

/**
 * Reads a web result page.
 *
 * @throws {PageError} for a page that holds no results to read, or those of something else than what was asked
 */
export function parseAlphaSearch(body: string | Uint8Array, options?: ParseOptions): AlphaSearchResult {
  const reading = startReading(body, options, unwrapPage);
  const { state, info, rows } = readAnswer(
    reading,
    () => readOrganicResults(reading),
    () => true, // a link above its own address is a row on no other page
  );
  const graph = readKnowledgeGraph(reading);
  return detached({
    pagination: readPagination(reading),
    ...(graph && { knowledge_graph: graph }),
    organic_results: rows,
    related_searches: readRelatedSearches(reading),
    search_information: readSearchInformation(reading),
    ...(reading.options.blocks && { blocks: readBlocks(reading, rows) }),
    ...diagnosticsOf(reading, state, info, rows),
  });
}
