import { hasText, isLineBreaking, labelOf } from '../../html/text.js';
import { attribute, type Element, isElement } from '../../html/tree.js';

/** Those of the blocks in which stars are drawn: they say what others think of a target, and what it costs. */
export function ratedBlocks(blocks: Iterable<Element>): ReadonlySet<Element> {
  return new Set([...new Set(blocks)].filter(drawsStars));
}

/** Whether stars are drawn in lines of the block itself, not in those of another block inside it. */
function drawsStars(block: Element): boolean {
  return block.children.some((child) => {
    if (!isElement(child)) return false;
    if (isStars(child)) return true;
    return (!isLineBreaking(child) || !hasText(child)) && drawsStars(child);
  });
}

/** A picture whose name, for those who hear it, is a number: "Rated 4.5 out of 5". */
function isStars(element: Element): boolean {
  const isPicture = attribute(element, 'role') === 'img' || element.parent?.name === 'g-review-stars';
  return isPicture && /\p{Nd}/u.test(labelOf(element));
}
