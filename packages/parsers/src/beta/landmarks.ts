import { type Element, hrefOf } from '../html/tree.js';
import { isCite } from '../page/line-parts.js';
import { headingsWithin, linkOfHeading, nextSiblingsOfType, parentWithMostBranches } from '../page/lists.js';
import { findElements, oncePerPage, type Page } from '../page/page.js';
import { hasRole } from '../page/roles.js';
import { parameterIn } from '../words/address.js';
import { isSearchLink, targetOf } from './links.js';

/** CSS selectors of the elements that a page is recognised by. */
export const landmarkSelectors: readonly string[] = [
  '#b_results',
  '#turnstile-widget',
  'form[action*="/turing/captcha"]',
];

/** The list of results, which every result page has and no other page. */
export const listOfResults: (page: Page) => Element | undefined = oncePerPage((page) => {
  return page.ids.get('b_results') ?? unnamedList(page);
});

/** The list of results and, if the page splits it, the lists beside it that continue it: items with titles and addresses. */
export const listsOfResults: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const list = listOfResults(page);
  if (list === undefined) return [];
  const isContinuation = (other: Element): boolean =>
    findElements(page, other, isCite).length > 1 && elementWithMostItems(page, other) !== undefined;
  return [list, ...nextSiblingsOfType(list).filter(isContinuation)];
});

/**
 * The list on a page that does not name it: the element in the content area with the most items whose heading leads
 * out. If no element has two (a list of one row, or only a notice), the content area itself.
 */
function unnamedList(page: Page): Element | undefined {
  const content = mainContentOf(page);
  return content === undefined ? undefined : (elementWithMostItems(page, content) ?? content);
}

/** The element inside `content` with the most children whose heading leads out; undefined if none has two. */
export function elementWithMostItems(page: Page, content: Element): Element | undefined {
  return parentWithMostBranches(headingsLeadingOut(page, content), content);
}

/** The headings in an element that lead out, as those of rows do. */
export function headingsLeadingOut(page: Page, outer: Element): Element[] {
  return headingsWithin(page, outer).filter((heading) => {
    const anchor = linkOfHeading(page.anchors, heading);
    return anchor !== undefined && targetOf(hrefOf(anchor)) !== undefined;
  });
}

/**
 * The area with the list of results and the count above it: by its id, else the main part of the page or the whole
 * page.
 */
export function mainContentOf(page: Page): Element | undefined {
  const named = page.ids.get('b_content');
  if (named !== undefined || !linksToItself(page)) return named;
  return page.elements.find(isMain) ?? page.document;
}

function isMain(element: Element): boolean {
  return element.name === 'main' || hasRole(element, 'main');
}

/** Whether links to other pages and kinds of results say where they are clicked, as they do on every result page. */
function linksToItself({ anchors }: Page): boolean {
  return anchors.some((anchor) => isSearchLink(hrefOf(anchor)) && parameterIn(hrefOf(anchor), 'FORM') !== undefined);
}
