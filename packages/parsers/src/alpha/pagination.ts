import { attribute, closest, contains, type Element, hrefOf, isElement, type Node } from '../html/tree.js';
import { firstWithin, lowerBound } from '../page/ordered.js';
import { nextSibling, oncePerPage, type Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { isHidden } from '../page/visible.js';
import { type Found, found, given } from '../reading/found.js';
import type { Reading } from '../reading/reading.js';
import type { Pagination } from '../results/responses.js';
import { asciiDigits, readCounts } from '../words/numbers.js';
import { isSearchLink, parameterOf } from './links.js';

/**
 * What the pager offers. Page numbers are those it shows: the offsets in its links grow by any number of rows, and by
 * a crooked one where the page was asked for from the middle of another.
 */
export function readPagination({ page, options }: Reading): Found<Pagination> {
  const pager = findPager(page);
  const asked = options.page ?? 1;
  if (pager === undefined) return given(paginationOf(asked, []));
  const current = pager.current ?? asked;
  return found(paginationOf(current, reachedFrom(pager.marks, current)), 'pager', pager.element);
}

/** The number that the page's pager gives the page, undefined where it gives none. */
export function readPageNumber(page: Page): number | undefined {
  return findPager(page)?.current;
}

interface Pager {
  readonly element: Element;
  readonly marks: readonly Mark[];
  /** The number that it gives the page. */
  readonly current: number | undefined;
}

/** A piece of a pager: the number of this page, the number of another, an arrow. */
interface Mark {
  kind: 'current' | 'page' | 'arrow';
  number: number;
  /** How many rows the page that it leads to skips; NaN where it does not say. */
  start: number;
  /** How many rows the page that it leads to shows. */
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

/** The last pager on the page, which is the last place with links to pages. */
const findPager: (page: Page) => Pager | undefined = oncePerPage((page) => {
  const read = linkReader();
  const last = page.anchors.findLast((link) => hasOffset(read(link))) ?? linkAfterTitle(page);
  if (last === undefined) return undefined;
  const element = smallestAround(firstBeside(page.anchors, last, read), last);
  const marks: Mark[] = [];
  collectMarks(page, element, read, marks);
  const current = currentOf(marks);
  return { element, marks, current: Number.isSafeInteger(current) ? current : undefined };
});

/** A link, taken apart as far as pagers need it. */
interface PagerLink {
  readonly href: string;
  /** How many rows the page that it leads to skips, as written. */
  readonly start: string | undefined;
}

type ReadLink = (link: Element) => PagerLink;

/** Reads the links that page on, which are asked for again, once. */
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

/** The first link of the widest element around `last` in which all links are those of its pager. */
function firstBeside(anchors: readonly Element[], last: Element, read: ReadLink): Element {
  const isOther = (link: Element): boolean => !hasOffset(read(link)) && !isSameSearch(read(link), read(last));
  let from = lowerBound(anchors, last.order);
  let end = from + 1;
  for (let outer = last.parent; outer !== null; outer = outer.parent) {
    const outerFrom = lowerBound(anchors, outer.order);
    const outerEnd = lowerBound(anchors, outer.last + 1, end);
    if (anchors.slice(outerFrom, from).some(isOther) || anchors.slice(end, outerEnd).some(isOther)) break;
    from = outerFrom;
    end = outerEnd;
  }
  return anchors[from] ?? last;
}

function smallestAround(first: Element, last: Element): Element {
  const inner = first === last ? (last.parent ?? last) : last;
  return closest(inner, (element) => contains(element, first)) ?? inner;
}

/** A pager that is one button has a link without an offset in some years; the title of the navigation precedes it. */
function linkAfterTitle(page: Page): Element | undefined {
  for (const title of page.headings) {
    if (title.name !== 'h1') continue;
    const next = nextSibling(page, title);
    if (next?.name === 'a' && isSearchLink(hrefOf(next))) return next;
  }
  return undefined;
}

function hasOffset({ href, start }: PagerLink): boolean {
  return start !== undefined && wholeNumber.test(start) && isSearchLink(href);
}

const wholeNumber = /^-?\d+$/;

/** Links to the first page may do without an offset; they ask the same, and nothing more than the others do. */
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
    if (isElement(child) && child.name === 'a') {
      if (child.hasAttribute('href')) marks.push(markOfLink(child, read(child)));
      continue;
    }
    // A number may be written in several pieces.
    const number = holdsLink(page, child) ? undefined : onlyNumberIn(textOf(child));
    if (number !== undefined) marks.push({ kind: 'current', number, start: 0, step: usualStep, pointsBack: false });
    else if (isElement(child) && !isHidden(child)) collectMarks(page, child, read, marks);
  }
}

function holdsLink({ anchors }: Page, node: Node): boolean {
  return isElement(node) && firstWithin(anchors, node) !== undefined;
}

/** The number of "3", or of a phrase of one number such as "Page 3". */
function onlyNumberIn(text: string): number | undefined {
  if (!digit.test(text)) return undefined;
  const [number, ...others] = readCounts(text);
  return others.length > 0 ? undefined : number;
}

const digit = /\p{Nd}/u;

function markOfLink(link: Element, { href, start: written }: PagerLink): Mark {
  const text = textOf(link);
  const start = Number(written ?? Number.NaN);
  const step = Number(parameterOf(href, 'num')) || usualStep;
  const pointsBack = start <= 0 || /^[<‹«←]/.test(text) || attribute(link, 'id') === 'pnprev';
  if (isNumber(text)) return { kind: 'page', number: Number(asciiDigits(text)), start, step, pointsBack };
  return { kind: 'arrow', number: 0, start, step, pointsBack };
}

/** Rows of a page where no other number was asked for. */
const usualStep = 10;

function currentOf(marks: readonly Mark[]): number | undefined {
  const shown = marks.find(({ kind }) => kind === 'current');
  return shown?.number ?? currentBetween(marks.filter(({ kind }) => kind === 'arrow'));
}

/**
 * Of arrows without numbers, two lead one page back and one on, so that their offsets are two pages apart. One that leads
 * back is on the last page.
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
  return marks.map(({ kind, number, start, pointsBack }, index) => {
    if (kind !== 'arrow') return number;
    const twin = numbers.get(start); // an arrow leads where the number beside it does
    if (twin !== undefined) return twin;
    if (firstNumber >= 0) return index < firstNumber ? current - 1 : current + 1;
    const isBack = arrows > 1 ? index === 0 : pointsBack;
    return isBack ? current - 1 : current + 1;
  });
}

function isNumber(text: string): boolean {
  return /^\p{Nd}{1,4}$/u.test(text);
}
