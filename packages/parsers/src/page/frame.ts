import { attribute, type Element } from '../html/tree.js';
import type { Page } from './page.js';

/**
 * Whether an element is in a part of the page around the main one: header, footer, menu or side column. The outermost
 * such part decides; one that contains most of the page does not count.
 */
export function isInFrame({ document }: Page, element: Element): boolean {
  let outermost: Element | undefined;
  for (let outer: Element | null = element; outer !== null; outer = outer.parent) {
    if (isFramePart(outer)) outermost = outer;
    else if (headedParts.has(outer.name)) outermost = undefined; // a header or footer of a part of the page
  }
  return outermost !== undefined && 2 * (outermost.last - outermost.order) < document.last;
}

function isFramePart(element: Element): boolean {
  return frameNames.has(element.name) || frameRoles.has(attribute(element, 'role') ?? '');
}

const frameNames = new Set(['header', 'footer', 'nav', 'aside']);
const frameRoles = new Set(['banner', 'contentinfo', 'navigation', 'complementary']);

/** Parts that may have a header and footer of their own. */
const headedParts = new Set(['main', 'article', 'section']);
