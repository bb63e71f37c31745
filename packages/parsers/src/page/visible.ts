import { attribute, closest, type Element, isElement, type Node } from '../html/tree.js';
import { isBlank } from '../words/text.js';

/** Whether an element is written so that no person sees it. `visibility` is left alone: scripts lift it after loading. */
export function isHidden(element: Element): boolean {
  element.hidden ??= hides(element);
  return element.hidden;
}

/** Whether the element and everything around it is displayed. */
export function isShown(element: Element): boolean {
  return closest(element, isHidden) === undefined;
}

/** Whether the element or one around it, inside of `outer`, is not displayed or hidden from those who are read to. */
export function isWithheld(element: Element, outer?: Element): boolean {
  for (let node: Element | null = element; node !== null && node !== outer; node = node.parent) {
    if (isHidden(node) || attribute(node, 'aria-hidden') === 'true') return true;
  }
  return false;
}

/** Whether `textOf` of the node is not ''. */
export function hasText(node: Node): boolean {
  if (!isElement(node)) return !isBlank(node.data);
  return !isHidden(node) && node.children.some(hasText);
}

/** Elements with fallback content, which the parser keeps as text: it is markup that no person sees. */
const rawNames = new Set(['noscript', 'iframe', 'noembed', 'noframes']);

function hides(element: Element): boolean {
  if (rawNames.has(element.name) || element.hasAttribute('hidden')) return true;
  const style = attribute(element, 'style');
  return style?.includes('display') === true && notDisplayed.test(style);
}

const notDisplayed = /(?:^|[;\s])display\s*:\s*none/i;
