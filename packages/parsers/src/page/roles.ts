import { attributeBits } from '../html/attributes.js';
import { attribute, type Element, isElement, isInside, memoizedTest, type Node } from '../html/tree.js';
import { breaksLine, isLineBreaking, lengthUpTo, onlyChildWithText } from './visible.js';

/** Whether the element's `role` contains a role: `role="heading link"` has two, in order of preference. */
export function hasRole(element: Element, role: string): boolean {
  if (!element.mayHave(roleBit)) return false;
  const stated = attribute(element, 'role');
  if (stated === undefined || stated === role) return stated === role;
  return stated.includes(' ') && stated.split(separators).includes(role);
}

/**
 * Whether the element is a control and not text: a button by name or role, or the label of a field. An excerpt in one,
 * which a script unfolds, is text; several lines are a card.
 */
export const isButtonOrLabel: (element: Element) => boolean = memoizedTest(
  7,
  (element) =>
    (element.name === 'label' || hasButtonRole(element)) &&
    !isWholeHeading(element) &&
    !isWordOfSentence(element) &&
    (lengthUpTo(element, longText) < longText || element.children.some(breaksLine)),
);

/** Whether an element, or an ancestor with no other content, is a word of a sentence, such as an explained term. */
function isWordOfSentence(element: Element): boolean {
  const { parent } = element;
  if (parent === null || isLineBreaking(element)) return false;
  const { children } = parent;
  const at = children.indexOf(element);
  if (children.length === 1) return isWordOfSentence(parent);
  return isText(children[at - 1], wordAtEnd) && isText(children[at + 1], wordAtStart);
}

function isText(node: Node | undefined, pattern: RegExp): boolean {
  return node !== undefined && !isElement(node) && pattern.test(node.data);
}

/** The end of a text that the next element continues, and the start of a text that continues the previous element. */
export const wordAtEnd: RegExp = /[\p{L}\d][,)]?\s$/u;
export const wordAtStart: RegExp = /^(?:\s[\p{L}\d&(]|[,.;:)]\s)/u;

/** Whether an element is all that a heading shows, as a button that folds the section below it. */
export function isWholeHeading(element: Element): boolean {
  const { parent } = element;
  return parent !== null && isHeading(parent) && onlyChildWithText(parent) === element;
}

/** Questions that unfold an answer are shorter. */
const longText = 64;

/**
 * Whether the element is a button by name, and not for a link. Cards and questions of the engines have the role, but not
 * the name.
 */
export function isButton(element: Element): boolean {
  return element.name === 'button' && !hasRole(element, 'link');
}

/** Whether the element is a button by name or role. */
export function hasButtonRole(element: Element): boolean {
  return isButton(element) || hasRole(element, 'button');
}

const separators = /\s+/;

/** Whether the element is an image. */
export function isImage({ name }: Element): boolean {
  return name === 'img';
}

/** Whether the element is a field that a person fills in or chooses from, of one line. */
export function isFormField({ name }: Element): boolean {
  return name === 'input' || name === 'select';
}

/** Whether the element is a link, or the target of one. */
export function isAnchor({ name }: Element): boolean {
  return name === 'a';
}

/** Whether the element is a list, by name or role. */
export function isList(element: Element): boolean {
  const { name } = element;
  return name === 'ul' || name === 'ol' || name === 'menu' || hasRole(element, 'list');
}

/** Whether the element is an item of a list, by name or role. */
export function isListItem(element: Element): boolean {
  return element.name === 'li' || hasRole(element, 'listitem');
}

/** Whether the element is a list or a list item. */
export function isListOrItem(element: Element): boolean {
  return isListItem(element) || isList(element);
}

/** Whether the element is a column beside the main content, by name or role. */
export function isAside(element: Element): boolean {
  return element.name === 'aside' || hasRole(element, 'complementary');
}

/** Whether the element is `h1`–`h6`, has the role of a heading, or has a heading level but no role. */
export function isHeading(element: Element): boolean {
  return hasHeadingName(element) || (element.mayHave(headingBits) && isMarkedHeading(element));
}

const isMarkedHeading = memoizedTest(
  6,
  (element) =>
    (hasRole(element, 'heading') || (element.hasAttribute('aria-level') && !element.hasAttribute('role'))) &&
    !isAroundHeading(element) &&
    !isInside(element, hasHeadingName),
);

/** Whether an element has no other content than a heading, which then is the heading. */
function isAroundHeading({ children: [child, other] }: Element): boolean {
  return child !== undefined && other === undefined && isElement(child) && (isHeading(child) || isAroundHeading(child));
}

const headingBits = attributeBits(['role', 'aria-level']);
const roleBit = attributeBits(['role']);

/** The heading's level, from 1; 0 if it has none. */
export function headingLevelOf(heading: Element): number {
  return Number(attribute(heading, 'aria-level') ?? heading.name[1]) || 0;
}

/** Whether the heading begins a section of the page: levels 1 and 2. */
export function isSectionHeading(heading: Element): boolean {
  const level = headingLevelOf(heading);
  return level === 1 || level === 2;
}

function hasHeadingName({ name }: Element): boolean {
  if (name.length !== 2 || name.charCodeAt(0) !== 0x68) return false;
  const level = name.charCodeAt(1) - 0x30;
  return level >= 1 && level <= 6;
}
