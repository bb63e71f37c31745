import type { Token } from 'parse5';

/**
 * The tree that pages are read from: domhandler's without sibling links, attribute records and positions in the source,
 * which reading a page never needs and which cost a tenth of building it. `document.ts` makes domhandler's of it.
 */
export type Node = Element | Text;

/** A run of text, entities decoded, white space as written. */
export class Text {
  readonly type: 'text' = 'text';
  data: string;
  parent: Element | null = null;

  constructor(data: string) {
    this.data = data;
  }
}

const none: Node[] = [];

/** An element; the document itself is one too, named `#document`. */
export class Element {
  readonly type: 'tag' | 'root';
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Token.Attribute[];
  /** Replaced when the first child comes: most elements have one child, for which an array to push to is too large. */
  children: Node[] = none;
  parent: Element | null = null;
  /** Place among the page's elements in document order; set once the page is built. */
  order = -1;
  /** `order` of the last element inside this one, its own where there is none. */
  last = -1;
  /** What `isHidden` found: it is asked of the same elements many times over. */
  hidden: boolean | undefined = undefined;
  /** Never attached to the tree: its content is not text that a person reads. */
  readonly pruned: boolean;

  constructor(name: string, namespace: string, attributes: Token.Attribute[], pruned: boolean) {
    this.type = name === '#document' ? 'root' : 'tag';
    this.name = name;
    this.namespace = namespace;
    this.attributes = attributes;
    this.pruned = pruned;
  }
}

/** Whether the node is an element. */
export function isElement(node: Node): node is Element {
  return node.type !== 'text';
}

/** The attribute's value, undefined where the element has none of that name. */
export function attribute(element: Element, name: string): string | undefined {
  const { attributes } = element;
  for (let i = 0; i < attributes.length; i++) if (attributes[i]!.name === name) return attributes[i]!.value;
  return undefined;
}

/** Whether `inner` is `outer` or stands inside it. */
export function contains(outer: Element, inner: Element): boolean {
  return outer.order <= inner.order && inner.order <= outer.last;
}

/** The element's ancestors, nearest first, without the document. */
export function* ancestors(element: Element): Generator<Element> {
  for (let node = element.parent; node !== null && node.type !== 'root'; node = node.parent) yield node;
}

/** The nearest of the element and its ancestors that passes, undefined where none does. */
export function closest(element: Element, test: (element: Element) => boolean): Element | undefined {
  for (let node: Element | null = element; node !== null; node = node.parent) if (test(node)) return node;
  return undefined;
}
