import { type Options, selectAll, selectOne } from 'css-select';
import { textOf } from './text.js';
import { attribute, type Element, isElement, type Node } from './tree.js';

/**
 * The elements inside `root` that a CSS selector names. For the inside of one block: a query walks all of `root`, so
 * whatever the whole page is searched for belongs in `Page`.
 */
export function select(root: Element, selector: string): Element[] {
  return selectAll<Node, Element>(selector, root.children, { adapter });
}

/** The first element inside `root` that a CSS selector names, undefined where none is. */
export function selectFirst(root: Element, selector: string): Element | undefined {
  return selectOne<Node, Element>(selector, root.children, { adapter }) ?? undefined;
}

const adapter: NonNullable<Options<Node, Element>['adapter']> = {
  isTag: (node): node is Element => isElement(node),
  getName: (element) => element.name,
  getParent: (node) => node.parent,
  getChildren: (node) => (isElement(node) ? node.children : []),
  getSiblings: (node) => node.parent?.children ?? [node],
  getText: (node) => textOf(node),
  getAttributeValue: attribute,
  hasAttrib: (element, name) => attribute(element, name) !== undefined,
  removeSubsets(nodes) {
    const all = new Set(nodes);
    return nodes.filter((node) => !isInside(all, node));
  },
};

function isInside(nodes: ReadonlySet<Node>, inner: Node): boolean {
  for (let node = inner.parent; node !== null; node = node.parent) if (nodes.has(node)) return true;
  return false;
}
