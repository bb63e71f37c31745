import { isDateText } from '../../html/dates.js';
import { type Line, marksOfPieces, type Piece, textOfPieces } from '../../html/lines.js';
import { closest, isElement } from '../../html/tree.js';
import type { Row } from './row.js';

/** What a row says of its target. */
export interface Snippet {
  /** `''` if the row has none. */
  readonly text: string;
  readonly matched: string[];
  readonly date: string | undefined;
}

/** Reads the excerpt: the weightiest line below the title, without its date and without links at its end. */
export function readSnippet({ after }: Row, addressLine: Line): Snippet {
  const lines = after.filter((line) => line !== addressLine && !isFact(line)).map(excerptOf);
  const pieces = lines.reduce((best, line) => (weightOf(line) > weightOf(best) ? line : best), [] as readonly Piece[]);
  const prefix = readPrefix(pieces);
  const excerpt = pieces.slice(prefix.end);
  return { text: textOfPieces(excerpt), matched: marksOfPieces(excerpt), date: prefix.date };
}

/** A cell of a table of facts; a table of one row is layout. */
function isFact({ block }: Line): boolean {
  const row = closest(block, ({ name }) => name === 'tr');
  return (row?.parent?.children.filter(isElement).length ?? 0) > 1;
}

/** The line up to its first link: from there on it lists parts of the target. */
function excerptOf({ pieces }: Line): readonly Piece[] {
  const end = pieces.findIndex(({ link, text }) => link !== undefined && /\S/.test(text));
  return end === -1 ? pieces : pieces.slice(0, end);
}

function weightOf(pieces: readonly Piece[]): number {
  const text = textOfPieces(pieces);
  const isDated = readPrefix(pieces).date !== undefined;
  const isMarked = pieces.some(({ mark }) => mark !== undefined);
  return text.length + Number(isDated) * 200 + Number(isMarked) * 60 - Number(text.includes('\u200e')) * 200;
}

interface Prefix {
  readonly date: string | undefined;
  /** Number of pieces that it takes. */
  readonly end: number;
}

/**
 * A date stands in elements of its own before the excerpt, parted from it by a dash or a dot. So do the authors, the
 * year and the citations of a scholarly text.
 */
function readPrefix(pieces: readonly Piece[]): Prefix {
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    text += piece.text;
    if (text.length > longestPrefix) break;
    const prefix = /^(.*\S)\s*([–—·]|\s-)\s*$/su.exec(text);
    const date = prefix?.[1] && dateIn(prefix[1].trim(), prefix[2] !== '·');
    if (date) return { date, end: index + 1 };
  }
  return { date: undefined, end: 0 };
}

const longestPrefix = 120;

function dateIn(text: string, isWhole: boolean): string | undefined {
  if (isDateText(text)) return text;
  const parts = isWhole ? text.split('·').map((part) => part.trim()) : [];
  return parts.length > 1 ? parts.find((part) => /^\d{4}$/.test(part)) : undefined;
}
