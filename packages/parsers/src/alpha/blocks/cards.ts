import { contains, type Element } from '../../html/tree.js';
import { type Line, linesOf, textOfPieces } from '../../page/lines.js';
import { firstWithin, inOrder, within } from '../../page/lists.js';
import { findAll, type Page } from '../../page/page.js';
import { isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { VideoCard } from '../../results/block-items.js';
import { isDateText } from '../../words/dates.js';
import { durationIn } from '../../words/numbers.js';
import { type CardFacts, type CardLine, factsOf, isDatedOrCounted, logoNameIn, partsOf } from './card-facts.js';
import { type CardLink, cardLinksIn, withoutPosition } from './card-links.js';
import { type Section, widestBlockAround } from './layout.js';

/** A card, with what shows its kind. */
export interface ReadCard extends CardFacts {
  readonly card: VideoCard;
  /** Its link. */
  readonly element: Element;
  /** Whether its title is a heading. */
  readonly isHeaded: boolean;
  /** The name in the description of its logo. */
  readonly logo: string | undefined;
}

/** The cards of a section, in page order: one for each external target with text in the link or the block. */
export function cardsIn(page: Page, { block, heading }: Section): ReadCard[] {
  const headings = within(page.headings, block).filter((inner) => isCardHeading(inner));
  const links = cardLinksIn(page, block, headings);
  const targets = new Map(links.map(({ element, link }) => [element, withoutPosition(link)]));
  const bounds = inOrder([heading], [...targets.keys()]); // mostly in order like this
  const cards = new Map<string, ReadCard>();
  const titles = new Set<Element>(); // a post may link to other pages in its text
  const tried = new Set<string>();
  for (const link of links) {
    const target = withoutPosition(link.link);
    if (tried.has(target) || (link.heading !== undefined && titles.has(link.heading))) continue;
    tried.add(target);
    const widest = widestBlockAround(link.element, bounds, (other) => targets.get(other) === target);
    const own = contains(block, widest) ? widest : link.element;
    const title = link.heading ?? firstWithin(headings, own);
    const card = readCard(page, link, title, own);
    if (card === undefined) continue;
    cards.set(target, card);
    if (title !== undefined) titles.add(title);
  }
  return [...cards.values()];
}

function isCardHeading(heading: Element): boolean {
  return !isSectionHeading(heading) && isShown(heading) && hasText(heading);
}

function readCard(page: Page, link: CardLink, heading: Element | undefined, block: Element): ReadCard | undefined {
  const lines = linesOf(block);
  const title = heading === undefined ? titleWithoutHeading(page, link, lines) : titleIn(heading);
  const facts = factsOf(linesBeside(lines, title, heading), link.link);
  if (title === '' && facts.date === undefined) return undefined;
  const { source, date, duration } = facts;
  const card = {
    title,
    link: link.link,
    ...(source !== undefined && { source }),
    ...(date !== undefined && { date }),
    ...(duration !== undefined && { duration }),
  };
  const pictures = findAll(page, block, ({ name }) => name === 'img');
  return { ...facts, card, element: link.element, isHeaded: heading !== undefined, logo: logoNameIn(pictures, title) };
}

/** The whole heading, or its first line if it also contains a date, a duration or a site. */
function titleIn(heading: Element): string {
  const texts = linesOf(heading).map(({ text }) => text);
  const titles = texts.filter(isTitleText);
  const isTitleOnly = titles.length === texts.length;
  return (isTitleOnly ? titles.join(' ') : titles[0]) ?? '';
}

function isTitleText(text: string): boolean {
  return durationIn(text) === undefined && !text.includes('·') && !partsOf(text).some(isDateText);
}

/** The longest line of the link, else of the card, else the name of a video that is played in place. */
function titleWithoutHeading(page: Page, { element }: CardLink, lines: readonly Line[]): string {
  const own = linesOf(element);
  const title = longest(own) || longest(lines);
  if (title !== '') return title;
  const hidden = within(page.headings, element).find((heading) => textOf(heading) !== '');
  return hidden === undefined ? '' : textOf(hidden);
}

/** The topic of a card is above the line with the date. A post of an image may have no text there. */
function longest(lines: readonly Line[]): string {
  const texts = lines.map(({ text }) => text);
  const end = texts.findIndex(isDatedOrCounted);
  const titles = texts.slice(0, end < 0 ? texts.length : end).filter(isTitleText);
  return titles.reduce((best, text) => (text.length > best.length ? text : best), '');
}

/** The lines of a card without its title, whose heading may also contain others. */
function linesBeside(lines: readonly Line[], title: string, heading: Element | undefined): CardLine[] {
  const beside: CardLine[] = [];
  let isAboveTitle = true;
  for (const { pieces, text } of lines) {
    const isOfTitle =
      heading === undefined
        ? text === title
        : pieces.some(({ parent, text: own }) => own.trim() !== '' && contains(heading, parent));
    const rest =
      heading === undefined || !isOfTitle
        ? text
        : textOfPieces(pieces.filter(({ parent }) => !contains(heading, parent)));
    if (!isOfTitle) beside.push({ text, isAboveTitle });
    else {
      isAboveTitle = false;
      if (heading !== undefined && !title.includes(text)) beside.push({ text, isAboveTitle });
      else if (rest !== '' && rest !== text) beside.push({ text: rest, isAboveTitle });
    }
  }
  return beside;
}
