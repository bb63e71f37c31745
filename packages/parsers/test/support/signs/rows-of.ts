import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5';
import { attributeOf, type Element, elementsOf } from './signs.js';

/** The fields of a row that was read. */
export interface ReadRow {
  readonly title: string;
  readonly displayed_link: string;
  readonly snippet: string;
}

/** The place of a row in the tree of its page. */
export interface RowPlace {
  /** The link around the title or inside the heading of the title. */
  readonly anchor: Element;
  /** The largest element around the link that contains the link of no other row. */
  readonly block: Element;
  readonly row: ReadRow;
}

/**
 * The places of rows that were read, found by their titles in page order. Rows whose title is not found are left out.
 */
export function placesOf(document: DefaultTreeAdapterTypes.Document, rows: readonly ReadRow[]): RowPlace[] {
  const elements = elementsOf(document);
  const found: { anchor: Element; row: ReadRow }[] = [];
  let from = 0;
  for (const row of rows) {
    const at = elements.findIndex((element, index) => index >= from && isTitleLink(element, flat(row.title)));
    if (at < 0) continue;
    found.push({ anchor: elements[at]!, row });
    from = at + 1;
  }
  const anchors = found.map(({ anchor }) => anchor);
  return found.map(({ anchor, row }) => ({ anchor, block: blockOf(anchor, anchors), row }));
}

/** The outermost element inside a block that contains exactly the text, or `undefined`. */
export function elementWith(block: Element, text: string): Element | undefined {
  const wanted = flat(text);
  if (wanted === '') return undefined;
  return elementsOf(block).find((element) => element !== block && flat(textIn(element)) === wanted);
}

/** The parent of an element, or `undefined` if it is the document. */
export function parentOf(element: Element): Element | undefined {
  const { parentNode } = element;
  return parentNode !== null && 'tagName' in parentNode ? parentNode : undefined;
}

function isTitleLink(element: Element, title: string): boolean {
  return element.tagName === 'a' && attributeOf(element, 'href') !== undefined && flat(textIn(element)).includes(title);
}

function blockOf(anchor: Element, anchors: readonly Element[]): Element {
  const others = new Set(anchors.filter((other) => other !== anchor).flatMap(around));
  return around(anchor).findLast((outer) => !others.has(outer)) ?? anchor;
}

/** The element and its ancestors, nearest first. */
function around(element: Element): Element[] {
  const outer: Element[] = [];
  for (let node: Element | undefined = element; node !== undefined; node = parentOf(node)) outer.push(node);
  return outer;
}

/** All text of an element, as written. */
export function textIn(parent: DefaultTreeAdapterTypes.ParentNode): string {
  return parent.childNodes
    .map((node) => {
      if (defaultTreeAdapter.isTextNode(node)) return node.value;
      return defaultTreeAdapter.isElementNode(node) ? textIn(node) : '';
    })
    .join('');
}

/** The text without white space and invisible marks. */
function flat(text: string): string {
  return text.replace(/[\s\u00a0\u200b-\u200f\u202a-\u202e]+/g, '');
}
