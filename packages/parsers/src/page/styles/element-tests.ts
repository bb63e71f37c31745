import { isAsciiWhitespace } from '../../html/characters.js';
import { attribute, attributeText, childElements, type Element, elementBefore } from '../../html/tree.js';

/** Whether something is true of an element. */
export type ElementTest = (element: Element) => boolean;

/** Whether an element has a class; looks at the attribute in place. */
export function hasClass(element: Element, name: string): boolean {
  if (!element.hasAttribute('class')) return false;
  const raw = element.rawAttribute('class')!;
  const written = raw.includes('&') ? attributeText(element, 'class') : raw;
  for (let at = written.indexOf(name); at !== -1; at = written.indexOf(name, at + 1))
    if (endsName(written, at - 1) && endsName(written, at + name.length)) return true;
  return false;
}

/** Whether there is white space, or no character. */
function endsName(text: string, at: number): boolean {
  return at < 0 || at >= text.length || isAsciiWhitespace(text.charCodeAt(at));
}

/** The test of an attribute selector; undefined if it is not one. */
export function attributeSelectorTest(written: string): ElementTest | undefined {
  const [, name = '', operator, double, single, bare] = inBrackets.exec(written) ?? [];
  const value = double ?? single ?? bare;
  if (name === '' || (operator !== undefined && value === undefined)) return undefined;
  const own = name.toLowerCase();
  if (operator === undefined) return (element) => element.hasAttribute(own);
  const test = operators[operator]!;
  return (element) => {
    const text = attribute(element, own);
    return text !== undefined && test(text, value!);
  };
}

const inBrackets =
  /^\[\s{0,9}([\w-]{1,80})\s{0,9}(?:([~|^$*]?=)\s{0,9}(?:"([^"]*)"|'([^']*)'|([\w-]{1,80}))\s{0,9}(?:[is]\s{0,9})?)?\]$/i;

const operators: Record<string, (text: string, value: string) => boolean> = {
  '=': (text, value) => text === value,
  '~=': (text, value) => text.split(/\s+/).includes(value),
  '|=': (text, value) => text === value || text.startsWith(`${value}-`),
  '^=': (text, value) => value !== '' && text.startsWith(value),
  '$=': (text, value) => value !== '' && text.endsWith(value),
  '*=': (text, value) => value !== '' && text.includes(value),
};

/** The element before another one among the same children; null if there is none. */
export function siblingBefore(element: Element): Element | null {
  return isAmongMany(element) ? null : (elementBefore(element) ?? null);
}

/** More siblings than elements of a list have are not counted, so that the time stays proportional to the page. */
const maxSiblings = 500;

function isAmongMany({ parent }: Element): boolean {
  return parent !== null && parent.children.length > maxSiblings;
}

/**
 * Whether any element passes that is reached by one step or more. Results are kept for all elements on the way, as
 * neighbouring elements have most of it in common.
 */
export function memoizedByElement(step: (element: Element) => Element | null, test: ElementTest): ElementTest {
  const known = new Map<Element, boolean>();
  return (element) => {
    const way: Element[] = [];
    let at: Element | null = element;
    while (at !== null && !known.has(at)) {
      way.push(at);
      at = step(at);
    }
    let next = at;
    let result = at !== null && known.get(at)!;
    for (const one of way.reverse()) {
      result ||= next !== null && test(next);
      known.set(one, result);
      next = one;
    }
    return result;
  };
}

/** The test of a pseudo-class for a place among siblings; undefined for other pseudo-classes. */
export function structuralPseudoClassTest(name: string, argument: string | undefined): ElementTest | undefined {
  if (name === ':empty') return ({ children }) => children.length === 0;
  const [, only, edge, isOfType, nth, fromEnd, nthOfType] = places.exec(name) ?? [];
  if (only !== undefined) return (element) => alike(element, isOfType !== undefined).length === 1;
  if (edge !== undefined) return atPlace({ step: 0, first: 1 }, edge === 'last', isOfType !== undefined);
  const sequence = nth === undefined ? undefined : sequenceOf(argument ?? '');
  return sequence && atPlace(sequence, fromEnd !== undefined, nthOfType !== undefined);
}

const places = /^:(?:(?:(only)|(first|last))-(?:child|(of-type))|(nth)-(last-)?(?:child|(of-type)))$/;

/** The siblings, of the same name if `byName`. */
function alike(element: Element, byName: boolean): Element[] {
  const siblings = isAmongMany(element) ? [] : childElements(element.parent);
  return byName ? siblings.filter(({ name }) => name === element.name) : siblings;
}

/** The places `first`, `first + step`, `first + 2 * step` …, counted from 1. */
interface Sequence {
  readonly step: number;
  readonly first: number;
}

function atPlace({ step, first }: Sequence, fromEnd: boolean, byName: boolean): ElementTest {
  return (element) => {
    const siblings = alike(element, byName);
    const index = siblings.indexOf(element);
    if (index === -1) return false;
    const distance = (fromEnd ? siblings.length - index : index + 1) - first;
    return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0;
  };
}

/** Reads `even`, `odd`, `3` and `2n+1`; undefined for all else. */
function sequenceOf(argument: string): Sequence | undefined {
  const text = argument.replace(/\s/g, '').toLowerCase();
  if (text === 'even') return { step: 2, first: 0 };
  if (text === 'odd') return { step: 2, first: 1 };
  const [, sign, step, first, only] = inSequence.exec(text) ?? [];
  if (only !== undefined) return { step: 0, first: Number(only) };
  if (sign === undefined) return undefined;
  return { step: Number(`${sign}${step === '' ? 1 : step}`), first: Number(first ?? 0) };
}

const inSequence = /^(?:([+-]?)(\d{0,6})n([+-]\d{1,6})?|([+-]?\d{1,6}))$/;
