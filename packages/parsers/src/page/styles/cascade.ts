import { attributeText, type Element } from '../../html/tree.js';
import { addTo } from '../ordered.js';
import { isForState, mayBeSelected, readSelector, type Selector, selects } from './selectors.js';
import { asSelector, type Rule } from './sheet.js';

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
    const lists = [...classes].map((name) => this.rules.get(asSelector(name))?.slice(0, maxRules) ?? []);
    return [...new Set(lists.flat())].sort((one, other) => one.rank - other.rank);
  }
}

const className = /\.((?:[\w\x80-\uffff-]|\\.)+)/g;

/** Maximum number of rules of one class to look at, so that the time stays proportional to the page. */
const maxRules = 100;

interface RankedRule extends Rule {
  readonly rank: number;
  /** Its selectors, after they are read for the first time; undefined for those that are not read. */
  parts: readonly { readonly text: string; readonly selector: Selector | undefined }[] | undefined;
}

function partsOf(rule: RankedRule): NonNullable<RankedRule['parts']> {
  rule.parts ??= rule.selectors
    .split(',')
    .filter((text) => !isForState(text))
    .map((text) => ({ text, selector: readSelector(text) }));
  return rule.parts;
}

/** The weight of the rule's strongest selector that selects the element; -1 if none does, undefined if unknown. */
function weightOf(rule: RankedRule, element: Element, classes: ReadonlySet<string>): number | undefined {
  let weight = -1;
  for (const { text, selector } of partsOf(rule)) {
    if (selector === undefined || !rule.isGeneral) {
      if (mayBeSelected(text, element, classes)) return undefined;
    } else if (selects(selector, element, classes)) weight = Math.max(weight, selector.specificity);
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
