import { type Line, linesOf, marksOfPieces, type Piece, textOfPieces } from '../html/lines.js';
import { find, type Page, within } from '../html/page.js';
import { textOf } from '../html/text.js';
import { attribute, closest, contains, type Element } from '../html/tree.js';

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
 * row, cards of videos and news hold none; sources of answers stand in disclosures.
 */
export function findRows(page: Page): Row[] {
  const root = page.ids.get('results') ?? page.document;
  const anchors = within(page.anchors, root).filter((anchor) => addressIn(page, anchor) !== undefined);
  const candidates = anchors.filter(isOutside).filter((anchor) => !isDisclosed(anchor));
  const typed = candidates.filter((anchor) => kindOf(anchor) === 'web');
  const rows = typed.length > 0 ? typed : candidates;
  return rows.flatMap((anchor) => {
    const address = addressIn(page, anchor);
    const link = attribute(anchor, 'href')?.trim() ?? '';
    return address ? { anchor, link, address, block: blockOf(anchor, rows, root) } : [];
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

/** Since 2022 every block of the list names what it is: "web", "videos" … */
function kindOf(anchor: Element): string | undefined {
  const block = closest(anchor, (element) => attribute(element, 'data-type') !== undefined);
  return block && attribute(block, 'data-type');
}

/** The largest element around the link that holds no other row. */
function blockOf(anchor: Element, rows: readonly Element[], root: Element): Element {
  let block = anchor;
  while (block.parent !== null && block !== root && !holdsAnother(block.parent, anchor, rows)) block = block.parent;
  return block;
}

function holdsAnother(outer: Element, anchor: Element, rows: readonly Element[]): boolean {
  return rows.some((other) => other !== anchor && contains(outer, other));
}
