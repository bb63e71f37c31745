import { closest, contains, type Element, hrefOf, isElement, type Node } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { within } from '../../page/ordered.js';
import { find, type Page } from '../../page/page.js';
import { hasRole, isButton, isHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isHidden, isShown } from '../../page/visible.js';
import { collapse } from '../../words/text.js';
import { isDialog } from '../landmarks.js';
import { targetOf } from '../links.js';
import { isOutsideLink } from './fact-links.js';
import { isPiece } from './panel.js';

/** The paragraph of a panel and where it is taken from. */
export interface Description {
  description: string;
  description_link?: string;
  description_source?: string;
}

/** Reads a block of a panel as its description: the text, then a note with the source. Undefined where it has no text. */
export function readDescription(page: Page, block: Element): Description | undefined {
  const links = within(page.anchors, block).filter((link) => link !== block && isOutsideLink(link) && hasText(link));
  const source = sourceAtEnd(block, links);
  const notes = links.filter((link) => isSameTarget(link, source)).map((link) => noteAround(link, block));
  const name = nameOf(block);
  const skip = (element: Element): boolean =>
    element === name || notes.includes(element) || isFurniture(element) || isToggle(page, element);
  const [text = '', origin = ''] = textOf(block, { skip }).split(/\s?―\s?(?=[^―]{1,40}$)/);
  if (text === '') return undefined;
  const from = source === undefined ? origin : textOf(source);
  const target = source && targetOf(hrefOf(source));
  return {
    description: text,
    ...(target !== undefined && { description_link: target }),
    ...(from !== '' && { description_source: from }),
  };
}

/** What the paragraph is announced with: a word or two in a block of its own, also where that is no heading. */
function nameOf(block: Element): Element | undefined {
  const [first, second] = linesOf(block, { skip: isFurniture });
  if (first === undefined || second === undefined || second.text.length < minimumText) return undefined;
  return first.text.length <= longestName && first.block !== block && first.block !== second.block
    ? first.block
    : undefined;
}

const longestName = 30;

/**
 * The paragraph inside an element, neither in one of the fact rows nor around one: the block around the longest text
 * of its own. Undefined where none is long.
 */
export function findParagraph(page: Page, outer: Element, facts: readonly Element[]): Element | undefined {
  let best: Element | undefined;
  let length = minimumText;
  for (let i = outer.order + 1; i <= outer.last; i++) {
    const element = page.elements[i]!;
    if (ownLength(element) < length) continue;
    const own = ownText(element);
    if (own.length < length || isData(own) || closest(element, isNoParagraph)) continue;
    if (facts.some((row) => contains(row, element))) continue;
    best = element;
    length = own.length + 1;
  }
  return best && blockAround(best, outer, facts);
}

/** Shorter texts of a panel are subtitles, ratings and values. */
const minimumText = 60;
/** No source note is longer. */
const maximumNote = 40;

/** Widens the text to the block that holds what follows it, its source. */
function blockAround(paragraph: Element, outer: Element, facts: readonly Element[]): Element {
  const text = textOf(paragraph);
  let block = paragraph;
  while (block.parent !== null && block.parent !== outer && contains(outer, block.parent)) {
    const wider = block.parent;
    const widerText = textOf(wider, { skip: isFurniture });
    if (!widerText.startsWith(text) || widerText.length - text.length > maximumNote) break;
    if (facts.some((row) => contains(wider, row))) break;
    block = wider;
  }
  return block;
}

/** The first link with nothing but buttons after it, or one that is not shown. */
function sourceAtEnd(block: Element, links: readonly Element[]): Element | undefined {
  if (links.length === 0) return undefined;
  const text = textOf(block, { skip: isFurniture });
  return links.find((link) => text.endsWith(textOf(link)) || !isShown(link));
}

function isSameTarget(link: Element, source: Element | undefined): boolean {
  return source !== undefined && hrefOf(link) === hrefOf(source);
}

/** The link with the words that introduce it. */
function noteAround(link: Element, block: Element): Element {
  let note = link;
  while (note.parent !== null && note.parent !== block) {
    if (textOf(note.parent).length - textOf(link).length > maximumNote / 2) break;
    note = note.parent;
  }
  return note;
}

/** What shows the rest of a text that is all there: an ellipsis beside a button. */
function isToggle(page: Page, element: Element): boolean {
  if (element.last === element.order || element.last - element.order > mostInToggle) return false;
  return find(page, element, isButton) !== undefined && textOf(element, { skip: isButton }) === '…';
}

const mostInToggle = 12;

function isFurniture(element: Element): boolean {
  return isHeading(element) || hasRole(element, 'button') || element.name === 'button';
}

function isNoParagraph(element: Element): boolean {
  if (isHidden(element) || isFurniture(element)) return true;
  return ['a', 'table', 'select', 'g-bubble'].includes(element.name) || isDialog(element);
}

/** Layouts of some years keep a picture's data as text that styles hide. */
function isData(text: string): boolean {
  return text.startsWith('{"');
}

/** The text that stands in the element itself, or in pieces side by side. */
function ownText({ children }: Element): string {
  return collapse(children.map((child, i) => (isElement(child) ? pieceText(children, i) : child.data)).join(''));
}

function pieceText(children: readonly Node[], i: number): string {
  const child = children[i];
  return isPiece(child) && (isPiece(children[i - 1]) || isPiece(children[i + 1])) ? textOf(child) : ' ';
}

/** What `ownText` is no longer than: few elements have a text of their own that is worth putting together. */
function ownLength({ children }: Element): number {
  let length = 0;
  for (const child of children) {
    if (isPiece(child)) return Number.POSITIVE_INFINITY;
    length += isElement(child) ? 1 : child.data.length;
  }
  return length;
}
