import { attribute, contains, type Element, isElement, type Node } from '../html/tree.js';
import { collapse, distinct } from '../words/text.js';
import { isButton } from './roles.js';
import { isHidden, isLineBreaking, isOutOfSight } from './visible.js';

export interface TextOptions {
  /** Leaves an element out, with all its content. */
  skip?: (element: Element) => boolean;
}

/**
 * The text of a node as a person reads it: content of elements that are not displayed left out, lines and blocks
 * separated by a space, white space collapsed, invisible marks kept as written.
 */
export function textOf(node: Node, options?: TextOptions): string {
  if (!isElement(node)) return collapse(node.data);
  const skip = options?.skip;
  return isHidden(node) || skip?.(node) ? '' : collapse(withTextAmong(node.children, '', skip));
}

/** The text of nodes side by side: white space may be at the end of one as between two. */
export function textOfNodes(nodes: readonly Node[], options?: TextOptions): string {
  return collapse(withTextAmong(nodes, '', options?.skip));
}

/** All text of a node as written, displayed or not, with its white space. */
export function writtenText(node: Node): string {
  return isElement(node) ? node.children.map(writtenText).join('') : node.data;
}

/** Distinct texts of `em`, `b`, `strong` and `mark` inside the node, first appearance first: the matched words. */
export function highlightsOf(element: Element, options?: TextOptions): string[] {
  const found: string[] = [];
  collectMarks(element, found, options);
  return distinct(found);
}

/** The accessible name written on the element, '' where there is none. */
export function labelOf(element: Element): string {
  return collapse(attribute(element, 'aria-label') ?? '');
}

/** Whether the element marks words of its text: the engines' ways of highlighting what matched. */
export function isMark({ name }: Element): boolean {
  return name === 'em' || name === 'b' || name === 'strong' || name === 'mark' || name === 'i';
}

/** The text so far with that of nodes behind it. A single run of text, as most elements have, is not copied. */
function withTextAmong(nodes: readonly Node[], before: string, skip: TextOptions['skip']): string {
  let text = before;
  for (const node of nodes) {
    if (!isElement(node)) text += node.data;
    else if (!isOutOfSight(node) && !skip?.(node)) {
      text = endedBy(node, withTextAmong(node.children, endedBy(node, text), skip));
    }
  }
  return text;
}

/** A space parts the lines; one before the first would make a copy of the text. */
function endedBy(element: Element, text: string): string {
  return text !== '' && isLineBreaking(element) ? `${text} ` : text;
}

function collectMarks(parent: Element, found: string[], options: TextOptions | undefined): void {
  for (const child of parent.children) {
    if (!isElement(child) || isOutOfSight(child) || options?.skip?.(child)) continue;
    if (isMark(child)) found.push(textOf(child, options));
    else collectMarks(child, found, options);
  }
}

/** What is there to be pressed beside a link: no part of what is said there. One around the link is the way to it. */
export function isButtonBeside(element: Element, anchor: Element): boolean {
  return isButton(element) && !contains(element, anchor);
}

/** The title of a link as a person reads it, without what is there to be pressed beside it. */
export function titleText(title: Element, anchor: Element): string {
  return textOf(title, { skip: (element) => element !== title && isButtonBeside(element, anchor) });
}
