import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints, errorKinds } from '../src/index.js';
import { description, lookups, resolved } from './helpers/description.js';

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

test('the README and the overview of the API list every extra', () => {
  const overview = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const { parameters } = description.paths['/api/v1/batch'].post; // takes those of all operations
  const names = resolved(
    parameters.find(({ name }: { name: string }) => name === 'include'),
  ).schema.items.enum.toSorted();
  const listed = (text: string, item: RegExp) => [...text.matchAll(item)].map(([, name]) => name).toSorted();
  expect(listed(readme.split('**Extras.**')[1]?.split('\n\nIf')[0] ?? '', /^- `(\w+)`:/gm)).toEqual(names);
  expect(listed(overview.split('## Extras')[1]?.split('## ')[0] ?? '', /^\| `(\w+)` /gm)).toEqual(names);
});

// Tables grow with the code: they do not count.
test('the README has at most 2,050 words', () => {
  expect(readme.replace(/^\|.*$/gm, '').split(/\s+/).length).toBeLessThanOrEqual(2_050);
});
