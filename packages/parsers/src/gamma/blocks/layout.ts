import { contains, type Element, isElement } from '../../html/tree.js';
import { within } from '../../page/ordered.js';
import type { Page } from '../../page/page.js';
import { hasRole } from '../../page/roles.js';
import { hasText, isShown } from '../../page/visible.js';
import type { EngineLinks, PageParts, PartOfPage } from '../../reading/blocks/parts.js';
import type { NumberedRow } from '../../reading/found.js';
import type { OrganicResult } from '../../results/responses.js';
import { listOfResults } from '../landmarks.js';
import { isAdClick, pageOffsetOf, queryOf, serviceOf, targetOf } from '../links.js';

const links: EngineLinks = {
  targetOf,
  queryOf,
  serviceOf,
  isAdClick,
  isPager: (href) => pageOffsetOf(href) !== undefined,
};

/** Cuts a page into its parts. */
export function layOut(page: Page, found: readonly NumberedRow<OrganicResult>[]): PageParts {
  const list = listOfResults(page) ?? page.document;
  const anchors = found.map(({ anchor }) => anchor);
  const { rows: blocks, others } = cut(list, anchors);
  const rows = found.map(({ anchor, row: { position, link } }) => {
    return { position, link, anchor, element: blocks.find((block) => contains(block, anchor)) ?? anchor };
  });
  const inList = others.map((element): PartOfPage => ({ element, column: 'main', isItem: true }));
  const parts = [...inList, ...columnsOf(page, list)].filter(({ element }) => isShown(element) && hasText(element));
  return { page, links, rows, parts: parts.sort((one, other) => one.element.order - other.element.order) };
}

/** The widest elements of the list with one row each, and the widest ones without any. */
function cut(list: Element, anchors: readonly Element[]): { rows: Element[]; others: Element[] } {
  const rows: Element[] = [];
  const others: Element[] = [];
  const waiting: Element[] = [list];
  for (let outer = waiting.pop(); outer !== undefined; outer = waiting.pop()) {
    for (const child of outer.children.filter(isElement)) {
      const count = within(anchors, child).length;
      if (count > 1 || (count === 1 && isFrame(child))) waiting.push(child);
      else (count === 1 ? rows : others).push(child);
    }
  }
  return { rows, others };
}

/** What is around everything on a page; a row may be the only one. */
function isFrame({ name }: Element): boolean {
  return name === 'html' || name === 'body' || name === 'main';
}

/** The items of the columns beside the list. */
function columnsOf(page: Page, list: Element): PartOfPage[] {
  const asides = page.elements.filter((element) => element.name === 'aside' || hasRole(element, 'complementary'));
  return asides
    .filter((aside) => !contains(aside, list) && !contains(list, aside))
    .map((element) => ({ element, column: 'side', isItem: true }));
}
