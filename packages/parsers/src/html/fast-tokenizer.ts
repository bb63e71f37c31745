import { InsertionMode, Token, type TokenHandler, Tokenizer, TokenizerMode, type TokenizerOptions } from 'parse5';
import { TagScanner } from './tag-scanner.js';

/** What the tokenizer asks of the parser that it feeds. */
export interface FastTokenHandler extends TokenHandler {
  readonly insertionMode: InsertionMode;
  /** Whether a line feed that comes next is none of the text's. */
  readonly skipNextNewLine: boolean;
}

const AMPERSAND = 0x26;
const DASH = 0x2d;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;

/** Insertion modes that treat white space within text like the text: there a run of both is one token. */
const isTextMode: readonly boolean[] = Array.from({ length: 24 }, (_, mode) =>
  [InsertionMode.IN_BODY, InsertionMode.IN_CELL, InsertionMode.IN_CAPTION, InsertionMode.IN_TEMPLATE].includes(mode),
);

/**
 * parse5's tokenizer, which takes a state and a call for every code unit, with short cuts over what pages consist of:
 * ordinary tags, text and comments are taken whole, and the text of scripts and style sheets, which the lean tree
 * drops, is skipped. Whatever is out of the ordinary goes through parse5's states.
 *
 * Reads one whole document without carriage returns, in one `write`; neither reports errors nor counts lines.
 */
export class FastTokenizer extends Tokenizer {
  private readonly source: string;
  private readonly tags: TagScanner;
  private readonly parser: FastTokenHandler;

  constructor(source: string, options: TokenizerOptions, parser: FastTokenHandler) {
    super(options, parser);
    this.source = source;
    this.tags = new TagScanner(source);
    this.parser = parser;
    this.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY; // positions in `source` stay valid throughout
  }

  protected override _runParsingLoop(): void {
    if (this.inLoop) return;
    this.inLoop = true;
    while (this.active) {
      if (this.state === TokenizerMode.DATA && this.takeOrdinary()) continue;
      this.consumedAfterSnapshot = 0;
      this._callState(this._consume());
    }
    this.inLoop = false;
  }

  protected override _stateScriptData(code: number): void {
    if (isStop(code)) super._stateScriptData(code);
    else this.skipTo('<');
  }

  protected override _stateScriptDataEscaped(code: number): void {
    if (isStop(code) || code === DASH) super._stateScriptDataEscaped(code);
  }

  protected override _stateRawtext(code: number): void {
    if (isStop(code) || this.lastStartTagName !== 'style') super._stateRawtext(code);
    else this.skipTo('<');
  }

  /** Takes what stands at the next position whole; false where it is out of the ordinary. */
  private takeOrdinary(): boolean {
    const { source } = this;
    const at = this.preprocessor.pos + 1;
    if (at + 2 >= source.length) return false; // nothing is read beyond the end, which would slow down every read
    if (source.charCodeAt(at) !== LESS) return this.takeText(at);
    const next = source.charCodeAt(at + 1);
    if (isLetter(next)) return this.takeStartTag(at + 1);
    if (next === SLASH) return isLetter(source.charCodeAt(at + 2)) && this.takeEndTag(at + 2);
    return next === 0x21 && source.startsWith('--', at + 2) && this.takeComment(at + 4);
  }

  private takeStartTag(from: number): boolean {
    const token = this.tags.startTag(from);
    if (token === undefined) return false;
    this.moveTo(this.tags.end);
    this.lastStartTagName = token.tagName;
    this.parser.onStartTag(token);
    return true;
  }

  private takeEndTag(from: number): boolean {
    const token = this.tags.endTag(from);
    if (token === undefined) return false;
    this.moveTo(this.tags.end);
    this.parser.onEndTag(token);
    return true;
  }

  /** A comment that is closed by `-->` and holds no `--!`, which may close one too. */
  private takeComment(from: number): boolean {
    const { source } = this;
    if (source.startsWith('>', from) || source.startsWith('->', from)) return false; // a comment of its own
    let end = source.indexOf('--', from);
    while (end !== -1 && source.charCodeAt(end + 2) !== GREATER) {
      if (source.charCodeAt(end + 2) === 0x21) return false;
      end = source.indexOf('--', end + 1);
    }
    if (end === -1) return false;
    this.moveTo(end + 2);
    this.parser.onComment({ type: Token.TokenType.COMMENT, data: '', location: null });
    return true;
  }

  /** A run of text up to the next tag or character reference; white space as a token of its own where it matters. */
  private takeText(from: number): boolean {
    const { source, parser } = this;
    const length = source.length;
    let at = from;
    while (at < length && isSpace(source.charCodeAt(at))) at++;
    const isMixed = this.inForeignNode || isTextMode[parser.insertionMode];
    if (at > from && (!isMixed || parser.skipNextNewLine || at === length || endsText(source.charCodeAt(at)))) {
      this.moveTo(at - 1);
      const chars = source.slice(from, at);
      parser.onWhitespaceCharacter({ type: Token.TokenType.WHITESPACE_CHARACTER, chars, location: null });
      return true;
    }
    for (; at < length; at++) {
      const code = source.charCodeAt(at);
      if (endsText(code) || (!isMixed && isSpace(code))) break;
    }
    if (at === from) return false;
    this.moveTo(at - 1);
    parser.onCharacter({ type: Token.TokenType.CHARACTER, chars: source.slice(from, at), location: null });
    return true;
  }

  /** Goes to the end of what was taken, after handing over the text that parse5's states have collected before it. */
  private moveTo(last: number): void {
    if (this.currentCharacterToken !== null) this._emitCurrentCharacterToken(null);
    this.preprocessor.pos = last;
  }

  /** Drops what stands before the next `mark`. */
  private skipTo(mark: string): void {
    const next = this.source.indexOf(mark, this.preprocessor.pos + 1);
    this.preprocessor.pos = (next === -1 ? this.source.length : next) - 1;
  }
}

/** Whether a tag, a character reference or a NUL may begin there. */
function endsText(code: number): boolean {
  return code === LESS || code === AMPERSAND || code === 0;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c;
}

/** What ends a run of dropped text: `<`, a NUL or the end of the source. */
function isStop(code: number): boolean {
  return code === LESS || code === 0 || code === -1;
}
