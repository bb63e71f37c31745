import { attributeText, closest, type Element, isElement } from '../html/tree.js';
import type { Lists } from './lists.js';
import { wrapContent } from './nesting.js';
import { linkOfHeading } from './ordered.js';
import { hasRole, isHeading } from './roles.js';
import { hasText } from './visible.js';

/**
 * Makes headings of the texts that name an article or a link without text by `aria-labelledby`, on pages whose titles
 * are no headings. Returns whether there was one; then the order of the page's elements has changed.
 */
export function headLabelledTitles(page: Lists, source: string): boolean {
  const titles = labelledTitles(page);
  if (titles.size === 0 || !wholeDocument.test(source)) return false;
  if (titles.size <= page.headings.filter((heading) => linkOfHeading(page.anchors, heading) !== undefined).length)
    return false;
  for (const title of titles) wrapContent(title, 'h3');
  return true;
}

/** Parts of a page that are in its scripts have no titles of rows. */
const wholeDocument = /<(?:html|body)[\s>]/i;

function labelledTitles({ labelled, ids }: Lists): ReadonlySet<Element> {
  const titles = new Set<Element>();
  for (const element of labelled) {
    if (!mayBeNamed(element)) continue;
    const title = ids.get(attributeText(element, 'aria-labelledby').trim());
    if (title !== undefined && mayBeTitle(title, element)) titles.add(title);
  }
  return titles;
}

function mayBeNamed(element: Element): boolean {
  if (element.name === 'a') return element.hasAttribute('href') && !hasText(element);
  return element.name === 'article' || hasRole(element, 'article');
}

/** A title of an article is inside it; that of a link without text is beside the link. */
function mayBeTitle(title: Element, named: Element): boolean {
  if (!hasText(title) || closest(title, isHeading) !== undefined || title.children.some(isHeadingNode)) return false;
  return named.name === 'a' || closest(title, (outer) => outer === named) !== undefined;
}

function isHeadingNode(node: Element['children'][number]): boolean {
  return isElement(node) && isHeading(node);
}
