import { fitted, terminalSafeText, widthOf } from '../../observe/plain-text.js';

/** A column of a table. */
export interface Column<Row> {
  head: string;
  text(row: Row): string;
  /** Styles the text of a cell, which already has its final width. */
  style?(text: string, row: Row): string;
  /** Whether it is narrowed if the table is wider than the terminal. @default false */
  shrinks?: boolean;
}

const gap = '  ';
const minimumWidth = 12;

/**
 * Formats rows as a table, cut to a width by narrowing some columns. Text from pages is shown on one line and without control
 * characters.
 *
 * @param width columns of the terminal; undefined for no limit
 */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number | undefined): string {
  const cells = rows.map((row) => columns.map((column) => terminalSafeText(column.text(row))));
  const natural = columns.map(({ head }, index) =>
    Math.max(widthOf(head), ...cells.map((line) => widthOf(line[index] ?? ''))),
  );
  const widths = width === undefined ? natural : squeezed(natural, columns, width);
  const head = columns.map((column, index) => fitted(column.head, widths[index] ?? 0));
  const body = rows.map((row, line) =>
    columns.map(({ style }, index) => {
      const text = fitted(cells[line]?.[index] ?? '', widths[index] ?? 0);
      return style ? style(text, row) : text;
    }),
  );
  return [head, ...body].map((line) => line.join(gap).trimEnd()).join('\n');
}

/** Narrows the widest narrowable column by one, until the table fits. */
function squeezed(natural: readonly number[], columns: readonly Column<never>[], width: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, own) => sum + own, gap.length * (widths.length - 1));
  while (total() > width) {
    const narrowable = widths.map((own, index) => (columns[index]?.shrinks === true ? own : 0));
    const widest = narrowable.indexOf(Math.max(...narrowable));
    if ((narrowable[widest] ?? 0) <= minimumWidth) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
