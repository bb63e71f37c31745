import type { Element } from '../html/tree.js';
import { type Line, linesOf } from '../page/lines.js';
import type { Page } from '../page/page.js';
import { partsOfLine } from '../page/parts.js';
import { isDateText } from '../words/dates.js';
import { durationIn } from '../words/numbers.js';

/** A row, by the link of its title. */
interface LinkedRow {
  readonly anchor: Element;
}

/** Whether nearly all of several rows show a running time, as only the rows of the Videos tab do. */
export function showRunningTimes(page: Page, rows: readonly LinkedRow[]): boolean {
  return showInMost(page, rows, ({ text }) => durationIn(text) !== undefined);
}

/** Whether nearly all of several rows show a date of their own, as those of the News and Videos tabs do. */
export function showDates(page: Page, rows: readonly LinkedRow[]): boolean {
  return showInMost(page, rows, (line) => partsOfLine(line).some((part) => isDateText(part)));
}

function showInMost(page: Page, rows: readonly LinkedRow[], test: (line: Line) => boolean): boolean {
  if (rows.length < minRows) return false;
  const passed = new Set<number>();
  let next = 0;
  for (const line of linesOf(page.document)) {
    const order = line.pieces[0]?.parent.order ?? 0;
    while (next < rows.length && rows[next]!.anchor.order <= order) next++;
    if (next > 0 && test(line)) passed.add(next);
  }
  return passed.size >= rows.length * mostShare;
}

/** One row with a running time may be a video among web results. */
const minRows = 2;

/** Whether most rows pass, or the only one: a page may have some of another kind. */
export function mostPass<Row extends object>(
  rows: readonly { readonly row: Row }[],
  test: (row: Row) => boolean,
): boolean {
  return rows.length < minRows || rows.filter(({ row }) => test(row)).length >= rows.length * mostShare;
}

/** Share of rows that makes most. */
const mostShare = 0.75;
