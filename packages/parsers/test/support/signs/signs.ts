import { type DefaultTreeAdapterTypes, html } from 'parse5';
import { counterpartOf } from './counterparts.js';
import type { SourceWords } from './source-words.js';

/** A kind of property that an element can be recognised by. */
type SignKind = 'tag' | 'attribute' | 'id' | 'role';

/** A property that a parser could depend on: `tag cite`, `attribute data-q`, `id rso`, `role button`. */
export type Sign = `${SignKind} ${string}`;

export type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** The elements of a page by their signs, as far as the source mentions them. */
export function signsOf(document: ParentNode, words: SourceWords): Map<Sign, Element[]> {
  const found = new Map<Sign, Element[]>();
  for (const element of elementsOf(document)) {
    for (const sign of new Set(signsOn(element))) {
      const bearers = found.get(sign);
      if (bearers !== undefined) bearers.push(element);
      else if (words.has(sign.slice(sign.indexOf(' ') + 1))) found.set(sign, [element]);
    }
  }
  return found;
}

/**
 * Removes the sign from the elements, calls `run` and restores the sign. A tag is replaced with one that is displayed
 * in the same way.
 */
export function without<T>(sign: Sign, elements: readonly Element[], run: () => T): T {
  const [kind, name] = partsOf(sign);
  const before = elements.map(({ tagName, nodeName, attrs }) => ({ tagName, nodeName, attrs }));
  for (const element of elements) takeOff(element, kind, name);
  try {
    return run();
  } finally {
    for (const [index, element] of elements.entries()) Object.assign(element, before[index]);
  }
}

/** The reason why a sign is not removed, or `undefined` if it is. */
export function reasonToKeep(sign: Sign): string | undefined {
  const [kind, name] = partsOf(sign);
  if (kind === 'tag') return counterpartOf(name) === undefined ? 'no other element is displayed like it' : undefined;
  return kind === 'attribute' ? keptAttributes.get(name) : undefined;
}

const isSeen = 'the difference would be visible';
const isMeasuredByValue = 'each of its values is measured separately';

const keptAttributes: ReadonlyMap<string, string> = new Map([
  ...['href', 'hidden', 'value', 'alt', 'content', 'type', 'action', 'src', 'charset', 'inert', 'popover', 'open'].map(
    (name) => [name, isSeen] as const,
  ),
  ['id', isMeasuredByValue],
  ['role', isMeasuredByValue],
]);

/** The elements of a page in document order. Not recursive, as deeply nested pages would overflow the stack. */
export function elementsOf(document: ParentNode): Element[] {
  const found: Element[] = [];
  const waiting: ParentNode[] = [document];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    if ('tagName' in parent) found.push(parent);
    for (let i = parent.childNodes.length - 1; i >= 0; i--) {
      const child = parent.childNodes[i]!;
      if ('tagName' in child) waiting.push(child);
    }
  }
  return found;
}

/** The value of an attribute, or `undefined` if it is missing. */
export function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value;
}

function signsOn(element: Element): Sign[] {
  if (element.namespaceURI !== html.NS.HTML) return [];
  const signs: Sign[] = [`tag ${element.tagName}`];
  for (const { name, value } of element.attrs) {
    signs.push(`attribute ${name}`);
    if (name === 'id' || name === 'role') signs.push(`${name} ${value}`);
  }
  return signs;
}

function partsOf(sign: Sign): [SignKind, string] {
  const end = sign.indexOf(' ');
  return [sign.slice(0, end) as SignKind, sign.slice(end + 1)];
}

function takeOff(element: Element, kind: SignKind, name: string): void {
  if (kind === 'tag') {
    const { tagName = name, attributes = [] } = counterpartOf(name) ?? {};
    element.tagName = tagName;
    element.nodeName = tagName;
    const replaced = new Set(attributes.map((attribute) => attribute.name));
    element.attrs = [...element.attrs.filter((attribute) => !replaced.has(attribute.name)), ...attributes];
    return;
  }
  const attribute = kind === 'attribute' ? name : kind;
  element.attrs = element.attrs.filter((own) => own.name !== attribute || isHiding(own));
}

/** Whether an attribute is a style that hides the element. Removing it would be visible. */
function isHiding({ name, value }: { name: string; value: string }): boolean {
  return name === 'style' && /display\s*:\s*none/i.test(value);
}
