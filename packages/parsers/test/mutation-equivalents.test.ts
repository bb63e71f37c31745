import { readFileSync } from 'node:fs';
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
