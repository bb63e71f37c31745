import { type Line, linesOf, type Piece, textOfPieces } from '../../html/lines.js';
import type { Page } from '../../html/page.js';
import { attribute, closest, contains, type Element } from '../../html/tree.js';
import type { Reading } from '../../reading.js';
import { isSearchLink } from '../links.js';
import type { TitleLink } from './title-links.js';

/** A row of the news or the video list, taken apart. */
export interface Card extends TitleLink {
  /** What belongs to the row and to no other. */
  readonly block: Element;
  /** What a person reads in the row, above the title and below it. */
  readonly above: readonly Line[];
  readonly below: readonly Line[];
}

/** The rows that title links, in document order, stand for. A target that comes again belongs to the row before. */
export function cardsOf({ page, trace }: Reading, titleLinks: readonly TitleLink[]): Card[] {
  trace.candidates(titleLinks.length);
  const rows = new Map<string, TitleLink>();
  for (const row of titleLinks) {
    if (rows.has(row.link)) trace.drop('duplicate', row.anchor);
    else rows.set(row.link, row);
  }
  return [...rows.values()].map((row, index, all) => {
    const neighbours = [all[index - 1], all[index + 1]].flatMap((other) => (other ? [other.anchor] : []));
    const block = blockAround(page, row.anchor, neighbours);
    return { ...row, block, ...linesBeside(row, block) };
  });
}

/** The largest element around the link that holds no other row and is not the whole list. */
function blockAround(page: Page, anchor: Element, neighbours: readonly Element[]): Element {
  let block = anchor;
  while (block.parent !== null && !isList(block.parent) && isOwn(block.parent)) block = block.parent;
  return block;

  function isOwn(outer: Element): boolean {
    if (neighbours.length === 0) return !holdsSearchLink(page, outer);
    return !neighbours.some((other) => contains(outer, other));
  }
}

function isList(element: Element): boolean {
  if (element.name === 'body' || attribute(element, 'role') === 'main') return true;
  return listIds.has(attribute(element, 'id') ?? '');
}

const listIds = new Set(['rso', 'search', 'ires', 'res', 'center_col', 'main']);

/** Pagers and tabs stand around the list, never in a row. */
function holdsSearchLink(page: Page, outer: Element): boolean {
  return page.anchors.some((anchor) => contains(outer, anchor) && isSearchLink(attribute(anchor, 'href') ?? ''));
}

function linesBeside(row: TitleLink, block: Element): Pick<Card, 'above' | 'below'> {
  const { title } = row;
  const above: Line[] = [];
  const below: Line[] = [];
  for (const line of linesOf(block).flatMap((whole) => withoutTitle(whole, title))) {
    const first = line.pieces.find(({ text }) => isSaid(text));
    if (first === undefined || leadsElsewhere(first, row) || isControl(first, title)) continue;
    const isAbove = line.block.order < title.order && !contains(line.block, title);
    (isAbove ? above : below).push(line);
  }
  return { above, below };
}

/** What shares the line with the title is a line for each part: nothing but style sets the parts of a link apart. */
function withoutTitle(line: Line, title: Element): Line[] {
  const rest = line.pieces.filter(({ parent }) => !contains(title, parent));
  if (rest.length === line.pieces.length) return [line];
  const parts = new Map<Element, Piece[]>();
  for (const piece of rest) {
    const part = closest(piece.parent, ({ parent }) => parent === title.parent) ?? line.block;
    const pieces = parts.get(part) ?? [];
    pieces.push(piece);
    parts.set(part, pieces);
  }
  return [...parts].map(([part, pieces]) => ({ pieces, text: textOfPieces(pieces), block: part }));
}

/** Points and arrows alone say nothing. */
function isSaid(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A row may have several links to its target, all written alike. */
function leadsElsewhere({ link }: Piece, { anchor }: TitleLink): boolean {
  return link !== undefined && attribute(link, 'href') !== attribute(anchor, 'href');
}

function isControl({ parent }: Piece, title: Element): boolean {
  const button = closest(parent, (element) => attribute(element, 'role') === 'button');
  return button !== undefined && !contains(button, title);
}
