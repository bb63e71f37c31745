import { type Line, type Piece, textOfPieces } from '../../html/lines.js';

/**
 * The parts of a line such as `YouTube · Channel · 2 years ago`, where each separator is a text of its own or stands at
 * an end of one. A separator inside a text, as snippets have them, parts nothing.
 */
export function partsOf(line: Line): Line[] {
  if (!separator.test(line.text)) return [line];
  const parts: Line[] = [];
  let pieces: Piece[] = [];
  for (const piece of line.pieces) {
    const start = startOf(piece.text);
    const end = endOf(piece.text, start);
    if (start > 0) endPart();
    if (start < end) pieces.push(start === 0 && end === piece.text.length ? piece : cut(piece, start, end));
    if (end < piece.text.length) endPart();
  }
  endPart();
  return parts;

  function endPart(): void {
    const text = textOfPieces(pieces);
    if (text !== '') parts.push({ ...line, pieces, text });
    pieces = [];
  }
}

function cut(piece: Piece, start: number, end: number): Piece {
  return { ...piece, text: piece.text.slice(start, end) };
}

/** The line without the part that it begins or ends with. Its pieces stay: what is taken off is never marked. */
export function restOf({ text, ...line }: Line, { text: part }: Line): Line {
  if (text.startsWith(part)) return { ...line, text: text.slice(part.length).replace(/^\s*[·•‧|–—-]\s*/, '') };
  return { ...line, text: text.slice(0, text.lastIndexOf(part)).replace(/\s*[·•‧|–—-]\s*$/, '') };
}

/** The parts of a text such as `YouTube · Channel`, whatever elements it is made of. */
export function textPartsOf(text: string): string[] {
  if (!text.includes('·')) return text === '' ? [] : [text];
  return text.split(/\s+·\s+/).filter((part) => part !== '');
}

/** Where the text begins behind a separator, 0 where there is none before it. A dash that touches a word belongs to it. */
function startOf(text: string): number {
  return /^\s*[·•‧|–—-](?=\s|$)/.test(text) ? text.search(separator) + 1 : 0;
}

/** Where the text ends before a separator. */
function endOf(text: string, start: number): number {
  const end = text.search(/(?<=^|\s)[·•‧|–—-]\s*$/);
  return end < start ? text.length : end;
}

const separator = /[·•‧|–—-]/;
