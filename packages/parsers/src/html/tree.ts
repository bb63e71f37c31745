import type { Token } from 'parse5';
import { type AttributePositions, attributeBit } from './attributes.js';

/**
 * The tree that pages are read from: like domhandler's, but without sibling links, attribute records and source
 * positions, which reading a page never needs and which cost a tenth of building it. `document.ts` converts it.
 */
export type Node = Element | Text;

/** A run of text, with character references decoded and white space as written. */
export class Text {
  data: string;
  parent: Element | null = null;

  constructor(data: string) {
    this.data = data;
  }

  get type(): 'text' {
    return 'text';
  }
}

/** The attributes of an element: a list, or the index at which they are recorded. */
export interface Attributes {
  readonly list: readonly Token.Attribute[] | undefined;
  readonly places: AttributePositions | undefined;
  /** Index of the recorded attributes. */
  readonly first: number;
  /** The `attributeBit`s of all names. */
  readonly has: number;
}

const none: Node[] = [];

/** `order` of an element that is never attached to the tree. */
const pruned = -2;

/** An element. The document is one too, named `#document`. */
export class Element {
  readonly name: string;
  readonly namespace: string;
  /**
   * Replaced when the first child is added: most elements have one child, for which an array to push to is too large.
   */
  children: Node[] = none;
  parent: Element | null = null;
  /** Index among the page's elements in document order; set after the page is built. */
  order = -1;
  /** `order` of the last element inside this one; its own if it has none. */
  last = -1;
  /**
   * Cached results of `page/visible.ts` and of each `memoizedTest`, in bits: the same elements are tested over and
   * over.
   */
  view = 0;
  /** Cached result of `hrefOf`. */
  href: string | undefined = undefined;
  /** Cached result of an engine's `targetOf`; `''` for none. */
  target: string | undefined = undefined;
  /** The attributes themselves, unless they are recorded. */
  private listedAttributes: readonly Token.Attribute[] | undefined;
  private readonly places: AttributePositions | undefined;
  private readonly first: number;
  /** The `attributeBit`s of their names. */
  private has: number;

  /** `isPruned`: the element is never attached to the tree. */
  constructor(name: string, namespace: string, isPruned: boolean, attributes: Attributes) {
    this.name = name;
    this.namespace = namespace;
    if (isPruned) this.order = pruned;
    this.listedAttributes = attributes.list;
    this.places = attributes.places;
    this.first = attributes.first;
    this.has = attributes.has;
  }

  get type(): 'tag' | 'root' {
    return this.name === '#document' ? 'root' : 'tag';
  }

  /** Never attached to the tree: its content is not text that a person reads. */
  get isPruned(): boolean {
    return this.order === pruned;
  }

  /** All attributes; a new list for each call. */
  get attributes(): readonly Token.Attribute[] {
    return this.listedAttributes ?? this.places!.list(this.first);
  }

  /** The value of the attribute with a name in lower case; undefined if the element has none. */
  attribute(name: string): string | undefined {
    if ((this.has & attributeBit(name, 0, name.length)) === 0) return undefined;
    if (this.listedAttributes !== undefined) return attributeNamed(name, this.listedAttributes)?.value;
    const at = this.places!.find(this.first, name);
    return at === -1 ? undefined : this.places!.valueAt(at);
  }

  /** The same as written if it is recorded: to look at a value before its character references are decoded. */
  rawAttribute(name: string): string | undefined {
    if (this.listedAttributes !== undefined) return this.attribute(name);
    const at = this.places!.find(this.first, name);
    return at === -1 ? undefined : this.places!.writtenAt(at);
  }

  /**
   * Whether the value as written passes; false if the element has no such attribute. The test gets a text and the two
   * indices between which the value is: cheaper than a copy.
   */
  testRawAttribute(name: string, test: (text: string, from: number, end: number) => boolean): boolean {
    if (this.listedAttributes !== undefined) {
      const value = this.attribute(name);
      return value !== undefined && test(value, 0, value.length);
    }
    const at = this.places!.find(this.first, name);
    return at !== -1 && this.places!.passesAt(at, test);
  }

  /** Whether the element has an attribute with a name in lower case; cheaper than its value. */
  hasAttribute(name: string): boolean {
    if ((this.has & attributeBit(name, 0, name.length)) === 0) return false;
    if (this.listedAttributes !== undefined) return attributeNamed(name, this.listedAttributes) !== undefined;
    return this.places!.find(this.first, name) !== -1;
  }

  /** The `attributeBits` of all names. */
  get attributeBits(): number {
    return this.has;
  }

  /** Whether the element may have one of the attributes with these `attributeBits`; cheaper than a test for each. */
  mayHave(bits: number): boolean {
    return (this.has & bits) !== 0;
  }

  /** Makes the element keep its attributes as a list that can be extended. */
  listAttributes(): Token.Attribute[] {
    const list = [...this.attributes];
    this.listedAttributes = list;
    this.has = anyName;
    return list;
  }
}

/** `has` of an element that may have any name. */
const anyName = -1;

/** Attributes as a list. */
export function attributesFromList(list: readonly Token.Attribute[]): Attributes {
  return { list, places: undefined, first: 0, has: list.length === 0 ? 0 : anyName };
}

/** A separate function: a closure in the methods above would cost every call, although most do not need it. */
function attributeNamed(name: string, list: readonly Token.Attribute[]): Token.Attribute | undefined {
  return list.find((attribute) => attribute.name === name);
}

/** Whether the node is an element. */
export function isElement(node: Node): node is Element {
  return (node as Element).children !== undefined; // a field is cheaper than the getter `type`
}

/** The attribute's value; undefined if the element has none of that name. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attribute(name);
}

/** The attribute's value; `''` if the element has none of that name. */
export function attributeText(element: Element, name: string): string {
  return element.attribute(name) ?? '';
}

/**
 * Maximum length of an address. On real pages the longest has less than 4,000 characters, and servers refuse one of
 * 64,000. The time to parse one with letters beyond ASCII more than triples when its length doubles.
 */
const maxAddressLength = 65_536;

/** The target of a link, as written except for the scheme; `''` if it has none. */
export function hrefOf(link: Element): string {
  if (link.href === undefined) {
    const written = attributeText(link, 'href');
    link.href = written.length > maxAddressLength ? '' : withScheme(written);
  }
  return link.href;
}

/** The address with the scheme that browsers show: that of the page where it has none, in lower case. */
function withScheme(address: string): string {
  const first = address.charCodeAt(0);
  if (first === 0x2f) return schemeless.test(address) ? `https:${address}` : address.replace(archiveOf, '');
  return first === 0x48 ? address.replace(upperScheme, (scheme) => scheme.toLowerCase()) : address;
}

/** What a web archive writes before the address of each link of a copied page: a path with the time of the copy. */
const archiveOf = /^\/web\/\d{4,14}\/(?=https?:)/;
const schemeless = /^\/\/[^/\\]/;
const upperScheme = /^https?(?=:)/i;

/** Whether `inner` is `outer` or inside it. */
export function contains(outer: Element, inner: Element): boolean {
  return outer.order <= inner.order && inner.order <= outer.last;
}

/** The element's ancestors, nearest first, without the document. */
export function* ancestors(element: Element): Generator<Element> {
  for (let node = element.parent; node !== null && node.type !== 'root'; node = node.parent) yield node;
}

/**
 * Memoizes a test of an element by properties that do not change. `slot` is a number from 4 to 14 that no other test of
 * the engine uses: `view` keeps two bits for each.
 */
export function memoizedTest(slot: number, test: (element: Element) => boolean): (element: Element) => boolean {
  const known = 1 << (2 * slot);
  const passed = known << 1;
  return (element) => {
    if ((element.view & known) === 0) element.view |= test(element) ? known | passed : known;
    return (element.view & passed) !== 0;
  };
}

/** The nearest of the element and its ancestors that passes; undefined if none does. */
export function closest(element: Element, test: (element: Element) => boolean): Element | undefined {
  for (let node: Element | null = element; node !== null; node = node.parent) if (test(node)) return node;
  return undefined;
}

/** Whether the element or one of its ancestors passes. */
export function isInside(element: Element, test: (element: Element) => boolean): boolean {
  return closest(element, test) !== undefined;
}

/** The elements among the children of an element. */
export function childElements(parent: Element | null | undefined): Element[] {
  return parent?.children.filter(isElement) ?? [];
}

/** The element before another one among the same children; undefined if there is none. */
export function elementBefore({ parent, order }: Element): Element | undefined {
  return childElements(parent).findLast((sibling) => sibling.order < order);
}

/** Replaces the children of an element. */
export function setChildren(parent: Element, children: readonly Node[]): void {
  parent.children = [...children];
  for (const child of children) child.parent = parent;
}

/** Puts the content of an element into a new one inside it. */
export function wrapContent(outer: Element, name: string, attributes: readonly Token.Attribute[] = []): void {
  const inner = new Element(name, outer.namespace, false, attributesFromList(attributes));
  setChildren(inner, outer.children);
  setChildren(outer, [inner]);
}

/** Takes an element out of its parent. */
export function detach(element: Element): void {
  const { parent } = element;
  if (parent !== null) parent.children = parent.children.filter((child) => child !== element);
}

/** All text of a node as written, displayed or not, with its white space. */
export function textContentOf(node: Node): string {
  return isElement(node) ? node.children.map(textContentOf).join('') : node.data;
}
