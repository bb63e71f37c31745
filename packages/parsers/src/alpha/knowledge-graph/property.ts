import { attributeBits } from '../../html/attributes.js';
import { attributeText, closest, type Element } from '../../html/tree.js';
import { elementsThatMayHave, oncePerPage, type Page } from '../../page/page.js';

/** The property that the element is marked with, such as `kc:/people/person:born`; `''` if none. */
export function propertyOf(element: Element): string {
  return attributeText(element, 'data-attrid');
}

/** An element that is marked with a property. */
export interface Marked {
  readonly element: Element;
  readonly property: string;
}

/** All marked elements, in document order. */
export const markedElements: (page: Page) => readonly Marked[] = oncePerPage((page) => {
  const marked: Marked[] = [];
  for (const element of elementsThatMayHave(page, propertyBit)) {
    const property = propertyOf(element);
    if (property !== '') marked.push({ element, property });
  }
  return marked;
});

const propertyBit = attributeBits(['data-attrid']);

/**
 * Whether a property is one of the panel's entity. Those of answers, galleries and collapsed questions have no such
 * path.
 */
export function isEntityProperty(property: string): boolean {
  return entityPath.test(property);
}

const entityPath = /^(?!wa:)[a-z]+:\//;

/** Whether a property is from a place's visitors: how busy it is, what they ask. Such an element contains no facts. */
export function isVisitorContent(property: string): boolean {
  return visitorsName.test(property);
}

const visitorsName = /:(?:busyness|place qa|\w*qna)$|^[^:]*:.*questions?$/;

/** Whether a property is one of a place: address, opening hours, reviews. */
export function isPlaceProperty({ property }: Marked): boolean {
  return placePath.test(property);
}

const placePath = /^kc:\/(?:local:|location\/location:(?:address|hours|actions)|collection\/knowledge_panels\/local)/;

/** Whether a property is the paragraph about the entity. */
export function isDescription(property: string): boolean {
  return descriptionName.test(property) && !property.startsWith('wa:');
}

const descriptionName = /^description$|:description$|^VisualDigestDescription$/;

/** The nearest marked element among the element and its ancestors. */
export function closestProperty(element: Element): Element | undefined {
  return closest(element, (outer) => propertyOf(outer) !== '');
}
