import type { Element } from '../html/tree.js';

/** Whether the element is a list. */
export function isList({ name }: Element): boolean {
  return name === 'ul' || name === 'ol' || name === 'menu';
}

/** Whether the element is a list, or an item of one. */
export function isListPart(element: Element): boolean {
  return element.name === 'li' || isList(element);
}
