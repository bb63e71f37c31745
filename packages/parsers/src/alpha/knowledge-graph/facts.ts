import { attributeBits } from '../../html/attributes.js';
import { attributeText, closest, type Element, isElement, type Node } from '../../html/tree.js';
import { isLinked, type Line, linesOf } from '../../page/lines.js';
import { elementsThatMayHaveAttributes, findElement, oncePerPage, type Page } from '../../page/page.js';
import { isButtonOrLabel } from '../../page/roles.js';
import { textOf, textOfNodes } from '../../page/text.js';
import { isSelfHidden } from '../../page/visible.js';
import { isBlank } from '../../words/text.js';
import { isDialog } from '../landmarks.js';
import { footnoteLinkOfPiece, isExternalLink, linkToRestOfList } from './description.js';

/** A row of a panel with a property: "Born: November 14, 1840". */
export interface PanelFact {
  row: Element;
  /** Without its colon. */
  label: string;
  value: string;
}

/**
 * The fact rows inside an element, in document order. A fact row is an element that consists of a short label that ends
 * in a colon and a value after it. Needs neither attributes nor words of a language.
 */
export function panelFactsIn(page: Page, outer: Element): PanelFact[] {
  const facts: PanelFact[] = [];
  for (let i = outer.order; i <= outer.last; i++) {
    const element = page.elements[i]!;
    const fact = factAt(page, element);
    if (fact === undefined) continue;
    facts.push(fact);
    i = element.last;
  }
  return facts;
}

function factAt(page: Page, element: Element): PanelFact | undefined {
  const fact = holdsColon(element) && isOwnRow(element) ? factOf(page, element) : undefined;
  return (
    fact ?? (isEntityProperty(knowledgePropertyOf(element)) && isOwnRow(element) ? factInTwoLines(element) : undefined)
  );
}

/**
 * An element that is marked as a property of the entity and has two lines, the first of them a label without a colon.
 */
function factInTwoLines(row: Element): PanelFact | undefined {
  if (row.last - row.order > maximumRowElements) return undefined;
  const lines = linesOf(row);
  const [first, second] = lines;
  if (lines.length !== 2 || !isLabel(first!) || second!.pieces.some(isLinked)) return undefined;
  return { row, label: first!.text, value: second!.text };
}

function isLabel({ text, pieces }: Line): boolean {
  return text.length <= maximumLabel && !notOfLabel.test(text) && pieces.every(({ link }) => link === undefined);
}

const notOfLabel = /[\p{Nd}.!?:：]/u;

/** Room for a label and a value with their wrappers. */
const maximumRowElements = 20;

/** Whether one of the element's children ends in a colon. Only reads the ends, because few elements are rows. */
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

/** The last character of a node's text; `''` if it has none. */
function lastCharacter(node: Node): string {
  if (!isElement(node)) return node.data.trimEnd().slice(-1);
  if (isSelfHidden(node)) return '';
  for (let i = node.children.length - 1; i >= 0; i--) {
    const last = lastCharacter(node.children[i]!);
    if (last !== '') return last;
  }
  return '';
}

/** Longer texts before a colon are sentences. */
const maximumLabel = 60;
/** A label is a word or two, perhaps in a link. */
const maximumLabelElements = 8;

/** Visitors' questions and their answers begin with a single letter each. */
const singleLetter = /^\p{Script=Latin}$/u;

function factOf(page: Page, row: Element): PanelFact | undefined {
  const start = row.children.findIndex((piece) => isColon(lastCharacter(piece))) + 1; // of the value
  const text = textOfNodes(row.children.slice(0, start));
  if (text.length > maximumLabel) return undefined;
  const label = text.replace(/\s?[:：]$/, '');
  if (singleLetter.test(label)) return undefined;
  const values = row.children.slice(start);
  const value = label && (readValue(page, values) || linkValue(row, values));
  return value === '' ? undefined : { row, label, value };
}

/**
 * Rows in dialogs, cells of tables and links belong to other things. A collapsed row counts only if it is marked as a
 * property of the entity, and never inside an element that is marked as something else.
 */
function isOwnRow(row: Element): boolean {
  let isMarked = false;
  for (let element: Element | null = row; element !== null; element = element.parent) {
    if (isOtherThing(element, row) || (isSelfHidden(element) && !isMarked)) return false;
    const property = knowledgePropertyOf(element);
    if (isVisitorContent(property)) return false;
    if (property !== '' && !isEntityProperty(property) && !isMarked) return false;
    isMarked ||= property !== '';
  }
  return true;
}

function isOtherThing(element: Element, row: Element): boolean {
  if (element.name === 'a') return element.hasAttribute('href');
  return (isDataTable(element) && row.name !== 'tr') || isDialog(element) || isStateButton(element);
}

/** Larger tables are the page's layout. */
function isDataTable({ name, order, last }: Element): boolean {
  return name === 'table' && last - order < maximumTableElements;
}

const maximumTableElements = 200;

/** A small button shows a state, such as the opening hours. One around a whole panel leads to the panel's own page. */
function isStateButton(element: Element): boolean {
  return isButtonOrLabel(element) && element.last - element.order <= maximumButtonElements;
}

const maximumButtonElements = 60;

function readValue(page: Page, pieces: readonly Node[]): string {
  const control = disclosureControl(page, pieces);
  if (control !== undefined) return textOf(control);
  const more = linkToRestOfList(page, pieces);
  const [, ...others] = pieces.filter((piece) => isElement(piece) || !isBlank(piece.data));
  const notes = new Set<Node>(
    others.filter((piece) => isElement(piece) && footnoteLinkOfPiece(page, piece) !== undefined),
  );
  const skip = (element: Element): boolean => notes.has(element) || element === more || isExternalLink(element);
  return cleanEnd(textOfNodes(pieces, { skip }), more !== undefined);
}

/** A value that is only a link is a source, unless the page marks the row as a property. */
function linkValue(row: Element, pieces: readonly Node[]): string {
  const marked = closestPropertyElement(row);
  if (marked === undefined || !isEntityProperty(knowledgePropertyOf(marked))) return '';
  return textOfNodes(pieces);
}

/** A control that shows one value and expands to more, such as today's opening hours. */
function disclosureControl(page: Page, pieces: readonly Node[]): Element | undefined {
  for (const piece of pieces) {
    const control = isElement(piece) && findElement(page, piece, (element) => element.hasAttribute('aria-expanded'));
    if (control) return control;
  }
  return undefined;
}

/**
 * Removes from a list what introduced the link to its rest: a comma, a dot, a short "and". Punctuation alone is not a
 * value.
 */
function cleanEnd(text: string, isCut: boolean): string {
  const end = isCut
    ? text.replace(/\s?[,，、،]\s\p{L}{1,3}$/u, '').replace(/(?<![\s,，、،·⋅-])[\s,，、،·⋅-]+$/, '')
    : text;
  return /[\p{L}\p{N}]/u.test(end) ? end : '';
}

/** The property that the element is marked with, such as `kc:/people/person:born`; `''` if none. */
export function knowledgePropertyOf(element: Element): string {
  return attributeText(element, 'data-attrid');
}

/** An element that is marked with a property. */
export interface PropertyElement {
  readonly element: Element;
  readonly property: string;
}

/** All marked elements, in document order. */
export const propertyElements: (page: Page) => readonly PropertyElement[] = oncePerPage((page) => {
  const marked: PropertyElement[] = [];
  for (const element of elementsThatMayHaveAttributes(page, propertyBit)) {
    const property = knowledgePropertyOf(element);
    if (property !== '') marked.push({ element, property });
  }
  return marked;
});

const propertyBit = attributeBits(['data-attrid']);

/**
 * Whether a property is one of the panel's entity. Those of answers, galleries and collapsed questions have no such
 * path.
 */
export function isEntityProperty(property: string): boolean {
  return entityPath.test(property);
}

const entityPath = /^(?!wa:)[a-z]+:\//;

/** Whether a property is from a place's visitors: how busy it is, what they ask. Such an element contains no facts. */
function isVisitorContent(property: string): boolean {
  return visitorsName.test(property);
}

const visitorsName = /:(?:busyness|place qa|\w*qna)$|^[^:]*:.*questions?$/;

/** Whether a property is one of a place: address, opening hours, reviews. */
export function isPlaceProperty({ property }: PropertyElement): boolean {
  return placePath.test(property);
}

const placePath = /^kc:\/(?:local:|location\/location:(?:address|hours|actions)|collection\/knowledge_panels\/local)/;

/** Whether a property is the paragraph about the entity. */
export function isDescriptionProperty(property: string): boolean {
  return descriptionName.test(property) && !property.startsWith('wa:');
}

const descriptionName = /^description$|:description$|^VisualDigestDescription$/;

/** The nearest marked element among the element and its ancestors. */
export function closestPropertyElement(element: Element): Element | undefined {
  return closest(element, (outer) => knowledgePropertyOf(outer) !== '');
}
