import { contains, type Element, isElement } from '../html/tree.js';
import { collapseWhitespace, distinctNonEmpty, isBlank, letterOrDigit } from '../words/text.js';
import { isHighlight, type TextOptions } from './text.js';
import { breaksLineByName, isLineBreaking, isSelfHidden, isSelfOutOfSight } from './visible.js';

/** A run of text within a line. */
export interface Piece {
  /** As written, white space not collapsed. */
  readonly text: string;
  /** The parent element of the text. */
  readonly parent: Element;
  /** The link around the text; undefined for a link that begins outside the element whose lines are read. */
  readonly link: Element | undefined;
  /** The outermost `em`, `i`, `b`, `strong` or `mark` around the text within its line. */
  readonly mark: Element | undefined;
}

/** Whether a piece is more than white space. */
export function isNonBlank({ text }: Piece): boolean {
  return !isBlank(text);
}

/** Whether a text has a letter or a digit. */
export function hasWord({ text }: { readonly text: string }): boolean {
  return letterOrDigit.test(text);
}

/** Whether a piece or a title has a link. */
export function isLinked({ link }: { readonly link: unknown }): boolean {
  return link !== undefined;
}

/** Whether a piece is text outside links. */
export function isUnlinkedText(piece: Piece): boolean {
  return piece.link === undefined && isNonBlank(piece);
}

/** The text between two line ends, regardless of the elements around its pieces. */
export interface Line {
  readonly pieces: readonly Piece[];
  /** White space collapsed; never `''`. */
  readonly text: string;
  /** The innermost line-breaking element around the line. */
  readonly block: Element;
  /** Whether only a `br` separates the line from the one before it. */
  readonly isContinued: boolean;
}

/** The visible lines inside `root`, in document order. */
export function linesOf(root: Element, options?: TextOptions): Line[] {
  const reader = new LineReader(root, options?.skip);
  if (!isSelfHidden(root)) reader.read(root, root, undefined, undefined);
  reader.endLine(root);
  return reader.lines;
}

/** The first `most` lines of `linesOf`, without reading the rest. */
export function firstLines(root: Element, maxLines: number, { skip }: TextOptions = {}): Line[] {
  const isBehind = ({ order }: Element): boolean => reader.lines.length >= maxLines && order !== root.order;
  const reader = new LineReader(root, (element) => isBehind(element) || skip?.(element) === true);
  if (!isSelfHidden(root)) reader.read(root, root, undefined, undefined);
  reader.endLine(root);
  return reader.lines.slice(0, maxLines);
}

/** The pieces of consecutive lines. */
export function piecesOf(lines: readonly Line[]): readonly Piece[] {
  if (lines.length === 1) return lines[0]!.pieces;
  const pieces: Piece[] = [];
  for (const line of lines) for (const piece of line.pieces) pieces.push(piece);
  return pieces;
}

/** Whether a line has text inside an element. */
export function hasTextIn({ pieces }: Line, element: Element): boolean {
  for (let i = 0; i < pieces.length; i++) {
    const { text, parent } = pieces[i]!;
    if (contains(element, parent) && !isBlank(text)) return true;
  }
  return false;
}

/** The texts of lines. */
export function textsOf(lines: readonly { readonly text: string }[]): string[] {
  return lines.map(({ text }) => text);
}

/** The text of consecutive pieces. */
export function textOfPieces(pieces: readonly Piece[]): string {
  let text = '';
  for (const piece of pieces) text += piece.text;
  return collapseWhitespace(text);
}

/** Joins lines that only `br` elements separate. A `br` separates words even without white space beside it. */
export function joinedLines(lines: readonly Line[]): Line {
  const [first] = lines;
  if (lines.length === 1) return first!;
  const pieces: Piece[] = [];
  for (const line of lines) {
    const [before, after] = [pieces.at(-1), line.pieces[0]];
    if (before !== undefined && after !== undefined && !touchesSpace(before.text, after.text)) {
      pieces.push({ ...before, text: ' ', mark: before.mark === after.mark ? before.mark : undefined });
    }
    for (const piece of line.pieces) pieces.push(piece);
  }
  return { ...first!, pieces, text: textOfPieces(pieces) };
}

/**
 * Joins the line at an index with the following lines that only `br` elements separate from it, that are items of the
 * same list of sentences, or that are boxes of one text. `length` is the number of these lines.
 */
export function joinContinuedLines(lines: readonly Line[], index: number): { line: Line; length: number } {
  const first = lines[index]!;
  const list = first.block.name === 'li' ? first.block.parent : null;
  let end = index + 1;
  for (; end < lines.length; end++)
    if (!continuesText(lines[end]!, lines[end - 1]!) && !isItemOf(lines[end]!, list)) break;
  return { line: joinedLines(lines.slice(index, end)), length: end - index };
}

/**
 * Whether only a `br` separates a line from the one before it, or a script put the lines of a text into elements that are
 * displayed as boxes.
 */
export function continuesText(line: Line, before: Line): boolean {
  if (line.isContinued) return true;
  const isParagraph = line.block.name === 'p';
  const mayGoOn = isParagraph ? sentence : brokenLine;
  if (isParagraph !== breaksLineByName(line.block) || !mayGoOn.test(before.text) || !areInSimilarSiblings(line, before))
    return false;
  const { children } = line.block.parent!;
  if (children.length > maxBoxes) return false;
  return children.every((box) => (isElement(box) ? areAlike(box, line.block) : isBlank(box.data)));
}

/** More than the lines of an excerpt and white space around them; looked at again for each line. */
const maxBoxes = 32;

/** Facts are shorter, or separated by dots. */
const brokenLine = /^[^·]{30,}[\p{L}\p{N},;]$/u;

const sentence = /[.!?…。]$/;

/** Whether two lines are in elements of the same kind side by side. */
export function areInSimilarSiblings({ block }: Line, { block: other }: Line): boolean {
  return block !== other && block.parent !== null && block.parent === other.parent && areAlike(block, other);
}

/** Whether two elements have the same name and attributes. */
export function areAlike(one: Element, other: Element): boolean {
  return one.name === other.name && writtenAttributes(one) === writtenAttributes(other);
}

function writtenAttributes({ attributes }: Element): string {
  return attributes.map(({ name, value }) => `${name}=${value}`).join(' ');
}

/** Whether a line is an item of the list and not a link. */
function isItemOf({ block, pieces }: Line, list: Element | null): boolean {
  return list !== null && block.name === 'li' && block.parent === list && !pieces.every(isLinked);
}

/** The line without the link at its end that leads to the full text ("Read more"), if other words precede the link. */
export function withoutReadMoreLink(line: Line, leadsToWhole: (link: Element) => boolean): Line {
  const last = line.pieces.findLast(isNonBlank)?.link;
  if (last === undefined || !leadsToWhole(last)) return line;
  const start = line.pieces.findIndex(({ link }) => link === last);
  const pieces = line.pieces.slice(0, start);
  if (!pieces.some(isUnlinkedText)) return line;
  const more = line.pieces.slice(start);
  if (more.some(({ link, mark, text }) => (link !== last && !isBlank(text)) || mark !== undefined)) return line;
  const text = textOfPieces(pieces);
  return textOfPieces(more).length > maxMoreLength || text === '' ? line : { ...line, pieces, text };
}

/** The pieces without a text like "Read more" at their end that is no link: in an element of its own after an ellipsis. */
export function withoutReadMoreText(pieces: readonly Piece[]): readonly Piece[] {
  const end = pieces.findLastIndex(isNonBlank);
  const [last, before] = [pieces[end], pieces.slice(0, end).findLast(isNonBlank)];
  if (last === undefined || before === undefined || last.parent === before.parent || last.mark !== undefined)
    return pieces;
  return ellipsisAtEnd.test(before.text) && phrase.test(last.text) ? pieces.slice(0, end) : pieces;
}

const ellipsisAtEnd = /(?:\.{3}|…)\s*$/;
const phrase = /^\s*[\p{Lu}\p{Lo}][^.!?…]{0,23}$/u;

/** Length of "Read more" in any language. */
const maxMoreLength = 24;

/** Whether a text ends in white space, or the next begins with some. */
export function touchesSpace(before: string, after: string): boolean {
  return /\s$/.test(before) || /^\s/.test(after);
}

/**
 * The distinct texts of highlighted pieces, in order of first appearance. A highlighted ellipsis stands for text that
 * is left out.
 */
export function highlightsOfPieces(pieces: readonly Piece[]): string[] {
  const texts: string[] = [];
  let text = '';
  let current: Element | undefined;
  for (const piece of pieces) {
    if (piece.mark !== current) {
      if (current !== undefined) texts.push(collapseWhitespace(text));
      text = '';
      current = piece.mark;
    }
    if (piece.mark !== undefined) text += piece.text;
  }
  if (current !== undefined) texts.push(collapseWhitespace(text));
  return distinctNonEmpty(texts.filter((text) => !ellipsis.test(text)));
}

const ellipsis = /^(?:\.{2,}|…)$/;

class LineReader {
  readonly lines: Line[] = [];
  /** The pieces of all lines. Each line gets an array of its own, of the exact length. */
  private readonly pieces: Piece[] = [];
  /** Index of the current line's first piece. */
  private start = 0;
  /** Text of the current line. */
  private text = '';
  /** Whether only a `br` separates the last line from the next one. */
  private isBroken = false;
  private readonly root: Element;
  private readonly skip: TextOptions['skip'];

  constructor(root: Element, skip: TextOptions['skip']) {
    this.root = root;
    this.skip = skip;
  }

  /** Reads an element within a line of `block`; `link` and `mark` are around it. */
  read(element: Element, block: Element, link: Element | undefined, mark: Element | undefined): void {
    const isLine = isLineBreaking(element);
    if (isLine) this.startAfter(element, block);
    if (element.children.length === 0 || (element !== this.root && isSelfOutOfSight(element)) || this.skip?.(element))
      return;
    const innerBlock = isLine ? element : block;
    const innerLink = element.name === 'a' ? element : link;
    const innerMark = mark ?? (isHighlight(element) ? element : undefined);
    for (const child of element.children) {
      if (isElement(child)) this.read(child, innerBlock, innerLink, innerMark);
      else {
        this.pieces.push({ text: child.data, parent: element, link: innerLink, mark: innerMark });
        this.text += child.data;
      }
    }
    if (isLine) this.startAfter(element, element);
  }

  /** Ends the line of `block` where a line-breaking element starts or ends. */
  private startAfter({ name }: Element, block: Element): void {
    this.endLine(block);
    this.isBroken = name === 'br';
  }

  endLine(block: Element): void {
    const { pieces, start } = this;
    if (pieces.length === start) return;
    const text = collapseWhitespace(this.text);
    if (text !== '') this.lines.push({ pieces: this.withoutOuterSpace(), text, block, isContinued: this.isBroken });
    this.start = pieces.length;
    this.text = '';
  }

  /** The pieces of the current line from the first with text to the last: white space around tags says nothing. */
  private withoutOuterSpace(): Piece[] {
    const { pieces } = this;
    let [from, end] = [this.start, pieces.length];
    while (isBlank(pieces[from]!.text)) from += 1;
    while (isBlank(pieces[end - 1]!.text)) end -= 1;
    return pieces.slice(from, end);
  }
}
