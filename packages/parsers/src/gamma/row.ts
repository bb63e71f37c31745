import { type Line, linesOf, marksOfPieces, type Piece, textOfPieces } from '../html/lines.js';
import { find, type Page, within } from '../html/page.js';
import { textOf } from '../html/text.js';
import { ancestors, attribute, closest, contains, type Element } from '../html/tree.js';

/** A row of the list as marked up. */
export interface Row {
  /** The link that holds the address line, and with it site name and title. */
  readonly anchor: Element;
  readonly link: string;
  readonly address: Element;
  /** All that belongs to the row and to no other. */
  readonly block: Element;
}

/** A row's own link, cut apart; `''` for what it does not show. */
export interface RowHead {
  before: string;
  address: string;
  after: string;
}

/** A row's excerpt with the date that may stand before it. */
export interface RowText {
  text: string;
  matched: string[];
}

/**
 * The rows of the page, in order: links to a target outside that hold an address line. Sitelinks and clusters under a
 * row, cards of videos and news hold none; sources of answers stand in disclosures. Where blocks name what they are,
 * only those that are named a row count; a fragment without the list must name them.
 */
export function findRows(page: Page): Row[] {
  const list = page.ids.get('results');
  const root = list ?? page.document;
  const anchors = within(page.anchors, root).filter((anchor) => addressIn(page, anchor) !== undefined);
  const candidates = anchors.filter(isOutside).filter((anchor) => !isDisclosed(anchor));
  const named = candidates.filter((anchor) => kindOf(anchor) === 'web');
  const rows = list === undefined || named.length > 0 ? named : candidates;
  return rows.flatMap((anchor, index) => {
    const address = addressIn(page, anchor);
    const link = attribute(anchor, 'href')?.trim() ?? '';
    const neighbours = [rows[index - 1], rows[index + 1]].filter((other) => other !== undefined);
    return address ? { anchor, link, address, block: blockOf(anchor, neighbours) } : [];
  });
}

/** What stands before, in and after the address line of the row's link. */
export function readHead({ anchor, address }: Row): RowHead {
  const lines = linesOf(anchor).map(({ pieces }) => pieces.filter(({ parent }) => !contains(address, parent)));
  const isAfter = ({ parent }: Piece): boolean => parent.order > address.last;
  const after = lines.map((pieces) => textOfPieces(pieces.filter(isAfter)));
  return {
    before: textOfPieces(lines.flat().filter((piece) => !isAfter(piece))),
    address: textOf(address),
    after: after.find((text) => text !== '') ?? '',
  };
}

/** The first line under the row's link that is no link to elsewhere: what follows one is no excerpt any more. */
export function readText({ anchor, link, block }: Row): RowText {
  for (const line of linesOf(block)) {
    const [first] = line.pieces;
    if (first === undefined || first.parent.order <= anchor.last) continue;
    if (isLink(line, link)) continue;
    if (line.pieces.every((piece) => piece.link !== undefined)) break;
    return { text: line.text, matched: marksOfPieces(line.pieces) };
  }
  return { text: '', matched: [] };
}

/** Whether the line is the picture or the running time, which lead where the row does. */
function isLink({ pieces }: Line, target: string): boolean {
  return pieces.every(({ link }) => link !== undefined && attribute(link, 'href')?.trim() === target);
}

function addressIn(page: Page, anchor: Element): Element | undefined {
  return find(page, anchor, ({ name }) => name === 'cite');
}

function isOutside(anchor: Element): boolean {
  return /^\s*https?:\/\//i.test(attribute(anchor, 'href') ?? '');
}

function isDisclosed(anchor: Element): boolean {
  return closest(anchor, ({ name }) => name === 'details') !== undefined;
}

function kindOf(anchor: Element): string | undefined {
  const block = closest(anchor, namesItsKind);
  return block && attribute(block, 'data-type');
}

/** Since 2022 every block of the list names what it is: "web", "videos" … */
function namesItsKind(element: Element): boolean {
  return attribute(element, 'data-type') !== undefined;
}

/** The element around the link that is the row by name, or the largest that holds no other row. */
function blockOf(anchor: Element, neighbours: readonly Element[]): Element {
  let block = anchor;
  for (const outer of ancestors(anchor)) {
    if (neighbours.some((other) => contains(outer, other))) break;
    block = outer;
    if (namesItsKind(outer)) break;
  }
  return block;
}
