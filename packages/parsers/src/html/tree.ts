import type { Token } from 'parse5';
import { type AttributePlaces, attributeBit } from './attributes.js';

/**
 * The tree that pages are read from: domhandler's without sibling links, attribute records and positions in the source,
 * which reading a page never needs and which cost a tenth of building it. `document.ts` makes domhandler's of it.
 */
export type Node = Element | Text;

/** A run of text, entities decoded, white space as written. */
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

/** The attributes of an element: a list of them, or where in the page they are noted. */
export interface Attributes {
  readonly list: readonly Token.Attribute[] | undefined;
  readonly places: AttributePlaces | undefined;
  /** Index at which they are noted. */
  readonly first: number;
  /** The `attributeBit`s of all names. */
  readonly has: number;
}

const none: Node[] = [];

/** `order` of what is never attached to the tree. */
const pruned = -2;

/** An element; the document itself is one too, named `#document`. */
export class Element {
  readonly name: string;
  readonly namespace: string;
  /** Replaced when the first child comes: most elements have one child, for which an array to push to is too large. */
  children: Node[] = none;
  parent: Element | null = null;
  /** Place among the page's elements in document order; set once the page is built. */
  order = -1;
  /** `order` of the last element inside this one, its own where there is none. */
  last = -1;
  /** What `page/visible.ts` and tests that are `memoizedTest` found, in bits: they are asked of the same elements over and over. */
  view = 0;
  /** What `hrefOf` found, for the same reason. */
  href: string | undefined = undefined;
  /** What an engine's `outsideTarget` found, for the same reason. */
  outside: string | undefined = undefined;
  /** The attributes themselves, where they are not noted. */
  private listed: readonly Token.Attribute[] | undefined;
  private readonly places: AttributePlaces | undefined;
  private readonly first: number;
  /** The `attributeBit`s of their names. */
  private has: number;

  /** `isPruned`: never attached to the tree. */
  constructor(name: string, namespace: string, isPruned: boolean, attributes: Attributes) {
    this.name = name;
    this.namespace = namespace;
    if (isPruned) this.order = pruned;
    this.listed = attributes.list;
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

  /** All attributes; made anew for each call. */
  get attributes(): readonly Token.Attribute[] {
    return this.listed ?? this.places!.list(this.first);
  }

  /** The value of the attribute of that name in lower case, undefined where the element has none. */
  attribute(name: string): string | undefined {
    if ((this.has & attributeBit(name, 0, name.length)) === 0) return undefined;
    if (this.listed !== undefined) return attributeNamed(name, this.listed)?.value;
    const at = this.places!.find(this.first, name);
    return at === -1 ? undefined : this.places!.valueAt(at);
  }

  /** The same as written, where it is noted: to look at a value before its character references are decoded. */
  writtenAttribute(name: string): string | undefined {
    if (this.listed !== undefined) return this.attribute(name);
    const at = this.places!.find(this.first, name);
    return at === -1 ? undefined : this.places!.writtenAt(at);
  }

  /** Whether the element has an attribute of that name in lower case: cheaper than to ask for its value. */
  hasAttribute(name: string): boolean {
    if ((this.has & attributeBit(name, 0, name.length)) === 0) return false;
    if (this.listed !== undefined) return attributeNamed(name, this.listed) !== undefined;
    return this.places!.find(this.first, name) !== -1;
  }

  /** The `attributeBits` of all names. */
  get attributeBits(): number {
    return this.has;
  }

  /** Whether the element may have one of the attributes whose `attributeBits` are given: cheaper than to ask for each. */
  mayHave(bits: number): boolean {
    return (this.has & bits) !== 0;
  }

  /** Has the element keep its attributes as a list, to which more may be added. */
  listAttributes(): Token.Attribute[] {
    const list = [...this.attributes];
    this.listed = list;
    this.has = anyName;
    return list;
  }
}

/** `has` of an element of which any name may be asked. */
const anyName = -1;

/** Attributes given one by one. */
export function listed(list: readonly Token.Attribute[]): Attributes {
  return { list, places: undefined, first: 0, has: list.length === 0 ? 0 : anyName };
}

/** A function of its own: a closure in those above would cost each of their calls, of which most need none. */
function attributeNamed(name: string, list: readonly Token.Attribute[]): Token.Attribute | undefined {
  return list.find((attribute) => attribute.name === name);
}

/** Whether the node is an element. */
export function isElement(node: Node): node is Element {
  return node.type !== 'text';
}

/** The attribute's value, undefined where the element has none of that name. */
export function attribute(element: Element, name: string): string | undefined {
  return element.attribute(name);
}

/**
 * Characters of an address at most. Of real pages the longest has less than 4,000, and servers refuse one of 64,000; to take
 * apart one with letters beyond ASCII takes more than three times as long when it is twice as long.
 */
const longestAddress = 65_536;

/** Where a link of the page leads as written, `''` if nowhere. */
export function hrefOf(link: Element): string {
  if (link.href === undefined) {
    const written = attribute(link, 'href') ?? '';
    link.href = written.length > longestAddress ? '' : written;
  }
  return link.href;
}

/** Whether `inner` is `outer` or stands inside it. */
export function contains(outer: Element, inner: Element): boolean {
  return outer.order <= inner.order && inner.order <= outer.last;
}

/** The element's ancestors, nearest first, without the document. */
export function* ancestors(element: Element): Generator<Element> {
  for (let node = element.parent; node !== null && node.type !== 'root'; node = node.parent) yield node;
}

/**
 * A test of an element by what stays as it is, made once for each. `slot` is a number from 4 to 14 that no other test of
 * the engine has: `view` keeps two bits for each.
 */
export function memoizedTest(slot: number, test: (element: Element) => boolean): (element: Element) => boolean {
  const known = 1 << (2 * slot);
  const passed = known << 1;
  return (element) => {
    if ((element.view & known) === 0) element.view |= test(element) ? known | passed : known;
    return (element.view & passed) !== 0;
  };
}

/** The nearest of the element and its ancestors that passes, undefined where none does. */
export function closest(element: Element, test: (element: Element) => boolean): Element | undefined {
  for (let node: Element | null = element; node !== null; node = node.parent) if (test(node)) return node;
  return undefined;
}
