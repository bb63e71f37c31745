import {
  ancestors,
  childElements,
  closest,
  contains,
  type Element,
  elementBefore,
  isElement,
  type Node,
} from '../../html/tree.js';
import { hasExcerptLength, minExcerptLength, splitDateAtEnd, splitLineAtSeparators } from '../../page/line-parts.js';
import {
  highlightsOfPieces,
  isUnlinkedText,
  type Line,
  type Piece,
  textOfPieces,
  withoutReadMoreText,
} from '../../page/lines.js';
import { hasRole, isHeading, wordAtEnd, wordAtStart } from '../../page/roles.js';
import { ariaLabelOf } from '../../page/text.js';
import { hasText, isLineBreaking } from '../../page/visible.js';
import { digit, isBlank, letter } from '../../words/text.js';
import { externalTargetOf, isExternalRedirect, leadsToFragmentOf, leadsToPage } from '../links.js';
import type { DisplayedLink } from './address.js';
import {
  type DatePrefixed,
  isHighlighted,
  isMetadataLine,
  joinExcerptLines,
  splitDatePrefix,
  splitNoScriptDatePrefix,
} from './excerpt.js';
import type { AlphaRow } from './row.js';

/** A row's excerpt. */
export interface Snippet {
  /** `''` if the row has none. */
  readonly text: string;
  readonly matched: string[];
  /** The date at the start of the excerpt. */
  readonly date: string | undefined;
  /** The element around the excerpt; undefined if the row has none. */
  readonly block: Element | undefined;
  /** The excerpt and the lines beside it. */
  readonly lines: readonly Line[];
}

/**
 * Reads the excerpt: the line below the title with the highest weight, without its date and without links at its end.
 */
export function readSnippet({ after, link, host, anchor }: AlphaRow, address: DisplayedLink): Snippet {
  const { lines, notes } = joinExcerptLines(after, address.line);
  const rated = ratedBlocks(lines);
  const texts = lines.filter(
    (line) =>
      !rated.has(line.block) &&
      !notes.has(line) &&
      !listsMissingWords(line) &&
      !isMetadataLine(line, host) &&
      !isLinkBelowTable(line),
  );
  const readStart = isExternalRedirect(anchor) ? splitNoScriptDatePrefix : splitDatePrefix;
  const best = isGrid(texts) ? undefined : weightiest(outsideSections(texts, anchor), link, readStart);
  if (best === undefined) return { text: '', matched: [], date: undefined, block: undefined, lines };
  const { line, part } = best;
  const { date, rest } = part;
  return { text: textOfRun(rest, line), matched: highlightsOfPieces(rest), date, block: line.block, lines };
}

/** The lines without those of parts with a heading of their own, such as a summary, if others are long enough. */
function outsideSections(lines: readonly Line[], anchor: Element): readonly Line[] {
  const outside = lines.filter(({ block }) => !isInSection(block, anchor));
  return outside.some(hasExcerptLength) ? outside : lines;
}

function isInSection(block: Element, anchor: Element): boolean {
  for (let outer = block; !contains(outer, anchor); outer = outer.parent!) {
    const first = outer.children.find(hasText);
    if (first !== undefined && isElement(first) && isHeading(first)) return true;
  }
  return false;
}

/** Whether a line lists words of the query that the target lacks: they are struck out. */
function listsMissingWords({ pieces }: Line): boolean {
  return pieces.some(isStruckOut);
}

function isStruckOut({ parent }: Piece): boolean {
  return parent.name === 's';
}

/** Whether a line is a link right below a table of the target, to the table's other rows. */
function isLinkBelowTable({ pieces, block }: Line): boolean {
  if (pieces.some(({ link, text }) => link === undefined && !isBlank(text))) return false;
  const outer = [block, ...ancestors(block)].find((element) => elementBefore(element) !== undefined);
  return outer !== undefined && isTable(elementBefore(outer)!);
}

/** Whether an element is a table, or contains only one. */
function isTable(element: Element): boolean {
  if (element.name === 'table') return true;
  const [only, ...others] = childElements(element);
  return only !== undefined && others.length === 0 && isTable(only);
}

/** A line and the part of it that is its excerpt. */
interface WeightedLine {
  readonly line: Line;
  readonly part: DatePrefixed;
}

function weightiest(
  lines: readonly Line[],
  target: string,
  readStart: typeof splitDatePrefix,
): WeightedLine | undefined {
  let best: WeightedLine | undefined;
  let bestWeight = 0;
  for (const line of lines) {
    if (line.text.length + maxBonus <= bestWeight) continue;
    const part = excerptOfPieces(readStart(line.pieces), target);
    const weight = part === undefined ? 0 : weightOf(part, line);
    if (part === undefined || weight <= bestWeight) continue;
    best = { line, part };
    bestWeight = weight;
  }
  return best;
}

/** Whether there are only names, at least three side by side: things on offer in place of an excerpt. */
function isGrid(lines: readonly Line[]): boolean {
  if (lines.length < 3 || !lines.every(isName)) return false;
  const around = lines.slice(1).map(({ block }, index) => aroundBoth(lines[index]!.block, block));
  return around.some((outer, index) => outer !== undefined && outer === around[index + 1]);
}

/** The nearest common ancestor of two elements; undefined if one is an ancestor of the other. */
function aroundBoth(one: Element, other: Element): Element | undefined {
  if (contains(other, one)) return undefined;
  const outer = closest(one, (element) => contains(element, other));
  return outer === one ? undefined : outer;
}

function isName({ pieces, text }: Line): boolean {
  return text.length <= maxNameLength && !pieces.some(isHighlighted);
}

const maxNameLength = 60;

/**
 * The line up to its first link, after which it lists parts of the target. A link is text if it leads to a part of the
 * target or to another search, and text follows ("Jump to …") or it is highlighted, or if it leads to the target and
 * everything except the date is linked. Links before the text lead to copies of the target.
 */
function excerptOfPieces({ pieces, date, rest }: DatePrefixed, target: string): DatePrefixed | undefined {
  const lastText = rest.findLastIndex(({ link, text }) => link === undefined && letter.test(text));
  const end = rest.findIndex(({ link, text, mark }, index) => {
    if (link === undefined || isBlank(text)) return false;
    if (lastText < 0) return !leadsToPage(link, target);
    return (index > lastText && mark === undefined) || !(isOfText(link, target) || isInSentence(rest, index));
  });
  const { pieces: text, date: last } = splitDateAtEnd(end < 0 ? rest : rest.slice(0, end));
  const excerpt = withoutReadMoreText(text);
  if (excerpt.some(hasLetter)) return { pieces, date: date ?? last, rest: excerpt };
  const link = rest[end]?.link;
  if (link === undefined || leadsToPage(link, target)) return undefined;
  const start = rest.findIndex((piece, index) => index > end && isUnlinkedText(piece) && hasLetter(piece));
  const behind = start < 0 ? undefined : excerptOfPieces({ pieces, date, rest: rest.slice(start) }, target);
  if (behind === undefined || textOfPieces(behind.rest).length < minExcerptLength) return undefined;
  return { ...behind, pieces: behind.rest };
}

/** Whether a link within a text leads to a part of the target, or to a search for its words. */
function isOfText(link: Element, target: string): boolean {
  return leadsToFragmentOf(link, target) || externalTargetOf(link) === '';
}

/** Whether words precede and follow a linked word without a separator, as in a sentence. */
function isInSentence(pieces: readonly Piece[], index: number): boolean {
  return wordAtEnd.test(pieces[index - 1]?.text ?? '') && wordAtStart.test(pieces[index + 1]?.text ?? '');
}

function hasLetter({ text }: Piece): boolean {
  return letter.test(text);
}

/** Length plus a bonus for signs of an excerpt: a date, highlighted words. Lists of offers weigh less. */
function weightOf({ pieces, date }: DatePrefixed, line: Line): number {
  const text = textOfRun(pieces, line);
  const bonus = Number(date !== undefined) * 80 + Number(pieces.some(isHighlighted)) * 60;
  return Math.max(1, text.length + bonus - Number(bonus === 0 && listsOffers(text, line)) * 60);
}

/** Bonus of a line with a date and highlighted words. */
const maxBonus = 140;

/**
 * Whether a line lists things on offer ("Free · All devices · Games"): dots separate its elements, or the short texts
 * at its start.
 */
function listsOffers(text: string, line: Line): boolean {
  if (!text.includes('·')) return false;
  const parts = text.split(' · ');
  const areShort = parts.slice(0, 2).every((part) => part.length <= maxOfferLength);
  return (parts.length > 2 && areShort) || splitLineAtSeparators(line).length > 1;
}

const maxOfferLength = 30;

/** The text of some of a line's pieces. */
function textOfRun(pieces: readonly Piece[], line: Line): string {
  return pieces === line.pieces ? line.text : textOfPieces(pieces);
}

/** The blocks whose lines contain stars: ratings and prices of the target. */
function ratedBlocks(lines: readonly Line[]): ReadonlySet<Element> {
  const blocks = new Set<Element>();
  for (const { block } of lines) blocks.add(block);
  for (const block of blocks) if (!drawsStars(block)) blocks.delete(block);
  return blocks;
}

/** Whether there are stars in lines of the block itself, not of a block inside it. */
function drawsStars(block: Element): boolean {
  return block.children.some(isRating);
}

function isRating(child: Node): boolean {
  if (!isElement(child)) return false;
  return isStars(child) || ((!isLineBreaking(child) || !hasText(child)) && drawsStars(child));
}

/** An image whose label is a number: "Rated 4.5 out of 5". */
function isStars(element: Element): boolean {
  const isPicture = hasRole(element, 'img') || element.parent?.name === 'g-review-stars';
  return isPicture && digit.test(ariaLabelOf(element));
}
