import { type DefaultTreeAdapterTypes, html } from 'parse5';
import { counterpartOf } from './counterparts.js';
import type { SourceWords } from './source-words.js';

/** What an element is told by. */
type SignKind = 'tag' | 'attribute' | 'id' | 'role';

/** One name by which a page could be read: `tag cite`, `attribute data-q`, `id rso`, `role button`. */
export type Sign = `${SignKind} ${string}`;

export type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** The elements of a page by the signs that they bear and that the source asks for. */
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

/** Takes the sign off the elements, runs, and puts it back. A tag becomes another that is displayed alike. */
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

/** Why a sign is not taken off, undefined for one that is. */
export function reasonToKeep(sign: Sign): string | undefined {
  const [kind, name] = partsOf(sign);
  if (kind === 'tag') return counterpartOf(name) === undefined ? 'no other element is displayed like it' : undefined;
  return kind === 'attribute' ? keptAttributes.get(name) : undefined;
}

const isSeen = 'a person would see the difference';
const isTriedByValue = 'each of its values is tried by itself';

const keptAttributes: ReadonlyMap<string, string> = new Map([
  ...['href', 'hidden', 'value', 'alt', 'content', 'type', 'action', 'src', 'charset', 'inert', 'popover', 'open'].map(
    (name) => [name, isSeen] as const,
  ),
  ['id', isTriedByValue],
  ['role', isTriedByValue],
]);

/** The elements of a page in document order. Without recursion: a page may nest deeper than the stack. */
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

/** The value of an attribute, undefined where the element has none of that name. */
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

/** A style that hides is seen: what it hid would be shown without it. */
function isHiding({ name, value }: { name: string; value: string }): boolean {
  return name === 'style' && /display\s*:\s*none/i.test(value);
}
