import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5';
import { type Document, htmlElementsOf, rename, textOnly } from '../redesigns/elements.js';
import { parentOf } from '../signs/rows-of.js';
import { type Element, elementsOf } from '../signs/signs.js';
import { addresses, attributes, bounds, elementNames, texts } from './words.js';

type Text = DefaultTreeAdapterTypes.TextNode;

/** A page that is being altered. */
export interface Altering {
  readonly document: Document;
  /** A page to take pieces from. */
  readonly donor: () => Document;
  /** Returns numbers from 0 to 1. */
  readonly random: () => number;
}

/** Alters a page in one to six places, most of them near each other. */
export function alter(page: Altering): void {
  const first = pickFrom(page, insideBody(page.document));
  if (first === undefined) return;
  for (let left = 1 + Math.floor(page.random() ** 2 * 6); left > 0; left--) {
    const isNear = page.random() < 0.7;
    const around = isNear ? elementsOf(outer(first, Math.floor(page.random() * 5))) : insideBody(page.document);
    const element = pickFrom(
      page,
      around.filter((one) => parentOf(one) !== undefined),
    );
    const change = pickFrom(page, changes);
    if (element !== undefined) change?.(element, page);
  }
}

type Change = (element: Element, page: Altering) => void;

const lose: Change = (element) => defaultTreeAdapter.detachNode(element);

const repeat: Change = (element, page) => {
  const count = 1 + Math.floor(page.random() ** 2 * 9);
  for (let left = count; left > 0; left--) insertBefore(element, copyOf(element));
};

const swap: Change = (element) => {
  const siblings = parentOf(element)?.childNodes ?? [];
  const next = siblings.slice(siblings.indexOf(element) + 1).find((node) => 'tagName' in node);
  if (next === undefined) return;
  defaultTreeAdapter.detachNode(next);
  insertBefore(element, next);
};

/** Moves the element to another place on the page. */
const move: Change = (element, page) => {
  const place = pickFrom(page, insideBody(page.document));
  if (place === undefined || elementsOf(element).includes(place)) return;
  defaultTreeAdapter.detachNode(element);
  insertBefore(place, element);
};

/** Inserts a piece of another page before or into the element. */
const graft: Change = (element, page) => {
  const piece = pickFrom(page, insideBody(page.donor()));
  if (piece === undefined || elementsOf(piece).length > maxInPiece) return;
  const copy = copyOf(piece);
  if (page.random() < 0.7) insertBefore(element, copy);
  else defaultTreeAdapter.appendChild(element, copy);
};

const unwrap: Change = (element) => {
  for (const child of [...element.childNodes]) {
    defaultTreeAdapter.detachNode(child);
    insertBefore(element, child);
  }
  defaultTreeAdapter.detachNode(element);
};

const wrap: Change = (element, page) => {
  const shell = defaultTreeAdapter.createElement(pickFrom(page, elementNames)!, element.namespaceURI, []);
  if (shell.tagName === 'a') shell.attrs.push({ name: 'href', value: pickFrom(page, addresses)! });
  insertBefore(element, shell);
  defaultTreeAdapter.detachNode(element);
  defaultTreeAdapter.appendChild(shell, element);
};

const takeName: Change = (element, page) => rename(element, pickFrom(page, elementNames)!);

const setAttribute: Change = (element, page) => {
  const [name, values] = pickFrom(page, attributes)!;
  set(element, name, pickFrom(page, values)!);
};

const loseAttribute: Change = (element, page) => {
  const name = pickFrom(page, element.attrs)?.name;
  element.attrs = element.attrs.filter((attribute) => attribute.name !== name);
};

const leadElsewhere: Change = (element, page) => {
  const links = elementsOf(element).filter(({ tagName }) => tagName === 'a');
  const link = pickFrom(page, links) ?? element;
  const others = htmlElementsOf(page.document).flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'href'));
  const href = page.random() < 0.7 ? pickFrom(page, addresses) : pickFrom(page, others)?.value;
  set(link, 'href', href ?? '');
};

/** Replaces or extends one of the texts inside. */
const sayElse: Change = (element, page) => {
  const text = pickFrom(page, textsIn(element));
  const other = pickFrom(page, texts)!;
  if (text === undefined) {
    defaultTreeAdapter.insertText(element, other);
    return;
  }
  const kind = page.random();
  if (kind < 0.4) text.value = other;
  else if (kind < 0.7) text.value = other + text.value;
  else text.value += other;
};

/** Gives one of the texts inside, or the whole element, a length near one of the limits. */
const sayAsMuch: Change = (element, page) => {
  const isWhole = page.random() < 0.5;
  const length = Math.max(pickFrom(page, bounds)! + Math.floor(page.random() * 3) - 1, 0);
  const text = isWhole ? undefined : pickFrom(page, textsIn(element));
  const before = text?.value ?? textsIn(element)[0]?.value ?? '';
  const now = `${before.trim()} ${'tea leaves and water '.repeat(1 + length / 20)}`.slice(0, length);
  if (text !== undefined) text.value = now;
  else {
    element.childNodes = [];
    defaultTreeAdapter.insertText(element, now);
  }
};

const markText: Change = (element, page) => {
  const text = pickFrom(page, textsIn(element));
  const parent = text === undefined ? undefined : parentOf(text as unknown as Element);
  if (text === undefined || parent === undefined) return;
  const at = Math.floor(page.random() * text.value.length);
  const shell = defaultTreeAdapter.createElement(pickFrom(page, elementNames)!, parent.namespaceURI, []);
  defaultTreeAdapter.insertText(shell, text.value.slice(at));
  text.value = text.value.slice(0, at);
  const index = parent.childNodes.indexOf(text);
  parent.childNodes.splice(index + 1, 0, shell);
  shell.parentNode = parent;
};

const changes: readonly Change[] = [
  ...[lose, lose, repeat, swap, move, graft, graft, unwrap, wrap, takeName, setAttribute, setAttribute],
  ...[loseAttribute, leadElsewhere, leadElsewhere, sayElse, sayElse, sayElse, sayAsMuch, sayAsMuch, markText],
];

function insideBody(document: Document): Element[] {
  const all = htmlElementsOf(document).filter(({ tagName }) => !unseen.has(tagName));
  return all.slice(all.findIndex(({ tagName }) => tagName === 'body') + 1);
}

const unseen = new Set(['script', 'style', 'template', 'noscript']);

const maxInPiece = 60;

function outer(element: Element, levels: number): Element {
  const parent = parentOf(element);
  if (levels === 0 || parent === undefined || parent.tagName === 'body') return element;
  return outer(parent, levels - 1);
}

function textsIn(element: Element): Text[] {
  return elementsOf(element).flatMap(({ tagName, childNodes }) => {
    if (textOnly.has(tagName)) return [];
    return childNodes.filter((node) => defaultTreeAdapter.isTextNode(node));
  });
}

function insertBefore(element: Element, node: DefaultTreeAdapterTypes.ChildNode): void {
  const parent = parentOf(element);
  if (parent === undefined) return;
  parent.childNodes.splice(parent.childNodes.indexOf(element), 0, node);
  node.parentNode = parent;
}

function copyOf({ tagName, namespaceURI, attrs, childNodes }: Element): Element {
  const copied = attrs.map((attribute) => ({ ...attribute }));
  const copy = defaultTreeAdapter.createElement(tagName, namespaceURI, copied);
  for (const child of childNodes) {
    if ('tagName' in child) defaultTreeAdapter.appendChild(copy, copyOf(child));
    else if (defaultTreeAdapter.isTextNode(child)) defaultTreeAdapter.insertText(copy, child.value);
  }
  return copy;
}

function set(element: Element, name: string, value: string): void {
  element.attrs = [...element.attrs.filter((attribute) => attribute.name !== name), { name, value }];
}

function pickFrom<T>({ random }: Pick<Altering, 'random'>, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)];
}
