import { attribute, closest, type Element } from '../../html/tree.js';
import { oncePerPage, type Page } from '../../page/page.js';

/** Name of the property that the page says an element shows, such as `kc:/people/person:born`; `''` where it says none. */
export function propertyOf(element: Element): string {
  return attribute(element, 'data-attrid') ?? '';
}

/** An element that the page says shows a property. */
export interface Marked {
  readonly element: Element;
  readonly property: string;
}

/** All of them, in document order. */
export const markedElements: (page: Page) => readonly Marked[] = oncePerPage(({ elements }) => {
  const marked: Marked[] = [];
  for (const element of elements) {
    const property = propertyOf(element);
    if (property !== '') marked.push({ element, property });
  }
  return marked;
});

/** Whether a property is one of the panel's entity; those of answers, galleries and folded questions have no such path. */
export function isEntityProperty(property: string): boolean {
  return entityPath.test(property);
}

const entityPath = /^(?!wa:)[a-z]+:\//;

/** Whether a property is what visitors make of a place: how busy it is, what they ask. No fact is in its block. */
export function isOfVisitors(property: string): boolean {
  return visitorsName.test(property);
}

const visitorsName = /:(?:busyness|place qa|\w*qna)$|^[^:]*:.*questions?$/;

/** Whether a property is one of a place: where it is, when it is open, what visitors say. */
export function isOfPlace({ property }: Marked): boolean {
  return placePath.test(property);
}

const placePath = /^kc:\/(?:local:|location\/location:(?:address|hours|actions)|collection\/knowledge_panels\/local)/;

/** Whether a property is the paragraph about the entity. */
export function isDescription(property: string): boolean {
  return descriptionName.test(property) && !property.startsWith('wa:');
}

const descriptionName = /^description$|:description$|^VisualDigestDescription$/;

/** The nearest of the element and its ancestors that the page says shows a property. */
export function closestProperty(element: Element): Element | undefined {
  return closest(element, (outer) => propertyOf(outer) !== '');
}
