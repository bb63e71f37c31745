import { shortestExcerpt } from '../../page/address-shape.js';
import { joinedLines, type Line, runOfText } from '../../page/lines.js';
import { partsOfLine } from '../../page/parts.js';
import { isDateText } from '../../words/dates.js';
import { durationIn } from '../../words/durations.js';
import { isBlank } from '../../words/text.js';
import { dateAtEnd, isMarked } from './date-prefix.js';

/** The lines below a title that may be its excerpt. */
interface ExcerptLines {
  /** Without the address and without facts. */
  readonly lines: readonly Line[];
  /** Those that say when, how long and by whom, before an excerpt. */
  readonly notes: ReadonlySet<Line>;
}

/**
 * Joins lines that only `<br>` separates: pages for clients without scripts break an excerpt where its line is full,
 * and where a note is before it.
 */
export function excerptLines(after: readonly Line[], address: Line): ExcerptLines {
  const groups: Line[][] = [];
  const notes = new Set<Line>();
  let open: Line[] | undefined; // the group of the line before
  let previous = '';
  for (const line of after) {
    const isFact = startsWithLabel(line) || colonAtEnd.test(previous) || (line.isContinued && saysWhen(line));
    if (line === address || isFact) open = undefined;
    else if (line.isContinued && open !== undefined && !isNote(open)) open.push(line);
    else {
      if (line.isContinued && open !== undefined) notes.add(open[0]!);
      open = [line];
      groups.push(open);
    }
    if (line !== address) previous = line.text;
  }
  const lines = groups.map(joinedLines);
  return { lines: lines.some(isLongText) ? lines : withListsJoined(lines), notes };
}

/** Whether a line is long enough for an excerpt, and no item of a list. */
function isLongText({ text, block }: Line): boolean {
  return text.length >= shortestExcerpt && block.name !== 'li';
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
 * short, it is not broken as full, and after a date alone there is no sentence.
 */
function isNote([line, ...others]: readonly Line[]): boolean {
  if (line === undefined || others.length > 0 || line.pieces.some(isMarked)) return false;
  const parts = spacedParts(line);
  const isDated = parts.some((part) => isDateText(part) || (parts.length > 2 && year.test(part)));
  if (isDated && parts.length > 2) return parts.every((part) => part.length <= longestPart);
  const isShort = widthOf(line.text) < (isDated ? longestPart : shortestExcerpt);
  return isShort && parts.at(-1)!.split(' ').length < fewestOfSentence;
}

const year = /^\d{4}$/;

/** Words: names and formats have less. */
const fewestOfSentence = 5;

/** In characters of the Latin script: those of Chinese, Japanese and Korean are twice as wide. */
function widthOf(text: string): number {
  return text.length + (text.match(wideCharacter)?.length ?? 0);
}

const wideCharacter = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g;

/** Characters of the name of a channel; the first line of an excerpt is longer. */
const longestPart = 60;

/** A fact is a label ending in a colon, with its value beside or below it. The label has an element of its own. */
function startsWithLabel({ pieces }: Line): boolean {
  const label = pieces.find(({ text }) => !isBlank(text));
  if (label === undefined || label.text.length > longestLabel || !colonAtEnd.test(label.text)) return false;
  return pieces.every((piece) => {
    return piece === label || isBlank(piece.text) || (piece.parent !== label.parent && !isMarked(piece));
  });
}

/** "Duration: 2:43", "Posted: 12 Nov 2016": below a line break the label needs no element of its own. */
function saysWhen({ text }: Line): boolean {
  const start = text.slice(0, longestLabel).search(colon) + 1;
  const value = start > 0 ? text.slice(start).trim() : '';
  return value !== '' && (durationIn(value) !== undefined || isDateText(value));
}

const colon = /[:：]\s/;

const colonAtEnd = /[:：]\s*$/;

const longestLabel = 40;

/** The parts of a line, also where the signs between them are within a text. */
function spacedParts(line: Line): readonly string[] {
  const parts = partsOfLine(line);
  return parts.length > 1 ? parts : line.text.split(separator);
}

const separator = /\s[-–·]\s/;

/** Whether a line says when, how long, by whom or how good, and nothing of the target itself. */
export function isMetaLine(line: Line, host: string): boolean {
  if (dateAtEnd(line) !== undefined || startsWithRating.test(line.text)) return true;
  if (line.text.length > longestMeta) return false;
  const parts = spacedParts(line);
  if (parts.length < 2) return false;
  return (
    (parts.some(isDateText) && parts.some(isDuration) && !line.pieces.some(isMarked)) ||
    isSiteAndChannel(partsOfLine(line), host)
  );
}

const longestMeta = 100;

/** `4.5 (1,234)` */
const startsWithRating = /^\p{Nd}[.,]\p{Nd}\s?\(\p{Nd}[\p{Nd}.,\s]*\)/u;

/** `4:33`, `4 min` */
function isDuration(part: string): boolean {
  return durationIn(part) !== undefined || (numberOfMinutes.test(part) && !isDateText(part));
}

const numberOfMinutes = /^\p{Nd}{1,3}\s?\p{L}{1,4}\.?$/u;

/** `YouTube · Channel`, each in an element of its own. */
function isSiteAndChannel([site, channel, ...others]: readonly string[], host: string): boolean {
  if (site === undefined || channel === undefined || others.length > 0) return false;
  return host.split('.').includes(site.toLowerCase());
}
