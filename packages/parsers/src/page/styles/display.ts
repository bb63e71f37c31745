import { attributeBits } from '../../html/attributes.js';
import { type Element, isElement, type Node } from '../../html/tree.js';
import { breaksLineByName, setLineBreaking } from '../visible.js';
import { type ClassedElement, StyleCascade } from './cascade.js';
import { blockDisplays, displayOf, readDisplayDeclarations } from './declarations.js';
import type { SearchableStyleSheet, StyleRule } from './sheet.js';

/** An element with children and a style of its own. */
export interface StyledElement {
  readonly element: Element;
  /** The attribute as written. */
  readonly style: string;
}

/** The elements with children that have a `style`, in document order. */
export function styledElements(elements: readonly Element[]): StyledElement[] {
  const styled: StyledElement[] = [];
  for (const element of elements) {
    if (element.children.length === 0 || !element.mayHave(styleBit)) continue;
    const style = element.rawAttribute('style');
    if (style !== undefined) styled.push({ element, style });
  }
  return styled;
}

const styleBit = attributeBits(['style']);

/** What a rule may do to an element, in bits: have it begin and end a line, or not, or have its children do so. */
const BOX = 1;
const WORDS = 2;
const STACK = 4;

/**
 * Rules by which elements begin and end lines, or not, other than by their names: those for a class, for a tag inside a
 * class, and for an unknown element such as `x-box`.
 */
export class LineBreakRules {
  private readonly rules: readonly StyleRule[];
  /** What rules do whose selectors end with a class. */
  private readonly kinds = new Map<string, number>();
  /** Rules for a tag inside an element of a class. */
  private readonly inside = new Map<string, TagRule>();
  private readonly unknown: TagRule[] = [];

  constructor(sheets: readonly SearchableStyleSheet[]) {
    this.rules = sheets.flatMap((sheet) =>
      sheet.rulesWith(display, anyDisplay).flatMap((rule) => sheet.ruleOf(rule) ?? []),
    );
    for (const { selectors, style, isCertain } of this.rules) {
      const shown = displayOf(readDisplayDeclarations(style)!);
      const flow = BOX * Number(blockDisplays.has(shown)) + WORDS * Number(shown.startsWith('inline'));
      const kind = flow + STACK * Number(asStack.test(style));
      if (isCertain && kind > 0) for (const selector of selectors.split(',')) this.add(selector, kind, style);
    }
  }

  /** The classes of elements that the rules are for, or that contain these. */
  get classes(): readonly string[] {
    return [...this.kinds.keys(), ...this.inside.keys()];
  }

  /** Applies the rules. `classed` are those of the elements that have one of `classes`, among others. */
  apply(elements: readonly Element[], classed: readonly ClassedElement[]): void {
    for (const rule of this.unknown) applyInside(elements, elements[0]!, rule);
    if (this.kinds.size + this.inside.size === 0) return;
    const cascade = new StyleCascade(this.rules, () => true);
    for (const { element, classes } of classed) {
      let kinds = 0;
      for (const name of classes) {
        kinds |= this.kinds.get(name) ?? 0;
        applyInside(elements, element, this.inside.get(name));
      }
      if ((kinds & (breaksLineByName(element) ? WORDS : BOX)) !== 0)
        setLineBreaking(element, cascade.styleOf(element, classes));
      if ((kinds & STACK) !== 0) separateItems(element);
    }
  }

  private add(selector: string, kind: number, style: string): void {
    const [, name, className, tag] = end.exec(selector) ?? [];
    if (name !== undefined) this.unknown.push({ tag: name, style, end: 0 });
    else if (tag !== undefined) this.inside.set(className!, { tag, style, end: 0 });
    else if (className !== undefined) this.kinds.set(className, (this.kinds.get(className) ?? 0) | kind);
  }
}

interface TagRule {
  readonly tag: string;
  readonly style: string;
  /** Order of the last element that it was applied to: elements of one class may contain others. */
  end: number;
}

function applyInside(elements: readonly Element[], { order, last }: Element, rule: TagRule | undefined): void {
  if (rule === undefined || last <= rule.end) return;
  rule.end = last;
  for (let at = order + 1; at <= last; at++)
    if (elements[at]!.name === rule.tag) setLineBreaking(elements[at]!, rule.style);
}

/** Has the items of grids and columns begin and end lines. */
export function breakLinesAtStackedItems(styled: readonly StyledElement[]): void {
  for (const { element, style } of styled) if (asStack.test(style)) separateItems(element);
}

function separateItems({ children }: Element): void {
  for (const child of children) if (isElement(child)) setLineBreaking(child, 'display:block');
}

/** An unknown element alone, or a class at the end or before a tag. */
const end = /^\s{0,9}([a-z]\w{0,40}-[\w-]{1,40})\s{0,3}$|\.([\w-]{1,80})(?:[\s>]{1,3}([a-z]{1,10}))?\s{0,3}$/;

const display = /display: ?(?=[a-z-])/g;
const anyDisplay = /display: ?[a-z-]/;
const asStack = /display: ?(?:inline-)?grid|flex-(?:direction|flow): ?column/;

/**
 * Puts the children of boxes in the order in which they are displayed: from last to first, or by the `order` of each;
 * returns whether there are any. Only reads `style` attributes: rules of style sheets may hold for some widths only.
 */
export function putInDisplayedOrder(styled: readonly StyledElement[]): boolean {
  const places = new Map<Node, number>();
  const changed = new Set<Element>();
  for (const { element, style } of styled) {
    if (style.includes('-reverse') && reversed.test(style)) {
      element.children = [...element.children].reverse();
      changed.add(element);
    }
    const place = style.includes('order:') ? ordered.exec(style)?.[1] : undefined;
    if (place === undefined || element.parent === null) continue;
    places.set(element, Number(place));
    changed.add(element.parent);
  }
  const placeOf = (node: Node): number => places.get(node) ?? 0;
  if (places.size > 0)
    for (const outer of changed)
      outer.children = [...outer.children].sort((one, other) => placeOf(one) - placeOf(other));
  return changed.size > 0;
}

const ordered = /(?:^|[;\s])order:\s?(-?\d{1,5})(?![\d.])/;
const reversed = /(?:^|[;\s])flex-(?:direction|flow)\s{0,3}:\s{0,3}(?:wrap\s)?column-reverse/i;
