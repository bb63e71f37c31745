import { attribute, closest, contains, type Element } from '../../html/tree.js';
import { isHeading } from '../../page/headings.js';
import { linesOf } from '../../page/lines.js';
import { findAll, type Page, within } from '../../page/page.js';
import { partsOfElement } from '../../page/parts.js';
import { textOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import type { VideoCard } from '../../results/blocks.js';
import { hostOf } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { outsideTarget } from '../links.js';
import { blockAround } from './layout.js';

/** The cards inside an element, one for each target outside whose link or block says something, in page order. */
export function cardsIn(page: Page, outer: Element): VideoCard[] {
  const links = within(page.anchors, outer).filter((anchor) => isShown(anchor) && outsideTarget(anchor) !== '');
  const targets = new Map(links.map((anchor) => [anchor, withoutPlace(outsideTarget(anchor))]));
  const cards = new Map<string, VideoCard>();
  for (const [anchor, target] of targets) {
    if (cards.has(target)) continue;
    const widest = blockAround(anchor, links, (other) => targets.get(other) === target);
    const block = contains(outer, widest) ? widest : outer;
    const card = readCard(page, anchor, block);
    if (card.title !== '') cards.set(target, card);
  }
  return [...cards.values()];
}

/** The cards of videos that are played in place: elements that name their video, titled for those who open them. */
export function playersIn(page: Page, outer: Element): VideoCard[] {
  const players = findAll(
    page,
    outer,
    (element) => hostOf(attribute(element, 'data-surl') ?? '') !== '' && isShown(element),
  );
  return players.flatMap((player) => {
    const link = attribute(player, 'data-surl') ?? '';
    const heading = within(page.headings, player).find((inner) => textOf(inner) !== '');
    const parts = partsOfElement(player);
    const title = heading === undefined ? (parts.find((part) => !clock.test(part)) ?? '') : textOf(heading);
    const duration = parts.find((part) => clock.test(part));
    return title === '' ? [] : [{ title, link, ...(duration && { duration }) }];
  });
}

/** A link without the place on its page, or the moment of its video, that it leads to. */
export function withoutPlace(link: string): string {
  return link
    .replace(/#.*$/, '')
    .replace(/([?&])(?:t|start)=\d+s?(?:&|$)/, '$1')
    .replace(/[?&]$/, '');
}

/** Clock text of a running time. */
const clock = /^\d{1,2}(?::\d{2}){1,2}$/;
/** No site's name is longer. */
const maximumSource = 60;

function readCard(page: Page, anchor: Element, block: Element): VideoCard {
  const heading =
    within(page.headings, block).find((inner) => isShown(inner) && textOf(inner) !== '') ?? closest(anchor, isHeading);
  const title = titleIn(heading ?? anchor) || titleIn(block);
  const parts = partsOfElement(block).filter((part) => !title.includes(part));
  const date = parts.find(isDateText);
  const duration = parts.find((part) => clock.test(part));
  const source = parts.find((part) => part !== date && part !== duration && isName(part));
  return {
    title,
    link: outsideTarget(anchor),
    ...(source !== undefined && { source }),
    ...(date !== undefined && { date }),
    ...(duration !== undefined && { duration }),
  };
}

function isName(part: string): boolean {
  return part.length <= maximumSource && /\p{L}/u.test(part);
}

/** All of a heading; the first line of what also says when, how long or where. */
function titleIn(element: Element): string {
  const lines = linesOf(element).map(({ text }) => text);
  const titles = lines.filter((text) => !clock.test(text) && !isDateText(text));
  const isTitleOnly = isHeading(element) && titles.length === lines.length && !lines.some((text) => text.includes('·'));
  return (isTitleOnly ? titles.join(' ') : titles[0]) ?? '';
}
