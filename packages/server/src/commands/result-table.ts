import { type Output, styleOf } from '../observe/terminal-style.js';
import { type Column, tableOf } from './terminal/table.js';

/** A row printed by a command: a result, or a line of a batch. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows of an answer as a table, on a terminal cut to its width and with links. */
export function resultTable(rows: readonly Row[], output: Output): string {
  const style = styleOf(output);
  const number: Column<Row> = {
    head: '#',
    text: (row) => `${row.position ?? rows.indexOf(row) + 1}`,
    style: style.dim,
  };
  const width = output.isTTY === true ? (output.columns ?? 80) : undefined;
  const linked = (text: string, row: Row) => style.link(style.bold(text), textOf(row, 'link'));
  const columns: Column<Row>[] = [
    number,
    { head: 'SUGGESTION', text: (row) => textOf(row, 'value') },
    { head: 'TITLE', text: (row) => textOf(row, 'title'), style: linked, shrinks: true },
    { head: 'SOURCE', text: (row) => textOf(row, 'source'), shrinks: true },
    { head: 'DATE', text: (row) => textOf(row, 'date') },
    { head: 'LENGTH', text: (row) => textOf(row, 'duration') },
    {
      head: 'LINK',
      text: (row) => textOf(row, 'link'),
      style: (text, row) => style.link(style.dim(text), textOf(row, 'link')),
      shrinks: true,
    },
  ];
  const filled = columns.filter((column) => rows.some((row) => column.text(row) !== ''));
  return tableOf(rows, filled, width);
}

function textOf(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}
