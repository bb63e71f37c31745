import { asciiDigits, readCounts } from '../html/numbers.js';
import { lowerBound, nextSibling, oncePerPage, type Page } from '../html/page.js';
import { collapse, isHidden, textOf } from '../html/text.js';
import { attribute, closest, contains, type Element, isElement } from '../html/tree.js';
import type { Reading } from '../reading.js';
import type { Pagination } from '../types.js';
import { isSearchLink, parameterOf } from './links.js';

/**
 * What the pager offers. Page numbers are those it shows: the offsets in its links grow by any number of rows, and by
 * a crooked one where the page was asked for from the middle of another.
 */
export function readPagination({ page, options, trace }: Reading): Pagination {
  const pager = findPager(page);
  const asked = Math.max(options.page ?? 1, 1);
  if (pager === undefined) return paginationOf(asked, []);
  trace.field(0, 'pagination', 'pager', pager.element);
  const current = pager.current ?? asked;
  return paginationOf(current, reachedFrom(pager.marks, current));
}

/** The number that the page's pager gives the page, undefined where it gives none. */
export function readPageNumber({ page }: Reading): number | undefined {
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
  const others = [...new Set(reached)].filter((number) => number !== current && number > 0).sort((a, b) => a - b);
  const hasNext = others.includes(current + 1);
  return { ...(hasNext && { next: current + 1 }), current, other_pages: others, has_next_page: hasNext };
}

/** The last pager on the page, which is the last place with links to pages. */
const findPager: (page: Page) => Pager | undefined = oncePerPage((page) => {
  const last = page.anchors.findLast(hasOffset) ?? linkAfterTitle(page);
  if (last === undefined) return undefined;
  const element = smallestAround(firstBeside(page.anchors, last), last);
  const marks = marksIn(element);
  return { element, marks, current: currentOf(marks) };
});

/** The first link of the widest element around `last` in which all links are those of its pager. */
function firstBeside(anchors: readonly Element[], last: Element): Element {
  let from = lowerBound(anchors, last.order);
  let end = from + 1;
  for (let outer = last.parent; outer !== null; outer = outer.parent) {
    const outerFrom = lowerBound(anchors, outer.order);
    const outerEnd = lowerBound(anchors, outer.last + 1, end);
    if (!areOfPager(anchors, outerFrom, from, last) || !areOfPager(anchors, end, outerEnd, last)) break;
    from = outerFrom;
    end = outerEnd;
  }
  return anchors[from] ?? last;
}

function areOfPager(anchors: readonly Element[], from: number, end: number, last: Element): boolean {
  for (let i = from; i < end; i++) if (!hasOffset(anchors[i]!) && !isSameSearch(anchors[i]!, last)) return false;
  return true;
}

function smallestAround(first: Element, last: Element): Element {
  const inner = first === last ? (last.parent ?? last) : last;
  return closest(inner, (element) => contains(element, first)) ?? inner;
}

/** A pager that is one button has a link without an offset in some years; the title of the navigation stands before it. */
function linkAfterTitle(page: Page): Element | undefined {
  for (const title of page.headings) {
    if (title.name !== 'h1') continue;
    const next = nextSibling(page, title);
    if (next?.name === 'a' && isSearchLink(attribute(next, 'href') ?? '')) return next;
  }
  return undefined;
}

function hasOffset(link: Element): boolean {
  const href = attribute(link, 'href') ?? '';
  return href.includes('start=') && isSearchLink(href) && /^-?\d+$/.test(parameterOf(href, 'start') ?? '');
}

/** Links to the first page may do without an offset; they ask the same, and nothing more than the others do. */
function isSameSearch(link: Element, other: Element): boolean {
  const [href, otherHref] = [attribute(link, 'href') ?? '', attribute(other, 'href') ?? ''];
  if (!isSearchLink(href) || parameterOf(href, 'q') !== parameterOf(otherHref, 'q')) return false;
  const known = new Set(parameterNames(otherHref));
  return parameterNames(href).every((name) => known.has(name));
}

function parameterNames(href: string): string[] {
  const query = href.slice(href.indexOf('?') + 1);
  return query.split('&').map((pair) => pair.slice(0, pair.indexOf('=')));
}

function marksIn(pager: Element): Mark[] {
  const marks: Mark[] = [];
  collectMarks(pager, marks);
  return marks;
}

function collectMarks(element: Element, marks: Mark[]): void {
  for (const child of element.children) {
    if (!isElement(child)) {
      const number = onlyNumberIn(child.data);
      if (number !== undefined) marks.push({ kind: 'current', number, start: 0, step: usualStep, pointsBack: false });
    } else if (child.name === 'a') {
      const href = attribute(child, 'href');
      if (href !== undefined) marks.push(markOfLink(child, href));
    } else if (!isHidden(child)) collectMarks(child, marks);
  }
}

/** The number of "3", or of a phrase of one number such as "Page 3". */
function onlyNumberIn(text: string): number | undefined {
  const [number, ...others] = readCounts(collapse(text));
  return others.length > 0 ? undefined : number;
}

function markOfLink(link: Element, href: string): Mark {
  const text = textOf(link);
  const start = Number(parameterOf(href, 'start') ?? Number.NaN);
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
 * back stands on the last page.
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
  return marks.map(({ kind, number, pointsBack }, index) => {
    if (kind !== 'arrow') return number;
    if (firstNumber >= 0) return index < firstNumber ? current - 1 : current + 1;
    const isBack = arrows > 1 ? index === 0 : pointsBack;
    return isBack ? current - 1 : current + 1;
  });
}

function isNumber(text: string): boolean {
  return /^\p{Nd}{1,4}$/u.test(text);
}
