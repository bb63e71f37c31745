import { html, InsertionMode, Parser, Token, TokenizerMode } from 'parse5';
import { appendText, insert, LeanAdapter, type LeanMap } from './adapter.js';
import { Budget, limitDepth } from './budget.js';
import { FastTokenizer } from './fast-tokenizer.js';
import { closings, kinds, openings } from './plain-tags.js';
import { StartTag } from './tag-scanner.js';
import { type Attributes, Element, listed, type Node } from './tree.js';

const { BODY, HTML, MATH, P, SVG, UNKNOWN } = html.TAG_ID;

/** Open elements up to which they are looked through one by one; deeper, that would make time grow with the depth. */
const scannedDepth = 64;

/**
 * parse5's tree construction fed by `FastTokenizer`, with short cuts for the tags that most of a page is made of, where
 * they stand in the body and nothing but their own element opens or closes. They do what parse5's own steps come down
 * to there; every other tag, and these in any other place, goes through those steps.
 */
export class FastParser extends Parser<LeanMap> {
  /** Whether the source goes on to the end of its document; known once it is read. */
  isWhole: boolean | undefined;
  /** The texts of the page's own style sheets. */
  readonly styleSheets: readonly string[];
  private hasBodyTag = false;
  private readonly budget: Budget;
  private readonly adapter: LeanAdapter;

  /** For a whole document. */
  constructor(source: string) {
    const budget = new Budget(source.length);
    const adapter = new LeanAdapter(budget);
    super({ treeAdapter: adapter });
    this.budget = budget;
    this.adapter = adapter;
    const tokenizer = new FastTokenizer(source, this.options, this);
    this.tokenizer = tokenizer;
    this.styleSheets = tokenizer.styleSheets;
  }

  get shadowRoots(): readonly Element[] {
    return this.adapter.shadowRoots;
  }

  get currentName(): string {
    return (this.openElements.current as Element).name;
  }

  get currentTag(): html.TAG_ID {
    return this.openElements.currentTagId ?? UNKNOWN;
  }

  override onStartTag(token: Token.TagToken): void {
    if (token instanceof StartTag && this.isInBody() && this.opensPlainly(token)) return;
    if (token instanceof StartTag && this.isForeign(token)) token.dropAttributes();
    if (token.tagID === BODY) this.hasBodyTag = true;
    super.onStartTag(token instanceof StartTag && kinds[token.tagID] === 'formatting' ? token.copy() : token);
  }

  override onEndTag(token: Token.TagToken): void {
    if (this.closesPlainly(token)) return;
    super.onEndTag(token);
    if ((token.tagID === BODY || token.tagID === HTML) && endModes.has(this.insertionMode)) this.isWhole = true;
  }

  override onEof(token: Token.EOFToken): void {
    this.isWhole ??= this.isEndExpected();
    super.onEof(token);
  }

  /** Text with its white space, not at the start of an element that drops a line feed there. */
  onText(chars: string): void {
    if (!this.isInBody()) {
      this.onCharacter({ type: Token.TokenType.CHARACTER, chars, location: null });
      return;
    }
    this.skipNextNewLine = false;
    this.framesetOk = false;
    this._reconstructActiveFormattingElements();
    appendText(this.openElements.current as Element, chars);
  }

  /** White space that no other text stands beside. */
  onSpace(chars: string): void {
    if (this.skipNextNewLine || !this.isInBody()) {
      this.onWhitespaceCharacter({ type: Token.TokenType.WHITESPACE_CHARACTER, chars, location: null });
      return;
    }
    this._reconstructActiveFormattingElements();
    appendText(this.openElements.current as Element, chars);
  }

  override _insertElement(token: Token.TagToken, namespace: html.NS): void {
    if (this.fosterParentingEnabled) super._insertElement(token, namespace);
    else this.openElements.push(this.append(token, namespace), token.tagID);
  }

  override _appendElement(token: Token.TagToken, namespace: html.NS): void {
    if (this.fosterParentingEnabled) super._appendElement(token, namespace);
    else this.append(token, namespace);
  }

  override _reconstructActiveFormattingElements(): void {
    const { newest } = this.activeFormattingElements;
    if (newest === null || !('element' in newest)) return;
    const { current, items, stackTop } = this.openElements;
    if (newest.element === current || newest.element === items[stackTop - 1]) return; // open, as most are
    super._reconstructActiveFormattingElements();
  }

  /** What parse5 finds out anew for every element changes only with the namespace. */
  override onItemPush(node: Node, tag: html.TAG_ID, isTop: boolean): void {
    limitDepth(this.openElements.depth);
    if (this.currentNotInHTML || !isHtml(node)) super.onItemPush(node as Element, tag, isTop);
  }

  override onItemPop(node: Node, isTop: boolean): void {
    const { current } = this.openElements;
    if (this.currentNotInHTML || !isHtml(current)) super.onItemPop(node as Element, isTop);
  }

  private append(token: Token.TagToken, namespace: html.NS): Element {
    this.budget.spend(token.tagID);
    const element = this.adapter.elementOf(token.tagName, namespace, attributesOf(token));
    insert((this.openElements.current ?? this.document) as Element, element);
    return element;
  }

  /** Appends an element of a name that is not pruned. */
  private appendPlain(token: StartTag): Element {
    this.budget.spend(token.tagID);
    const element = new Element(token.tagName, html.NS.HTML, false, token);
    insert(this.openElements.current as Element, element);
    return element;
  }

  /** Opens the element of a tag in the body, if nothing else is to be done for it. */
  private opensPlainly(token: StartTag): boolean {
    const { openElements } = this;
    const parent = this.currentTag;
    switch (openings[token.tagID]) {
      case 'block':
        if (this.holdsParagraph()) return false;
        break;
      case 'heading':
        if (openings[parent] === 'heading' || this.holdsParagraph()) return false;
        break;
      case 'item':
        if (kinds[parent] !== 'list' || this.holdsParagraph()) return false;
        this.framesetOk = false;
        break;
      case 'inline':
        this._reconstructActiveFormattingElements();
        break;
      case 'empty':
        this._reconstructActiveFormattingElements();
        this.framesetOk = false;
        this.skipNextNewLine = false;
        this.appendPlain(token);
        return true;
      default:
        return false;
    }
    this.skipNextNewLine = false;
    openElements.push(this.appendPlain(token), token.tagID);
    return true;
  }

  /** Closes the current element, if its end tag in the body does no more. */
  private closesPlainly({ tagID, tagName }: Token.TagToken): boolean {
    const { openElements, activeFormattingElements } = this;
    if (tagID !== openElements.currentTagId || !this.isInBody()) return false;
    const current = openElements.current as Element;
    if (kinds[tagID] === 'formatting') {
      const { newest } = activeFormattingElements;
      if (newest === null || !('element' in newest) || newest.element !== current) return false;
      activeFormattingElements.removeEntry(newest);
    } else if (closings[tagID] !== 'plain' || (tagID === UNKNOWN && tagName !== current.name)) return false;
    this.skipNextNewLine = false;
    openElements.pop();
    return true;
  }

  /** Whether the element of a tag will be none of HTML's, of which nothing is kept: those that end a drawing have an id. */
  private isForeign({ tagID }: StartTag): boolean {
    return tagID === SVG || tagID === MATH || (tagID === UNKNOWN && this.currentNotInHTML);
  }

  /** Whether tags are read as those of ordinary content. */
  private isInBody(): boolean {
    return isBodyMode[this.insertionMode]! && !this.currentNotInHTML && !this.fosterParentingEnabled;
  }

  /**
   * Whether a document without end tags may end here: in its body, for which it has no tag either, in no tag, comment
   * or script, and in no element that needs an end tag.
   */
  private isEndExpected(): boolean {
    if (this.hasBodyTag || !isBodyMode[this.insertionMode] || this.tokenizer.state !== TokenizerMode.DATA) return false;
    const { items, stackTop, tagIDs } = this.openElements;
    return items.every((item, slot) => slot > stackTop || item === undefined || endsByItself.has(tagIDs[slot]!));
  }

  /** Whether a `p` may be open, which a block would close. A deep stack is left to parse5, which keeps an index of it. */
  private holdsParagraph(): boolean {
    const { tagIDs, stackTop } = this.openElements;
    if (stackTop > scannedDepth) return true;
    for (let i = stackTop; i >= 0; i--) if (tagIDs[i] === P) return true;
    return false;
  }
}

/** Insertion modes in which all tags handled here are read as in the body. */
const isBodyMode: readonly boolean[] = Array.from({ length: 24 }, (_, mode) =>
  [InsertionMode.IN_BODY, InsertionMode.IN_CELL, InsertionMode.IN_CAPTION].includes(mode),
);

/** Insertion modes behind the end tag of `body` or `frameset`. */
const endModes = new Set([
  InsertionMode.AFTER_BODY,
  InsertionMode.AFTER_AFTER_BODY,
  InsertionMode.AFTER_FRAMESET,
  InsertionMode.AFTER_AFTER_FRAMESET,
]);

/** Elements that may be open at the end of a document by the standard. */
const endsByItself: ReadonlySet<html.TAG_ID> = new Set(
  'html body p li dd dt option optgroup rb rp rt rtc tbody thead tfoot tr td th'.split(' ').map(html.getTagID),
);

function attributesOf(token: Token.TagToken): Attributes {
  return token instanceof StartTag ? token : listed(token.attrs);
}

function isHtml(node: Node | undefined): boolean {
  return node !== undefined && node.type !== 'text' && node.namespace === html.NS.HTML;
}
