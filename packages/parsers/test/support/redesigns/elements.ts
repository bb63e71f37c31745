import { type DefaultTreeAdapterTypes, html } from 'parse5';
import { parentOf } from '../signs/rows-of.js';
import { type Element, elementsOf } from '../signs/signs.js';

export type Document = DefaultTreeAdapterTypes.Document;

/** The HTML elements of a page, without SVG and MathML, in document order. */
export function htmlElementsOf(document: Document): Element[] {
  return elementsOf(document).filter(({ namespaceURI }) => namespaceURI === html.NS.HTML);
}

/** Renames an element. */
export function rename(element: Element, tagName: string): void {
  element.tagName = tagName;
  element.nodeName = tagName;
}

/** Renames all elements with the given names. Returns `false` if there are none. */
export function renamed(document: Document, names: Readonly<Record<string, string>>): boolean {
  const found = htmlElementsOf(document).filter(({ tagName }) => Object.hasOwn(names, tagName));
  for (const element of found) rename(element, names[element.tagName]!);
  return found.length > 0;
}

/** Whether the element has an ancestor with the given name. */
export function isInside(element: Element, tagName: string): boolean {
  for (let outer = parentOf(element); outer !== undefined; outer = parentOf(outer))
    if (outer.tagName === tagName) return true;
  return false;
}

/** Whether removing an attribute would be visible, as it hides the element. */
export function isSeen(name: string, value: string): boolean {
  return (name === 'style' && /display\s*:\s*none/i.test(value)) || (name === 'aria-hidden' && value === 'true');
}

/** Elements that start and end lines. */
export const boxNames: ReadonlySet<string> = new Set(
  'address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section table tbody td th tr ul'.split(
    ' ',
  ),
);

/** Elements that cannot contain a `span`, or in which text is not displayed. */
export const textOnly: ReadonlySet<string> = new Set(
  'title script style textarea option noscript iframe noembed noframes xmp plaintext table tbody thead tfoot tr select template'.split(
    ' ',
  ),
);

/** A hash of a text that is the same in every run. */
export function hashOf(text: string): number {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0;
  return hash >>> 3;
}
