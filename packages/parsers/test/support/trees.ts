import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';
import { type Element, isElement, type Node } from '../../src/html/tree.js';

type StockNode = DefaultTreeAdapterTypes.Node;

const pruned = new Set(['script', 'style', 'template', 'wbr']);

/** The lean tree with one line per node: depth, then the text or the name, namespace and attributes. */
export function linesOfLean(document: Node): string[] {
  const lines: string[] = [];
  walk(document, 0, (node, depth) => {
    if (isElement(node)) lines.push(`${depth} <${node.name} ${node.namespace}${attributesOf(valuesOf(node))}`);
    else addText(lines, depth, node.data);
    return isElement(node) ? node.children : [];
  });
  return lines;
}

/** The tree of parse5 in the same format, without the nodes that the lean tree omits by definition. */
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

/** A declarative shadow root is a template whose content is visible. */
function isShadowRoot({ tagName, attrs }: DefaultTreeAdapterTypes.Element): boolean {
  return (
    tagName === 'template' &&
    attrs.some(({ name, value }) => name === 'shadowrootmode' && /^(?:open|closed)$/i.test(value))
  );
}

/** The value that `attribute` returns for each attribute of an element. */
function valuesOf(element: Element): { name: string; value: string | undefined }[] {
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

/** Joins texts that only a pruned element separated. */
function addText(lines: string[], depth: number, text: string): void {
  const start = `${depth} "`;
  if (lines.at(-1)?.startsWith(start)) lines.push(lines.pop() + text);
  else lines.push(start + text);
}

/** Separated by characters that no name or value of an attribute has, since parsers replace the null character. */
function attributesOf(attributes: readonly { name: string; value: string | undefined }[]): string {
  let text = '';
  for (const { name, value } of attributes) text += `\0${name}\0${value}`;
  return text;
}
