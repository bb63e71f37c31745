/**
 * The index of the comma or closing bracket that ends the value at `from` in a script; -1 if there is none. Only tracks
 * strings and brackets, so it gives up at a slash: in comments and regular expressions they have no meaning.
 */
export function endOfValue(source: string, from: number): number {
  let open = 0;
  for (let at = from; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code <= 0x20 || (code >= 0x61 && code <= 0x7a) || code > 0x7f) continue; // spaces and letters: most of the source
    const kind = kinds[code];
    if (kind === STRING) {
      at = endOfString(source, at);
      if (at === -1) return -1;
    } else if (kind === OPENS) open++;
    else if (kind === SLASH) return -1;
    else if (open === 0 && (kind === COMMA || kind === CLOSES)) return at;
    else if (kind === CLOSES) open--;
  }
  return -1;
}

/** The index of the closing quote of the string that begins at `start`; -1 if it is not closed. */
export function endOfString(source: string, start: number): number {
  const quote = source[start]!;
  for (let at = source.indexOf(quote, start + 1); at !== -1; at = source.indexOf(quote, at + 1)) {
    if (source.charCodeAt(at - 1) !== backslash || !isEscaped(source, at)) return at;
  }
  return -1;
}

function isEscaped(source: string, at: number): boolean {
  let first = at;
  while (source.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

/** The value of a string, given the source between its quotes. */
export function unescapeJsString(written: string): string {
  let text = '';
  let from = 0;
  for (let at = written.indexOf('\\'); at >= 0; at = written.indexOf('\\', from)) {
    const isHex = (written.charCodeAt(at + 1) | 0x20) === LOWER_X;
    const code = isHex ? 16 * hexDigit(written, at + 2) + hexDigit(written, at + 3) : -1;
    if (code >= 0) {
      text += written.slice(from, at) + String.fromCharCode(code); // most escapes are hexadecimal
      from = at + 4;
    } else {
      otherEscape.lastIndex = at;
      const [all = '', braced, four, other] = otherEscape.exec(written) ?? [];
      if (all === '') break; // a trailing backslash
      text += written.slice(from, at) + characterOf(braced ?? four, other);
      from = at + all.length;
    }
  }
  return text + written.slice(from);
}

const otherEscape = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|([\s\S]))/iy;

const LOWER_X = 0x78;

/** The value of the hexadecimal digit at an index; far below zero for any other character. */
function hexDigit(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1000;
}

/** White space or a line end. Those beyond ASCII are rare enough for a pattern. */
export function isJsWhitespace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));
}

/** An ASCII letter or digit, `_` or `$`. */
export function isIdentifierCharacter(code: number): boolean {
  const letter = code | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x24;
}

const backslash = 0x5c;

const STRING = 1;
const OPENS = 2;
const CLOSES = 3;
const COMMA = 4;
const SLASH = 5;

/** The kind of each character that matters for where a value ends; 0 for all others. */
const kinds: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, code) => characterKind(String.fromCharCode(code)));

function characterKind(sign: string): number {
  if ('"\'`'.includes(sign)) return STRING;
  if ('{[('.includes(sign)) return OPENS;
  if ('}])'.includes(sign)) return CLOSES;
  if (sign === ',') return COMMA;
  return sign === '/' ? SLASH : 0;
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '' };

function characterOf(code: string | undefined, other = ''): string {
  if (code === undefined) return escapes[other] ?? other;
  const point = Number.parseInt(code, 16);
  return point > 0x10ffff ? '' : String.fromCodePoint(point);
}
