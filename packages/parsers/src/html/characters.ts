/** Character codes, for comparing a source character by character. */
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const EXCLAMATION = 0x21;
export const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
export const AMPERSAND = 0x26;
export const APOSTROPHE = 0x27;
export const HYPHEN = 0x2d;
export const SLASH = 0x2f;
const SEMICOLON = 0x3b;
export const LESS_THAN = 0x3c;
export const EQUALS = 0x3d;
export const GREATER_THAN = 0x3e;

/** Whether the character is white space in HTML. A carriage return counts as a line feed. */
export function isAsciiWhitespace(code: number): boolean {
  return code === 0x20 || (code <= 0x0d && code >= 0x09 && code !== 0x0b);
}

/** Whether the character is an ASCII letter. */
export function isAsciiLetter(code: number): boolean {
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x7a;
}

const names: readonly [string, string][] = [
  ['amp;', '&'],
  ['quot;', '"'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['nbsp;', '\u00a0'],
  ['apos;', "'"],
];

const X = 0x78;

/** Maximum number of digits of a character; longer references are left to parse5. */
const maxDigits = 7;

/** Text of the last character reference read. */
export const lastReference = { text: '' };

/**
 * Reads the character reference at the `&` at `at` into `lastReference`. Returns the index after it; `at` if the `&` is
 * only text; -1 if it may begin an uncommon reference. Common are the names above and numbers of ordinary characters,
 * closed by a semicolon. The others are left to parse5, which knows all 2,231 names and when a semicolon may be
 * missing.
 */
export function readCharacterReference(text: string, at: number): number {
  const code = text.charCodeAt(at + 1);
  if (code === HASH) return readNumber(text, at + 2);
  if (!isLetterOrDigit(code)) return at;
  for (const [name, character] of names) {
    if (!text.startsWith(name, at + 1)) continue;
    lastReference.text = character;
    return at + 1 + name.length;
  }
  return -1;
}

const otherReference = /&(?!amp;)/;

/** The value of an attribute with its references decoded; undefined if one of them is uncommon. */
export function decodeReferences(value: string): string | undefined {
  if (!otherReference.test(value)) return value.replaceAll('&amp;', '&'); // the only reference in most addresses
  let decoded = '';
  let from = 0;
  for (let at = value.indexOf('&'); at !== -1; at = value.indexOf('&', at + 1)) {
    const end = readCharacterReference(value, at);
    if (end === at || (end === -1 && isParameterSeparator(value, at + 1))) continue;
    if (end === -1) return undefined;
    decoded += value.slice(from, at) + lastReference.text;
    from = end;
    at = end - 1;
  }
  return decoded + value.slice(from);
}

/** Whether the `&` separates parameters of an address: in an attribute, a name before a `=` is not a reference. */
function isParameterSeparator(value: string, from: number): boolean {
  let at = from;
  while (isLetterOrDigit(value.charCodeAt(at))) at++;
  return value.charCodeAt(at) === EQUALS;
}

function readNumber(text: string, from: number): number {
  const radix = (text.charCodeAt(from) | 0x20) === X ? 16 : 10;
  const start = radix === 16 ? from + 1 : from;
  let at = start;
  let number = 0;
  for (let digit = digitAt(text, at, radix); digit !== -1; digit = digitAt(text, at, radix)) {
    number = number * radix + digit;
    at++;
  }
  if (at === start || at - start > maxDigits || text.charCodeAt(at) !== SEMICOLON || !isOrdinary(number)) return -1;
  lastReference.text = String.fromCodePoint(number);
  return at + 1;
}

/** Whether the number stands for the character with that code, and this is text everywhere. */
function isOrdinary(code: number): boolean {
  return (code > 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800) || (code >= 0xe000 && code <= 0x10ffff);
}

function digitAt(text: string, at: number, radix: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return radix === 16 && letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function isLetterOrDigit(code: number): boolean {
  return isAsciiLetter(code) || (code >= 0x30 && code <= 0x39);
}
