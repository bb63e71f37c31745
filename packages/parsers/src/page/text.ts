import { attributeBits } from '../html/attributes.js';
import { attributeText, contains, detach, type Element, isElement, type Node } from '../html/tree.js';
import { collapseWhitespace, distinctNonEmpty } from '../words/text.js';
import type { ElementLists } from './lists.js';
import { isButtonOrLabel } from './roles.js';
import { hasText, isLineBreaking, isSelfHidden, isSelfOutOfSight } from './visible.js';

export interface TextOptions {
  /** Leaves an element out, with all its content. */
  skip?: (element: Element) => boolean;
}

/**
 * The text of a node as a person reads it: without content that is not displayed, lines and blocks separated by a
 * space, white space collapsed.
 */
export function textOf(node: Node, options?: TextOptions): string {
  if (!isElement(node)) return collapseWhitespace(node.data);
  const skip = options?.skip;
  return isSelfHidden(node) || skip?.(node) ? '' : collapseWhitespace(appendText(node.children, '', skip));
}

/** The text of sibling nodes. Spaces at their ends count, as between two words. */
export function textOfNodes(nodes: readonly Node[], options?: TextOptions): string {
  return collapseWhitespace(appendText(nodes, '', options?.skip));
}

/**
 * The distinct texts of `em`, `i`, `b`, `strong` and `mark` in the element, in order of first appearance: the matched
 * words.
 */
export function highlightsOf(element: Element, options?: TextOptions): string[] {
  const found: string[] = [];
  collectMarks(element, found, options);
  return distinctNonEmpty(found);
}

/** The element's `aria-label`; `''` if none. */
export function ariaLabelOf(element: Element): string {
  return collapseWhitespace(attributeText(element, 'aria-label'));
}

/** Whether the element highlights words of its text, as the engines do with matched words: by its name, or in bold. */
export function isHighlight(element: Element): boolean {
  const { name } = element;
  if (name === 'span') return element.mayHave(styleBit) && bold.test(attributeText(element, 'style'));
  return name === 'em' || name === 'b' || name === 'strong' || name === 'mark' || name === 'i';
}

const styleBit = attributeBits(['style']);
const bold = /(?:^|[;\s])font-weight\s{0,3}:\s{0,3}(?:bold|[6-9]00)/i;

/** Appends the text of nodes. A single run of text, as most elements have, is not copied. */
function appendText(nodes: readonly Node[], before: string, skip: TextOptions['skip']): string {
  let text = before;
  for (const node of nodes) {
    if (!isElement(node)) text += node.data;
    else if (!isSelfOutOfSight(node) && !skip?.(node)) {
      text = endLine(node, appendText(node.children, endLine(node, text), skip));
    }
  }
  return text;
}

/** Separates lines by a space. Not before the first line, which would copy the text. */
function endLine(element: Element, text: string): string {
  return text !== '' && isLineBreaking(element) ? `${text} ` : text;
}

function collectMarks(parent: Element, found: string[], options: TextOptions | undefined): void {
  for (const child of parent.children) {
    if (!isElement(child) || isSelfOutOfSight(child) || options?.skip?.(child)) continue;
    if (isHighlight(child)) found.push(textOf(child, options));
    else collectMarks(child, found, options);
  }
}

/** Whether the element is a control beside a link and so not part of its text. One around the link opens the link. */
export function isButtonOrLabelNotAround(element: Element, anchor: Element): boolean {
  return isButtonOrLabel(element) && !contains(element, anchor);
}

/** The title of a link as a person reads it, without controls beside it. */
export function titleText(title: Element, anchor: Element): string {
  return textOf(title, { skip: (element) => element !== title && isButtonOrLabelNotAround(element, anchor) });
}

/**
 * Takes out single letters in boxes of their own that stand before other texts in place of icons, as for sites without
 * one. Returns whether there were several; then the order of the page's elements has changed.
 */
export function removeLetterIcons({ elements }: ElementLists): boolean {
  const icons = elements.filter(holdsLetter).flatMap((element) => iconAround(element) ?? []);
  if (icons.length < minIcons) return false;
  icons.forEach(detach);
  return true;
}

const minIcons = 3;

function holdsLetter({ name, children }: Element): boolean {
  if (children.length !== 1 || partNames.has(name)) return false;
  const [letter] = children as [Node];
  return !isElement(letter) && letter.data.length < 4 && iconLetter.test(letter.data);
}

/** Elements whose letters mean something. */
const partNames: ReadonlySet<string> = new Set('a b cite dd dt em li mark strong td th'.split(' '));

const iconLetter = /^(?:\p{Lu}|\p{Extended_Pictographic}\ufe0f?)$/u;

/** The widest box with only a letter, if a text follows; undefined if none does. */
function iconAround(element: Element): Element | undefined {
  let box = element;
  while (box.parent!.children.length === 1 && box.name !== 'body') box = box.parent!;
  const { name, parent } = box;
  const siblings = parent!.children.filter((node) => hasText(node) || !isLineBreaking(box));
  const next = siblings[siblings.indexOf(box) + 1];
  if (next === undefined || !isElement(next) || partNames.has(name)) return undefined;
  const text = textOf(next);
  return text.length > 2 && ([box, next].some(isLineBreaking) || beginsText.test(text)) ? box : undefined;
}

/** Unlike the rest of a word whose first letter is larger. */
const beginsText = /^[\p{Lu}\d]|\./u;
