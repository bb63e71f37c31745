import { fileURLToPath } from 'node:url';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, serialize } from 'parse5';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../../.dev/sample.js';
import { readCaptures, type SavedPage } from './support/pages.js';
import { outcomeOf } from './support/parsers.js';
import { parseToChange } from './support/tree-copies.js';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const origins: Readonly<Record<string, string>> = {
  'alpha.search': 'https://www.google.com',
  'beta.search': 'https://www.bing.com',
  'gamma.search': 'https://search.brave.com',
};

/** Changes of the markup that nobody sees, applied to every node of a page outside its head and scripts. */
const changes: Readonly<Record<string, (node: Node, origin: string | undefined) => void>> = {
  'texts in elements of their own': (node) => {
    if (node.nodeName === '#text' && isWritten(node)) insertAround(node, 'font');
  },
  'texts in isolates': (node) => {
    if (node.nodeName === '#text' && isWritten(node)) insertAround(node, 'bdi');
  },
  'boxes in boxes': (node) => {
    if (node.nodeName === 'div') insertAround(node, 'div');
  },
  'sections as boxes': (node) => {
    if (node.nodeName === 'div') rename(node, 'section');
  },
  'white space around the content of boxes': (node) => {
    if (!isElement(node) || !/^(?:div|li|ul|ol|p|section|h\d)$/.test(node.tagName)) return;
    const [start, end] = [space(node), space(node)];
    node.childNodes = [start, ...node.childNodes, end];
  },
  'the content of links in elements of its own': (node) => {
    if (!isElement(node) || node.tagName !== 'a') return;
    const inner = defaultTreeAdapter.createElement('span', html.NS.HTML, []);
    inner.childNodes = node.childNodes;
    for (const child of inner.childNodes) child.parentNode = inner;
    node.childNodes = [inner];
    inner.parentNode = node;
  },
  'breaks allowed in texts': (node) => {
    const at = isText(node) && node.value.length > 20 ? node.value.indexOf(' ', 10) : -1;
    const parent = node.parentNode;
    if (!isText(node) || parent === null || at < 0) return;
    const rest = defaultTreeAdapter.createTextNode(node.value.slice(at + 1));
    const wbr = defaultTreeAdapter.createElement('wbr', html.NS.HTML, []);
    node.value = node.value.slice(0, at + 1);
    rest.parentNode = wbr.parentNode = parent;
    parent.childNodes.splice(parent.childNodes.indexOf(node) + 1, 0, wbr, rest);
  },
  'spaces that do not break': (node) => {
    if (isText(node)) node.value = node.value.replace(/(?<=\d) (?=\p{L})/gu, '\u00a0');
  },
  'absolute links to the engine': (node, origin) => {
    const href = isElement(node) ? node.attrs.find(({ name }) => name === 'href') : undefined;
    if (origin !== undefined && href && /^\/(?!\/)/.test(href.value)) href.value = origin + href.value;
  },
};

const captures = sampleOf(
  readCaptures(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url))).filter(({ operation }) =>
    /^(?:alpha|beta|gamma)\.search$/.test(operation),
  ),
  4,
);

const operations = ['alpha.search', 'beta.search', 'gamma.search'];

describe.each(Object.entries(changes))('with %s', (_, change) => {
  test.each(operations)('%s reads the same blocks', (operation) => {
    const pages = captures.filter((page) => page.operation === operation);
    const tried = pages.filter((page) => changed(page, change) !== changed(page, () => {}));
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.some((page) => blocksOf(page, page.text).includes('"title"'))).toBe(true);
    const differing = tried.filter((page) => blocksOf(page, page.text) !== blocksOf(page, changed(page, change)));
    expect(differing.map(({ name: capture }) => capture)).toEqual([]);
  });
});

/** The blocks, or the state of a page without them. */
function blocksOf({ parse }: SavedPage, text: string): string {
  const outcome = outcomeOf(parse, text, { blocks: true }) as { blocks?: object; state?: string };
  return JSON.stringify(outcome.blocks ?? outcome.state);
}

function changed({ text, operation }: SavedPage, change: (typeof changes)[string]): string {
  const document = parseToChange(text);
  for (const node of nodesOf(document)) change(node, origins[operation]);
  return serialize(document);
}

/** All nodes of a page that may be seen, collected before any of them changes. */
function nodesOf(parent: DefaultTreeAdapterTypes.ParentNode): Node[] {
  return parent.childNodes.flatMap((node) => {
    if (!isElement(node)) return [node];
    return /^(?:head|script|style|noscript|textarea|svg)$/.test(node.tagName) ? [] : [node, ...nodesOf(node)];
  });
}

function isElement(node: Node): node is Element {
  return defaultTreeAdapter.isElementNode(node);
}

function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return defaultTreeAdapter.isTextNode(node);
}

function isWritten(node: Node): boolean {
  return isText(node) && /\S/.test(node.value);
}

function insertAround(node: Node, name: string): void {
  const parent = node.parentNode!;
  const outer = defaultTreeAdapter.createElement(name, html.NS.HTML, []);
  outer.parentNode = parent;
  outer.childNodes = [node];
  parent.childNodes[parent.childNodes.indexOf(node)] = outer;
  node.parentNode = outer;
}

function rename(node: Node, name: string): void {
  Object.assign(node, { nodeName: name, tagName: name });
}

function space(parentNode: Element): DefaultTreeAdapterTypes.TextNode {
  return { ...defaultTreeAdapter.createTextNode('\n  '), parentNode };
}
