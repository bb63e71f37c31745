import { closest, type Element, hrefOf } from '../html/tree.js';
import { linesOf } from '../page/lines.js';
import { within } from '../page/ordered.js';
import type { Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { isLineBreaking, isShown } from '../page/visible.js';
import { type Found, found, given } from '../reading/found.js';
import type { RelatedSearch } from '../results/page.js';
import { isBelowRows, isInColumn } from './landmarks.js';
import { isSearchLink, parameterOf } from './links.js';

/**
 * The queries that the page proposes at its end, in their order; those it proposes in the middle where it has none at
 * its end. A proposed query is a link whose text is the query that it asks.
 */
export function readRelatedSearches(page: Page): Found<RelatedSearch[]> {
  const [first, ...others] = lastList(page);
  if (first === undefined) return given([]);
  const queries = new Set([first, ...others].map((link) => textOf(link)));
  return found(
    Array.from(queries, (query) => ({ query })),
    'last list',
    first,
  );
}

/**
 * The last list of proposals: a run of links of one shape that no other shown link interrupts. Links are read from the
 * page's end on, so that the many above the list need not be looked at.
 */
function lastList(page: Page): Element[] {
  const isInSentence = sentenceTest();
  let run: Element[] = []; // the last link first
  let between: Element | undefined; // the shown link found after that, which proposes nothing
  for (let index = page.anchors.length - 1; index >= 0; index--) {
    const link = page.anchors[index]!;
    const isNext = isProposal(page, link) && !isInSentence(link);
    const first = run.at(-1);
    if (!isNext && (first === undefined || !isShown(link))) continue;
    const ends = isNext
      ? !isAlike(link, first) || (between !== undefined && !isSameQuery(between, link))
      : !isSameQuery(link, between ?? link);
    if (ends && isList(page, run)) return run.reverse();
    if (ends) run = [];
    if (isNext) run.push(link);
    between = isNext || ends ? undefined : link;
  }
  return isList(page, run) ? run.reverse() : [];
}

/** Whether two links stand in lines alike: each in one of its own, or in one with others. */
function isAlike(link: Element, other: Element | undefined): boolean {
  if (link.parent === null || other?.parent === null || other === undefined) return false;
  return link.parent.name === other.parent?.name || (isLineBreaking(link.parent) && isLineBreaking(other.parent!));
}

/** A single proposal is a list only below the results; elsewhere it is a link of something else. */
function isList(page: Page, links: readonly Element[]): boolean {
  const [first] = links;
  return links.length > 1 || (first !== undefined && isBelowRows(page, first));
}

function isProposal(page: Page, link: Element): boolean {
  const href = hrefOf(link);
  const query = isSearchLink(href) ? parameterOf(href, 'q') : undefined;
  if (query === undefined || hasOtherPurpose(href) || isTile(page, link)) return false;
  const text = textOf(link);
  return saysSame(text, query) && isOffered(page, link, text);
}

function hasOtherPurpose(href: string): boolean {
  return otherPurposes.some((name) => parameterOf(href, name) !== undefined);
}

/** Parameters of links that ask for an entity, a corrected query, a place or another page. */
const otherPurposes = ['si', 'spell', 'start', 'ludocid'];

/** A link to what the engine knows is a tile where it has a picture; without one it is a query like any other. */
function isTile(page: Page, link: Element): boolean {
  if (parameterOf(hrefOf(link), 'stick') === undefined) return false;
  return within(page.elements, link).some(({ name }) => name === 'img' || name === 'g-img');
}

/**
 * Shown, and not in the panel beside the results. Below the results of mobile pages a proposal may be folded away with
 * a preview of its answer; so are the links below answered questions, which propose nothing.
 */
function isOffered(page: Page, link: Element, text: string): boolean {
  if (isInColumn(page, link)) return false;
  return isShown(link) || (isBelowRows(page, link) && !question.test(text));
}

const question = /[?？؟]$/;

/** Finds links within sentences: answers link words to searches for them. Each block is looked through once. */
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

/** Lists of some years follow each query with a second link, a bare arrow, to the same. */
function isSameQuery(link: Element, other: Element): boolean {
  const query = queryOf(link);
  return query !== '' && (link === other || query === queryOf(other));
}

/** `''` for a link that asks nothing, as most do. */
function queryOf(link: Element): string {
  return parameterOf(hrefOf(link), 'q') ?? '';
}

/** Whether two texts have the same words, one at least, without what asking and showing a query may change. */
function saysSame(left: string, right: string): boolean {
  return word.test(left) && (left === right || words(left) === words(right));
}

/** The text without case, white space and punctuation. */
function words(text: string): string {
  return text.toLowerCase().replace(betweenWords, '');
}

const word = /[\p{L}\p{M}\p{N}+#]/u;
const betweenWords = /[^\p{L}\p{M}\p{N}+#]/gu;
