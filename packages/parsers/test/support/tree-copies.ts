import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Document = DefaultTreeAdapterTypes.Document;
type Node = DefaultTreeAdapterTypes.Node;

let last: { page: string; document: Document } | undefined;

/** The tree of a page, for the caller to change. Calls in a row with one page parse it once, as a copy is much faster. */
export function parseToChange(page: string): Document {
  if (last?.page !== page) last = { page, document: parse(page) };
  return copyOf(last.document);
}

/** Not recursive, as deeply nested pages would overflow the stack. */
function copyOf(document: Document): Document {
  const waiting: Node[] = [];
  const copied = <T extends Node>(node: T): T => {
    const copy = { ...node };
    waiting.push(copy);
    return copy;
  };
  const copy = copied(document);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('attrs' in node) node.attrs = node.attrs.map((attribute) => ({ ...attribute }));
    if ('content' in node) node.content = copied(node.content);
    if (!('childNodes' in node)) continue;
    const parent = node;
    parent.childNodes = parent.childNodes.map((child) => Object.assign(copied(child), { parentNode: parent }));
  }
  return copy;
}
