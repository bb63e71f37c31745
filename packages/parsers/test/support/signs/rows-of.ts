import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5';
import { attributeOf, type Element, elementsOf } from './signs.js';

/** What was read of a row. */
export interface ReadRow {
  readonly title: string;
  readonly displayed_link: string;
  readonly snippet: string;
}

/** Where a row that was read stands in the tree of its page. */
export interface RowPlace {
  /** The link that holds the title, or that the title's heading holds. */
  readonly anchor: Element;
  /** The largest element that holds the link and that of no other row. */
  readonly block: Element;
  readonly row: ReadRow;
}

/** The places of rows that were read, by their titles in page order. A row whose title is not found has none. */
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

/** The outermost element inside a block that shows a text and nothing else; undefined where none does. */
export function elementWith(block: Element, text: string): Element | undefined {
  const wanted = flat(text);
  if (wanted === '') return undefined;
  return elementsOf(block).find((element) => element !== block && flat(textIn(element)) === wanted);
}

/** Parent of an element, undefined for that of the document. */
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
