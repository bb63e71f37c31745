import { type Element, elementsOf } from '../signs/signs.js';
import { boxNames, type Document, htmlElementsOf, isSeen, rename } from './elements.js';

/** Headings are boxes, and no role says otherwise. */
export function withoutHeadings(document: Document): boolean {
  const headings = elementsOf(document).filter(isHeading);
  for (const heading of headings) {
    if (/^h[1-6]$/.test(heading.tagName)) rename(heading, 'div');
    heading.attrs = heading.attrs.filter(
      ({ name, value }) => name !== 'aria-level' && (name !== 'role' || !/heading/.test(value)),
    );
  }
  return headings.length > 0;
}

function isHeading({ tagName, attrs }: Element): boolean {
  return (
    /^h[1-6]$/.test(tagName) ||
    attrs.some(({ name, value }) => name === 'aria-level' || (name === 'role' && /\bheading\b/.test(value)))
  );
}

/** Attributes of some names are gone, but for what hides. */
export function withoutAttributes(document: Document, names: RegExp): boolean {
  let isChanged = false;
  for (const element of htmlElementsOf(document)) {
    const kept = element.attrs.filter(({ name, value }) => !names.test(name) || isSeen(name, value));
    isChanged ||= kept.length < element.attrs.length;
    element.attrs = kept;
  }
  return isChanged;
}

/** Each id is another one. */
export function withIds(document: Document, change: (id: string) => string): boolean {
  let isChanged = false;
  for (const { attrs } of htmlElementsOf(document)) {
    for (const attribute of attrs) {
      if (attribute.name !== 'id') continue;
      attribute.value = change(attribute.value);
      isChanged = true;
    }
  }
  return isChanged;
}

/** The attributes of each element stand in the other order. */
export function reversedAttributes(document: Document): boolean {
  for (const element of elementsOf(document)) element.attrs.reverse();
  return true;
}

/** Elements of the engine's own are boxes, or spans where no box is inside. */
export function renamedCustom(document: Document): boolean {
  const found = htmlElementsOf(document).filter(({ tagName }) => tagName.includes('-'));
  for (const element of found) {
    const isBox = elementsOf(element).some(({ tagName }) => boxNames.has(tagName));
    rename(element, isBox ? 'div' : 'span');
  }
  return found.length > 0;
}
