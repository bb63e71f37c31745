import { closest } from '../html/tree.js';
import { isDateText } from '../words/dates.js';
import { durationIn } from '../words/numbers.js';
import { isBreadcrumb, isCite, looksLikeAddress } from './address-shape.js';
import { areInBoxesAlike, type Line, type Piece } from './lines.js';
import { partsOfLine } from './parts.js';
import { hasRole } from './roles.js';

/**
 * The lines of a title, from the first one on: a page may break a title into boxes that are alike, or by `br`. `host` is
 * that of its link, whose address may follow.
 */
export function linesOfTitle(lines: readonly Line[], host: string): readonly Line[] {
  let end = 1;
  let length = lines[0]?.text.length ?? 0;
  for (; end < lines.length; end++) {
    const [before, line] = [lines[end - 1]!, lines[end]!];
    length += line.text.length;
    if (length > maxTitleLength || !continues(line, before) || line.text === before.text || !mayBeTitle(line, host))
      break;
  }
  return lines.slice(0, end);
}

/** Longer texts are excerpts. */
const maxTitleLength = 160;

function continues(line: Line, before: Line): boolean {
  return line.block === before.block ? line.isContinued : areInBoxesAlike(line, before);
}

/** Whether a line is neither an address nor a date, a running time, or the names of a site and an author. */
function mayBeTitle(line: Line, host: string): boolean {
  const { text, pieces } = line;
  if (looksLikeAddress(text, host) || isBreadcrumb(text) || pieces.some(isMarkedAddress)) return false;
  return !isDateText(text) && durationIn(text) === undefined && partsOfLine(line).length === 1;
}

function isMarkedAddress({ parent }: Piece): boolean {
  return closest(parent, (element) => isCite(element) || hasRole(element, 'text')) !== undefined;
}
