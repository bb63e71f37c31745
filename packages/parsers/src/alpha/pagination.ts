import { attribute, closest, contains, type Element, hrefOf, isElement, type Node } from '../html/tree.js';
import { firstWithin, lowerBound } from '../page/lists.js';
import { nextSibling, oncePerPage, type Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { isSelfHidden } from '../page/visible.js';
import { type Found, foundValue, valueWithoutSource } from '../reading/found.js';
import type { ParseContext } from '../reading/reading.js';
import type { Pagination } from '../results/responses.js';
import { integersIn } from '../words/numbers.js';
import { digit } from '../words/text.js';
import { isSearchLink, parameterOf } from './links.js';

/**
 * What the pager offers. Uses the page numbers that it shows: the offsets in its links grow by any number of rows, and
 * are odd numbers if the page was requested from the middle of another.
 */
export function readPagination({ page, options }: ParseContext): Found<Pagination> {
  const pager = pagerOf(page);
  const asked = options.page ?? 1;
  if (pager === undefined) return valueWithoutSource(paginationOf(asked, []));
  const current = pager.current ?? asked;
  return foundValue(paginationOf(current, reachedFrom(pager.marks, current)), 'pager', pager.element);
}

/** The page number that the pager shows; undefined if it shows none. */
export function readPageNumber(page: Page): number | undefined {
  return pagerOf(page)?.current;
}

interface Pager {
  readonly element: Element;
  readonly marks: readonly Mark[];
  /** The number of this page. */
  readonly current: number | undefined;
}

/** A part of a pager: the number of this page, the number of another, or an arrow. */
interface Mark {
  kind: 'current' | 'page' | 'arrow';
  number: number;
  /** Number of rows that the linked page skips; NaN if the link does not say. */
  start: number;
  /** Number of rows on the linked page. */
  step: number;
  pointsBack: boolean;
}

function paginationOf(current: number, reached: readonly number[]): Pagination {
  const others = [...new Set(reached)]
    .filter((number) => number !== current && number > 0 && Number.isSafeInteger(number))
    .sort((a, b) => a - b);
  const hasNext = others.includes(current + 1);
  return { ...(hasNext && { next: current + 1 }), current, other_pages: others, has_next_page: hasNext };
}

/** The last pager on the page: the last place with links to pages. */
export const pagerOf: (page: Page) => Pager | undefined = oncePerPage((page) => {
  const read = linkReader();
  const last = page.anchors.findLast((link) => hasOffset(read(link))) ?? linkAfterTitle(page);
  if (last === undefined) return undefined;
  const element = smallestAround(firstBeside(page.anchors, last, read), last);
  const marks: Mark[] = [];
  collectMarks(page, element, read, marks);
  const current = currentOf(marks);
  return { element, marks, current: Number.isSafeInteger(current) ? current : undefined };
});

/** The parts of a link that pagers need. */
interface PagerLink {
  readonly href: string;
  /** Number of rows that the linked page skips, as written. */
  readonly start: string | undefined;
}

type ReadLink = (link: Element) => PagerLink;

/** Reads pager links and caches them, because they are read several times. */
function linkReader(): ReadLink {
  const known = new Map<Element, PagerLink>();
  return (link) => {
    const read = known.get(link) ?? pageLinkOf(link);
    if (read.start !== undefined) known.set(link, read);
    return read;
  };
}

function pageLinkOf(link: Element): PagerLink {
  const href = hrefOf(link);
  return { href, start: href.includes('start') ? parameterOf(href, 'start') : undefined };
}

/** The first link of the widest element around `last` that contains only links of the pager. */
function firstBeside(anchors: readonly Element[], last: Element, read: ReadLink): Element {
  const isOther = (link: Element): boolean =>
    !hasOffset(read(link)) && !isSameSearch(read(link), read(last)) && !isCurrent(link);
  let from = lowerBound(anchors, last.order);
  let end = from + 1;
  for (let outer = last.parent; outer !== null; outer = outer.parent) {
    const outerFrom = lowerBound(anchors, outer.order);
    const outerEnd = lowerBound(anchors, outer.last + 1, end);
    if (anchors.slice(outerFrom, from).some(isOther) || anchors.slice(end, outerEnd).some(isOther)) break;
    from = outerFrom;
    end = outerEnd;
  }
  return anchors[from]!;
}

function smallestAround(first: Element, last: Element): Element {
  const inner = first === last ? last.parent! : last;
  return closest(inner, (element) => contains(element, first))!;
}

/** In some years, a pager that is a single button has a link without an offset, after the title of the navigation. */
function linkAfterTitle(page: Page): Element | undefined {
  for (const title of page.headings) {
    if (title.name !== 'h1') continue;
    const next = nextSibling(page, title);
    if (next?.name === 'a' && isSearchLink(hrefOf(next))) return next;
  }
  return undefined;
}

/** Whether a link is the number of this page: it leads nowhere. */
function isCurrent(link: Element): boolean {
  return hrefOf(link) === '#' && onlyNumberIn(textOf(link)) !== undefined;
}

function hasOffset({ href, start }: PagerLink): boolean {
  return start !== undefined && wholeNumber.test(start) && isSearchLink(href);
}

const wholeNumber = /^-?\d+$/;

/** A link to the first page may have no offset: it has the same query and no parameter that the others lack. */
function isSameSearch({ href }: PagerLink, { href: other }: PagerLink): boolean {
  if (!isSearchLink(href) || parameterOf(href, 'q') !== parameterOf(other, 'q')) return false;
  const known = new Set(parameterNames(other));
  return parameterNames(href).every((name) => known.has(name));
}

function parameterNames(href: string): string[] {
  const query = href.slice(href.indexOf('?') + 1);
  return query.split('&').map((pair) => pair.slice(0, pair.indexOf('=')));
}

function collectMarks(page: Page, element: Element, read: ReadLink, marks: Mark[]): void {
  for (const child of element.children) {
    const isLink = isElement(child) && child.name === 'a';
    if (isLink && !isCurrent(child)) {
      if (child.hasAttribute('href')) marks.push(markOfLink(child, read(child)));
      continue;
    }
    // A number may be split into several pieces.
    const number = !isLink && holdsLink(page, child) ? undefined : onlyNumberIn(textOf(child));
    if (number !== undefined) marks.push({ kind: 'current', number, start: 0, step: usualStep, pointsBack: false });
    else if (isElement(child) && !isSelfHidden(child)) collectMarks(page, child, read, marks);
  }
}

function holdsLink({ anchors }: Page, node: Node): boolean {
  return isElement(node) && firstWithin(anchors, node) !== undefined;
}

/** The number of "3", or of a phrase with one number such as "Page 3". */
function onlyNumberIn(text: string): number | undefined {
  if (!digit.test(text)) return undefined;
  const [number, ...others] = integersIn(text);
  return others.length > 0 ? undefined : number;
}

function markOfLink(link: Element, { href, start: written }: PagerLink): Mark {
  const text = textOf(link);
  const start = Number(written);
  const step = Number(parameterOf(href, 'num')) || usualStep;
  const pointsBack = start <= 0 || /^[<‹«←]/.test(text) || attribute(link, 'id') === 'pnprev';
  const number = onlyNumberIn(text);
  if (number !== undefined && (isNumber(text) || number === start / step + 1))
    return { kind: 'page', number, start, step, pointsBack };
  return { kind: 'arrow', number: 0, start, step, pointsBack };
}

/** Rows of a page unless another number is asked for. */
const usualStep = 10;

function currentOf(marks: readonly Mark[]): number | undefined {
  const shown = marks.find(({ kind }) => kind === 'current');
  return shown?.number ?? currentBetween(marks.filter(({ kind }) => kind === 'arrow'));
}

/**
 * The page between two arrows without numbers: one leads a page back, the other a page on, so their offsets are two
 * pages apart. A single arrow back is on the last page.
 */
function currentBetween([back, on]: readonly Mark[]): number | undefined {
  if (back === undefined) return undefined;
  const start = Math.max(back.start || 0, 0);
  if (on === undefined) return back.pointsBack ? Math.round(start / back.step) + 2 : undefined;
  return on.start > start ? Math.round(start / ((on.start - start) / 2)) + 2 : undefined;
}

function reachedFrom(marks: readonly Mark[], current: number): number[] {
  const firstNumber = marks.findIndex(({ kind }) => kind !== 'arrow');
  const arrows = marks.filter(({ kind }) => kind === 'arrow').length;
  const numbers = new Map<number, number>();
  for (const { kind, number, start } of marks) if (kind === 'page' && start >= 0) numbers.set(start, number);
  const last = Math.max(...numbers.values());
  return marks.flatMap(({ kind, number, start, pointsBack }, index) => {
    if (kind !== 'arrow') return kind === 'page' || number < last ? number : []; // a higher one is in other text
    const twin = numbers.get(start); // an arrow has the same target as the number beside it
    if (twin !== undefined) return twin;
    if (firstNumber >= 0) return index < firstNumber ? current - 1 : current + 1;
    const isBack = arrows > 1 ? index === 0 : pointsBack;
    return isBack ? current - 1 : current + 1;
  });
}

function isNumber(text: string): boolean {
  return /^\p{Nd}{1,4}$/u.test(text);
}
