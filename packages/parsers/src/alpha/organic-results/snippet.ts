import { closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { type Line, marksOfPieces, type Piece, textOfPieces } from '../../page/lines.js';
import { isBlank } from '../../words/text.js';
import type { Address } from './address.js';
import { dateAtEnd, isMarked, type Prefixed, readPrefix, withoutStart } from './date-prefix.js';
import { ratedBlocks } from './ratings.js';
import type { AlphaRow } from './row.js';

/** What a row says of its target. */
export interface Snippet {
  /** `''` if the row has none. */
  readonly text: string;
  readonly matched: string[];
  /** The date that the excerpt begins with. */
  readonly date: string | undefined;
  /** The element that holds the excerpt, undefined if the row has none. */
  readonly block: Element | undefined;
  /** The excerpt and the lines beside it. */
  readonly lines: readonly Line[];
}

/** Reads the excerpt: the weightiest line below the title, without its date and without links at its end. */
export function readSnippet({ after }: AlphaRow, address: Address): Snippet {
  const lines = withoutFacts(after, address.line);
  const rated = ratedBlocks(lines);
  const texts = lines.filter((line) => !rated.has(line.block) && !namesLeftOut(line) && dateAtEnd(line) === undefined);
  const best = isGrid(texts) ? undefined : weightiest(texts);
  if (best === undefined) return { text: '', matched: [], date: undefined, block: undefined, lines };
  const { line, part } = best;
  const { date, rest } = part;
  return { text: textOfRun(rest, line), matched: marksOfPieces(rest), date, block: line.block, lines };
}

/** Words of the query that the target lacks are struck out. */
function namesLeftOut({ pieces }: Line): boolean {
  return pieces.some(isStruckOut);
}

function isStruckOut({ parent }: Piece): boolean {
  return parent.name === 's';
}

/** A line and the part of it that is its excerpt. */
interface Excerpt {
  readonly line: Line;
  readonly part: Prefixed;
}

function weightiest(lines: readonly Line[]): Excerpt | undefined {
  let best: Excerpt | undefined;
  let bestWeight = 0;
  for (const line of lines) {
    if (line.text.length + largestBonus <= bestWeight) continue;
    const part = excerptOfLine(line);
    const weight = part === undefined ? 0 : weightOf(part, line);
    if (part === undefined || weight <= bestWeight) continue;
    best = { line, part };
    bestWeight = weight;
  }
  return best;
}

/** A fact is a label ending in a colon, with its value beside or below it. */
function withoutFacts(lines: readonly Line[], address: Line): Line[] {
  const others: Line[] = [];
  let previous = '';
  for (const line of lines) {
    if (line === address) continue;
    if (!startsWithLabel(line) && !colonAtEnd.test(previous)) others.push(line);
    previous = line.text;
  }
  return others;
}

/** The label has an element of its own, unlike the first words of an excerpt. */
function startsWithLabel({ pieces }: Line): boolean {
  const label = pieces.find(isWritten);
  if (label === undefined || label.text.length > longestLabel || !colonAtEnd.test(label.text)) return false;
  return pieces.every((piece) => {
    return piece === label || !isWritten(piece) || (piece.parent !== label.parent && !isMarked(piece));
  });
}

function isWritten({ text }: Piece): boolean {
  return !isBlank(text);
}

const colonAtEnd = /[:：]\s*$/;

const longestLabel = 40;

/** Nothing but names, three or more of them side by side: things on offer in place of an excerpt. */
function isGrid(lines: readonly Line[]): boolean {
  if (lines.length < 3 || !lines.every(isName)) return false;
  const around = lines.slice(1).map(({ block }, index) => aroundBoth(lines[index]!.block, block));
  return around.some((outer, index) => outer !== undefined && outer === around[index + 1]);
}

/** The nearest common ancestor of two elements, undefined where one is an ancestor of the other. */
function aroundBoth(one: Element, other: Element): Element | undefined {
  if (contains(other, one)) return undefined;
  const outer = closest(one, (element) => contains(element, other));
  return outer === one ? undefined : outer;
}

function isName({ pieces, text }: Line): boolean {
  return text.length <= longestName && !pieces.some(isMarked);
}

const longestName = 60;

/** The line up to its first link, from where on it lists parts of the target; or from a link to such a part on. */
function excerptOfLine({ pieces }: Line): Prefixed | undefined {
  let start = 0;
  for (;;) {
    let end = start;
    while (end < pieces.length && !isLinked(pieces[end]!)) end++;
    const run = end - start === pieces.length ? pieces : pieces.slice(start, end);
    const excerpt = readPrefix(run);
    if (excerpt.rest.some(hasLetter)) return start === 0 ? excerpt : readPrefix(withoutMark(run));
    if (end === pieces.length || !leadsToPart(pieces[end]!)) return undefined;
    start = end + 1;
  }
}

function isLinked({ link, text }: Piece): boolean {
  return link !== undefined && !isBlank(text);
}

function hasLetter({ text }: Piece): boolean {
  return letter.test(text);
}

/** Other links before a text are what the text is about: a number of answers, before the best of them. */
function leadsToPart({ link }: Piece): boolean {
  return link !== undefined && hrefOf(link).includes('#');
}

/** The text behind a link without what parts the two. */
function withoutMark(run: readonly Piece[]): readonly Piece[] {
  return withoutStart(run, markAtStart.exec(run[0]?.text ?? '')?.[0].length ?? 0);
}

const letter = /\p{L}/u;
const markAtStart = /^\s*[-–—·]?\s*/;

/** Length, and evidence of an excerpt: a date, marked words; offers are separated by dots with a left-to-right mark. */
function weightOf({ pieces, date }: Prefixed, line: Line): number {
  if (!pieces.some(hasLetter)) return 0;
  const text = textOfRun(pieces, line);
  const bonus = Number(date !== undefined) * 80 + Number(pieces.some(isMarked)) * 60;
  return text.length + bonus - Number(offers.test(text)) * 200;
}

/** What a line that is dated and marked has beyond its length. */
const largestBonus = 140;

const offers = /·\s*\u200e/;

/** The text of some of a line's pieces. */
function textOfRun(pieces: readonly Piece[], line: Line): string {
  return pieces === line.pieces ? line.text : textOfPieces(pieces);
}
