import { attributeText, type Element } from '../html/tree.js';
import { oncePerPage, type Page } from './page.js';

/**
 * Whether an element is in a part of the page around the main one: header, footer, menu or side column. The outermost
 * such part decides; one that contains most of the page does not count.
 */
export function isOutsideMainContent(page: Page, element: Element): boolean {
  let outermost: Element | undefined;
  for (let outer: Element | null = element; outer !== null; outer = outer.parent) {
    if (isFramePart(outer)) outermost = outer;
    else if (headedParts.has(outer.name)) outermost = undefined; // a header or footer of a part of the page
  }
  if (outermost === undefined || partsWithMany(page).has(outermost.name)) return false;
  return 2 * (outermost.last - outermost.order) < page.document.last;
}

/** The names of headers and footers of which the page has so many that rows have them. */
const partsWithMany: (page: Page) => ReadonlySet<string> = oncePerPage(({ elements }) => {
  const counts = new Map([
    ['header', 0],
    ['footer', 0],
  ]);
  for (const { name } of elements) {
    const count = counts.get(name);
    if (count !== undefined) counts.set(name, count + 1);
  }
  return new Set([...counts.keys()].filter((name) => counts.get(name)! > maxOfPage));
});

/** A page may have headers and footers of columns and dialogs. */
const maxOfPage = 4;

function isFramePart(element: Element): boolean {
  return frameNames.has(element.name) || frameRoles.has(attributeText(element, 'role'));
}

const frameNames = new Set(['header', 'footer', 'nav', 'aside']);
const frameRoles = new Set(['banner', 'contentinfo', 'navigation', 'complementary']);

/** Parts that may have a header and footer of their own. */
const headedParts = new Set(['main', 'article', 'section']);
