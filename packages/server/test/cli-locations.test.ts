import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { run } from '../src/commands/program.js';
import { readConfig } from '../src/index.js';
import { openPlaces } from '../src/pages/fetching/open.js';
import { environment } from './helpers/service.js';
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

/** Runs `svc locations` and takes what it prints. */
async function locations(args: readonly string[], isTerminal = false) {
  const printed: Record<'out' | 'err' | 'shown', string[]> = { out: [], err: [], shown: [] };
  const before = process.stderr.isTTY;
  process.stderr.isTTY = isTerminal;
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void printed.out.push(`${text}`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void printed.err.push(`${text}`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.shown.push(`${text}`) > 0),
  ];
  try {
    const code = await run(['locations', ...args]);
    return { code, out: printed.out.join('\n'), err: printed.err.join('\n'), shown: printed.shown.join('') };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.stderr.isTTY = before;
  }
}

test('svc locations import writes what the service reads', async () => {
  const folder = await folderWith('list.csv', rows.join('\n'));
  const { code, out, shown } = await locations(['import', join(folder, 'list.csv')], true);
  expect([code, out]).toEqual([0, expect.stringContaining('2 rows were read')]);
  expect(shown).toContain('2 rows');
  const config = readConfig({ ...environment, SVC_PLACES_FILE: join(folder, 'list.places') });
  const places = await openPlaces(config);
  expect(places.resolve('Dublin')).toMatchObject({ place: { id: 1_007_850, population: expect.any(Number) } });
});

test('it writes where it is told to, and says nothing of its progress where nobody looks', async () => {
  const folder = await folderWith('list.csv', rows.join('\n'));
  const to = join(folder, 'other.places');
  const { code, out, shown } = await locations(['import', join(folder, 'list.csv'), '--to', to]);
  expect([code, shown]).toEqual([0, '']);
  expect(out).toContain(`SVC_PLACES_FILE=${to}`);
});

test.each([
  ['another table', 'list.csv', [], 'No list of geo targets'],
  ['a file that is not there', 'none.csv', [], 'ENOENT'],
  ['a name with another ending', 'list.csv', ['--to', 'list.tsv'], 'must end with .places'],
  ['what an import wrote', 'list.places', [], 'has been imported already'],
])('it says what is wrong with %s', async (_, name, options, message) => {
  const folder = await folderWith('list.csv', 'id,name\n1,Dublin\n');
  await copyFile(join(folder, 'list.csv'), join(folder, 'list.places'));
  const { code, err } = await locations(['import', join(folder, name), ...options]);
  expect(code).toBe(1);
  expect(err).toContain(message);
  expect(err).not.toContain(' at ');
});

test('it is refused without a file', async () => {
  expect((await locations(['import'])).code).toBe(2);
});
