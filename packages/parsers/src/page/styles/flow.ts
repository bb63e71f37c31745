import type { Element } from '../../html/tree.js';
import { applyFlow, breaksLineByName } from '../visible.js';
import { Cascade } from './cascade.js';
import { classesOf } from './selectors.js';
import type { Rule, Sheet } from './sheet.js';

/**
 * Rules by which elements begin and end lines, or not, other than by their names: those for a class, and those for an
 * unknown element such as `x-box`.
 */
export class FlowRules {
  /** The classes that selectors end with. */
  readonly classes: readonly string[];
  private readonly rules: readonly Rule[];
  private readonly boxes: Ends;
  private readonly words: Ends;

  constructor(sheets: readonly Sheet[]) {
    this.rules = sheets.flatMap((sheet) =>
      sheet.rulesWith(display, anyDisplay).flatMap((rule) => sheet.ruleOf(rule) ?? []),
    );
    this.boxes = new Ends(this.rules, asBox);
    this.words = new Ends(this.rules, asWords);
    this.classes = [...this.boxes.classes, ...this.words.classes];
  }

  /** Applies the rules. `classed` are those of the elements that have one of `classes`, among others. */
  apply(elements: readonly Element[], classed: readonly Element[]): void {
    const { boxes, words, rules } = this;
    if (boxes.names.size > 0) applyToNames(elements, boxes.names);
    if (this.classes.length === 0) return;
    const cascade = new Cascade(rules, () => true);
    for (const element of classed) {
      const ends = breaksLineByName(element) ? words.classes : boxes.classes;
      const classes = ends.size === 0 ? noClasses : classesOf(element);
      for (const name of classes) {
        if (!ends.has(name)) continue;
        applyFlow(element, cascade.styleOf(element, classes));
        break;
      }
    }
  }
}

const noClasses: ReadonlySet<string> = new Set();

function applyToNames(elements: readonly Element[], styles: ReadonlyMap<string, string>): void {
  for (const element of elements) {
    const style = styles.get(element.name);
    if (style !== undefined) applyFlow(element, style);
  }
}

/** What the selectors of rules end with. */
class Ends {
  readonly classes: Set<string> = new Set();
  /** Declarations by the unknown element that they are for. */
  readonly names: Map<string, string> = new Map();

  constructor(rules: readonly Rule[], displays: RegExp) {
    for (const { selectors, style, isGeneral } of rules) {
      if (!isGeneral || !displays.test(style)) continue;
      for (const text of selectors.split(',')) this.add(text, style);
    }
  }

  private add(selector: string, style: string): void {
    const [, name, className] = end.exec(selector) ?? [];
    if (className !== undefined) this.classes.add(className);
    else if (name !== undefined) this.names.set(name, style);
  }
}

/** An unknown element alone, or a class at the end. */
const end = /^\s{0,9}([a-z]\w{0,40}-[\w-]{1,40})\s{0,3}$|\.([\w-]{1,80})\s{0,3}$/;

const display = /display: ?(?=[a-z-])/g;
const anyDisplay = /display: ?[a-z-]/;
const asBox = /display: ?(?:block|flex|grid|table|list-item|flow-root|-webkit-box)\s{0,3}(?:[;!]|$)/;
const asWords = /display: ?inline\s{0,3}(?:[;!]|$)/;
