import {
  attribute,
  attributeText,
  childElements,
  type Element,
  hrefOf,
  isElement,
  isInside,
  type Node,
  setChildren,
} from '../html/tree.js';
import { parseUrl } from '../words/address.js';
import type { ElementLists } from './lists.js';
import { onlyChildWithText } from './visible.js';

/**
 * Puts parts of a page that a server sent after the rest where a script would: the content of the hidden element `S:1`
 * replaces the template `B:1` or `P:1`, as React names them. The templates of other parts are removed.
 */
export function placeStreamedParts(placeholders: readonly Element[], document: Element): void {
  if (placeholders.length === 0) return;
  const parts = hiddenElements(document);
  for (const placeholder of placeholders) {
    const id = attributeText(placeholder, 'id').replace(placeholderLetter, 'S:');
    const part = parts.get(id);
    const isPlaced = part !== undefined && !isInside(placeholder, (outer) => outer === part);
    replace(placeholder, isPlaced ? part.children : []);
    if (isPlaced) part.children = [];
  }
}

const placeholderLetter = /[BP]:(?=[^:]*$)/;

function replace(placeholder: Element, nodes: readonly Node[]): void {
  const { parent } = placeholder;
  if (parent === null) return;
  for (const node of nodes) node.parent = parent;
  parent.children.splice(parent.children.lastIndexOf(placeholder), 1, ...nodes);
}

/** The first hidden element with each id. */
function hiddenElements(document: Element): ReadonlyMap<string, Element> {
  const found = new Map<string, Element>();
  const open: Element[] = [document];
  for (let outer = open.pop(); outer !== undefined; outer = open.pop()) {
    const id = outer.hasAttribute('hidden') ? outer.attribute('id') : undefined;
    if (id !== undefined && !found.has(id)) found.set(id, outer);
    for (const child of [...outer.children].reverse()) if (isElement(child)) open.push(child);
  }
  return found;
}

/**
 * Puts the content of declarative shadow roots where a person sees it: in place of the host's content, of which only
 * the part in the root's slots is shown. If a host has two roots, the first one counts.
 */
export function flattenShadowRoots(roots: readonly Element[]): void {
  const slots = new Set<Element>(); // those of inner roots, already filled
  for (let index = roots.length - 1; index >= 0; index--) {
    const root = roots[index]!;
    const host = root.parent;
    if (host === null) continue;
    const light = host.children.filter((child) => child !== root);
    if (roots[index - 1]?.parent === host) setChildren(host, light);
    else showRoot(host, root, light, slots);
  }
}

function showRoot(host: Element, root: Element, light: readonly Node[], slots: Set<Element>): void {
  setChildren(host, root.children);
  for (const slot of slotsIn(host, slots)) fillSlot(slot, light);
}

/** A slot shows its own content if nothing is assigned to it. */
function fillSlot(slot: Element, light: readonly Node[]): void {
  const name = attributeText(slot, 'name');
  const nodes = light.filter((node) => slotOf(node) === name);
  if (nodes.some((node) => isElement(node) || node.data.trim() !== '')) setChildren(slot, nodes);
}

function slotOf(node: Node): string {
  return isElement(node) ? attributeText(node, 'slot') : '';
}

/** The slots in a host that are not in `known`; adds them to it. */
function slotsIn(host: Element, known: Set<Element>): Element[] {
  const found: Element[] = [];
  const open: Element[] = [host];
  for (let outer = open.pop(); outer !== undefined; outer = open.pop()) {
    for (const node of outer.children) {
      if (!isElement(node)) continue;
      if (node.name !== 'slot' || known.has(node)) open.push(node);
      else found.push(node);
    }
  }
  for (const slot of found) known.add(slot);
  return found;
}

/** Resolves links that are relative to the base that the page states. Those that begin with a slash need no base. */
export function resolveRelativeLinks(elements: readonly Element[], anchors: readonly Element[]): void {
  const base = statedBase(elements);
  if (base === undefined) return;
  for (const anchor of anchors) {
    const href = hrefOf(anchor);
    if (!relative.test(href)) continue;
    anchor.href = base.startsWith('/')
      ? base.slice(0, base.lastIndexOf('/') + 1) + href.trim()
      : parseUrl(href, base)?.href;
  }
}

/** The base that the head of a page states; undefined if none. */
function statedBase(elements: readonly Element[]): string | undefined {
  for (const element of elements) {
    if (element.name === 'base' && element.hasAttribute('href')) return attribute(element, 'href')!.trim();
    if (element.name === 'body') return undefined;
  }
  return undefined;
}

/** Neither with a scheme nor within the site or the page. */
const relative = /^\s*(?![a-z][a-z\d+.-]*:|[/#\s]|$)/i;

/**
 * Puts the rest of a list in place of its last item if that is only a `details` with it: who reads a list reads all of
 * it. Returns whether there is any. Within a shorter list, it may be a menu.
 */
export function unfoldLists({ elements }: ElementLists): boolean {
  let isChanged = false;
  for (const element of elements) {
    const item = element.parent;
    if (element.name !== 'details' || item?.name !== 'li' || onlyChildWithText(item) !== element) continue;
    const items = childElements(item.parent!);
    const rest = childElements(element).find(({ name }) => name === item.parent!.name);
    if (rest === undefined || items.length < minItems || items.at(-1) !== item) continue;
    setChildren(item.parent!, [...items.slice(0, -1), ...rest.children]);
    isChanged = true;
  }
  return isChanged;
}

const minItems = 3;
