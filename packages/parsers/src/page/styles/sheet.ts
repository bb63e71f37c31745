/** Text that looks like a rule of a style sheet. */
export interface StyleRuleText {
  /** The selectors as written, with commas between them. */
  readonly selectors: string;
  /** The declarations as written. */
  readonly style: string;
  /** Index of the declarations in the style sheet: of two equal rules the later one wins. */
  readonly at: number;
}

/** A rule of a style sheet. */
export interface StyleRule extends StyleRuleText {
  /** Whether it holds on every screen, and not only on narrow ones or in print. */
  readonly isCertain: boolean;
}

/** A style sheet that is searched for single rules, because reading all of them would take longer than reading a page. */
export class SearchableStyleSheet {
  private readonly css: string;
  private groups: readonly Group[] | undefined;

  constructor(css: string) {
    this.css = withoutComments(css);
  }

  /** Whether a selector may name an attribute. */
  get namesAttributes(): boolean {
    return this.css.includes('[');
  }

  /** Whether a rule hides text by its color. */
  get hidesByColor(): boolean {
    return colorless.test(this.css);
  }

  /** The texts like rules whose declarations contain a text and match `style`. `text` is global. */
  rulesWith(text: RegExp, style: RegExp): StyleRuleText[] {
    const { css } = this;
    const rules: StyleRuleText[] = [];
    let last = -1;
    for (let found = text.exec(css); found !== null; found = text.exec(css)) {
      const open = startOf(css, found.index);
      if (open <= last) continue; // in no rule, or in the same as the place before
      last = open;
      const close = css.indexOf('}', found.index);
      const declarations = css.slice(open + 1, close === -1 ? css.length : close);
      if (declarations.length > maxRuleLength || !style.test(declarations)) continue;
      rules.push({ selectors: css.slice(startOfSelectors(css, open), open), style: declarations, at: open });
    }
    return rules;
  }

  /** The rules with one of some classes in a selector that may decide whether an element is seen, in order. */
  rulesNaming(classes: ClassSelectorFinder, withColor = false): StyleRule[] {
    const { css } = this;
    const rules: StyleRule[] = [];
    let last = -1;
    for (let at = classes.nextIn(css, 0); at !== -1; at = classes.nextIn(css, at + 1)) {
      const open = css.indexOf('{', at);
      const close = css.indexOf('}', at);
      if (open <= last || close < open || open - at > maxRuleLength) continue;
      last = open;
      const style = css.slice(open + 1, close);
      if (!maySettleSight(style, withColor)) continue;
      const rule = this.ruleOf({ selectors: css.slice(startOfSelectors(css, open), open), style, at: open });
      if (rule !== undefined) rules.push(rule);
    }
    return rules;
  }

  /** The same with the rules that may be for elements of any class. */
  rulesNamingOrGeneral(classes: ClassSelectorFinder, withColor: boolean): StyleRule[] {
    return this.rulesWith(declarations, anyProperty).flatMap((rule) => {
      const isSought = mayMatchAnyClass(rule.selectors) || classes.nextIn(rule.selectors, 0) !== -1;
      return (isSought && maySettleSight(rule.style, withColor) && this.ruleOf(rule)) || [];
    });
  }

  /** The rule that a text is; undefined if it is inside another rule, or for print or an animation. */
  ruleOf(written: StyleRuleText): StyleRule | undefined {
    const { selectors, style, at } = written;
    const group = this.groupAround(at);
    if (group === undefined && isInsideRule(this.css, at - selectors.length)) return undefined;
    const holds = group?.holds ?? 'always';
    return holds === 'never' ? undefined : { selectors, style, at, isCertain: holds === 'always' };
  }

  private groupAround(at: number): Group | undefined {
    this.groups ??= groupsIn(this.css);
    let low = 0;
    for (let high = this.groups.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.groups[middle]!.close < at) low = middle + 1;
      else high = middle;
    }
    const group = this.groups[low];
    return group !== undefined && group.open < at ? group : undefined;
  }
}

/** A style sheet without comments, which may hold braces and semicolons. */
export function withoutComments(css: string): string {
  let kept = '';
  let from = 0;
  for (let at = css.indexOf('/*'); at !== -1; at = css.indexOf('/*', from)) {
    const end = css.indexOf('*/', at + 2);
    kept += css.slice(from, at);
    if (end === -1) return kept;
    from = end + 2;
  }
  return kept + css.slice(from);
}

/** Finds the places where selectors name one of some classes. Reads a style sheet once, whatever their number. */
export class ClassSelectorFinder {
  /** By their first character. */
  private readonly names: (string[] | undefined)[] = new Array(firstCharacters).fill(undefined);

  constructor(classes: Iterable<string>) {
    for (const name of classes) {
      const written = escapeClassName(name);
      const first = written.charCodeAt(0) % firstCharacters;
      const known = this.names[first];
      if (known === undefined) this.names[first] = [written];
      else known.push(written);
    }
  }

  /** The first such index from an index on; -1 if there is none. */
  nextIn(css: string, from: number): number {
    for (let at = css.indexOf('.', from); at !== -1; at = css.indexOf('.', at + 1)) {
      const names = this.names[css.charCodeAt(at + 1) % firstCharacters];
      if (names !== undefined && isAnyAt(names, css, at + 1)) return at;
    }
    return -1;
  }
}

const firstCharacters = 128;

/** Called for thousands of places, so without a closure. */
function isAnyAt(names: readonly string[], css: string, at: number): boolean {
  for (const name of names)
    if (css.startsWith(name, at) && !cssNameCharacter.test(css.charAt(at + name.length))) return true;
  return false;
}

/** A character of a name in a selector. */
export const cssNameCharacter: RegExp = /[\w\x80-\uffff\\-]/;

/** A class as selectors name it: with its special characters escaped. */
export function escapeClassName(name: string): string {
  return name.replace(/[^\w\x80-\uffff-]/g, '\\$&');
}

/** Whether one of the selectors of a rule may be for elements of any class: its last part names none, or has an argument. */
export function mayMatchAnyClass(selectors: string): boolean {
  return selectors.includes('(') || withoutClass.test(selectors);
}

const withoutClass = /(?:^|[\s>+~,])[^.\s>+~,]{1,200}\s{0,99}(?:,|$)/;

/** Properties that decide whether an element is seen. */
const decides =
  /(?:display|visibility|opacity|font-size|text-indent|position|clip|clip-path|width|height|overflow|left|right|top|transform|scale)\s{0,3}:/i;
const color = /color\s{0,3}:/i;
const colorless = /[;{\s]color: ?transparent/i;
const anyProperty = /:/;
/** Whether declarations decide if an element is seen. Colors only do `withColor`: most are of text in sight. */
function maySettleSight(style: string, withColor: boolean): boolean {
  return decides.test(style) || (withColor && color.test(style));
}

/** The start of declarations, and not of a group of rules. */
const declarations = /\{(?=[^{}]{0,1000}\})/g;

/** Maximum length of a rule's declarations, and of its selectors. */
export const maxRuleLength = 1000;

/** Index of the brace that opens the declarations around an index; -1 if there is none nearby. */
function startOf(css: string, from: number): number {
  const first = Math.max(0, from - maxRuleLength);
  for (let at = from; at >= first; at--) if (css.charCodeAt(at) === OPEN) return at;
  return -1;
}

/** Index after the previous rule, the start of a group of rules, or a comment. */
export function startOfSelectors(css: string, open: number): number {
  const first = Math.max(0, open - maxRuleLength);
  for (let at = open - 1; at >= first; at--) {
    const code = css.charCodeAt(at);
    if (code === CLOSE || code === OPEN || code === SEMICOLON) return at + 1;
    if (code === SLASH && css.charCodeAt(at - 1) === ASTERISK) return at + 1;
  }
  return first;
}

/** Whether selectors begin among the declarations of another rule. */
function isInsideRule(css: string, start: number): boolean {
  const first = Math.max(0, start - maxRuleLength);
  for (let at = start - 1; at >= first; at--) {
    const code = css.charCodeAt(at);
    if (code === CLOSE || code === OPEN) return code === OPEN;
  }
  return false;
}

const [OPEN, CLOSE, SEMICOLON, SLASH, ASTERISK] = [0x7b, 0x7d, 0x3b, 0x2f, 0x2a];

type Screens = 'always' | 'sometimes' | 'never';

/** A group of rules under a condition, such as `@media`: the places of its braces. */
interface Group {
  readonly open: number;
  readonly close: number;
  /** On which screens the condition is true. */
  readonly holds: Screens;
}

/** The outermost groups of a style sheet, in order. */
function groupsIn(css: string): Group[] {
  const groups: Group[] = [];
  for (let at = css.indexOf('@'); at !== -1; ) {
    const head = groupHead.exec(css.slice(at, at + maxRuleLength))?.[0];
    if (head === undefined) at = css.indexOf('@', at + 1);
    else {
      const open = at + head.length - 1;
      const close = closingBrace(css, open);
      groups.push({ open, close, holds: screensOf(head) });
      at = css.indexOf('@', close);
    }
  }
  return groups;
}

const groupHead = /^@(?:media|supports|layer|container|scope|starting-style|(?:-webkit-)?keyframes)\b[^{};]{0,900}\{/;
/** Every browser that engines serve supports grids, flexible boxes and sticky positions. */
const general =
  /^@(?:media\s{1,3}(?:only\s{1,3})?(?:screen|all)|layer[^{]{0,100}|supports\s{0,3}\(\s{0,3}(?:display\s{0,3}:\s{0,3}(?:grid|flex)|position\s{0,3}:\s{0,3}sticky)\s{0,3}\))\s{0,3}\{$/;

function screensOf(head: string): Screens {
  if (general.test(head) || ofComputers.test(head)) return 'always';
  return never.test(head) ? 'never' : onComputers(head);
}

/** Computers have a pointer, and by default light colors and motion. */
const ofComputers =
  /^@media\s{0,3}\([a-z-]{1,30}\s{0,3}:\s{0,3}(?:hover|fine|light|landscape|no-preference)\s{0,3}\)\s{0,3}\{$/;

/** On which screens a condition on the width is true, if all are as wide as those of computers, and rows fairly wide. */
function onComputers(head: string): Screens {
  const [, name, bound, width, unit] = screenWidth.exec(head) ?? [];
  const least = name === 'media' ? minComputerWidth : minRowWidth;
  const isWithin = Number(width) * (unit === 'px' ? 1 : pixelsOfEm) < least;
  if (bound === undefined || !isWithin) return 'sometimes';
  return bound.includes('>') || bound.includes('min') ? 'always' : 'never';
}

const screenWidth =
  /^@(media|container)\s{0,3}(?:(?:only\s{1,3})?screen\s{1,3}and\s{0,3}|(?!not\b)[\w-]{1,40}\s{1,3})?\(\s{0,3}(m(?:ax|in)-(?:width|inline-size)\s{0,3}:|(?:width|inline-size)\s{0,3}[<>]=?)\s{0,3}([\d.]{1,8})(px|r?em)\s{0,3}\)\s{0,3}\{$/;
const pixelsOfEm = 16;
const minComputerWidth = 1000;
/** Results are at least as wide on computers, in pixels. */
const minRowWidth = 400;

const never =
  /^@(?:media\s{1,3}(?:only\s{1,3})?(?:print|speech)\b[^,]{0,900}$|media\s{0,3}\([a-z-]{1,30}\s{0,3}:\s{0,3}(?:none|coarse|dark|portrait|reduce)\s{0,3}\)\s{0,3}\{$|(?:-webkit-)?keyframes)/;

/** Index of the brace that closes a group. From brace to brace: to look at each character takes several times as long. */
export function closingBrace(css: string, open: number): number {
  let depth = 1;
  let opening = css.indexOf('{', open + 1);
  let closing = css.indexOf('}', open + 1);
  while (closing !== -1) {
    if (opening !== -1 && opening < closing) {
      depth++;
      opening = css.indexOf('{', opening + 1);
    } else if (--depth === 0) return closing;
    else closing = css.indexOf('}', closing + 1);
  }
  return css.length;
}
