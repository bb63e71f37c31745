import { addTo } from '../ordered.js';
import { hides } from '../visible.js';
import { maxSelectorLength, readSelector, type Selector } from './selectors.js';
import type { Sheet, WrittenRule } from './sheet.js';

/** The selectors of rules that hide on every screen, by the class that they end with. Each is read on demand. */
export class HidingSelectors {
  private readonly written = new Map<string, RuleSelector[]>();
  /** Whether a selector, or one that may win over it, may name attributes. */
  readonly haveAttributes: boolean;
  private readonly read = new Map<string, readonly Selector[]>();

  constructor(sheets: readonly Sheet[]) {
    this.haveAttributes = sheets.some((sheet) => sheet.namesAttributes);
    for (const sheet of sheets)
      for (const rule of sheet.rulesWith(mayBeHiding, hidingStyle))
        for (const text of rule.selectors.split(',')) this.add({ text, rule, sheet });
  }

  /** The classes that selectors end with, including some of rules that do not hide. */
  get classes(): Iterable<string> {
    return this.written.keys();
  }

  /** The selectors that end with a class. */
  endingWith(name: string): readonly Selector[] {
    const known = this.read.get(name);
    if (known !== undefined) return known;
    const hiding = (this.written.get(name) ?? []).filter(isHiding);
    const selectors = hiding.flatMap(({ text }) => readSelector(text) ?? []);
    this.read.set(name, selectors);
    return selectors;
  }

  private add(selector: RuleSelector): void {
    const { text } = selector;
    const [head = ''] = text.slice(0, maxSelectorLength).split(/[[:]/, 1);
    const name = lastClass.exec(head)?.[1];
    if (name !== undefined) addTo(this.written, name, selector);
  }
}

/** A selector of a rule that may hide. */
interface RuleSelector {
  readonly text: string;
  readonly rule: WrittenRule;
  readonly sheet: Sheet;
}

function isHiding({ rule, sheet }: RuleSelector): boolean {
  return hides(rule.style) && sheet.ruleOf(rule)?.isGeneral === true;
}

/** The class at the end of a selector without its conditions. */
const lastClass = /\.([\w-]{1,80})\s{0,3}$/;

/** In every rule that hides: `display:none`, `position: absolute`. */
const mayBeHiding = /(?:display|visibility|opacity|font-size|indent|position): ?(?:none|hidden|0|-|absolute|fixed)/g;

/** Rules out most of the other rules with such a text. */
const hidingStyle =
  /display: ?none|visibility: ?hidden|(?:opacity|font-size): ?0(?!\.)|indent: ?-|clip(?::|-path)|-9{3}|height: ?1px/;
