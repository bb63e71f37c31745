import { linesOf } from '../../html/lines.js';
import { collapse } from '../../html/text.js';
import { contains } from '../../html/tree.js';
import type { Card } from '../cards/cards.js';

/** The running time that the row shows, `m:ss` or `h:mm:ss` as written; undefined where it shows none. */
export function readDuration({ block, title }: Card): string | undefined {
  const lines = linesOf(block).filter((line) => !contains(title, line.block));
  const pieces = lines.flatMap((line) => line.pieces.filter(({ mark }) => mark === undefined));
  return firstOf(lines.map(({ text }) => text)) ?? firstOf(pieces.map(({ text }) => collapse(text)));
}

/** The time in a text that is a time and nothing else, such as `▶ 3:27`. */
export function durationIn(text: string): string | undefined {
  return /^[^\p{L}\p{N}]{0,3}(\p{Nd}{1,3}(?::\p{Nd}{2}){1,2})$/u.exec(text)?.[1];
}

function firstOf(texts: readonly string[]): string | undefined {
  return texts.map(durationIn).find((duration) => duration !== undefined);
}
