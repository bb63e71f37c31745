// Updates the tables of errors in documents from src/errors/kinds.ts: the whole table in the README, and in the guide a
// row for each code that is missing there, whose text should then be improved.
//
//   pnpm --filter @svc/server build && pnpm --filter @svc/server errors
import { readFileSync, writeFileSync } from 'node:fs';
import { errorKinds } from '../dist/index.js';

const kinds = Object.entries(errorKinds);

function rewrite(path, change) {
  const file = new URL(path, import.meta.url);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(text.split('\n')).join('\n'));
}

/** Range of the rows of the table whose header starts with `head`. */
function rowsOf(lines, head) {
  const start = lines.findIndex((line) => head.test(line));
  if (start < 0) throw new Error(`There is no table with the head ${head}`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return { first: start + 2, end: start + length };
}

rewrite('../README.md', (lines) => {
  const { first, end } = rowsOf(lines, /^\| Status \| `code`/);
  const rows = kinds.map(
    ([code, { status, title, retryable = false }]) =>
      `| ${status} | \`${code}\` | ${title} | ${retryable ? 'yes' : 'no'} |`,
  );
  return [...lines.slice(0, first), ...rows, ...lines.slice(end)];
});

rewrite('../../docs/guides/errors.md', (lines) => {
  const { end } = rowsOf(lines, /^\| Code +\| Status/);
  const missing = kinds.filter(([code]) => !lines.some((line) => line.includes(`\`${code}\``)));
  const rows = missing.map(([code, { status, advice }]) => `| \`${code}\` | ${status} | ${advice} |`);
  return [...lines.slice(0, end), ...rows, ...lines.slice(end)];
});
