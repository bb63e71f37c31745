import { closest, contains, type Element, isElement, isInside } from '../../html/tree.js';
import { isOutsideMainContent } from '../../page/frame.js';
import { isBreadcrumb } from '../../page/line-parts.js';
import { type Line, linesOf } from '../../page/lines.js';
import { elementsWithin, firstWithin } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { headingLevelOf } from '../../page/roles.js';
import { isHighlight, textOf } from '../../page/text.js';
import { hasText, isHiddenInAnyWay, isSelfOutOfSight } from '../../page/visible.js';
import { isHiddenLink, isInRowColumn, rowContainersOf } from '../landmarks.js';
import { externalTargetOf, targetOfLink } from '../links.js';
import { linesBesideLinks, titleLinesIn, titleLinksAmong } from '../titles.js';

/** The title link of a row of the news or video list. */
export interface TitleLink {
  readonly anchor: Element;
  /** The target. */
  readonly link: string;
  /** The element that holds only the title. */
  readonly title: Element;
}

/** The title links of a page, in document order, and the layout that they were found by. */
export interface FoundTitleLinks {
  readonly layout: string;
  readonly links: readonly TitleLink[];
}

/**
 * Every visible external link of the main column that contains one of the headings or is the first link in it, in
 * document order. Rows cut out of their page are in no column.
 */
export function titleLinksByHeading(page: Page, headings: readonly Element[]): TitleLink[] {
  const links: (TitleLink & { readonly level: number })[] = [];
  const around = headingsAround(page);
  const lists = rowContainersOf(page);
  for (const anchor of page.anchors) {
    if (lists.length > 0 && !lists.some((list) => contains(list, anchor)) && !isInRestOf(lists[0]!, anchor)) continue;
    const heading = headingIn(anchor, headings) ?? around.get(anchor);
    if (
      heading === undefined ||
      !headings.includes(heading) ||
      (lists.length === 0 && isOutsideMainContent(page, anchor))
    )
      continue;
    const link = linkWith(anchor, firstBlock(heading));
    if (link !== undefined) links.push({ ...link, level: headingLevelOf(heading) });
  }
  return titleLinksAmong(links);
}

/** Without headings, a title is a part of its link, or a line of its own above lines that pass. */
export function titleLinksWithoutHeading(page: Page, areOfRow: (lines: readonly Line[]) => boolean): FoundTitleLinks {
  const parted = partedLinks(page);
  const above: TitleLink[] = [];
  for (const [anchor, { own }] of linesBesideLinks(page))
    if (isInRowColumn(page, anchor) && areOfRow(own)) addTitleLink(above, anchor);
  return { layout: 'plain', links: above.length > parted.length ? above : parted };
}

/**
 * Every visible external link that consists of a title and other parts, in document order, from the innermost list that
 * has any.
 */
function partedLinks(page: Page): TitleLink[] {
  const all: PartedLink[] = [];
  for (const anchor of page.anchors) {
    const parts = partsOf(anchor);
    if (parts.length > 0 && externalTargetOf(anchor) !== '' && !isOutsideMainContent(page, anchor))
      all.push({ anchor, parts });
  }
  const isIn = (list: Element, anchor: Element): boolean => contains(list, anchor) || isInRestOf(list, anchor);
  const inList = rowContainersOf(page).map((list) => all.filter(({ anchor }) => isIn(list, anchor)));
  const parted = inList.find(({ length }) => length > 0) ?? all;
  const isSecond = parted.filter(({ parts }) => isNameFirst(parts)).length * 2 > parted.length;
  const links: TitleLink[] = [];
  for (const { anchor, parts } of parted) addLink(links, anchor, (isSecond ? parts[1] : undefined) ?? parts[0]!);
  return links;
}

interface PartedLink {
  readonly anchor: Element;
  readonly parts: readonly Element[];
}

/** Whether a link is in an element like the list, beside it and after it: something else may divide a list into two. */
function isInRestOf(list: Element, anchor: Element): boolean {
  if (anchor.order < list.last) return false;
  return isInside(anchor, ({ name, parent }) => parent === list.parent && name === list.name);
}

/** Whether a name precedes the title: with its address, or as the shorter of the two if more parts follow. */
function isNameFirst([first, second, ...others]: readonly Element[]): boolean {
  if (second === undefined) return false;
  const name = textOf(first!);
  return isBreadcrumb(name) || (others.length > 0 && name.length < textOf(second).length);
}

/** Adds a link with its first part as the title, if it is a visible external one. */
export function addTitleLink(links: TitleLink[], anchor: Element): void {
  addLink(links, anchor, firstPart(anchor));
}

/** A section may be named in the link of its first row, by a heading of a higher level. */
function headingIn(anchor: Element, headings: readonly Element[]): Element | undefined {
  if (firstWithin(headings, anchor) === undefined) return undefined;
  const inside = elementsWithin(headings, anchor).filter((heading) => !isHiddenInAnyWay(heading, anchor));
  return inside.find((heading) => headingLevelOf(heading) >= 3) ?? inside[0];
}

/**
 * For each link that is the first in a heading, the innermost such heading. An image or a menu may precede the title's
 * link.
 */
function headingsAround({ headings, anchors }: Page): ReadonlyMap<Element, Element> {
  const around = new Map<Element, Element>();
  for (const heading of headings) {
    const first = firstWithin(anchors, heading);
    const isTitle = first === undefined || isTextLink(first);
    const anchor = isTitle ? first : (elementsWithin(anchors, heading).find(isTextLink) ?? first);
    if (anchor !== undefined) around.set(anchor, heading);
  }
  return around;
}

function isTextLink(anchor: Element): boolean {
  return hasText(anchor) && externalTargetOf(anchor) !== '';
}

function addLink(links: TitleLink[], anchor: Element, title: Element): void {
  const link = linkWith(anchor, firstBlock(title));
  if (link !== undefined) links.push(link);
}

function linkWith(anchor: Element, title: Element): TitleLink | undefined {
  if (!hasText(title) || isHiddenLink(anchor)) return undefined;
  const link = targetOfLink(anchor);
  return link === undefined ? undefined : { anchor, link, title };
}

/** The first block of a heading: the rest is about the title. A line break does not begin a block. */
function firstBlock(heading: Element): Element {
  const lines = linesOf(heading);
  const title = titleLinesIn(lines, '');
  return title.length < lines.length ? blockAround(title) : heading;
}

/** The smallest element around the lines of a title. */
function blockAround(lines: readonly Line[]): Element {
  const [first, last] = [lines[0]!.block, lines.at(-1)!.block];
  return closest(first, (outer) => contains(outer, last))!;
}

/** The first part of a link, or the whole link. */
function firstPart(anchor: Element): Element {
  return partsOf(anchor)[0] ?? anchor;
}

/**
 * The parts of a link as served to clients without scripts: `<a><span>title</span><span>site</span></a>`. Empty for a
 * single text.
 */
function partsOf(anchor: Element): readonly Element[] {
  let outer = anchor;
  for (;;) {
    const shown = outer.children.filter((child) => hasText(child) && !(isElement(child) && isSelfOutOfSight(child)));
    const parts = shown.filter(isElement);
    if (parts.length === 0 || parts.length < shown.length || parts.some(isHighlight))
      return outer === anchor ? [] : [outer];
    if (parts.length > 1) return parts;
    outer = parts[0]!;
  }
}
