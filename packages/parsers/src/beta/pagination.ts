import { ancestors, contains, type Element, hrefOf, isElement, isInside } from '../html/tree.js';
import { anchorsWithin, firstWithin, lastBefore } from '../page/lists.js';
import { findElement, oncePerPage, type Page } from '../page/page.js';
import { isHeading } from '../page/roles.js';
import { textOf } from '../page/text.js';
import { type Found, foundValue } from '../reading/found.js';
import type { ParseContext } from '../reading/reading.js';
import type { Pagination } from '../results/responses.js';
import { parameterIn } from '../words/address.js';
import { integersIn } from '../words/numbers.js';
import { headingsLeadingOut, listOfResults, listsOfResults, mainContentOf } from './landmarks.js';
import { isSearchLink } from './links.js';

/** The content of the pager. */
interface Paging {
  readonly element: Element | undefined;
  /** Number of this page; undefined if the page shows none. */
  shown: number | undefined;
  /** Links to other pages, in document order. */
  links: readonly PageLink[];
}

interface PageLink {
  /** The number that it shows; undefined for "next" and "previous". */
  number: number | undefined;
  /** Rank, from 1, of the first result on the linked page. */
  first: number;
}

/** What the pager offers. */
export function readPagination({ page, options }: ParseContext): Found<Pagination> {
  const paging = pagingOf(page);
  return foundValue(paginationOf(paging, options.page), 'pager', paging.element);
}

/** The page number that the pager shows; undefined if it shows none. */
export function readPageNumber(page: Page): number | undefined {
  return pagingOf(page).shown;
}

/** Reads the pager: the last item of the list of results that links to other pages of it. */
const pagingOf: (page: Page) => Paging = oncePerPage((page) => {
  const lists = listsOfResults(page);
  const last = lists
    .flatMap((list) => anchorsWithin(page, list))
    .findLast((anchor) => firstRankOf(anchor) !== undefined);
  const isOfRows = (outer: Element): boolean => lists.includes(outer) || headingsLeadingOut(page, outer).length > 0;
  const pager = last && [...ancestors(last)].find(({ parent }) => isOfRows(parent!));
  if (pager === undefined) return { element: undefined, shown: undefined, links: [] };
  const anchors: Element[] = [];
  const links: PageLink[] = [];
  for (const anchor of anchorsWithin(page, pager)) {
    const first = firstRankOf(anchor);
    if (first === undefined) continue;
    anchors.push(anchor);
    links.push({ number: numberOf(anchor), first });
  }
  return { element: pager, shown: currentIn(page, pager, anchors), links };
});

/** The number in the pager that is not a link and neither contains one nor is inside one. */
function currentIn(page: Page, pager: Element, anchors: readonly Element[]): number | undefined {
  const current = findElement(
    page,
    pager,
    (mark) => isOutsideLinks(mark, anchors) && numberOf(mark) !== undefined && !isInside(mark, isHeading),
  );
  return current && numberOf(current);
}

function isOutsideLinks(mark: Element, anchors: readonly Element[]): boolean {
  if (firstWithin(anchors, mark) !== undefined) return false;
  const before = lastBefore(anchors, mark);
  return before === undefined || !contains(before, mark);
}

/** The `pagination` of a result; `asked` replaces a number that the page does not show. */
function paginationOf({ shown, links }: Paging, asked: number | undefined): Pagination {
  const current = shown ?? asked ?? 1;
  const steps = links.filter(({ number }) => number === undefined);
  const hasNext = steps.some((step) => isNextStep(step, links, current));
  const others = new Set<number>();
  for (const { number } of links) if (number !== undefined) others.add(number);
  if (hasNext) others.add(current + 1);
  if (current > 1 && steps.some((step) => !isNextStep(step, links, current))) others.add(current - 1);
  others.delete(current);
  return {
    ...(hasNext && { next: current + 1 }),
    current,
    other_pages: [...others].sort((a, b) => a - b),
    has_next_page: hasNext,
  };
}

/**
 * Whether a page without a number cannot be the one that was asked. Bing answers a page beyond the last, or one that is
 * asked for too often, with the first page and status 200. Without a pager the count decides: only later pages count
 * "11-20 of …".
 */
export function isOtherPage(page: Page, asked: number): boolean {
  const isLater = countsRange(page);
  return isLater !== undefined && isLater !== asked > 1;
}

/** Whether the count above the list is a range that begins after 1; undefined if there is no count. */
function countsRange(page: Page): boolean | undefined {
  const list = listOfResults(page);
  const content = mainContentOf(page);
  if (list === undefined || content === undefined) return undefined;
  const counts = descendants(page, content)
    .filter((element) => element.order < list.order && !element.children.some(isElement))
    .map((element) => countOf(textOf(element)));
  return counts.find((count) => count !== undefined)?.isLater;
}

/** "38,500 results" or "11-20 of 38,500 results". */
function countOf(text: string): { isLater: boolean } | undefined {
  const counts = text.length < 60 ? integersIn(text) : [];
  if (counts.length === 1) return { isLater: false };
  const isRange = counts.length === 3 && /\p{Nd}\s?[-–—]\s?\p{Nd}/u.test(text);
  return isRange ? { isLater: counts[0] !== 1 } : undefined;
}

/** Rank of the first result on the page that a link leads to; undefined for any other link. */
function firstRankOf(anchor: Element): number | undefined {
  const href = hrefOf(anchor);
  const first = isSearchLink(href) ? parameterIn(href, 'first') : undefined;
  return first && /^\d+$/.test(first) ? Number(first) : undefined;
}

/** The number in an element that shows only a page number. */
function numberOf(element: Element): number | undefined {
  const text = textOf(element);
  return /^(?:\p{L}+ )?\p{Nd}{1,4}$/u.test(text) ? integersIn(text)[0] : undefined;
}

/** Whether a step is "next": it leads to the same page as a later number, or to later results. */
function isNextStep(step: PageLink, links: readonly PageLink[], current: number): boolean {
  const twin = links.find(({ number, first }) => number !== undefined && first === step.first);
  return twin?.number === undefined ? step.first > (current - 1) * usualPageSize : twin.number > current;
}

/** Only distinguishes next from previous: pages may be shorter. */
const usualPageSize = 10;

/** The elements inside `outer`, without itself, in document order. */
function descendants(page: Page, outer: Element): readonly Element[] {
  return page.elements.slice(outer.order + 1, outer.last + 1);
}
