import type { Line, Piece } from '../../page/lines.js';
import { isDateText, type LeadingDate, splitLeadingDate } from '../../words/dates.js';
import { collapse, isBlank } from '../../words/text.js';

/** A text that may begin with a date. */
export interface DatePrefixed {
  readonly pieces: readonly Piece[];
  readonly date: string | undefined;
  /** The pieces after the date; `pieces` itself if there is none. */
  readonly rest: readonly Piece[];
}

/** Whether the piece is highlighted. */
export function isMarked({ mark }: Piece): boolean {
  return mark !== undefined;
}

/** The date of a line that only says where and when: "Video · A channel · Jun 30, 2021". */
export function dateAtEnd({ pieces, text }: Line): string | undefined {
  if (text.length > maxPrefixLength || pieces.some(isMarked)) return undefined;
  return dateAfterLastDot(text);
}

/**
 * Splits off a date that is in elements of its own before the excerpt, followed by a dash or a dot. The authors, year
 * and citations of a scholarly article are written in the same way.
 */
export function splitDatePrefix(pieces: readonly Piece[]): DatePrefixed {
  let length = 0;
  for (let end = 1; end <= pieces.length; end++) {
    const { text } = pieces[end - 1]!;
    length += text.trim().length; // markup may be indented
    if (length > maxPrefixLength) break;
    const isSeparated = markAtEnd.test(text);
    const separator = isSeparated ? '' : (separatorAtStart.exec(pieces[end]?.text ?? '')?.[0] ?? '');
    if (separator === '' && !isSeparated) continue;
    const date = dateBefore(collapse(`${joined(pieces, end)} ${separator}`));
    if (date) return { pieces, date, rest: withoutStart(pieces.slice(end), separator.length) };
  }
  return { pieces, date: undefined, rest: pieces };
}

/**
 * The same for pages for clients without scripts, which may also have the date inside the text, usually before an
 * ellipsis.
 */
export function splitPlainDatePrefix(pieces: readonly Piece[]): DatePrefixed {
  const prefixed = splitDatePrefix(pieces);
  const start = pieces.findIndex(({ text }) => !isBlank(text));
  if (prefixed.date !== undefined || start < 0) return prefixed;
  const { text } = pieces[start]!;
  const { date, rest } = splitAtEllipsis(text) ?? splitLeadingDate(text.trimStart());
  if (date === undefined) return prefixed;
  return { pieces, date, rest: withoutStart(pieces.slice(start), text.length - rest.length) };
}

/** Splits off a date before an ellipsis; undefined if the text does not begin with one. */
function splitAtEllipsis(text: string): LeadingDate | undefined {
  const end = text.slice(0, maxPrefixLength).search(ellipsis);
  const date = end < 0 ? '' : collapse(text.slice(0, end));
  return isDateText(date) ? { date, rest: text.slice(end).replace(ellipsis, '').trimStart() } : undefined;
}

const ellipsis = /\.{3}|…/;

/** The first pieces of a text, as written. */
function joined(pieces: readonly Piece[], end: number): string {
  let text = '';
  for (let index = 0; index < end; index++) text += pieces[index]!.text;
  return text;
}

/** The pieces without the first characters. */
function withoutStart([first, ...others]: readonly Piece[], length: number): readonly Piece[] {
  return first === undefined ? [] : [{ ...first, text: first.text.slice(length) }, ...others];
}

const maxPrefixLength = 120;
const separatorAtStart = /^\s*(?:[–—·…]|-\s|\.{3})\s*/;
const separatorAtEnd = /(?:[–—·…\ufffd]|\s-|\.{3})$/;

/** A text that may end in a separator. A hyphen is one between spaces, of which the first may be in the text before. */
const markAtEnd = /(?:[–—·…\ufffd-]|\.{3})\s*$/;

/**
 * The date before the separator that a text ends with: the whole text, or a year among its parts. On pages for clients
 * without scripts, the separator is an ellipsis.
 */
function dateBefore(prefix: string): string | undefined {
  const separator = separatorAtEnd.exec(prefix)?.[0];
  if (separator === undefined) return undefined;
  const text = prefix.slice(0, -separator.length).trim();
  if (isDateText(text)) return text;
  const parts = separatorsInParts.test(separator) ? [] : text.split('·').map((part) => part.trim());
  return parts.length > 1 ? parts.find((part) => year.test(part)) : undefined;
}

const separatorsInParts = /[·…]|\.{3}/;
export const year: RegExp = /^\d{4}$/;

/** The date after the last dot of a text; undefined if there is none. */
export function dateAfterLastDot(text: string): string | undefined {
  const last = text.slice(text.lastIndexOf('·') + 1).trim();
  return isDateText(last) ? last : undefined;
}
