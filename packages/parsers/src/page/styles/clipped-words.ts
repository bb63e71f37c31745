import { attributeBits } from '../../html/attributes.js';
import { attribute, type Element } from '../../html/tree.js';
import { applyStyle, clipsWords } from '../visible.js';
import { maxRuleLength, startOfSelectors } from './sheet.js';

/**
 * Marks as out of sight the elements that large style sheets clip by a rule for a single class, as they do with text for
 * screen readers ("sr-only", under any name). Other rules are not looked for in large style sheets.
 */
export function clipWords(styleSheets: readonly string[], elements: readonly Element[]): void {
  const classes = new Set<string>();
  for (const css of styleSheets) addClasses(css, classes);
  if (classes.size === 0) return;
  for (const element of elements) {
    const { children, order, last } = element;
    if (last - order > maxInside || children.length === 0 || !element.mayHave(classBit)) continue;
    if (hasAny(classOf(element), classes)) applyStyle(element, 'position:absolute;clip:rect(0,0,0,0)');
  }
}

/** Maximum number of elements inside a text for screen readers. */
const maxInside = 2;

const classBit = attributeBits(['class']);

/** The element's classes as written: references in them are rare, and looking for them takes as long as all the rest. */
function classOf(element: Element): string {
  const written = element.writtenAttribute('class') ?? '';
  return written.includes('&') ? (attribute(element, 'class') ?? '') : written;
}

/** Adds the classes whose rules clip their text. Each such rule sets the position. */
function addClasses(css: string, classes: Set<string>): void {
  let read = 0;
  for (const { index: at } of css.matchAll(positioned)) {
    if (at < read) continue; // in the same rule as the place before
    const open = css.lastIndexOf('{', at);
    const close = css.indexOf('}', at);
    if (close === -1) return;
    read = close;
    const rule = open !== -1 && close - open < maxRuleLength ? css.slice(open + 1, close) : '';
    if (clipping.test(rule) && clipsWords(rule)) addSelectors(css.slice(startOfSelectors(css, open), open), classes);
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

function hasAny(written: string, classes: ReadonlySet<string>): boolean {
  if (!written.includes(' ')) return classes.has(written);
  if (classes.size > maxClassesSought) return written.split(/\s+/).some((name) => classes.has(name));
  for (const name of classes) if (written.includes(name) && written.split(/\s+/).includes(name)) return true;
  return false;
}

/** With more classes it is faster to look up each class of the element. */
const maxClassesSought = 12;
