import { attributeBits } from '../html/attributes.js';
import { blockTags } from '../html/plain-tags.js';
import { attribute, type Element, isElement, isInside, type Node, textContentOf } from '../html/tree.js';
import { isBlank } from '../words/text.js';
import {
  blockDisplays,
  displayOf,
  hidesOwnText,
  isCollapsed,
  isInvisible,
  isVisuallyHidden,
  readDisplayDeclarations,
} from './styles/declarations.js';

/**
 * Bits of `Element.view`, computed once: whether the element is displayed, whether its text is in sight, and whether it
 * begins and ends a line. All text is read through this file.
 */
const READ = 1;
/** Not displayed, including all its content. */
const HIDDEN = 2;
/** Invisible but possibly read by screen readers, or collapsed until a person opens it. */
const OUT_OF_SIGHT = 4;
/** Hidden from screen readers, or inert. */
const CLOSED = 8;
/** Invisible in its place. */
const INVISIBLE = 128;
const HIDDEN_BITS = HIDDEN | OUT_OF_SIGHT | CLOSED | INVISIBLE;
/** Begins and ends a line. */
const BREAKS_LINE = 16;
/** Displayed, with everything around it. */
const SHOWN = 32;
/** Not displayed, or within something that is not. */
const UNSHOWN = 64;

/**
 * Whether the markup of an element hides it from everybody. Ignores `visibility`, which scripts change after loading.
 */
export function isSelfHidden(element: Element): boolean {
  return (viewOf(element) & HIDDEN) !== 0;
}

/**
 * Whether the element's text is not part of the text around it: it is hidden, clipped for screen readers, or inside a
 * closed `details`.
 */
export function isSelfOutOfSight(element: Element): boolean {
  return (viewOf(element) & (HIDDEN | OUT_OF_SIGHT)) !== 0;
}

/** Whether neither the element nor anything around it is out of sight. */
export function isInSight(element: Element): boolean {
  return !isInside(element, isSelfOutOfSight);
}

/** Whether the element begins and ends a line: by its tag, or by its `style`. */
export function isLineBreaking(element: Element): boolean {
  return (viewOf(element) & BREAKS_LINE) !== 0;
}

/** Whether elements of this name begin and end a line unless a style says otherwise. */
export function breaksLineByName({ name }: Element): boolean {
  return viewsByName.get(name) === BREAKS_LINE;
}

/** Whether the element and everything around it is displayed. */
export function isRendered(element: Element): boolean {
  if ((element.view & (SHOWN | UNSHOWN)) === 0) storeShown(element);
  return (element.view & SHOWN) !== 0;
}

/** Stores the result for the element and all ancestors without one, because neighbouring elements are tested too. */
function storeShown(element: Element): void {
  const unknown: Element[] = [];
  let outer: Element | null = element;
  for (; outer !== null && (outer.view & (SHOWN | UNSHOWN)) === 0; outer = outer.parent) unknown.push(outer);
  let known = outer === null ? SHOWN : outer.view & (SHOWN | UNSHOWN);
  for (let at = unknown.length - 1; at >= 0; at--) {
    if (isSelfHidden(unknown[at]!)) known = UNSHOWN;
    unknown[at]!.view |= known;
  }
}

/** Must be called after moving an element to another place of the page. */
export function clearRenderedCache(element: Element): void {
  element.view &= ~(SHOWN | UNSHOWN);
}

/** Shows an element that was invisible in its place. Must be called before any element inside it is looked at. */
export function reveal(element: Element): void {
  element.view = (viewOf(element) & ~(CLOSED | INVISIBLE | SHOWN | UNSHOWN)) | READ;
}

/** Hides an element. Must be called before any element inside it is looked at. */
export function hide(element: Element): void {
  element.view = (viewOf(element) & ~SHOWN) | HIDDEN;
}

/** Number of elements from which on an element may be most of a page. */
export const minElementsOfMainPart = 30;

/** Shows an element that a script shows once the page has loaded. */
export function revealAll(element: Element): void {
  const hidden = HIDDEN_BITS | SHOWN | UNSHOWN;
  element.view = (viewOf(element) & ~hidden) | (viewsByName.get(element.name) ?? 0);
}

/** Has an element that takes the place of another displayed like it. */
export function copyDisplay(from: Element, to: Element): void {
  to.view = viewOf(from) & (READ | HIDDEN_BITS | BREAKS_LINE);
}

/**
 * Whether the element or one around it, inside `outer`, is not displayed, hidden from screen readers, or closed to
 * everybody: collapsed, invisible or inert.
 */
export function isHiddenInAnyWay(element: Element, outer?: Element): boolean {
  for (let node: Element | null = element; node !== null && node !== outer; node = node.parent) {
    if (isSelfHiddenInAnyWay(node)) return true;
  }
  return false;
}

/** The same for the element alone. */
export function isSelfHiddenInAnyWay(element: Element): boolean {
  return (viewOf(element) & HIDDEN_BITS) !== 0;
}

/** Whether the element is invisible in its place. */
export function isSelfInvisible(element: Element): boolean {
  return (viewOf(element) & INVISIBLE) !== 0;
}

/** Whether a person sees the element, but screen readers or a keyboard do not reach it: it may repeat what they do. */
export function isSelfInaccessible(element: Element): boolean {
  return (viewOf(element) & HIDDEN_BITS) === CLOSED;
}

/** Whether `textOf` of the node is not `''`. */
export function hasText(node: Node): boolean {
  if (!isElement(node)) return !isBlank(node.data);
  return !isSelfHidden(node) && node.children.some(hasTextInside);
}

/** The length of a node's text, or a limit if it is longer. */
export function lengthUpTo(node: Node, limit: number): number {
  if (!isElement(node)) return Math.min(node.data.trim().length, limit);
  let length = 0;
  if (isSelfOutOfSight(node)) return length;
  for (let index = 0; index < node.children.length && length < limit; index++)
    length += lengthUpTo(node.children[index]!, limit - length);
  return length;
}

/** Whether an element is displayed, with everything around it, and has text. */
export function hasRenderedText(element: Element): boolean {
  return isRendered(element) && hasText(element);
}

function hasTextInside(node: Node): boolean {
  return isElement(node) ? !isSelfOutOfSight(node) && node.children.some(hasTextInside) : !isBlank(node.data);
}

/** The only child of an element that has text; undefined if there is none or another one. */
export function onlyChildWithText({ children }: Element): Node | undefined {
  let only: Node | undefined;
  for (const child of children) {
    if (!hasText(child)) continue;
    if (only !== undefined) return undefined;
    only = child;
  }
  return only;
}

/** The widest ancestor of an element that has no other text; the element itself if its parent has some. */
export function widestWithoutOtherText(element: Element): Element {
  const { parent } = element;
  return parent !== null && onlyChildWithText(parent) === element ? widestWithoutOtherText(parent) : element;
}

/** Hides elements as declarations of the page's style sheets do. */
export function applyHidingStyle(elements: readonly Element[], style: string): void {
  const bits = [BOX, WORDS, PART].map((content) => hidingBits(style, content));
  if (bits[PART] === 0) return; // more hides words than elements
  for (const element of elements) element.view = viewOf(element) | bits[contentOf(element)]!;
}

/** Whether declarations alone hide an element without element children. */
export function isHidingStyle(style: string): boolean {
  return hidingBits(style, PART) !== 0;
}

function hidingBits(style: string, content: number): number {
  return withStyle(0, style, content) & HIDDEN_BITS;
}

/** Has an element begin and end a line, or not, as declarations of the page's style sheets do. */
export function setLineBreaking(element: Element, style: string): void {
  const view = viewOf(element);
  element.view = (view & ~BREAKS_LINE) | (withStyle(view, style, BOX) & BREAKS_LINE);
}

function viewOf(element: Element): number {
  if ((element.view & READ) === 0) element.view |= READ | computeView(element);
  return element.view;
}

/**
 * The children of a `details` except its summary are shown only when it is open. In a text, it is the summary that is no
 * part of the text, and the rest is.
 */
function isInClosedDetails(element: Element): boolean {
  const { name, parent } = element;
  if (parent?.name !== 'details' || parent.hasAttribute('open')) return false;
  return isRestOfText(parent) ? breaksLineByName(element) : name !== 'summary';
}

/** Whether a `details` stands in a text, and so holds the rest of it. */
function isRestOfText({ parent }: Element): boolean {
  return parent!.children.some((node) => !isElement(node) && !isBlank(node.data));
}

function computeView(element: Element): number {
  const { name } = element;
  let view = viewsByName.get(name) ?? (name.includes('-') && isBox(element) ? BREAKS_LINE : 0);
  if ((name === 'li' && isStep(element)) || (name === 'details' && isRestOfText(element))) view = 0;
  if (isInClosedDetails(element)) view = (name === 'summary' ? 0 : view) | OUT_OF_SIGHT;
  if (name === 'dialog' && !element.hasAttribute('open')) view |= HIDDEN;
  if (!element.mayHave(viewBits)) return view;
  if (element.hasAttribute('hidden') || element.hasAttribute('popover')) view |= HIDDEN;
  if (element.hasAttribute('inert')) view |= CLOSED;
  if (attribute(element, 'aria-hidden') === 'true') view |= isIcon(element) ? OUT_OF_SIGHT | CLOSED : CLOSED;
  const role = attribute(element, 'role');
  if (role === 'tooltip') view |= OUT_OF_SIGHT; // shown only when pointing at something
  if (role === 'img' && !element.children.some(holdsWord)) view |= OUT_OF_SIGHT;
  const style = attribute(element, 'style');
  return style === undefined ? view : withStyle(view, style, contentOf(element));
}

/** Whether an item is in a list of the steps of an address: a step mark separates the first two. */
function isStep({ parent }: Element): boolean {
  const [first, second] = parent!.children.slice(0, 4).filter(isElement);
  if (second === undefined || second.last - first!.order > maxInSteps) return false;
  return besideStepMark.test(`${textContentOf(first!)}|${textContentOf(second)}`);
}

/** Two steps have fewer elements. */
const maxInSteps = 6;
const besideStepMark = /›\s*\||\|\s*›/;

/** Whether a node has a letter, a digit or a currency sign, as in "$$": a picture without any may be an emoji. */
function holdsWord(node: Node): boolean {
  return isElement(node) ? node.children.some(holdsWord) : inWords.test(node.data);
}

const inWords = /[\p{L}\p{N}\p{Sc}]/u;

/**
 * Whether an element, hidden from screen readers, holds a letter or an arrow in place of an icon, or the name of an icon
 * ("open_in_new"), which a font shows as a drawing: one word in lower case beside text that is read.
 */
function isIcon(element: Element): boolean {
  const { children, parent } = element;
  const [child, ...others] = children;
  if (child === undefined || others.length > 0) return false;
  if (isSingleLetter(child)) return !isAmongLetters(element);
  if (isElement(child)) return false;
  if (stepMark.test(child.data)) return parent?.name === 'a' && parent.children.at(-1) === element;
  if (!iconName.test(child.data)) return false;
  const isRead = (node: Node): boolean =>
    isElement(node) ? attribute(node, 'aria-hidden') !== 'true' && node.children.some(isRead) : !isBlank(node.data);
  return parent!.children.some(isRead);
}

/** Whether an element with a letter is part of a text whose letters are elements each, and not one of an icon or two. */
function isAmongLetters({ parent }: Element): boolean {
  const { children } = parent!;
  return children.length > maxSiblings || children.filter((node) => isElement(node) && isSingleLetter(node)).length > 2;
}

function isSingleLetter(node: Node): boolean {
  if (!isElement(node)) return singleLetter.test(node.data);
  const [child, ...others] = node.children;
  return child !== undefined && others.length === 0 && isSingleLetter(child);
}

const singleLetter = /^\s*\p{L}\s*$/u;
/** Separates the steps of an address, except at the end of a link. */
const stepMark = /^\s*[›»]\s*$/;
const iconName = /^\s*(?:[a-z][a-z\d_]+|[\u2190-\u21ff\u25a0-\u25ff])\s*$/;

/** Attributes that may hide an element or change whether it breaks lines. */
const viewBits = attributeBits(['hidden', 'popover', 'style', 'inert', 'aria-hidden', 'role']);

/** What an element contains: elements, only text, or a part of the text around it. */
const BOX = 0;
const WORDS = 1;
const PART = 2;

function contentOf(element: Element): number {
  if (element.children.some(isElement)) return BOX;
  const siblings = element.parent!.children;
  if (siblings.length > maxSiblings || breaksLineByName(element) || !holdsWord(element)) return WORDS;
  return siblings.some((node) => node !== element && holdsWord(node)) ? PART : WORDS;
}

/** What is invisible in its place may be faded in by a script, but not a part of a text. */
function withStyle(view: number, style: string, content: number): number {
  const declared = readDisplayDeclarations(style);
  if (declared === undefined) return view;
  const display = displayOf(declared);
  if (display === 'none' || isCollapsed(declared)) return view | HIDDEN; // nothing else matters then
  let styled = view;
  if (blockDisplays.has(display)) styled |= BREAKS_LINE;
  else if (display.startsWith('inline') || display === 'contents') styled &= ~BREAKS_LINE;
  if (isInvisible(declared)) styled |= content === PART ? OUT_OF_SIGHT | INVISIBLE : INVISIBLE;
  return isVisuallyHidden(declared) || hidesOwnText(declared, content === BOX) ? styled | OUT_OF_SIGHT : styled;
}

/** Elements that begin and end a line, so that their text never runs into the text beside them. */
const lineNames = `${blockTags} br caption dd dt form h1 h2 h3 h4 h5 h6 hr legend li pre table tbody td tfoot th thead tr`;

/** Elements with fallback content for clients that cannot show them, kept by the parser: invisible markup. */
const rawNames = 'noscript iframe noembed noframes canvas video audio object datalist progress meter rp';

const viewsByName: ReadonlyMap<string, number> = new Map([
  ...lineNames.split(' ').map((name) => [name, BREAKS_LINE] as const),
  ...rawNames.split(' ').map((name) => [name, HIDDEN] as const),
]);

/**
 * An unknown element is a box if it contains one, or among boxes: beside other unknown ones or line-breaking elements,
 * with neither text nor marked words in between.
 */
function isBox(element: Element): boolean {
  return element.children.some(breaksLine) || isAmongBoxes(element);
}

/** Whether a node is an element that begins and ends a line. */
export function breaksLine(node: Node): boolean {
  return isElement(node) && isLineBreaking(node);
}

function isAmongBoxes({ parent, children }: Element): boolean {
  if (children.length === 0 || isOnlySpan(children)) return false;
  const isAlike = (node: Node): boolean =>
    isElement(node) && (node.name.includes('-') || viewsByName.get(node.name) === BREAKS_LINE);
  const siblings = parent!.children;
  if (siblings.length > maxSiblings || siblings.filter(isAlike).length < 2) return false;
  if (siblings.some(endsWithSpace)) return false; // words of a sentence
  return siblings.every((node) => (isElement(node) ? !phraseNames.has(node.name) : isBlank(node.data)));
}

/** Whether nodes are a single `span`, as in an element around each of those of a line. */
function isOnlySpan([only, other]: readonly Node[]): boolean {
  return other === undefined && isElement(only!) && only.name === 'span';
}

/** Whether an element has a single text, with a space at its end. */
function endsWithSpace(node: Node): boolean {
  if (!isElement(node)) return false;
  const [child, ...others] = node.children;
  return child !== undefined && others.length === 0 && !isElement(child) && /\S[ \u00a0]$/.test(child.data);
}

/** Elements that stand within a sentence: unknown ones beside them hold the rest of it. */
const phraseNames: ReadonlySet<string> = new Set('b em i mark strong sub sup u'.split(' '));

/** Maximum number of siblings to look at, so that long lists are not read over and over. */
const maxSiblings = 32;
