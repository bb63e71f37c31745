import { attributeText, contains, type Element } from '../../html/tree.js';
import { hasExcerptLength, isBreadcrumb, isCite, looksLikeAddress } from '../../page/line-parts.js';
import { hasTextIn, type Line, linesOf } from '../../page/lines.js';
import { containsAny, firstAfter, lastBefore, type Neighbours, widestAround } from '../../page/lists.js';
import { holdsElement, nextSibling, type Page } from '../../page/page.js';
import { isButtonOrLabel, isHeading } from '../../page/roles.js';
import { isSelfInvisible } from '../../page/visible.js';
import { isBlank } from '../../words/text.js';
import { isRowContainer } from '../landmarks.js';
import { leadsToPage } from '../links.js';
import {
  lineFromPieces,
  type RowCandidate,
  sectionHeadings,
  splitTitleAndAddress,
  type TitleAndAddressLines,
} from './candidates.js';

/** A candidate with the lines around it that belong to no other one. */
export interface AlphaRow extends RowCandidate {
  /** Lines of the heading, the title first. */
  readonly titleLines: readonly Line[];
  /** Lines of the link beside the heading: site name, address. */
  readonly addressLines: readonly Line[];
  /** Lines before the link. */
  readonly before: readonly Line[];
  /** Readable lines after the link, without repetitions of the link's own lines. */
  readonly after: readonly Line[];
}

/**
 * Adds the surrounding lines to one of the candidates, which are in document order; leaves out `isForeign` elements.
 */
export function rowAt(
  page: Page,
  candidates: readonly RowCandidate[],
  index: number,
  isForeign: (element: Element) => boolean,
): AlphaRow {
  const candidate = candidates[index]!;
  const { anchor, heading } = candidate;
  const sections = sectionHeadings(page);
  const neighbours = [candidates[index - 1]?.anchor, candidates[index + 1]?.anchor, firstAfter(sections, anchor)];
  return rowOf(page, candidate, {
    neighbours,
    section: lastBefore(sections, anchor),
    skip: (element) => {
      if (contains(element, anchor) || (heading !== undefined && contains(element, heading))) return false;
      if (contains(anchor, element)) return isHeading(element) || isSeparateButton(element, heading);
      if (isInTitleTable(candidate, element)) return false;
      const isHead = element.order > anchor.order && isHeading(element);
      return isHead || isForeign(element) || isBesideExcerpt(page, element);
    },
  });
}

/** Whether an element in a link is a separate button. A whole title without a heading may have that role. */
function isSeparateButton(element: Element, heading: Element | undefined): boolean {
  return isButtonOrLabel(element) && (heading !== undefined || element.name === 'button');
}

interface RowBounds {
  /** The beginnings of the neighbouring rows and sections. */
  readonly neighbours: Neighbours;
  /** The section heading before the row. */
  readonly section: Element | undefined;
  /** Leaves elements out of the lines. */
  readonly skip: (element: Element) => boolean;
}

/**
 * Reads the widest element that contains no neighbour and no section heading. If it contains only the link, adds the
 * elements after it. If these have nothing to add, reads on up to the section heading, which may belong to this row
 * only.
 */
function rowOf(page: Page, candidate: RowCandidate, around: RowBounds): AlphaRow {
  const { neighbours, section } = around;
  const block = widestAround(candidate.anchor, [section, ...neighbours], isRowContainer);
  const row = withLines(candidate, linesOf(block, around));
  let next = nextSibling(page, block);
  while (row.after.length === 0 && next !== undefined && !containsAny(next, neighbours)) {
    for (const line of linesOf(next, around)) if (isReadable(line, candidate.link)) row.after.push(line);
    next = nextSibling(page, next);
  }
  const outer = row.after.length === 0 ? widestAround(block, neighbours, isRowContainer) : block;
  return outer === block ? row : withLines(candidate, linesOf(outer, around));
}

/** Splits the lines at those of the link, which are consecutive. */
function withLines(
  { anchor, heading, link, host }: RowCandidate,
  lines: readonly Line[],
): AlphaRow & { after: Line[] } {
  const start = Math.max(indexOfLineIn(lines, anchor), 0);
  const end = endOfLinesIn(lines, anchor, start);
  const own = lines.slice(start, end);
  const { titleLines, addressLines } =
    heading === undefined ? unheadedParts(anchor, host, own) : headedParts(anchor, heading, own);
  const before = lines.slice(0, start);
  const isBelowAddress = before.some(({ text }) => looksLikeAddress(text, host) || isBreadcrumb(text));
  const excerpt = startOfExcerpt({ addressLines, titleLines }, host, isBelowAddress);
  const rest = addressLines.slice(excerpt);
  const after = [...rest, ...readableAfter(lines.slice(end), own, link)];
  return { anchor, heading, link, host, titleLines, addressLines: addressLines.slice(0, excerpt), before, after };
}

/**
 * Index of the excerpt among the lines of a link around the whole row: after the title and the address, which may be
 * above the link, and long enough.
 */
function startOfExcerpt(
  { addressLines, titleLines }: TitleAndAddressLines,
  host: string,
  isBelowAddress: boolean,
): number {
  const title = titleLines.at(-1);
  if (title === undefined) return addressLines.length;
  const address = addressLines.findLastIndex((line) => looksLikeAddress(line.text, host) || isBreadcrumb(line.text));
  const isBehind = (line: Line): boolean => line.block.order > title.block.order;
  const start = addressLines.findIndex((line, index) => index > address && hasExcerptLength(line) && isBehind(line));
  return (address < 0 && !isBelowAddress) || start < 0 ? addressLines.length : start;
}

/** The readable lines, without repetitions of the link's own lines. */
function readableAfter(lines: readonly Line[], own: readonly Line[], link: string): Line[] {
  const after: Line[] = [];
  const copies = new Set<string>();
  for (const { text } of own) copies.add(text);
  let previous: Line | undefined;
  for (const line of lines) {
    const isKept = !copies.has(line.text) && isReadable(line, link);
    // A line after one that is left out does not continue it.
    if (isKept) after.push(line.isContinued && previous === undefined ? { ...line, isContinued: false } : line);
    previous = isKept ? line : undefined;
  }
  return after;
}

/** A heading around its link may also contain a badge: the title is the inner of the two. */
function headedParts(anchor: Element, heading: Element, own: readonly Line[]): TitleAndAddressLines {
  const title = contains(heading, anchor) ? anchor : heading;
  const start = indexOfLineIn(own, title);
  if (start < 0) return { titleLines: [], addressLines: own };
  const end = endOfLinesIn(own, title, start);
  const titleLines = own.slice(start, end).map((line) => cutTo(title, line));
  return { titleLines, addressLines: [...own.slice(0, start), ...own.slice(end)] };
}

function unheadedParts(anchor: Element, host: string, own: readonly Line[]): TitleAndAddressLines {
  const lines = own.map((line) => cutTo(anchor, line));
  return splitTitleAndAddress(anchor, lines, host) ?? { titleLines: lines.slice(0, 1), addressLines: lines.slice(1) };
}

/** The part of a line inside an element. */
function cutTo(element: Element, line: Line): Line {
  const { block, pieces } = line;
  if (pieces.every(({ parent }) => contains(element, parent))) return line;
  return lineFromPieces(
    block,
    pieces.filter(({ parent }) => contains(element, parent)),
  );
}

/** Index of the first line with text inside an element; -1 if there is none. */
function indexOfLineIn(lines: readonly Line[], element: Element): number {
  return lines.findIndex((line) => hasTextIn(line, element));
}

/** Index after the consecutive lines with text inside an element, from the one at `start`. */
function endOfLinesIn(lines: readonly Line[], element: Element, start: number): number {
  let end = start;
  while (end < lines.length && hasTextIn(lines[end]!, element)) end++;
  return end;
}

/** Whether a line is more than links to other pages, which are controls. */
function isReadable({ pieces }: Line, target: string): boolean {
  return pieces.some(({ link, text }) => !isBlank(text) && (link === undefined || leadsToPage(link, target)));
}

/** Whether the element is a row of the same table as the title, as with rows of videos. */
function isInTitleTable({ anchor }: RowCandidate, { name, parent }: Element): boolean {
  return name === 'tr' && contains(parent!, anchor);
}

/**
 * Whether an element is beside the excerpt and not part of it: controls, except one that shows the address, cards of a
 * carousel, tables of several rows.
 */
function isBesideExcerpt(page: Page, element: Element): boolean {
  if (isSelfInvisible(element)) return true;
  if (isButtonOrLabel(element)) return !holdsElement(page, element, isCite);
  if (element.name !== 'tr') return besideRoles.has(attributeText(element, 'role'));
  return nextSibling(page, element) !== undefined || page.elements[element.order - 1] !== element.parent;
}

const besideRoles = new Set(['menu', 'listitem', 'dialog']);
