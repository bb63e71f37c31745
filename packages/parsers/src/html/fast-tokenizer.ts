import {
  type html,
  InsertionMode,
  Token,
  type TokenHandler,
  Tokenizer,
  TokenizerMode,
  type TokenizerOptions,
} from 'parse5';
import { normalizeNewlines } from './attributes.js';
import {
  AMPERSAND,
  CARRIAGE_RETURN,
  EXCLAMATION,
  GREATER_THAN,
  HYPHEN,
  isAsciiLetter,
  isAsciiWhitespace,
  LESS_THAN,
  LINE_FEED,
  lastReference,
  readCharacterReference,
  SLASH,
} from './characters.js';
import { TagScanner } from './tag-scanner.js';

/** What the tokenizer needs from its parser. */
interface FastTokenHandler extends TokenHandler {
  readonly insertionMode: InsertionMode;
  /** Whether a line feed that comes next must be dropped. */
  readonly skipNextNewLine: boolean;
  /** Name and parse5's id of the element that the next end tag most likely closes. */
  readonly currentName: string;
  readonly currentTag: html.TAG_ID;
  /** Takes a run of text with its white space; no line feed must be dropped before it. `hasNonAscii`: not all is ASCII. */
  onText(text: string, hasNonAscii: boolean): void;
  /** Takes white space without other text beside it. */
  onSpace(text: string): void;
}

/** Insertion modes that treat white space within text like the text: there, both together are one token. */
const isTextMode: readonly boolean[] = Array.from({ length: 24 }, (_, mode) =>
  [InsertionMode.IN_BODY, InsertionMode.IN_CELL, InsertionMode.IN_CAPTION, InsertionMode.IN_TEMPLATE].includes(mode),
);

/**
 * parse5's tokenizer, which takes a state and a call per code unit, with short cuts for the bulk of a page: ordinary
 * tags, text and comments are taken as a whole, and the text of scripts and style sheets, which the lean tree drops, is
 * skipped. Anything unusual goes through parse5's states.
 *
 * Reads one whole document in one `write`; reports no errors and counts no lines.
 */
export class FastTokenizer extends Tokenizer {
  /** The texts of the page's own style sheets. */
  readonly styleSheets: string[] = [];
  private readonly source: string;
  private readonly tags: TagScanner;
  private readonly parser: FastTokenHandler;
  /** Whether to drop a line feed that follows a carriage return; hidden in parse5's types. */
  private readonly input: { skipNextNewLine: boolean };

  constructor(source: string, options: TokenizerOptions, parser: FastTokenHandler) {
    super(options, parser);
    this.source = source;
    this.tags = new TagScanner(source);
    this.parser = parser;
    this.input = this.preprocessor as unknown as { skipNextNewLine: boolean };
    this.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY; // keeps positions in `source` valid
  }

  protected override _runParsingLoop(): void {
    if (this.inLoop) return;
    this.inLoop = true;
    while (this.active) {
      if (this.state === TokenizerMode.DATA) {
        if (this.takeConstruct()) continue;
      } else if (this.state === TokenizerMode.SCRIPT_DATA || this.state === TokenizerMode.RAWTEXT) {
        if (this.takeRaw()) continue;
      } else if (this.state === TokenizerMode.RCDATA) {
        if (this.takeRcdata()) continue;
      }
      this.consumedAfterSnapshot = 0;
      this._callState(this._consume());
    }
    this.inLoop = false;
  }

  protected override _stateScriptDataEscaped(code: number): void {
    if (code === LESS_THAN || code === HYPHEN || code === 0 || code === -1) super._stateScriptDataEscaped(code);
  }

  /** Takes the next construct as a whole; returns false if it is unusual. */
  private takeConstruct(): boolean {
    const { source } = this;
    const at = this.preprocessor.pos + 1;
    if (at + 2 >= source.length) return false; // reading beyond the end would slow down every read
    if (source.charCodeAt(at) !== LESS_THAN) return this.takeText(at);
    const next = source.charCodeAt(at + 1);
    if (isAsciiLetter(next)) return this.takeStartTag(at + 1);
    if (next === SLASH) return isAsciiLetter(source.charCodeAt(at + 2)) && this.takeEndTag(at + 2);
    return next === EXCLAMATION && source.startsWith('--', at + 2) && this.takeComment(at + 4);
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
    const { currentName, currentTag } = this.parser;
    const token = this.tags.endTagOf(currentName, currentTag, from) ?? this.tags.endTag(from);
    if (token === undefined) return false;
    this.moveTo(this.tags.end);
    this.parser.onEndTag(token);
    return true;
  }

  /** Takes a comment that `-->` closes and that contains no `--!`, which may close one too. */
  private takeComment(from: number): boolean {
    const { source } = this;
    if (source.startsWith('>', from) || source.startsWith('->', from)) return false; // an empty comment
    let end = source.indexOf('--', from);
    while (end !== -1 && source.charCodeAt(end + 2) !== GREATER_THAN) {
      if (source.charCodeAt(end + 2) === EXCLAMATION) return false;
      end = source.indexOf('--', end + 1);
    }
    if (end === -1) return false;
    this.moveTo(end + 2);
    this.parser.onComment({ type: Token.TokenType.COMMENT, data: '', location: null });
    return true;
  }

  /** Takes a run of text up to the next tag, with white space as a token of its own where it matters. */
  private takeText(from: number): boolean {
    const { source, parser } = this;
    const { length } = source;
    if (this.input.skipNextNewLine && source.charCodeAt(from) === LINE_FEED) return false;
    let at = from;
    while (at < length && isAsciiWhitespace(source.charCodeAt(at))) at++;
    const isMixed = this.inForeignNode || isTextMode[parser.insertionMode];
    if (at > from && (!isMixed || parser.skipNextNewLine || at === length || endsText(source.charCodeAt(at)))) {
      this.moveTo(at - 1);
      parser.onSpace(normalizeNewlines(source.slice(from, at)));
      return true;
    }
    if (isMixed) return this.takeMixedText(from);
    while (at < length && !isAsciiWhitespace(source.charCodeAt(at)) && !endsText(source.charCodeAt(at))) at++;
    if (at === from) return false;
    this.moveTo(at - 1);
    parser.onCharacter({ type: Token.TokenType.CHARACTER, chars: source.slice(from, at), location: null });
    return true;
  }

  /** Takes a run of text in a title or an input, where tags are text. */
  private takeRcdata(): boolean {
    const at = this.preprocessor.pos + 1;
    if (at >= this.source.length || this.parser.skipNextNewLine || this.input.skipNextNewLine) return false;
    return this.takeMixedText(at);
  }

  /** Takes a run of text with its white space and its common character references. */
  private takeMixedText(from: number): boolean {
    const { source } = this;
    const { length } = source;
    let decoded = '';
    let start = from;
    let at = from;
    let hasReturn = false;
    let bits = 0;
    for (let code = source.charCodeAt(at); code !== LESS_THAN && code !== 0; code = source.charCodeAt(at)) {
      bits |= code;
      if (code === CARRIAGE_RETURN) hasReturn = true;
      else if (code === AMPERSAND) {
        const end = readCharacterReference(source, at);
        if (end === -1) break;
        if (end > at) {
          decoded += source.slice(start, at) + lastReference.text;
          bits |= lastReference.text.charCodeAt(0);
          start = end;
          at = end - 1;
        }
      }
      if (++at >= length) break;
    }
    if (at === from) return false;
    const rest = source.slice(start, at);
    const text = start === from ? rest : decoded + rest;
    this.moveTo(at - 1);
    this.parser.onText(hasReturn ? normalizeNewlines(text) : text, bits > 0x7f);
    return true;
  }

  /**
   * Takes the text of an element that contains only text, including its end tag. Returns false if the end tag is
   * unusual, or if something before it may hide it; the text before that is taken.
   */
  private takeRaw(): boolean {
    const { source, lastStartTagName } = this;
    const from = this.preprocessor.pos + 1;
    const isScript = this.state === TokenizerMode.SCRIPT_DATA;
    let at = source.indexOf('<', from);
    while (at !== -1) {
      const next = source.charCodeAt(at + 1);
      if (next === SLASH && isNameAt(source, at + 2, lastStartTagName)) break;
      if (next === EXCLAMATION && isScript && source.startsWith('--', at + 2)) break;
      at = source.indexOf('<', at + 1);
    }
    const end = at === -1 ? source.length : at;
    this.takeRawText(from, end);
    const token = at === -1 || source.charCodeAt(at + 1) !== SLASH ? undefined : this.tags.endTag(at + 2);
    if (token?.tagName !== lastStartTagName) return false;
    this.moveTo(this.tags.end);
    this.state = TokenizerMode.DATA;
    this.parser.onEndTag(token);
    return true;
  }

  /** Scripts and style sheets leave no text in the tree. */
  private takeRawText(from: number, end: number): void {
    if (end === from) return;
    this.moveTo(end - 1);
    if (this.lastStartTagName === 'style') this.styleSheets.push(this.source.slice(from, end));
    if (this.lastStartTagName === 'script' || this.lastStartTagName === 'style') return;
    const chars = normalizeNewlines(this.source.slice(from, end)).replaceAll('\0', '\ufffd');
    this.parser.onCharacter({ type: Token.TokenType.CHARACTER, chars, location: null });
  }

  /** Moves past what was taken, after emitting the text that parse5's states have collected before it. */
  private moveTo(last: number): void {
    if (this.currentCharacterToken !== null) this._emitCurrentCharacterToken(null);
    this.preprocessor.pos = last;
    this.input.skipNextNewLine = false;
  }
}

/** Whether a tag, a character reference or a NUL may begin here. */
function endsText(code: number): boolean {
  return code === LESS_THAN || code === AMPERSAND || code === 0;
}

/** Whether the text at `from` is the name, ignoring case. */
function isNameAt(source: string, from: number, name: string): boolean {
  return source.slice(from, from + name.length).toLowerCase() === name;
}
