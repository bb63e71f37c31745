import type { Element } from '../html/tree.js';
import { appendToList } from './lists.js';
import { type ClassedElement, classesOf, elementsWithAnyClass, StyleCascade } from './styles/cascade.js';
import { isVisuallyHiddenStyle } from './styles/declarations.js';
import { LineBreakRules } from './styles/display.js';
import { flattenStyleSheets } from './styles/flatten.js';
import { HidingSelectors } from './styles/hiding-selectors.js';
import { ClassSelectorFinder, maxRuleLength, SearchableStyleSheet, startOfSelectors } from './styles/sheet.js';
import { applyHidingStyle, isHidingStyle, minElementsOfMainPart } from './visible.js';

/**
 * Applies the page's own style sheets as far as rules for a class hide elements, as pages do with text for screen readers
 * ("sr-only", under any name) and with copies for other screens, or have them begin and end lines. Large style sheets
 * are searched for text for screen readers only. Returns whether some are too large to be searched for rules of lines.
 *
 * @param maxLineBreakCss total length of the style sheets that are searched for rules that begin and end lines
 */
export function applyStyleRules(
  written: readonly string[],
  elements: readonly Element[],
  maxLineBreakCss: number,
): boolean {
  if (written.length === 0) return false;
  const styleSheets = written.filter((css, index) => css !== written[index - 1]); // components may have copies of one
  const longest = maxSmallLength(styleSheets, maxSearchedLength);
  const longestForLineBreaks = maxSmallLength(styleSheets, maxLineBreakCss);
  const clipped = clippedClasses(styleSheets.filter(({ length }) => length > longest));
  const sheets = flattenStyleSheets(styleSheets, longest).map((css) => new SearchableStyleSheet(css));
  const small = sheets.filter((_, index) => styleSheets[index]!.length <= longest);
  const short = sheets.filter((_, index) => styleSheets[index]!.length <= longestForLineBreaks);
  const flow = new LineBreakRules(short);
  const hiding = new HidingSelectors(small);
  const classes = new Set([...clipped, ...hiding.classes, ...flow.classes]);
  const classed = elementsWithAnyClass(elements, classes).map((element) => ({ element, classes: classesOf(element) }));
  flow.apply(elements, classed);
  if (clipped.size > 0) clipWords(classed, clipped);
  const hasMore = short.length < sheets.length;
  const parts = [...classed, ...hiding.unclassed(elements, classed)].filter(({ element }) =>
    isPart(element, elements.length),
  );
  const searched = hiding.needGeneralRules(parts) ? small : [];
  hideBy(sheets, selectedElements(parts, hiding), hiding.hidesByColor, searched);
  return hasMore;
}

/** Hides elements by the rules of style sheets, those for elements of any class of some of these only. */
function hideBy(
  sheets: readonly SearchableStyleSheet[],
  selected: readonly Selected[],
  withColor: boolean,
  forAnyClass: readonly SearchableStyleSheet[],
): void {
  const names = new Set(selected.flatMap(({ classes }) => [...classes]));
  if (selected.length === 0 || names.size > maxNames) return;
  const sought = new ClassSelectorFinder(names);
  const rules = sheets.flatMap((sheet) =>
    forAnyClass.includes(sheet) ? sheet.rulesNamingOrGeneral(sought, withColor) : sheet.rulesNaming(sought, withColor),
  );
  const cascade = new StyleCascade(rules, (style) => !isHidingStyle(style), forAnyClass.length > 0);
  const styled = new Map<string, Element[]>();
  for (const { classes, elements } of selected)
    for (const [index, style] of cascade.stylesOf(elements, classes).entries())
      appendToList(styled, style, elements[index]!);
  for (const [style, elements] of styled) applyHidingStyle(elements, style);
}

/** Marks as out of sight the elements that have one of some classes, if they are as small as a text for screen readers. */
function clipWords(classed: readonly ClassedElement[], clipped: ReadonlySet<string>): void {
  const words = classed.filter(({ classes }) => [...classes].some((name) => clipped.has(name)));
  const elements = words.map(({ element }) => element);
  applyHidingStyle(
    elements.filter(({ order, last }) => last - order <= maxInside),
    clippedStyle,
  );
}

/** Maximum number of elements inside a text for screen readers. */
const maxInside = 2;

const clippedStyle = 'position:absolute;clip:rect(0,0,0,0)';

/**
 * Whether an element is a part of the page and not most of it: what most of the page is in is shown by a script or by a
 * style sheet of another address.
 */
function isPart({ order, last }: Element, size: number): boolean {
  return last - order < Math.max(minElementsOfMainPart, size / 2);
}

/** Length of the longest style sheet that is not large: all up to it have at most a length together. */
function maxSmallLength(styleSheets: readonly string[], most: number): number {
  let longest = 0;
  let total = 0;
  for (const length of styleSheets.map((css) => css.length).sort((one, other) => one - other)) {
    total += length;
    if (total > most) return length === longest ? longest - 1 : longest;
    longest = length;
  }
  return longest;
}

/**
 * Total length of the style sheets that are searched for all rules: to search the 300 kB of a large page would take a
 * third of the time that the page takes.
 */
const maxSearchedLength = 16_000;

/** More classes of hidden elements are not from any engine, and take too long to search for. */
const maxNames = 500;

/** Elements that the same rules hold for. */
interface Selected {
  readonly classes: ReadonlySet<string>;
  readonly elements: Element[];
}

/** The elements that a hiding rule selects, those with the same attributes together. */
function selectedElements(classed: readonly ClassedElement[], hiding: HidingSelectors): Selected[] {
  const found = new Map<string, Selected>();
  for (const { element, classes } of classed) {
    if (!hiding.mayHide(element, classes)) continue;
    const key = signatureOf(element, hiding.haveAttributes);
    const known = found.get(key);
    if (known === undefined) found.set(key, { classes, elements: [element] });
    else known.elements.push(element);
  }
  return [...found.values()];
}

/** Equal for elements that the same rules select. */
function signatureOf(element: Element, withAttributes: boolean): string {
  const { name } = element;
  if (withAttributes) return [name, ...element.attributes.map((own) => `${own.name}=${own.value}`)].join(' ');
  return [name, element.rawAttribute('class'), element.attribute('id'), element.attribute('style')].join('"');
}

/**
 * The classes that style sheets clip by a rule for a single class, as they do with text for screen readers ("sr-only",
 * under any name). Each such rule sets the position.
 */
export function clippedClasses(styleSheets: readonly string[]): ReadonlySet<string> {
  const classes = new Set<string>();
  for (const css of styleSheets) addClasses(css, classes);
  return classes;
}

function addClasses(css: string, classes: Set<string>): void {
  positioned.lastIndex = 0;
  for (let found = positioned.exec(css); found !== null; found = positioned.exec(css)) {
    const open = css.lastIndexOf('{', found.index);
    const close = css.indexOf('}', found.index);
    if (close === -1) return;
    positioned.lastIndex = close;
    const rule = open !== -1 && close - open < maxRuleLength ? css.slice(open + 1, close) : '';
    if (clipping.test(rule) && isVisuallyHiddenStyle(rule))
      addSelectors(css.slice(startOfSelectors(css, open), open), classes);
  }
}

const positioned = /position: ?(?:absolute|fixed)/g;
const clipping = /clip(?::|-path)|-9{3}|height: ?1px/;

/** Adds the selectors before a rule that are a single class, in any state of the element. */
function addSelectors(text: string, classes: Set<string>): void {
  for (const selector of text.split(',')) {
    const name = singleClass.exec(selector)?.[1];
    if (name !== undefined) classes.add(name);
  }
}

const singleClass = /^\s*[a-z\d]*\.([\w-]+)(?::not\(:(?:focus|active|focus-within|focus-visible)\))*\s*$/;
