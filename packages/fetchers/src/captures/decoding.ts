import { decodeHTMLStrict } from 'entities/decode';

/** A text in which escapes are replaced by the bytes that they stand for. Texts are bytes, as Latin-1 strings. */
export interface DecodedText {
  readonly text: string;
  /** Where each character begins in the original text. */
  readonly starts: Uint32Array;
  /** Where each character ends in the original text. */
  readonly ends: Uint32Array;
}

/** Limit of nested encodings. */
const maxDepth = 6;

/**
 * A text, then with its escapes decoded once, twice and so on until none is left. Escapes are those of URLs, JSON, JavaScript and
 * HTML, in any case and mixture. Line breaks and zero bytes are left out of decoded texts, because they occur within wrapped
 * base64 and between the letters of UTF-16.
 */
export function* decodeEscapesRepeatedly(original: string): Generator<DecodedText> {
  let decoded: DecodedText | undefined = {
    text: original,
    starts: Uint32Array.from({ length: original.length }, (_, index) => index),
    ends: Uint32Array.from({ length: original.length }, (_, index) => index + 1),
  };
  for (let depth = 0; depth < maxDepth && decoded !== undefined; depth += 1) {
    yield decoded;
    decoded = decodeOnce(decoded);
  }
}

/** Escapes: groups 1 and 2 are a surrogate pair, 3 to 6 code points in hexadecimal, 7 in decimal, 8 to 10 bytes, 11 and 12 names. */
const escapes =
  /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|%u([\da-f]{4})|&#x([\da-f]{1,6});?|&#(\d{1,7});?|%([\da-f]{2})|\\x([\da-f]{2})|\\([0-3][0-7]{2})|&([a-z][a-z\d]{1,30});|\\([^\w\s]|[bfnrtv])|[\0\r\n]/gi;

function decodeOnce({ text, starts, ends }: DecodedText): DecodedText | undefined {
  const parts: string[] = [];
  const [newStarts, newEnds] = [new Uint32Array(text.length), new Uint32Array(text.length)];
  let [length, done] = [0, 0];
  const copyTo = (end: number) => {
    parts.push(text.slice(done, end));
    newStarts.set(starts.subarray(done, end), length);
    newEnds.set(ends.subarray(done, end), length);
    length += end - done;
  };
  for (const match of text.matchAll(escapes)) {
    const bytes = bytesOf(match);
    if (bytes === undefined) continue;
    copyTo(match.index);
    parts.push(bytes);
    done = match.index + match[0].length;
    newStarts.fill(starts[match.index]!, length, length + bytes.length);
    newEnds.fill(ends[done - 1]!, length, length + bytes.length);
    length += bytes.length;
  }
  if (done === 0) return undefined;
  copyTo(text.length);
  return { text: parts.join(''), starts: newStarts.subarray(0, length), ends: newEnds.subarray(0, length) };
}

/** The bytes that an escape stands for; undefined if it is not an escape. */
function bytesOf(match: RegExpExecArray): string | undefined {
  const [, high, low, braced, unicode, percentUnicode, htmlHex, html, percent, byte, octal, name, sign] = match;
  if (high !== undefined) return utf8(`${codeUnit(high)}${codeUnit(low!)}`);
  const hex = braced ?? unicode ?? percentUnicode ?? htmlHex;
  if (hex !== undefined) return character(Number.parseInt(hex, 16));
  if (html !== undefined) return character(Number(html));
  const code = percent ?? byte;
  if (code !== undefined) return codeUnit(code);
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (name !== undefined) return namedCharacter(name) ?? namedCharacter(name.toLowerCase());
  if (sign !== undefined) return controls[sign.toLowerCase()] ?? sign;
  return '';
}

function codeUnit(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

function character(code: number): string | undefined {
  return code <= 0x10_ffff ? utf8(String.fromCodePoint(code)) : undefined;
}

/** The character that HTML names; undefined if it has none of this name. */
function namedCharacter(name: string): string | undefined {
  const reference = `&${name};`;
  const decoded = decodeHTMLStrict(reference);
  return decoded === reference ? undefined : utf8(decoded);
}

function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Letters after a backslash that stand for control characters. */
const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
