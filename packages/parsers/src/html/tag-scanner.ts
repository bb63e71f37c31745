import { html, Token } from 'parse5';
import { decodeReferences } from './references.js';

/** A tag with more attributes than this is left to parse5, whose check for a name given twice is not quadratic. */
const maximumAttributes = 64;

/** From this length on, the engine's own search for the closing quote is faster than a loop over the characters. */
const longValue = 24;

const AMPERSAND = 0x26;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/**
 * Reads tags whole, where they are written in the ordinary way: names in ASCII, nothing out of place, character
 * references of the common kinds. For any other tag it gives nothing, and parse5's own states read it instead.
 * It makes the same tokens as they do, but for that it makes them anew of one token: who keeps one must copy it.
 */
export class TagScanner {
  /** Index of the `>` that ends the tag last read. */
  end = 0;
  private readonly source: string;
  /** Index of the last `>`: behind it no tag ends, and up to it no loop that stops at one leaves the source. */
  private readonly limit: number;
  /** The attributes of the start tag being read, before they are copied into an array of just their number. */
  private readonly attributes: Token.Attribute[] = [];
  private count = 0;
  private readonly opening = tagToken(Token.TokenType.START_TAG);
  private readonly closing = tagToken(Token.TokenType.END_TAG);

  constructor(source: string) {
    this.source = source;
    this.limit = source.lastIndexOf('>');
  }

  /** The start tag whose name begins at `from`, undefined where it is out of the ordinary. */
  startTag(from: number): Token.TagToken | undefined {
    const { source, limit } = this;
    if (from > limit) return undefined;
    let at = names.endOf(source, from);
    if (at === -1) return undefined;
    const token = this.opening;
    token.tagName = names.last;
    token.tagID = names.lastTag;
    token.selfClosing = false;
    token.ackSelfClosing = false;
    this.count = 0;
    for (;;) {
      let code = source.charCodeAt(at);
      while (isSpace(code)) code = source.charCodeAt(++at);
      if (code === SLASH && source.charCodeAt(at + 1) === GREATER) {
        token.selfClosing = true;
        code = source.charCodeAt(++at);
      }
      if (code === GREATER) {
        this.end = at;
        token.attrs = this.attributes.slice(0, this.count);
        return token;
      }
      at = this.attribute(at);
      if (at === -1 || at > limit) return undefined;
    }
  }

  /** The end tag whose name begins at `from`, undefined where it is out of the ordinary. */
  endTag(from: number): Token.TagToken | undefined {
    if (from > this.limit) return undefined;
    let at = names.endOf(this.source, from);
    if (at === -1) return undefined;
    while (isSpace(this.source.charCodeAt(at))) at++;
    if (this.source.charCodeAt(at) !== GREATER) return undefined;
    this.end = at;
    const { closing } = this;
    closing.tagName = names.last;
    closing.tagID = names.lastTag;
    return closing;
  }

  /** Adds the attribute that begins at `from`; the index behind it, or -1 where it is out of the ordinary. */
  private attribute(from: number): number {
    const { source, attributes, count } = this;
    let at = names.endOf(source, from);
    if (at === -1 || count === maximumAttributes) return -1;
    const attribute: Token.Attribute = { name: names.last, value: '' };
    for (let i = 0; i < count; i++) if (attributes[i]!.name === attribute.name) return -1;
    attributes[count] = attribute;
    this.count = count + 1;

    const behindName = at;
    while (isSpace(source.charCodeAt(at))) at++;
    if (source.charCodeAt(at) !== EQUALS) return behindName;
    do at++;
    while (isSpace(source.charCodeAt(at)));
    const code = source.charCodeAt(at);
    if (code === QUOTE || code === APOSTROPHE) return this.quoted(at + 1, code, attribute);
    return this.unquoted(at, attribute);
  }

  private quoted(from: number, quote: number, attribute: Token.Attribute): number {
    const { source } = this;
    const end = Math.min(this.limit, from + longValue);
    let hasReference = false;
    for (let at = from; at < end; at++) {
      const code = source.charCodeAt(at);
      if (code === quote) return this.setValue(attribute, source.slice(from, at), hasReference) ? at + 1 : -1;
      if (code === AMPERSAND) hasReference = true;
      else if (code === 0) return -1;
    }
    return this.quotedLong(from, quote, attribute);
  }

  private quotedLong(from: number, quote: number, attribute: Token.Attribute): number {
    const end = this.source.indexOf(quote === QUOTE ? '"' : "'", from);
    const raw = this.source.slice(from, end);
    if (end === -1 || raw.includes('\0')) return -1;
    return this.setValue(attribute, raw, raw.includes('&')) ? end + 1 : -1;
  }

  private unquoted(from: number, attribute: Token.Attribute): number {
    const { source } = this;
    let hasReference = false;
    let at = from;
    for (let code = source.charCodeAt(at); !isSpace(code) && code !== GREATER; code = source.charCodeAt(++at)) {
      if (code === AMPERSAND) hasReference = true;
      else if (code === 0) return -1;
    }
    if (at === from) return -1;
    return this.setValue(attribute, source.slice(from, at), hasReference) ? at : -1;
  }

  private setValue(attribute: Token.Attribute, raw: string, hasReference: boolean): boolean {
    const value = hasReference ? decodeReferences(raw) : raw;
    if (value === undefined) return false;
    attribute.value = value;
    return true;
  }
}

/**
 * The names of tags and attributes, each kept once: a page repeats some hundred names thousands of times, which are
 * those of all pages, and to find one among those seen is cheaper than to cut it out anew.
 */
class NameTable {
  /** The name last read. */
  last = '';
  /** What parse5 numbers a tag of that name. */
  lastTag: html.TAG_ID = html.TAG_ID.UNKNOWN;
  private readonly slots: string[] = new Array(tableSize).fill('');
  private readonly tags: html.TAG_ID[] = new Array(tableSize).fill(html.TAG_ID.UNKNOWN);

  /** Reads the name that begins at `from`; the index behind it, or -1 where it is not an ordinary name. */
  endOf(source: string, from: number): number {
    let hash = 0;
    let at = from;
    let code = source.charCodeAt(at);
    for (; code < 0x80 && kinds[code] === IN_NAME; code = source.charCodeAt(++at)) {
      hash = (Math.imul(hash, 31) + (code | 0x20)) | 0;
    }
    if (at === from || code >= 0x80 || kinds[code] !== ENDS_NAME) return -1;
    const slot = (hash ^ (hash >>> 10)) & (tableSize - 1);
    const known = this.slots[slot]!;
    if (isAt(source, from, at, known)) {
      this.last = known;
      this.lastTag = this.tags[slot]!;
    } else this.add(slot, asPropertyName(source.slice(from, at).toLowerCase()));
    return at;
  }

  private add(slot: number, name: string): void {
    this.last = name;
    this.lastTag = html.getTagID(name);
    if (name.length > longestKept) return;
    this.slots[slot] = name;
    this.tags[slot] = this.lastTag;
  }
}

const tableSize = 1024;

/** Longer names are not kept from one page to the next, so that no page can fill the memory with them. */
const longestKept = 64;

const IN_NAME = 1;
const ENDS_NAME = 2;

/** What a character does where a name is read; 0 for what is rare there and left to parse5: controls, and not ASCII. */
const kinds: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (isSpace(code) || code === SLASH || code === EQUALS || code === GREATER) return ENDS_NAME;
  return code > 0x20 && code < 0x7f ? IN_NAME : 0;
});

const names = new NameTable();

/** The same text as V8 keeps the names of properties: once, apart from any page, and compared by its address alone. */
function asPropertyName(text: string): string {
  return Object.keys({ [text]: true })[0]!;
}

function tagToken(type: Token.TagToken['type']): Token.TagToken {
  const { UNKNOWN } = html.TAG_ID;
  return { type, tagName: '', tagID: UNKNOWN, selfClosing: false, ackSelfClosing: false, attrs: [], location: null };
}

function isAt(source: string, from: number, end: number, name: string): boolean {
  if (name.length !== end - from) return false;
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== lowered(source.charCodeAt(from + i))) return false;
  return true;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c;
}

function lowered(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}
