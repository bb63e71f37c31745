import { Element, listedAttributes } from '../html/tree.js';
import type { Lists } from './lists.js';
import { firstWithin, within } from './ordered.js';
import { copyFlow } from './visible.js';

/**
 * Replaces elements that a script follows like links, and that have the address in an attribute, by links. Returns whether
 * there was one; then the order of the page's elements has changed.
 */
export function linkScripted(lists: Lists): boolean {
  let isChanged = false;
  for (const element of lists.scripted) {
    const target = targetIn(element);
    if (target === undefined || element.parent === null) continue;
    const isCard = element.name !== 'button' && element.name !== 'a';
    const [title, other] = isCard ? within(lists.headings, element).filter((heading) => heading !== element) : [];
    if (isCard && holdsLink(lists, title ?? element)) continue;
    if (title === undefined) replaceByLink(element, element.parent, target);
    else if (other === undefined) linkTitle(title, target);
    else continue;
    isChanged = true;
  }
  return isChanged;
}

function holdsLink({ anchors }: Lists, element: Element): boolean {
  return firstWithin(anchors, element) !== undefined;
}

/** Clicking a card opens the link of its title. */
function linkTitle(title: Element, target: string): void {
  const link = new Element('a', title.namespace, false, listedAttributes([{ name: 'href', value: target }]));
  link.children = title.children;
  for (const child of link.children) child.parent = link;
  link.parent = title;
  title.children = [link];
}

/**
 * The only address among the values that a script may read, or the only one of another site; undefined if there is none
 * or several.
 */
function targetIn({ name: tag, attributes }: Element): string | undefined {
  const targets = new Set<string>();
  for (const { name, value } of attributes) {
    const address = name === 'onclick' ? opened.exec(value)?.[1] : value.trim();
    const isRead = name === 'onclick' || name.startsWith('data-') || (tag === 'option' && name === 'value');
    if (isRead && address !== undefined && leads.test(address)) targets.add(address);
  }
  const [target, ...others] = targets;
  return others.length === 0 ? target : onlyOne([...targets].filter((address) => outside.test(address)));
}

/** A redirect of the engine may be beside the address that it leads to. */
const outside = /^https?:\/\//i;

function onlyOne([first, ...others]: readonly string[]): string | undefined {
  return others.length > 0 ? undefined : first;
}

/** The address of a page, or of one of the engine. */
const leads = /^(?:https?:\/\/|\/[a-z]*\?)/i;

/** `location.href='…'`, `window.open("…")` */
const opened = /(?:location|open)[^'"]{0,20}['"]([^'"]+)['"]/;

function replaceByLink(element: Element, parent: Element, target: string): void {
  const others = element.attributes.filter(({ name }) => name !== 'role' && name !== 'href');
  const attributes = listedAttributes([...others, { name: 'href', value: target }]);
  const link = new Element('a', element.namespace, false, attributes);
  copyFlow(element, link);
  link.children = element.children;
  for (const child of link.children) child.parent = link;
  link.parent = parent;
  parent.children = parent.children.map((child) => (child === element ? link : child));
}
