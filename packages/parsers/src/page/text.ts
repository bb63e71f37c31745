import { attribute, type Element, isElement, type Node } from '../html/tree.js';
import { collapse, distinct } from '../words/text.js';
import { isHidden } from './visible.js';

/** Elements that begin and end a line, so that their text never runs into the text beside them. */
const lineNames = new Set(
  'address article aside blockquote br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

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

/** Whether the element begins and ends a line: by its tag, or by a style of its own. */
export function isLineBreaking(element: Element): boolean {
  const isByName = lineNames.has(element.name);
  const display = element.hasAttribute('style') ? displayOf(element) : '';
  return isByName ? display !== 'inline' : blockDisplays.has(display);
}

/** How a style of its own displays the element, `''` where it does not say. */
function displayOf(element: Element): string {
  const style = attribute(element, 'style') ?? '';
  return style.includes('display') ? (styledDisplay.exec(style)?.[1] ?? '').toLowerCase() : '';
}

const styledDisplay = /(?:^|;)\s*display\s*:\s*([a-z-]+)/i;

const blockDisplays: ReadonlySet<string> = new Set(['block', 'flex', 'grid', 'table', 'list-item', 'flow-root']);

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
    else if (!isHidden(node) && !skip?.(node)) {
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
    if (!isElement(child) || isHidden(child) || options?.skip?.(child)) continue;
    if (isMark(child)) found.push(textOf(child, options));
    else collectMarks(child, found, options);
  }
}
