import { attributeBits } from '../../html/attributes.js';
import { AMPERSAND, isSpace } from '../../html/characters.js';
import { ancestors, attribute, attributeText, type Element } from '../../html/tree.js';
import { addTo } from '../lists.js';
import { escapeClassName, type Rule } from './sheet.js';

/** Rules that may show or hide elements, by the classes that they name. */
export class Cascade {
  private readonly rules = new Map<string, RankedRule[]>();
  private readonly shows: (style: string) => boolean;

  /** `shows` tells whether declarations alone leave an element in sight. */
  constructor(rules: readonly Rule[], shows: (style: string) => boolean) {
    this.shows = shows;
    for (const [rank, rule] of rules.entries()) {
      const ranked = { ...rule, rank, parts: undefined };
      for (const [, name = ''] of rule.selectors.matchAll(className)) {
        if (this.rules.get(name)?.at(-1) !== ranked) addTo(this.rules, name, ranked);
      }
    }
  }

  /**
   * The declarations that hold for an element, one of each property, those of its `style` attribute included. `''` if a
   * rule whose selector is not read, or that holds on some screens only, may show an element that the others hide.
   */
  styleOf(element: Element, classes: ReadonlySet<string>): string {
    return this.styleBy(this.rulesFor(classes), element, classes);
  }

  /** The same for elements with the same attributes: their styles only differ by selectors for what is around them. */
  stylesOf(alike: readonly Element[], classes: ReadonlySet<string>): string[] {
    const rules = this.rulesFor(classes);
    const isSame = rules.every((rule) => partsOf(rule).every(({ selector }) => selector !== undefined));
    const style = isSame ? this.styleBy(rules, alike[0]!, classes) : undefined;
    return alike.map((element) => style ?? this.styleBy(rules, element, classes));
  }

  private styleBy(rules: readonly RankedRule[], element: Element, classes: ReadonlySet<string>): string {
    const declared = new Map<string, Declaration>();
    const uncertain: string[] = [];
    for (const rule of rules) {
      const weight = weightOf(rule, element, classes);
      if (weight === undefined) uncertain.push(rule.style);
      else if (weight >= 0) declare(declared, rule.style, weight);
    }
    declare(declared, attributeText(element, 'style'), ownWeight);
    return uncertain.some((style) => this.shows(written(declared, style))) ? '' : written(declared);
  }

  private rulesFor(classes: ReadonlySet<string>): RankedRule[] {
    const lists = [...classes].map((name) => this.rules.get(escapeClassName(name))?.slice(0, maxRules) ?? []);
    return [...new Set(lists.flat())].sort((one, other) => one.rank - other.rank);
  }
}

const className = /\.((?:[\w\x80-\uffff-]|\\.)+)/g;

/** Maximum number of rules of one class to look at, so that the time stays proportional to the page. */
const maxRules = 100;

interface RankedRule extends Rule {
  readonly rank: number;
  /** Its selectors, after they are read for the first time; undefined for those that are not read. */
  parts: readonly { readonly text: string; readonly selector: CompoundSelector | undefined }[] | undefined;
}

function partsOf(rule: RankedRule): NonNullable<RankedRule['parts']> {
  rule.parts ??= rule.selectors
    .split(',')
    .filter((text) => !hasStatePseudoClass(text))
    .map((text) => ({ text, selector: parseCompoundSelector(text) }));
  return rule.parts;
}

/** The weight of the rule's strongest selector that selects the element; -1 if none does, undefined if unknown. */
function weightOf(rule: RankedRule, element: Element, classes: ReadonlySet<string>): number | undefined {
  let weight = -1;
  for (const { text, selector } of partsOf(rule)) {
    if (selector === undefined || !rule.isGeneral) {
      if (mayMatchSelector(text, element, classes)) return undefined;
    } else if (matchesSelector(selector, element, classes)) weight = Math.max(weight, selector.specificity);
  }
  return weight;
}

interface Declaration {
  readonly value: string;
  readonly weight: number;
}

/** A `style` attribute wins over all rules. */
const ownWeight = 1e8;

/** Declarations marked as important win over all others. */
const importantWeight = 1e9;

function declare(declared: Map<string, Declaration>, style: string, weight: number): void {
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 1) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const written = declaration.slice(colon + 1).trim();
    const isImportant = important.test(written);
    const value = isImportant ? written.replace(important, '') : written;
    const own = isImportant ? weight + importantWeight : weight;
    if ((declared.get(name)?.weight ?? 0) <= own) declared.set(name, { value, weight: own });
  }
}

/** The declarations, with those of another rule in place of all that it states too. */
function written(declared: ReadonlyMap<string, Declaration>, style = ''): string {
  const all = new Map(declared);
  declare(all, style, Number.POSITIVE_INFINITY);
  return Array.from(all, ([name, { value }]) => `${name}:${value}`).join(';');
}

const important = /\s{0,3}!\s{0,3}important\s{0,3}$/i;

/** A selector of one element by its tag, id, classes and attributes, without what is around it. */
export interface CompoundSelector {
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
export function parseCompoundSelector(text: string): CompoundSelector | undefined {
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
export function hasStatePseudoClass(text: string): boolean {
  return text.includes(':') && inUse.test(text.replace(notInUse, ''));
}

/**
 * Whether a selector that is not read may select an element, apart from conditions: its last part does, and the others
 * select something around it. Those of parts of an element (`::before`) do not.
 */
export function mayMatchSelector(text: string, element: Element, classes: ReadonlySet<string>): boolean {
  if (ofPart.test(text)) return false;
  const parts = text
    .trim()
    .replace(/:[\w-]+(?:\([^()]*\))?/g, '')
    .split(/[\s>+~]+/);
  const own = parseCompoundSelector(parts.pop()!);
  if (own !== undefined && !matchesSelector(own, element, classes)) return false;
  return /[+~]/.test(text) || parts.every((part) => isAround(parseCompoundSelector(part), element));
}

/** Whether a selector selects an element around another one; true for one that is not read. */
function isAround(selector: CompoundSelector | undefined, element: Element): boolean {
  if (selector === undefined) return true;
  for (const outer of ancestors(element)) if (matchesSelector(selector, outer, classesOf(outer))) return true;
  return false;
}

/** Whether a selector selects an element. `classes` are those of the element. */
export function matchesSelector(selector: CompoundSelector, element: Element, classes: ReadonlySet<string>): boolean {
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

/** An element and its classes. */
export interface ClassedElement {
  readonly element: Element;
  readonly classes: ReadonlySet<string>;
}

/**
 * The elements with children that have one of some classes, in document order, and those whose classes are written with
 * character references. Reads the attributes in place: few elements have one of the classes.
 */
export function elementsWithClasses(elements: readonly Element[], classes: ReadonlySet<string>): Element[] {
  if (classes.size === 0) return [];
  const shapes = new Uint8Array(numberOfShapes);
  for (const name of classes) shapes[shapeOf(name, 0, name.length)] = 1;
  return elements.filter(
    (element) => element.mayHave(classBit) && element.children.length > 0 && element.passesWritten('class', namesOne),
  );

  function namesOne(text: string, from: number, end: number): boolean {
    let start = from;
    for (let at = from; at <= end; at++) {
      const code = at === end ? SPACE : text.charCodeAt(at);
      if (code === AMPERSAND) return true;
      if (!isSpace(code)) continue;
      if (at > start && shapes[shapeOf(text, start, at)] === 1 && classes.has(text.slice(start, at))) return true;
      start = at + 1;
    }
    return false;
  }
}

const classBit = attributeBits(['class']);
const SPACE = 0x20;
const numberOfShapes = 1024;

/** A number that few names share, by their ends and their length. */
function shapeOf(text: string, from: number, end: number): number {
  return (text.charCodeAt(from) + 32 * text.charCodeAt(end - 1) + 137 * (end - from)) & (numberOfShapes - 1);
}
