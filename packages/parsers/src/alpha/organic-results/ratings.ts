import { type Element, isElement, type Node } from '../../html/tree.js';
import type { Line } from '../../page/lines.js';
import { hasRole } from '../../page/roles.js';
import { labelOf } from '../../page/text.js';
import { hasText, isLineBreaking } from '../../page/visible.js';

/** The blocks of the lines in which stars are drawn: they say what others think of a target, and what it costs. */
export function ratedBlocks(lines: readonly Line[]): ReadonlySet<Element> {
  const blocks = new Set<Element>();
  for (const { block } of lines) blocks.add(block);
  for (const block of blocks) if (!drawsStars(block)) blocks.delete(block);
  return blocks;
}

/** Whether stars are drawn in lines of the block itself, not in those of another block inside it. */
function drawsStars(block: Element): boolean {
  return block.children.some(isRating);
}

function isRating(child: Node): boolean {
  if (!isElement(child)) return false;
  return isStars(child) || ((!isLineBreaking(child) || !hasText(child)) && drawsStars(child));
}

/** A picture whose name, for those who hear it, is a number: "Rated 4.5 out of 5". */
function isStars(element: Element): boolean {
  const isPicture = hasRole(element, 'img') || element.parent?.name === 'g-review-stars';
  return isPicture && digit.test(labelOf(element));
}

const digit = /\p{Nd}/u;
