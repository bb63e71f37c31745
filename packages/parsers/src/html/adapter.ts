import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import type { ElementBudget } from './budget.js';
import { type Attributes, attributesFromList, attributeText, Element, isElement, type Node, Text } from './tree.js';

/** Elements whose content is not text of the page, or that only say where a line may end; they never become nodes. */
const prunedNames = new Set(['script', 'style', 'svg', 'math', 'template', 'wbr']);

/** Stands for the comments and doctypes that parse5 asks for, which are not kept. */
class DiscardedNode extends Text {
  constructor() {
    super('');
  }
}

export type LeanTypeMap = TreeAdapterTypeMap<
  Node,
  Element,
  Node,
  Element,
  Element,
  Element,
  DiscardedNode,
  Text,
  Element,
  DiscardedNode
>;

/** Nodes that are noted while the tree is built, in the order of the source. */
export interface NotedNodes {
  /** The templates that declare a shadow root. */
  readonly shadowRoots: readonly Element[];
  /** The templates that parts of the page sent later replace. */
  readonly placeholders: readonly Element[];
  /** The texts that may have characters beyond ASCII. */
  readonly nonAsciiTexts: ReadonlySet<Text>;
}

/** Any other mode declares no shadow root. */
const shadowMode = /^(?:open|closed)$/i;

/** See `page/composed-tree.ts`. */
const placeholderId = /[BP]:[\da-f]+$/;

/**
 * Builds the lean tree of `tree.ts` while parse5 parses one page, and counts the elements. Per-page state is kept here:
 * a `WeakMap` shared by all pages would keep their trees alive through collections of young objects.
 */
export class LeanTreeAdapter implements TreeAdapter<LeanTypeMap>, NotedNodes {
  private readonly budget: ElementBudget;
  private readonly adopters = new Map<Element, Adopter>();
  readonly shadowRoots: Element[] = [];
  readonly placeholders: Element[] = [];
  readonly nonAsciiTexts: Set<Text> = new Set(); // a text may be inserted in thousands of pieces
  private mode = html.DOCUMENT_MODE.NO_QUIRKS; // decides how a table in a paragraph is parsed

  constructor(budget: ElementBudget) {
    this.budget = budget;
  }

  createDocument(): Element {
    return new Element('#document', html.NS.HTML, false, attributesFromList([]));
  }

  createDocumentFragment(): Element {
    return new Element('#document', html.NS.HTML, true, attributesFromList([]));
  }

  createElement(name: string, namespace: html.NS, attributes: Token.Attribute[]): Element {
    this.budget.spend(html.getTagID(name));
    return this.elementOf(name, namespace, attributesFromList(attributes));
  }

  /** Creates an element. A pruned one is never attached to the tree. */
  elementOf(name: string, namespace: string, attributes: Attributes): Element {
    const isPruned = namespace !== html.NS.HTML || prunedNames.has(name);
    const element = new Element(name, namespace, isPruned, attributes);
    return name === 'template' ? this.templateOf(element, attributes) : element;
  }

  private templateOf(element: Element, attributes: Attributes): Element {
    const isRoot = shadowMode.test(attributeText(element, 'shadowrootmode'));
    if (!isRoot && !placeholderId.test(attributeText(element, 'id'))) return element;
    const kept = new Element(element.name, element.namespace, false, attributes);
    (isRoot ? this.shadowRoots : this.placeholders).push(kept);
    return kept;
  }

  createCommentNode(): DiscardedNode {
    return new DiscardedNode();
  }

  createTextNode(data: string): Text {
    return new Text(data);
  }

  appendChild(parent: Element, node: Node): void {
    insertNode(parent, node);
  }

  insertBefore(parent: Element, node: Node, reference: Node): void {
    insertNode(parent, node, indexIn(parent, reference));
  }

  insertText(parent: Element, text: string, index?: number): void {
    const inserted = insertTextAt(parent, text, index);
    if (inserted !== undefined) this.nonAsciiTexts.add(inserted);
  }

  insertTextBefore(parent: Element, text: string, reference: Node): void {
    this.insertText(parent, text, indexIn(parent, reference));
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

  isCommentNode(node: Node): node is DiscardedNode {
    return node instanceof DiscardedNode;
  }

  isDocumentTypeNode(node: Node): node is DiscardedNode {
    return node instanceof DiscardedNode;
  }

  isElementNode(node: Node): node is Element {
    return isElement(node);
  }
}

/**
 * An `html` or `body` element that later tags gave more attributes. There may be a million such tags, so names are
 * looked up in a set.
 */
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

/** Searches from the end, where parse5 works: a long list of children would otherwise be read each time. */
function indexIn(parent: Element, node: Node): number {
  return parent.children.lastIndexOf(node);
}

/** Inserts a node into its parent, at the end by default. */
export function insertNode(parent: Element, node: Node, index: number = parent.children.length): void {
  if (parent.isPruned || node instanceof DiscardedNode || (isElement(node) && node.isPruned)) return;
  attach(parent, node, index);
}

/** Adds text to the parent, at the end by default. Returns the node that it is in, unless it is not kept. */
export function insertTextAt(parent: Element, text: string, index: number = parent.children.length): Text | undefined {
  if (parent.isPruned) return undefined;
  const before = index === 0 ? undefined : parent.children[index - 1];
  const node = before === undefined || isElement(before) ? new Text('') : before;
  if (node !== before) attach(parent, node, index);
  node.data += text;
  return node;
}

function attach(parent: Element, node: Node, index: number): void {
  node.parent = parent;
  const { children } = parent;
  if (children.length === 0) parent.children = [node];
  else if (index === children.length) children.push(node);
  else children.splice(index, 0, node);
}
