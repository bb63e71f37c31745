import { type Element, hrefOf } from '../html/tree.js';
import type { Lists } from './lists.js';
import { remove, setChildren } from './nesting.js';
import { addTo, firstWithin, linkOfHeading, within } from './ordered.js';
import { mayLeadOut } from './outside-links.js';
import { isButton } from './roles.js';
import { forgetShown, hasText, isShown } from './visible.js';

/**
 * Moves each link without text that is stretched over a card into the card's title, around its text: clicking the title
 * follows the link. Returns whether there was one; then the order of the page's elements has changed.
 */
export function linkCoveredTitles(page: Lists): boolean {
  const links = coveringLinks(page);
  for (const [heading, link] of links) {
    remove(link);
    setChildren(link, [...link.children, ...heading.children]);
    setChildren(heading, [link]);
    forgetShown(link);
  }
  return links.size > 0;
}

/** The covering links by the title of their card. */
function coveringLinks(page: Lists): ReadonlyMap<Element, Element> {
  const links = new Map<Element, Element[]>();
  for (const link of page.anchors) {
    if (hasText(link) || isButton(link) || holdsPicture(page, link)) continue;
    if (!mayLeadOut(link)) continue;
    const heading = coveredTitle(page, link);
    if (heading !== undefined) addTo(links, heading, link);
  }
  const ofCards = [...links].filter(([, [link, ...others]]) => others.every((other) => isTwinOf(other, link!)));
  return new Map(ofCards.flatMap(([heading, [link, , ...others]]) => (others.length > 0 ? [] : [[heading, link!]])));
}

/** A card may have a second such link; below the heading of a section each card has its own. */
function isTwinOf(link: Element, other: Element): boolean {
  return hrefOf(link) === hrefOf(other);
}

/** A link around an image belongs to the image. */
function holdsPicture({ elements }: Lists, link: Element): boolean {
  for (let at = link.order + 1; at <= link.last; at++) if (isPicture(elements[at]!)) return true;
  return false;
}

function isPicture({ name }: Element): boolean {
  return name === 'img' || name === 'picture' || name === 'g-img' || name === 'video';
}

/**
 * The only heading without a link in the nearest element around the link that contains any; undefined if a link with
 * text has the same target.
 */
export function coveredTitle({ anchors, headings }: Lists, link: Element): Element | undefined {
  let card = link.parent;
  while (card !== null && firstWithin(headings, card) === undefined) card = card.parent;
  if (card === null || headings.includes(card)) return undefined;
  const inside = within(headings, card);
  if (inside.length > maxHeadings) return undefined;
  const plain = inside.filter((heading) => isPlainTitle(anchors, heading));
  const [title, other] = plain;
  if (title === undefined || other !== undefined || !isShown(link)) return undefined;
  const isTwin = (anchor: Element): boolean => anchor !== link && hrefOf(anchor) === hrefOf(link) && hasText(anchor);
  return within(anchors, card).some(isTwin) ? undefined : title;
}

/** More headings than a card and the links below it have. */
const maxHeadings = 24;

/** Whether a heading has text and is not a link. */
export function isPlainTitle(anchors: readonly Element[], heading: Element): boolean {
  return hasText(heading) && linkOfHeading(anchors, heading) === undefined;
}
