import { attributeBits } from '../../html/attributes.js';
import { AMPERSAND, isAsciiWhitespace } from '../../html/characters.js';
import { attributeText, type Element } from '../../html/tree.js';
import { appendToList } from '../lists.js';
import { type CssSelector, parseSelector, splitSelectors } from './selector.js';
import { escapeClassName, mayMatchAnyClass, type StyleRule } from './sheet.js';

/** Rules that may show or hide elements, by the classes that they name. */
export class StyleCascade {
  private readonly rules = new Map<string, RankedRule[]>();
  /** Rules for elements of any class. */
  private readonly general: RankedRule[] = [];
  private readonly shows: (style: string) => boolean;

  /**
   * `shows` tells whether declarations alone leave an element in sight. Rules for elements of any class are left out unless
   * `withGeneral`: few win over rules for a class.
   */
  constructor(rules: readonly StyleRule[], shows: (style: string) => boolean, withGeneral = false) {
    this.shows = shows;
    for (const [rank, rule] of rules.entries()) {
      const ranked: RankedRule = { ...rule, rank };
      for (const [, name = ''] of rule.selectors.matchAll(className)) {
        if (this.rules.get(name)?.at(-1) !== ranked) appendToList(this.rules, name, ranked);
      }
      if (!withGeneral || !mayMatchAnyClass(rule.selectors)) continue;
      if (selectorsOf(ranked).some(({ classes, isExact }) => isExact && classes.length === 0))
        this.general.push(ranked);
    }
  }

  /**
   * The declarations that hold for an element, one of each property, those of its `style` attribute included. `''` if a
   * rule whose selector is not read, or that holds on some screens only, may show an element that the others hide.
   */
  styleOf(element: Element, classes: ReadonlySet<string>): string {
    return this.styleBy(this.rulesFor(classes), element);
  }

  /** The same for elements with the same attributes: their styles only differ by selectors for what is around them. */
  stylesOf(alike: readonly Element[], classes: ReadonlySet<string>): string[] {
    const rules = this.rulesFor(classes);
    const isSame = rules.every((rule) => selectorsOf(rule).every(({ isLocal }) => isLocal));
    const style = isSame ? this.styleBy(rules, alike[0]!) : undefined;
    return alike.map((element) => style ?? this.styleBy(rules, element));
  }

  private styleBy(rules: readonly RankedRule[], element: Element): string {
    const declared: Declared = new Map();
    const uncertain: string[] = [];
    for (const rule of rules) {
      const weight = weightOf(rule, element);
      if (weight === undefined) uncertain.push(rule.style);
      else if (weight >= 0) {
        rule.declared ??= declarationsIn(rule.style);
        declare(declared, rule.declared, weight);
      }
    }
    declare(declared, declarationsIn(attributeText(element, 'style')), ownWeight);
    return uncertain.some((style) => this.shows(written(declared, style))) ? '' : written(declared);
  }

  private rulesFor(classes: ReadonlySet<string>): RankedRule[] {
    const rules = new Set(this.general.slice(0, maxRules));
    for (const name of classes)
      for (const rule of this.rules.get(escapeClassName(name))?.slice(0, maxRules) ?? []) rules.add(rule);
    return [...rules].sort((one, other) => one.rank - other.rank);
  }
}

const className = /\.([\w\x80-\uffff-]*(?:\\.[\w\x80-\uffff-]*)*)/g;

/** Maximum number of rules of one class to look at, so that the time stays proportional to the page. */
const maxRules = 100;

/** A rule and its rank among all. Its parts are read once, and on demand. */
interface RankedRule extends StyleRule {
  readonly rank: number;
  parts?: readonly CssSelector[];
  declared?: readonly Declaration[];
}

function selectorsOf(rule: RankedRule): readonly CssSelector[] {
  rule.parts ??= splitSelectors(rule.selectors).map(parseSelector);
  return rule.parts;
}

/** The weight of the rule's strongest selector that selects the element; -1 if none does, undefined if unknown. */
function weightOf(rule: RankedRule, element: Element): number | undefined {
  let weight = -1;
  for (const { matches, isExact, specificity } of selectorsOf(rule)) {
    if (!matches(element)) continue;
    if (!isExact || !rule.isCertain) return undefined;
    weight = Math.max(weight, specificity);
  }
  return weight;
}

interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly isImportant: boolean;
}

function declarationsIn(style: string): Declaration[] {
  const declarations: Declaration[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 1) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const written = declaration.slice(colon + 1).trim();
    const isImportant = important.test(written);
    declarations.push({ name, value: isImportant ? written.replace(important, '') : written, isImportant });
  }
  return declarations;
}

/** A value that holds, by the name of its property. */
type Declared = Map<string, { readonly value: string; readonly weight: number }>;

/** A `style` attribute wins over all rules. */
const ownWeight = 1e8;

/** Declarations marked as important win over all others. */
const importantWeight = 1e9;

function declare(declared: Declared, declarations: readonly Declaration[], weight: number): void {
  for (const { name, value, isImportant } of declarations) {
    const own = isImportant ? weight + importantWeight : weight;
    if ((declared.get(name)?.weight ?? 0) <= own) declared.set(name, { value, weight: own });
  }
}

/** The declarations, with those of another rule in place of all that it states too. */
function written(declared: Declared, style = ''): string {
  const all = new Map(declared);
  declare(all, declarationsIn(style), Number.POSITIVE_INFINITY);
  return Array.from(all, ([name, { value }]) => `${name}:${value}`).join(';');
}

const important = /\s{0,3}!\s{0,3}important\s{0,3}$/i;

/** The classes of an element. */
export function classesOf(element: Element): ReadonlySet<string> {
  const classes = new Set(attributeText(element, 'class').split(/\s+/));
  classes.delete('');
  return classes;
}

/** An element and its classes. */
export interface ClassedElement {
  readonly element: Element;
  readonly classes: ReadonlySet<string>;
}

/**
 * The elements with children that have one of some classes, in document order, and those whose classes are written with
 * character references. Reads the attributes in place: few elements have one of the classes.
 */
export function elementsWithAnyClass(elements: readonly Element[], classes: ReadonlySet<string>): Element[] {
  if (classes.size === 0) return [];
  const shapes = new Uint8Array(numberOfShapes);
  for (const name of classes) shapes[shapeOf(name, 0, name.length)] = 1;
  return elements.filter(
    (element) =>
      element.mayHave(classBit) && element.children.length > 0 && element.testRawAttribute('class', namesOne),
  );

  function namesOne(text: string, from: number, end: number): boolean {
    let start = from;
    for (let at = from; at <= end; at++) {
      const code = at === end ? SPACE : text.charCodeAt(at);
      if (code === AMPERSAND) return true;
      if (!isAsciiWhitespace(code)) continue;
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
