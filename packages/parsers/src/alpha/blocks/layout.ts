import { attribute, closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { isSectionHeading, levelOf } from '../../page/headings.js';
import { lowerBound, type Page } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import type { Reading } from '../../reading/reading.js';
import type { OrganicResult } from '../../results/responses.js';
import { targetOf } from '../links.js';
import { isForeignBlock } from '../organic-results/exclude.js';
import { isRowList } from '../organic-results/row.js';

/** A page with its ordinary rows and its sections found: what the blocks around the rows are read from. */
export interface Layout {
  readonly page: Page;
  /** The links that are the titles of the ordinary rows, in page order. */
  readonly rows: readonly RowLink[];
  /** The parts of the page below a heading of their own, without ordinary rows. */
  readonly sections: readonly Section[];
}

/** The title of an ordinary row. */
export interface RowLink {
  readonly position: number;
  readonly link: string;
  readonly anchor: Element;
}

/** A heading and the widest element around it that holds neither another heading of its level nor a row. */
export interface Section {
  readonly heading: Element;
  readonly block: Element;
}

/** Finds again where the rows stand, and the sections between them. */
export function layOut({ page }: Reading, results: readonly OrganicResult[]): Layout {
  const rows = rowLinks(page, results);
  const headings = page.headings.filter((heading) => isOwnSection(page, heading));
  const bounds = inOrder(
    headings,
    rows.map(({ anchor }) => anchor),
  );
  const sections = headings
    .filter((heading) => levelOf(heading) === 2)
    .map((heading) => ({ heading, block: widestAround(heading, bounds) }));
  return { page, rows, sections };
}

/**
 * The widest element around another that holds none of the `bounds` and is no list of rows. What stands inside the
 * element, or is its own otherwise, bounds nothing. Bounds are in document order: the nearest on each side tells.
 */
export function widestAround(
  element: Element,
  bounds: readonly Element[],
  isOwn: (bound: Element) => boolean = () => false,
): Element {
  const isFree = (bound: Element): boolean => contains(element, bound) || isOwn(bound);
  let before = lowerBound(bounds, element.order) - 1;
  let after = before + 1;
  while (before >= 0 && isFree(bounds[before]!)) before -= 1;
  while (after < bounds.length && isFree(bounds[after]!)) after += 1;
  const nearest = [bounds[before], bounds[after]].filter((bound) => bound !== undefined);
  let widest = element;
  for (let outer = widest.parent; outer !== null && !isRowList(outer); outer = outer.parent) {
    const holder = outer;
    if (nearest.some((bound) => contains(holder, bound))) break;
    widest = holder;
  }
  return widest;
}

/** The elements of several lists in document order. */
export function inOrder(...lists: (readonly Element[])[]): Element[] {
  return lists.flat().sort((a, b) => a.order - b.order);
}

/**
 * From the last row up: what quotes a row stands above it, and its links below say other things. Each stands above the
 * one that was found before.
 */
function rowLinks(page: Page, results: readonly OrganicResult[]): RowLink[] {
  const rows: RowLink[] = [];
  let end = page.anchors.length;
  for (const { position, link, title } of results.toReversed()) {
    let index = end - 1;
    while (index >= 0 && !isTitleOf(page.anchors[index]!, link, title)) index -= 1;
    const anchor = page.anchors[index];
    if (anchor === undefined) continue;
    rows.push({ position, link, anchor });
    end = index;
  }
  return rows.reverse();
}

function isTitleOf(anchor: Element, link: string, title: string): boolean {
  if (targetOf(hrefOf(anchor)) !== link || !says(anchor, title)) return false;
  return closest(anchor, isForeignBlock) === undefined;
}

function says(anchor: Element, title: string): boolean {
  return textOf(anchor).includes(title) && isShown(anchor);
}

/** Headings of dialogs, links and the column beside the results begin no section between the rows. */
function isOwnSection(page: Page, heading: Element): boolean {
  if (!isSectionHeading(heading) || textOf(heading) === '' || !isShown(heading)) return false;
  const column = page.ids.get('rhs');
  if (column !== undefined && contains(column, heading)) return false;
  return closest(heading, isApart) === undefined;
}

/** Dialogs, and what is folded away below a question. */
function isApart(element: Element): boolean {
  if (attribute(element, 'role') === 'dialog' || element.name === 'g-dialog') return true;
  return element.hasAttribute('data-q');
}
