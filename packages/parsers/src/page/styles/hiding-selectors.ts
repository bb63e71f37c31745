import type { Element } from '../../html/tree.js';
import { appendToList } from '../lists.js';
import { isHidingStyle } from '../visible.js';
import { type ClassedElement, classesOf } from './cascade.js';
import { type CssSelector, matchesNone, maxSelectorLength, parseSelector, splitSelectors } from './selector.js';
import type { SearchableStyleSheet, StyleRuleText } from './sheet.js';

/** The selectors of rules that hide on every screen, by the class that they end with. Each is read on demand. */
export class HidingSelectors {
  private readonly written = new Map<string, RuleSelector[]>();
  /** Those that may select elements of any class. */
  private readonly general: CssSelector[] = [];
  private haveNoSpecificity = false;
  /** Whether a selector, or one that may win over it, may name attributes. */
  readonly haveAttributes: boolean;
  /** Whether a rule hides text by its color. */
  readonly hidesByColor: boolean;
  private readonly read = new Map<string, readonly CssSelector[]>();

  constructor(sheets: readonly SearchableStyleSheet[]) {
    this.haveAttributes = sheets.some((sheet) => sheet.namesAttributes);
    this.hidesByColor = sheets.some((sheet) => sheet.hidesByColor);
    for (const sheet of sheets)
      for (const rule of sheet.rulesWith(mayBeHiding, hidingStyle))
        for (const text of splitSelectors(rule.selectors)) this.add({ text, rule, sheet });
  }

  /** The classes that selectors end with, including some of rules that do not hide. */
  get classes(): Iterable<string> {
    return this.written.keys();
  }

  /** Whether a rule for any class may hide one of some elements, or win over a rule that does. */
  needGeneralRules(classed: readonly ClassedElement[]): boolean {
    return this.haveNoSpecificity || classed.some(({ element }) => this.isGenerallyHidden(element));
  }

  /** The elements with children that selectors for any class select, other than some. */
  unclassed(elements: readonly Element[], others: readonly ClassedElement[]): ClassedElement[] {
    if (this.general.length === 0) return [];
    const known = new Set(others.map(({ element }) => element));
    return elements
      .filter((element) => element.children.length > 0 && !known.has(element) && this.isGenerallyHidden(element))
      .map((element) => ({ element, classes: classesOf(element) }));
  }

  /** Whether one of the rules selects an element. */
  mayHide(element: Element, classes: ReadonlySet<string>): boolean {
    const isSelected = (name: string): boolean => this.endingWith(name).some(({ matches }) => matches(element));
    return [...classes].some(isSelected) || this.isGenerallyHidden(element);
  }

  private isGenerallyHidden(element: Element): boolean {
    return this.general.some(({ matches }) => matches(element));
  }

  private endingWith(name: string): readonly CssSelector[] {
    const known = this.read.get(name);
    if (known !== undefined) return known;
    const selectors = (this.written.get(name) ?? []).filter(isHiding).map(({ text }) => parseSelector(text));
    const exact = selectors.filter(({ isExact }) => isExact);
    this.read.set(name, exact);
    return exact;
  }

  private add(selector: RuleSelector): void {
    const name = lastClass.exec(selector.text.slice(-maxSelectorLength))?.[1];
    if (name !== undefined) {
      appendToList(this.written, name, selector);
      return;
    }
    if (this.general.length >= maxGeneral || !isHiding(selector)) return;
    const read = parseSelector(selector.text);
    if (!read.isExact || read.matches === matchesNone) return;
    this.haveNoSpecificity ||= selector.text.includes(':where(');
    if (read.classes.length === 0) this.general.push(read);
    else for (const name of read.classes) appendToList(this.written, name, selector);
  }
}

/** Maximum number of selectors for elements of any class. */
const maxGeneral = 50;

/** A selector of a rule that may hide. */
interface RuleSelector {
  readonly text: string;
  readonly rule: StyleRuleText;
  readonly sheet: SearchableStyleSheet;
}

function isHiding({ rule, sheet }: RuleSelector): boolean {
  return isHidingStyle(rule.style) && sheet.ruleOf(rule)?.isCertain === true;
}

/** The class at the end of a selector without conditions. */
const lastClass = /\.([\w-]{1,80})\s{0,3}$/;

/** In every rule that hides: `display:none`, `position: absolute`. */
const mayBeHiding =
  /(?:display|visibility|opacity|font-size|indent|position|overflow|clip-path|scale|transform|color): ?(?:none|hidden|0|-|absolute|fixed|clip|inset|circle|polygon|scale|transparent)/gi;

/** Rules out most of the other rules with such a text. */
const hidingStyle =
  /display: ?none|visibility: ?hidden|(?:opacity|font-size|width|height|scale): ?0(?!\.)|indent: ?-|clip(?::|-path)|-9{3}|height: ?1px|scale\(0|color: ?transparent/i;
