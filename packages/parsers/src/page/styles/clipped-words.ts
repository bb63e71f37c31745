import { clipsWords } from './declarations.js';
import { maxRuleLength, startOfSelectors } from './sheet.js';

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
