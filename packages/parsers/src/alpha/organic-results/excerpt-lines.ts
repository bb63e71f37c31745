import { minExcerptLength } from '../../page/address-shape.js';
import { continuesText, joinedLines, type Line, runOfText } from '../../page/lines.js';
import { partsOfLine } from '../../page/parts.js';
import { isDateText } from '../../words/dates.js';
import { durationIn } from '../../words/numbers.js';
import { isBlank } from '../../words/text.js';
import { dateAtEnd, isMarked, year } from './date-prefix.js';

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
export function excerptLines(after: readonly Line[], address: Line): ExcerptLines {
  const groups: Line[][] = [];
  const notes = new Set<Line>();
  let open: Line[] | undefined; // the group of the previous line
  let previous: Line | undefined;
  for (const line of after) {
    const isFact = startsWithLabel(line) || isBelowLabel(line, previous?.text) || (line.isContinued && saysWhen(line));
    if (line === address || isFact) open = undefined;
    else if (open !== undefined && continuesText(line, previous!) && !isNote(open, line)) open.push(line);
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
function isLongText({ text, block }: Line): boolean {
  return text.length >= minExcerptLength && block.name !== 'li';
}

/** An excerpt may be a list: its items are one text. */
function withListsJoined(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (let index = 0; index < lines.length; ) {
    const isItem = lines[index]!.block.name === 'li';
    const { line, length } = isItem ? runOfText(lines, index) : { line: lines[index]!, length: 1 };
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
  if (line === undefined || others.length > 0 || line.pieces.some(isMarked)) return false;
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
    return piece === label || isBlank(piece.text) || (piece.parent !== label.parent && !isMarked(piece));
  });
}

/** A long line that ends in a colon is a label only where more than a line break follows it. */
function isBelowLabel({ isContinued }: Line, previous = ''): boolean {
  return colonAtEnd.test(previous) && !(isContinued && previous.length > maxLabelLength);
}

/** "Duration: 2:43", "Posted: 12 Nov 2016": after a line break, the label needs no element of its own. */
function saysWhen({ text }: Line): boolean {
  const start = lowerCase.test(text) ? 0 : text.slice(0, maxLabelLength).search(colon) + 1;
  const value = start > 0 ? text.slice(start).trim() : '';
  return durationIn(value) !== undefined || isDateText(value);
}

const colon = /[:：]\s/;

/** Where a line begins so, it continues a sentence. */
const lowerCase = /^\p{Ll}/u;

const colonAtEnd = /[:：]\s*$/;

const maxLabelLength = 40;

/** The parts of a line, even if the separators are inside a text. */
function spacedParts(line: Line): readonly string[] {
  const parts = partsOfLine(line);
  return parts.length > 1 ? parts : line.text.split(separator);
}

const separator = /\s[-–·]\s/;

/** Whether a line only holds a date, a duration, an author or a rating, and nothing about the target itself. */
export function isMetaLine(line: Line, host: string): boolean {
  if (dateAtEnd(line) !== undefined || startsWithRating.test(line.text)) return true;
  if (line.text.length > maxMetaLength) return false;
  const parts = spacedParts(line);
  return (
    (parts.some(isDateText) && parts.some(isDuration) && !line.pieces.some(isMarked)) ||
    isSiteAndChannel(partsOfLine(line), host)
  );
}

const maxMetaLength = 100;

/** `4.5 (1,234)` */
const startsWithRating = /^\p{Nd}[.,]\p{Nd}\s?\(\p{Nd}[\p{Nd}.,\s]*\)/u;

/** `4:33`, `4 min` */
function isDuration(part: string): boolean {
  return durationIn(part) !== undefined || (numberOfMinutes.test(part) && !isDateText(part));
}

const numberOfMinutes = /^\p{Nd}{1,3}\s?\p{L}{1,4}\.?$/u;

/** `YouTube · Channel`, each in an element of its own. */
function isSiteAndChannel(parts: readonly string[], host: string): boolean {
  return parts.length === 2 && host.split('.').includes(parts[0]!.toLowerCase());
}
