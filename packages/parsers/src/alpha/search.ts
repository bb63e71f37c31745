import type { Element } from '../html/tree.js';
import type { ParseOptions } from '../options.js';
import { isBreadcrumb, looksLikeAddress } from '../page/line-parts.js';
import { linesOf } from '../page/lines.js';
import { anchorsWithin, elementsWithin } from '../page/lists.js';
import type { Page } from '../page/page.js';
import { isFormField, isImage } from '../page/roles.js';
import { isRendered } from '../page/visible.js';
import { type PageReader, parseResultPage, type ResultFields } from '../reading/answer.js';
import { toResultBlocks } from '../reading/blocks/located.js';
import { type FoundRows, type NumberedRow, resultRows, valueWithoutSource } from '../reading/found.js';
import type { ParseContext } from '../reading/reading.js';
import { rowsWithExtras } from '../reading/rich-rows.js';
import type { AlphaSearchResult, OrganicResult } from '../results/responses.js';
import { hostOf } from '../words/address.js';
import { readBlocks } from './blocks/blocks.js';
import { splitIntoSections, widestBlockAround } from './blocks/layout.js';
import { listPageElements } from './elements/elements.js';
import { isSearchHost } from './hosts.js';
import { readKnowledgeGraph } from './knowledge-graph/knowledge-graph.js';
import { isAdRegion, rowContainersOf, rowListOfScriptedPage } from './landmarks.js';
import { externalTargetOf, isHelpLink } from './links.js';
import { readOrganicResults } from './organic-results/organic-results.js';
import { alphaReaderBase, createRowKindCheck, mostRowsPass, rowsHaveDates, rowsHaveDurations } from './page.js';
import { readPagination } from './pagination.js';
import { readRelatedSearches } from './related-searches.js';
import { readSearchInformation } from './search-information.js';

/**
 * Reads a web result page of Google: desktop, phones, without scripts, streams. A page that says that nothing was found
 * gives an empty list.
 *
 * @throws {PageError} for any other page without readable rows, and for a page that does not match the options `query`
 * and `page`
 * @throws {TypeError} for a body or an option of the wrong type
 * @example
 * ```js
 * import { parseAlphaSearch } from '@svc/parsers/alpha/search';
 * const { organic_results, blocks } = parseAlphaSearch(body, { query: 'tea', blocks: true });
 * ```
 */
export function parseAlphaSearch(body: string | Uint8Array, options?: ParseOptions): AlphaSearchResult {
  return parseResultPage(reader, body, options);
}

const reader: PageReader<OrganicResult, AlphaSearchResult> = {
  ...alphaReaderBase,
  kind: 'alpha.search',
  rowsOf: readOrganicResults,
  isAnswerWithoutRows,
  rowShowsKind: ({ displayed_link }) => displayed_link !== '', // no other page has rows of a link with its own address
  checkRows: createRowKindCheck(
    'alpha.search',
    (page, rows) => !rowsHaveDurations(page, rows) && (mostRowsPass(rows, hasAddress) || !rowsHaveDates(page, rows)),
  ),
  resultOf: (reading, rows) => {
    const result = {
      pagination: readPagination(reading),
      knowledge_graph: readKnowledgeGraph(reading.page),
      organic_results: resultRows(rows),
      related_searches: readRelatedSearches(reading.page),
      search_information: readSearchInformation(reading.page),
    };
    const { blocks, elements, rich } = reading.options;
    return blocks || elements || rich ? withExtras(reading, rows, result) : result;
  },
};

/** Whether a row shows an address, and not only the name of a publisher. */
function hasAddress({ displayed_link }: OrganicResult): boolean {
  return /[./›]/.test(displayed_link);
}

/** The result with the extras that the options ask for. */
function withExtras(
  reading: ParseContext,
  rows: readonly NumberedRow<OrganicResult>[],
  result: ResultFields<AlphaSearchResult>,
): ResultFields<AlphaSearchResult> {
  const { page, options } = reading;
  const layout = splitIntoSections(page, rows);
  const located = options.blocks || options.elements ? readBlocks(layout) : undefined;
  const panel = result.knowledge_graph ?? valueWithoutSource(undefined);
  const read = { layout, rows, panel, related: result.related_searches };
  const elements = located && options.elements ? listPageElements({ ...read, located }) : undefined;
  const organic_results = rowsWithExtras(page, rows, {
    blockOf: options.rich ? (anchor) => widestBlockAround(anchor, layout.bounds) : undefined,
    rankOf: elements?.rankOf,
  });
  const rank = panel.element && elements?.rankOf(panel.element);
  return {
    ...result,
    ...(panel.value &&
      rank !== undefined && { knowledge_graph: { ...panel, value: { ...panel.value, element: rank } } }),
    organic_results,
    ...(located && options.blocks && { blocks: valueWithoutSource(toResultBlocks(located, elements?.rankOf)) }),
    ...(elements && { elements: valueWithoutSource(elements.list) }),
  };
}

/**
 * Whether a page without rows is complete and answers with something else: it shows a known tool or block, and nothing
 * on it can be a row that was not read. Only then is an empty list certain.
 */
function isAnswerWithoutRows(reading: ParseContext, { candidates }: FoundRows<object>): boolean {
  const { page } = reading;
  const list = rowListOfScriptedPage(page) ?? rowContainersOf(page)[0];
  if (list === undefined || !page.isWhole || candidates > 0) return false;
  if (hasOtherPages(reading) || mayHoldRows(page, list)) return false;
  return holdsTool(page, list) || holdsPictures(page, list) || holdsBlock(page);
}

/** A pager counts pages of rows. */
function hasOtherPages(reading: ParseContext): boolean {
  return readPagination(reading).value.other_pages.length > 0;
}

/** Rows have an external link and show an address: every row has at least one of the two. */
function mayHoldRows(page: Page, list: Element): boolean {
  const links = anchorsWithin(page, list).filter((anchor) => isRendered(anchor) && !isHelpLink(anchor));
  if (links.some(leadsOut)) return true;
  return linesOf(list, { skip: isAdRegion }).some(({ text }) => isBreadcrumb(text) || looksLikeAddress(text, ''));
}

/** Whether a link leads to another site or service: absolute links to the search's own hosts may lead to its maps. */
function leadsOut(anchor: Element): boolean {
  const target = externalTargetOf(anchor);
  return target !== '' && !isSearchHost(hostOf(target));
}

/** A converter or a calculator has fields of its own, even without scripts. */
function holdsTool(page: Page, list: Element): boolean {
  const fields = elementsWithin(page.elements, list).filter(isFormField);
  return fields.length > 1 && fields.some(isRendered);
}

/** Images in a list without external links are those that the engine shows for the query, in any markup. */
function holdsPictures(page: Page, list: Element): boolean {
  return (
    elementsWithin(page.elements, list).filter((element) => isImage(element) && isRendered(element)).length >=
    minPictures
  );
}

const minPictures = 3;

function holdsBlock(page: Page): boolean {
  const blocks = readBlocks(splitIntoSections(page, []));
  return Object.values(blocks).some((block) => (Array.isArray(block) ? block.length > 0 : block !== undefined));
}
