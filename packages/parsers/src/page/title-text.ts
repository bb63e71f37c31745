import { contains, type Element } from '../html/tree.js';
import { isButton } from './roles.js';
import { textOf } from './text.js';

/** What is there to be pressed beside a link: no part of what is said there. One around the link is the way to it. */
export function isButtonBeside(element: Element, anchor: Element): boolean {
  return isButton(element) && !contains(element, anchor);
}

/** The title of a link as a person reads it, without what is there to be pressed beside it. */
export function titleText(title: Element, anchor: Element): string {
  return textOf(title, { skip: (element) => element !== title && isButtonBeside(element, anchor) });
}
