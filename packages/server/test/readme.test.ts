import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints, errorKinds } from '../src/index.js';
import { description, lookups } from './helpers/description.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The rows of the table under a heading, without its header. */
function tableUnder(heading: string): string[][] {
  const section = readme.split(/^##? /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const code = (text: string) => (text === '' ? '' : `\`${text}\``);

test('the table of errors matches the code', () => {
  const expected = Object.entries(errorKinds).map(([name, { status, title, retryable = false }]) => [
    `${status}`,
    code(name),
    title,
    retryable ? 'yes' : 'no',
  ]);
  expect(tableUnder('Errors')).toEqual(expected);
});

test('the table of endpoints lists every operation and look-up', () => {
  const rows = tableUnder('Endpoints');
  for (const { name, path, summary } of endpoints)
    expect(rows).toContainEqual([`\`POST ${path}\``, code(name), summary]);
  for (const path of [...lookups.map(({ path }) => path), '/api/v1/account']) {
    const { summary } = description.paths[path].get;
    expect(rows).toContainEqual([expect.stringMatching(`^\`GET ${path}(\\?|\`)`), '', summary]);
  }
});

test('the README has at most 3,000 words', () => {
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(3_000);
});
