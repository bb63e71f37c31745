import { html, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { Element, isElement, type Node, Text } from './tree.js';

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
export const leanAdapter: TreeAdapter<LeanMap> = {
  createDocument: () => new Element('#document', html.NS.HTML, [], false),
  createDocumentFragment: () => new Element('#document', html.NS.HTML, [], true),
  createElement: (name, namespace, attributes) =>
    new Element(name, namespace, attributes, namespace !== html.NS.HTML || prunedNames.has(name)),
  createCommentNode: () => new Nothing(),
  createTextNode: (data) => new Text(data),

  appendChild: (parent, node) => insert(parent, node, parent.children.length),
  insertBefore: (parent, node, reference) => insert(parent, node, indexIn(parent, reference)),
  insertText(parent, text) {
    appendText(parent, text, parent.children.length);
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
    const own = namesOf(recipient);
    for (const attribute of attributes) {
      if (own.has(attribute.name)) continue;
      own.add(attribute.name);
      recipient.attributes.push(attribute);
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
  getAttrList: (element) => element.attributes,
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

/** Beside the document, so that all elements keep one shape. A table inside a paragraph hangs on it. */
const modes = new WeakMap<Element, html.DOCUMENT_MODE>();

/** The names of those `html` and `body` elements that a later tag gave more attributes: there may be a million. */
const adopters = new WeakMap<Element, Set<string>>();

function namesOf(element: Element): Set<string> {
  const known = adopters.get(element);
  if (known !== undefined) return known;
  const names = new Set(element.attributes.map(({ name }) => name));
  adopters.set(element, names);
  return names;
}

/** Looked for from the end, where parse5 is at work: from the start, a long list of children would be read each time. */
function indexIn(parent: Element, node: Node): number {
  return parent.children.lastIndexOf(node);
}

function insert(parent: Element, node: Node, index: number): void {
  if (node instanceof Nothing || parent.pruned || (isElement(node) && node.pruned)) return;
  node.parent = parent;
  const { children } = parent;
  if (children.length === 0) parent.children = [node];
  else if (index === children.length) children.push(node);
  else children.splice(index, 0, node);
}

function appendText(parent: Element, text: string, index: number): void {
  if (parent.pruned) return;
  const before = parent.children[index - 1];
  if (before !== undefined && !isElement(before)) before.data += text;
  else insert(parent, new Text(text), index);
}
