import { attribute, closest, contains, type Element, hrefOf, isElement, isInside } from '../../html/tree.js';
import { firstLines, isLinked, type Line, linesOf } from '../../page/lines.js';
import {
  anchorsWithin,
  countWithin,
  firstWithin,
  lastBefore,
  mergeInDocumentOrder,
  neighboursOf,
  widestAround,
} from '../../page/lists.js';
import { nextSibling, type Page } from '../../page/page.js';
import { headingLevelOf, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isRendered, isSelfOutOfSight } from '../../page/visible.js';
import type { NumberedRow } from '../../reading/found.js';
import { searchBoxesOf } from '../../reading/title-and-box.js';
import type { OrganicResult } from '../../results/responses.js';
import { isDialog, isInSideColumn, isRowContainer, rowContainersOf } from '../landmarks.js';
import { externalTargetOf, isHelpLink, isSearchLink } from '../links.js';
import { isInCollapsedAnswer } from './controls.js';
import { lowerTitles } from './title-levels.js';

/** A page with its ordinary rows and sections: what the blocks around the rows are read from. */
export interface SectionedPage {
  readonly page: Page;
  /** The title links of the ordinary rows, in page order. */
  readonly rows: readonly RowTitleLink[];
  /** `rows` and the headings of `sections`, in page order: no block extends across them. */
  readonly bounds: readonly Element[];
  /** The parts of the page below a heading of their own, without ordinary rows. */
  readonly sections: readonly Section[];
  /** `sections`, and the parts between the rows that begin like sections but without a heading. */
  readonly allSections: readonly Section[];
  /** The widest elements of the list that neither contain a row nor are part of one. */
  readonly partsBetween: readonly Element[];
}

/** The title of an ordinary row. */
export interface RowTitleLink {
  readonly position: number;
  readonly link: string;
  readonly anchor: Element;
}

/** A heading with the element that it is the heading of. */
export interface Section {
  readonly heading: Element;
  /** The widest element around it that contains no row and no other heading of its level; see `sectionBlock`. */
  readonly block: Element;
}

/** Finds the sections between the rows. */
export function splitIntoSections(page: Page, found: readonly NumberedRow<OrganicResult>[]): SectionedPage {
  lowerTitles(page);
  const rows = found.map(({ row: { position, link }, anchor }) => ({ position, link, anchor }));
  const start = endOfTopBar(page, rows);
  const headings = page.headings.filter((heading) => heading.order > start && isOwnSection(page, heading));
  const anchors = rows.map(({ anchor }) => anchor);
  const own = headings.filter((heading) => headingLevelOf(heading) === 2);
  const sections = sectionsAt(page, own, mergeInDocumentOrder(headings, anchors));
  const blocks = new Map(sections.map(({ heading, block }) => [heading, block]));
  const others = page.headings.filter((heading) => {
    const before = lastBefore(own, heading);
    const isInside = before !== undefined && contains(blocks.get(before)!, heading);
    return !isInside && !blocks.has(heading) && leadsToNewsTab(page, heading);
  });
  const headed = [...sections, ...sectionsAt(page, others, mergeInDocumentOrder(others, headings, anchors))];
  const [list = page.document] = rowContainersOf(page);
  const parts = partsBetween(list, anchors);
  const unnamed = unnamedSections(
    page,
    parts,
    headed.map(({ block }) => block),
  );
  const bounds = mergeInDocumentOrder(
    anchors,
    headed.map(({ heading }) => heading),
  );
  return { page, rows, bounds, sections: headed, allSections: [...headed, ...unnamed], partsBetween: parts };
}

/** Place of the search box above the rows, which ends the bar with menus; 0 if there is none. */
export function endOfTopBar(page: Page, rows: readonly RowTitleLink[]): number {
  const [box] = searchBoxesOf(page);
  const [first] = rows;
  return box && first && box.order < first.anchor.order ? box.order : 0;
}

function sectionsAt(page: Page, headings: readonly Element[], bounds: readonly Element[]): Section[] {
  return headings.map((heading) => ({ heading, block: sectionBlock(page, heading, bounds) }));
}

/**
 * The widest element around a heading that contains none of the `bounds`. If the heading is alone in it, the next
 * element.
 */
export function sectionBlock(page: Page, heading: Element, bounds: readonly Element[]): Element {
  const block = widestBlockAround(heading, bounds);
  if (!isAlone(page, heading, block)) return block;
  const next = nextSibling(page, block);
  const isOfSection = next !== undefined && isRendered(next) && !isRowContainer(next);
  return isOfSection && firstWithin(bounds, next) === undefined && hasItems(page, next) ? next : block;
}

function hasItems(page: Page, element: Element): boolean {
  return anchorsWithin(page, element).filter(leadsOut).length > 1;
}

function leadsOut(anchor: Element): boolean {
  return externalTargetOf(anchor) !== '' && !isHelpLink(anchor);
}

/** Whether an element around a heading contains no other text or link. */
function isAlone(page: Page, heading: Element, block: Element): boolean {
  if (firstWithin(page.anchors, block) !== undefined) return false;
  const name = textOf(heading);
  const isName = ({ text }: Line): boolean => text === name;
  return firstLines(block, 2).every(isName) && linesOf(block).every(isName);
}

/**
 * The widest element around another that contains none of the document-ordered `bounds` and is not a list of rows.
 * Bounds inside the element itself, and those that `isOwn`, do not count.
 */
export function widestBlockAround(
  element: Element,
  bounds: readonly Element[],
  isOwn: (bound: Element) => boolean = () => false,
): Element {
  const nearest = neighboursOf(bounds, element, (bound) => contains(element, bound) || isOwn(bound));
  return widestAround(element, nearest, isRowContainer);
}

/** Whether a heading links to the news tab: in old layouts, such headings of sections have the titles' level. */
export function leadsToNewsTab(page: Page, heading: Element): boolean {
  const link = firstWithin(page.anchors, heading);
  if (link === undefined || !hrefOf(link).includes('tbm=nws')) return false;
  return isSearchLink(hrefOf(link)) && isRendered(heading) && !isInSideColumn(page, heading);
}

/** Headings in dialogs, links and the column beside the results begin no section between the rows. */
function isOwnSection(page: Page, heading: Element): boolean {
  if (!isSectionHeading(heading) || !hasText(heading) || !isRendered(heading)) return false;
  const unseen = closest(heading, isSelfOutOfSight); // else it is for screen readers
  if (isInSideColumn(page, heading) || (unseen && firstWithin(page.anchors, unseen))) return false;
  return !isInside(heading, isDialog) && !isInCollapsedAnswer(page, heading);
}

/**
 * Those of the parts between the rows that begin with a short line, like sections, and neither contain nor are in a
 * section with a heading. For pages that mark no headings.
 *
 * @param headed the blocks of the sections with a heading
 */
function unnamedSections(
  page: Page,
  parts: readonly Element[],
  headed: readonly Element[],
): { heading: Element; block: Element }[] {
  return parts.flatMap((block) => {
    if (headed.some((known) => contains(known, block) || contains(block, known))) return [];
    const heading = isRendered(block) && holdsItems(page, block) ? nameOf(block) : undefined;
    return heading === undefined ? [] : [{ heading, block }];
  });
}

/** The widest elements of the list that neither contain a row nor are part of one. */
function partsBetween(list: Element, anchors: readonly Element[]): Element[] {
  const parts: Element[] = [];
  const waiting: Element[] = [list];
  for (let outer = waiting.pop(); outer !== undefined; outer = waiting.pop()) {
    const isWithinRow = outer !== list && countWithin(anchors, outer) === 1;
    for (const child of outer.children) {
      if (!isElement(child)) continue;
      if (firstWithin(anchors, child) !== undefined) waiting.push(child);
      else if (!isWithinRow) parts.push(child);
    }
  }
  return parts.sort((one, other) => one.order - other.order);
}

/**
 * Whether a block contains at least two cards or collapsed texts. A block by the engine itself ends with a link to its
 * help.
 */
function holdsItems(page: Page, block: Element): boolean {
  const links = anchorsWithin(page, block);
  if (links.some(isHelpLink)) return false;
  const targets = new Set(links.map(externalTargetOf));
  targets.delete('');
  if (targets.size > 1) return true;
  let folded = 0;
  for (let i = block.order; i <= block.last; i++) {
    if (attribute(page.elements[i]!, 'aria-expanded') === 'false') folded += 1;
  }
  return folded > 1;
}

/** The block of the first line, if it can be a heading: short and not a link. */
function nameOf(block: Element): Element | undefined {
  const [first, second] = firstLines(block, 2);
  if (first === undefined || second === undefined || first.text.length > maxNameLength) return undefined;
  return first.block === block || first.pieces.some(isLinked) ? undefined : first.block;
}

const maxNameLength = 60;
