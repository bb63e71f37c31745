import { attributeBits } from '../html/attributes.js';
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

/**
 * Whether the element or one around it, inside of `outer`, is not displayed, hidden from those who are read to, or closed
 * to everybody: folded away, not to be seen, not to be reached.
 */
export function isWithheld(element: Element, outer?: Element): boolean {
  for (let node: Element | null = element; node !== null && node !== outer; node = node.parent) {
    if (isHidden(node) || (node.mayHave(withholdingBits) && isClosed(node))) return true;
    if (node.parent?.name === 'details' && isFolded(node, node.parent)) return true;
  }
  return false;
}

const withholdingBits = attributeBits(['aria-hidden', 'inert', 'style']);

function isClosed(element: Element): boolean {
  if (attribute(element, 'aria-hidden') === 'true' || element.hasAttribute('inert')) return true;
  return invisible.test(attribute(element, 'style') ?? '');
}

const invisible = /(?:^|[;\s])(?:content-)?visibility\s*:\s*(?:hidden|collapse)/i;

/** Whether what stands right in a `details` is shown only when that is opened, as all but its summary is. */
function isFolded({ name }: Element, details: Element): boolean {
  return name !== 'summary' && !details.hasAttribute('open');
}

/** Whether `textOf` of the node is not ''. */
export function hasText(node: Node): boolean {
  if (!isElement(node)) return !isBlank(node.data);
  return !isHidden(node) && node.children.some(hasText);
}

/** Elements with fallback content, which the parser keeps as text: it is markup that no person sees. */
const rawNames = new Set(['noscript', 'iframe', 'noembed', 'noframes']);

function hides(element: Element): boolean {
  if (rawNames.has(element.name)) return true;
  if (element.name === 'dialog' && !element.hasAttribute('open')) return true;
  if (!element.mayHave(hidingBits)) return false;
  if (element.hasAttribute('hidden') || element.hasAttribute('popover')) return true;
  return notDisplayed.test(attribute(element, 'style') ?? '');
}

const hidingBits = attributeBits(['hidden', 'popover', 'style']);

const notDisplayed = /(?:^|[;\s])display\s*:\s*none/i;
