import { type Element, elementsOf } from '../signs/signs.js';
import { boxNames, type Document, htmlElementsOf, isSeen, rename } from './elements.js';

/** Replaces headings with boxes and removes the heading role. */
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

/** Removes the attributes with matching names, except those that hide the element. */
export function withoutAttributes(document: Document, names: RegExp): boolean {
  let isChanged = false;
  for (const element of htmlElementsOf(document)) {
    const kept = element.attrs.filter(({ name, value }) => !names.test(name) || isSeen(name, value));
    isChanged ||= kept.length < element.attrs.length;
    element.attrs = kept;
  }
  return isChanged;
}

/** Replaces each id. */
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

/** Reverses the order of the attributes of each element. */
export function reversedAttributes(document: Document): boolean {
  for (const element of elementsOf(document)) element.attrs.reverse();
  return true;
}

/** Renames custom elements to `div`, or to `span` if they contain no box. */
export function renamedCustom(document: Document): boolean {
  const found = htmlElementsOf(document).filter(({ tagName }) => tagName.includes('-'));
  for (const element of found) {
    const isBox = elementsOf(element).some(({ tagName }) => boxNames.has(tagName));
    rename(element, isBox ? 'div' : 'span');
  }
  return found.length > 0;
}
