import { hostOf } from '../../html/address.js';
import { type Line, linesOf, type Piece, textOfPieces } from '../../html/lines.js';
import { firstAfter, isHeading, isSectionHeading, lastBefore, nextSibling, type Page } from '../../html/page.js';
import { attribute, contains, type Element } from '../../html/tree.js';
import { splitAtAddress } from './address.js';
import type { Candidate } from './candidates.js';

/** A candidate with the lines around it that belong to no other one. */
export interface Row extends Candidate {
  /** Lines of the heading, the title first. */
  readonly titleLines: readonly Line[];
  /** Lines of the link beside the heading: site name, address. */
  readonly linkLines: readonly Line[];
  /** Lines before the link. */
  readonly before: readonly Line[];
  /** Lines after the link that are there to be read, without a second copy of the link's own. */
  readonly after: readonly Line[];
}

/** Gives each candidate, in document order, the lines around it, without those of `isForeign` elements. */
export function rowsOf(page: Page, candidates: readonly Candidate[], isForeign: (element: Element) => boolean): Row[] {
  const sections = page.headings.filter(isSectionHeading);
  return candidates.map((candidate, index) => {
    const { anchor, heading } = candidate;
    const others = [candidates[index - 1]?.anchor, candidates[index + 1]?.anchor, firstAfter(sections, anchor)];
    const skip = (element: Element) => {
      if (contains(element, anchor) || (heading !== undefined && contains(element, heading))) return false;
      if (contains(anchor, element)) return isHeading(element);
      const isHead = isHeading(element) && element.order > anchor.order;
      return isHead || isForeign(element) || isAside(page, element);
    };
    return rowOf(page, candidate, {
      strangers: others.filter((other) => other !== undefined),
      section: lastBefore(sections, anchor),
      read: (block) => linesOf(block, { skip }),
    });
  });
}

/** Whether the element is one of the containers that all rows of a page stand in. */
export function isRowList(element: Element): boolean {
  const role = attribute(element, 'role');
  if (element.name === 'body' || role === 'main' || role === 'tabpanel') return true;
  return listIds.has(attribute(element, 'id') ?? '');
}

const listIds = new Set(['rso', 'search', 'ires', 'main', 'center_col', 'botstuff', 'rcnt']);

interface Surroundings {
  /** What begins other rows and sections. */
  readonly strangers: readonly Element[];
  /** The section heading before the row. */
  readonly section: Element | undefined;
  readonly read: (block: Element) => readonly Line[];
}

/**
 * Takes the largest element that holds no stranger and no section heading; where that shows the link alone, also what
 * follows it; and where nothing does, what stands below the section heading, which may be that of this row alone.
 */
function rowOf(page: Page, candidate: Candidate, { strangers, section, read }: Surroundings): Row {
  const isOwn = (element: Element) => !strangers.some((stranger) => contains(element, stranger));
  const block = largest(candidate.anchor, (element) => isOwn(element) && !(section && contains(element, section)));
  const row = withLines(candidate, read(block));
  let next = nextSibling(page, block);
  while (row.after.length === 0 && next !== undefined && isOwn(next)) {
    row.after.push(...read(next).filter(isReadable));
    next = nextSibling(page, next);
  }
  const outer = row.after.length === 0 ? largest(block, isOwn) : block;
  return outer === block ? row : withLines(candidate, read(outer));
}

/** The largest of the element and its ancestors inside the list of rows that passes. */
function largest(element: Element, test: (element: Element) => boolean): Element {
  let block = element;
  while (block.parent !== null && !isRowList(block.parent) && test(block.parent)) block = block.parent;
  return block;
}

function withLines(candidate: Candidate, lines: readonly Line[]): Row & { after: Line[] } {
  const holdsLink = lines.map((line) => standsIn(line, candidate.anchor));
  const start = Math.max(holdsLink.indexOf(true), 0);
  const end = holdsLink.lastIndexOf(true) + 1;
  const own = lines.slice(start, end);
  const copies = new Set(own.map(({ text }) => text));
  const after = lines.slice(end).filter((line) => !copies.has(line.text) && isReadable(line));
  return { ...candidate, ...partsOf(candidate, own), before: lines.slice(0, start), after };
}

function partsOf({ heading, link, anchor }: Candidate, own: readonly Line[]): Pick<Row, 'titleLines' | 'linkLines'> {
  if (heading !== undefined) {
    const title = contains(heading, anchor) ? anchor : heading; // a heading around its link may hold a badge beside it
    const titleLines = own.filter((line) => standsIn(line, title)).map((line) => cutTo(title, line));
    return { titleLines, linkLines: own.filter((line) => !standsIn(line, title)) };
  }
  const pieces = own.flatMap((line) => cutTo(anchor, line).pieces);
  const [title = [], address = []] = splitAtAddress(pieces, hostOf(link)) ?? [];
  return { titleLines: [lineOf(anchor, title)], linkLines: [lineOf(anchor, address)] };
}

/** What of a line stands in an element. */
function cutTo(element: Element, { block, pieces }: Line): Line {
  return lineOf(
    block,
    pieces.filter(({ parent }) => contains(element, parent)),
  );
}

function lineOf(block: Element, pieces: readonly Piece[]): Line {
  return { block, pieces, text: textOfPieces(pieces) };
}

function standsIn(line: Line, element: Element): boolean {
  return line.pieces.some(({ text, parent }) => /\S/.test(text) && contains(element, parent));
}

/** Lines that are links from end to end are there to be pressed. */
function isReadable({ pieces }: Line): boolean {
  return pieces.some(({ link, text }) => link === undefined && /\S/.test(text));
}

/** What stands beside an excerpt: controls, cards to be leafed through, tables of several rows. */
function isAside(page: Page, element: Element): boolean {
  if (element.name !== 'tr') return asideRoles.has(attribute(element, 'role') ?? '');
  return nextSibling(page, element) !== undefined || page.elements[element.order - 1] !== element.parent;
}

const asideRoles = new Set(['button', 'menu', 'listitem', 'dialog']);
