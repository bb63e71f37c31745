import { attribute, type Element } from '../../html/tree.js';
import { isButton } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isDialog } from '../landmarks.js';

/**
 * Whether an element of an answer is not part of its text: a control, a dialog, or a short label that screen readers
 * skip. Longer texts that they skip are collapsed and part of the answer.
 */
export function isDecoration(element: Element): boolean {
  if (isControl(element)) return true;
  return attribute(element, 'aria-hidden') === 'true' && textOf(element).length <= maximumLabel;
}

const maximumLabel = 30;

/**
 * Whether an element is a button, or opens on a click. Links with text may have the role of a button too, and do not
 * count.
 */
export function isControl(element: Element): boolean {
  return isDialog(element) || (isButton(element) && element.name !== 'a');
}
