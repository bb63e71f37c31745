import { contains, type Element, hrefOf, isElement, isInside } from '../../html/tree.js';
import {
  hasExcerptLength,
  minExcerptLength,
  splitDateAtEnd,
  splitTextAtMiddleDots,
  withoutTrailingSeparator,
} from '../../page/line-parts.js';
import {
  areAlike,
  hasTextIn,
  highlightsOfPieces,
  isLinked,
  isNonBlank,
  joinContinuedLines,
  type Line,
  linesOf,
  type Piece,
  textOfPieces,
  textsOf,
  withoutReadMoreLink,
  withoutReadMoreText,
} from '../../page/lines.js';
import { countsOf } from '../../page/lists.js';
import { isHeading } from '../../page/roles.js';
import { isButtonOrLabelNotAround, titleText } from '../../page/text.js';
import { hasText } from '../../page/visible.js';
import { sharedLabelTest } from '../../reading/names-below.js';
import { hostOf, isTranslationOrStoredCopy, withoutTextFragment } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { isBlank, letter } from '../../words/text.js';
import { targetOf } from '../links.js';
import type { GammaRow } from './row.js';

/** The texts of a row; `''` for what it does not show. */
export interface RowTexts {
  readonly title: string;
  /** The site's name. */
  readonly name: string;
  /** The excerpt, including a date before it. */
  readonly excerpt: MarkedText;
  /** The lines outside links to other pages. */
  readonly lines: readonly Line[];
}

/** Reads the texts of all rows. Titles are after the address line since 2025, and were before it until then. */
export function readRowTexts(rows: readonly GammaRow[]): RowTexts[] {
  const parts = withoutLabels(rows.map(linesOfRow));
  const above = rows.map((row, index) => excerptAbove(row, parts[index]!));
  const isAbove = 2 * above.filter((line) => line !== undefined).length > rows.length && rows.length > 1;
  const headed = parts.filter(({ after }, index) => after.length > 0 && rows[index]!.heading === undefined);
  const isLabel = sharedLabelTest(
    parts.map(({ all }) => textsOf(all)),
    rows.map(({ link }) => hostOf(link)),
  );
  const isAfter = isAbove || 4 * headed.filter(isTitleAfter).length > headed.length;
  return rows.map((row, index) => {
    const { before, ...lines } = parts[index]!;
    const names = before.filter(({ text }, at) => at === 0 || !isAfter || !isLabel(text));
    const texts = readTexts(row, { ...lines, before: names }, isAfter, isLabel);
    const line = isAbove ? above[index] : undefined;
    return line === undefined || line.text === texts.title ? texts : { ...texts, excerpt: excerptOf(line, row.link) };
  });
}

/** The line above a row's link and address that is long enough for an excerpt. */
function excerptAbove({ anchor, address }: GammaRow, { all }: RowLines): Line | undefined {
  const first = Math.min(anchor.order, (address ?? anchor).order);
  const isAbove = ({ parent }: Piece): boolean => parent.order < first && !contains(parent, anchor);
  return all.findLast(({ text, pieces }) => text.length >= minExcerptLength && pieces.every(isAbove));
}

/** The lines of a row. */
interface RowLines {
  readonly all: readonly Line[];
  /** The parts of the head before and after the address. */
  readonly before: readonly Part[];
  readonly after: readonly Part[];
  /** Index of the first line after the link; 0 if the link has no text. */
  readonly below: number;
}

/** A phrase of the head. */
interface Part {
  readonly text: string;
  /** Index of its line, or of the last one. */
  readonly index: number;
}

/** The head is the row's link, or the whole row if the link does not contain the address. */
function linesOfRow(row: GammaRow): RowLines {
  const { anchor, address, block } = row;
  const lines = linesOf(block, { skip: (element) => isButtonOrLabelNotAround(element, anchor) });
  const goesOn = lines.some((line) => mayGoOnAfter(anchor, line));
  const all = goesOn ? lines.flatMap((line) => splitAfter(anchor, line)) : lines;
  const head = isInLink(row) ? anchor : block;
  const start = address?.order ?? head.last + 1;
  const before: Part[] = [];
  const after: Part[] = [];
  for (const [index, { pieces }] of all.entries()) {
    const own = pieces.filter(({ parent }) => contains(head, parent) && !isInAddress(row, parent));
    if (own.length === 0) continue;
    const isContinued = isPhrase(all[index - 1], all[index]!, row);
    const at = pieces.findIndex(({ parent }) => isInAddress(row, parent));
    const isBefore = (piece: Piece): boolean => (at < 0 ? piece.parent.order < start : pieces.indexOf(piece) < at);
    addPart(before, { text: textOfPieces(own.filter(isBefore)), index }, isContinued);
    addPart(after, { text: textOfPieces(own.filter((piece) => !isBefore(piece))), index }, isContinued);
  }
  const below = all.findLastIndex((line) => hasTextIn(line, anchor)) + 1;
  return { all, before, after, below };
}

/** The lines without parts after the address that are no titles: dates, and labels that most rows have. */
function withoutLabels(rows: readonly RowLines[]): RowLines[] {
  const counts = countsOf(rows.flatMap(({ after }) => [...new Set(textsOf(after))]));
  const isTitle = ({ text }: Part): boolean =>
    2 * counts.get(text)! <= Math.max(rows.length, fewRows) && !splitTextAtMiddleDots(text).every(isDateText);
  return rows.map((lines) => ({ ...lines, after: lines.after.filter(isTitle) }));
}

/** A text in two of so many rows may be the title of both. */
const fewRows = 4;

/** Whether a line that may have text of the link does not end in it. */
function mayGoOnAfter(anchor: Element, { block, pieces }: Line): boolean {
  return contains(block, anchor) && !contains(anchor, pieces.at(-1)!.parent);
}

/** A line in two if its text goes on after the link long enough for an excerpt: a style sheet may separate them. */
function splitAfter(anchor: Element, line: Line): readonly Line[] {
  const { pieces } = line;
  const end = pieces.findLastIndex(({ parent }) => contains(anchor, parent)) + 1;
  const parts = [pieces.slice(0, end), pieces.slice(end)].map((own) => ({
    ...line,
    pieces: own,
    text: textOfPieces(own),
  }));
  return parts[1]!.text.length >= minExcerptLength ? parts : [line];
}

/** Whether the row's link contains its address, or the row has none. */
function isInLink({ anchor, address }: GammaRow): boolean {
  return address === undefined || contains(anchor, address);
}

function addPart(parts: Part[], part: Part, isContinued: boolean): void {
  if (part.text === '') return;
  const last = isContinued ? parts.pop() : undefined;
  parts.push(last === undefined ? part : { text: `${last.text} ${part.text}`, index: part.index });
}

/** Whether two lines are one phrase, as a title may be: an element in the link has nothing but boxes alike for its lines. */
function isPhrase(line: Line | undefined, { block, isContinued }: Line, { anchor, address }: GammaRow): boolean {
  if (isContinued && line?.block === block) return true;
  const parent = block.parent!;
  if (line?.block.parent !== parent || parent === anchor || !contains(anchor, parent)) return false;
  if (address !== undefined && contains(parent, address)) return false;
  return parent.children.every((child) => (isElement(child) ? areAlike(child, block) : isBlank(child.data)));
}

/**
 * Whether the first line after the address is a title and not the excerpt: another line follows it, or it is in the
 * link and the excerpt is below.
 */
function isTitleAfter({ all, after: [first, second], below }: RowLines): boolean {
  return first !== undefined && (second !== undefined || (first.index < below && below < all.length));
}

function readTexts(row: GammaRow, lines: RowLines, isAfter: boolean, isLabel: (text: string) => boolean): RowTexts {
  const { anchor, heading } = row;
  const isBeside = heading !== undefined && contains(heading, anchor) && hasText(anchor); // the name of the site
  const title = (isBeside ? anchor : heading) ?? (isInLink(row) || !hasText(anchor) ? undefined : anchor);
  const head = title === undefined ? unheaded(row, lines, isAfter) : withAddress(row, lines, headed(row, lines, title));
  const isBelow = title === undefined && isInLink(row) && lines.below < lines.all.length;
  const from = isBelow ? Math.max(lines.below, head.end) : head.end;
  const own = lines.all.filter(({ pieces }) => pieces.every(({ link }) => link === undefined || link === anchor));
  return { title: head.title, name: head.name, excerpt: excerptIn(lines.all.slice(from), row, isLabel), lines: own };
}

/** Title and name of a row, and the index of the first line after both. */
interface Head {
  readonly title: string;
  readonly name: string;
  readonly end: number;
}

/** The name is the short line before the title, or the text before it in the same line, without the address. */
function headed(row: GammaRow, { all, before, after }: RowLines, title: Element): Head {
  const { anchor, heading } = row;
  const isOwn = ({ index }: Part): boolean => all[index]!.pieces.every(({ parent }) => contains(anchor, parent));
  const own = heading === undefined ? [...before, ...after].filter(isOwn) : [];
  if (own.length > 1) return headOf(own.slice(0, -1), own.at(-1));
  const isInTitle = ({ parent }: Piece): boolean => contains(title, parent);
  const first = all.findIndex(({ pieces }) => pieces.some(isInTitle));
  const above = all.slice(0, first + 1).map(({ pieces }) => {
    const before = pieces.some(isInTitle) ? pieces.slice(0, pieces.findIndex(isInTitle)) : pieces;
    return textOfPieces(before.filter(({ parent }) => !isInAddress(row, parent)));
  });
  const name = above.findLast((text) => text !== '' && text.length <= maxNameLength && !isDateText(text)) ?? '';
  const end = all.findLastIndex(({ pieces }) => pieces.some(isInTitle));
  return { title: titleText(title, anchor), name, end: end + 1 };
}

const maxNameLength = 60;

/** The head with the lines up to an address between title and excerpt, which are short: the last one names the site. */
function withAddress(row: GammaRow, { all }: RowLines, head: Head): Head {
  const { anchor, address } = row;
  if (address === undefined || contains(anchor, address)) return head;
  const at = all.findIndex((line, index) => index >= head.end && hasTextIn(line, address));
  const above = all.slice(head.end, at + 1);
  const isShort = ({ text }: Line): boolean => text.length < minExcerptLength;
  if (above.length === 0 || !above.slice(0, -1).every(isShort) || all.slice(at + 1).every(isShort)) return head;
  const names = above.map(({ pieces }) => textOfPieces(pieces.filter(({ parent }) => parent.order < address.order)));
  const name = withoutTrailingSeparator(names.findLast((text) => text !== '') ?? '');
  return { ...head, name: head.name || name, end: at + 1 };
}

/** Title and name by their position around the address. */
function unheaded(row: GammaRow, { before, after }: RowLines, isAfter: boolean): Head {
  if (isAfter && after.length > 0) {
    const isNamed = before.length === 0 && isInLink(row) && after.length === 2; // the name is below the address too
    return isNamed ? headOf(after.slice(0, 1), after[1]) : headOf(before, after[0]);
  }
  if (isInLink(row) || after.length > 0 || before.length < 2) return headOf(before.slice(0, -1), before.at(-1));
  return before.length === 2 ? headOf([], before[0]) : headOf(before.slice(0, 1), before[1]); // the address is last
}

function headOf(name: readonly Part[], title: Part | undefined): Head {
  return {
    title: title?.text ?? '',
    name: withoutTrailingSeparator(textsOf(name).join(' ')),
    end: (title?.index ?? -1) + 1,
  };
}

/** A text and its highlighted words. */
export interface MarkedText {
  readonly text: string;
  readonly matched: string[];
}

/**
 * The first long line that is neither a label of several rows nor a link to another page, or else the first one with a
 * letter. Such a link ends the search, except one to a copy of the row's page or to the engine. A line that is a link to
 * the target counts if it is too long to be the name of an image.
 */
function excerptIn(lines: readonly Line[], row: GammaRow, isLabel: (text: string) => boolean): MarkedText {
  let short: Line | undefined;
  for (const [index, { pieces, text }] of lines.entries()) {
    const written = pieces.filter(isNonBlank);
    if (!letter.test(text) || written.every(({ parent }) => isInAddress(row, parent))) continue;
    if (isInside(lines[index]!.block, isHeading)) continue;
    const isWhollyLinked = written.every(isLinked);
    const targets = isWhollyLinked ? written.map(({ link }) => targetOf(hrefOf(link!))) : [];
    const others = targets.filter((target) => target !== row.link);
    if (others.some((target) => target !== undefined && !isTranslationOrStoredCopy(target, row.link))) break;
    if (others.length > 0 || (isWhollyLinked && text.length < minExcerptLength)) continue;
    const { line } = joinContinuedLines(lines, index);
    if (hasExcerptLength(line) && !isLabel(line.text)) return excerptOf(line, row.link);
    short ??= line;
  }
  return short === undefined ? { text: '', matched: [] } : excerptOf(short, row.link);
}

function excerptOf(line: Line, target: string): MarkedText {
  const { pieces: written } = withoutReadMoreLink(
    line,
    (link) => withoutTextFragment(targetOf(hrefOf(link)) ?? '') === target,
  );
  const pieces = withoutReadMoreText(splitDateAtEnd(written).pieces);
  return { text: textOfPieces(pieces), matched: highlightsOfPieces(pieces) };
}

/** Whether an element is in the address of a row. */
function isInAddress({ address }: GammaRow, element: Element): boolean {
  return address !== undefined && contains(address, element);
}
