import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';
import { type Element, isElement, type Node } from '../../src/html/tree.js';

type StockNode = DefaultTreeAdapterTypes.Node;

const pruned = new Set(['script', 'style', 'template']);

/** The lean tree, one line a node: depth, then the text or the name, namespace and attributes. */
export function linesOfLean(document: Node): string[] {
  const lines: string[] = [];
  walk(document, 0, (node, depth) => {
    if (isElement(node)) lines.push(`${depth} <${node.name} ${node.namespace}${attributesOf(askedFor(node))}`);
    else addText(lines, depth, node.data);
    return isElement(node) ? node.children : [];
  });
  return lines;
}

/** The tree that parse5 makes of a source, written alike, without what the lean tree is defined not to hold. */
export function linesOfStock(source: string): string[] {
  const lines: string[] = [];
  walk<StockNode>(parse(source), 0, (node, depth) => {
    if ('value' in node) addText(lines, depth, node.value);
    else if ('tagName' in node) {
      if (node.namespaceURI !== html.NS.HTML || (pruned.has(node.tagName) && !isShadowRoot(node))) return [];
      lines.push(`${depth} <${node.tagName} ${node.namespaceURI}${attributesOf(node.attrs)}`);
    } else if (node.nodeName === '#document') lines.push(`${depth} <#document ${html.NS.HTML}`);
    if ('content' in node) return node.content.childNodes;
    return 'childNodes' in node ? node.childNodes : [];
  });
  return lines;
}

/** A declarative shadow root is a template whose content a person sees. */
function isShadowRoot({ tagName, attrs }: DefaultTreeAdapterTypes.Element): boolean {
  return (
    tagName === 'template' &&
    attrs.some(({ name, value }) => name === 'shadowrootmode' && /^(?:open|closed)$/i.test(value))
  );
}

/** What an element answers when it is asked for each attribute that it lists. */
function askedFor(element: Element): { name: string; value: string | undefined }[] {
  return element.attributes.map(({ name }) => ({ name, value: element.attribute(name) }));
}

function walk<T>(root: T, depth: number, visit: (node: T, depth: number) => readonly T[]): void {
  const stack: [T, number][] = [[root, depth]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [node, at] = top;
    const children = visit(node, at);
    for (let i = children.length - 1; i >= 0; i--) stack.push([children[i]!, at + 1]);
  }
}

/** Texts that only something pruned stood between are one. */
function addText(lines: string[], depth: number, text: string): void {
  const start = `${depth} "`;
  if (lines.at(-1)?.startsWith(start)) lines.push(lines.pop() + text);
  else lines.push(start + text);
}

function attributesOf(attributes: readonly { name: string; value: string | undefined }[]): string {
  return attributes.map((attribute) => ` ${JSON.stringify(attribute)}`).join('');
}
