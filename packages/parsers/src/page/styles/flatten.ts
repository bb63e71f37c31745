import { splitSelectors } from './selector.js';
import { closingBrace, cssNameCharacter, startOfSelectors, withoutComments } from './sheet.js';

/**
 * Style sheets without comments, escapes, layers, nested rules and variables, as rules are searched for one by one. Those
 * longer than `longest` stay as they are.
 */
export function flattenStyleSheets(written: readonly string[], longest: number): string[] {
  const isLong = (css: string): boolean => css.length > longest;
  const sheets = written.map((css) => (isLong(css) ? css : withoutEscapes(withoutComments(css))));
  const variables = variablesIn(sheets.filter((_, index) => !isLong(written[index]!)));
  return sheets.map((css, index) =>
    isLong(written[index]!) ? css : flattenRules(nestScopes(orderLayers(withoutVariables(css, variables)))),
  );
}

/** Writes the rules of cascade layers in the order of the layers, before those in none: of equal rules the last one wins. */
function orderLayers(css: string): string {
  const layers = new Map<string, string>();
  let others = '';
  let from = 0;
  for (const { 0: head, 1: names, index } of css.matchAll(layerHead)) {
    const before = css.slice(from, index);
    if (index < from || before.split('{').length !== before.split('}').length) continue; // inside a group
    const start = index + head.length;
    const isOpen = head.endsWith('{');
    const end = isOpen ? closingBrace(css, start - 1) : start;
    for (const name of names!.split(','))
      layers.set(name.trim(), (layers.get(name.trim()) ?? '') + css.slice(start, end));
    others += before;
    from = end + Number(isOpen);
  }
  return [...layers.values(), others, css.slice(from)].join('');
}

const layerHead = /@layer\b([\w\s.,-]{0,200})[{;]/g;

/** Writes the rules of a scope as if nested in one for it. */
function nestScopes(css: string): string {
  return css.includes('@scope') ? css.replace(scopeHead, ':where($1){').replaceAll(':scope', '&') : css;
}

const scopeHead = /@scope\s{0,9}\(([^(){}]{1,200})\)\s{0,9}\{/g;

/** Letters and digits that are written by their code points (`\31 0`) as they are: classes are sought as texts. */
function withoutEscapes(css: string): string {
  if (!css.includes('\\')) return css;
  return css.replace(codePoint, (written, code: string) => {
    const character = String.fromCodePoint(Math.min(Number.parseInt(code, 16), maxCodePoint));
    return cssNameCharacter.test(character) && character !== '\\' ? character : written;
  });
}

const codePoint = /\\([\da-f]{1,6})\s?/gi;
const maxCodePoint = 0x10ffff;

/** The variables that have the same value wherever they are declared; `undefined` for others. */
function variablesIn(sheets: readonly string[]): ReadonlyMap<string, string | undefined> {
  const values = new Map<string, string | undefined>();
  if (!sheets.some((css) => css.includes('var('))) return values;
  for (const css of sheets)
    for (const [, name, written] of css.matchAll(variableDeclaration)) {
      const value = written!.trim();
      values.set(name!, values.has(name!) && values.get(name!) !== value ? undefined : value);
    }
  return values;
}

const variableDeclaration = /(?:^|[;{}\s])(--[\w-]{1,80})\s{0,9}:([^;{}]*)/g;

function withoutVariables(css: string, values: ReadonlyMap<string, string | undefined>): string {
  if (!css.includes('var(')) return css;
  const replaced = (written: string, name: string, fallback: string | undefined): string =>
    (values.has(name) ? values.get(name) : fallback?.trim()) ?? written;
  return css.replace(variable, replaced).replace(variable, replaced); // values may have variables themselves
}

const variable = /var\(\s{0,9}(--[\w-]{1,80})\s{0,9}(?:,([^(){};]{0,200}))?\)/g;

/** A rule or a group of rules that is open. */
interface Block {
  /** The selectors that declarations in it are for; `''` in a group that is not nested. */
  readonly selectors: string;
  readonly isGroup: boolean;
}

/** Writes nested rules (CSS Nesting) one after another, with the selectors of those around them. */
function flattenRules(css: string): string {
  if (!hasNestedRules(css)) return css;
  const open: Block[] = [];
  let flat = '';
  let from = 0;
  let declarations = '';
  const close = (): void => {
    const selectors = open.at(-1)?.selectors ?? '';
    if (declarations.trim() !== '') flat += selectors === '' ? declarations : `${selectors}{${declarations}}`;
    declarations = '';
  };
  for (const { 0: mark, index } of css.matchAll(delimiter)) {
    const text = css.slice(from, index);
    from = index + 1;
    if (mark === ';') declarations += `${text};`;
    else if (mark === '{') {
      close();
      const outer = open.at(-1)?.selectors ?? '';
      const isGroup = text.trimStart().startsWith('@');
      if (isGroup) flat += `${text}{`;
      open.push({ selectors: isGroup ? outer : nestedSelectors(outer, text), isGroup });
    } else {
      declarations += text;
      close();
      if (open.pop()?.isGroup === true) flat += '}';
    }
  }
  return flat;
}

/** Whether a rule begins inside another one, and not only inside a group. From brace to brace, as most style sheets have none. */
function hasNestedRules(css: string): boolean {
  let open = css.indexOf('{');
  for (let next = css.indexOf('{', open + 1); next !== -1; next = css.indexOf('{', open + 1)) {
    const isInside = next < css.indexOf('}', open + 1);
    if (isInside && !css.slice(startOfSelectors(css, open), open).trimStart().startsWith('@')) return true;
    open = next;
  }
  return false;
}

const delimiter = /[{};]/g;

/** The selectors of a rule inside another one: `&` stands for the elements of that, which are around all others. */
function nestedSelectors(outer: string, written: string): string {
  if (outer === '') return written;
  const around = outer.length > maxOuter ? unknown : `:is(${outer.trim()})`;
  const inside = splitSelectors(written).map((selector) =>
    selector.includes('&') ? selector.replaceAll('&', around) : `${around} ${selector}`,
  );
  return inside.join(',');
}

/** Maximum length of the selectors around a rule, so that those inside many others do not become longer and longer. */
const maxOuter = 200;
const unknown = ':nested';
