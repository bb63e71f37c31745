import { parseTree } from './parse.js';
import { attribute, contains, type Element, isElement } from './tree.js';

/**
 * A page, read once: its tree and, in document order, what block finding starts from. Nothing in it is changed after
 * it is built.
 */
export interface Page {
  /** The text that was parsed; for data that stands in scripts, which are not in the tree. */
  readonly source: string;
  readonly document: Element;
  /** Every element in document order: `elements[e.order] === e`, and `e`'s descendants are `e.order + 1 … e.last`. */
  readonly elements: readonly Element[];
  /** Every `a[href]`. */
  readonly anchors: readonly Element[];
  /** Every `h1`–`h6` and `[role=heading]`. */
  readonly headings: readonly Element[];
  /** The first element with each id. */
  readonly ids: ReadonlyMap<string, Element>;
}

/** Parses the text of a page. */
export function readPage(source: string): Page {
  const document = parseTree(source);
  const elements: Element[] = [];
  const anchors: Element[] = [];
  const headings: Element[] = [];
  const ids = new Map<string, Element>();
  number(document, elements);
  for (const element of elements) {
    if (element.name === 'a' && attribute(element, 'href') !== undefined) anchors.push(element);
    if (isHeading(element)) headings.push(element);
    const id = attribute(element, 'id');
    if (id !== undefined && !ids.has(id)) ids.set(id, element);
  }
  return { source, document, elements, anchors, headings, ids };
}

/** Whether the element is `h1`–`h6` or `[role=heading]`. */
export function isHeading(element: Element): boolean {
  const { name } = element;
  if (name.length === 2 && name[0] === 'h' && name[1]! >= '1' && name[1]! <= '6') return true;
  return attribute(element, 'role') === 'heading';
}

/** The heading's level, from 1; 0 where it states none. */
export function levelOf(heading: Element): number {
  return Number(attribute(heading, 'aria-level') ?? heading.name[1]) || 0;
}

/** Those of a document-ordered list that stand inside `outer` (or are it). */
export function within(list: readonly Element[], outer: Element): readonly Element[] {
  const from = lowerBound(list, outer.order);
  return list.slice(from, lowerBound(list, outer.last + 1, from));
}

/** The first of a document-ordered list inside `outer`, undefined where none is. */
export function firstWithin(list: readonly Element[], outer: Element): Element | undefined {
  const found = list[lowerBound(list, outer.order)];
  return found !== undefined && contains(outer, found) ? found : undefined;
}

/** The elements inside `outer`, without itself, in document order. */
export function descendants(page: Page, outer: Element): readonly Element[] {
  return page.elements.slice(outer.order + 1, outer.last + 1);
}

/** The first element inside `outer` that passes, undefined where none does. */
export function find(page: Page, outer: Element, test: (element: Element) => boolean): Element | undefined {
  for (let i = outer.order + 1; i <= outer.last; i++) if (test(page.elements[i]!)) return page.elements[i];
  return undefined;
}

/** The elements inside `outer` that pass, in document order. */
export function findAll(page: Page, outer: Element, test: (element: Element) => boolean): Element[] {
  return descendants(page, outer).filter(test);
}

/** Index of the first element whose order is at least `order`. */
function lowerBound(list: readonly Element[], order: number, from = 0): number {
  let low = from;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.order < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Gives every element its place in document order. Without recursion: a page may nest deeper than the stack. */
function number(document: Element, elements: Element[]): void {
  const stack: { element: Element; next: number }[] = [];
  enter(document);
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const child = top.element.children[top.next++];
    if (child === undefined) {
      top.element.last = elements.length - 1;
      stack.pop();
    } else if (isElement(child)) enter(child);
  }

  function enter(element: Element): void {
    element.order = elements.length;
    elements.push(element);
    stack.push({ element, next: 0 });
  }
}
