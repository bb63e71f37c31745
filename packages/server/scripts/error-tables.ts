// Updates the tables of errors in documents from src/errors/kinds.ts: the whole table in the README, and in the guide a
// row for each code that is missing there, whose text should then be improved.
//
//   pnpm --filter @svc/server errors
//
// Reads the sources, not the build: without a row in the guide, the docs that the server's build needs cannot be built.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorKinds } from '../src/errors/kinds.js';

const kinds = Object.entries(errorKinds);

/** Changes the lines of a file. The working directory is that of the package, as under pnpm. */
function rewrite(path: string, change: (lines: string[]) => string[]): void {
  const file = join(process.cwd(), path);
  writeFileSync(file, change(readFileSync(file, 'utf8').split('\n')).join('\n'));
}

/** Range of the rows of the table whose header matches `head`. */
function rowsOf(lines: readonly string[], head: RegExp): { first: number; end: number } {
  const start = lines.findIndex((line) => head.test(line));
  if (start < 0) throw new Error(`There is no table with the head ${head}`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return { first: start + 2, end: start + length };
}

rewrite('README.md', (lines) => {
  const { first, end } = rowsOf(lines, /^\| Status \| `code`/);
  const rows = kinds.map(
    ([code, { status, title, retryable = false }]) =>
      `| ${status} | \`${code}\` | ${title} | ${retryable ? 'yes' : 'no'} |`,
  );
  return [...lines.slice(0, first), ...rows, ...lines.slice(end)];
});

rewrite('../docs/guides/errors.md', (lines) => {
  const { first, end } = rowsOf(lines, /^\| Code +\| Status/);
  const rows = lines.slice(first, end);
  let place = 0; // after the row of the kind before
  for (const [code, { status, advice }] of kinds) {
    const listed = rows.findIndex((row) => row.startsWith(`| \`${code}\` `));
    if (listed >= 0) place = listed + 1;
    else if (!lines.some((line) => line.includes(`\`${code}\``)))
      rows.splice(place++, 0, `| \`${code}\` | ${status} | ${advice} |`);
  }
  return [...lines.slice(0, first), ...rows, ...lines.slice(end)];
});
