import { endOfString, endOfValue, isIdentifierCharacter, isJsWhitespace, unescapeJsString } from './js-source.js';

/** A value written as a JavaScript literal. */
export type LiteralValue = string | number | boolean | null | undefined | LiteralValue[] | LiteralObject;

/** The wanted properties of an object literal; has no prototype. */
interface LiteralObject {
  readonly [name: string]: LiteralValue;
}

/**
 * The names of the properties to read, each with those to read from its own value. For an array, they apply to its
 * items.
 */
export interface WantedProperties {
  readonly [name: string]: WantedProperties;
}

/**
 * Reads the literal that begins at `start` in a script: objects, arrays, strings, numbers, `true`, `null`, `void 0`,
 * `!0`, `new Date(…)`. Skips unwanted properties, which are most of a page's data. Evaluates nothing, in time linear in
 * the length. Returns undefined if the source there is not a literal or nests too deeply.
 */
export function readLiteral(source: string, start: number, wanted: WantedProperties): LiteralValue {
  try {
    return new LiteralReader(source, start).value(wanted, 0);
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}

/** The property at a path; undefined if any value on the way is not an object. */
export function propertyOf(value: LiteralValue, ...path: string[]): LiteralValue {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
    found = found[name];
  }
  return found;
}

class NotALiteral extends Error {}

/** Far deeper than any page; keeps a hostile one from exhausting the stack. */
const maximumDepth = 200;

const nothing: WantedProperties = {};

const words = new Map<string, LiteralValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
]);

class LiteralReader {
  private readonly source: string;
  private at: number;

  constructor(source: string, start: number) {
    this.source = source;
    this.at = start;
  }

  value(wanted: WantedProperties, depth: number): LiteralValue {
    if (depth > maximumDepth) throw new NotALiteral();
    this.skipSpace();
    const character = this.source[this.at];
    if (character === '{') return this.object(wanted, depth);
    if (character === '[') return this.array(wanted, depth);
    if (character === '"' || character === "'" || character === '`') return this.string();
    if (character === '!') return this.negation(depth);
    return this.number() ?? this.word(depth);
  }

  private object(wanted: WantedProperties, depth: number): LiteralObject {
    const object: Record<string, LiteralValue> = Object.create(null);
    this.at++;
    while (!this.accept('}')) {
      const name = this.name();
      this.expect(':');
      if (Object.hasOwn(wanted, name)) object[name] = this.value(wanted[name]!, depth + 1);
      else this.at = found(endOfValue(this.source, this.at));
      if (!this.accept(',') && this.source[this.at] !== '}') throw new NotALiteral();
    }
    return object;
  }

  private array(wanted: WantedProperties, depth: number): LiteralValue[] {
    const items: LiteralValue[] = [];
    this.at++;
    while (!this.accept(']')) {
      if (this.accept(',')) items.push(undefined);
      else {
        items.push(this.value(wanted, depth + 1));
        if (!this.accept(',') && this.source[this.at] !== ']') throw new NotALiteral();
      }
    }
    return items;
  }

  private name(): string {
    const quote = this.source[this.at];
    if (quote === '"' || quote === "'") return this.string();
    const start = this.at;
    while (isIdentifierCharacter(this.source.charCodeAt(this.at))) this.at++;
    if (this.source.charCodeAt(this.at) < 0x80 && this.at > start) return this.source.slice(start, this.at);
    this.at = start;
    return this.match(/[\p{L}\p{N}_$]+/uy);
  }

  private string(): string {
    const start = this.at + 1;
    const end = found(endOfString(this.source, this.at));
    this.at = end + 1;
    return unescapeJsString(this.source.slice(start, end));
  }

  /** `!0` and `!1`, as minifiers write `true` and `false`. */
  private negation(depth: number): boolean {
    this.at++;
    return !this.value(nothing, depth + 1);
  }

  private number(): number | undefined {
    const number = /-?(?:0x[\da-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)n?/iy;
    number.lastIndex = this.at;
    const found = number.exec(this.source)?.[0];
    if (found === undefined) return undefined;
    this.at += found.length;
    return Number(found.replace(/n$/, ''));
  }

  private word(depth: number): LiteralValue {
    const word = this.match(/[a-z]+/iy);
    if (words.has(word)) return words.get(word);
    if (word === 'void') this.value(nothing, depth + 1);
    else if (word === 'new') return this.date(depth);
    else throw new NotALiteral();
    return undefined;
  }

  /** `new Date(…)` as its argument, a text or a number. */
  private date(depth: number): LiteralValue {
    this.skipSpace();
    if (this.match(/[a-z]+/iy) !== 'Date') throw new NotALiteral();
    this.expect('(');
    const value = this.value(nothing, depth + 1);
    this.expect(')');
    return value;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0];
    if (found === undefined) throw new NotALiteral();
    this.at += found.length;
    return found;
  }

  /** Consumes the character and the white space around it if it comes next. */
  private accept(character: string): boolean {
    this.skipSpace();
    if (this.source[this.at] !== character) return false;
    this.at++;
    this.skipSpace();
    return true;
  }

  private expect(character: string): void {
    if (!this.accept(character)) throw new NotALiteral();
  }

  private skipSpace(): void {
    while (isJsWhitespace(this.source.charCodeAt(this.at))) this.at++;
  }
}

/** Throws for -1, the index of something that was not found. */
function found(index: number): number {
  if (index === -1) throw new NotALiteral();
  return index;
}
