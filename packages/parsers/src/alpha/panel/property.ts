import { attribute, closest, type Element } from '../../html/tree.js';

/** Name of the property that the page says an element shows, such as `kc:/people/person:born`; `''` where it says none. */
export function propertyOf(element: Element): string {
  return attribute(element, 'data-attrid') ?? '';
}

/** Whether a property is one of the panel's entity; those of answers, galleries and folded questions have no such path. */
export function isEntityProperty(property: string): boolean {
  return /^(?!wa:)[a-z]+:\//.test(property);
}

/** Whether the element shows the paragraph about the entity. */
export function isDescription(element: Element): boolean {
  return /^description$|:description$|^VisualDigestDescription$/.test(propertyOf(element)) && !isAnswer(element);
}

/** The nearest of the element and its ancestors that the page says shows a property. */
export function closestProperty(element: Element): Element | undefined {
  return closest(element, (outer) => propertyOf(outer) !== '');
}

function isAnswer(element: Element): boolean {
  return propertyOf(element).startsWith('wa:');
}
