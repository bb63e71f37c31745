import { contains, type Element } from '../html/tree.js';

/** Those of a document-ordered list that are descendants of `outer`, or `outer` itself. */
export function within(list: readonly Element[], outer: Element): readonly Element[] {
  const from = lowerBound(list, outer.order);
  return list.slice(from, lowerBound(list, outer.last + 1, from));
}

/** The first of a document-ordered list inside `outer`, undefined where none is. */
export function firstWithin(list: readonly Element[], outer: Element): Element | undefined {
  const found = list[lowerBound(list, outer.order)];
  return found !== undefined && contains(outer, found) ? found : undefined;
}

/** The first of a document-ordered list that begins behind `element`, undefined where none does. */
export function firstAfter(list: readonly Element[], element: Element): Element | undefined {
  return list[lowerBound(list, element.last + 1)];
}

/** The last of a document-ordered list that begins before `element`, undefined where none does. */
export function lastBefore(list: readonly Element[], element: Element): Element | undefined {
  return list[lowerBound(list, element.order) - 1];
}

/** Index of the first of a document-ordered list whose order is at least `order`. */
export function lowerBound(list: readonly Element[], order: number, from = 0): number {
  let low = from;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.order < order) low = middle + 1;
    else high = middle;
  }
  return low;
}
