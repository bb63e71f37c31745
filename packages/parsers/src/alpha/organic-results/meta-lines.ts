import type { Line } from '../../page/lines.js';
import { partsOfLine } from '../../page/parts.js';
import { isDateText } from '../../words/dates.js';
import { durationIn } from '../../words/running-time.js';
import { dateAtEnd, isMarked } from './date-prefix.js';

/** The parts of a line, also where the signs between them are within a text. */
export function spacedParts(line: Line): readonly string[] {
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
