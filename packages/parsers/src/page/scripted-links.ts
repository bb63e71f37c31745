import { attribute, closest, Element, listedAttributes } from '../html/tree.js';
import type { Lists } from './lists.js';
import { setChildren, wrapContent } from './nesting.js';
import { firstWithin, within } from './ordered.js';
import { copyFlow } from './visible.js';

/**
 * Replaces elements that a script follows like links, and that have the address in an attribute, by links. Returns whether
 * there was one; then the order of the page's elements has changed.
 */
export function linkScripted(lists: Lists): boolean {
  let isChanged = false;
  for (const element of lists.scripted) {
    const target = targetIn(element) ?? targetOfForm(lists, element);
    if (target === undefined) continue;
    const isCard = !linkNames.has(element.name);
    const [title, other] = isCard ? within(lists.headings, element).filter((heading) => heading !== element) : [];
    if (isCard && holdsLink(lists, title ?? element)) continue;
    if (title === undefined) replaceByLink(element, target);
    else if (other === undefined)
      wrapContent(title, 'a', [{ name: 'href', value: target }]); // of the card
    else continue;
    isChanged = true;
  }
  return isChanged;
}

/** Elements that are the link themselves; others may be cards around one. */
const linkNames: ReadonlySet<string> = new Set(['a', 'area', 'button']);

/** Where the button of a form without fields leads. */
function targetOfForm({ elements }: Lists, element: Element): string | undefined {
  const form = element.name === 'button' ? closest(element, ({ name }) => name === 'form') : undefined;
  const action = form && attribute(form, 'action')?.trim();
  if (form === undefined || action === undefined || !leads.test(action)) return undefined;
  for (let order = form.order + 1; order <= form.last; order++)
    if (fieldNames.has(elements[order]!.name)) return undefined;
  return action;
}

const fieldNames: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);

function holdsLink({ anchors }: Lists, element: Element): boolean {
  return firstWithin(anchors, element) !== undefined;
}

/**
 * The only address among the values that a script may read, or the only one of another site; undefined if there is none
 * or several.
 */
function targetIn({ name: tag, attributes }: Element): string | undefined {
  const targets = new Set<string>();
  for (const { name, value } of attributes) {
    const address = name === 'onclick' ? opened.exec(value)?.[1] : value.trim();
    const isRead = name === 'onclick' || name.startsWith('data-') || targetNames[tag] === name;
    if (isRead && address !== undefined && leads.test(address)) targets.add(address);
  }
  const [target, ...others] = targets;
  return others.length === 0 ? target : onlyOne([...targets].filter((address) => outside.test(address)));
}

/** The attribute with the address by the name of an element. */
const targetNames: Readonly<Record<string, string>> = { option: 'value', area: 'href', button: 'formaction' };

/** A redirect of the engine may be beside the address that it leads to. */
const outside = /^https?:\/\//i;

function onlyOne([first, ...others]: readonly string[]): string | undefined {
  return others.length > 0 ? undefined : first;
}

/** The address of a page, or of one of the engine. */
const leads = /^(?:https?:\/\/|\/[a-z]*\?)/i;

/** `location.href='…'`, `window.open("…")` */
const opened = /(?:location|open)[^'"]{0,20}['"]([^'"]+)['"]/;

function replaceByLink(element: Element, target: string): void {
  const parent = element.parent!;
  const others = element.attributes.filter(({ name }) => name !== 'role' && name !== 'href');
  const attributes = listedAttributes([...others, { name: 'href', value: target }]);
  const link = new Element('a', element.namespace, false, attributes);
  copyFlow(element, link);
  setChildren(link, element.children);
  link.parent = parent;
  parent.children = parent.children.map((child) => (child === element ? link : child));
}
