import { linesOf } from '../html/lines.js';
import type { Page } from '../html/page.js';
import { isHidden, isLineBreaking, textOf } from '../html/text.js';
import { attribute, closest, contains, type Element } from '../html/tree.js';
import type { Reading } from '../reading.js';
import type { RelatedSearch } from '../types.js';
import { isSearchLink, parameterOf } from './links.js';

/**
 * The queries that the page proposes at its end, in their order; those it proposes in the middle where it has none at
 * its end. A proposed query is a link whose text is the query that it asks.
 */
export function readRelatedSearches({ page, trace }: Reading): RelatedSearch[] {
  const list = proposalLists(page).findLast((links) => isList(page, links)) ?? [];
  if (list[0] !== undefined) trace.field(0, 'related_searches', 'last-list', list[0]);
  return [...new Set(list.map((link) => textOf(link)))].map((query) => ({ query }));
}

/** The lists of proposals in document order: runs of links of one shape that no other shown link interrupts. */
function proposalLists(page: Page): Element[][] {
  const isInSentence = sentenceTest();
  const lists: Element[][] = [];
  let list: Element[] = [];
  for (const link of page.anchors) {
    const previous = list.at(-1);
    const isNext = isProposal(page, link) && !isInSentence(link);
    const ends = isNext ? link.parent?.name !== previous?.parent?.name : isShown(link) && !isSameQuery(link, previous);
    if (ends) lists.push(list);
    if (ends) list = [];
    if (isNext) list.push(link);
  }
  return [...lists, list];
}

/** A single proposal is a list only below the results; elsewhere it is a link of something else. */
function isList(page: Page, links: readonly Element[]): boolean {
  const [first] = links;
  return links.length > 1 || (first !== undefined && isIn(page, 'botstuff', first));
}

function isProposal(page: Page, link: Element): boolean {
  const href = attribute(link, 'href') ?? '';
  if (!isSearchLink(href) || otherPurposes.some((name) => parameterOf(href, name) !== undefined)) return false;
  const text = textOf(link);
  const query = words(parameterOf(href, 'q') ?? '');
  return query !== '' && query === words(text) && isOffered(page, link, text);
}

/** Parameters of links that ask for an entity, a corrected query, a place or another page. */
const otherPurposes = ['stick', 'si', 'spell', 'start', 'ludocid'];

/**
 * Shown, and not in the panel beside the results. Below the results of mobile pages a proposal may be folded away with
 * a preview of its answer; so are the links below answered questions, which propose nothing.
 */
function isOffered(page: Page, link: Element, text: string): boolean {
  if (isIn(page, 'rhs', link)) return false;
  return isShown(link) || (isIn(page, 'botstuff', link) && !/[?？؟]$/.test(text));
}

/** Tells links within sentences: answers link words to searches for them. Each block is looked through once. */
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
  const sentences = linesOf(block).filter(({ pieces }) => pieces.some(({ link, text }) => !link && words(text) !== ''));
  return new Set(sentences.flatMap(({ pieces }) => pieces.flatMap(({ link }) => link ?? [])));
}

function isShown(link: Element): boolean {
  return closest(link, isHidden) === undefined;
}

/** Lists of some years follow each query with a second link, a bare arrow, to the same. */
function isSameQuery(link: Element, previous: Element | undefined): boolean {
  const query = parameterOf(attribute(link, 'href') ?? '', 'q');
  return query !== undefined && previous !== undefined && query === parameterOf(attribute(previous, 'href') ?? '', 'q');
}

function isIn(page: Page, id: string, element: Element): boolean {
  const landmark = page.ids.get(id);
  return landmark !== undefined && contains(landmark, element);
}

/** The text without what asking and showing it may change: case, white space, punctuation. */
function words(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}+#]/gu, '');
}
