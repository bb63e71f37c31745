import { attributeText, contains, type Element } from '../../html/tree.js';
import { type Line, linesOf, type Piece, textOfPieces, textsOf } from '../../page/lines.js';
import { firstWithin, headingsWithin, mergeInDocumentOrder } from '../../page/lists.js';
import { findElements, type Page } from '../../page/page.js';
import { isImage, isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasRenderedText } from '../../page/visible.js';
import { withoutUndefined } from '../../reading/found.js';
import type { VideoCard } from '../../results/block-items.js';
import { hostOf } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { isClockDuration, parseClockDuration } from '../../words/numbers.js';
import { collapseWhitespace, distinctNonEmpty, isBlank, letter, longestOf } from '../../words/text.js';
import { type CardLink, cardLinksIn, withoutFragmentAndTime } from './card-links.js';
import { type Section, widestBlockAround } from './layout.js';

/** A card, with what shows its kind. */
export interface ParsedCard extends CardMetadata {
  readonly card: VideoCard;
  /** Its link. */
  readonly element: Element;
  /** Whether its title is a heading. */
  readonly isHeaded: boolean;
  /** The name in the description of its logo. */
  readonly logo: string | undefined;
}

/** The cards of a section, in page order: one for each external target with text in the link or the block. */
export function readCardsIn(page: Page, { block, heading }: Section): ParsedCard[] {
  const headings = headingsWithin(page, block).filter(isCardHeading);
  const links = cardLinksIn(page, block, headings);
  const targets = new Map(links.map(({ element, link }) => [element, withoutFragmentAndTime(link)]));
  const bounds = mergeInDocumentOrder([heading], [...targets.keys()]); // mostly in order like this
  const cards = new Map<string, ParsedCard>();
  const titles = new Set<Element>(); // a post may link to other pages in its text
  const tried = new Set<string>();
  for (const link of links) {
    const target = withoutFragmentAndTime(link.link);
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
  return !isSectionHeading(heading) && hasRenderedText(heading);
}

function readCard(page: Page, link: CardLink, heading: Element | undefined, block: Element): ParsedCard | undefined {
  const lines = linesOf(block);
  const title = heading === undefined ? titleWithoutHeading(page, link, lines) : titleIn(heading);
  const metadata = readCardMetadata(nonTitleLines(lines, title, heading), link.link);
  if (title === '' && metadata.date === undefined) return undefined;
  const { source, date, duration } = metadata;
  const card = {
    title,
    link: link.link,
    ...withoutUndefined({ source, date, duration }),
  };
  const pictures = findElements(page, block, isImage);
  return {
    ...metadata,
    card,
    element: link.element,
    isHeaded: heading !== undefined,
    logo: logoNameIn(pictures, title),
  };
}

/** The whole heading, or its first line if it also contains a date, a duration or a site. */
function titleIn(heading: Element): string {
  const texts = textsOf(linesOf(heading));
  const titles = texts.filter(isTitleText);
  const isTitleOnly = titles.length === texts.length;
  return (isTitleOnly ? titles.join(' ') : titles[0]) ?? '';
}

function isTitleText(text: string): boolean {
  return !isClockDuration(text) && !text.includes('·') && !splitCardLine(text).some(isDateText);
}

/** The longest line of the link, else of the card, else the name of a video that is played in place. */
function titleWithoutHeading(page: Page, { element }: CardLink, lines: readonly Line[]): string {
  const own = linesOf(element);
  const title = longest(own) || longest(lines);
  if (title !== '') return title;
  const hidden = headingsWithin(page, element).find((heading) => textOf(heading) !== '');
  return hidden === undefined ? '' : textOf(hidden);
}

/** The topic of a card is above the line with the date. A post of an image may have no text there. */
function longest(lines: readonly Line[]): string {
  const texts = textsOf(lines);
  const end = texts.findIndex(isDatedOrCounted);
  const titles = texts.slice(0, end < 0 ? texts.length : end).filter(isTitleText);
  return longestOf(titles);
}

/** The lines of a card without its title, whose heading may also contain others. */
function nonTitleLines(lines: readonly Line[], title: string, heading: Element | undefined): NonTitleLine[] {
  const beside: NonTitleLine[] = [];
  let isAboveTitle = true;
  const isOfHeading = ({ parent, text }: Piece): boolean =>
    heading !== undefined && !isBlank(text) && contains(heading, parent);
  const add = (text: string): void => void beside.push({ text, isAboveTitle });
  for (const { pieces, text } of lines) {
    const isOfTitle = heading === undefined ? text === title : pieces.some(isOfHeading);
    if (!isOfTitle) {
      writtenLines(pieces).forEach(add);
      continue;
    }
    isAboveTitle = false;
    const rest = title.includes(text) ? textOfPieces(pieces.filter((piece) => !isOfHeading(piece))) : text;
    if (heading !== undefined) add(rest);
  }
  return beside;
}

/** The lines of a text. Pages without scripts write "Site" and "2 hours ago" on two lines of the source. */
function writtenLines(pieces: readonly Piece[]): string[] {
  return textsOf(pieces)
    .join('')
    .split(/(?<=\S)\n(?=\S)/)
    .map(collapseWhitespace);
}

/** A line of a card beside its title. */
interface NonTitleLine {
  readonly text: string;
  readonly isAboveTitle: boolean;
}

/** The content of a card's lines beside its title. */
interface CardMetadata {
  readonly source?: string;
  readonly date?: string;
  readonly duration?: string;
  /** Whether the number of likes, views or answers precedes the author. */
  readonly startsWithCount: boolean;
  /** Whether names are above the title. */
  readonly hasNameAboveTitle: boolean;
}

/** Sorts the lines of a card whose link is `link`. */
export function readCardMetadata(lines: readonly NonTitleLine[], link: string): CardMetadata {
  const parted = lines.map(({ text, isAboveTitle }) => {
    const parts = splitCardLine(text);
    const dates = parts.filter(isDateText);
    return { parts, dates, names: namesAmong(parts, dates), isAboveTitle };
  });
  const parts = parted.flatMap(({ parts: some }) => some);
  const duration = parts.map(parseClockDuration).find(Boolean);
  const above = parted.flatMap(({ names, isAboveTitle }) => (isAboveTitle ? names : []));
  const dated = parted.findIndex(({ dates }) => dates.length > 0);
  const date = parted[dated]?.dates[0];
  const source =
    siteAmong(parts, link) ??
    above.at(-1) ??
    nameBeside(
      parted.map(({ names }) => names),
      dated,
    );
  return {
    ...withoutUndefined({ source, date, duration }),
    startsWithCount: beginsWithCount(
      parted.filter(({ isAboveTitle }) => !isAboveTitle).flatMap(({ parts: some }) => some),
    ),
    hasNameAboveTitle: above.length > 0,
  };
}

function beginsWithCount(parts: readonly string[]): boolean {
  const [first] = parts.filter((part) => !isClockDuration(part));
  return first !== undefined && isCount(first);
}

/** The parts of a line between dots, and before a dash and a date: "YouTube - May 17, 2020". */
export function splitCardLine(text: string): string[] {
  if (!text.includes(dash) && !dots.test(text)) return isBlank(text) ? [] : [collapseWhitespace(text)]; // as most lines
  return text
    .split(dots)
    .map(collapseWhitespace)
    .flatMap((part) => {
      const at = part.lastIndexOf(dash);
      const end = at < 0 ? '' : part.slice(at + dash.length);
      return isDateText(end) ? [part.slice(0, at), end] : [part];
    })
    .filter((part) => part !== '');
}

const dots = /[·⋅•‧]/;
const dash = ' - ';

/** Whether a line of a card holds a date or a count, and not its topic. */
export function isDatedOrCounted(text: string): boolean {
  return splitCardLine(text).some((part) => isDateText(part) || roundCount.test(part));
}

/** "3.3K+", "410+" */
const roundCount = /^\P{N}{0,12}\p{N}[\p{N}.,]*\s?\p{L}{0,4}\+/u;

/** Whether a text is a number of people or answers: "3.3K+ likes", "5 reactions", "Plus de 410 abonnés". */
function isCount(text: string): boolean {
  return text.length <= maxNameLength && count.test(text) && !isDateText(text);
}

const count = /^\P{N}{0,12}\p{N}[\p{N}.,\s]*(?:\p{L}{1,4}\.?)?\+?\s\P{N}{1,24}$/u;

/** No site's name is longer. */
const maxNameLength = 60;

/** The texts of a line that may be names; none if the line is a sentence or quotes one. */
function namesAmong(parts: readonly string[], dates: readonly string[]): readonly string[] {
  if (parts.some((part) => part.length > maxNameLength)) return [];
  return parts.filter((part) => letter.test(part) && !dates.includes(part) && !isCount(part) && !isSentence(part));
}

function isSentence(text: string): boolean {
  return /[.!?…]$/.test(text) && text.includes(' ');
}

/**
 * The name of the link's site: "YouTube", "Ars Technica", "X (Twitter)". Labels are tried from the end of the host,
 * which names the site, to its beginning, which names a part of the site.
 */
function siteAmong(parts: readonly string[], link: string): string | undefined {
  const labels = hostOf(link).split('.').slice(0, -1).reverse();
  const short = parts.filter((part) => part.length <= maxNameLength).map((part) => ({ part, name: nameOf(part) }));
  for (const label of labels) {
    const site = nameOf(label);
    const named = short.filter(({ part, name }) =>
      label.length < minLabelLength ? beginsWithWord(part, label) : areAlike(name, site),
    );
    if (named.length > 0) return (named.find(({ name }) => name === label) ?? named[0])?.part;
  }
  return undefined;
}

function beginsWithWord(text: string, word: string): boolean {
  return text.toLowerCase().split(betweenWords)[0] === word;
}

function areAlike(name: string, site: string): boolean {
  return name.includes(site) || (name.length >= minLabelLength && site.includes(name));
}

function nameOf(text: string): string {
  return text.toLowerCase().replace(betweenWords, '');
}

const betweenWords = /[^\p{L}\p{N}]+/gu;
/** Shorter labels of a host occur in many words. */
const minLabelLength = 4;

/** The name in the line of the date, else in the last line above it, else below it; without a date, the first name. */
function nameBeside(named: readonly (readonly string[])[], dated: number): string | undefined {
  if (dated < 0) return distinctNonEmpty(named.flat())[0];
  const namesOf = (lines: readonly (readonly string[])[]) => lines.filter((names) => names.length > 0);
  const above = namesOf(named.slice(0, dated)).at(-1);
  return named[dated]?.[0] ?? above?.[0] ?? namesOf(named.slice(dated + 1))[0]?.[0];
}

/** The name in the description of a logo. */
function logoNameIn(pictures: readonly Element[], title: string): string | undefined {
  const described = pictures.map((picture) => collapseWhitespace(attributeText(picture, 'alt')));
  return described.find((text) => text.length <= maxLogoLength && !title.includes(text));
}

const maxLogoLength = 40;
