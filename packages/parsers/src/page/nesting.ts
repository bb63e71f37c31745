import type { Token } from 'parse5';
import { Element, listedAttributes, type Node } from '../html/tree.js';

/** Replaces the children of an element. */
export function setChildren(parent: Element, children: readonly Node[]): void {
  parent.children = [...children];
  for (const child of children) child.parent = parent;
}

/** Puts the content of an element into a new one inside it. */
export function wrapContent(outer: Element, name: string, attributes: readonly Token.Attribute[] = []): void {
  const inner = new Element(name, outer.namespace, false, listedAttributes(attributes));
  setChildren(inner, outer.children);
  setChildren(outer, [inner]);
}

/** Takes an element out of its parent. */
export function remove(element: Element): void {
  const { parent } = element;
  if (parent !== null) parent.children = parent.children.filter((child) => child !== element);
}
