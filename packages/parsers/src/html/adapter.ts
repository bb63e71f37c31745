import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
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
  insertBefore: (parent, node, reference) => insert(parent, node, parent.children.indexOf(reference)),
  insertText(parent, text) {
    appendText(parent, text, parent.children.length);
  },
  insertTextBefore(parent, text, reference) {
    appendText(parent, text, parent.children.indexOf(reference));
  },
  detachNode(node) {
    const siblings = node.parent?.children;
    if (siblings) siblings.splice(siblings.indexOf(node), 1);
    node.parent = null;
  },
  adoptAttributes(recipient, attributes) {
    const own = new Set(recipient.attributes.map(({ name }) => name));
    recipient.attributes.push(...attributes.filter(({ name }: Token.Attribute) => !own.has(name)));
  },

  setTemplateContent() {},
  getTemplateContent: (template) => template,
  setDocumentType() {},
  setDocumentMode() {},
  getDocumentMode: () => html.DOCUMENT_MODE.NO_QUIRKS,
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

function insert(parent: Element, node: Node, index: number): void {
  if (node instanceof Nothing || parent.pruned || (isElement(node) && node.pruned)) return;
  node.parent = parent;
  parent.children.splice(index, 0, node);
}

function appendText(parent: Element, text: string, index: number): void {
  if (parent.pruned) return;
  const before = parent.children[index - 1];
  if (before !== undefined && !isElement(before)) before.data += text;
  else insert(parent, new Text(text), index);
}
