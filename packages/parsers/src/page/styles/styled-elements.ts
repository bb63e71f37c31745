import { attributeBits } from '../../html/attributes.js';
import type { Element } from '../../html/tree.js';

/** An element with children and a style of its own. */
export interface StyledElement {
  readonly element: Element;
  /** The attribute as written. */
  readonly style: string;
}

/** The elements with children that have a `style`, in document order. */
export function styledElements(elements: readonly Element[]): StyledElement[] {
  const styled: StyledElement[] = [];
  for (const element of elements) {
    if (element.children.length === 0 || !element.mayHave(styleBit)) continue;
    const style = element.writtenAttribute('style');
    if (style !== undefined) styled.push({ element, style });
  }
  return styled;
}

const styleBit = attributeBits(['style']);
