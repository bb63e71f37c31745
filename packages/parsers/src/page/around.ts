import { contains, type Element } from '../html/tree.js';
import { lowerBound } from './ordered.js';

/** Elements that belong to something else; undefined where there is none on that side. */
export type Neighbours = readonly (Element | undefined)[];

/** The widest of an element and its ancestors that holds none of the neighbours and is inside of what `isTooWide`. */
export function widestAround(
  element: Element,
  neighbours: Neighbours,
  isTooWide: (outer: Element) => boolean = () => false,
): Element {
  let widest = element;
  for (let outer = element.parent; outer !== null && !isTooWide(outer); outer = outer.parent) {
    if (holdsAny(outer, neighbours)) break;
    widest = outer;
  }
  return widest;
}

/** Whether one of the neighbours is inside an element, or is it. */
export function holdsAny(element: Element, neighbours: Neighbours): boolean {
  for (let i = 0; i < neighbours.length; i++) {
    const neighbour = neighbours[i];
    if (neighbour !== undefined && contains(element, neighbour)) return true;
  }
  return false;
}

/**
 * The nearest of a document-ordered list before an element and after its start, without those that `isOwn`: an ancestor
 * of the element that holds any of the list holds one of the two.
 */
export function nearestOf(
  list: readonly Element[],
  element: Element,
  isOwn: (neighbour: Element) => boolean = () => false,
): Neighbours {
  let before = lowerBound(list, element.order) - 1;
  let after = before + 1;
  while (before >= 0 && isOwn(list[before]!)) before -= 1;
  while (after < list.length && isOwn(list[after]!)) after += 1;
  return [list[before], list[after]];
}
