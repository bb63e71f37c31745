import { contains } from '../../html/tree.js';
import { durationIn } from '../../words/running-time.js';
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

function firstOf<T>(list: readonly T[], read: (item: T) => string | undefined): string | undefined {
  for (const item of list) {
    const found = read(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
