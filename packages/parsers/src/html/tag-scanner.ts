import { html, Token } from 'parse5';
import { AttributePlaces, attributeBit, isNameAt, mostAttributes, readAttribute, span } from './attributes.js';
import { GREATER, isSpace, SLASH } from './codes.js';
import { TagNames } from './tag-names.js';
import type { Attributes } from './tree.js';

/** A start tag as parse5 takes it, whose attributes are read only if it asks for them. */
export class StartTag implements Token.TagToken, Attributes {
  readonly type: Token.TagToken['type'] = Token.TokenType.START_TAG;
  readonly location: null = null;
  tagName = '';
  tagID: html.TAG_ID = html.TAG_ID.UNKNOWN;
  selfClosing = false;
  ackSelfClosing = false;
  /** Where the attributes are noted. */
  first = 0;
  /** The bits of the attributes' names. */
  has = 0;
  /** The attributes, once they are read. */
  list: Token.Attribute[] | undefined = undefined;
  readonly places: AttributePlaces;

  constructor(places: AttributePlaces) {
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

  /** The scanner makes every start tag of one: who keeps one must copy it. */
  copy(): StartTag {
    const copied = new StartTag(this.places);
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
 * Reads tags whole, where they are written in the ordinary way. For any other tag it gives nothing, and parse5's own
 * states read it instead. It makes the same tokens as they do, but for that it makes them anew of one token.
 */
export class TagScanner {
  /** Index of the `>` that ends the tag last read. */
  end = 0;
  private readonly source: string;
  /** Index of the last `>`: behind it no tag ends, and up to it no loop that stops at one leaves the source. */
  private readonly limit: number;
  private readonly places: AttributePlaces;
  private readonly opening: StartTag;
  private readonly closing = endTag();

  constructor(source: string) {
    this.source = source;
    this.limit = source.lastIndexOf('>');
    this.places = new AttributePlaces(source);
    this.opening = new StartTag(this.places);
  }

  /** The start tag whose name begins at `from`, undefined where it is out of the ordinary. */
  startTag(from: number): StartTag | undefined {
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
      while (isSpace(code)) code = source.charCodeAt(++at);
      if (code === SLASH && source.charCodeAt(at + 1) === GREATER) {
        opening.selfClosing = true;
        code = source.charCodeAt(++at);
      }
      if (code === GREATER) break;
      if (count === mostAttributes || !readAttribute(source, at, limit) || span.end > limit) {
        places.drop(first);
        return undefined;
      }
      places.add(first, at);
      has |= attributeBit(source, at, span.nameEnd);
      at = span.end;
    }
    opening.first = first;
    opening.has = has;
    this.end = at;
    return opening;
  }

  /** The end tag whose name begins at `from`, undefined where it is out of the ordinary. */
  endTag(from: number): Token.TagToken | undefined {
    if (from > this.limit) return undefined;
    let at = names.endOf(this.source, from);
    if (at === -1) return undefined;
    while (isSpace(this.source.charCodeAt(at))) at++;
    if (this.source.charCodeAt(at) !== GREATER) return undefined;
    return this.ended(at, names.last, names.lastTag);
  }

  /** The same if it is that of the element `name`, as it mostly is: to compare is cheaper than to look up. */
  endTagOf(name: string, tag: html.TAG_ID, from: number): Token.TagToken | undefined {
    const at = from + name.length;
    if (at > this.limit || this.source.charCodeAt(at) !== GREATER) return undefined;
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

const names = new TagNames();

function endTag(): Token.TagToken {
  const { UNKNOWN } = html.TAG_ID;
  const type = Token.TokenType.END_TAG;
  return { type, tagName: '', tagID: UNKNOWN, selfClosing: false, ackSelfClosing: false, attrs: [], location: null };
}
