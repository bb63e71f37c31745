import { html, Token } from 'parse5';
import { decodeReferences } from './references.js';

/** A tag with more attributes than this is left to parse5, whose check for a name given twice is not quadratic. */
const maximumAttributes = 64;

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/**
 * Reads tags whole, where they are written in the ordinary way: names in lower case, nothing out of place, character
 * references of the common kinds. For any other tag it gives nothing, and parse5's own states read it instead.
 * It makes the same tokens as they do.
 */
export class TagScanner {
  /** Index of the `>` that ends the tag last read. */
  end = 0;
  private readonly source: string;
  private readonly names = new NameTable();

  constructor(source: string) {
    this.source = source;
  }

  /** The start tag whose name begins at `from`, undefined where it is out of the ordinary. */
  startTag(from: number): Token.TagToken | undefined {
    const { source } = this;
    let at = this.names.endOf(source, from);
    if (at === -1) return undefined;
    const token = tagToken(Token.TokenType.START_TAG, this.names.last);
    for (;;) {
      let code = source.charCodeAt(at);
      while (isSpace(code)) code = source.charCodeAt(++at);
      if (code === SLASH && source.charCodeAt(at + 1) === GREATER) {
        token.selfClosing = true;
        code = source.charCodeAt(++at);
      }
      if (code === GREATER) {
        this.end = at;
        return token;
      }
      at = this.attribute(at, token.attrs);
      if (at === -1) return undefined;
    }
  }

  /** The end tag whose name begins at `from`, undefined where it is out of the ordinary. */
  endTag(from: number): Token.TagToken | undefined {
    const at = this.names.endOf(this.source, from);
    if (at === -1 || this.source.charCodeAt(at) !== GREATER) return undefined;
    this.end = at;
    return tagToken(Token.TokenType.END_TAG, this.names.last);
  }

  /** Adds the attribute that begins at `from`; the index behind it, or -1 where it is out of the ordinary. */
  private attribute(from: number, attributes: Token.Attribute[]): number {
    const { source } = this;
    let at = this.names.endOf(source, from);
    if (at === -1 || attributes.length === maximumAttributes) return -1;
    const attribute: Token.Attribute = { name: this.names.last, value: '' };
    for (const other of attributes) if (other.name === attribute.name) return -1;
    attributes.push(attribute);

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
    let hasReference = false;
    let at = from;
    for (let code = source.charCodeAt(at); code !== quote; code = source.charCodeAt(++at)) {
      if (code === 0x26) hasReference = true;
      else if (isEnd(code)) return -1;
    }
    return this.setValue(attribute, source.slice(from, at), hasReference) ? at + 1 : -1;
  }

  private unquoted(from: number, attribute: Token.Attribute): number {
    const { source } = this;
    let hasReference = false;
    let at = from;
    for (let code = source.charCodeAt(at); !isSpace(code) && code !== GREATER; code = source.charCodeAt(++at)) {
      if (code === 0x26) hasReference = true;
      else if (isEnd(code)) return -1;
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
 * The names of tags and attributes on one page, each kept once: a page repeats some hundred names thousands of times,
 * and to find one among those seen is cheaper than to cut it out anew.
 */
class NameTable {
  /** The name last read. */
  last = '';
  private readonly slots: (string | undefined)[] = new Array(tableSize);

  /** Reads the name that begins at `from`; the index behind it, or -1 where it is not an ordinary name. */
  endOf(source: string, from: number): number {
    let hash = 0;
    let at = from;
    for (let code = source.charCodeAt(at); !isNameEnd(code); code = source.charCodeAt(++at)) {
      if (!isNameCode(code)) return -1;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    if (at === from) return -1;
    const slot = (hash ^ (hash >>> 10)) & (tableSize - 1);
    const known = this.slots[slot];
    this.last = known !== undefined && isAt(source, from, at, known) ? known : this.keep(slot, source.slice(from, at));
    return at;
  }

  private keep(slot: number, name: string): string {
    this.slots[slot] = name;
    return name;
  }
}

const tableSize = 1024;

function tagToken(type: Token.TagToken['type'], tagName: string): Token.TagToken {
  const tagID = html.getTagID(tagName);
  return { type, tagName, tagID, selfClosing: false, ackSelfClosing: false, attrs: [], location: null };
}

function isAt(source: string, from: number, end: number, name: string): boolean {
  if (name.length !== end - from) return false;
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== source.charCodeAt(from + i)) return false;
  return true;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c;
}

function isNameEnd(code: number): boolean {
  return isSpace(code) || code === GREATER || code === EQUALS || code === SLASH;
}

/** Letters in lower case, digits and `-_:.`; whatever else HTML lets stand in a name is rare. */
function isNameCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || code === 0x2d || (code >= 0x30 && code <= 0x3a) || code === 0x5f || code === 0x2e
  );
}

/** The end of the source, or a NUL, which parse5 replaces. */
function isEnd(code: number): boolean {
  return !(code > 0); // NaN behind the end
}
