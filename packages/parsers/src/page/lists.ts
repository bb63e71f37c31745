import { attributeBits } from '../html/attributes.js';
import { attribute, childElements, closest, contains, type Element, hrefOf } from '../html/tree.js';
import { isAnchor, isButtonOrLabel, isHeading } from './roles.js';

/** Lists of elements of a page to start from, in document order. */
export interface ElementLists {
  /** All elements. */
  readonly elements: readonly Element[];
  /** Links with an address. */
  readonly anchors: readonly Element[];
  readonly headings: readonly Element[];
  /** The first element with each id. */
  readonly ids: ReadonlyMap<string, Element>;
  /** The elements with an id that an element before them has. */
  readonly repeated: readonly Element[];
  /**
   * Elements that a person or a script may follow like links: buttons, options, areas of images, links to nowhere, those
   * with that role or an `onclick`.
   */
  readonly scripted: readonly Element[];
  /** Elements, except headings, that may be named by another one through `aria-labelledby`. */
  readonly labelled: readonly Element[];
}

/** Finds the lists in all elements of a page, in one pass. */
export function collectElementLists(elements: readonly Element[]): ElementLists {
  const anchors: Element[] = [];
  const headings: Element[] = [];
  const scripted: Element[] = [];
  const labelled: Element[] = [];
  const ids = new Map<string, Element>();
  const repeated: Element[] = [];
  for (const element of elements) {
    const id = element.mayHave(idBit) ? attribute(element, 'id') : undefined;
    if (id !== undefined) {
      if (ids.has(id)) repeated.push(element);
      else ids.set(id, element);
    }
    if (element.name === 'a' && element.hasAttribute('href')) {
      anchors.push(element);
      if (element.testRawAttribute('href', leadsNowhere) && !isButtonOrLabel(element)) scripted.push(element);
    } else if (mayBeScriptedLink(element)) scripted.push(element);
    if (isHeading(element)) headings.push(element);
    else if (element.mayHave(labelledBit)) labelled.push(element);
  }
  return { elements, anchors, headings, ids, repeated, scripted, labelled };
}

const idBit = attributeBits(['id']);
const labelledBit = attributeBits(['aria-labelledby']);
const roleBit = attributeBits(['role']);
const clickBit = attributeBits(['onclick']);

/** `javascript:…`, `#` */
function leadsNowhere(text: string, from: number, end: number): boolean {
  const first = text[from];
  if (first === '#') return end === from + 1;
  return (
    (first === 'j' || first === 'J') && text.slice(from, from + scriptScheme.length).toLowerCase() === scriptScheme
  );
}

const scriptScheme = 'javascript:';

function mayBeScriptedLink(element: Element): boolean {
  const { name } = element;
  return (
    name === 'button' ||
    name === 'option' ||
    name === 'area' ||
    name === 'a' ||
    (element.mayHave(roleBit) && attribute(element, 'role') === 'link') ||
    (element.mayHave(clickBit) && element.hasAttribute('onclick'))
  );
}

/** The elements of a document-ordered list that are `outer` or its descendants. */
export function elementsWithin(list: readonly Element[], outer: Element): readonly Element[] {
  const from = lowerBound(list, outer.order);
  return list.slice(from, lowerBound(list, outer.last + 1, from));
}

/** The links of a page that are `outer` or inside it. */
export function anchorsWithin({ anchors }: Pick<ElementLists, 'anchors'>, outer: Element): readonly Element[] {
  return elementsWithin(anchors, outer);
}

/** The headings of a page that are `outer` or inside it. */
export function headingsWithin({ headings }: Pick<ElementLists, 'headings'>, outer: Element): readonly Element[] {
  return elementsWithin(headings, outer);
}

/** The first element of a document-ordered list in `outer`, which may be `outer` itself; undefined if none. */
export function firstWithin(list: readonly Element[], outer: Element): Element | undefined {
  const found = list[lowerBound(list, outer.order)];
  return found !== undefined && contains(outer, found) ? found : undefined;
}

/** The first of a page's links in a heading, else the link around it. */
export function linkOfHeading(anchors: readonly Element[], heading: Element): Element | undefined {
  return firstWithin(anchors, heading) ?? closest(heading, isAnchor);
}

/** The links of the headings that have one. */
export function linksOfHeadings({ headings, anchors }: Pick<ElementLists, 'headings' | 'anchors'>): Element[] {
  return headings.flatMap((heading) => linkOfHeading(anchors, heading) ?? []);
}

/** Number of elements of a document-ordered list that are `outer` or its descendants. */
export function countWithin(list: readonly Element[], outer: Element): number {
  const from = lowerBound(list, outer.order);
  return lowerBound(list, outer.last + 1, from) - from;
}

/** The first element of a document-ordered list that begins after the end of `element`; undefined if none. */
export function firstAfter(list: readonly Element[], element: Element): Element | undefined {
  return list[lowerBound(list, element.last + 1)];
}

/** The last element of a document-ordered list that begins before `element`; undefined if none. */
export function lastBefore(list: readonly Element[], element: Element): Element | undefined {
  return list[lowerBound(list, element.order) - 1];
}

/** The elements of a document-ordered list that no other element of the list contains. */
export function outermostElements(list: readonly Element[]): Element[] {
  let end = -1;
  return list.filter((element) => {
    const isOuter = element.order > end;
    if (isOuter) end = element.last;
    return isOuter;
  });
}

/** Whether an element of a document-ordered list is or contains `element`; none of the list may contain another. */
export function isInAny(list: readonly Element[], element: Element): boolean {
  const before = list[lowerBound(list, element.order + 1) - 1];
  return before !== undefined && contains(before, element);
}

/** The elements of several lists in document order. */
export function mergeInDocumentOrder(...lists: (readonly Element[])[]): Element[] {
  const all = ([] as Element[]).concat(...lists);
  return isOrdered(all) ? all : all.sort((a, b) => a.order - b.order);
}

function isOrdered(list: readonly Element[]): boolean {
  for (let i = 1; i < list.length; i++) if (list[i]!.order < list[i - 1]!.order) return false;
  return true;
}

/** Index of the first element of a document-ordered list whose order is at least `order`. */
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

/** Elements that belong to something else, before and after; undefined if there is none on that side. */
export type Neighbours = readonly (Element | undefined)[];

/** The widest of an element and its ancestors that contains no neighbour and is inside any that `isTooWide`. */
export function widestAround(
  element: Element,
  neighbours: Neighbours,
  isTooWide: (outer: Element) => boolean = () => false,
): Element {
  let widest = element;
  for (let outer = element.parent; outer !== null && !isTooWide(outer); outer = outer.parent) {
    if (containsAny(outer, neighbours)) break;
    widest = outer;
  }
  return widest;
}

/** Whether an element is or contains one of the neighbours. */
export function containsAny(element: Element, neighbours: Neighbours): boolean {
  for (let i = 0; i < neighbours.length; i++) {
    const neighbour = neighbours[i];
    if (neighbour !== undefined && contains(element, neighbour)) return true;
  }
  return false;
}

/**
 * The nearest elements of a document-ordered list before an element and after its start, except those that `isOwn`. Any
 * ancestor of the element that contains others of the list contains one of these two.
 */
export function neighboursOf(
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

/** The elements of the same name beside an element, after it. */
export function nextSiblingsOfType({ name, order, parent }: Element): Element[] {
  const siblings = childElements(parent);
  return siblings.filter((other) => other.order > order && other.name === name);
}

/** The element inside `content` with the most children that are or contain one of some elements; undefined if none has two. */
export function parentWithMostBranches(elements: readonly Element[], content: Element): Element | undefined {
  const counts = new Map<Element, Set<Element>>();
  for (const element of elements) {
    for (let child = element; child !== content && child.parent !== null; child = child.parent) {
      const known = counts.get(child.parent);
      if (known?.has(child)) break; // then the elements around it are counted too
      if (known) known.add(child);
      else counts.set(child.parent, new Set([child]));
    }
  }
  let most: Element | undefined;
  let size = 1;
  for (const [parent, children] of counts) {
    if (children.size <= size) continue;
    most = parent;
    size = children.size;
  }
  return most;
}

/** How often each value occurs, in order of first appearance. */
export function countsOf<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Adds a value to the list of a key. */
export function appendToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}

/** Whether a link may lead to another site, and not to a search: by its address, or through a redirect of the engine. */
export function mayBeExternalLink(link: Element): boolean {
  return !ownPath.test(link.rawAttribute('href')!) && leadsOut.test(hrefOf(link));
}

/** Excludes most links within the site by how they are written: decoding the address would take longer than all the rest. */
const ownPath = /^(?:#|\/[a-fh-tv-z])/;

/** Saved pages have absolute links to the engine's own results too. */
const leadsOut = /^\s*(?:https?:\/\/(?![^/?#]+\/search\?)|\/(?:url|goto)\?)/i;
