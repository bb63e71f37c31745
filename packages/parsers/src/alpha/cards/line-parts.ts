import { type Line, type Piece, textOfPieces } from '../../html/lines.js';

/**
 * The parts of a line such as `YouTube · Channel · 2 years ago`, where each separator is a text of its own or stands at
 * an end of one. A separator inside a text, as snippets have them, parts nothing.
 */
export function partsOf(line: Line): Line[] {
  const parts: Piece[][] = [[]];
  for (const piece of line.pieces) {
    const [, before = '', text = '', after = ''] = ends.exec(piece.text) ?? [];
    if (before !== '') parts.push([]);
    if (text !== '') parts[parts.length - 1]?.push({ ...piece, text });
    if (after !== '') parts.push([]);
  }
  return parts.map((pieces) => ({ ...line, pieces, text: textOfPieces(pieces) })).filter(({ text }) => text !== '');
}

/** The line without the part that it begins or ends with. Its pieces stay: what is taken off is never marked. */
export function restOf({ text, ...line }: Line, { text: part }: Line): Line {
  if (text.startsWith(part)) return { ...line, text: text.slice(part.length).replace(/^\s*[·•‧|–—-]\s*/, '') };
  return { ...line, text: text.slice(0, text.lastIndexOf(part)).replace(/\s*[·•‧|–—-]\s*$/, '') };
}

/** The parts of a text such as `YouTube · Channel`, whatever elements it is made of. */
export function textPartsOf(text: string): string[] {
  return text.split(/\s+·\s+/).filter((part) => part !== '');
}

/** A separator before a text, the text, and a separator after it. A dash that touches a word belongs to it. */
const ends = /^(\s*[·•‧|–—-](?=\s|$))?([\s\S]*?)((?<=^|\s)[·•‧|–—-]\s*)?$/;
