import { attribute, type Element } from '../../html/tree.js';
import { textOf } from '../../page/text.js';

/**
 * Whether an element of an answer is no text of it: a control, a dialog, or a short label that readers aloud skip.
 * Longer texts that they skip are folded away, and part of the answer.
 */
export function isDecoration(element: Element): boolean {
  const role = attribute(element, 'role');
  if (role === 'button' || role === 'dialog' || element.name === 'button') return true;
  return attribute(element, 'aria-hidden') === 'true' && textOf(element).length <= maximumLabel;
}

const maximumLabel = 30;
