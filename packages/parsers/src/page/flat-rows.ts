import { attributesFromList, Element, hrefOf, isElement, type Node, setChildren } from '../html/tree.js';
import { isBlank } from '../words/text.js';
import { isBareAddress, isCite, minExcerptLength } from './line-parts.js';
import { appendToList, type ElementLists, firstWithin, linksOfHeadings, mayBeExternalLink } from './lists.js';
import { isHeading } from './roles.js';
import { textOf } from './text.js';
import { hasText, isLineBreaking, lengthUpTo } from './visible.js';

/**
 * Puts each row in a box of its own where a page has the parts of all rows side by side, as items of a grid: an address
 * above or below each title, and its excerpt. Returns whether there were such rows; then the order of the page's
 * elements has changed.
 */
export function wrapRowParts(lists: ElementLists): boolean {
  let isChanged = false;
  const links = titleLinks(lists);
  for (const [parent, titles] of titlesByParent(links)) {
    if (titles.length < minRows || tableNames.has(parent.name) || !holdsExcerpts(parent, titles)) continue;
    const rows = rowsAmong({ headings: lists.headings, links }, parent.children, titles);
    if (rows.filter(({ hasExcerpt }) => hasExcerpt).length < Math.max(minRows, rows.length / 3)) continue;
    parent.children = boxed(parent, rows);
    isChanged = true;
  }
  return isChanged;
}

const minRows = 3;

/** Rows of a table are boxes already. */
const tableNames: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr']);

/** Whether there are texts for several rows, as there are none among the items of a list of links. */
function holdsExcerpts({ children }: Element, titles: readonly Title[]): boolean {
  const elements = new Set<Node>(titles.map(({ element }) => element));
  let count = 0;
  for (let index = 0; index < children.length && count < minRows; index++)
    if (!elements.has(children[index]!) && nodeHasExcerptLength(children[index]!)) count += 1;
  return count === minRows;
}

/** A row as the nodes from one index on, up to another. */
interface FlatRow {
  readonly start: number;
  readonly end: number;
  readonly hasExcerpt: boolean;
}

function rowsAmong(heads: Heads, nodes: readonly Node[], titles: readonly Title[]): FlatRow[] {
  const runs = runsOfTitles(nodes, titles);
  const starts = startsOf(nodes, runs);
  return runs.map((run, index) => {
    const { to } = run;
    const end = endOfRow(heads, nodes, run, starts[index + 1] ?? nodes.length);
    return { start: starts[index]!, end, hasExcerpt: nodes.slice(to + 1, end).some(nodeHasExcerptLength) };
  });
}

/** Where rows start: at their titles, or at the addresses above them and the names that all rows have above these. */
function startsOf(nodes: readonly Node[], runs: readonly Run[]): number[] {
  const heads = runs.map(({ from }, index) => headAbove(nodes, from, (runs[index - 1]?.to ?? -1) + 1));
  const addressed = heads.filter((head) => head !== undefined);
  if (heads[0] === undefined || addressed.length < runs.length / 2) return runs.map(({ from }) => from);
  const names = Math.min(...addressed.map(({ start, address }) => address - start));
  return runs.map(({ from }, index) => (heads[index] === undefined ? from : heads[index].address - names));
}

/** Indices of an address above a title and of the first of the short texts above it. */
interface TitleHead {
  readonly start: number;
  readonly address: number;
}

function headAbove(nodes: readonly Node[], title: number, first: number): TitleHead | undefined {
  let start = title;
  let address: number | undefined;
  for (; start > first && title - start < maxHeadLength; start--) {
    if (address === undefined && isAddress(nodes[start - 1]!)) address = start - 1;
    else if (nodeHasExcerptLength(nodes[start - 1]!)) break;
  }
  return address === undefined ? undefined : { start, address };
}

/** Maximum number of nodes above a title: name and address, and white space around them. */
const maxHeadLength = 5;

/** Indices of the first and the last title of a row. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

/** A row has several titles if its address is a link too: they are side by side. */
function runsOfTitles(nodes: readonly Node[], titles: readonly Title[]): Run[] {
  const indices = new Map(nodes.map((node, index) => [node, index]));
  const runs: Run[] = [];
  for (const title of titles) {
    const index = indices.get(title.element)!;
    const run = runs.at(-1);
    if (!beginsLine(nodes, index)) continue;
    if (run !== undefined && run.href === title.href && !nodes.slice(run.to + 1, index).some(hasText))
      runs.splice(-1, 1, { ...run, to: index });
    else runs.push({ from: index, to: index, href: title.href });
  }
  return runs;
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

/** What begins other parts of a page. */
interface Heads {
  readonly headings: readonly Element[];
  /** Links that may be titles. */
  readonly links: readonly Element[];
}

/** A row ends before the next one, and before an element with a heading or another title of its own. */
function endOfRow(heads: Heads, nodes: readonly Node[], { to, href }: Run, next: number): number {
  for (let end = to + 1; end < next; end++) {
    const node = nodes[end]!;
    if (isElement(node) && beginsPart(heads, node, href)) return end;
  }
  return next;
}

function beginsPart({ headings, links }: Heads, element: Element, href: string): boolean {
  if (isHeading(element) || firstWithin(headings, element) !== undefined) return true;
  const link = firstWithin(links, element);
  return link !== undefined && hrefOf(link) !== href;
}

function boxed(parent: Element, rows: readonly FlatRow[]): Node[] {
  const nodes = [...parent.children];
  for (const { start, end } of [...rows].reverse()) {
    if (end - start < 2) continue;
    const box = new Element('div', parent.namespace, false, attributesFromList([]));
    setChildren(box, nodes.splice(start, end - start, box));
    box.parent = parent;
  }
  return nodes;
}

/** An element around a link with few other words. */
interface Title {
  readonly element: Element;
  readonly href: string;
}

/** The titles with text beside them, by the element that holds both, each in document order. */
function titlesByParent(links: readonly Element[]): ReadonlyMap<Element, Title[]> {
  const titles = new Map<Element, Title[]>();
  for (const anchor of links) {
    const element = widestOfTitle(anchor);
    if (element.parent === null || element.parent.children.length < minNodes) continue;
    const isKnown = titles.get(element.parent)?.at(-1)?.element === element;
    if (!isKnown) appendToList(titles, element.parent, { element, href: hrefOf(anchor) });
  }
  return titles;
}

/** The links of headings that may lead out; if there are too few, all links. Empty if most of a sample are in boxes of rows. */
function titleLinks({ headings, anchors }: ElementLists): readonly Element[] {
  const linked = linksOfHeadings({ headings, anchors });
  const [links, size] = linked.length < minTitles ? [anchors, sampleOfLinks] : [linked, sampleOfHeadings];
  const step = Math.max(1, Math.floor(links.length / size));
  const sample = links.filter((link, index) => index % step === 0 && mayBeResultLink(link));
  const count = sample.filter(isAmongMany).length;
  return count > 0 && 3 * count >= sample.length ? links.filter(mayBeResultLink) : [];
}

const sampleOfLinks = 16;
const sampleOfHeadings = 6;

/** Whether a link has a text and may lead to another site. */
export function mayBeResultLink(link: Element): boolean {
  return mayBeExternalLink(link) && hasText(link);
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

/** Fewer headings with links are not all titles of a page. */
const minTitles = 3;

/** Number of nodes of three rows. */
const minNodes = 6;

/** Whether a node has as much text as an excerpt. */
export function nodeHasExcerptLength(node: Node): boolean {
  return lengthUpTo(node, minExcerptLength) >= minExcerptLength;
}
