import type { Line } from '../../page/lines.js';
import type { Address } from './address.js';
import { dateAtEnd, lastDate, readPrefix } from './date-prefix.js';
import type { Snippet } from './snippet.js';

/** The date of a row: before its excerpt, in the place of its address, or in a line beside the excerpt. */
export function readDate({ date, lines }: Snippet, address: Address): string | undefined {
  return date ?? lastDate(address.text) ?? dateBeside(lines);
}

function dateBeside(lines: readonly Line[]): string | undefined {
  for (const line of lines) {
    const date = dateAtEnd(line) ?? readPrefix(line.pieces).date;
    if (date !== undefined) return date;
  }
  return undefined;
}
