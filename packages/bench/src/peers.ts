import { extractResults } from '@apify/google-extractors';
import { load } from 'cheerio';
import { selectAll } from 'css-select';
import { type AnyNode, isTag } from 'domhandler';
import { getAttributeValue, textContent } from 'domutils';
import { KnowledgePanelResult, NewsResult, OrganicResult, RelatedSearchesResult } from 'google-sr';
import { parseDocument } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { HTMLElement, parse as parseNodeHtml } from 'node-html-parser';
import { parse } from 'parse5';
import { adapter as domAdapter } from 'parse5-htmlparser2-tree-adapter';
import serpParser from 'serp-parser';
import { type BenchPage, type Operation, operations } from './pages.js';

/** The tree of htmlparser2, searched with css-select. */
const htmlparser2Dom: Dom<AnyNode> = {
  ...domhandlerSearch(),
  parse: (source) => parseDocument(source),
};

/** The same tree, built by parse5. */
const parse5Dom: Dom<AnyNode> = {
  ...domhandlerSearch(),
  parse: (source) => parse(source, { treeAdapter: domAdapter }),
};

const linkedomDom: Dom<Element> = {
  parse: (source) => parseHTML(source).document.documentElement,
  headings: (root) => [...root.querySelectorAll('h2, h3')],
  links: (root) => [...root.querySelectorAll('a')],
  parent: (node) => node.parentElement,
  target: (node) => (node.localName === 'a' ? (node.getAttribute('href') ?? undefined) : undefined),
  text: (node) => node.textContent ?? '',
};

const nodeHtmlParserDom: Dom<HTMLElement> = {
  parse: (source) => parseNodeHtml(source),
  headings: (root) => root.querySelectorAll('h2, h3'),
  links: (root) => root.querySelectorAll('a'),
  parent: (node) => (node.parentNode instanceof HTMLElement ? node.parentNode : null),
  target: (node) => (node.rawTagName === 'a' ? node.getAttribute('href') : undefined),
  text: (node) => node.textContent,
};

function domhandlerSearch(): Omit<Dom<AnyNode>, 'parse'> {
  return {
    headings: (root) => selectAll<AnyNode, never>('h2, h3', root),
    links: (root) => selectAll<AnyNode, never>('a', root),
    parent: (node) => node.parent,
    target: (node) => (isTag(node) && node.name === 'a' ? getAttributeValue(node, 'href') : undefined),
    text: (node) => textContent(node),
  };
}

/** Another library that extracts rows from a page. */
export interface PeerLibrary {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly extract: (page: BenchPage) => unknown;
}

const hosts: Partial<Record<Operation, string>> = { 'alpha.search': 'www.google.com' };

/** Libraries that parse result pages, with all that they extract. */
export const resultPagePeers: readonly PeerLibrary[] = [
  {
    name: 'serp-parser',
    operations: ['alpha.search', 'beta.search'],
    extract: ({ operation, source }) =>
      operation === 'beta.search' ? new serpParser.BingNojsSERP(source).serp : new serpParser.GoogleSERP(source).serp,
  },
  {
    name: '@apify/google-extractors',
    operations: ['alpha.search'],
    extract: ({ operation, source }) => extractResults(source, { hostname: hosts[operation] ?? '' }),
  },
  {
    name: 'google-sr',
    operations: ['alpha.search', 'alpha.news'],
    extract: ({ source }) => {
      const $ = load(source) as never; // google-sr is typed for its own version of cheerio
      return [OrganicResult, NewsResult, RelatedSearchesResult, KnowledgePanelResult].map((read) => read($, false));
    },
  },
];

/** HTML parsers with `plainRows`, which extracts only title, link and text of each heading link. */
export const htmlParserPeers: readonly PeerLibrary[] = [
  { name: 'cheerio', operations, extract: ({ source }) => cheerioRows(source) },
  { name: 'linkedom', operations, extract: ({ source }) => plainRows(linkedomDom, source) },
  { name: 'node-html-parser', operations, extract: ({ source }) => plainRows(nodeHtmlParserDom, source) },
  { name: 'htmlparser2 + css-select', operations, extract: ({ source }) => plainRows(htmlparser2Dom, source) },
  { name: 'parse5 + css-select', operations, extract: ({ source }) => plainRows(parse5Dom, source) },
];

export const peers: readonly PeerLibrary[] = [...resultPagePeers, ...htmlParserPeers];

/** `plainRows` implemented with cheerio. */
function cheerioRows(source: string): unknown[] {
  const $ = load(source);
  return $('h2, h3')
    .toArray()
    .map((heading) => {
      const link = $(heading).closest('a').attr('href') ?? $(heading).find('a').attr('href');
      return { title: $(heading).text(), link, text: $(heading).parent().parent().parent().text() };
    });
}

/** What an extraction needs from a tree, whichever library built it. */
interface Dom<N> {
  parse: (source: string) => N;
  /** The `h2` and `h3` elements inside a node. */
  headings: (root: N) => readonly N[];
  /** The `a` elements inside a node. */
  links: (root: N) => readonly N[];
  parent: (node: N) => N | null;
  /** The target of an `a`, or undefined for any other node. */
  target: (node: N) => string | undefined;
  text: (node: N) => string;
}

/** A row as extracted by a minimal scraper. */
interface PlainRow {
  title: string;
  link: string;
  text: string;
}

/** Number of ancestors from a heading to the block of its row, as a rule of thumb. */
const blockHeight = 3;

/**
 * The extraction that most scrapers start with: each heading in or around a link is a row, whose text is that of the
 * block. It neither decodes redirect links, nor separates dates from snippets, nor distinguishes ads, so it does less
 * work than our parser.
 */
function plainRows<N>(dom: Dom<N>, source: string): PlainRow[] {
  return dom.headings(dom.parse(source)).flatMap((heading) => {
    const link = targetAround(dom, heading) ?? dom.links(heading).map(dom.target)[0];
    return link === undefined ? [] : [{ title: dom.text(heading), link, text: dom.text(blockOf(dom, heading)) }];
  });
}

function targetAround<N>(dom: Dom<N>, heading: N): string | undefined {
  for (let node: N | null = heading; node !== null; node = dom.parent(node)) {
    const target = dom.target(node);
    if (target !== undefined) return target;
  }
  return undefined;
}

function blockOf<N>(dom: Dom<N>, heading: N): N {
  let block = heading;
  for (let i = 0; i < blockHeight; i++) block = dom.parent(block) ?? block;
  return block;
}
