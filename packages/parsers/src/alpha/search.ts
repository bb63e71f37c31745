import type { ParseOptions } from '../options.js';
import { answer, type PageReader, type ResultFields } from '../reading/answer.js';
import { withoutPlaces } from '../reading/blocks/located.js';
import { given, listOf, type NumberedRow } from '../reading/found.js';
import type { Reading } from '../reading/reading.js';
import { rowsWith } from '../reading/rich-rows.js';
import type { AlphaSearchResult, OrganicResult } from '../results/responses.js';
import { readBlocks } from './blocks/blocks.js';
import { blockAround, layOut } from './blocks/layout.js';
import { readElements } from './elements/elements.js';
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

/** The result with what the options ask for beside the contract. */
function withExtras(
  reading: Reading,
  rows: readonly NumberedRow<OrganicResult>[],
  result: ResultFields<AlphaSearchResult>,
): ResultFields<AlphaSearchResult> {
  const { page, options } = reading;
  const layout = layOut(page, rows);
  const located = options.blocks || options.elements ? readBlocks(layout) : undefined;
  const panel = result.knowledge_graph ?? given(undefined);
  const read = { layout, rows, panel, related: result.related_searches };
  const elements = located && options.elements ? readElements({ ...read, located }) : undefined;
  const organic_results = rowsWith(page, rows, {
    blockOf: options.rich ? (anchor) => blockAround(anchor, layout.bounds) : undefined,
    rankOf: elements?.rankOf,
  });
  const rank = panel.element && elements?.rankOf(panel.element);
  return {
    ...result,
    ...(panel.value &&
      rank !== undefined && { knowledge_graph: { ...panel, value: { ...panel.value, element: rank } } }),
    organic_results,
    ...(located && options.blocks && { blocks: given(withoutPlaces(located, elements?.rankOf)) }),
    ...(elements && { elements: given(elements.list) }),
  };
}
