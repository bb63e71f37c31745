import { parseFragment, type Token } from 'parse5';
import {
  AMPERSAND,
  APOSTROPHE,
  CARRIAGE_RETURN,
  DOUBLE_QUOTE,
  decodeReferences,
  EQUALS,
  GREATER_THAN,
  isAsciiWhitespace,
  SLASH,
} from './characters.js';

/**
 * Attributes stay text: a page has thousands of them, few of which are ever read. An element knows where its attributes
 * are recorded and, by `attributeBit`, which names may be among them.
 *
 * Only reads tags in their usual form: names in ASCII, nothing misplaced.
 */

/** From this length on, `indexOf` finds the closing quote faster than a loop over the characters. */
const longValue = 24;

/**
 * Position of the last attribute read: the ends of its name and of itself, and its value without quotes; -1 if it has
 * no value.
 */
export const lastAttributeSpan = { nameEnd: 0, valueFrom: 0, valueEnd: 0, end: 0 };

/**
 * Reads the attribute whose name begins at `from` into `lastAttributeSpan`; returns false if it has an unusual form. A `>` at or
 * before `limit` ends every loop.
 */
export function scanAttribute(source: string, from: number, limit: number): boolean {
  let at = nameEnd(source, from);
  lastAttributeSpan.nameEnd = at;
  lastAttributeSpan.valueFrom = -1;
  lastAttributeSpan.valueEnd = -1;
  lastAttributeSpan.end = at;
  if (at === -1) return false;
  while (isAsciiWhitespace(source.charCodeAt(at))) at++;
  if (source.charCodeAt(at) !== EQUALS) return true;
  do at++;
  while (isAsciiWhitespace(source.charCodeAt(at)));
  const code = source.charCodeAt(at);
  if (code === DOUBLE_QUOTE || code === APOSTROPHE) {
    lastAttributeSpan.valueFrom = at + 1;
    lastAttributeSpan.valueEnd = closingQuote(source, at + 1, code, limit);
    lastAttributeSpan.end = lastAttributeSpan.valueEnd + 1;
    return lastAttributeSpan.valueEnd !== -1;
  }
  lastAttributeSpan.valueFrom = at;
  for (let next = code; !isAsciiWhitespace(next) && next !== GREATER_THAN; next = source.charCodeAt(at)) at++;
  lastAttributeSpan.valueEnd = at;
  lastAttributeSpan.end = at;
  return at > lastAttributeSpan.valueFrom;
}

/** Index after the name that begins at `from`; -1 for an unusual name. */
function nameEnd(source: string, from: number): number {
  let at = from;
  while (isHtmlNameCharacter(source.charCodeAt(at))) at++;
  return at > from && isHtmlNameEnd(source.charCodeAt(at)) ? at : -1;
}

/** Whether a character continues the name of a tag or an attribute. */
export function isHtmlNameCharacter(code: number): boolean {
  return code < 0x80 && kinds[code] === IN_NAME;
}

/**
 * Whether a character ends such a name. Characters that do neither (control characters and those outside ASCII) are
 * rare and left to parse5.
 */
export function isHtmlNameEnd(code: number): boolean {
  return code < 0x80 && kinds[code] === ENDS_NAME;
}

/**
 * One of 32 bits for the name between two indices, ignoring case. Chosen so that few frequent names share the bit of a
 * name that is looked up.
 */
export function attributeBit(source: string, from: number, end: number): number {
  const first = source.charCodeAt(from) | 0x20;
  const last = source.charCodeAt(end - 1) | 0x20;
  return 1 << ((first + 4 * last + 18 * (end - from)) & 31);
}

/** The bits of several names in lower case. */
export function attributeBits(names: readonly string[]): number {
  return names.reduce((bits, name) => bits | attributeBit(name, 0, name.length), 0);
}

/**
 * Records the positions of a page's attributes once, while its tags are read: for each tag the number of attributes,
 * and for each attribute the start and end of its name and of its value, -1 if it has none.
 */
export class AttributePositions {
  readonly source: string;
  private places: Int32Array;
  private length = 0;

  constructor(source: string) {
    this.source = source;
    this.places = new Int32Array(Math.min(firstPlaces, maxTagNumbers + (source.length >> 2)));
  }

  /** Begins a tag; returns the index of its attributes. */
  begin(): number {
    const first = this.length;
    if (first + maxTagNumbers > this.places.length) this.grow();
    this.places[first] = 0;
    this.length = first + 1;
    return first;
  }

  /** Adds the attribute in `lastAttributeSpan`, whose name begins at `from`, to the tag at `first`, which must be the last one. */
  add(first: number, from: number): void {
    const { places, length } = this;
    places[length] = from;
    places[length + 1] = lastAttributeSpan.nameEnd;
    places[length + 2] = lastAttributeSpan.valueFrom;
    places[length + 3] = lastAttributeSpan.valueEnd;
    places[first]!++;
    this.length = length + perAttribute;
  }

  /** Drops the last tag. */
  drop(first: number): void {
    this.length = first;
  }

  /** Index of the tag's attribute with a name in lower case; -1 if there is none. */
  find(first: number, name: string): number {
    const { places, source } = this;
    const { length } = name;
    const end = first + 1 + places[first]! * perAttribute;
    for (let at = first + 1; at < end; at += perAttribute) {
      const from = places[at]!;
      const nameEnd = places[at + 1]!;
      if (nameEnd - from === length && isNameAt(source, from, nameEnd, name)) return at;
    }
    return -1;
  }

  /** The value of the attribute at an index. */
  valueAt(at: number): string {
    return valueBetween(this.source, this.places[at + 2]!, this.places[at + 3]!);
  }

  /** The same as written, with character references and carriage returns. */
  writtenAt(at: number): string {
    const from = this.places[at + 2]!;
    return from === -1 ? '' : this.source.slice(from, this.places[at + 3]);
  }

  /** Whether the value at an index passes as written; the test gets the source and the value's two indices. */
  passesAt(at: number, test: (source: string, from: number, end: number) => boolean): boolean {
    const from = this.places[at + 2]!;
    return from === -1 ? test('', 0, 0) : test(this.source, from, this.places[at + 3]!);
  }

  /** All attributes of the tag at `first`; if a name occurs twice, the first one. */
  list(first: number): Token.Attribute[] {
    const attributes: Token.Attribute[] = [];
    const names = new Set<string>();
    const end = first + 1 + this.places[first]! * perAttribute;
    for (let at = first + 1; at < end; at += perAttribute) {
      const name = this.source.slice(this.places[at], this.places[at + 1]).toLowerCase();
      if (names.has(name)) continue;
      names.add(name);
      attributes.push({ name, value: this.valueAt(at) });
    }
    return attributes;
  }

  private grow(): void {
    const grown = new Int32Array(2 * this.places.length);
    grown.set(this.places);
    this.places = grown;
  }
}

/** Tags with more attributes are left to parse5, which lists them. */
export const maxAttributes = 64;

const perAttribute = 4;
const maxTagNumbers = 1 + (maxAttributes + 1) * perAttribute;
const firstPlaces = 8192;

/** The text with carriage returns, alone or before a line feed, as line feeds. */
export function normalizeNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function closingQuote(source: string, from: number, quote: number, limit: number): number {
  const end = Math.min(limit, from + longValue);
  for (let at = from; at < end; at++) if (source.charCodeAt(at) === quote) return at;
  return source.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", from);
}

/** Whether the name between two indices is `name`, which is in lower case. */
export function isNameAt(source: string, from: number, end: number, name: string): boolean {
  if (name.length !== end - from) return false;
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== lowered(source.charCodeAt(from + i))) return false;
  return true;
}

/** The value between two indices of the source. */
function valueBetween(source: string, valueFrom: number, valueEnd: number): string {
  if (valueFrom === -1) return '';
  const raw = source.slice(valueFrom, valueEnd);
  if (raw.length > maxReadLength && !raw.includes('&') && !raw.includes('\r') && !raw.includes('\0')) return raw;
  const marks = marksIn(source, valueFrom, valueEnd);
  if (marks === 0) return raw;
  const text = (marks & CONTROL) === 0 ? raw : normalizeNewlines(raw).replaceAll('\0', '\ufffd');
  return (marks & REFERENCE) === 0 ? text : (decodeReferences(text) ?? decodedByParse5(text));
}

/** Images are values of many kilobytes, which `includes` scans faster than a loop. */
const maxReadLength = 1000;

const REFERENCE = 1;
const CONTROL = 2;

/** Which kinds of characters that must be replaced are between two indices. */
function marksIn(source: string, from: number, end: number): number {
  let marks = 0;
  for (let at = from; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code === AMPERSAND) marks |= REFERENCE;
    else if (code === CARRIAGE_RETURN || code === 0) marks |= CONTROL;
  }
  return marks;
}

/** Has parse5 decode a value with uncommon character references. */
function decodedByParse5(raw: string): string {
  const [element] = parseFragment(`<a a="${raw.replaceAll('"', '&quot;')}">`).childNodes;
  return (element !== undefined && 'attrs' in element && element.attrs[0]?.value) || '';
}

function lowered(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

const IN_NAME = 1;
const ENDS_NAME = 2;

const kinds: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (isAsciiWhitespace(code) || code === SLASH || code === EQUALS || code === GREATER_THAN) return ENDS_NAME;
  return code > 0x20 && code < 0x7f ? IN_NAME : 0;
});
