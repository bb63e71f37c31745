import { ancestors, attribute, attributeText, type Element } from '../../html/tree.js';

/** A selector of one element by its tag, id, classes and attributes, without what is around it. */
export interface Selector {
  /** `''` for any tag. */
  readonly tag: string;
  /** `''` for any id. */
  readonly id: string;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  /** Ids count 10,000, classes and attributes 100, the tag 1. */
  readonly specificity: number;
}

interface AttributeTest {
  readonly name: string;
  /** Undefined for any value. */
  readonly value: string | undefined;
}

/**
 * Reads the selector of one element. Undefined for all others: those with elements around it, and those for a state that
 * an element only has while it is used. A selector for elements that are not in such a state is read without it.
 */
export function readSelector(text: string): Selector | undefined {
  if (text.length > maxSelectorLength) return undefined;
  const [, tag = '', rest = ''] = compound.exec(text.trim().replace(notInUse, '')) ?? [];
  if (tag === '' && rest === '') return undefined;
  const parts = rest.match(part) ?? [];
  const classes = parts.filter((name) => name.startsWith('.')).map(nameOf);
  const ids = parts.filter((name) => name.startsWith('#')).map(nameOf);
  const attributes = parts.filter((name) => name.startsWith('[')).map(testOf);
  if (ids.length > 1 || attributes.includes(undefined)) return undefined;
  const name = tag === '*' ? '' : tag.toLowerCase();
  return {
    tag: name,
    id: ids[0] ?? '',
    classes,
    attributes: attributes.filter((test) => test !== undefined),
    specificity: 10_000 * ids.length + 100 * (classes.length + attributes.length) + Number(name !== ''),
  };
}

/** Whether a selector is for an element in a state that it only has while it is used: pointed at, chosen, opened. */
export function isForState(text: string): boolean {
  return inUse.test(text.replace(notInUse, ''));
}

/**
 * Whether a selector that is not read may select an element, apart from conditions: its last part does, and the others
 * select something around it. Those of parts of an element (`::before`) do not.
 */
export function mayBeSelected(text: string, element: Element, classes: ReadonlySet<string>): boolean {
  if (ofPart.test(text)) return false;
  const parts = text
    .trim()
    .replace(/:[\w-]+(?:\([^()]*\))?/g, '')
    .split(/[\s>+~]+/);
  const own = readSelector(parts.pop()!);
  if (own !== undefined && !selects(own, element, classes)) return false;
  return /[+~]/.test(text) || parts.every((part) => isAround(readSelector(part), element));
}

/** Whether a selector selects an element around another one; true for one that is not read. */
function isAround(selector: Selector | undefined, element: Element): boolean {
  if (selector === undefined) return true;
  for (const outer of ancestors(element)) if (selects(selector, outer, classesOf(outer))) return true;
  return false;
}

/** Whether a selector selects an element. `classes` are those of the element. */
export function selects(selector: Selector, element: Element, classes: ReadonlySet<string>): boolean {
  if (selector.tag !== '' && selector.tag !== element.name) return false;
  if (selector.id !== '' && selector.id !== attribute(element, 'id')) return false;
  if (!selector.classes.every((name) => classes.has(name))) return false;
  return selector.attributes.every(({ name, value }) => {
    const own = attribute(element, name);
    return own !== undefined && (value === undefined || own === value);
  });
}

/** The classes of an element. */
export function classesOf(element: Element): ReadonlySet<string> {
  const classes = new Set(attributeText(element, 'class').split(/\s+/));
  classes.delete('');
  return classes;
}

/** Longer selectors are not for one element. */
export const maxSelectorLength = 200;

const compound = /^([a-z][\w-]*|\*)?((?:[.#](?:[\w\x80-\uffff-]|\\.)+|\[[^\]]{0,80}\])*)$/i;
const part = /[.#](?:[\w\x80-\uffff-]|\\.){1,80}|\[[^\]]{0,80}\]/g;
const ofPart = /::|:(?:before|after)/;
const notInUse = /:not\(:(?:focus|active|hover|focus-within|focus-visible)\)/g;
const inUse = /:(?:hover|focus|active|checked|target|open|focus-within|focus-visible)(?![\w-])/;

function nameOf(written: string): string {
  return written.slice(1).replace(/\\(.)/g, '$1');
}

function testOf(written: string): AttributeTest | undefined {
  const [, name, , double, single, bare] = attributeTest.exec(written) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), value: double ?? single ?? bare };
}

const attributeTest = /^\[\s*([\w-]+)\s*(=\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*)?\]$/;
