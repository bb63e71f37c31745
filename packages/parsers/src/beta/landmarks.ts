import { closest, type Element, hrefOf } from '../html/tree.js';
import { firstWithin, within } from '../page/ordered.js';
import { oncePerPage, type Page } from '../page/page.js';
import { hasRole } from '../page/roles.js';
import { parameterIn } from '../words/address.js';
import { isSearchLink, targetOf } from './links.js';

/** By what elements a page is recognised, as CSS selectors. */
export const selectors: readonly string[] = ['#b_results', '#turnstile-widget', 'form[action*="/turing/captcha"]'];

/** The list of results, on every result page and on no other. */
export const listOfResults: (page: Page) => Element | undefined = oncePerPage((page) => {
  return page.ids.get('b_results') ?? unnamedList(page);
});

/**
 * What is around the list has a name of its own. The list is the element in it with the most items that a heading leads
 * out of, or all of it where no element has two: a list of one row, or of nothing but a notice.
 */
function unnamedList(page: Page): Element | undefined {
  const content = contentOf(page);
  return content === undefined ? undefined : (elementOfMost(page, content) ?? content);
}

/** The element inside of another with the most children that a heading leads out of; undefined where none has two. */
export function elementOfMost(page: Page, content: Element): Element | undefined {
  const items = new Map<Element, Set<Element>>();
  for (const heading of within(page.headings, content)) {
    const anchor = firstWithin(page.anchors, heading) ?? closest(heading, ({ name }) => name === 'a');
    if (anchor === undefined || targetOf(hrefOf(anchor)) === undefined) continue;
    for (let item = heading; item !== content && item.parent !== null; item = item.parent) {
      const known = items.get(item.parent);
      if (known?.has(item)) break; // so do the elements around it
      if (known) known.add(item);
      else items.set(item.parent, new Set([item]));
    }
  }
  const sizes = [...items].map(([list, { size }]) => ({ list, size }));
  const none = { list: undefined, size: 1 };
  return sizes.reduce<{ list: Element | undefined; size: number }>(
    (most, next) => (next.size > most.size ? next : most),
    none,
  ).list;
}

/** What is around the list of results and the count above it: the main part of a page that does not name it, or all. */
export function contentOf(page: Page): Element | undefined {
  const named = page.ids.get('b_content');
  if (named !== undefined || !linksToItself(page)) return named;
  return page.elements.find(isMain) ?? page.document;
}

function isMain(element: Element): boolean {
  return element.name === 'main' || hasRole(element, 'main');
}

/** Links to other pages and kinds of results name the place that they are pressed at, whatever else the page names. */
function linksToItself({ anchors }: Page): boolean {
  return anchors.some((anchor) => isSearchLink(hrefOf(anchor)) && parameterIn(hrefOf(anchor), 'FORM') !== undefined);
}
