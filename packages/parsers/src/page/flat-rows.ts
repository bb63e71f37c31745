import { Element, hrefOf, isElement, listedAttributes, type Node } from '../html/tree.js';
import { isBlank } from '../words/text.js';
import { isBareAddress, isCite, minExcerptLength } from './address-shape.js';
import type { Lists } from './lists.js';
import { firstWithin } from './ordered.js';
import { mayLeadOut } from './outside-links.js';
import { isHeading } from './roles.js';
import { textOf } from './text.js';
import { hasText, isLineBreaking } from './visible.js';

/**
 * Puts each row in a box of its own where a page has the parts of all rows side by side, as items of a grid: an address
 * above or below each title, and its excerpt. Returns whether there were such rows; then the order of the page's
 * elements has changed.
 */
export function boxFlatRows(lists: Lists): boolean {
  let isChanged = false;
  for (const [parent, titles] of titlesByParent(lists)) {
    if (titles.length < minRows || tableNames.has(parent.name)) continue;
    const rows = rowsAmong(lists, parent.children, titles);
    if (rows.filter(({ hasExcerpt }) => hasExcerpt).length < Math.max(minRows, rows.length / 2)) continue;
    parent.children = boxed(parent, rows);
    isChanged = true;
  }
  return isChanged;
}

const minRows = 3;

/** Rows of a table are boxes already. */
const tableNames: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr']);

/** An element without other text than a link's. */
interface Title {
  readonly element: Element;
  readonly href: string;
}

/** The titles with text beside them, by the element that holds both, each in document order. */
function titlesByParent({ anchors }: Lists): ReadonlyMap<Element, Title[]> {
  const titles = new Map<Element, Title[]>();
  const onlyTexts: OnlyTexts = new Map();
  for (const anchor of anchors) {
    if (!mayLeadOut(anchor) || !hasText(anchor)) continue;
    const element = widestOfText(anchor, onlyTexts);
    if (element.parent === null) continue;
    const title = { element, href: hrefOf(anchor) };
    const known = titles.get(element.parent);
    if (known === undefined) titles.set(element.parent, [title]);
    else known.push(title);
  }
  return titles;
}

/** The only child with text of each element looked at; undefined if there are several. */
type OnlyTexts = Map<Element, Node | undefined>;

/** The widest element around a link that has no other text. */
function widestOfText(link: Element, onlyTexts: OnlyTexts): Element {
  let widest = link;
  for (let outer = link.parent; outer !== null && outer.name !== 'body'; outer = outer.parent) {
    if (!onlyTexts.has(outer)) onlyTexts.set(outer, onlyTextIn(outer));
    if (onlyTexts.get(outer) !== widest) break;
    widest = outer;
  }
  return widest;
}

function onlyTextIn({ children }: Element): Node | undefined {
  const first = children.findIndex(hasText);
  return children.some((child, index) => index > first && hasText(child)) ? undefined : children[first];
}

/** A row as the nodes from one index on, up to another. */
interface FlatRow {
  readonly start: number;
  readonly end: number;
  readonly hasExcerpt: boolean;
}

function rowsAmong(lists: Lists, nodes: readonly Node[], titles: readonly Title[]): FlatRow[] {
  const runs = runsOfTitles(lists, nodes, titles);
  const lengths = runs.map(({ from }, index) => lengthOfHead(nodes, from, (runs[index - 1]?.to ?? -1) + 1));
  const length = Math.min(...lengths);
  const isAddressed = runs.every(({ from }) => nodes.slice(from - length, from).some(isAddress));
  const starts = runs.map(({ from }) => (isAddressed ? from - length : from));
  if (!starts.every((start) => beginsLine(nodes, start))) return [];
  return runs.map(({ to }, index) => {
    const end = endOfRow(lists, nodes, to + 1, starts[index + 1] ?? nodes.length);
    return { start: starts[index]!, end, hasExcerpt: nodes.slice(to + 1, end).some(isExcerpt) };
  });
}

/** Indices of the first and the last title of a row. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** A row has several titles if its address is a link too: they are side by side. */
function runsOfTitles({ headings }: Lists, nodes: readonly Node[], titles: readonly Title[]): Run[] {
  const indices = new Map(nodes.map((node, index) => [node, index]));
  const runs: Run[] = [];
  let last: Title | undefined;
  for (const title of titles) {
    const index = indices.get(title.element)!;
    const run = runs.at(-1);
    const isSame = last !== undefined && (last.href === title.href || isHeadOf(headings, last, title));
    if (run !== undefined && isSame && !nodes.slice(run.to + 1, index).some(hasText))
      runs.splice(-1, 1, { from: run.from, to: index });
    else runs.push({ from: index, to: index });
    last = title;
  }
  return runs;
}

function isHeadOf(headings: readonly Element[], address: Title, title: Title): boolean {
  return !holdsHeading(headings, address.element) && holdsHeading(headings, title.element);
}

/** Number of short texts right before a title: the site's name and its address. */
function lengthOfHead(nodes: readonly Node[], title: number, first: number): number {
  let start = title;
  while (start > first && title - start < maxHeadLength && !isExcerpt(nodes[start - 1]!)) start -= 1;
  return title - start;
}

/** Maximum number of nodes above a title: name and address, and white space around them. */
const maxHeadLength = 5;

function isExcerpt(node: Node): boolean {
  return textOf(node).length >= minExcerptLength;
}

function isAddress(node: Node): boolean {
  return isElement(node) && (isBareAddress(textOf(node)) || holdsCite(node));
}

function holdsCite(element: Element): boolean {
  return isCite(element) || element.children.some((child) => isElement(child) && holdsCite(child));
}

/** Whether a line begins at an index: a title within a sentence is none of a row. */
function beginsLine(nodes: readonly Node[], index: number): boolean {
  const before = [nodes[index - 1], nodes[index - 2]].find((node) => node === undefined || !isBlankText(node));
  return before === undefined || [before, nodes[index]!].some((node) => isElement(node) && isLineBreaking(node));
}

function isBlankText(node: Node): boolean {
  return !isElement(node) && isBlank(node.data);
}

/** A row ends before the next one, and before a part of the page with a heading of its own. */
function endOfRow({ headings }: Lists, nodes: readonly Node[], from: number, next: number): number {
  for (let end = from; end < next; end++) {
    const node = nodes[end]!;
    if (isElement(node) && holdsHeading(headings, node)) return end;
  }
  return next;
}

function holdsHeading(headings: readonly Element[], element: Element): boolean {
  return isHeading(element) || firstWithin(headings, element) !== undefined;
}

function boxed(parent: Element, rows: readonly FlatRow[]): Node[] {
  const nodes = [...parent.children];
  for (const { start, end, hasExcerpt } of [...rows].reverse()) {
    if (!hasExcerpt) continue;
    const box = new Element('div', parent.namespace, false, listedAttributes([]));
    box.children = nodes.splice(start, end - start, box);
    for (const child of box.children) child.parent = box;
    box.parent = parent;
  }
  return nodes;
}
