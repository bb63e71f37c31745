import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import equivalents from '../scripts/mutation/equivalents.json' with { type: 'json' };

test('every line that is listed as having an equivalent mutant exists, as `pnpm mutate` requires', () => {
  const isThere = ({ file, line }: { file: string; line: string }) =>
    readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
      .split('\n')
      .some((text) => text.trim() === line);
  expect(equivalents.length).toBeGreaterThan(0);
  expect(equivalents.filter((entry) => !isThere(entry))).toEqual([]);
});

test('`pnpm mutate --units` can register every kind of test that the unit tests use', () => {
  const known = readFileSync(new URL('../scripts/mutation/unit-vitest.mjs', import.meta.url), 'utf8');
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'));
  const used = new Set(sources.flatMap((source) => source.match(/(?<=^\s*(?:test|it|describe)\.)\w+(?=\W)/gm) ?? []));
  expect(used).toContain('each');
  expect([...used].filter((name) => !known.includes(`register.${name} =`))).toEqual([]);
});

test('`pnpm mutate --units` leaves out tests whose condition does not hold, with or without a table', async () => {
  const module = new URL('../scripts/mutation/unit-vitest.mjs', import.meta.url).href;
  const { it: unit, registered } = (await import(module)) as {
    it: typeof test;
    registered: () => { name: string }[];
  };
  for (const isRun of [true, false]) {
    unit.runIf(isRun)(`alone ${isRun}`, () => {});
    unit.runIf(isRun).each([1, 2])(`table ${isRun}`, () => {});
  }
  expect(registered().map(({ name }) => name)).toEqual(['alone true', 'table true', 'table true']);
});
