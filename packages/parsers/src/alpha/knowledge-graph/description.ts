import { closest, contains, type Element, hrefOf, isElement, type Node } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { anchorsWithin } from '../../page/lists.js';
import { findElement, holdsElement, type Page } from '../../page/page.js';
import { hasButtonRole, isAnchor, isButtonOrLabel, isHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isRendered, isSelfHidden } from '../../page/visible.js';
import { withoutUndefined } from '../../reading/found.js';
import { isDateText } from '../../words/dates.js';
import { collapseWhitespace } from '../../words/text.js';
import { isDialog } from '../landmarks.js';
import { externalTargetOf, isSearchLink, parameterOf, targetOfLink } from '../links.js';

/** The paragraph of a panel, with its source. */
interface Description {
  description: string;
  description_link?: string;
  description_source?: string;
}

/** Reads an element of a panel as its description: a text, then a note with the source. Undefined if it has no text. */
export function readPanelDescription(page: Page, block: Element): Description | undefined {
  const links = anchorsWithin(page, block).filter((link) => link !== block && isExternalLink(link) && hasText(link));
  const source = sourceAtEnd(block, links);
  const notes = links.filter((link) => isSameTarget(link, source)).map((link) => noteAround(link, block));
  const name = nameAbove(block);
  const skip = (element: Element): boolean =>
    element === name || notes.includes(element) || isHeadingOrButton(element) || isToggle(page, element);
  const [text = '', origin = ''] = textOf(block, { skip }).split(/\s?―\s?(?=[^―]{1,40}$)/);
  if (text === '') return undefined;
  const from = source === undefined ? origin : textOf(source);
  const target = source && targetOfLink(source);
  return {
    description: text,
    ...withoutUndefined({ description_link: target }),
    ...(from !== '' && { description_source: from }),
  };
}

/** The name above the paragraph: a word or two in a block of its own, which need not be a heading. */
function nameAbove(block: Element): Element | undefined {
  const [first, second] = linesOf(block, { skip: isHeadingOrButton });
  if (first === undefined || second === undefined || second.text.length < minimumText) return undefined;
  return first.text.length <= maxNameLength && first.block !== block && first.block !== second.block
    ? first.block
    : undefined;
}

const maxNameLength = 30;

/**
 * The paragraph inside an element: the block around its longest text that neither is in a fact row nor contains one.
 * Undefined if no text is long enough.
 */
export function findLongestParagraph(page: Page, outer: Element, facts: readonly Element[]): Element | undefined {
  let best: Element | undefined;
  let length = minimumText;
  for (let i = outer.order + 1; i <= outer.last; i++) {
    const element = page.elements[i]!;
    if (ownLength(element) < length) continue;
    const own = ownText(element);
    if (own.length < length || isData(own) || closest(element, cannotHoldParagraph)) continue;
    if (facts.some((row) => contains(row, element))) continue;
    best = element;
    length = own.length + 1;
  }
  return best && blockWithSource(best, outer, facts);
}

/** Shorter texts in a panel are subtitles, ratings and values. */
const minimumText = 60;
/** No source note is longer. */
const maximumNote = 40;

/** Widens the text to the block that also contains its source. */
function blockWithSource(paragraph: Element, outer: Element, facts: readonly Element[]): Element {
  const text = textOf(paragraph);
  let block = paragraph;
  while (block.parent !== null && block.parent !== outer && contains(outer, block.parent)) {
    const wider = block.parent;
    const widerText = textOf(wider, { skip: isHeadingOrButton });
    if (!widerText.startsWith(text) || widerText.length - text.length > maximumNote) break;
    if (facts.some((row) => contains(wider, row))) break;
    block = wider;
  }
  return block;
}

/** The first link that nothing but buttons follows, or that is not shown. */
function sourceAtEnd(block: Element, links: readonly Element[]): Element | undefined {
  if (links.length === 0) return undefined;
  const text = textOf(block, { skip: isHeadingOrButton });
  return links.find((link) => text.endsWith(textOf(link)) || !isRendered(link));
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

/** A control that expands a text that is already complete: an ellipsis beside a button. */
function isToggle(page: Page, element: Element): boolean {
  if (element.last === element.order || element.last - element.order > maxInToggle) return false;
  return holdsElement(page, element, isButtonOrLabel) && textOf(element, { skip: isButtonOrLabel }) === '…';
}

const maxInToggle = 12;

function isHeadingOrButton(element: Element): boolean {
  return isHeading(element) || hasButtonRole(element);
}

function cannotHoldParagraph(element: Element): boolean {
  if (isSelfHidden(element) || isHeadingOrButton(element)) return true;
  return ['a', 'table', 'select', 'g-bubble'].includes(element.name) || isDialog(element);
}

/** Layouts of some years keep an image's data as text that styles hide. */
function isData(text: string): boolean {
  return text.startsWith('{"');
}

/** The text of the element itself, or of plain spans side by side. */
function ownText({ children }: Element): string {
  return collapseWhitespace(
    children.map((child, i) => (isElement(child) ? pieceText(children, i) : child.data)).join(''),
  );
}

function pieceText(children: readonly Node[], i: number): string {
  const child = children[i];
  return isPlainSpan(child) && (isPlainSpan(children[i - 1]) || isPlainSpan(children[i + 1])) ? textOf(child) : ' ';
}

/** An upper bound for the length of `ownText`, so that most elements need not be read. */
function ownLength({ children }: Element): number {
  let length = 0;
  for (const child of children) {
    if (isPlainSpan(child)) return Number.POSITIVE_INFINITY;
    length += isElement(child) ? 1 : child.data.length;
  }
  return length;
}

/** Whether the element is a link to another site. In a fact's value it is a source. */
export function isExternalLink(element: Element): boolean {
  return isAnchor(element) && externalTargetOf(element) !== '';
}

/**
 * The link that makes up a whole piece of a fact and is only a note: a source, or a search for more. Undefined if it is
 * part of the value.
 */
export function footnoteLinkOfPiece(page: Page, piece: Element): Element | undefined {
  const link = isAnchor(piece) ? piece : findElement(page, piece, isAnchor);
  if (link === undefined || textOf(link) !== textOf(piece)) return undefined;
  return isExternalLink(link) || !searchesForItsText(link) ? link : undefined;
}

/**
 * The link at the end of a list that leads to the rest of it: it searches for the property, or leads elsewhere, while
 * the other links search for their own text.
 */
export function linkToRestOfList(page: Page, pieces: readonly Node[]): Element | undefined {
  const last = lastLinkIn(page, pieces);
  if (last === undefined) return undefined;
  const before = textBefore(pieces, last);
  if (isDateText(before.trimEnd().replace(/[,，、،]$/, '')) || !/[,，、،·⋅-]\s*(?:\p{L}{1,3}\s*)?$/u.test(before))
    return undefined;
  return isExternalLink(last) || searchesForItsText(last) ? undefined : last;
}

function lastLinkIn({ elements }: Page, pieces: readonly Node[]): Element | undefined {
  for (const piece of pieces.toReversed()) {
    if (!isElement(piece)) continue;
    for (let i = piece.last; i >= piece.order; i--) if (isAnchor(elements[i]!)) return elements[i];
  }
  return undefined;
}

/** Whether the link searches for its text, or part of it: "Menlo Park, CA" may search for "Menlo Park". */
function searchesForItsText(link: Element): boolean {
  const href = hrefOf(link);
  const query = isSearchLink(href) ? wordsOf(parameterOf(href, 'q') ?? '') : [];
  return wordsOf(textOf(link)).some((word) => query.some((asked) => isSameWord(word, asked)));
}

/** Scripts without spaces write several words as one. */
function isSameWord(word: string, other: string): boolean {
  return word === other || (unspaced.test(word) && (word.includes(other) || other.includes(word)));
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function textBefore(pieces: readonly Node[], end: Element): string {
  let text = '';
  let isPast = false;
  const visit = (node: Node): void => {
    isPast ||= node === end;
    if (isPast) return;
    if (isElement(node)) node.children.forEach(visit);
    else text += node.data;
  };
  pieces.forEach(visit);
  return text;
}

/** Whether a node is a span without attributes: pages that a framework fills in split a text into several of them. */
export function isPlainSpan(child: Node | undefined): child is Element {
  return child !== undefined && isElement(child) && child.name === 'span' && !child.mayHave(anyAttribute);
}

const anyAttribute = -1;
