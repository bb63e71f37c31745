import { type Element, hrefOf, isElement, type Node } from '../html/tree.js';
import { minExcerptLength } from './address-shape.js';
import type { Lists } from './lists.js';
import { addTo, linkOfHeading } from './ordered.js';
import { mayLeadOut } from './outside-links.js';
import { hasText, isOutOfSight } from './visible.js';

/** An element around a link with few other words. */
export interface Title {
  readonly element: Element;
  readonly href: string;
}

/** The titles with text beside them, by the element that holds both, each in document order. */
export function titlesByParent(links: readonly Element[]): ReadonlyMap<Element, Title[]> {
  const titles = new Map<Element, Title[]>();
  for (const anchor of links) {
    const element = widestOfTitle(anchor);
    if (element.parent === null || element.parent.children.length < minNodes) continue;
    const isKnown = titles.get(element.parent)?.at(-1)?.element === element;
    if (!isKnown) addTo(titles, element.parent, { element, href: hrefOf(anchor) });
  }
  return titles;
}

/** The links of headings that may lead out; if there are too few, all links. Empty if most of a sample are in boxes of rows. */
export function titleLinks({ headings, anchors }: Lists): readonly Element[] {
  const linked = headings.flatMap((heading) => linkOfHeading(anchors, heading) ?? []);
  const [links, size] = linked.length < minTitles ? [anchors, sampleOfLinks] : [linked, sampleOfHeadings];
  const step = Math.max(1, Math.floor(links.length / size));
  const sample = links.filter((link, index) => index % step === 0 && mayBeTitle(link));
  const count = sample.filter(isAmongMany).length;
  return count > 0 && 3 * count >= sample.length ? links.filter(mayBeTitle) : [];
}

const sampleOfLinks = 16;
const sampleOfHeadings = 6;

function mayBeTitle(link: Element): boolean {
  return mayLeadOut(link) && hasText(link);
}

/** Whether a title is beside the parts of other rows. */
function isAmongMany(link: Element): boolean {
  const { parent } = widestOfTitle(link);
  return parent !== null && parent.children.length >= minNodes;
}

/** The widest element around a link with no more than a few other words: a name, a control. */
function widestOfTitle(link: Element): Element {
  let widest = link;
  for (let outer = link.parent; outer !== null && outer.name !== 'body'; outer = outer.parent) {
    if (holdsExcerptBeside(outer, widest)) break;
    widest = outer;
  }
  return widest;
}

function holdsExcerptBeside({ children }: Element, title: Element): boolean {
  if (children.length > maxBeside) return true;
  let length = 0;
  for (let index = 0; index < children.length && length < minExcerptLength; index++) {
    const child = children[index]!;
    if (child !== title) length += lengthUpTo(child, minExcerptLength - length);
  }
  return length >= minExcerptLength;
}

/** Maximum number of nodes in the box of a title. */
const maxBeside = 24;

/** The length of a node's text, or a limit if it is longer. */
function lengthUpTo(node: Node, limit: number): number {
  if (!isElement(node)) return Math.min(node.data.trim().length, limit);
  let length = 0;
  if (isOutOfSight(node)) return length;
  for (let index = 0; index < node.children.length && length < limit; index++)
    length += lengthUpTo(node.children[index]!, limit - length);
  return length;
}

/** Fewer headings with links are not all titles of a page. */
const minTitles = 3;

/** Number of nodes of three rows. */
const minNodes = 6;

/** Whether a node has as much text as an excerpt. */
export function isExcerpt(node: Node): boolean {
  return lengthUpTo(node, minExcerptLength) >= minExcerptLength;
}
