import { attributeText, closest, type Element, isElement, type Node } from '../html/tree.js';

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
    const isPlaced = part !== undefined && closest(placeholder, (outer) => outer === part) === undefined;
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
