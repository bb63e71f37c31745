import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment, serializeOuter } from 'parse5';
import { parentOf } from '../signs/rows-of.js';
import { type Element, elementsOf } from '../signs/signs.js';
import { boxNames, type Document, hashOf, htmlElementsOf, isInside, isSeen, rename } from './elements.js';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;

/** The replacement of an element, with the style that preserves its display. */
interface LeafBox {
  readonly tagName: string;
  readonly style?: string;
}

/** Renames elements of one name that contain no boxes. */
export function replacedLeaves(document: Document, from: string, box: LeafBox): boolean {
  const { tagName: to, style } = box;
  const found = htmlElementsOf(document).filter((element) => {
    if (element.tagName !== from) return false;
    if (to === 'p' && isInside(element, 'p')) return false;
    return !elementsOf(element).some((inner) => inner !== element && boxNames.has(inner.tagName));
  });
  for (const element of found) {
    if (to === 'div' && (isInside(element, 'p') || elementsOf(element).length > 12)) continue;
    rename(element, to);
    const own = element.attrs.find(({ name }) => name === 'style');
    if (style === undefined || (own !== undefined && /display\s*:/i.test(own.value))) continue;
    if (own === undefined) element.attrs.push({ name: 'style', value: style });
    else own.value = `${own.value};${style}`;
  }
  return found.length > 0;
}

/** Wraps every box in one to three further boxes. */
export function deeperBoxes(document: Document): boolean {
  const boxes = htmlElementsOf(document).filter(({ tagName }) =>
    /^(?:div|section|article|ul|ol|table|p|h[1-6])$/.test(tagName),
  );
  for (const [index, box] of boxes.entries()) {
    const parent = parentOf(box);
    if (parent === undefined || !/^(?:div|section|article|li|td|body|main)$/.test(parent.tagName)) continue;
    const depth = 1 + (hashOf(`${index}`) % 3);
    let outer: Element = box;
    const at = parent.childNodes.indexOf(box);
    for (let level = 0; level < depth; level++) {
      const shell = defaultTreeAdapter.createElement('div', html.NS.HTML, []);
      shell.childNodes = [outer];
      outer.parentNode = shell;
      outer = shell;
    }
    parent.childNodes[at] = outer;
    outer.parentNode = parent;
  }
  return boxes.length > 0;
}

/** Removes boxes that contain only another box, with their attributes. */
export function flatterBoxes(document: Document): boolean {
  let isChanged = false;
  for (const box of htmlElementsOf(document)) {
    const parent = parentOf(box);
    if (box.tagName !== 'div' || parent === undefined || box.attrs.some(({ name, value }) => isMeant(name, value)))
      continue;
    const children = box.childNodes.filter((node) => !isEmpty(node));
    const [only] = children;
    if (children.length !== 1 || only === undefined || !('tagName' in only) || only.tagName !== 'div') continue;
    parent.childNodes[parent.childNodes.indexOf(box)] = only;
    only.parentNode = parent;
    isChanged = true;
  }
  return isChanged;
}

function isMeant(name: string, value: string): boolean {
  return (
    name === 'id' ||
    name === 'role' ||
    name === 'hidden' ||
    name.startsWith('aria-') ||
    name.startsWith('data-') ||
    isSeen(name, value)
  );
}

function isEmpty(node: ChildNode): boolean {
  return defaultTreeAdapter.isCommentNode(node) || (defaultTreeAdapter.isTextNode(node) && node.value.trim() === '');
}

/** Inserts a copy before each of the matching elements. */
export function repeated(document: Document, isRepeated: (element: Element) => boolean): boolean {
  const found = htmlElementsOf(document).filter(isRepeated);
  for (const element of found) {
    const parent = parentOf(element);
    if (parent === undefined) continue;
    const { childNodes } = parseFragment(parent, serializeOuter(element), {});
    for (const node of childNodes) node.parentNode = parent;
    parent.childNodes.splice(parent.childNodes.indexOf(element), 0, ...childNodes);
  }
  return found.length > 0;
}
