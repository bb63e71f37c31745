import { type Element, hrefOf } from '../../html/tree.js';
import { firstWithin, within } from '../../page/ordered.js';
import type { Page } from '../../page/page.js';
import { hasText } from '../../page/visible.js';
import { cardsIn } from '../../reading/blocks/cards.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { Card } from '../../results/blocks.js';
import { serviceOf } from '../links.js';

/** Reads the news: the cards below a heading that leads to the news search. */
export function readTopStories({ page, parts, links }: PageParts): Located<Card>[] {
  return parts.flatMap(({ element }) => (isNews(page, element) ? cardsIn(page, element, links) : []));
}

function isNews(page: Page, part: Element): boolean {
  const heading = within(page.headings, part).find((inner) => hasText(inner));
  const link = heading && (firstWithin(page.anchors, heading) ?? anchorAround(heading));
  return link !== undefined && serviceOf(hrefOf(link)) === 'news';
}

function anchorAround(element: Element): Element | undefined {
  for (let outer = element.parent; outer !== null; outer = outer.parent) if (outer.name === 'a') return outer;
  return undefined;
}
