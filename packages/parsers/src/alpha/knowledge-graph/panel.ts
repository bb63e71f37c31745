import { closest, type Element, isElement, type Node } from '../../html/tree.js';
import { textOf } from '../../page/text.js';
import { hasText } from '../../page/visible.js';
import type { Marked } from './property.js';

/** A place on the page that may hold a panel. */
export interface Panel {
  /** Its first element. */
  head: Element;
  title: string;
  type?: string;
  /** The elements with the rest of it, in document order. */
  parts: readonly Element[];
  /** The elements that are marked as properties of its entity, in document order. */
  marked: readonly Marked[];
  /** Number of facts and sourced paragraphs needed to accept it as a panel; 0 if its other fields suffice. */
  evidence: number;
}

/** The texts of the element's children. Descends while there is a single child element. */
export function childTexts(element: Element): string[] {
  const children = element.children.filter(hasText);
  const [only] = children;
  if (children.length === 1 && only !== undefined && isElement(only)) return childTexts(only);
  return children.map((child) => textOf(child));
}

/** The second of such texts, without the children left out; undefined if there is none. Reads no further child. */
export function secondText(element: Element, isLeftOut: (child: Node) => boolean): string | undefined {
  let first: Node | undefined;
  for (const child of element.children) {
    if (!hasText(child) || isLeftOut(child)) continue;
    if (first !== undefined) return textOf(child);
    first = child;
  }
  return first !== undefined && isElement(first) ? secondText(first, isLeftOut) : undefined;
}

/** Whether a node is a span without attributes: pages that a framework fills in split a text into several of them. */
export function isPlainSpan(child: Node | undefined): child is Element {
  return child !== undefined && isElement(child) && child.name === 'span' && !child.mayHave(anyAttribute);
}

const anyAttribute = -1;

/** Whether the element is a link or inside one. */
export function isInLink(element: Element): boolean {
  return closest(element, isLinkWithHref) !== undefined;
}

/** Whether the element is a link with an address. Panels on phones are in an anchor without `href`. */
export function isLinkWithHref(element: Element): boolean {
  return element.name === 'a' && element.hasAttribute('href');
}
