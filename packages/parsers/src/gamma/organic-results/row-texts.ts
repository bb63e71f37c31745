import { contains, type Element, hrefOf } from '../../html/tree.js';
import { shortestExcerpt } from '../../page/address-shape.js';
import {
  type Line,
  linesOf,
  marksOfPieces,
  type Piece,
  runOfText,
  textOfPieces,
  withoutMoreLink,
} from '../../page/lines.js';
import { isButtonBeside, titleText } from '../../page/text.js';
import { hasText } from '../../page/visible.js';
import { isDateText } from '../../words/dates.js';
import { isBlank } from '../../words/text.js';
import type { GammaRow } from './row.js';

/** What a row shows, cut apart; `''` for what it does not show. */
export interface RowTexts {
  readonly title: string;
  /** The site's name. */
  readonly name: string;
  /** The excerpt, with the date that may precede it. */
  readonly excerpt: MarkedText;
}

/** A text and the words in it that are marked. */
export interface MarkedText {
  readonly text: string;
  readonly matched: string[];
}

/** What the rows show. In the layout since 2025 titles are behind the address line, until then they were before it. */
export function readRowTexts(rows: readonly GammaRow[]): RowTexts[] {
  const parts = rows.map(linesOfRow);
  const isAfter = 2 * parts.filter(isTitleBehind).length > parts.filter(({ behind }) => behind.length > 0).length / 2;
  return rows.map((row, index) => textsOf(row, parts[index]!, isAfter));
}

/** The lines of a row. */
interface RowLines {
  readonly all: readonly Line[];
  /** Those of the head before the address and behind it, without it. */
  readonly before: readonly Part[];
  readonly behind: readonly Part[];
  /** Index of the first line behind the link. */
  readonly below: number;
}

/** What a line holds of the head. */
interface Part {
  readonly text: string;
  /** Of the line. */
  readonly index: number;
}

/** The head is the row's link, or all of the row where the link does not hold the address. */
function linesOfRow({ anchor, address, block }: GammaRow): RowLines {
  const all = linesOf(block, { skip: (element) => isButtonBeside(element, anchor) });
  const head = contains(anchor, address) ? anchor : block;
  const before: Part[] = [];
  const behind: Part[] = [];
  for (const [index, { pieces }] of all.entries()) {
    const own = pieces.filter(({ parent }) => contains(head, parent) && !contains(address, parent));
    if (own.length === 0) continue;
    const first = textOfPieces(own.filter(({ parent }) => parent.order < address.order));
    const second = textOfPieces(own.filter(({ parent }) => parent.order > address.last));
    if (first !== '') before.push({ text: first, index });
    if (second !== '') behind.push({ text: second, index });
  }
  const below = all.findIndex(({ pieces: [first] }) => first !== undefined && first.parent.order > anchor.last);
  return { all, before, behind, below: below < 0 ? all.length : below };
}

/** Whether the first line behind the address is a title: it is not the excerpt, which follows it or is below the link. */
function isTitleBehind({ all, behind: [first, second], below }: RowLines): boolean {
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

/** Title and name of a row, and the index of the first line behind both. */
interface Head {
  readonly title: string;
  readonly name: string;
  readonly end: number;
}

/** The name is the short line before the title, or what is before it in its line, without the address. */
function headed({ anchor, address, heading }: GammaRow, { all, before, behind }: RowLines, title: Element): Head {
  const isOwn = ({ index }: Part): boolean => all[index]!.pieces.every(({ parent }) => contains(anchor, parent));
  const own = heading === undefined ? [...before, ...behind].filter(isOwn) : [];
  if (own.length > 1) return headOf(own.slice(0, -1), own.at(-1));
  const isOfTitle = ({ parent }: Piece): boolean => contains(title, parent);
  const first = all.findIndex(({ pieces }) => pieces.some(isOfTitle));
  const above = all.slice(0, first + 1).map(({ pieces }) => {
    const before = pieces.some(isOfTitle) ? pieces.slice(0, pieces.findIndex(isOfTitle)) : pieces;
    return textOfPieces(before.filter(({ parent }) => !contains(address, parent)));
  });
  const name = above.findLast((text) => text !== '' && text.length <= longestName && !isDateText(text)) ?? '';
  const end = all.findLastIndex(({ pieces }) => pieces.some(isOfTitle));
  return { title: titleText(title, anchor), name, end: end + 1 };
}

const longestName = 60;

/** Title and name by their places around the address. */
function unheaded({ anchor, address }: GammaRow, { before, behind }: RowLines, isAfter: boolean): Head {
  if (isAfter && behind.length > 0) return headOf(before, behind[0]);
  const isInLink = contains(anchor, address);
  if (isInLink || behind.length > 0 || before.length < 2) return headOf(before.slice(0, -1), before.at(-1));
  return before.length === 2 ? headOf([], before[0]) : headOf(before.slice(0, 1), before[1]); // the address is last
}

function headOf(name: readonly Part[], title: Part | undefined): Head {
  return { title: title?.text ?? '', name: name.map(({ text }) => text).join(' '), end: (title?.index ?? -1) + 1 };
}

interface ExcerptSearch {
  /** Index of the first line that may be it. */
  readonly from: number;
  readonly link: string;
  readonly address: Element;
}

/**
 * The first line with a word behind title and address that is no link to elsewhere: what follows one is no excerpt any more.
 * A line that is a link to the target is one where it is too long for the name of a picture.
 */
function excerptIn(lines: readonly Line[], { from, link: target, address }: ExcerptSearch): MarkedText {
  for (let index = from; index < lines.length; index++) {
    const { pieces, text } = lines[index]!;
    if (!letter.test(text) || pieces.every((piece) => isBlank(piece.text) || contains(address, piece.parent))) continue;
    const isLinked = pieces.every(({ link }) => link !== undefined);
    if (isLinked && !pieces.every(({ link }) => link && hrefOf(link).trim() === target)) break;
    if (!isLinked || text.length >= shortestExcerpt) return excerptOf(runOfText(lines, index).line, target);
  }
  return { text: '', matched: [] };
}

const letter = /\p{L}/u;

function excerptOf(line: Line, target: string): MarkedText {
  const { text, pieces } = withoutMoreLink(line, (link) => hrefOf(link).trim() === target);
  return { text, matched: marksOfPieces(pieces) };
}
