import { asciiDigits, readCounts } from '../html/numbers.js';
import { firstWithin, oncePerPage, type Page, within } from '../html/page.js';
import { collapse, isHidden, textOf } from '../html/text.js';
import { attribute, closest, contains, type Element, isElement } from '../html/tree.js';
import type { Reading } from '../reading.js';
import type { Pagination } from '../types.js';
import { isSearchLink, parameterOf } from './links.js';

/**
 * What the pager offers. Page numbers are those it shows: the offsets in its links grow by any number of rows, and by
 * a crooked one where the page was asked for from the middle of another.
 */
export function readPagination(reading: Reading): Pagination {
  const { page, options, trace } = reading;
  const pager = findPager(page);
  const asked = Math.max(options.page ?? 1, 1);
  if (pager === undefined) return paginationOf(asked, []);
  trace.field(0, 'pagination', 'pager', pager);
  const marks = marksOf(pager);
  const current = currentOf(marks) ?? asked;
  return paginationOf(current, reachedFrom(marks, current));
}

/** The number that the page's pager gives the page, undefined where it gives none. */
export function readPageNumber({ page }: Reading): number | undefined {
  const pager = findPager(page);
  return pager && currentOf(marksOf(pager));
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

/** The smallest element around the links of the last pager on the page, which is the last place with links to pages. */
const findPager: (page: Page) => Element | undefined = oncePerPage((page) => {
  const last = page.anchors.findLast(hasOffset) ?? linkAfterTitle(page);
  if (last === undefined) return undefined;
  let widest = last;
  while (
    widest.parent !== null &&
    within(page.anchors, widest.parent).every((link) => link === last || hasOffset(link) || isSameSearch(link, last))
  ) {
    widest = widest.parent;
  }
  const first = firstWithin(page.anchors, widest) ?? last;
  return closest(first === last ? (last.parent ?? last) : last, (element) => contains(element, first));
});

/** A pager that is one button has a link without an offset in some years; the title of the navigation stands before it. */
function linkAfterTitle(page: Page): Element | undefined {
  for (const title of page.headings) {
    if (title.name !== 'h1' || title.parent === null) continue;
    const siblings = title.parent.children.filter(isElement);
    const next = siblings[siblings.indexOf(title) + 1];
    if (next?.name === 'a' && isSearchLink(attribute(next, 'href') ?? '')) return next;
  }
  return undefined;
}

function hasOffset(link: Element): boolean {
  const href = attribute(link, 'href') ?? '';
  return isSearchLink(href) && /^-?\d+$/.test(parameterOf(href, 'start') ?? '');
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

function marksOf(pager: Element): Mark[] {
  return pager.children.flatMap((child) => {
    if (!isElement(child)) return markOfText(collapse(child.data));
    if (child.name === 'a') return attribute(child, 'href') === undefined ? [] : [markOfLink(child)];
    return isHidden(child) ? [] : marksOf(child);
  });
}

/** "3", or a phrase of one number such as "Page 3". */
function markOfText(text: string): Mark[] {
  const [number, ...others] = readCounts(text);
  if (number === undefined || others.length > 0) return [];
  return [{ kind: 'current', number, start: 0, step: usualStep, pointsBack: false }];
}

function markOfLink(link: Element): Mark {
  const text = textOf(link);
  const href = attribute(link, 'href') ?? '';
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
