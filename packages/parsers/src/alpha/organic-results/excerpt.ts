import { hasExcerptLength, splitLineAtSeparators } from '../../page/line-parts.js';
import { continuesText, joinContinuedLines, joinedLines, type Line, type Piece } from '../../page/lines.js';
import { isDateText, type LeadingDate, splitLeadingDate } from '../../words/dates.js';
import { isClockDuration } from '../../words/numbers.js';
import { collapseWhitespace, isBlank } from '../../words/text.js';

/** The lines below a title that may be its excerpt. */
interface ExcerptLines {
  /** Without the address and without facts. */
  readonly lines: readonly Line[];
  /** Lines before an excerpt with a date, a duration or an author. */
  readonly notes: ReadonlySet<Line>;
}

/**
 * Joins lines that only `<br>` separates: pages for clients without scripts break an excerpt at the end of a line, and
 * after a note before it.
 */
export function joinExcerptLines(after: readonly Line[], address: Line): ExcerptLines {
  const groups: Line[][] = [];
  const notes = new Set<Line>();
  let open: Line[] | undefined; // the group of the previous line
  let previous: Line | undefined;
  for (const line of after) {
    const isFact = startsWithLabel(line) || isBelowLabel(line, previous?.text) || (line.isContinued && saysWhen(line));
    if (line === address || isFact) open = undefined;
    else if (open !== undefined && continuesText(line, previous!) && !(line.isContinued && isNote(open, line)))
      open.push(line);
    else {
      if (line.isContinued && open !== undefined) notes.add(open[0]!);
      open = [line];
      groups.push(open);
    }
    if (line !== address) previous = line;
  }
  const lines = groups.map(joinedLines);
  return { lines: lines.some(isLongText) ? lines : withListsJoined(lines), notes };
}

/** Whether a line is long enough for an excerpt and not a list item. */
function isLongText(line: Line): boolean {
  return hasExcerptLength(line) && line.block.name !== 'li';
}

/** An excerpt may be a list: its items are one text. */
function withListsJoined(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (let index = 0; index < lines.length; ) {
    const isItem = lines[index]!.block.name === 'li';
    const { line, length } = isItem ? joinContinuedLines(lines, index) : { line: lines[index]!, length: 1 };
    joined.push(line);
    index += length;
  }
  return joined;
}

/**
 * Whether a line is a note such as "21 Nov 2009 - 4 min - Uploaded by A channel" or "PDF/Adobe Acrobat": its parts are
 * short, it is too short to have been broken, and neither a sentence follows a lone date nor does `next` continue one.
 */
function isNote([line, ...others]: readonly Line[], next: Line): boolean {
  if (line === undefined || others.length > 0 || line.pieces.some(isHighlighted)) return false;
  const parts = spacedParts(line);
  const isDated = parts.some((part) => isDateText(part) || (parts.length > 2 && year.test(part)));
  if (isDated && parts.length > 2) return parts.every((part) => part.length <= maxPartLength);
  const isShort = widthOf(line.text) < (isDated ? maxPartLength : maxNoteLength);
  const last = parts.at(-1)!;
  if (!isShort || last.split(' ').length >= minOfSentence) return false;
  return isDateText(last) || !line.text.includes(' ') || !lowerCase.test(next.text);
}

/** Length of a note without a date: a format, a name. The first line of a broken excerpt is longer. */
const maxNoteLength = 28;

/** Number of words: names and formats have fewer. */
const minOfSentence = 5;

/** Width in Latin letters: Chinese, Japanese and Korean characters are twice as wide. */
function widthOf(text: string): number {
  return text.length + (text.match(wideCharacter)?.length ?? 0);
}

const wideCharacter = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g;

/** Maximum length of a channel's name; the first line of an excerpt is longer. */
const maxPartLength = 60;

/** Whether a line is a fact: a label that ends in a colon, in an element of its own, and a value beside or below it. */
function startsWithLabel({ pieces }: Line): boolean {
  const label = pieces.find(({ text }) => !isBlank(text))!;
  if (label.text.length > maxLabelLength || !colonAtEnd.test(label.text)) return false;
  return pieces.every((piece) => {
    return piece === label || isBlank(piece.text) || (piece.parent !== label.parent && !isHighlighted(piece));
  });
}

/** A long line that ends in a colon is a label only where more than a line break follows it. */
function isBelowLabel({ isContinued }: Line, previous = ''): boolean {
  return colonAtEnd.test(previous) && !(isContinued && previous.length > maxLabelLength);
}

/** "Duration: 2:43", "Posted: 12 Nov 2016": after a line break, the label needs no element of its own. */
function saysWhen({ text }: Line): boolean {
  const start = text.slice(0, maxLabelLength).search(colon);
  if (start < 0 || lowerCase.test(text)) return false;
  const value = text.slice(start + 1).trim();
  return isClockDuration(value) || isDateText(value);
}

const colon = /[:：]\s/;

/** Where a line begins so, it continues a sentence. */
const lowerCase = /^\p{Ll}/u;

const colonAtEnd = /[:：]\s*$/;

const maxLabelLength = 40;

/** The parts of a line, even if the separators are inside a text. */
function spacedParts(line: Line): readonly string[] {
  const parts = splitLineAtSeparators(line);
  return parts.length > 1 ? parts : line.text.split(separator);
}

const separator = /\s[-–·]\s/;

/** Whether a line only holds a date, a duration, an author or a rating, and nothing about the target itself. */
export function isMetadataLine(line: Line, host: string): boolean {
  const parts = spacedParts(line);
  const areShort = parts.every((part) => part.length <= maxPartLength);
  if ((areShort && dateAfterLastDot(line) !== undefined) || startsWithRating.test(line.text)) return true;
  if (line.text.length > maxMetaLength) return false;
  return (
    (parts.some(isDateText) && parts.some(isDuration) && !line.pieces.some(isHighlighted)) ||
    isSiteAndChannel(splitLineAtSeparators(line), host)
  );
}

const maxMetaLength = 100;

/** `4.5 (1,234)` */
const startsWithRating = /^\p{Nd}[.,]\p{Nd}\s?\(\p{Nd}[\p{Nd}.,\s]*\)/u;

/** `4:33`, `4 min` */
function isDuration(part: string): boolean {
  return isClockDuration(part) || (numberOfMinutes.test(part) && !isDateText(part));
}

const numberOfMinutes = /^\p{Nd}{1,3}\s?\p{L}{1,4}\.?$/u;

/** `YouTube · Channel`, each in an element of its own. */
function isSiteAndChannel(parts: readonly string[], host: string): boolean {
  return parts.length === 2 && host.split('.').includes(parts[0]!.toLowerCase());
}

/** A text that may begin with a date. */
export interface DatePrefixed {
  readonly pieces: readonly Piece[];
  readonly date: string | undefined;
  /** The pieces after the date; `pieces` itself if there is none. */
  readonly rest: readonly Piece[];
}

/** Whether the piece is highlighted. */
export function isHighlighted({ mark }: Piece): boolean {
  return mark !== undefined;
}

/** The date of a line that only says where and when: "Video · A channel · Jun 30, 2021". */
export function dateAfterLastDot({ pieces, text }: Line): string | undefined {
  if (text.length > maxPrefixLength || pieces.some(isHighlighted)) return undefined;
  const last = text.slice(text.lastIndexOf('·') + 1).trim();
  return isDateText(last) ? last : undefined;
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
    const date = dateBefore(collapseWhitespace(`${joined(pieces, end)} ${separator}`));
    if (date) return { pieces, date, rest: withoutStart(pieces.slice(end), separator.length) };
  }
  return { pieces, date: undefined, rest: pieces };
}

/**
 * The same for pages for clients without scripts, which may also have the date inside the text, usually before an
 * ellipsis.
 */
export function splitNoScriptDatePrefix(pieces: readonly Piece[]): DatePrefixed {
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
  const date = end < 0 ? '' : collapseWhitespace(text.slice(0, end));
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
const year: RegExp = /^\d{4}$/;
