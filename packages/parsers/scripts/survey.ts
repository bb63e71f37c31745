// Lists how unlabelled pages are read: state, number of rows and candidates, and the reasons why the other candidates
// were dropped. Arguments: operation (alpha.search …), folder of .html files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostics, isOperation, operations, PageError } from '../src/index.js';

interface Line {
  state: string;
  rows: number;
  /** Links that looked like the title of a row. */
  candidates: number;
  dropped: string;
}

const [operation = '', folder = ''] = process.argv.slice(2);
if (!isOperation(operation))
  throw new Error(`Unknown operation "${operation}"; known operations are ${Object.keys(operations).join(', ')}`);
const parse = operations[operation];

const files = readdirSync(folder).filter((name) => name.endsWith('.html'));
const lines = files.sort().map((name) => ({ name, ...surveyed(readFileSync(join(folder, name), 'utf8')) }));
console.log('  rows  of candidates  state           page, and reasons for dropped candidates');
for (const { name, state, rows, candidates, dropped } of lines) {
  console.log(
    `${String(rows).padStart(6)}  ${String(candidates).padStart(13)}  ${state.padEnd(14)}  ${name} ${dropped}`,
  );
}
console.log(`${lines.length} pages, ${lines.filter(({ state }) => state === 'results').length} with results`);

function surveyed(page: string): Line {
  try {
    const { diagnostics } = parse(page, { diagnostics: true }) as { diagnostics: Diagnostics };
    const { state, candidates, dropped, fields } = diagnostics;
    return { state, rows: Math.max(0, ...fields.map(({ row }) => row)), candidates, dropped: reasonsOf(dropped) };
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    return { state: error.state, rows: 0, candidates: 0, dropped: '' };
  }
}

function reasonsOf(dropped: Diagnostics['dropped']): string {
  const counts = new Map<string, number>();
  for (const { reason } of dropped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${reason} ${count}`).join(', ');
}
