import { attribute, attributeText, childElements, contains, type Element, hrefOf, isElement } from '../../html/tree.js';
import { firstLines } from '../../page/lines.js';
import { countWithin, firstWithin, headingsWithin, linkOfHeading } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { isAside, isList, isListItem } from '../../page/roles.js';
import { hasText, onlyChildWithText } from '../../page/visible.js';
import { cardsIn, readDiscussions } from '../../reading/blocks/cards.js';
import { readKnowledgeGraph } from '../../reading/blocks/knowledge-graph.js';
import { readRelatedSearches, readSitelinks } from '../../reading/blocks/link-lists.js';
import { type BlockReaders, type Located, type LocatedBlocks, runBlockReaders } from '../../reading/blocks/located.js';
import {
  type LinkInterpreter,
  type NonRowPart,
  type PageLinks,
  type PageParts,
  pageParts,
} from '../../reading/blocks/page-parts.js';
import { readFaq, readQuestions } from '../../reading/blocks/questions.js';
import { anchorsOf, type NumberedRow } from '../../reading/found.js';
import type { Card, Spelling } from '../../results/block-items.js';
import type { BetaBlocks } from '../../results/blocks.js';
import type { OrganicResult } from '../../results/responses.js';
import { listsOfResults } from '../landmarks.js';
import { engineServiceOf, isAdClick, isDirect, isPager, queryOf, targetOf } from '../links.js';
import { readSpelling } from '../page-state.js';
import { readAds, readShopping } from './ads.js';
import { readAiOverview, readAnswerBox } from './answers.js';
import { readImages, readLocalResults, readVideos } from './cards.js';

/** What readers receive: the page's parts, and a result that several of them need. */
interface SharedResults extends PageParts {
  readonly spelling: Located<Spelling> | undefined;
}

const readers: BlockReaders<BetaBlocks, SharedResults> = {
  ads: readAds,
  shopping: readShopping,
  ai_overview: readAiOverview,
  answer: (shared) => readAnswerBox(shared, shared.spelling),
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
  spelling: ({ spelling }) => spelling,
};

/** Reads everything on a web page of Bing except its ordinary rows. */
export function readBlocks(parts: PageParts): LocatedBlocks<BetaBlocks> {
  return runBlockReaders(readers, { ...parts, spelling: readSpelling(parts) });
}

/** Reads the news: the cards below a heading, or a first line, that leads to the news search. */
function readTopStories({ page, parts, links }: PageParts): Located<Card>[] {
  if (links.to('news').length === 0) return [];
  return parts.flatMap(({ element }) => (isNews(page, element, links) ? cardsIn(page, element, links) : []));
}

function isNews(page: Page, part: Element, links: PageLinks): boolean {
  const heading = headingsWithin(page, part).find(hasText);
  const [first] = heading === undefined ? firstLines(part, 1) : [];
  const link = heading === undefined ? first?.pieces[0]?.link : linkOfHeading(page.anchors, heading);
  return link !== undefined && links.serviceOf(hrefOf(link)) === 'news';
}

const otherPurposes = ['filters', 'first', 'nfpr', 'ufn'];

/** The meaning of links on the engine's pages. */
export const linkInterpreter: LinkInterpreter = {
  targetOf,
  queryOf,
  serviceOf: engineServiceOf,
  isDirect,
  isAdClick,
  isPager,
  otherPurposes,
};

/** Splits a page into its parts. */
export function splitPage(page: Page, found: readonly NumberedRow<OrganicResult>[]): PageParts {
  const lists = listsOfResults(page);
  const [list] = lists;
  if (list === undefined) return pageParts(page, [], [], linkInterpreter);
  const anchors = anchorsOf(found);
  const inList = lists.flatMap((own) => itemsIn(own, anchors));
  const beside = besideList(page, list, lists);
  const rows = found.map(({ anchor, row: { position, link } }) => {
    const element = inList.find((item) => contains(item, anchor)) ?? anchor;
    return { position, link, anchor, element };
  });
  const parts = [...beside, ...inList.flatMap((item) => partsOfItem(page, item))].filter(
    ({ element }) => firstWithin(anchors, element) === undefined,
  );
  return pageParts(page, rows, parts, linkInterpreter);
}

/** An item of the list, or the items of a side column that a page puts into the list. */
function partsOfItem(page: Page, item: Element): NonRowPart[] {
  const region = soleChild(item);
  if (!isSideColumn(page, region)) return [{ element: item, column: 'main', isItem: true }];
  return itemsIn(listIn(region) ?? region, []).map((element) => ({ element, column: 'side', isItem: true }));
}

/** The content of an item that has a single element in it, else the item. */
function soleChild(item: Element): Element {
  const only = onlyChildWithText(item);
  return only !== undefined && isElement(only) ? only : item;
}

/** The items of the list: its children, or those of a sole wrapper and of wrappers around several rows. */
function itemsIn(list: Element, anchors: readonly Element[]): Element[] {
  const children = childElements(list).filter(hasText);
  const [only] = children;
  if (only === undefined || (children.length === 1 && isListItem(only))) return children;
  if (children.length === 1 && anchors.length === 0) return itemsIn(only, anchors);
  return children.flatMap((child) => (countWithin(anchors, child) > 1 ? itemsIn(child, anchors) : [child]));
}

/** The list in a region, which may be a sole wrapper. */
function listIn(region: Element): Element | undefined {
  if (isList(region) || isAside(region) || attribute(region, 'id') === 'b_context') return region;
  const [only, ...others] = childElements(region);
  return only !== undefined && others.length === 0 && region.name === 'div' ? listIn(only) : undefined;
}

/** Whether a region is the head, the foot or a menu of the page. */
function isPageFrame(region: Element): boolean {
  if (frameNames.has(region.name)) return true;
  return frameRoles.has(attributeText(region, 'role'));
}

const frameNames: ReadonlySet<string> = new Set(['head', 'header', 'nav', 'footer', 'form']);
const frameRoles: ReadonlySet<string> = new Set(['banner', 'navigation', 'contentinfo']);

/** Whether a region is the column beside the rows, or around it, wherever it is in the markup. */
function isSideColumn(page: Page, region: Element): boolean {
  const named = page.ids.get('b_context');
  return isAside(region) || (named !== undefined && contains(region, named));
}

/**
 * The items of the lists before and after the list of results, within the element around all of them: by its id, else
 * the page.
 */
function besideList(page: Page, list: Element, lists: readonly Element[]): NonRowPart[] {
  const content = page.ids.get('b_content') ?? page.document;
  const parts: NonRowPart[] = [];
  const top = page.ids.get('b_topw');
  if (top !== undefined && !contains(content, top)) add(top, 'top');
  const above = childElements(content.parent).filter(({ order }) => order < content.order);
  if (top === undefined) for (const region of above) if (listIn(region) !== undefined) add(region, 'top');
  for (let inner = list; inner !== content && inner.parent !== null; inner = inner.parent) {
    const siblings = childElements(inner.parent).filter((child) => child !== inner && !lists.includes(child));
    for (const child of siblings) add(child, child.order < inner.order && !isSideColumn(page, child) ? 'top' : 'side');
  }
  return parts;

  function add(region: Element, column: 'top' | 'side'): void {
    if (isPageFrame(region)) return;
    const itemList = listIn(region) ?? (isSideColumn(page, region) ? region : undefined);
    const items = itemList === undefined ? [region] : itemsIn(itemList, []);
    parts.push(...items.map((element) => ({ element, column, isItem: itemList !== undefined })));
  }
}
