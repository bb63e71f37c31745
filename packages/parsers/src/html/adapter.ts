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

/**
 * Builds the lean tree of `tree.ts` while parse5 parses one page, counting the elements that it makes. What belongs to
 * the page is kept here: a `WeakMap` for all pages would keep their trees through collections of young objects.
 */
export class LeanAdapter implements TreeAdapter<LeanMap> {
  private readonly budget: Budget;
  private readonly adopters = new Map<Element, Adopter>();
  /** The templates that declare a shadow root, in the order of their tags. */
  readonly shadowRoots: Element[] = [];
  private mode = html.DOCUMENT_MODE.NO_QUIRKS; // a table inside a paragraph hangs on it

  constructor(budget: Budget) {
    this.budget = budget;
  }

  createDocument(): Element {
    return new Element('#document', html.NS.HTML, false, listed([]));
  }

  createDocumentFragment(): Element {
    return new Element('#document', html.NS.HTML, true, listed([]));
  }

  createElement(name: string, namespace: html.NS, attributes: Token.Attribute[]): Element {
    this.budget.spend(html.getTagID(name));
    return this.elementOf(name, namespace, listed(attributes));
  }

  /** An element as the tree needs it: one that is pruned is never attached. */
  elementOf(name: string, namespace: string, attributes: Attributes): Element {
    const isPruned = namespace !== html.NS.HTML || prunedNames.has(name);
    const element = new Element(name, namespace, isPruned, attributes);
    if (name !== 'template' || !element.hasAttribute('shadowrootmode')) return element;
    const root = new Element(name, namespace, false, attributes);
    this.shadowRoots.push(root);
    return root;
  }

  createCommentNode(): Nothing {
    return new Nothing();
  }

  createTextNode(data: string): Text {
    return new Text(data);
  }

  appendChild(parent: Element, node: Node): void {
    insert(parent, node);
  }

  insertBefore(parent: Element, node: Node, reference: Node): void {
    insert(parent, node, indexIn(parent, reference));
  }

  insertText(parent: Element, text: string): void {
    appendText(parent, text);
  }

  insertTextBefore(parent: Element, text: string, reference: Node): void {
    appendText(parent, text, indexIn(parent, reference));
  }

  detachNode(node: Node): void {
    if (node.parent === null) return;
    node.parent.children.splice(indexIn(node.parent, node), 1);
    node.parent = null;
  }

  adoptAttributes(recipient: Element, attributes: Token.Attribute[]): void {
    const adopter = this.adopters.get(recipient) ?? adopterOf(recipient);
    this.adopters.set(recipient, adopter);
    adopt(adopter, attributes);
  }

  setTemplateContent(): void {}

  getTemplateContent(template: Element): Element {
    return template;
  }

  setDocumentType(): void {}

  setDocumentMode(_document: Element, mode: html.DOCUMENT_MODE): void {
    this.mode = mode;
  }

  getDocumentMode(): html.DOCUMENT_MODE {
    return this.mode;
  }

  setNodeSourceCodeLocation(): void {}

  getNodeSourceCodeLocation(): null {
    return null;
  }

  updateNodeSourceCodeLocation(): void {}

  getFirstChild(node: Element): Node | null {
    return node.children[0] ?? null;
  }

  getChildNodes(node: Element): Node[] {
    return node.children;
  }

  getParentNode(node: Node): Element | null {
    return node.parent;
  }

  getAttrList(element: Element): Token.Attribute[] {
    return [...element.attributes];
  }

  getTagName(element: Element): string {
    return element.name;
  }

  getNamespaceURI(element: Element): html.NS {
    return element.namespace as html.NS;
  }

  getTextNodeContent(text: Text): string {
    return text.data;
  }

  getCommentNodeContent(): string {
    return '';
  }

  getDocumentTypeNodeName(): string {
    return '';
  }

  getDocumentTypeNodePublicId(): string {
    return '';
  }

  getDocumentTypeNodeSystemId(): string {
    return '';
  }

  isTextNode(node: Node): node is Text {
    return !isElement(node);
  }

  isCommentNode(node: Node): node is Nothing {
    return node instanceof Nothing;
  }

  isDocumentTypeNode(node: Node): node is Nothing {
    return node instanceof Nothing;
  }

  isElementNode(node: Node): node is Element {
    return isElement(node);
  }
}

/** One of the `html` and `body` elements that a later tag gave more attributes: there may be a million such tags. */
interface Adopter {
  readonly names: Set<string>;
  readonly list: Token.Attribute[];
}

function adopterOf(element: Element): Adopter {
  const list = element.listAttributes();
  return { names: new Set(list.map(({ name }) => name)), list };
}

function adopt({ names, list }: Adopter, attributes: readonly Token.Attribute[]): void {
  for (const attribute of attributes) {
    if (names.has(attribute.name)) continue;
    names.add(attribute.name);
    list.push(attribute);
  }
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
