import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { endAll, onTerminal, runHere } from './helpers/command-line.js';
import { startedService } from './helpers/started.js';
import { temporaryFolder } from './helpers/temporary.js';

const rows = [
  'Criteria ID,Name,Canonical Name,Parent ID,Country Code,Target Type,Status',
  '2372,Ireland,Ireland,,IE,Country,Active',
  '1007850,Dublin,"Dublin,County Dublin,Ireland",2372,IE,City,Active',
];

async function folderWith(name: string, text: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, name), text);
  return folder;
}

afterAll(endAll);

test('svc locations import writes a file that the service can read', async () => {
  const folder = await folderWith('list.csv', rows.join('\n'));
  const { code, out } = await onTerminal(['locations', 'import', join(folder, 'list.csv')]);
  expect([code, out]).toEqual([0, expect.stringContaining('2 rows imported')]);
  expect(out.replace('2 rows imported', '')).toContain('2 rows');
  const service = await startedService({ env: { SVC_PLACES_FILE: join(folder, 'list.places') } });
  const { locations } = (await service.get('/api/v1/locations?q=Dublin')).json();
  expect(locations).toMatchObject([{ id: 1_007_850, population: expect.any(Number) }]);
});

test('svc locations import writes to the path of --to, and shows no progress if the output is not a terminal', async () => {
  const folder = await folderWith('list.csv', rows.join('\n'));
  const to = join(folder, 'other.places');
  const { code, out, err } = await runHere(['locations', 'import', join(folder, 'list.csv'), '--to', to]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`SVC_PLACES_FILE=${to}`);
});

test.each([
  ['another table', 'list.csv', [], 'Not a list of geo targets'],
  ['a missing file', 'none.csv', [], 'ENOENT'],
  ['an output name with the wrong extension', 'list.csv', ['--to', 'list.tsv'], 'must end with .places'],
  ['a file that is already imported', 'list.places', [], 'has already been imported'],
])('svc locations import explains what is wrong with %s', async (_, name, options, message) => {
  const folder = await folderWith('list.csv', 'id,name\n1,Dublin\n');
  await copyFile(join(folder, 'list.csv'), join(folder, 'list.places'));
  const { code, err } = await runHere(['locations', 'import', join(folder, name), ...options]);
  expect(code).toBe(1);
  expect(err).toContain(message);
  expect(err).not.toContain(' at ');
});

test('svc locations import requires a file', async () => {
  expect((await runHere(['locations', 'import'])).code).toBe(2);
});
