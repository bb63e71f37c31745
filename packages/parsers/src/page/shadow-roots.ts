import { type Element, isElement, type Node } from '../html/tree.js';

/**
 * Puts the content of declarative shadow roots where a person sees it: in place of what is in their host, which is shown
 * in the slots of the root alone. Of two roots in one host the first counts.
 */
export function flattenShadowRoots(roots: readonly Element[]): void {
  const slots = new Set<Element>(); // those of inner roots, which are done
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

/** What a slot holds itself is shown where nothing is for it. */
function fillSlot(slot: Element, light: readonly Node[]): void {
  const name = slot.attribute('name') ?? '';
  const nodes = light.filter((node) => slotOf(node) === name);
  if (nodes.some((node) => isElement(node) || node.data.trim() !== '')) setChildren(slot, nodes);
}

function slotOf(node: Node): string {
  return isElement(node) ? (node.attribute('slot') ?? '') : '';
}

function setChildren(parent: Element, children: readonly Node[]): void {
  parent.children = [...children];
  for (const child of children) child.parent = parent;
}

/** The slots inside of a host that are not in `known`, which gets them. */
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
