import { displayWidthOf, padOrTruncate, toTerminalSafeLine } from '../../observe/terminal-text.js';

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
export function formatTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  width: number | undefined,
): string {
  const cells = rows.map((row) => columns.map((column) => toTerminalSafeLine(column.text(row))));
  const natural = columns.map(({ head }, index) =>
    Math.max(displayWidthOf(head), ...cells.map((line) => displayWidthOf(line[index] ?? ''))),
  );
  const widths = width === undefined ? natural : squeezed(natural, columns, width);
  const head = columns.map((column, index) => padOrTruncate(column.head, widths[index] ?? 0));
  const body = rows.map((row, line) =>
    columns.map(({ style }, index) => {
      const text = padOrTruncate(cells[line]?.[index] ?? '', widths[index] ?? 0);
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

/** Formats rows as CSV (RFC 4180) with a header. */
export function formatCsv(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => textOf(row[name])))];
  return lines.map((cells) => cells.map(quoted).join(',')).join('\r\n');
}

/** Parses CSV to rows by the names in its header. Throws a `SyntaxError` for an unclosed quote. */
export function parseCsv(text: string): Record<string, string>[] {
  const [head = [], ...lines] = linesOf(text.replace(/^\uFEFF/, '')).filter((cells) =>
    cells.some((cell) => cell !== ''),
  );
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name.trim(), cells[index] ?? ''])));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('|');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A quoted or plain cell, and what ends it. */
const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n|\n|\r|$)/y;

function linesOf(text: string): string[][] {
  const lines: string[][] = [[]];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) throw new SyntaxError(`a quote in line ${lines.length} is not closed, or is inside a cell`);
    const [, inQuotes, plain = '', end] = found;
    lines.at(-1)?.push(inQuotes?.replaceAll('""', '"') ?? plain);
    if (end !== ',' && end !== '') lines.push([]);
  }
  return lines;
}
