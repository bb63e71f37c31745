/** A value written in JavaScript source. */
export type LiteralValue = string | number | boolean | null | undefined | LiteralValue[] | LiteralObject;

/** An object written in JavaScript source; it has no prototype. */
interface LiteralObject {
  readonly [name: string]: LiteralValue;
}

/**
 * Reads the literal that begins at `start` of a script: objects, arrays, strings, numbers, `true`, `null`, `void 0`,
 * `!0`, `new Date(…)`. Nothing is evaluated; time grows with the length only. Undefined where the source there is
 * anything else than a literal, or nests too deep.
 */
export function readLiteral(source: string, start: number): LiteralValue {
  try {
    return new LiteralReader(source, start).value(0);
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

const words = new Map<string, LiteralValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
]);

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '' };

class LiteralReader {
  private readonly source: string;
  private at: number;

  constructor(source: string, start: number) {
    this.source = source;
    this.at = start;
  }

  value(depth: number): LiteralValue {
    if (depth > maximumDepth) throw new NoLiteral();
    this.skipSpace();
    const sign = this.source[this.at] ?? '';
    if (sign === '{') return this.object(depth);
    if (sign === '[') return this.array(depth);
    if (sign === '"' || sign === "'" || sign === '`') return this.string(sign);
    if (sign === '!') return this.negation(depth);
    return this.number() ?? this.word(depth);
  }

  private object(depth: number): LiteralObject {
    const object: Record<string, LiteralValue> = Object.create(null);
    this.at++;
    while (!this.takes('}')) {
      const name = this.name();
      this.expect(':');
      object[name] = this.value(depth + 1);
      if (!this.takes(',') && this.source[this.at] !== '}') throw new NoLiteral();
    }
    return object;
  }

  private array(depth: number): LiteralValue[] {
    const items: LiteralValue[] = [];
    this.at++;
    while (!this.takes(']')) {
      if (this.takes(',')) items.push(undefined);
      else {
        items.push(this.value(depth + 1));
        if (!this.takes(',') && this.source[this.at] !== ']') throw new NoLiteral();
      }
    }
    return items;
  }

  private name(): string {
    const quote = this.source[this.at] ?? '';
    if (quote === '"' || quote === "'") return this.string(quote);
    const start = this.at;
    while (isNameCode(this.source.charCodeAt(this.at))) this.at++;
    if (this.source.charCodeAt(this.at) < 0x80 && this.at > start) return this.source.slice(start, this.at);
    this.at = start;
    return this.match(/[\p{L}\p{N}_$]+/uy);
  }

  private string(quote: string): string {
    const end = quote.charCodeAt(0);
    let text = '';
    let from = this.at + 1;
    for (let at = from; at < this.source.length; at++) {
      const code = this.source.charCodeAt(at);
      if (code === end) {
        this.at = at + 1;
        return text + this.source.slice(from, at);
      }
      if (code !== backslash) continue;
      this.at = at + 1;
      const written = this.match(/u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|[\s\S]/iy);
      text += this.source.slice(from, at) + unescaped(written);
      from = this.at;
      at = from - 1;
    }
    throw new NoLiteral();
  }

  /** `!0` and `!1`, as minifiers write `true` and `false`. */
  private negation(depth: number): boolean {
    this.at++;
    return !this.value(depth + 1);
  }

  private number(): number | undefined {
    const number = /-?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)n?/iy;
    number.lastIndex = this.at;
    const found = number.exec(this.source)?.[0];
    if (found === undefined) return undefined;
    this.at += found.length;
    return Number(found.replace(/n$/, ''));
  }

  private word(depth: number): LiteralValue {
    const word = this.match(/[a-z]+/iy);
    if (words.has(word)) return words.get(word);
    if (word === 'void') this.value(depth + 1);
    else if (word === 'new') return this.date(depth);
    else throw new NoLiteral();
    return undefined;
  }

  /** `new Date(…)` as the text or number it is made of. */
  private date(depth: number): LiteralValue {
    this.skipSpace();
    if (this.match(/[a-z]+/iy) !== 'Date') throw new NoLiteral();
    this.expect('(');
    const value = this.value(depth + 1);
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

const backslash = 0x5c;

/** White space and line ends; those beyond ASCII are rare enough to be asked of the engine. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));
}

/** A letter, a digit, `_` or `$`, in ASCII. */
function isNameCode(code: number): boolean {
  const letter = code | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x24;
}

function unescaped(written: string): string {
  const code = /^[ux]\{?([\da-f]+)\}?$/i.exec(written)?.[1];
  if (code === undefined) return escapes[written] ?? written;
  const point = Number.parseInt(code, 16);
  return point > 0x10ffff ? '' : String.fromCodePoint(point);
}
