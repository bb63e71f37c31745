import { type Line, type Piece, textOfPieces } from '../../html/lines.js';

/**
 * The parts of a line such as `YouTube · Channel · 2 years ago`, where each separator is a text of its own. A separator
 * inside a text, as snippets have them, parts nothing.
 */
export function partsOf(line: Line): Line[] {
  const parts: Piece[][] = [[]];
  for (const piece of line.pieces) {
    if (isSeparator(piece.text)) parts.push([]);
    else parts[parts.length - 1]?.push(piece);
  }
  return parts.map((pieces) => ({ ...line, pieces, text: textOfPieces(pieces) })).filter(({ text }) => text !== '');
}

/** The parts of a text such as `YouTube · Channel`, whatever elements it is made of. */
export function textPartsOf(text: string): string[] {
  return text.split(/\s+·\s+/).filter((part) => part !== '');
}

function isSeparator(text: string): boolean {
  return /^\s*[·•‧|–—-]\s*$/.test(text);
}
