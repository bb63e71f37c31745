import { contains, type Element, isElement, isInside, type Node } from '../../html/tree.js';
import { firstLines, isLinked, isNonBlank, type Line, linesOf, type Piece } from '../../page/lines.js';
import { headingsWithin, neighboursOf, widestAround } from '../../page/lists.js';
import { holdsElement, nextSibling, type Page } from '../../page/page.js';
import { hasRole, headingLevelOf, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isInSight, isRendered } from '../../page/visible.js';
import { collapseWhitespace, isBlank, letter } from '../../words/text.js';
import {
  hasResultRegion,
  isDialog,
  isMainColumn,
  mainColumnOf,
  rowListOfScriptedPage,
  sideColumnOf,
} from '../landmarks.js';
import { usesRedirectLinks } from '../links.js';
import { isPlainSpan } from './description.js';
import type { PropertyElement } from './facts.js';

/** The places that may hold a panel by their structure, on pages that mark none; the most certain first. */
export function* unmarkedPanelCandidates(page: Page): Generator<PanelCandidate> {
  yield* columnPanel(page);
  yield* phonePanel(page);
  yield* blockPanels(page);
}

function columnPanel(page: Page): PanelCandidate[] {
  const column = sideColumnOf(page);
  if (column === undefined) return [];
  const head = headingAbove(page, column) ?? headingIn(page, column);
  if (head === undefined) return [];
  const outer = contains(column, head) ? column : page.document;
  return [{ head, ...titleIn(page, head, outer), parts: [column], marked: [], minFacts: 1 }];
}

/** The title of a panel above the whole page: the last heading above the list, in no column, that does not name a region. */
function headingAbove(page: Page, column: Element): Element | undefined {
  const list = rowListOfScriptedPage(page) ?? mainColumnOf(page);
  if (list === undefined) return undefined;
  const heading = page.headings.findLast(
    (above) => above.order < list.order && isTitle(above) && isOutsideColumns(above) && !contains(column, above),
  );
  if (heading === undefined) return undefined;
  return page.elements.slice(heading.order, list.order).some(holdsParagraph) ? undefined : heading;
}

function holdsParagraph({ children }: Element): boolean {
  return children.some((child) => !isElement(child) && child.data.length > maximumType);
}

/**
 * Answers have headings too, but in the column of the rows or above a paragraph; headings of regions are `h1` elements.
 */
function isOutsideColumns(heading: Element): boolean {
  return heading.name !== 'h1' && !isInside(heading, isMainColumn);
}

/**
 * The first heading by role. If no heading by role is in sight, the first by tag: a heading may name the column, as its
 * first child does, or the panel for screen readers. Titles before 2019 have no level.
 */
function headingIn(page: Page, column: Element): Element | undefined {
  const [name] = column.children.filter(hasText);
  const headings = headingsWithin(page, column).filter((it) => it !== name && isRendered(it) && isInSight(it));
  const byRole = headings.filter((heading) => hasRole(heading, 'heading'));
  return byRole.find(isTitle) ?? byRole[0] ?? headings.find((heading) => isTitle(heading) && heading.name !== 'h1');
}

/** Whether a heading begins a section that is neither a dialog nor a link. */
function isTitle(heading: Element): boolean {
  return isSectionHeading(heading) && isRendered(heading) && !isInLink(heading) && !isInside(heading, isDialog);
}

/** Names of regions for screen readers are headings by tag; visible ones have the role. */
function isNamedTitle(heading: Element): boolean {
  return hasRole(heading, 'heading') && isTitle(heading);
}

/** On phones, an anchor without `href` around the panel's title follows the name of the region. */
function phonePanel(page: Page): PanelCandidate[] {
  for (const name of page.headings) {
    const head = isSectionHeading(name) ? anchorAfter(page, name) : undefined;
    const [title, type] = head === undefined ? [] : linesOf(head).filter(isNotRating);
    if (head === undefined || title === undefined) continue;
    const typeText = collapseWhitespace(type?.pieces.find(({ text }) => !isBlank(text))?.text ?? '');
    const parts = partsFrom(page, head);
    return [{ head, title: title.text, ...(typeText !== '' && { type: typeText }), parts, marked: [], minFacts: 0 }];
  }
  return [];
}

function anchorAfter(page: Page, name: Element): Element | undefined {
  const next = nextSibling(page, name) ?? (name.parent === null ? undefined : nextSibling(page, name.parent));
  return next?.name === 'a' && !isLinkWithHref(next) && isRendered(next) ? next : undefined;
}

/** The block of the head, and those of the sections after it. */
function partsFrom(page: Page, head: Element): Element[] {
  const linked = page.headings.filter(isInLink);
  const sections = page.headings.filter((heading) => heading.order > head.order && isNamedTitle(heading));
  return [...new Set([head, ...sections].map((section) => blockOf(section, linked)))];
}

/** Whether a line is neither a rating nor the number of ratings. */
function isNotRating({ text }: Line): boolean {
  return letter.test(text) && !startsWithRating.test(text);
}

const startsWithRating = /^\p{Nd}[.,]\p{Nd}(?!\p{Nd})/u;

function blockPanels(page: Page): PanelCandidate[] {
  const linked = page.headings.filter(isInLink);
  const isForScripts = hasResultRegion(page) || !usesRedirectLinks(page);
  const isHead = isForScripts ? isNamedTitle : (heading: Element): boolean => headingLevelOf(heading) === 3;
  const heads = page.headings.filter((heading) => isHead(heading) && !isInLink(heading) && !holdsLink(page, heading));
  const read = new Set<Element>();
  return heads.flatMap((head) => {
    const block = blockOf(head, linked);
    if (read.has(block) || !hasText(head)) return [];
    read.add(block);
    return [{ head, ...titleIn(page, head, block), parts: [block], marked: [], minFacts: isForScripts ? 2 : 1 }];
  });
}

/** The widest element around a heading that contains no row of the list. Headings of rows are links. */
function blockOf(head: Element, linked: readonly Element[]): Element {
  return widestAround(head, neighboursOf(linked, head), ({ name }) => name === 'body');
}

/** The heading's first line, and the line after it, inside the heading or below it. */
function titleIn(page: Page, heading: Element, outer: Element): { title: string; type?: string } {
  const [first, second] = isInPieces(heading) ? [] : childTextsBelowWrappers(heading);
  if (first !== undefined && second !== undefined) return { title: first, type: second };
  const title = textOf(heading);
  for (let box = heading.parent; box !== null && contains(outer, box); box = box.parent) {
    const type = secondText(box, (child) => !holds(child, heading) && holdsControls(page, child));
    if (type !== undefined) return type.length > maximumType ? { title } : { title, type };
  }
  return { title };
}

/** Whether the heading is one text, split into several spans. */
function isInPieces({ children }: Element): boolean {
  return children.filter(hasText).every(isPlainSpan);
}

/** Longer lines below a title are descriptions. */
const maximumType = 80;

function holds(node: Node, element: Element): boolean {
  return isElement(node) && contains(node, element);
}

/** Whether a node with text holds buttons, or a rating with a link to the reviews. */
function holdsControls(page: Page, child: Node): boolean {
  if (!isElement(child) || !holdsAnchor(page, child)) return false;
  const first = firstLines(child, 1).flatMap(writtenPieces);
  const isRating = rating.test(first[0]!.text);
  if (!isRating && !first.every(isLinked)) return false; // most are told by their first line
  const pieces = linesOf(child).flatMap(writtenPieces);
  return isRating ? pieces.some(isLinked) : pieces.every(isLinked);
}

function writtenPieces({ pieces }: Line): readonly Piece[] {
  return pieces.filter(isNonBlank);
}

/** Whether an element is or contains a link, with or without a target. */
function holdsAnchor({ elements }: Page, { order, last }: Element): boolean {
  for (let at = order; at <= last; at++) if (elements[at]!.name === 'a') return true;
  return false;
}

const rating = /^\s*\p{Nd}[.,]\p{Nd}\s*$/u;

function holdsLink(page: Page, element: Element): boolean {
  return holdsElement(page, element, isLinkWithHref);
}

/** A place on the page that may hold a panel. */
export interface PanelCandidate {
  /** Its first element. */
  head: Element;
  title: string;
  type?: string;
  /** The elements with the rest of it, in document order. */
  parts: readonly Element[];
  /** The elements that are marked as properties of its entity, in document order. */
  marked: readonly PropertyElement[];
  /** Number of facts and sourced paragraphs needed to accept it as a panel; 0 if its other fields suffice. */
  minFacts: number;
}

/** The texts of the element's children. Descends while there is a single child element. */
export function childTextsBelowWrappers(element: Element): string[] {
  const children = element.children.filter(hasText);
  const [only] = children;
  if (children.length === 1 && only !== undefined && isElement(only)) return childTextsBelowWrappers(only);
  return children.map((child) => textOf(child));
}

/** The second of such texts, without the children left out; undefined if there is none. Reads no further child. */
function secondText(element: Element, isLeftOut: (child: Node) => boolean): string | undefined {
  let isSecond = false;
  for (const child of element.children) {
    if (!hasText(child) || isLeftOut(child)) continue;
    if (isSecond) return textOf(child);
    isSecond = true;
  }
  return undefined;
}

/** Whether the element is a link or inside one. */
export function isInLink(element: Element): boolean {
  return isInside(element, isLinkWithHref);
}

/** Whether the element is a link with an address. Panels on phones are in an anchor without `href`. */
function isLinkWithHref(element: Element): boolean {
  return element.name === 'a' && element.hasAttribute('href');
}
