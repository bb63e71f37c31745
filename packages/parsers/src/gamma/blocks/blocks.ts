import { childElements, closest, contains, type Element, isElement } from '../../html/tree.js';
import { countWithin } from '../../page/lists.js';
import { holdsElement, nextSibling, type Page } from '../../page/page.js';
import { isAside } from '../../page/roles.js';
import { hasText, onlyChildWithText } from '../../page/visible.js';
import { readDiscussions } from '../../reading/blocks/cards.js';
import { readKnowledgeGraph } from '../../reading/blocks/knowledge-graph.js';
import { readRelatedSearches, readSitelinks } from '../../reading/blocks/link-lists.js';
import { type BlockReaders, type LocatedBlocks, runBlockReaders } from '../../reading/blocks/located.js';
import { type LinkInterpreter, type NonRowPart, type PageParts, pageParts } from '../../reading/blocks/page-parts.js';
import { readFaq, readQuestions } from '../../reading/blocks/questions.js';
import { anchorsOf, type NumberedRow } from '../../reading/found.js';
import type { GammaBlocks } from '../../results/blocks.js';
import type { OrganicResult } from '../../results/responses.js';
import { engineServiceOf, isAdClick, isDirect, pageIndexOf, queryOf, targetOf } from '../links.js';
import { listsOfResults } from '../organic-results/row.js';
import { readSpelling } from '../page-state.js';
import { readAiOverview, readAnswerBox } from './answers.js';
import { readAds, readImages, readLocalResults, readShopping, readTopStories, readVideos } from './cards.js';

const readers: BlockReaders<GammaBlocks, PageParts> = {
  ads: readAds,
  shopping: readShopping,
  ai_overview: readAiOverview,
  answer: readAnswerBox,
  people_also_ask: readQuestions,
  related_searches: readRelatedSearches,
  knowledge_graph: readKnowledgeGraph,
  top_stories: readTopStories,
  videos: readVideos,
  images: readImages,
  local_results: readLocalResults,
  discussions: readDiscussions,
  faq: readFaq,
  sitelinks: readSitelinks,
  spelling: readSpelling,
};

/** Reads everything on a web page of Brave except its ordinary rows. */
export function readBlocks(parts: PageParts): LocatedBlocks<GammaBlocks> {
  return runBlockReaders(readers, parts);
}

/** The meaning of links on the engine's pages. */
export const linkInterpreter: LinkInterpreter = {
  targetOf,
  queryOf,
  serviceOf: engineServiceOf,
  isDirect,
  isAdClick,
  isPager: (href) => pageIndexOf(href) !== undefined,
  otherPurposes: ['spellcheck'],
};

/** Splits a page into its parts. */
export function splitPage(page: Page, found: readonly NumberedRow<OrganicResult>[]): PageParts {
  const anchors = anchorsOf(found);
  const [list = listAround(page, anchors), ...continuations] = listsOfResults(page);
  const lists = [list, ...continuations];
  const split = lists.map((own) => splitAtRows(own, anchors));
  const blocks = split.flatMap(({ rows }) => rows);
  const others = split.flatMap(({ others }) => others);
  const rows = found.map(({ anchor, row: { position, link } }) => {
    return { position, link, anchor, element: blocks.find((block) => contains(block, anchor)) ?? anchor };
  });
  const inList = others.map((element): NonRowPart => {
    return { element, column: isSideColumn(element) ? 'side' : 'main', isItem: true };
  });
  return pageParts(page, rows, [...inList, ...columnsOf(page, list, lists.at(-1)!)], linkInterpreter);
}

/** The widest element around all rows that contains no head, foot or column, for a page that does not name its list. */
function listAround(page: Page, anchors: readonly Element[]): Element {
  if (anchors.length < 2) return page.document;
  const last = anchors.at(-1)!;
  const isOutside = ({ name }: Element): boolean => outsideNames.has(name);
  let list = closest(anchors[0]!, (outer) => contains(outer, last))!;
  while (list.parent !== null && !isPageFrame(list.parent) && !holdsElement(page, list.parent, isOutside))
    list = list.parent;
  return list;
}

const outsideNames: ReadonlySet<string> = new Set(['aside', 'header', 'footer', 'nav']);

/** The widest elements of the list with one row each, and the widest ones without any. */
function splitAtRows(list: Element, anchors: readonly Element[]): { rows: Element[]; others: Element[] } {
  const rows: Element[] = [];
  const others: Element[] = [];
  const waiting: Element[] = [list];
  for (let outer = waiting.pop(); outer !== undefined; outer = waiting.pop()) {
    for (const child of childElements(outer)) {
      const count = countWithin(anchors, child);
      if (count > 1 || (count === 1 && isPageFrame(child))) waiting.push(child);
      else (count === 1 ? rows : others).push(child);
    }
  }
  return { rows, others };
}

/** The elements around everything on a page; the list may have only one row. */
function isPageFrame({ name }: Element): boolean {
  return name === 'html' || name === 'body' || name === 'main';
}

/** Whether an element is a column beside the rows, or contains nothing else: a page may put it into the list. */
function isSideColumn(element: Element): boolean {
  if (isAside(element)) return true;
  const only = onlyChildWithText(element);
  return only !== undefined && isElement(only) && isSideColumn(only);
}

/** The items of the columns beside the list. */
function columnsOf(page: Page, list: Element, lastList: Element): NonRowPart[] {
  const asides = page.elements.filter(isAside);
  const beside = asides.filter((aside) => !contains(aside, list) && !contains(list, aside));
  if (asides.length > 0) return beside.map((element) => ({ element, column: 'side', isItem: true }));
  const next = nextWithText(page, lastList);
  return next === undefined || next.name === 'footer' ? [] : [{ element: next, column: 'side', isItem: false }];
}

/** The next part of the page after the list, on pages without sections: beside the list or what it is in. */
function nextWithText(page: Page, list: Element): Element | undefined {
  for (let outer = list; outer.parent !== null && outer.name !== 'body'; outer = outer.parent) {
    let next = nextSibling(page, outer);
    while (next !== undefined && !hasText(next)) next = nextSibling(page, next);
    if (next !== undefined) return next;
  }
  return undefined;
}
