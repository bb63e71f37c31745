import { type DefaultTreeAdapterTypes, html } from 'parse5';
import { parentOf } from '../signs/rows-of.js';
import { type Element, elementsOf } from '../signs/signs.js';

export type Document = DefaultTreeAdapterTypes.Document;

/** The elements of a page that are no part of a drawing, in document order. */
export function htmlElementsOf(document: Document): Element[] {
  return elementsOf(document).filter(({ namespaceURI }) => namespaceURI === html.NS.HTML);
}

/** Gives an element another name. */
export function rename(element: Element, tagName: string): void {
  element.tagName = tagName;
  element.nodeName = tagName;
}

/** Gives all elements of some names others; false where there is none. */
export function renamed(document: Document, names: Readonly<Record<string, string>>): boolean {
  const found = htmlElementsOf(document).filter(({ tagName }) => Object.hasOwn(names, tagName));
  for (const element of found) rename(element, names[element.tagName]!);
  return found.length > 0;
}

/** Whether an element of that name is around the element. */
export function isInside(element: Element, tagName: string): boolean {
  for (let outer = parentOf(element); outer !== undefined; outer = parentOf(outer))
    if (outer.tagName === tagName) return true;
  return false;
}

/** What hides is seen: what it hid would be shown without it. */
export function isSeen(name: string, value: string): boolean {
  return (name === 'style' && /display\s*:\s*none/i.test(value)) || (name === 'aria-hidden' && value === 'true');
}

/** Elements that begin and end lines. */
export const boxNames: ReadonlySet<string> = new Set(
  'address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section table tbody td th tr ul'.split(
    ' ',
  ),
);

/** Elements in which a `span` is none, or stands where no text does. */
export const textOnly: ReadonlySet<string> = new Set(
  'title script style textarea option noscript iframe noembed noframes xmp plaintext table tbody thead tfoot tr select template'.split(
    ' ',
  ),
);

/** A number for a text, the same at every run. */
export function hashOf(text: string): number {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0;
  return hash >>> 3;
}
