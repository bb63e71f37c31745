import { contains } from '../../html/tree.js';
import { collapse } from '../../words/text.js';
import type { ListedRow } from '../listed-rows/listed-row.js';

/** The running time that the row shows, `m:ss` or `h:mm:ss` as written; undefined where it shows none. */
export function readDuration({ lines, title }: ListedRow): string | undefined {
  const timed = lines.filter(({ text, block }) => text.includes(':') && !contains(title, block));
  return (
    firstOf(timed, ({ text }) => durationIn(text)) ??
    firstOf(timed, ({ pieces }) => firstOf(pieces, ({ text, mark }) => (mark ? undefined : durationIn(collapse(text)))))
  );
}

/** The time in a text that is a time and nothing else, such as `▶ 3:27`. */
export function durationIn(text: string): string | undefined {
  if (text.length > longestTime || !text.includes(':')) return undefined;
  return clock.exec(text)?.[1];
}

const clock = /^[^\p{L}\p{N}]{0,3}(\p{Nd}{1,3}(?::\p{Nd}{2}){1,2})$/u;

/** A mark or two and a space before it, digits of any script. */
const longestTime = 22;

function firstOf<T>(list: readonly T[], read: (item: T) => string | undefined): string | undefined {
  for (const item of list) {
    const found = read(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
