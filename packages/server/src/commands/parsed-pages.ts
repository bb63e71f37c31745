import { plainLines, plainText } from '../observe/plain-text.js';
import type { View } from '../operations/view.js';
import { applyView } from '../search/view.js';
import { type OutputOptions, rowsOf, viewed } from './output.js';
import type { Row } from './result-table.js';
import { csvOf } from './terminal/csv.js';
import { type Column, tableOf } from './terminal/table.js';

/** What became of a page: its answer, or why it has none. */
export interface PageOutcome {
  file: string;
  answer?: Row;
  error?: { code: string; detail: string };
}

/** Prints what became of several pages: as a table with a line for each, unless another form is asked for. */
export function printPages(
  pages: readonly PageOutcome[],
  view: View,
  { json, ndjson, csv, markdown }: OutputOptions,
): void {
  const outcomes = pages.map(({ answer, ...page }) => ({ ...page, ...(answer && { answer: viewed(answer, view) }) }));
  if (json)
    console.log(
      JSON.stringify(
        outcomes.map(({ file, answer, error }) => ({ file, ...answer, ...error })),
        null,
        2,
      ),
    );
  else if (markdown) {
    for (const { file, answer } of pages)
      if (answer) console.log(plainLines(`## ${file}\n\n${applyView(answer, view)}`));
    reportFailures(outcomes);
  } else if (ndjson || csv) {
    const rows = outcomes.flatMap(allRows);
    if (ndjson) for (const row of rows) console.log(JSON.stringify(row));
    else if (rows.length > 0) console.log(csvOf(rows));
    reportFailures(outcomes);
  } else {
    const width = process.stdout.isTTY === true ? (process.stdout.columns ?? 80) : undefined;
    console.log(tableOf(outcomes, columns, width));
  }
}

/** The rows of a page, each with its file and, where the page itself says it, the operation. */
function allRows({ file, answer }: PageOutcome): Row[] {
  if (answer === undefined) return [];
  const { operation } = answer;
  return rowsOf(answer).map((row) => ({ file, ...(operation !== undefined && { operation }), ...row }));
}

function reportFailures(outcomes: readonly PageOutcome[]): void {
  for (const { file, error } of outcomes) if (error !== undefined) console.error(plainText(`${file}: ${error.detail}`));
}

const columns: readonly Column<PageOutcome>[] = [
  { head: 'FILE', text: ({ file }) => file, gives: true },
  { head: 'ROWS', text: ({ answer }) => (answer === undefined ? '-' : `${rowsOf(answer).length}`) },
  { head: 'OPERATION', text: ({ answer }) => `${answer?.operation ?? ''}` },
  { head: 'STATE', text: ({ error }) => error?.code ?? 'read' },
  { head: 'WHY', text: ({ error }) => error?.detail ?? '', gives: true },
];
