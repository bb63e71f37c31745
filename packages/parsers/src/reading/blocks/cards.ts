import { contains, type Element, hrefOf } from '../../html/tree.js';
import { firstLines, isLinked, linesOf } from '../../page/lines.js';
import { elementsWithin, headingsWithin, neighboursOf, widestAround } from '../../page/lists.js';
import { findElements, type Page } from '../../page/page.js';
import { hasRole, isButton } from '../../page/roles.js';
import { ariaLabelOf, textOf } from '../../page/text.js';
import { hasRenderedText, hasText } from '../../page/visible.js';
import type { Card } from '../../results/block-items.js';
import { isDateText } from '../../words/dates.js';
import { firstDecimalIn, withAsciiDigits } from '../../words/numbers.js';
import { withoutUndefined } from '../found.js';
import type { Located } from './located.js';
import { type PageLinks, type PageParts, partsOutsideSideColumn } from './page-parts.js';

/** The cards of a part: external links that are titles, each with the lines around it. */
export function cardsIn(page: Page, part: Element, { external, targetOf }: PageLinks): Located<Card>[] {
  const links = elementsWithin(external, part).filter(hasRenderedText);
  const cards = new Map<string, Located<Card>>();
  for (const anchor of links) {
    const link = targetOf(hrefOf(anchor))!;
    if (cards.has(link)) continue;
    const nearest = neighboursOf(links, anchor, (other) => targetOf(hrefOf(other)) === link);
    const block = widestAround(anchor, nearest, (outer) => outer === part || !contains(part, outer));
    cards.set(link, { item: readCard(page, anchor, link, block), element: anchor });
  }
  return [...cards.values()];
}

function readCard(page: Page, anchor: Element, link: string, block: Element): Card {
  const heading = headingsWithin(page, anchor).find(hasText);
  const title = textOf(heading ?? anchor);
  const parts = linesOf(block, { skip: isButton })
    .filter(({ text }) => text !== title)
    .flatMap(({ text }) => (dots.test(text) ? text.split(dots).map((piece) => piece.trim()) : text));
  const date = parts.find((text) => isDateText(text) || shortAge.test(text));
  const source = parts.find((text) => text !== date && text.length <= maxNameLength && /\p{L}/u.test(text));
  return { title, link, ...withoutUndefined({ source, date }) };
}

const dots = /[·•]/;

/** "1d", "16h" */
const shortAge = /^\d{1,2}\s?(?:m|h|d|min|mo|y)$/;

const maxNameLength = 60;

/** Whether a part begins with a heading, or with a short line without a link. */
export function isHeaded(page: Page, part: Element): boolean {
  return headingsWithin(page, part).some(hasText) || firstLineAsHeading(part) !== undefined;
}

/** The block of the first line of a part, if it can be a heading: short, without a link, and not the whole part. */
export function firstLineAsHeading(part: Element): Element | undefined {
  const [first, second] = firstLines(part, 2);
  if (first === undefined || second === undefined || first.block === part) return undefined;
  const isName = first.text.length <= maxHeadingLength && !first.pieces.some(isLinked);
  return isName ? first.block : undefined;
}

const maxHeadingLength = 40;

/**
 * Reads the discussions: a part of the list with a heading and two threads or more, most of which show the number of
 * their answers.
 */
export function readDiscussions({ page, parts, links }: PageParts): Located<Card>[] {
  return partsOutsideSideColumn(parts).flatMap((part) => threadsIn(page, part, links));
}

/** The threads of a part; empty if it is not a list of threads. */
export function threadsIn(page: Page, part: Element, links: PageLinks): Located<Card>[] {
  if (!leadsToSeveral(part, links) || !isHeaded(page, part)) return [];
  const counted = linesOf(part).filter(({ text }) => answers.test(text));
  if (counted.length < 2) return [];
  const cards = cardsIn(page, part, links).filter(({ item }) => item.title.length >= minTitleLength);
  return cards.length > 1 && counted.length * 2 >= cards.length ? cards : [];
}

/** Whether links lead to two pages or more: tells most parts from threads before their text is read. */
function leadsToSeveral(part: Element, { external, targetOf }: PageLinks): boolean {
  const [first, ...others] = elementsWithin(external, part);
  return first !== undefined && others.some((anchor) => targetOf(hrefOf(anchor)) !== targetOf(hrefOf(first)));
}

/** "12 comments", "3 Antworten · 5 votes": a number and a word in a short line. */
const answers =
  /^(?:.{1,40}·\s?)?\d[\d.,]*[KM]?\+?\s(?:answers?|comments?|votes?|upvotes?|replies|reply|posts?|Antworten|Kommentare|réponses|commentaires|respuestas|comentarios)\b/i;

const minTitleLength = 12;

/** Stars are drawn, and their label holds the rating: "Star Rating: 4,5 out of 5." */
export function ratingIn(page: Page, block: Element): number | undefined {
  const labels = findElements(
    page,
    block,
    (element) => (ariaLabelOf(element) !== '' && !hasText(element)) || hasRole(element, 'img'),
  ).map(ariaLabelOf);
  const stated = labels.map(
    (label) => /(?:^|[^\d.,])(\d(?:[.,]\d)?)(?:\s?\/\s?|\P{N}{1,12})5(?!\d)/u.exec(withAsciiDigits(label))?.[1],
  );
  const rating = stated.find(Boolean);
  return rating === undefined ? undefined : firstDecimalIn(rating);
}
