import { attribute, type Element } from '../../html/tree.js';
import { isButton } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isDialog } from '../landmarks.js';

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
  return isDialog(element) || (isButton(element) && element.name !== 'a');
}
