import { selectAll } from 'css-select';
import { type AnyNode, isTag } from 'domhandler';
import { getAttributeValue, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { HTMLElement, parse as parseNodeHtml } from 'node-html-parser';
import { parse } from 'parse5';
import { adapter as domAdapter } from 'parse5-htmlparser2-tree-adapter';
import type { Dom } from './plain-rows.js';

/** The tree of htmlparser2, searched with css-select. */
export const htmlparser2Dom: Dom<AnyNode> = {
  ...domhandlerSearch(),
  parse: (source) => parseDocument(source),
};

/** The same tree, built by parse5. */
export const parse5Dom: Dom<AnyNode> = {
  ...domhandlerSearch(),
  parse: (source) => parse(source, { treeAdapter: domAdapter }),
};

export const linkedomDom: Dom<Element> = {
  parse: (source) => parseHTML(source).document.documentElement,
  headings: (root) => [...root.querySelectorAll('h2, h3')],
  links: (root) => [...root.querySelectorAll('a')],
  parent: (node) => node.parentElement,
  target: (node) => (node.localName === 'a' ? (node.getAttribute('href') ?? undefined) : undefined),
  text: (node) => node.textContent ?? '',
};

export const nodeHtmlParserDom: Dom<HTMLElement> = {
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
