import { attribute, closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { addressElementsIn, isCite, shortestExcerpt } from '../../page/address-shape.js';
import { widestAround } from '../../page/around.js';
import { isInFrame } from '../../page/frame.js';
import { joinedLines, type Line, linesOf, marksOfPieces } from '../../page/lines.js';
import { within } from '../../page/ordered.js';
import { find, oncePerPage, type Page } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { isButtonBeside } from '../../page/title-text.js';
import { isWithheld } from '../../page/visible.js';
import { hostOf } from '../../words/address.js';
import { collapse } from '../../words/text.js';
import { listOfResults, namesEngine } from '../landmarks.js';
import { targetOf } from '../links.js';

/** A link that may be the one of a row. */
interface Candidate {
  readonly anchor: Element;
  readonly link: string;
  readonly address: Element;
}

/** A row of the list as marked up. Its anchor is the link that holds the address line, and with it site name and title. */
export interface GammaRow extends Candidate {
  /** All that belongs to the row and to no other. */
  readonly block: Element;
}

/** What a row shows, cut apart; `''` for what it does not show. */
export interface RowTexts {
  /** The text before, in and after the address line of the row's link. */
  before: string;
  address: string;
  after: string;
  excerpt: RowText;
}

/** A row's excerpt with the date that may precede it. */
export interface RowText {
  text: string;
  matched: string[];
}

/**
 * The rows of the page, in order: links to an external target that hold an address line. Sitelinks and clusters under a
 * row, cards of videos and news hold none; sources of answers are inside disclosures. Where blocks name what they are,
 * only those that are named a row count; a fragment must name them where nothing else names the engine.
 */
export const rowsIn: (page: Page) => readonly GammaRow[] = oncePerPage((page) => {
  const list = listOfResults(page);
  const candidates = candidatesIn(page, list ?? page.document);
  const named = candidates.filter(({ anchor }) => namedKindOf(anchor) === 'web');
  const isUnknown = list === undefined && !namesEngine(page);
  const rows = isUnknown || named.length > 0 ? named : candidates;
  return rows.map(({ anchor, link, address }, index) => {
    const block = blockOf(anchor, rows[index - 1]?.anchor, rows[index + 1]?.anchor);
    return { anchor, link, address, block };
  });
});

/** What the row shows. */
export function readRowTexts({ anchor, link, address, block }: GammaRow): RowTexts {
  const lines = linesOf(block, { skip: (element) => isButtonBeside(element, anchor) });
  let before = '';
  let after = '';
  for (const { pieces } of lines) {
    let behind = '';
    for (const { parent, text } of pieces) {
      if (!contains(anchor, parent) || contains(address, parent)) continue;
      if (parent.order > address.last) behind += text;
      else before += text;
    }
    after ||= collapse(behind);
  }
  return { before: collapse(before), address: textOf(address), after, excerpt: excerptIn(lines, anchor, link) };
}

/**
 * The first line with a word under the row's link that is no link to elsewhere: what follows one is no excerpt any more.
 * A line that is a link to the target is one where it is too long for the name of a picture.
 */
function excerptIn(lines: readonly Line[], anchor: Element, target: string): RowText {
  for (const [index, line] of lines.entries()) {
    const { pieces, text } = line;
    const [first] = pieces;
    if (first === undefined || first.parent.order <= anchor.last || !letter.test(text)) continue;
    const isLinked = pieces.every(({ link }) => link !== undefined);
    if (isLinked && !pieces.every(({ link }) => link && hrefOf(link).trim() === target)) break;
    if (!isLinked || text.length >= shortestExcerpt) return textOfLines(lines, index);
  }
  return { text: '', matched: [] };
}

const letter = /\p{L}/u;

/** The line and those that only line breaks part from it. */
function textOfLines(lines: readonly Line[], index: number): RowText {
  const rest = lines.slice(index + 1);
  const end = rest.findIndex(({ isContinued }) => !isContinued);
  const { text, pieces } = joinedLines([lines[index]!, ...rest.slice(0, end < 0 ? rest.length : end)]);
  return { text, matched: marksOfPieces(pieces) };
}

/** The visible links to an external target that hold an address line and are inside no disclosure. */
function candidatesIn(page: Page, root: Element): Candidate[] {
  const anchors = within(page.anchors, root);
  const isMarked = anchors.some((anchor) => find(page, anchor, isCite) !== undefined);
  const candidates: Candidate[] = [];
  for (const anchor of anchors) {
    const link = targetOf(hrefOf(anchor));
    if (link === undefined) continue;
    const address = isMarked ? find(page, anchor, isCite) : writtenAddress(anchor, link);
    if (address === undefined || isWithheld(anchor, root)) continue;
    if (closest(anchor, isDisclosure) === undefined && !(root === page.document && isInFrame(page, anchor)))
      candidates.push({ anchor, link, address });
  }
  return candidates;
}

/**
 * The line of a link that is written as its address, for pages that mark none. A site may be named by its host in the
 * line above, and a title may be a host too, in the last line.
 */
function writtenAddress(anchor: Element, link: string): Element | undefined {
  const lines = linesOf(anchor);
  const written = addressElementsIn(lines, hostOf(link)).filter((element) => element !== anchor);
  const [first, second] = written;
  if (first === undefined || second === undefined) return first;
  const isLastLine = contains(second, lines.at(-1)!.pieces.at(-1)!.parent);
  return isLastLine ? first : second;
}

function isDisclosure({ name }: Element): boolean {
  return name === 'details';
}

function namedKindOf(anchor: Element): string | undefined {
  const block = closest(anchor, namesItsKind);
  return block && attribute(block, 'data-type');
}

/** Since 2022 every block of the list names what it is: "web", "videos" … */
function namesItsKind(element: Element): boolean {
  return element.hasAttribute('data-type');
}

/** The element around the link that names its kind, or the widest that holds neither the row before nor the one after. */
function blockOf(anchor: Element, previous: Element | undefined, next: Element | undefined): Element {
  const named = anchor.parent === null ? undefined : closest(anchor.parent, namesItsKind);
  return widestAround(anchor, [previous, next], (outer) => outer.type === 'root' || outer === named?.parent);
}
