import { type Element, isElement, type Node } from '../../html/tree.js';
import { type Line, linesOf } from '../../page/lines.js';
import { find, type Page } from '../../page/page.js';
import { isButton } from '../../page/roles.js';
import { textOf, textOfNodes } from '../../page/text.js';
import { isHidden } from '../../page/visible.js';
import { isBlank } from '../../words/text.js';
import { isDialog } from '../landmarks.js';
import { isOutsideLink, moreLinkOf, noteLinkIn } from './fact-links.js';
import { closestProperty, isEntityProperty, isOfVisitors, propertyOf } from './property.js';

/** A row of a panel that names a property: "Born: November 14, 1840". */
export interface Fact {
  row: Element;
  /** Without its colon. */
  label: string;
  value: string;
}

/**
 * The fact rows inside an element, in document order. A fact row is an element whose pieces are a short label that ends
 * in a colon and a value after it; no attribute and no word of a language is needed.
 */
export function factsIn(page: Page, outer: Element): Fact[] {
  const facts: Fact[] = [];
  for (let i = outer.order; i <= outer.last; i++) {
    const element = page.elements[i]!;
    const fact = factAt(page, element);
    if (fact === undefined) continue;
    facts.push(fact);
    i = element.last;
  }
  return facts;
}

function factAt(page: Page, element: Element): Fact | undefined {
  const fact = holdsColon(element) && isOwnRow(element) ? factOf(page, element) : undefined;
  return fact ?? (isEntityProperty(propertyOf(element)) && isOwnRow(element) ? factInTwoLines(element) : undefined);
}

/** What is marked as a property of the entity and has two lines, of which the first is a label without a colon. */
function factInTwoLines(row: Element): Fact | undefined {
  if (row.last - row.order > maximumRowElements) return undefined;
  const lines = linesOf(row);
  const [first, second] = lines;
  if (lines.length !== 2 || !isLabel(first!) || second!.pieces.some(({ link }) => link !== undefined)) return undefined;
  return { row, label: first!.text, value: second!.text };
}

function isLabel({ text, pieces }: Line): boolean {
  return text.length <= maximumLabel && !notOfLabel.test(text) && pieces.every(({ link }) => link === undefined);
}

const notOfLabel = /[\p{Nd}.!?:：]/u;

/** A label and a value, each with what is wrapped around it. */
const maximumRowElements = 20;

/** Whether one of the element's pieces ends as a label does. Only the ends are read, because few elements are rows. */
function holdsColon({ children }: Element): boolean {
  for (let i = 0; i < children.length - 1; i++) {
    const piece = children[i]!;
    if (isElement(piece) && piece.last - piece.order > maximumLabelElements) return false;
    if (isColon(lastCharacter(piece))) return true;
  }
  return false;
}

function isColon(character: string): boolean {
  return character === ':' || character === '：';
}

/** The last character of a node's text, `''` where it has none. */
function lastCharacter(node: Node): string {
  if (!isElement(node)) return node.data.trimEnd().slice(-1);
  if (isHidden(node)) return '';
  for (let i = node.children.length - 1; i >= 0; i--) {
    const last = lastCharacter(node.children[i]!);
    if (last !== '') return last;
  }
  return '';
}

/** Longer texts before a colon are sentences. */
const maximumLabel = 60;
/** A label is a word or two, perhaps a link; more elements are no label. */
const maximumLabelElements = 8;

/** Visitors' questions and answers to them begin with a letter each. */
const asked = /^\p{Script=Latin}$/u;

function factOf(page: Page, row: Element): Fact | undefined {
  const pieces = row.children.filter((child) => isElement(child) || child.data.trim() !== '');
  const end = pieces.findIndex((piece) => isColon(lastCharacter(piece))) + 1;
  const start = row.children.indexOf(pieces[end - 1]!) + 1; // of the value
  const text = textOfNodes(row.children.slice(0, start));
  if (text.length > maximumLabel || end === pieces.length) return undefined;
  const label = text.replace(/\s?[:：]$/, '');
  if (asked.test(label)) return undefined;
  const values = row.children.slice(start);
  const value = label && (readValue(page, values) || linkValue(row, values));
  return value === '' ? undefined : { row, label, value };
}

/**
 * Rows of dialogs, tables and links are those of other things. What is folded away is a row only where the page marks
 * it as a property of the entity, and never where it marks another thing around it.
 */
function isOwnRow(row: Element): boolean {
  let isMarked = false;
  for (let element: Element | null = row; element !== null; element = element.parent) {
    if (isOther(element) || (isHidden(element) && !isMarked)) return false;
    const property = propertyOf(element);
    if (isOfVisitors(property)) return false;
    if (property !== '' && !isEntityProperty(property) && !isMarked) return false;
    isMarked ||= property !== '';
  }
  return true;
}

function isOther(element: Element): boolean {
  if (element.name === 'a') return element.hasAttribute('href');
  return element.name === 'table' || isDialog(element) || isStateButton(element);
}

/** A button shows a state, such as that of the opening hours; around a whole panel it is the way to its own page. */
function isStateButton(element: Element): boolean {
  return isButton(element) && element.last - element.order <= maximumButtonElements;
}

const maximumButtonElements = 60;

function readValue(page: Page, pieces: readonly Node[]): string {
  const control = foldingControl(page, pieces);
  if (control !== undefined) return textOf(control);
  const more = moreLinkOf(page, pieces);
  const [, ...others] = pieces.filter((piece) => isElement(piece) || !isBlank(piece.data));
  const notes = new Set<Node>(others.filter((piece) => isElement(piece) && noteLinkIn(page, piece) !== undefined));
  const skip = (element: Element): boolean => notes.has(element) || element === more || isOutsideLink(element);
  return cleanEnd(textOfNodes(pieces, { skip }), more !== undefined);
}

/** A link alone is a source where nothing says otherwise; it is the value of what the page marks as a property. */
function linkValue(row: Element, pieces: readonly Node[]): string {
  const marked = closestProperty(row);
  if (marked === undefined || !isEntityProperty(propertyOf(marked))) return '';
  return textOfNodes(pieces);
}

/** What shows one value and unfolds more of them, such as today's opening hours. */
function foldingControl(page: Page, pieces: readonly Node[]): Element | undefined {
  for (const piece of pieces) {
    const control = isElement(piece) && find(page, piece, (element) => element.hasAttribute('aria-expanded'));
    if (control) return control;
  }
  return undefined;
}

/** A list loses what led over to the link to its rest: a comma, a dot, a short "and". Signs alone are no value. */
function cleanEnd(text: string, isCut: boolean): string {
  const end = isCut
    ? text.replace(/\s?[,，、،]\s\p{L}{1,3}$/u, '').replace(/(?<![\s,，、،·⋅-])[\s,，、،·⋅-]+$/, '')
    : text;
  return /[\p{L}\p{N}]/u.test(end) ? end : '';
}
