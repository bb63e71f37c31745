import { attribute, type Element } from '../../html/tree.js';
import { textOf } from '../../page/text.js';

/**
 * Whether an element of an answer is no text of it: a control, a dialog, or a short label that readers aloud skip.
 * Longer texts that they skip are folded away, and part of the answer.
 */
export function isDecoration(element: Element): boolean {
  if (isControl(element)) return true;
  return attribute(element, 'aria-hidden') === 'true' && textOf(element).length <= maximumLabel;
}

const maximumLabel = 30;

/** Whether an element is there to be pressed, or opens when something is; links to be read may have that role too. */
export function isControl(element: Element): boolean {
  const role = attribute(element, 'role');
  if (role === 'dialog' || element.name === 'button' || element.name === 'g-dialog') return true;
  return role === 'button' && element.name !== 'a';
}
