import { maxSelectorLength, readSelector, type Selector } from './selectors.js';
import type { RuleTests, Sheet } from './sheet.js';

/** The selectors of rules that hide on every screen, by the class that they end with. Each is read on demand. */
export class HidingSelectors {
  private readonly written = new Map<string, string[]>();
  /** Whether a selector, or one that may win over it, may name attributes. */
  readonly haveAttributes: boolean;
  private readonly read = new Map<string, readonly Selector[]>();

  constructor(sheets: readonly Sheet[], tests: RuleTests) {
    const { selectors: isUsed, style: hides } = tests;
    this.haveAttributes = sheets.some((sheet) => sheet.namesAttributes);
    for (const sheet of sheets) {
      const rules = sheet.rulesWith(mayBeHiding, {
        selectors: isUsed,
        style: (style) => hidingStyle.test(style) && hides(style),
      });
      for (const { selectors, isGeneral } of rules)
        if (isGeneral) for (const text of selectors.split(',')) this.add(text);
    }
  }

  /** The classes that selectors end with. */
  get classes(): Iterable<string> {
    return this.written.keys();
  }

  /** The selectors that end with a class. */
  endingWith(name: string): readonly Selector[] {
    const known = this.read.get(name);
    if (known !== undefined) return known;
    const selectors = (this.written.get(name) ?? []).map(readSelector).filter((selector) => selector !== undefined);
    this.read.set(name, selectors);
    return selectors;
  }

  private add(text: string): void {
    const [head = ''] = text.slice(0, maxSelectorLength).split(/[[:]/, 1);
    const name = lastClass.exec(head)?.[1];
    if (name === undefined) return;
    const known = this.written.get(name);
    if (known === undefined) this.written.set(name, [text]);
    else known.push(text);
  }
}

/** The class at the end of a selector without its conditions. */
const lastClass = /\.([\w-]{1,80})\s{0,3}$/;

/** Whether a style sheet may have a rule that hides. */
export function mayHide(sheet: Sheet): boolean {
  return sheet.has(mayBeHiding);
}

/** In every rule that hides: `display:none`, `position: absolute`. */
const mayBeHiding = /(?:display|visibility|opacity|font-size|indent|position): ?(?:none|hidden|0|-|absolute|fixed)/g;

/** Rules out most of the other rules with such a text. */
const hidingStyle =
  /display: ?none|visibility: ?hidden|(?:opacity|font-size): ?0(?!\.)|indent: ?-|clip(?::|-path)|-9{3}|height: ?1px/;
