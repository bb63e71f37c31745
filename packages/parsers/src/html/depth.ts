import { type Element, isElement, type Node } from './tree.js';

/**
 * Elements deeper than this become siblings instead. The HTML standard knows no such limit; browsers have it, at the
 * same depth, for the same reason: what walks up or down the tree must neither overflow the stack nor take time by
 * depth on a page made of nothing but start tags.
 */
export const maximumDepth = 512;

/**
 * Makes what is deeper than `maximumDepth` children of the element that stands one above that depth, in document
 * order; each of them keeps its own texts. `html` has depth 1.
 */
export function flatten(document: Element): void {
  let level = [document];
  for (let depth = 1; depth < maximumDepth; depth++)
    level = level.flatMap((element) => element.children.filter(isElement));
  for (const element of level) flattenInside(element);
}

function flattenInside(outer: Element): void {
  const flat: Node[] = [];
  const rest: Node[] = outer.children.toReversed();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    node.parent = outer;
    flat.push(node);
    if (!isElement(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) if (isElement(node.children[i]!)) rest.push(node.children[i]!);
    node.children = node.children.filter((child) => !isElement(child));
  }
  outer.children = flat;
}
