import { attribute, type Element, isElement } from '../../html/tree.js';
import {
  attributeSelectorTest,
  type ElementTest,
  hasClass,
  memoizedByElement,
  siblingBefore,
  structuralPseudoClassTest,
} from './element-tests.js';

/** A selector without commas, as far as it is about what a person sees before using the page. */
export interface CssSelector {
  /** Whether it matches an element. */
  readonly matches: ElementTest;
  /** Ids count 10,000, classes, attributes and pseudo-classes 100, tags 1. */
  readonly specificity: number;
  /** False if parts that are not known were read as selecting every element. */
  readonly isExact: boolean;
  /** Whether it only depends on the tag and the attributes of the element itself. */
  readonly isLocal: boolean;
  /** The element has one of these classes; empty if it may have none. */
  readonly classes: readonly string[];
}

const every = () => true;
/** Selects no element before a person uses the page. */
export const matchesNone: ElementTest = () => false;

const unknown: CssSelector = { matches: every, specificity: 0, isExact: false, isLocal: true, classes: [] };

/** Longer selectors are not for one element. */
export const maxSelectorLength = 200;

/** Reads a selector (Selectors Level 4). States that an element only has while it is used select nothing. */
export function parseSelector(text: string): CssSelector {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxSelectorLength) return unknown;
  let [head, rest] = compoundAt(trimmed);
  while (rest !== '') {
    const [written, combinator = ''] = combinatorAt.exec(rest) ?? [];
    if (written === undefined) return unknown;
    const [next, after] = compoundAt(rest.slice(written.length));
    if (next === undefined || head === undefined) return unknown;
    head = related(head, combinator.trim(), next);
    rest = after;
  }
  return head ?? unknown;
}

const combinatorAt = /^\s*([\s>+~])\s*/;

/** The selectors of a list, which are between commas. */
export function splitSelectors(list: string): string[] {
  if (!list.includes('(') && !list.includes('[')) return list.split(',');
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const code = list[at];
    if (code === '(' || code === '[') depth++;
    else if (code === ')' || code === ']') depth--;
    else if (code === ',' && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(list.slice(start));
  return parts;
}

/** A selector for elements that another one stands in a relation to. */
function related(outer: CssSelector, combinator: string, inner: CssSelector): CssSelector {
  const isRelated = relations[combinator]!(outer.matches);
  return {
    matches: inner.matches === matchesNone ? matchesNone : (element) => inner.matches(element) && isRelated(element),
    specificity: outer.specificity + inner.specificity,
    isExact: outer.isExact && inner.isExact,
    isLocal: false,
    classes: inner.classes,
  };
}

const hasParent = (test: ElementTest) => (element: Element) => element.parent !== null && test(element.parent);

/** Memoized for each element on the way, so that the time stays proportional to the page. */
const relations: Record<string, (test: ElementTest) => ElementTest> = {
  '>': hasParent,
  '': (test) => memoizedByElement(({ parent }) => parent, test),
  '+': (test) => (element) => {
    const before = siblingBefore(element);
    return before !== null && test(before);
  },
  '~': (test) => memoizedByElement(siblingBefore, test),
};

/** The selector of one element at the start of a text, and the rest; undefined if there is none. */
function compoundAt(text: string): [CssSelector | undefined, string] {
  const parts: CssSelector[] = [];
  let rest = text;
  for (let found = simple.exec(rest); found !== null; found = simple.exec(rest)) {
    let [written] = found;
    let argument: string | undefined;
    if (written.endsWith('(')) {
      argument = argumentAt(rest, written.length);
      if (argument === undefined) return [undefined, rest];
      written += `${argument})`;
    }
    parts.push(simpleSelector(found[0], argument));
    rest = rest.slice(written.length);
  }
  return [parts.length === 0 ? undefined : all(parts), rest];
}

const simple = /^(?:[.#]?(?:[\w\x80-\uffff-]|\\.){1,80}|\*|\[[^\]]{0,80}\]|::?[\w-]{1,40}\(?)/;

/** The text up to the parenthesis that closes one before an index. */
function argumentAt(text: string, from: number): string | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(from, at);
  }
  return undefined;
}

/** A selector for elements that all of some select. */
function all(parts: readonly CssSelector[]): CssSelector {
  const [first] = parts;
  if (parts.length === 1) return first!;
  const tests = parts.map(({ matches }) => matches);
  return {
    matches: tests.includes(matchesNone) ? matchesNone : (element) => tests.every((test) => test(element)),
    specificity: parts.reduce((sum, { specificity }) => sum + specificity, 0),
    isExact: parts.every(({ isExact }) => isExact),
    isLocal: parts.every(({ isLocal }) => isLocal),
    classes: parts.find(({ classes }) => classes.length > 0)?.classes ?? [],
  };
}

function simpleSelector(written: string, argument: string | undefined): CssSelector {
  const name = nameOf(written.slice(1));
  switch (written[0]) {
    case '*':
      return { ...unknown, isExact: true };
    case '.':
      return exact(beforeScripts.test(name) ? matchesNone : (element) => hasClass(element, name), 100, [name]);
    case '#':
      return exact((element) => attribute(element, 'id') === name, 10_000);
    case '[':
      return attributeSelector(written);
    case ':':
      return pseudoClass(written.replace('(', '').toLowerCase(), argument);
  }
  const tag = written.toLowerCase();
  return exact((element) => element.name === tag, 1);
}

function exact(matches: ElementTest, specificity: number, classes: readonly string[] = []): CssSelector {
  return { matches, specificity, isExact: true, isLocal: true, classes };
}

function nameOf(written: string): string {
  return written.includes('\\') ? written.replace(/\\(.)/g, '$1') : written;
}

function attributeSelector(written: string): CssSelector {
  const test = attributeSelectorTest(written);
  return test === undefined ? unknown : exact(test, 100);
}

function pseudoClass(name: string, argument: string | undefined): CssSelector {
  if (name.startsWith('::') || ofPart.has(name) || ofUse.has(name)) return exact(matchesNone, 100);
  const isAtPlace = structuralPseudoClassTest(name, argument);
  if (isAtPlace !== undefined) return { ...exact(isAtPlace, 100), isLocal: false };
  if (argument !== undefined) return logical(name, argument);
  if (name === ':root' || name === ':scope') return exact((element) => element.name === 'html', 100);
  if (name === ':link' || name === ':any-link')
    return exact((element) => element.name === 'a' && element.hasAttribute('href'), 100);
  return { ...unknown, specificity: 100 };
}

/** `:is`, `:where`, `:not` and `:has`. */
function logical(name: string, argument: string): CssSelector {
  const list = splitSelectors(argument);
  if (name === ':has') return having(list);
  const selectors = list.map(parseSelector);
  const some: ElementTest = (element) => selectors.some(({ matches }) => matches(element));
  const specificity = Math.max(...selectors.map((one) => one.specificity));
  const isExact = selectors.every((one) => one.isExact);
  const isLocal = selectors.every((one) => one.isLocal);
  if (name === ':not')
    return { matches: isExact ? (element) => !some(element) : every, specificity, isExact, isLocal, classes: [] };
  if (!matchesAny.has(name)) return { ...unknown, specificity: 100 };
  const classes = selectors.every((one) => one.classes.length > 0) ? selectors.flatMap((one) => one.classes) : [];
  return { matches: some, specificity: name === ':where' ? 0 : specificity, isExact, isLocal, classes };
}

const matchesAny: ReadonlySet<string> = new Set([':is', ':where', ':matches', ':-webkit-any', ':-moz-any']);

/** `:has` with selectors of one element each, inside the element or as its child. */
function having(list: readonly string[]): CssSelector {
  const tests = list.map((text) => {
    const isChild = text.trim().startsWith('>');
    const [selector, rest] = compoundAt(text.replace('>', '').trim());
    if (selector === undefined || rest !== '' || !selector.isExact) return undefined;
    const isInside: ElementTest = ({ children }) =>
      children.some((child) => isElement(child) && (selector.matches(child) || (!isChild && isInside(child))));
    return { isInside, specificity: selector.specificity };
  });
  if (tests.some((test) => test === undefined)) return { ...unknown, specificity: 100 };
  const matches: ElementTest = (element) =>
    element.last - element.order <= maxInside && tests.some((test) => test!.isInside(element));
  return {
    ...exact(matches, Math.max(...tests.map((test) => test!.specificity))),
    isLocal: false,
  };
}

/** Larger elements are not searched for `:has`. */
const maxInside = 500;

/** Classes that scripts remove when a page is shown. */
const beforeScripts = /^no-?(?:js|script)$/i;

/** Parts of elements, and not elements. */
const ofPart: ReadonlySet<string> = new Set([':before', ':after', ':first-line', ':first-letter']);

/** States that an element only has while it is used: pointed at, chosen, opened. */
const ofUse: ReadonlySet<string> = new Set(
  'hover focus active checked target open focus-within focus-visible visited popover-open modal fullscreen'
    .split(' ')
    .map((name) => `:${name}`),
);
