import { attributeBits } from '../html/attributes.js';
import { attribute, type Element } from '../html/tree.js';
import { clipsWords, putOutOfSight } from './visible.js';

/**
 * Puts out of sight what the page's own style sheets keep from sight by a rule for one class, as they do with words for
 * screen readers ("sr-only", by whatever name).
 */
export function applyStyleRules(source: string, elements: readonly Element[]): void {
  const classes = clippedClasses(source);
  if (classes.size === 0) return;
  const places = placesOf(classes, source);
  for (const element of elements) {
    if (element.mayHave(classBit) && mayName(places, element) && hasAny(element, classes)) putOutOfSight(element);
  }
}

const classBit = attributeBits(['class']);

/** The classes whose rules clip their words away. */
function clippedClasses(source: string): ReadonlySet<string> {
  const classes = new Set<string>();
  for (let at = source.indexOf(styleTag); at !== -1; at = source.indexOf(styleTag, at + styleTag.length)) {
    const end = source.indexOf('</style', at);
    if (end === -1) break;
    addClasses(source.slice(at, end), classes);
    at = end;
  }
  return classes;
}

const styleTag = '<style';

function addClasses(css: string, classes: Set<string>): void {
  for (const mark of marksOfClipping) {
    for (let at = css.indexOf(mark); at !== -1; at = css.indexOf(mark, at + mark.length)) {
      const open = css.lastIndexOf('{', at);
      const close = css.indexOf('}', at);
      if (open === -1 || close === -1 || close - open > longestRule) continue;
      if (clipsWords(css.slice(open + 1, close)))
        addSelectors(css.slice(Math.max(0, open - longestRule), open), classes);
      at = close;
    }
  }
}

/** What one of stands in every such rule. */
const marksOfClipping = ['clip', '999', 'height:1px', 'height: 1px'];

/** Characters of a rule that is looked at, and of its selectors. */
const longestRule = 1000;

/** Of the selectors before a rule those of one class, whatever state the element is in. */
function addSelectors(text: string, classes: Set<string>): void {
  for (const selector of text.slice(text.search(lastSelectors)).split(',')) {
    const name = singleClass.exec(selector)?.[1];
    if (name !== undefined) classes.add(name);
  }
}

const lastSelectors = /[^{};>/]*$/;
const singleClass = /^\s*[a-z\d]*\.([\w-]+)(?::not\(:(?:focus|active|focus-within|focus-visible)\))*\s*$/;

/** Where the names stand in the source: in rules, and on the few elements that have such a class. */
function placesOf(classes: ReadonlySet<string>, source: string): number[] {
  const places: number[] = [];
  for (const name of classes) {
    for (let at = source.indexOf(name); at !== -1; at = source.indexOf(name, at + name.length)) places.push(at);
  }
  return places.sort((one, other) => one - other);
}

/** Whether one of the places may be within the element's tag. */
function mayName(places: readonly number[], { from }: Element): boolean {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < places.length && places[low]! - from < longestTag;
}

/** Characters from the start of a tag's attributes to the name of a class. */
const longestTag = 4096;

function hasAny(element: Element, classes: ReadonlySet<string>): boolean {
  return (attribute(element, 'class') ?? '').split(/\s+/).some((name) => classes.has(name));
}
