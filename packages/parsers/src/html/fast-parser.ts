import { html, InsertionMode, Parser, type Token } from 'parse5';
import { type LeanMap, leanAdapter } from './adapter.js';
import { FastTokenizer } from './fast-tokenizer.js';
import type { Element } from './tree.js';

const { A, B, BIG, CODE, DIV, EM, FONT, I, NOBR, P, S, SMALL, SPAN, STRIKE, STRONG, TT, U } = html.TAG_ID;

/** Tags that parse5 keeps, to open their elements again in later blocks. */
const formatting: ReadonlySet<html.TAG_ID> = new Set([
  ...[A, B, BIG, CODE, EM, FONT, I, NOBR, S, SMALL, STRIKE, STRONG, TT, U],
]);

/**
 * Formatting elements (`b`, `font`, `a` …) that are opened again in later blocks because they were never closed: at
 * most this many and one for every eight characters of the page, then no more. The HTML standard opens all of them
 * again in every block, which makes a tree that grows with the square of the page.
 */
const minimumReopened = 4096;

/** Open elements up to which they are looked through one by one; deeper, that would make time grow with the depth. */
const scannedDepth = 64;

/**
 * parse5's tree construction fed by `FastTokenizer`, with short cuts for the two elements that most of a page is made
 * of, where nothing but the element itself opens or closes: `div` and `span` in the body. They do what parse5's own
 * steps come down to there; every other tag, and these in any other place, goes through those steps.
 */
export class FastParser extends Parser<LeanMap> {
  private reopenable: number;

  /** For a whole document without carriage returns. */
  constructor(source: string) {
    super({ treeAdapter: leanAdapter });
    this.tokenizer = new FastTokenizer(source, this.options, this);
    this.reopenable = minimumReopened + source.length / 8;
  }

  override onStartTag(token: Token.TagToken): void {
    const isPlain = token.tagID === SPAN || (token.tagID === DIV && !this.holdsParagraph());
    if (!isPlain || !this.isInBody()) {
      super.onStartTag(formatting.has(token.tagID) ? { ...token } : token);
      return;
    }
    this.skipNextNewLine = false;
    if (token.tagID === SPAN) this._reconstructActiveFormattingElements();
    this._insertElement(token, html.NS.HTML);
  }

  override onEndTag(token: Token.TagToken): void {
    const isPlain = token.tagID === SPAN || token.tagID === DIV;
    if (!isPlain || token.tagID !== this.openElements.currentTagId || !this.isInBody()) {
      super.onEndTag(token);
      return;
    }
    this.skipNextNewLine = false;
    this.openElements.pop();
  }

  override _insertElement(token: Token.TagToken, namespace: html.NS): void {
    const { openElements } = this;
    const parent = openElements.current;
    if (this.fosterParentingEnabled || parent === undefined) {
      super._insertElement(token, namespace);
      return;
    }
    const element = leanAdapter.createElement(token.tagName, namespace, token.attrs);
    leanAdapter.appendChild(parent as Element, element);
    openElements.push(element, token.tagID);
  }

  override _reconstructActiveFormattingElements(): void {
    if (this.activeFormattingElements.newest === null || this.reopenable <= 0) return;
    const { depth } = this.openElements;
    super._reconstructActiveFormattingElements();
    this.reopenable -= this.openElements.depth - depth;
  }

  /** Whether tags are read as those of ordinary content. */
  private isInBody(): boolean {
    return this.insertionMode === InsertionMode.IN_BODY && !this.currentNotInHTML && !this.fosterParentingEnabled;
  }

  /** Whether a `p` may be open, which a `div` would close. A deep stack is left to parse5, which keeps an index of it. */
  private holdsParagraph(): boolean {
    const { tagIDs, stackTop } = this.openElements;
    if (stackTop > scannedDepth) return true;
    for (let i = stackTop; i >= 0; i--) if (tagIDs[i] === P) return true;
    return false;
  }
}
