import { isDateText } from '../../html/dates.js';
import { type Line, marksOfPieces, type Piece, textOfPieces } from '../../html/lines.js';
import { attribute, closest, contains, type Element } from '../../html/tree.js';
import type { Address } from './address.js';
import { ratedBlocks } from './ratings.js';
import type { Row } from './row.js';

/** What a row says of its target. */
export interface Snippet {
  /** `''` if the row has none. */
  readonly text: string;
  readonly matched: string[];
  readonly date: string | undefined;
  /** The element that holds the excerpt, undefined if the row has none. */
  readonly block: Element | undefined;
}

/**
 * Reads the excerpt: the weightiest line below the title, without its date and without links at its end. A date may also
 * stand in the place of the address, or in a line beside the excerpt.
 */
export function readSnippet({ after }: Row, address: Address): Snippet {
  const lines = withoutFacts(after.filter((line) => line !== address.line));
  const rated = ratedBlocks(lines.map(({ block }) => block));
  const texts = lines.filter((line) => !rated.has(line.block) && !namesLeftOut(line) && dateAtEnd(line) === undefined);
  const best = isGrid(texts) ? undefined : weightiest(texts);
  const { date, rest } = best?.excerpt ?? noExcerpt;
  return {
    text: textOfPieces(rest),
    matched: marksOfPieces(rest),
    date: date ?? lastDate(address.text) ?? dateBeside(lines),
    block: best?.line.block,
  };
}

/** Words of the query that the target lacks are struck out. */
function namesLeftOut({ pieces }: Line): boolean {
  return pieces.some(({ parent }) => parent.name === 's');
}

/** The date of a line that says where and when, and nothing else: "Video · A channel · Jun 30, 2021". */
function dateAtEnd({ pieces, text }: Line): string | undefined {
  if (text.length > longestPrefix || pieces.some(({ mark }) => mark !== undefined)) return undefined;
  return lastDate(text);
}

function lastDate(text: string): string | undefined {
  const last = text.slice(text.lastIndexOf('·') + 1).trim();
  return isDateText(last) ? last : undefined;
}

function dateBeside(lines: readonly Line[]): string | undefined {
  for (const line of lines) {
    const date = dateAtEnd(line) ?? readPrefix(line.pieces).date;
    if (date !== undefined) return date;
  }
  return undefined;
}

function weightiest(lines: readonly Line[]): { line: Line; excerpt: Prefixed } | undefined {
  let best: { line: Line; excerpt: Prefixed } | undefined;
  let bestWeight = 0;
  for (const line of lines) {
    const excerpt = excerptOf(line);
    const weight = weightOf(excerpt);
    if (weight <= bestWeight) continue;
    best = { line, excerpt };
    bestWeight = weight;
  }
  return best;
}

/** A fact is a label ending in a colon, with its value beside or below it. */
function withoutFacts(lines: readonly Line[]): Line[] {
  return lines.filter((line, index) => !startsWithLabel(line) && !/[:：]$/.test(lines[index - 1]?.text ?? ''));
}

/** The label has an element of its own, unlike the first words of an excerpt. */
function startsWithLabel({ pieces }: Line): boolean {
  const [label, ...values] = pieces.filter(({ text }) => /\S/.test(text));
  if (label === undefined || label.text.length > longestLabel || !/[:：]\s*$/.test(label.text)) return false;
  return values.every(({ parent, mark }) => parent !== label.parent && mark === undefined);
}

const longestLabel = 40;

/** Nothing but names, three or more of them side by side: things on offer in place of an excerpt. */
function isGrid(lines: readonly Line[]): boolean {
  if (!lines.every(({ pieces, text }) => isName(pieces, text))) return false;
  const around = lines.slice(1).map(({ block }, index) => aroundBoth(lines[index]!.block, block));
  return around.some((outer, index) => outer !== undefined && outer === around[index + 1]);
}

/** The innermost element around two that stand beside each other, undefined where one stands in the other. */
function aroundBoth(one: Element, other: Element): Element | undefined {
  if (contains(other, one)) return undefined;
  const outer = closest(one, (element) => contains(element, other));
  return outer === one ? undefined : outer;
}

function isName(pieces: readonly Piece[], text: string): boolean {
  return text.length <= longestName && pieces.every(({ mark }) => mark === undefined);
}

const longestName = 60;

/** The line up to its first link, from where on it lists parts of the target; or from a link to such a part on. */
function excerptOf({ pieces }: Line): Prefixed {
  const runs: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.link === undefined || !/\S/.test(piece.text)) runs.at(-1)?.push(piece);
    else runs.push([]);
  }
  for (const [index, run] of runs.entries()) {
    const excerpt = readPrefix(run);
    if (!/\p{L}/u.test(textOfPieces(excerpt.rest))) continue;
    if (index === 0) return excerpt;
    const links = pieces.filter(({ link, text }) => link !== undefined && /\S/.test(text)).slice(0, index);
    if (!links.every(leadsToPart)) return noExcerpt;
    return readPrefix(withoutStart(run, /^\s*[-–—·]?\s*/.exec(run[0]?.text ?? '')?.[0].length ?? 0));
  }
  return noExcerpt;
}

/** Other links before a text are what the text is about: a number of answers, before the best of them. */
function leadsToPart({ link }: Piece): boolean {
  return link !== undefined && (attribute(link, 'href') ?? '').includes('#');
}

/** Length, and what speaks for an excerpt: a date, marked words; offers are parted by dots with a left-to-right mark. */
function weightOf({ pieces, date }: Prefixed): number {
  const text = textOfPieces(pieces);
  if (!/\p{L}/u.test(text)) return 0;
  const isDated = date !== undefined;
  const isMarked = pieces.some(({ mark }) => mark !== undefined);
  return text.length + Number(isDated) * 80 + Number(isMarked) * 60 - Number(/·\s*\u200e/.test(text)) * 200;
}

/** A text that may begin with a date. */
interface Prefixed {
  readonly pieces: readonly Piece[];
  readonly date: string | undefined;
  /** What follows the date; all pieces where there is none. */
  readonly rest: readonly Piece[];
}

const noExcerpt: Prefixed = { pieces: [], date: undefined, rest: [] };

/**
 * A date stands in elements of its own before the excerpt, parted from it by a dash or a dot. So do the authors, the
 * year and the citations of a scholarly text.
 */
function readPrefix(pieces: readonly Piece[]): Prefixed {
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    text += piece.text;
    if (text.length > longestPrefix) break;
    const [separator = ''] = /^\s*(?:[–—·]|-\s)\s*/.exec(pieces[index + 1]?.text ?? '') ?? [];
    const prefix = `${text} ${separator}`.trimEnd();
    const date = /[–—·\ufffd]$|\s-$/.test(prefix.slice(-2))
      ? dateIn(prefix.slice(0, -1).trim(), !prefix.endsWith('·'))
      : undefined;
    if (date) return { pieces, date, rest: withoutStart(pieces.slice(index + 1), separator.length) };
  }
  return { pieces, date: undefined, rest: pieces };
}

const longestPrefix = 120;

function withoutStart([first, ...others]: readonly Piece[], length: number): readonly Piece[] {
  return first === undefined ? [] : [{ ...first, text: first.text.slice(length) }, ...others];
}

function dateIn(text: string, isWhole: boolean): string | undefined {
  if (isDateText(text)) return text;
  const parts = isWhole ? text.split('·').map((part) => part.trim()) : [];
  return parts.length > 1 ? parts.find((part) => /^\d{4}$/.test(part)) : undefined;
}
