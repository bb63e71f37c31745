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
  /** The elements that hold the rest of it, in document order. */
  parts: readonly Element[];
  /** What the page marks as properties of the panel's entity, in document order. */
  marked: readonly Marked[];
  /** How many facts and paragraphs with their source show that it is one; 0 where its other fields do. */
  evidence: number;
}

/** The texts of the element's children but those left out; where it has a single one, of that one's. */
export function linesIn(element: Element, isLeftOut: (child: Node) => boolean = () => false): string[] {
  const children = element.children.filter((child) => hasText(child) && !isLeftOut(child));
  const [only] = children;
  if (children.length === 1 && only !== undefined && isElement(only)) return linesIn(only, isLeftOut);
  return children.map((child) => textOf(child));
}

/** Whether it is a span that nothing is said of: pages that a framework fills in have one text in several of them. */
export function isPiece(child: Node | undefined): child is Element {
  return child !== undefined && isElement(child) && child.name === 'span' && !child.mayHave(anyAttribute);
}

const anyAttribute = -1;

/** Whether the element is a link or inside one. */
export function isInLink(element: Element): boolean {
  return closest(element, isLink) !== undefined;
}

/** Whether the element is a link: panels of mobile pages are inside an anchor without `href`. */
export function isLink(element: Element): boolean {
  return element.name === 'a' && element.hasAttribute('href');
}
