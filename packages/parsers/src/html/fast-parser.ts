import { html, InsertionMode, Parser, Token, TokenizerMode } from 'parse5';
import { insertNode, insertTextAt, LeanTreeAdapter, type LeanTypeMap } from './adapter.js';
import { assertDepth, ElementBudget } from './budget.js';
import { FastTokenizer } from './fast-tokenizer.js';
import { endTagActionByTagId, startTagActionByTagId, tagKindByTagId } from './plain-tags.js';
import { LazyStartTag } from './tag-scanner.js';
import { type Attributes, attributesFromList, Element, type Node } from './tree.js';

const { BODY, HTML, MATH, P, SVG, UNKNOWN } = html.TAG_ID;

/** Maximum depth at which open elements are searched one by one; beyond that, time would grow with the depth. */
const maximumScannedDepth = 64;

/**
 * parse5's tree construction fed by `FastTokenizer`, with short cuts for the most frequent tags, if they are in the
 * body and only open or close their own element. The short cuts do what parse5's own steps come down to there. Every
 * other tag, and these tags in any other place, go through parse5's steps.
 */
export class FastParser extends Parser<LeanTypeMap> {
  /** Whether the source goes on to the end of its document; known after parsing. */
  isWhole: boolean | undefined;
  /** The texts of the page's own style sheets. */
  readonly styleSheets: readonly string[];
  private hasBodyTag = false;
  private readonly budget: ElementBudget;
  readonly adapter: LeanTreeAdapter;

  /** Parses a whole document. */
  constructor(source: string) {
    const budget = new ElementBudget(source.length);
    const adapter = new LeanTreeAdapter(budget);
    super({ treeAdapter: adapter });
    this.budget = budget;
    this.adapter = adapter;
    const tokenizer = new FastTokenizer(source, this.options, this);
    this.tokenizer = tokenizer;
    this.styleSheets = tokenizer.styleSheets;
  }

  get currentName(): string {
    return (this.openElements.current as Element).name;
  }

  get currentTag(): html.TAG_ID {
    return this.openElements.currentTagId ?? UNKNOWN;
  }

  override onStartTag(token: Token.TagToken): void {
    if (token instanceof LazyStartTag && this.isInBody() && this.openPlain(token)) return;
    if (token instanceof LazyStartTag && this.isForeign(token)) token.dropAttributes();
    if (token.tagID === BODY) this.hasBodyTag = true;
    super.onStartTag(token instanceof LazyStartTag ? token.copy() : token); // parse5 keeps some
  }

  override onEndTag(token: Token.TagToken): void {
    if (this.closePlain(token)) return;
    super.onEndTag(token);
    if ((token.tagID === BODY || token.tagID === HTML) && endModes.has(this.insertionMode)) this.isWhole = true;
  }

  override onEof(token: Token.EOFToken): void {
    this.isWhole ??= this.isEndExpected();
    super.onEof(token);
  }

  /** Handles text with its white space, except where a line feed must be dropped. `hasNonAscii`: not all of it is ASCII. */
  onText(chars: string, hasNonAscii: boolean): void {
    if (!this.isInBody()) {
      this.onCharacter({ type: Token.TokenType.CHARACTER, chars, location: null });
      return;
    }
    this.skipNextNewLine = false;
    this.framesetOk = false;
    this._reconstructActiveFormattingElements();
    const parent = this.openElements.current as Element;
    if (hasNonAscii) this.adapter.insertText(parent, chars);
    else insertTextAt(parent, chars);
  }

  /** Handles white space without other text beside it. */
  onSpace(chars: string): void {
    if (this.skipNextNewLine || !this.isInBody()) {
      this.onWhitespaceCharacter({ type: Token.TokenType.WHITESPACE_CHARACTER, chars, location: null });
      return;
    }
    this._reconstructActiveFormattingElements();
    insertTextAt(this.openElements.current as Element, chars);
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
    if (newest.element === current || newest.element === items[stackTop - 1]) return; // open already, as most are
    super._reconstructActiveFormattingElements();
  }

  /** Skips what parse5 computes for every element, but which only changes with the namespace. */
  override onItemPush(node: Node, tag: html.TAG_ID, isTop: boolean): void {
    assertDepth(this.openElements.depth);
    if (this.currentNotInHTML || !isHtml(node)) super.onItemPush(node as Element, tag, isTop);
  }

  override onItemPop(node: Node, isTop: boolean): void {
    const { current } = this.openElements;
    if (this.currentNotInHTML || !isHtml(current)) super.onItemPop(node as Element, isTop);
  }

  private append(token: Token.TagToken, namespace: html.NS): Element {
    this.budget.spend(token.tagID);
    const element = this.adapter.elementOf(token.tagName, namespace, attributesOf(token));
    insertNode((this.openElements.current ?? this.document) as Element, element);
    return element;
  }

  /** Appends an element whose name is not pruned. */
  private appendPlain(token: LazyStartTag): Element {
    this.budget.spend(token.tagID);
    const element = new Element(token.tagName, html.NS.HTML, false, token);
    insertNode(this.openElements.current as Element, element);
    return element;
  }

  /** Opens the element of a tag in the body; returns false if anything else must be done for it. */
  private openPlain(token: LazyStartTag): boolean {
    const { openElements, activeFormattingElements } = this;
    const parent = this.currentTag;
    const opening = startTagActionByTagId[token.tagID];
    switch (opening) {
      case 'block':
        if (this.mayHaveOpenParagraph()) return false;
        break;
      case 'heading':
        if (startTagActionByTagId[parent] === 'heading' || this.mayHaveOpenParagraph()) return false;
        break;
      case 'item':
        if (tagKindByTagId[parent] !== 'list' || this.mayHaveOpenParagraph()) return false;
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
        if (tagKindByTagId[token.tagID] !== 'formatting' || activeFormattingElements.newest !== null) return false;
    }
    this.skipNextNewLine = false;
    const element = this.appendPlain(token);
    openElements.push(element, token.tagID);
    if (opening === undefined) activeFormattingElements.pushElement(element, token.copy());
    return true;
  }

  /** Closes the current element; returns false if its end tag does anything else. */
  private closePlain({ tagID, tagName }: Token.TagToken): boolean {
    const { openElements, activeFormattingElements } = this;
    if (tagID !== openElements.currentTagId || !this.isInBody()) return false;
    const current = openElements.current as Element;
    if (tagKindByTagId[tagID] === 'formatting') {
      const { newest } = activeFormattingElements;
      if (newest === null || !('element' in newest) || newest.element !== current) return false;
      activeFormattingElements.removeEntry(newest);
    } else if (endTagActionByTagId[tagID] !== 'plain' || (tagID === UNKNOWN && tagName !== current.name)) return false;
    this.skipNextNewLine = false;
    openElements.pop();
    return true;
  }

  /**
   * Whether the tag's element is not in the HTML namespace, so that nothing of it is kept. Tags that end foreign
   * content have an id.
   */
  private isForeign({ tagID }: LazyStartTag): boolean {
    return tagID === SVG || tagID === MATH || (tagID === UNKNOWN && this.currentNotInHTML);
  }

  /** Whether tags are processed as in the body. */
  private isInBody(): boolean {
    return isBodyMode[this.insertionMode]! && !this.currentNotInHTML && !this.fosterParentingEnabled;
  }

  /**
   * Whether a document without end tags may end here: in its body, without a `body` tag, in no tag, comment or script,
   * and in no element that needs an end tag.
   */
  private isEndExpected(): boolean {
    if (this.hasBodyTag || !isBodyMode[this.insertionMode] || this.tokenizer.state !== TokenizerMode.DATA) return false;
    const { items, stackTop, tagIDs } = this.openElements;
    return items.every((item, slot) => slot > stackTop || item === undefined || endsByItself.has(tagIDs[slot]!));
  }

  /**
   * Whether a `p` may be open, which a block would close. A deep stack is left to parse5, which keeps an index of it.
   */
  private mayHaveOpenParagraph(): boolean {
    const { tagIDs, stackTop } = this.openElements;
    if (stackTop > maximumScannedDepth) return true;
    for (let i = stackTop; i >= 0; i--) if (tagIDs[i] === P) return true;
    return false;
  }
}

/** Insertion modes in which all tags handled here are processed as in the body. */
const isBodyMode: readonly boolean[] = Array.from({ length: 24 }, (_, mode) =>
  [InsertionMode.IN_BODY, InsertionMode.IN_CELL, InsertionMode.IN_CAPTION].includes(mode),
);

/** Insertion modes after the end tag of `body` or `frameset`. */
const endModes = new Set([
  InsertionMode.AFTER_BODY,
  InsertionMode.AFTER_AFTER_BODY,
  InsertionMode.AFTER_FRAMESET,
  InsertionMode.AFTER_AFTER_FRAMESET,
]);

/** Elements that may be open at the end of a document according to the standard. */
const endsByItself: ReadonlySet<html.TAG_ID> = new Set(
  'html body p li dd dt option optgroup rb rp rt rtc tbody thead tfoot tr td th'.split(' ').map(html.getTagID),
);

function attributesOf(token: Token.TagToken): Attributes {
  return token instanceof LazyStartTag ? token : attributesFromList(token.attrs);
}

function isHtml(node: Node | undefined): boolean {
  return node !== undefined && (node as Element).namespace === html.NS.HTML;
}
