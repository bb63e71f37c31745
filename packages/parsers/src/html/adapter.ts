import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import type { Budget } from './budget.js';
import { type Attributes, Element, isElement, listed, type Node, Text } from './tree.js';

/** Content of these is no text of the page; it never becomes nodes. */
const prunedNames = new Set(['script', 'style', 'svg', 'math', 'template']);

/** What parse5 asks for where a comment or a doctype would be: nothing is kept of either. */
class Nothing extends Text {
  constructor() {
    super('');
  }
}

export type LeanMap = TreeAdapterTypeMap<
  Node,
  Element,
  Node,
  Element,
  Element,
  Element,
  Nothing,
  Text,
  Element,
  Nothing
>;

/** Builds the lean tree of `tree.ts` while parse5 parses. */
const leanAdapter: TreeAdapter<LeanMap> = {
  createDocument: () => new Element('#document', html.NS.HTML, false, listed([])),
  createDocumentFragment: () => new Element('#document', html.NS.HTML, true, listed([])),
  createElement: (name, namespace, attributes) => createElement(name, namespace, listed(attributes)),
  createCommentNode: () => new Nothing(),
  createTextNode: (data) => new Text(data),

  appendChild: (parent, node) => insert(parent, node),
  insertBefore: (parent, node, reference) => insert(parent, node, indexIn(parent, reference)),
  insertText(parent, text) {
    appendText(parent, text);
  },
  insertTextBefore(parent, text, reference) {
    appendText(parent, text, indexIn(parent, reference));
  },
  detachNode(node) {
    if (node.parent === null) return;
    node.parent.children.splice(indexIn(node.parent, node), 1);
    node.parent = null;
  },
  adoptAttributes(recipient, attributes) {
    const { names, list } = adopterOf(recipient);
    for (const attribute of attributes) {
      if (names.has(attribute.name)) continue;
      names.add(attribute.name);
      list.push(attribute);
    }
  },

  setTemplateContent() {},
  getTemplateContent: (template) => template,
  setDocumentType() {},
  setDocumentMode(document, mode) {
    modes.set(document, mode);
  },
  getDocumentMode: (document) => modes.get(document) ?? html.DOCUMENT_MODE.NO_QUIRKS,
  setNodeSourceCodeLocation() {},
  getNodeSourceCodeLocation: () => null,
  updateNodeSourceCodeLocation() {},

  getFirstChild: (node) => node.children[0] ?? null,
  getChildNodes: (node) => node.children,
  getParentNode: (node) => node.parent,
  getAttrList: (element) => [...element.attributes],
  getTagName: (element) => element.name,
  getNamespaceURI: (element) => element.namespace as html.NS,
  getTextNodeContent: (text) => text.data,
  getCommentNodeContent: () => '',
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  isTextNode: (node): node is Text => !isElement(node),
  isCommentNode: (node): node is Nothing => node instanceof Nothing,
  isDocumentTypeNode: (node): node is Nothing => node instanceof Nothing,
  isElementNode: (node): node is Element => isElement(node),
};

/** The same, counting the elements that it makes. */
export function countingAdapter(budget: Budget): TreeAdapter<LeanMap> {
  return {
    ...leanAdapter,
    createElement(name, namespace, attributes) {
      budget.spend(html.getTagID(name));
      return createElement(name, namespace, listed(attributes));
    },
  };
}

/** An element as the tree needs it: one that is pruned is never attached. */
export function createElement(name: string, namespace: string, attributes: Attributes): Element {
  return new Element(name, namespace, namespace !== html.NS.HTML || prunedNames.has(name), attributes);
}

/** Beside the document, so that all elements keep one shape. A table inside a paragraph hangs on it. */
const modes = new WeakMap<Element, html.DOCUMENT_MODE>();

interface Adopter {
  readonly names: Set<string>;
  readonly list: Token.Attribute[];
}

/** Those `html` and `body` elements that a later tag gave more attributes: there may be a million such tags. */
const adopters = new WeakMap<Element, Adopter>();

function adopterOf(element: Element): Adopter {
  const known = adopters.get(element);
  if (known !== undefined) return known;
  const list = element.listAttributes();
  const adopter = { names: new Set(list.map(({ name }) => name)), list };
  adopters.set(element, adopter);
  return adopter;
}

/** Looked for from the end, where parse5 is at work: from the start, a long list of children would be read each time. */
function indexIn(parent: Element, node: Node): number {
  return parent.children.lastIndexOf(node);
}

/** Puts a node into its parent, at the end if no place is named. */
export function insert(parent: Element, node: Node, index: number = parent.children.length): void {
  if (parent.isPruned || node instanceof Nothing || (isElement(node) && node.isPruned)) return;
  attach(parent, node, index);
}

/** Adds text to the parent, at the end if no place is named. */
export function appendText(parent: Element, text: string, index: number = parent.children.length): void {
  if (parent.isPruned) return;
  const before = index === 0 ? undefined : parent.children[index - 1];
  if (before !== undefined && !isElement(before)) before.data += text;
  else attach(parent, new Text(text), index);
}

function attach(parent: Element, node: Node, index: number): void {
  node.parent = parent;
  const { children } = parent;
  if (children.length === 0) parent.children = [node];
  else if (index === children.length) children.push(node);
  else children.splice(index, 0, node);
}
