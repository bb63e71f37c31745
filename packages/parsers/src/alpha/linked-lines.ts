import type { Element } from '../html/tree.js';
import { type Line, linesOf, type Piece } from '../page/lines.js';
import { oncePerPage, type Page } from '../page/page.js';
import { partsOfLine } from '../page/parts.js';
import { isDateText, splitLeadingDate } from '../words/dates.js';
import { durationIn } from '../words/numbers.js';
import { isBlank, letter } from '../words/text.js';

/** The lines around a line that is a single link. */
export interface LinesBeside {
  readonly above: Line | undefined;
  /** The first lines below. */
  readonly below: readonly Line[];
  /** Those of them above the next line that is a link. */
  readonly own: readonly Line[];
}

/** The lines above and below each line that is a single link, by that link. A running time is not a title. */
export const linesBesideLinks: (page: Page) => ReadonlyMap<Element, LinesBeside> = oncePerPage(({ document }) => {
  const lines = linesOf(document);
  const linked = new Map<Element, LinesBeside>();
  for (const [index, { pieces, text: title }] of lines.entries()) {
    const link = linkOf(pieces);
    if (link === undefined || linked.has(link) || !letter.test(title)) continue;
    const below = lines.slice(index + 1, index + 1 + maxBelow);
    const next = below.findIndex((line) => linkOf(line.pieces) !== undefined);
    linked.set(link, { above: lines[index - 1], below, own: next < 0 ? below : below.slice(0, next) });
  }
  return linked;
});

/** The link that a whole line consists of, except blanks; undefined if there is none or several. */
export function linkOf(pieces: readonly Piece[]): Element | undefined {
  let link: Element | undefined;
  for (const piece of pieces) {
    if (isBlank(piece.text)) continue;
    if (piece.link === undefined || (link !== undefined && piece.link !== link)) return undefined;
    link = piece.link;
  }
  return link;
}

/** Whether a line holds a date, or a running time. */
export function tellsWhen(line: Line): boolean {
  const { text } = line;
  return (
    durationIn(text) !== undefined || partsOfLine(line).some(isDateText) || splitLeadingDate(text).date !== undefined
  );
}

/** A running time, linked to the same target, and the excerpt may be between title and address. */
const maxBelow = 5;
