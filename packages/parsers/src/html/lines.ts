import { collapse, isHidden, isLineBreaking, isMark, type TextOptions } from './text.js';
import { type Element, isElement, type Node } from './tree.js';

/** A run of text within a line. */
export interface Piece {
  /** As written, white space not collapsed. */
  readonly text: string;
  /** The element that the text stands in. */
  readonly parent: Element;
  /** The link that the text belongs to, where it begins inside the element whose lines are read. */
  readonly link: Element | undefined;
  /** The outermost `em`, `b`, `strong` or `mark` around the text within its line. */
  readonly mark: Element | undefined;
}

/** The text between two line ends: what stays together however many elements are wrapped around it. */
export interface Line {
  readonly pieces: readonly Piece[];
  /** White space collapsed; never ''. */
  readonly text: string;
  /** The innermost line-breaking element that holds the line. */
  readonly block: Element;
}

/** The lines inside `root` that a person can see, in document order. */
export function linesOf(root: Element, { skip }: TextOptions = {}): Line[] {
  const lines: Line[] = [];
  let pieces: Piece[] = [];
  const stack: Step[] = [{ node: root, block: root, link: undefined, mark: undefined, isEnd: false }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { node, block, link, mark, isEnd } = step;
    if (!isElement(node)) {
      pieces.push({ text: node.data, parent: node.parent ?? root, link, mark });
      continue;
    }
    const isLine = isLineBreaking(node);
    if (isLine) endLine(isEnd ? node : block);
    if (isEnd || isHidden(node) || skip?.(node)) continue;
    if (isLine) stack.push({ ...step, isEnd: true });
    const innerBlock = isLine ? node : block;
    const innerLink = node.name === 'a' ? node : link;
    const innerMark = mark ?? (isMark(node) ? node : undefined);
    for (let i = node.children.length - 1; i >= 0; i--) {
      stack.push({ node: node.children[i]!, block: innerBlock, link: innerLink, mark: innerMark, isEnd: false });
    }
  }
  endLine(root);
  return lines;

  function endLine(block: Element): void {
    const text = textOfPieces(pieces);
    if (text !== '') lines.push({ pieces, text, block });
    pieces = [];
  }
}

/** The text of pieces that follow each other. */
export function textOfPieces(pieces: readonly Piece[]): string {
  return collapse(pieces.map(({ text }) => text).join(''));
}

/** Distinct texts of the marked pieces, first appearance first. */
export function marksOfPieces(pieces: readonly Piece[]): string[] {
  const texts = new Map<Element, Piece[]>();
  for (const piece of pieces) {
    if (piece.mark === undefined) continue;
    const same = texts.get(piece.mark);
    if (same) same.push(piece);
    else texts.set(piece.mark, [piece]);
  }
  return [...new Set([...texts.values()].map(textOfPieces))].filter((text) => text !== '');
}

interface Step {
  readonly node: Node;
  readonly block: Element;
  readonly link: Element | undefined;
  readonly mark: Element | undefined;
  /** Whether the content of the line-breaking element is done. */
  readonly isEnd: boolean;
}
