import { html, Token } from 'parse5';
import {
  AttributePositions,
  attributeBit,
  isHtmlNameCharacter,
  isHtmlNameEnd,
  isNameAt,
  lastAttributeSpan,
  maxAttributes,
  scanAttribute,
} from './attributes.js';
import { GREATER_THAN, isAsciiWhitespace, SLASH } from './characters.js';
import type { Attributes } from './tree.js';

/** A start tag token for parse5, whose attributes are only read on demand. */
export class LazyStartTag implements Token.TagToken, Attributes {
  readonly type: Token.TagToken['type'] = Token.TokenType.START_TAG;
  readonly location: null = null;
  tagName = '';
  tagID: html.TAG_ID = html.TAG_ID.UNKNOWN;
  selfClosing = false;
  ackSelfClosing = false;
  /** Index of the recorded attributes. */
  first = 0;
  /** The bits of the attributes' names. */
  has = 0;
  /** The attributes, once they are read. */
  list: Token.Attribute[] | undefined = undefined;
  readonly places: AttributePositions;

  constructor(places: AttributePositions) {
    this.places = places;
  }

  get attrs(): Token.Attribute[] {
    this.list ??= this.places.list(this.first);
    return this.list;
  }

  dropAttributes(): void {
    this.list = [];
    this.has = 0;
  }

  /** The scanner reuses a single token: anyone who keeps it must copy it. */
  copy(): LazyStartTag {
    const copied = new LazyStartTag(this.places);
    copied.tagName = this.tagName;
    copied.tagID = this.tagID;
    copied.selfClosing = this.selfClosing;
    copied.first = this.first;
    copied.has = this.has;
    copied.list = this.list;
    return copied;
  }
}

/**
 * Tag names, each kept once: pages repeat the same few dozen names thousands of times, and a look-up is cheaper than a
 * new slice.
 */
class TagNames {
  /** The last name read. */
  last = '';
  /** parse5's id of that tag. */
  lastTag: html.TAG_ID = html.TAG_ID.UNKNOWN;
  private readonly slots: string[] = new Array(tableSize).fill('');
  private readonly tags: html.TAG_ID[] = new Array(tableSize).fill(html.TAG_ID.UNKNOWN);

  /** Reads the name that begins at `from`; returns the index after it, -1 for an unusual name. */
  endOf(source: string, from: number): number {
    let hash = 0;
    let at = from;
    for (let code = source.charCodeAt(at); isHtmlNameCharacter(code); code = source.charCodeAt(++at)) {
      hash = (Math.imul(hash, 31) + (code | 0x20)) | 0;
    }
    if (at === from || !isHtmlNameEnd(source.charCodeAt(at))) return -1;
    const slot = (hash ^ (hash >>> 10)) & (tableSize - 1);
    const known = this.slots[slot]!;
    if (isNameAt(source, from, at, known)) {
      this.last = known;
      this.lastTag = this.tags[slot]!;
    } else this.add(slot, asPropertyName(source.slice(from, at).toLowerCase()));
    return at;
  }

  private add(slot: number, name: string): void {
    this.last = name;
    this.lastTag = html.getTagID(name);
    if (name.length > maxKeptLength) return;
    this.slots[slot] = name;
    this.tags[slot] = this.lastTag;
  }
}

const tableSize = 1024;

/** Longer names are not kept between pages, so that no page can fill the memory with them. */
const maxKeptLength = 64;

/** The text as V8 keeps property names: interned, independent of the page, and compared by reference. */
function asPropertyName(text: string): string {
  return Object.keys({ [text]: true })[0]!;
}

const names = new TagNames();

/**
 * Reads whole tags in their usual form. Returns undefined for any other tag, which parse5's own states then read. Makes
 * the same tokens as they do, but reuses one token object.
 */
export class TagScanner {
  /** Index of the `>` that ends the last tag read. */
  end = 0;
  private readonly source: string;
  /** Index of the last `>`: no tag ends after it, and a loop that stops at one stays within the source. */
  private readonly limit: number;
  private readonly places: AttributePositions;
  private readonly opening: LazyStartTag;
  private readonly closing = endTag();

  constructor(source: string) {
    this.source = source;
    this.limit = source.lastIndexOf('>');
    this.places = new AttributePositions(source);
    this.opening = new LazyStartTag(this.places);
  }

  /** The start tag whose name begins at `from`; undefined if it has an unusual form. */
  startTag(from: number): LazyStartTag | undefined {
    const { source, limit, opening, places } = this;
    if (from > limit) return undefined;
    let at = names.endOf(source, from);
    if (at === -1) return undefined;
    opening.tagName = names.last;
    opening.tagID = names.lastTag;
    opening.selfClosing = false;
    opening.ackSelfClosing = false;
    opening.list = undefined;
    const first = places.begin();
    let has = 0;
    for (let count = 0; ; count++) {
      let code = source.charCodeAt(at);
      while (isAsciiWhitespace(code)) code = source.charCodeAt(++at);
      if (code === SLASH && source.charCodeAt(at + 1) === GREATER_THAN) {
        opening.selfClosing = true;
        code = source.charCodeAt(++at);
      }
      if (code === GREATER_THAN) break;
      if (count === maxAttributes || !scanAttribute(source, at, limit) || lastAttributeSpan.end > limit) {
        places.drop(first);
        return undefined;
      }
      places.add(first, at);
      has |= attributeBit(source, at, lastAttributeSpan.nameEnd);
      at = lastAttributeSpan.end;
    }
    opening.first = first;
    opening.has = has;
    this.end = at;
    return opening;
  }

  /** The end tag whose name begins at `from`; undefined if it has an unusual form. */
  endTag(from: number): Token.TagToken | undefined {
    if (from > this.limit) return undefined;
    let at = names.endOf(this.source, from);
    if (at === -1) return undefined;
    while (isAsciiWhitespace(this.source.charCodeAt(at))) at++;
    if (this.source.charCodeAt(at) !== GREATER_THAN) return undefined;
    return this.ended(at, names.last, names.lastTag);
  }

  /** The same if it is that of the element `name`, as is usual: comparing is cheaper than a look-up. */
  endTagOf(name: string, tag: html.TAG_ID, from: number): Token.TagToken | undefined {
    const at = from + name.length;
    if (at > this.limit || this.source.charCodeAt(at) !== GREATER_THAN) return undefined;
    return isNameAt(this.source, from, at, name) ? this.ended(at, name, tag) : undefined;
  }

  private ended(at: number, name: string, tag: html.TAG_ID): Token.TagToken {
    const { closing } = this;
    this.end = at;
    closing.tagName = name;
    closing.tagID = tag;
    return closing;
  }
}

function endTag(): Token.TagToken {
  const { UNKNOWN } = html.TAG_ID;
  const type = Token.TokenType.END_TAG;
  return { type, tagName: '', tagID: UNKNOWN, selfClosing: false, ackSelfClosing: false, attrs: [], location: null };
}
