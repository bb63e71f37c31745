import { closest, contains, type Element, hrefOf } from '../../html/tree.js';
import {
  hasExcerptLength,
  minExcerptLength,
  splitLineAtSeparators,
  withoutOuterSeparators,
} from '../../page/line-parts.js';
import {
  continuesText,
  hasWord,
  isUnlinkedText,
  joinedLines,
  type Line,
  linesOf,
  type Piece,
  textOfPieces,
  textsOf,
  withoutReadMoreLink,
} from '../../page/lines.js';
import { lowerBound, type Neighbours, widestAround } from '../../page/lists.js';
import { findElements, holdsElement, type Page } from '../../page/page.js';
import { headingLevelOf, isHeading } from '../../page/roles.js';
import { isButtonOrLabelNotAround, textOf, titleText } from '../../page/text.js';
import { isSelfHiddenInAnyWay, isSelfInaccessible } from '../../page/visible.js';
import type { DroppedElement, FoundRow, FoundRows } from '../../reading/found.js';
import { sharedLabelTest } from '../../reading/names-below.js';
import { homePagePattern, hostOf } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { isRowContainer } from '../landmarks.js';
import { externalTargetOf, leadsToPage, searchAnchors } from '../links.js';
import type { FoundTitleLinks, TitleLink } from './title-links.js';

/** A row of the news or video list, with its lines. */
export interface NewsOrVideoRow extends TitleLink {
  /** All lines that belong to this row only. */
  readonly lines: readonly Line[];
  /** The lines that a person reads in the row, above and below the title. */
  readonly above: readonly Line[];
  readonly below: readonly Line[];
}

/**
 * The rows of title links, in document order. A repeated target belongs to the row before. `cardsOfOtherBlocks` returns the
 * rows that are cards of something else.
 */
export function newsOrVideoRows<Row>(
  page: Page,
  { layout, links }: FoundTitleLinks,
  read: (row: NewsOrVideoRow) => FoundRow<Row>,
  cardsOfOtherBlocks: (rows: readonly NewsOrVideoRow[]) => readonly NewsOrVideoRow[] = () => [],
): FoundRows<Row> {
  const targets = new Set<string>();
  const rows: TitleLink[] = [];
  const dropped: DroppedElement[] = [];
  for (const row of links) {
    if (targets.has(row.link)) dropped.push({ reason: 'duplicate', element: row.anchor });
    else rows.push(row);
    targets.add(row.link);
  }
  const listed = withoutLabels(rowsWithLines(page, rows));
  const cards = new Set(cardsOfOtherBlocks(listed));
  for (const { anchor } of cards) dropped.push({ reason: 'card', element: anchor });
  const ordinary = listed.filter((row) => !cards.has(row));
  return { layout, candidates: links.length, dropped, rows: ordinary.map(read) };
}

/** The rows without the lines above their titles that rows of several sites share, such as "Verified". */
function withoutLabels(rows: readonly NewsOrVideoRow[]): readonly NewsOrVideoRow[] {
  const isLabel = sharedLabelTest(
    rows.map(({ above }) => textsOf(above)),
    rows.map(({ link }) => hostOf(link)),
  );
  return rows.map((row) => ({ ...row, above: row.above.filter(({ text }) => !isLabel(text)) }));
}

function rowsWithLines(page: Page, rows: readonly TitleLink[]): NewsOrVideoRow[] {
  if (rows.length === 1) return rows.map((row) => listedRowOf(page, row, searchLinksAround(page, row.anchor)));
  return rows.map((row, index) => listedRowOf(page, row, [rows[index - 1]?.anchor, rows[index + 1]?.anchor]));
}

/** The row in the widest block that contains neither of the neighbouring links. */
function listedRowOf(page: Page, row: TitleLink, neighbours: Neighbours): NewsOrVideoRow {
  const block = widestAround(row.anchor, neighbours, isRowContainer);
  const lines = linesOf(block);
  const { anchor, link, title } = row;
  const level = headingLevelOf(closest(title, isHeading) ?? title) || lowestLevel;
  let own: ReadonlySet<Element> | undefined;
  const isOwnText = (element: Element): boolean => {
    own ??= textsForEyesOnly(page, block, anchor);
    return own.has(element);
  };
  const isOther = (element: Element): boolean =>
    isButtonOrLabelNotAround(element, anchor) ||
    (isHeadingAbove(element, title) && headingLevelOf(element) <= level) ||
    (isClosedBeside(element, anchor) && !isOwnText(element));
  const holdsOther = holdsElement(page, block, isOther);
  const { above, below } = linesBeside(row, holdsOther ? linesOf(block, { skip: isOther }) : lines);
  return { anchor, link, title, lines, above, below };
}

/** Any heading above a title without one is about a group of rows. */
const lowestLevel = 9;

/** A copy of the row for other screens may be invisible in its place. */
function isClosedBeside(element: Element, anchor: Element): boolean {
  return isSelfHiddenInAnyWay(element) && isBeside(element, anchor);
}

function isBeside(element: Element, anchor: Element): boolean {
  return !contains(element, anchor) && !contains(anchor, element);
}

/** The elements for eyes only whose text nothing else in the block says. */
function textsForEyesOnly(page: Page, block: Element, anchor: Element): ReadonlySet<Element> {
  const silent = new Set(
    findElements(page, block, (element) => isSelfInaccessible(element) && isBeside(element, anchor)),
  );
  if (silent.size === 0) return silent;
  const said = textOf(block, { skip: (element) => silent.has(element) });
  return new Set([...silent].filter((element) => !linesOf(element).every(({ text }) => said.includes(text))));
}

/** A heading above the title is about a group of rows, unless its level is a lower one. */
function isHeadingAbove(element: Element, title: Element): boolean {
  return element.order < title.order && isHeading(element) && !contains(element, title);
}

/**
 * Pagers and tabs, which have several links, surround the list and are in no row: they bound a row without neighbours.
 */
function searchLinksAround(page: Page, row: Element): Neighbours {
  const links = searchAnchors(page);
  const start = lowerBound(links, row.order);
  return [start > 1 ? links[start - 1] : undefined, start < links.length - 1 ? links[start] : undefined];
}

function linesBeside(row: TitleLink, lines: readonly Line[]): Pick<NewsOrVideoRow, 'above' | 'below'> {
  const { anchor, title } = row;
  const above: Line[] = [];
  const below: Line[] = [];
  const texts = new Set([titleText(title, anchor)]);
  for (const line of lines) {
    const rest = withoutTitle(line.pieces, title);
    if (rest.length === line.pieces.length)
      add(withoutReadMoreLink(line, (link) => leadsToPage(link, externalTargetOf(anchor))));
    else partsBeside(title, rest, line.block).forEach(add);
  }
  return { above, below };

  function add(whole: Line): void {
    const line = withoutOuterSeparators(withoutOtherLinks(whole, row));
    const [first] = line.pieces.filter(hasWord);
    if (first === undefined) return;
    if (numbering.test(line.text) && first.parent.order < title.order) return;
    if (texts.has(line.text)) return; // of a copy of the row
    if (hasExcerptLength(line)) texts.add(line.text);
    const isAbove = line.block.order < title.order && !contains(line.block, title);
    const side = isAbove ? above : below;
    const last = side.at(-1);
    const goesOn = last !== undefined && !line.isContinued && continuesText(line, last);
    side.push(goesOn ? joinedLines([side.pop()!, line]) : line);
  }
}

/** The line up to the first link that leads elsewhere; the whole line if it is an excerpt, or is dated as a publisher is. */
function withoutOtherLinks(line: Line, row: TitleLink): Line {
  const end = line.pieces.findIndex((piece) => hasWord(piece) && leadsElsewhere(piece, row));
  if (end < 0 || textOfPieces(line.pieces.filter(isUnlinkedText)).length >= minExcerptLength) return line;
  if (end === 0 && splitLineAtSeparators(line).some(isDateText)) return line;
  const pieces = line.pieces.slice(0, end);
  return { ...line, pieces, text: textOfPieces(pieces) };
}

/** The pieces that are not inside the title; the same array if none is. */
function withoutTitle(pieces: readonly Piece[], title: Element): readonly Piece[] {
  const isOwn = ({ parent }: Piece) => !contains(title, parent);
  return pieces.every(isOwn) ? pieces : pieces.filter(isOwn);
}

/** Makes a line of each part beside the title: only styles separate the parts of a link. */
function partsBeside(title: Element, pieces: readonly Piece[], block: Element): Line[] {
  const parts = new Map<Element, Piece[]>();
  for (const piece of pieces) {
    const part = closest(piece.parent, ({ parent }) => parent === title.parent) ?? block;
    const known = parts.get(part);
    if (known) known.push(piece);
    else parts.set(part, [piece]);
  }
  return Array.from(parts, ([block, own]) => {
    return { pieces: own, text: textOfPieces(own), block, isContinued: false };
  });
}

/** The number of a row in its list. */
const numbering = /^[#(]?\p{Nd}{1,3}[.):]?$/u;

/** A row may have several links to its target, with the same address, and one to the target's site. */
function leadsElsewhere({ link }: Piece, { anchor, link: target }: TitleLink): boolean {
  const href = link === undefined ? hrefOf(anchor) : hrefOf(link);
  return href !== hrefOf(anchor) && !(homePagePattern.test(href) && target.startsWith(href));
}
