import { fitted, plainText, widthOf } from '../../observe/plain-text.js';

/** A column of a table. */
export interface Column<Row> {
  head: string;
  text(row: Row): string;
  /** Dresses up the text of a cell, which has its final width already. */
  dress?(text: string, row: Row): string;
  /** Whether it gives way where the table is wider than the terminal. @default false */
  gives?: boolean;
}

const gap = '  ';
const leastWidth = 12;

/**
 * Rows as a table for people, cut to a width by its columns that give way. Text of others is shown on one line, and can do
 * nothing to the terminal.
 *
 * @param width columns of the terminal; undefined for no limit
 */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number | undefined): string {
  const cells = rows.map((row) => columns.map((column) => plainText(column.text(row))));
  const natural = columns.map(({ head }, index) =>
    Math.max(widthOf(head), ...cells.map((line) => widthOf(line[index] ?? ''))),
  );
  const widths = width === undefined ? natural : squeezed(natural, columns, width);
  const head = columns.map((column, index) => fitted(column.head, widths[index] ?? 0));
  const body = rows.map((row, line) =>
    columns.map(({ dress }, index) => {
      const text = fitted(cells[line]?.[index] ?? '', widths[index] ?? 0);
      return dress ? dress(text, row) : text;
    }),
  );
  return [head, ...body].map((line) => line.join(gap).trimEnd()).join('\n');
}

/** Takes what is too much from the widest of the columns that give way, one by one. */
function squeezed(natural: readonly number[], columns: readonly Column<never>[], width: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, own) => sum + own, gap.length * (widths.length - 1));
  while (total() > width) {
    const giving = widths.map((own, index) => (columns[index]?.gives === true ? own : 0));
    const widest = giving.indexOf(Math.max(...giving));
    if ((giving[widest] ?? 0) <= leastWidth) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
