import { closest, contains, type Element, isElement } from '../../html/tree.js';
import { nearestOf, widestAround } from '../../page/around.js';
import { find, type Page, within } from '../../page/page.js';
import { hasRole } from '../../page/roles.js';
import { labelOf, textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import { columnOf, mainListOf } from '../landmarks.js';
import { isDescription, isEntityProperty, type Marked, markedElements } from './property.js';

/** A place on the page that may hold a panel. */
export interface Panel {
  /** Its first element. */
  head: Element;
  title: string;
  type?: string;
  /** The elements that hold the rest of it, in document order. */
  parts: readonly Element[];
  /** What the page marks as properties of the panel's entity, in document order. */
  marked: readonly Marked[];
}

/**
 * The places that may hold the panel of an entity or business, the surest first. Its title is marked as one since 2019;
 * before, it is the heading of the column beside the results; on pages without a script it is a heading of the list
 * that leads nowhere.
 */
export function* findPanels(page: Page): Generator<Panel> {
  yield* markedPanels(page);
  yield* columnPanel(page);
  yield* blockPanels(page);
}

function* markedPanels(page: Page): Generator<Panel> {
  const marked = markedElements(page);
  const heads = marked.filter(isPanelTitle);
  for (const [index, head] of heads.entries()) {
    const next = heads[index + 1];
    const own = marked.slice(marked.indexOf(head) + 1, next && marked.indexOf(next));
    yield markedPanel(page, head.element, own, next?.element.order ?? page.elements.length);
  }
}

function isPanelTitle({ element, property }: Marked): boolean {
  return property === 'title' && isShown(element) && !isInLink(element);
}

function markedPanel(page: Page, head: Element, marked: readonly Marked[], end: number): Panel {
  const column = columnOf(page);
  const isBeside = column !== undefined && column.last > head.order && column.order < end;
  const about = marked.filter(isAbout).map(({ element }) => element);
  const subtitle = marked.find(({ property }) => subtitleProperty.test(property));
  const type = subtitle && !holdsRating(page, subtitle.element) && typeIn(subtitle);
  return {
    head,
    title: textOf(head),
    ...(type && { type }),
    parts: isBeside ? [...about.filter((element) => !contains(column, element)), column] : about,
    marked,
  };
}

const subtitleProperty = /^subtitle$|:one line summary$/;

/** The summary of a place goes on with whether it is open, in an element of its own. */
function typeIn({ element, property }: Marked): string {
  if (property === 'subtitle') return singleText(textOf(element));
  return linesIn(element).find((text) => letter.test(text)) ?? '';
}

const letter = /\p{L}/u;

function isAbout({ property }: Marked): boolean {
  return isDescription(property) || isEntityProperty(property);
}

function columnPanel(page: Page): Panel[] {
  const column = columnOf(page);
  if (column === undefined) return [];
  const head = within(page.headings, column).find((heading) => hasRole(heading, 'heading') && isShown(heading));
  return head === undefined ? [] : [{ head, ...titleIn(head, column), parts: [column], marked: [] }];
}

function blockPanels(page: Page): Panel[] {
  if (mainListOf(page) !== undefined) return [];
  const linked = page.headings.filter(isInLink);
  const heads = page.headings.filter(
    (heading) => heading.name === 'h3' && !isInLink(heading) && !holdsLink(page, heading),
  );
  const read = new Set<Element>();
  return heads.flatMap((head) => {
    const block = blockOf(head, linked);
    if (read.has(block) || !hasText(head)) return [];
    read.add(block);
    return [{ head, ...titleIn(head, block), parts: [block], marked: [] }];
  });
}

/** The widest element around a heading that reaches into no row of the list: those have headings that are links. */
function blockOf(head: Element, linked: readonly Element[]): Element {
  return widestAround(head, nearestOf(linked, head), ({ name }) => name === 'body');
}

/** The heading's first line, and the line after it, inside the heading or below it. */
function titleIn(heading: Element, outer: Element): { title: string; type?: string } {
  const [first, second] = linesIn(heading);
  if (first !== undefined && second !== undefined) return { title: first, type: second };
  const title = textOf(heading);
  for (let box = heading.parent; box !== null && contains(outer, box); box = box.parent) {
    const [, type] = linesIn(box);
    if (type !== undefined) return type.length > maximumType ? { title } : { title, type };
  }
  return { title };
}

/** Longer lines below a title are descriptions. */
const maximumType = 80;

/** The texts of the element's children; where it has a single one, of that one's. */
function linesIn(element: Element): string[] {
  const children = element.children.filter(hasText);
  const [only] = children;
  if (children.length === 1 && only !== undefined && isElement(only)) return linesIn(only);
  return children.map((child) => textOf(child));
}

/** A text that is written twice, once for those who hear it. */
function singleText(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half.length > 0 && half + half === text ? half : text;
}

function isInLink(element: Element): boolean {
  return closest(element, isLink) !== undefined;
}

function holdsLink(page: Page, element: Element): boolean {
  return find(page, element, isLink) !== undefined;
}

/** Stars are drawn; only their label has the rating as text. */
function holdsRating(page: Page, element: Element): boolean {
  return find(page, element, (inner) => /\p{Nd}/u.test(labelOf(inner)) && !hasText(inner)) !== undefined;
}

/** Panels of mobile pages are inside an anchor without `href`. */
function isLink(element: Element): boolean {
  return element.name === 'a' && element.hasAttribute('href');
}
