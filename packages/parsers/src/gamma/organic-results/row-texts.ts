import { contains, type Element, hrefOf } from '../../html/tree.js';
import { minExcerptLength } from '../../page/address-shape.js';
import {
  highlightsOfPieces,
  type Line,
  linesOf,
  type Piece,
  runOfText,
  textOfPieces,
  withoutMoreLink,
} from '../../page/lines.js';
import { withoutSeparator } from '../../page/parts.js';
import { isButtonBeside, titleText } from '../../page/text.js';
import { hasText } from '../../page/visible.js';
import { isDateText } from '../../words/dates.js';
import { isBlank } from '../../words/text.js';
import type { GammaRow } from './row.js';

/** The texts of a row; `''` for what it does not show. */
export interface RowTexts {
  readonly title: string;
  /** The site's name. */
  readonly name: string;
  /** The excerpt, including a date before it. */
  readonly excerpt: MarkedText;
}

/** A text and its highlighted words. */
export interface MarkedText {
  readonly text: string;
  readonly matched: string[];
}

/** Reads the texts of all rows. Titles are after the address line since 2025, and were before it until then. */
export function readRowTexts(rows: readonly GammaRow[]): RowTexts[] {
  const parts = rows.map(linesOfRow);
  const above = rows.map((row, index) => excerptAbove(row, parts[index]!));
  const isAbove = 2 * above.filter((line) => line !== undefined).length > rows.length && rows.length > 1;
  const headed = parts.filter(({ after }) => after.length > 0);
  const isAfter = isAbove ? headed.length > 0 : 2 * headed.filter(isTitleAfter).length > headed.length / 2;
  return rows.map((row, index) => {
    const texts = textsOf(row, parts[index]!, isAfter);
    const line = isAbove ? above[index] : undefined;
    return line === undefined ? texts : { ...texts, excerpt: excerptOf(line, row.link) };
  });
}

/** The line above a row's link and address that is long enough for an excerpt. */
function excerptAbove({ anchor, address }: GammaRow, { all }: RowLines): Line | undefined {
  const first = Math.min(anchor.order, address.order);
  const isAbove = ({ parent }: Piece): boolean => parent.order < first && !contains(parent, anchor);
  return all.findLast(({ text, pieces }) => text.length >= minExcerptLength && pieces.every(isAbove));
}

/** The lines of a row. */
interface RowLines {
  readonly all: readonly Line[];
  /** The parts of the head before and after the address. */
  readonly before: readonly Part[];
  readonly after: readonly Part[];
  /** Index of the first line after the link. */
  readonly below: number;
}

/** The part of a line that belongs to the head. */
interface Part {
  readonly text: string;
  /** Index of the line. */
  readonly index: number;
}

/** The head is the row's link, or the whole row if the link does not contain the address. */
function linesOfRow({ anchor, address, block }: GammaRow): RowLines {
  const all = linesOf(block, { skip: (element) => isButtonBeside(element, anchor) });
  const head = contains(anchor, address) ? anchor : block;
  const before: Part[] = [];
  const after: Part[] = [];
  for (const [index, { pieces }] of all.entries()) {
    const own = pieces.filter(({ parent }) => contains(head, parent) && !contains(address, parent));
    if (own.length === 0) continue;
    const first = textOfPieces(own.filter(({ parent }) => parent.order < address.order));
    const second = textOfPieces(own.filter(({ parent }) => parent.order > address.last));
    if (first !== '') before.push({ text: first, index });
    if (second !== '') after.push({ text: second, index });
  }
  const below = all.findIndex(({ pieces: [first] }) => first !== undefined && first.parent.order > anchor.last);
  return { all, before, after, below: below < 0 ? all.length : below };
}

/**
 * Whether the first line after the address is a title and not the excerpt: another line follows it, or it is in the
 * link and the excerpt is below.
 */
function isTitleAfter({ all, after: [first, second], below }: RowLines): boolean {
  return first !== undefined && (second !== undefined || (first.index < below && below < all.length));
}

function textsOf(row: GammaRow, lines: RowLines, isAfter: boolean): RowTexts {
  const { anchor, address, heading, link } = row;
  const title = heading ?? (contains(anchor, address) || !hasText(anchor) ? undefined : anchor);
  const head = title === undefined ? unheaded(row, lines, isAfter) : headed(row, lines, title);
  const isBelow = title === undefined && contains(anchor, address) && lines.below < lines.all.length;
  const from = isBelow ? Math.max(lines.below, head.end) : head.end;
  return { title: head.title, name: head.name, excerpt: excerptIn(lines.all, { from, link, address }) };
}

/** Title and name of a row, and the index of the first line after both. */
interface Head {
  readonly title: string;
  readonly name: string;
  readonly end: number;
}

/** The name is the short line before the title, or the text before it in the same line, without the address. */
function headed({ anchor, address, heading }: GammaRow, { all, before, after }: RowLines, title: Element): Head {
  const isOwn = ({ index }: Part): boolean => all[index]!.pieces.every(({ parent }) => contains(anchor, parent));
  const own = heading === undefined ? [...before, ...after].filter(isOwn) : [];
  if (own.length > 1) return headOf(own.slice(0, -1), own.at(-1));
  const isInTitle = ({ parent }: Piece): boolean => contains(title, parent);
  const first = all.findIndex(({ pieces }) => pieces.some(isInTitle));
  const above = all.slice(0, first + 1).map(({ pieces }) => {
    const before = pieces.some(isInTitle) ? pieces.slice(0, pieces.findIndex(isInTitle)) : pieces;
    return textOfPieces(before.filter(({ parent }) => !contains(address, parent)));
  });
  const name = above.findLast((text) => text !== '' && text.length <= maxNameLength && !isDateText(text)) ?? '';
  const end = all.findLastIndex(({ pieces }) => pieces.some(isInTitle));
  return { title: titleText(title, anchor), name, end: end + 1 };
}

const maxNameLength = 60;

/** Title and name by their position around the address. */
function unheaded({ anchor, address }: GammaRow, { before, after, below }: RowLines, isAfter: boolean): Head {
  if (isAfter && after.length > 0) return before.length > 0 ? headOf(before, after[0]) : headBelow(after, below);
  const isInLink = contains(anchor, address);
  if (isInLink || after.length > 0 || before.length < 2) return headOf(before.slice(0, -1), before.at(-1));
  return before.length === 2 ? headOf([], before[0]) : headOf(before.slice(0, 1), before[1]); // the address is last
}

/** Below the address, the title is alone in the link, or below the name. */
function headBelow(after: readonly Part[], below: number): Head {
  const own = after.filter(({ index }) => index < below);
  return own.length === 2 ? headOf(own.slice(0, 1), own[1]) : headOf([], after[0]);
}

function headOf(name: readonly Part[], title: Part | undefined): Head {
  return {
    title: title?.text ?? '',
    name: withoutSeparator(name.map(({ text }) => text).join(' ')),
    end: (title?.index ?? -1) + 1,
  };
}

interface ExcerptSearch {
  /** Index of the first line to look at. */
  readonly from: number;
  readonly link: string;
  readonly address: Element;
}

/**
 * The first line with a letter after title and address that is not a link to another page; such a link ends the search.
 * A line that is a link to the target counts if it is too long to be the name of an image.
 */
function excerptIn(lines: readonly Line[], { from, link: target, address }: ExcerptSearch): MarkedText {
  for (let index = from; index < lines.length; index++) {
    const { pieces, text } = lines[index]!;
    if (!letter.test(text) || pieces.every((piece) => isBlank(piece.text) || contains(address, piece.parent))) continue;
    const isLinked = pieces.every(({ link }) => link !== undefined);
    if (isLinked && !pieces.every(({ link }) => link && hrefOf(link).trim() === target)) break;
    if (!isLinked || text.length >= minExcerptLength) return excerptOf(runOfText(lines, index).line, target);
  }
  return { text: '', matched: [] };
}

const letter = /\p{L}/u;

function excerptOf(line: Line, target: string): MarkedText {
  const { text, pieces } = withoutMoreLink(line, (link) => hrefOf(link).trim() === target);
  return { text, matched: highlightsOfPieces(pieces) };
}
