import { contains, type Element, hrefOf } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { nearestOf, widestAround, within } from '../../page/ordered.js';
import type { Page } from '../../page/page.js';
import { levelOf } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Card } from '../../results/block-items.js';
import { isDateText } from '../../words/dates.js';
import type { Located } from './located.js';
import type { EngineLinks } from './parts.js';

/** The cards of a part: links outside that are titles, each with the lines around it. */
export function cardsIn(page: Page, part: Element, { targetOf }: EngineLinks): Located<Card>[] {
  const leadsOut = (anchor: Element): boolean => targetOf(hrefOf(anchor)) !== undefined;
  const links = within(page.anchors, part).filter((anchor) => isShown(anchor) && hasText(anchor) && leadsOut(anchor));
  const cards = new Map<string, Located<Card>>();
  for (const anchor of links) {
    const link = targetOf(hrefOf(anchor))!;
    if (cards.has(link)) continue;
    const nearest = nearestOf(links, anchor, (other) => targetOf(hrefOf(other)) === link);
    const block = widestAround(anchor, nearest, (outer) => outer === part || !contains(part, outer));
    cards.set(link, { item: readCard(page, anchor, link, block), element: anchor });
  }
  return [...cards.values()];
}

function readCard(page: Page, anchor: Element, link: string, block: Element): Card {
  const heading = within(page.headings, anchor).find((inner) => levelOf(inner) > 2 || hasText(inner));
  const title = textOf(heading ?? anchor);
  const parts = linesOf(block)
    .filter(({ text }) => text !== title)
    .flatMap(({ text }) => text.split(/[·•]/).map((piece) => piece.trim()))
    .filter((text) => text !== '');
  const date = parts.find((text) => isDateText(text) || shortAge.test(text));
  const source = parts.find((text) => text !== date && text.length <= longestName && /\p{L}/u.test(text));
  return { title, link, ...(source !== undefined && { source }), ...(date !== undefined && { date }) };
}

/** "1d", "16h" */
const shortAge = /^\d{1,2}\s?(?:m|h|d|min|mo|y)$/;

const longestName = 60;
