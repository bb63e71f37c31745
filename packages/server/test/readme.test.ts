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

test('the READMEs and the overview of the API list every extra', () => {
  const namesAt = (path: string): string[] => {
    const { parameters } = description.paths[path].post;
    return resolved(parameters.find(({ name }: { name: string }) => name === 'include')).schema.items.enum.toSorted();
  };
  const names = namesAt('/api/v1/batch'); // takes those of all operations
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const listed = (text = '') => [...text.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name).toSorted();
  const hint = 'Run `pnpm --filter @svc/server listings`';
  expect(listed(readme.split('**Extras.**')[1]?.split('\n\nIf')[0]), hint).toEqual(names);
  expect(listed(read('../../docs/api.md').split('## Extras')[1]?.split('## ')[0]), hint).toEqual(names);
  const options = listed(read('../../parsers/README.md').split('## Options')[1]?.split('\n\nAn unknown')[0]);
  expect(options, hint).toEqual(expect.arrayContaining(namesAt('/api/v1/parse/auto')));
});

// Tables grow with the code: they do not count.
test('the README has at most 2,050 words', () => {
  expect(readme.replace(/^\|.*$/gm, '').split(/\s+/).length).toBeLessThanOrEqual(2_050);
});
