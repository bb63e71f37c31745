import { closest, type Element, hrefOf } from '../html/tree.js';
import { linesOf } from '../page/lines.js';
import { elementsWithin, lowerBound } from '../page/lists.js';
import type { Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { breaksLineByName, hasRenderedText, isLineBreaking, isRendered } from '../page/visible.js';
import { hasOtherPurpose, normalised } from '../reading/blocks/link-lists.js';
import type { Located } from '../reading/blocks/located.js';
import { type Found, foundValue, valueWithoutSource } from '../reading/found.js';
import type { RelatedSearch, Spelling } from '../results/block-items.js';
import type { SectionedPage } from './blocks/layout.js';
import { isBelowRows, isInSideColumn } from './landmarks.js';
import { isSearchLink, parameterOf, searchAnchors } from './links.js';
import { pagerOf } from './pagination.js';

/**
 * The queries that the page suggests at its end, in order; if there are none, those in the middle. A suggestion is a
 * link whose text is the query that it searches for. Below the pager may be those of a browser extension.
 */
export function readRelatedSearches(page: Page): Found<RelatedSearch[]> {
  const pager = pagerOf(page)?.element;
  const above = pager === undefined ? [] : lastList(page, lowerBound(page.anchors, pager.last));
  const [first, ...others] = above.length > 0 ? above : lastList(page, page.anchors.length);
  if (first === undefined) return valueWithoutSource([]);
  const queries = new Set([first, ...others].map((link) => textOf(link)));
  return foundValue(
    Array.from(queries, (query) => ({ query })),
    'last list',
    first,
  );
}

/**
 * The last list of suggestions: consecutive links of one shape, without another visible link in between. Reads links
 * from the end of the page, so that the many before the list are skipped.
 */
function lastList(page: Page, end: number): Element[] {
  const isInSentence = sentenceTest();
  let run: Element[] = []; // last link first
  let between: Element | undefined; // the next visible link, which is not a suggestion
  for (let index = end - 1; index >= 0; index--) {
    const link = page.anchors[index]!;
    const isNext = isSuggestion(page, link) && !isInSentence(link);
    const first = run.at(-1);
    if (!isNext && (first === undefined || !isRendered(link))) continue;
    const ends = isNext
      ? !areInSimilarLines(link, first) || (between !== undefined && !isSameQuery(between, link))
      : !isSameQuery(link, between ?? link);
    if (ends && isList(page, run)) return run.reverse();
    if (ends) run = [];
    if (isNext) run.push(link);
    between = isNext || ends ? undefined : link;
  }
  return isList(page, run) ? run.reverse() : [];
}

/** Whether two links are in similar lines: both alone, or both among others. */
function areInSimilarLines(link: Element, other: Element | undefined): boolean {
  if (other === undefined) return false;
  const [parent, otherParent] = [link.parent!, other.parent!];
  return parent.name === otherParent.name || (breaksLineByName(parent) && breaksLineByName(otherParent));
}

/** A single suggestion is a list only below the results; elsewhere it belongs to something else. */
function isList(page: Page, links: readonly Element[]): boolean {
  const [first] = links;
  return links.length > 1 || (first !== undefined && isBelowRows(page, first));
}

function isSuggestion(page: Page, link: Element): boolean {
  const href = hrefOf(link);
  const query = isSearchLink(href) ? parameterOf(href, 'q') : undefined;
  if (query === undefined || hasOtherPurpose(href, { otherPurposes }) || isTile(page, link)) return false;
  const text = textOf(link);
  return haveSameWords(text, query) && isReachable(page, link, text);
}

/** Parameters of links to an entity, a corrected query, a place or another page. */
const otherPurposes = ['si', 'spell', 'start', 'ludocid'];

/** A link to an entity is a tile if it has an image; otherwise it is a query like any other. */
function isTile(page: Page, link: Element): boolean {
  if (parameterOf(hrefOf(link), 'stick') === undefined) return false;
  return elementsWithin(page.elements, link).some(({ name }) => name === 'img' || name === 'g-img');
}

/**
 * Whether a suggestion is visible and outside the panel beside the results. On phones, a suggestion below the results
 * may be collapsed together with a preview of its answer. Links below answered questions are collapsed too, but are not
 * suggestions.
 */
function isReachable(page: Page, link: Element, text: string): boolean {
  if (isInSideColumn(page, link)) return false;
  return isRendered(link) || (isBelowRows(page, link) && !question.test(text));
}

const question = /[?？؟]$/;

/** Tests whether a link is within a sentence, where answers link words to searches for them. Reads each block once. */
function sentenceTest(): (link: Element) => boolean {
  const known = new Map<Element, ReadonlySet<Element>>();
  return (link) => {
    const block = closest(link, isLineBreaking);
    if (block === undefined) return false;
    const links = known.get(block) ?? linksInSentences(block);
    known.set(block, links);
    return links.has(link);
  };
}

function linksInSentences(block: Element): ReadonlySet<Element> {
  const links = new Set<Element>();
  for (const { pieces } of linesOf(block)) {
    if (!pieces.some(({ link, text }) => link === undefined && word.test(text))) continue;
    for (const { link } of pieces) if (link !== undefined) links.add(link);
  }
  return links;
}

/** In some years a second link, only an arrow, follows each query and has the same target. */
function isSameQuery(link: Element, other: Element): boolean {
  return parameterOf(hrefOf(link), 'q') === parameterOf(hrefOf(other), 'q');
}

/** Whether two texts have the same words, at least one. */
function haveSameWords(left: string, right: string): boolean {
  return word.test(left) && (left === right || normalised(left) === normalised(right));
}

const word = /[\p{L}\p{M}\p{N}+#]/u;

/**
 * Reads the line above the results with another spelling of the query: a link that searches for it. If the next link
 * searches for the query as typed, the results are for the other spelling, or for both.
 */
export function readSpelling({ page, rows }: SectionedPage): Located<Spelling> | undefined {
  const end = rows[0]?.anchor.order ?? page.elements.length;
  const searches = searchAnchors(page);
  if (!searches.slice(0, lowerBound(searches, end)).some(mayBeSpelling)) return undefined;
  const last = lowerBound(page.anchors, end);
  const links = page.anchors.slice(0, last).filter(hasRenderedText);
  const corrected = links.find((link, index) => isReplacedQuery(link, links[index + 1]));
  const suggested = corrected ?? links.find(isCorrection);
  if (suggested === undefined) return undefined;
  const kind = corrected === undefined ? 'suggested' : 'corrected';
  return { item: { kind, query: textOf(suggested) }, element: suggested };
}

/** Whether a link has one of the parameters that show another spelling or that it is not wanted. Few pages have any. */
function mayBeSpelling(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return href.includes('spell=') || href.includes('nfpr=');
}

/** The page marks a spelling of its own. */
function isCorrection(anchor: Element): boolean {
  return searchParameter(anchor, 'spell') === '1';
}

/** Both links search for their text, and only the second one forbids corrections, by a parameter or by quotes. */
function isReplacedQuery(link: Element, next: Element | undefined): boolean {
  const query = next && searchParameter(next, 'q');
  if (next === undefined || query === undefined) return false;
  if (!forbidsCorrection(next) && !/^["“+].*/.test(query)) return false;
  if (isCorrection(next) || !searchesForItsText(next)) return false;
  if (query === searchParameter(link, 'q') || forbidsCorrection(link)) return false;
  return isCorrection(link) || (forbidsCorrection(next) && searchesForItsText(link));
}

function forbidsCorrection(anchor: Element): boolean {
  return searchParameter(anchor, 'nfpr') === '1';
}

function searchesForItsText(anchor: Element): boolean {
  return haveSameWords(searchParameter(anchor, 'q') ?? '', textOf(anchor));
}

function searchParameter(anchor: Element, name: string): string | undefined {
  const href = hrefOf(anchor);
  return isSearchLink(href) ? parameterOf(href, name) : undefined;
}
