import { type Command, Option } from 'commander';
import { styleOf } from '../observe/terminal-style.js';
import { type Row, resultTable } from './result-table.js';
import { csvOf } from './terminal/csv.js';

/** In which form results are printed. */
export interface OutputOptions {
  json?: true;
  ndjson?: true;
  csv?: true;
}

/** Adds the flags that choose the form of the output. */
export function addOutputFlags(command: Command): Command {
  return command
    .addOption(new Option('--json', 'print the whole answer as JSON').conflicts(['ndjson', 'csv']))
    .addOption(new Option('--ndjson', 'print a line of JSON per row').conflicts(['json', 'csv']))
    .addOption(new Option('--csv', 'print the rows as CSV with a head').conflicts(['json', 'ndjson']));
}

/** Prints an answer: as a table, unless another form is asked for. What is no row of it goes to standard error. */
export function printAnswer(answer: Row, { json, ndjson, csv }: OutputOptions): void {
  const rows = rowsOf(answer);
  if (json) printLines([JSON.stringify(answer, null, 2)]);
  else if (ndjson) printLines(rows.map((row) => JSON.stringify(row)));
  else if (csv) printLines(rows.length === 0 ? [] : [csvOf(rows)]);
  else printTable(answer, rows);
}

function printTable(answer: Row, rows: readonly Row[]): void {
  const { stdout, stderr } = process;
  if (rows.length > 0) console.log(resultTable(rows, stdout));
  if (stderr.isTTY) console.error(styleOf(stderr).dim(summaryOf(answer, rows)));
  else if (rows.length === 0) console.error(summaryOf(answer, rows));
}

function printLines(lines: readonly string[]): void {
  if (lines.length > 0) console.log(lines.join('\n'));
}

/** The list that an answer is about. */
export function rowsOf({ organic_results, suggestions }: Row): Row[] {
  const list = organic_results ?? suggestions;
  return Array.isArray(list) ? list : [];
}

function summaryOf({ pagination, search_parameters: asked }: Row, rows: readonly Row[]): string {
  if (rows.length === 0) return 'Nothing was found.';
  const next = isObject(pagination) && typeof pagination.next === 'number' ? `; next: --page ${pagination.next}` : '';
  const query = isObject(asked) && typeof asked.q === 'string' ? ` for "${asked.q}"` : '';
  return `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${query}${next}`;
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}
