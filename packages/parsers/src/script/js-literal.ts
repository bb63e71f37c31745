import { endOfString, endOfValue, isNameCode, isSpace, unescaped } from './js-source.js';

/** A value written in JavaScript source. */
export type LiteralValue = string | number | boolean | null | undefined | LiteralValue[] | LiteralObject;

/** What was wanted of an object written in JavaScript source; it has no prototype. */
interface LiteralObject {
  readonly [name: string]: LiteralValue;
}

/** The names to read of an object, each with those to read of its own value; what is wanted of a list, is of its items. */
export interface Wanted {
  readonly [name: string]: Wanted;
}

/**
 * Reads the literal that begins at `start` of a script: objects, arrays, strings, numbers, `true`, `null`, `void 0`,
 * `!0`, `new Date(…)`. Properties that nobody wants are passed over, not read: of a page's data they are by far the
 * most. Nothing is evaluated; time grows with the length only. Undefined where the source there is anything else than a
 * literal, or nests too deep.
 */
export function readLiteral(source: string, start: number, wanted: Wanted): LiteralValue {
  try {
    return new LiteralReader(source, start).value(wanted, 0);
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

/** The property of a value that may be an object; undefined where it is none. */
export function propertyOf(value: LiteralValue, ...path: string[]): LiteralValue {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
    found = found[name];
  }
  return found;
}

class NoLiteral extends Error {}

/** Far more than any page nests; keeps a hostile one from exhausting the stack. */
const maximumDepth = 200;

const nothing: Wanted = {};

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

  value(wanted: Wanted, depth: number): LiteralValue {
    if (depth > maximumDepth) throw new NoLiteral();
    this.skipSpace();
    const sign = this.source[this.at];
    if (sign === '{') return this.object(wanted, depth);
    if (sign === '[') return this.array(wanted, depth);
    if (sign === '"' || sign === "'" || sign === '`') return this.string();
    if (sign === '!') return this.negation(depth);
    return this.number() ?? this.word(depth);
  }

  private object(wanted: Wanted, depth: number): LiteralObject {
    const object: Record<string, LiteralValue> = Object.create(null);
    this.at++;
    while (!this.takes('}')) {
      const name = this.name();
      this.expect(':');
      if (Object.hasOwn(wanted, name)) object[name] = this.value(wanted[name]!, depth + 1);
      else this.at = found(endOfValue(this.source, this.at));
      if (!this.takes(',') && this.source[this.at] !== '}') throw new NoLiteral();
    }
    return object;
  }

  private array(wanted: Wanted, depth: number): LiteralValue[] {
    const items: LiteralValue[] = [];
    this.at++;
    while (!this.takes(']')) {
      if (this.takes(',')) items.push(undefined);
      else {
        items.push(this.value(wanted, depth + 1));
        if (!this.takes(',') && this.source[this.at] !== ']') throw new NoLiteral();
      }
    }
    return items;
  }

  private name(): string {
    const quote = this.source[this.at];
    if (quote === '"' || quote === "'") return this.string();
    const start = this.at;
    while (isNameCode(this.source.charCodeAt(this.at))) this.at++;
    if (this.source.charCodeAt(this.at) < 0x80 && this.at > start) return this.source.slice(start, this.at);
    this.at = start;
    return this.match(/[\p{L}\p{N}_$]+/uy);
  }

  private string(): string {
    const start = this.at + 1;
    const end = found(endOfString(this.source, this.at));
    this.at = end + 1;
    return unescaped(this.source.slice(start, end));
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
    else throw new NoLiteral();
    return undefined;
  }

  /** `new Date(…)` as the text or number it is made of. */
  private date(depth: number): LiteralValue {
    this.skipSpace();
    if (this.match(/[a-z]+/iy) !== 'Date') throw new NoLiteral();
    this.expect('(');
    const value = this.value(nothing, depth + 1);
    this.expect(')');
    return value;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0];
    if (found === undefined) throw new NoLiteral();
    this.at += found.length;
    return found;
  }

  /** Takes the sign and the white space around it, if it comes next. */
  private takes(sign: string): boolean {
    this.skipSpace();
    if (this.source[this.at] !== sign) return false;
    this.at++;
    this.skipSpace();
    return true;
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) throw new NoLiteral();
  }

  private skipSpace(): void {
    while (isSpace(this.source.charCodeAt(this.at))) this.at++;
  }
}

/** An index that was looked for, which must be there. */
function found(index: number): number {
  if (index === -1) throw new NoLiteral();
  return index;
}
