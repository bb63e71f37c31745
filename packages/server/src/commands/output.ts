import { type Command, Option } from 'commander';
import { type TerminalOutput, terminalStyleOf, toTerminalSafeText } from '../observe/terminal-text.js';
import type { AnswerView } from '../operations/view.js';
import { formatAnswer, formatExtractedPages } from '../search/view.js';
import { type Column, formatCsv, formatTable } from './terminal/tables.js';
import { addViewFlags, type ViewOptions, viewFromFlags } from './view-options.js';

/** Format of the output. */
export interface OutputOptions extends ViewOptions {
  json?: true;
  ndjson?: true;
  csv?: true;
}

/** Adds the flags that choose the format of the output. */
export function addOutputFlags(command: Command): Command {
  const forms = ['json', 'ndjson', 'csv', 'markdown'];
  const form = (name: string, description: string) =>
    new Option(`--${name}`, description).conflicts(forms.filter((other) => other !== name));
  const formed = command
    .addOption(form('json', 'print the complete response as JSON'))
    .addOption(form('ndjson', 'print one line of JSON per row'))
    .addOption(form('csv', 'print the rows as CSV with a header'))
    .addOption(form('markdown', 'print the rows as a list in Markdown, for language models'));
  return addViewFlags(formed);
}

/** Prints an answer, by default as a table. Anything but its rows goes to standard error. */
export function printAnswer(whole: JsonRecord, { json, ndjson, csv, markdown, ...view }: OutputOptions): void {
  const asked = viewFromFlags({ ...view, ...(markdown && { markdown }) });
  const answer = reduceToView(whole, asked);
  const rows = answerRows(answer);
  if (markdown) printLines([toTerminalSafeText(formatAnswer(whole, asked)).trimEnd()]);
  else if (json) printLines([JSON.stringify(answer, null, asked.maxChars === undefined ? 2 : undefined)]);
  else if (ndjson) printLines(rows.map((row) => JSON.stringify(row)));
  else if (csv) printLines(rows.length === 0 ? [] : [formatCsv(rows)]);
  else printTable(answer, rows);
}

/** An answer reduced to a view. */
export function reduceToView(answer: JsonRecord, view: AnswerView): JsonRecord {
  const isWhole = [view.fields, view.snippetChars, view.maxChars].every((part) => part === undefined);
  return isWhole ? answer : JSON.parse(formatAnswer(answer, { ...view, format: 'json' }));
}

function printTable(answer: JsonRecord, rows: readonly JsonRecord[]): void {
  const { stdout, stderr } = process;
  if (rows.length > 0) console.log(resultTable(rows, stdout));
  const texts = formatExtractedPages(answer.extracted);
  if (texts !== '') console.log(`\n${toTerminalSafeText(texts)}`);
  if (stderr.isTTY) console.error(terminalStyleOf(stderr).dim(summaryOf(answer, rows)));
  else if (rows.length === 0) console.error(summaryOf(answer, rows));
}

function printLines(lines: readonly string[]): void {
  if (lines.length > 0) console.log(lines.join('\n'));
}

/** The rows of an answer. */
export function answerRows({ organic_results, suggestions }: JsonRecord): JsonRecord[] {
  const list = organic_results ?? suggestions;
  return Array.isArray(list) ? list : [];
}

function summaryOf({ pagination, search_parameters: asked }: JsonRecord, rows: readonly JsonRecord[]): string {
  if (rows.length === 0) return 'No results.';
  const next = isObject(pagination) && typeof pagination.next === 'number' ? `; next: --page ${pagination.next}` : '';
  const query = isObject(asked) && typeof asked.q === 'string' ? ` for "${asked.q}"` : '';
  return `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${query}${next}`;
}

function isObject(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null;
}

/** JSON printed by a command: an answer, a result, or a line of a batch. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Rows of an answer as a table, on a terminal cut to its width and with links. */
function resultTable(rows: readonly JsonRecord[], output: TerminalOutput): string {
  const style = terminalStyleOf(output);
  const number: Column<JsonRecord> = {
    head: '#',
    text: (row) => `${row.position ?? rows.indexOf(row) + 1}`,
    style: style.dim,
  };
  const width = output.isTTY === true ? (output.columns ?? 80) : undefined;
  const linked = (text: string, row: JsonRecord) => style.link(style.bold(text), textOf(row, 'link'));
  const columns: Column<JsonRecord>[] = [
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
  return formatTable(rows, filled, width);
}

function textOf(row: JsonRecord, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}
