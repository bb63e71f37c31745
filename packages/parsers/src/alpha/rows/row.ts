import { hostOf } from '../../html/address.js';
import { type Line, linesOf, type Piece, textOfPieces } from '../../html/lines.js';
import { isHeading, isSectionHeading, type Page } from '../../html/page.js';
import { attribute, closest, contains, type Element, isElement } from '../../html/tree.js';
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

/** Gives each candidate, in document order, the lines around it; none of `foreign` elements inside its block. */
export function rowsOf(page: Page, candidates: readonly Candidate[], isForeign: (element: Element) => boolean): Row[] {
  const sections = page.headings.filter(isSectionHeading);
  return candidates.map((candidate, index) => {
    const { anchor } = candidate;
    const section = sections.find(({ order }) => order > anchor.last);
    const others = [candidates[index - 1]?.anchor, candidates[index + 1]?.anchor, section];
    const strangers = others.filter((other) => other !== undefined);
    const isOwn = (element: Element) => !strangers.some((stranger) => contains(element, stranger));
    const skip = (element: Element) => isForeign(element) && !contains(element, anchor);
    return rowOf(candidate, isOwn, (block) => linesOf(block, { skip }));
  });
}

/** Takes the largest element that is the candidate's own; where that shows the link alone, also what follows it. */
function rowOf(
  candidate: Candidate,
  isOwn: (element: Element) => boolean,
  read: (block: Element) => readonly Line[],
): Row {
  let block = candidate.anchor;
  while (block.parent !== null && !isRowList(block.parent) && isOwn(block.parent)) block = block.parent;
  const row = withLines(candidate, read(block));
  const siblings = block.parent?.children.filter(isElement) ?? [];
  for (const sibling of siblings.slice(siblings.indexOf(block) + 1)) {
    if (row.after.length > 0 || !isOwn(sibling)) break;
    row.after.push(...read(sibling).filter(isReadable));
  }
  return row;
}

function withLines(candidate: Candidate, lines: readonly Line[]): Row & { after: Line[] } {
  const holdsLink = lines.map((line) => standsIn(line, candidate.anchor));
  const first = holdsLink.indexOf(true);
  const end = holdsLink.lastIndexOf(true) + 1;
  const own = lines.slice(Math.max(first, 0), end);
  const copies = new Set(own.map(({ text }) => text));
  const after = lines.slice(end).filter((line) => !copies.has(line.text) && isReadable(line));
  return { ...candidate, ...partsOf(candidate, own), before: lines.slice(0, Math.max(first, 0)), after };
}

function partsOf({ heading, link, anchor }: Candidate, own: readonly Line[]): Pick<Row, 'titleLines' | 'linkLines'> {
  if (heading !== undefined) {
    const titleLines = own.filter((line) => standsIn(line, heading));
    return { titleLines, linkLines: own.filter((line) => !titleLines.includes(line) && !isHeadLine(line)) };
  }
  const pieces = own.flatMap((line) => line.pieces).filter((piece) => contains(anchor, piece.parent));
  const [title = [], address = []] = splitAtAddress(pieces, hostOf(link)) ?? [];
  return { titleLines: [lineOf(anchor, title)], linkLines: [lineOf(anchor, address)] };
}

function isHeadLine({ block }: Line): boolean {
  return closest(block, isHeading) !== undefined;
}

function lineOf(block: Element, pieces: readonly Piece[]): Line {
  return { block, pieces, text: textOfPieces(pieces) };
}

/** Lines that are links from end to end are there to be pressed; so is what stands in controls, or heads some. */
function isReadable({ pieces, block }: Line): boolean {
  if (pieces.every(({ link, text }) => link !== undefined || !/\S/.test(text))) return false;
  return closest(block, isControl) === undefined;
}

function isControl(element: Element): boolean {
  return isHeading(element) || controlRoles.has(attribute(element, 'role') ?? '');
}

const controlRoles = new Set(['button', 'menu', 'listitem', 'dialog']);

function standsIn(line: Line, element: Element): boolean {
  return line.pieces.some(({ text, parent }) => /\S/.test(text) && contains(element, parent));
}

/** Whether the element is one of the containers that all rows of a page stand in. */
export function isRowList(element: Element): boolean {
  const role = attribute(element, 'role');
  if (element.name === 'body' || role === 'main' || role === 'tabpanel') return true;
  return listIds.has(attribute(element, 'id') ?? '');
}

const listIds = new Set(['rso', 'search', 'ires', 'main', 'center_col', 'botstuff', 'rcnt']);
