import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import recorded from './altered.json' with { type: 'json' };
import { alteredPage, changedAltered, type RecordedAltered } from './support/altered/altered.js';

const captures = fileURLToPath(new URL('../../../fixtures/pages', import.meta.url));
const known: RecordedAltered = recorded;

test('altered captures are read as recorded (`pnpm --filter @svc/parsers readings` accepts intended changes)', () => {
  expect(Object.keys(known).length).toBeGreaterThan(0);
  expect(changedAltered(captures, known)).toEqual([]);
}, 300_000);

test('a name generates the same page each time, and another seed generates another page', () => {
  const [first, second, other] = ['7 8', '7 8', '7 9'].map((seeds) =>
    alteredPage(captures, `gamma.search/typical ${seeds}`),
  );
  expect(first).toEqual(second);
  expect(first!.body).not.toBe(other!.body);
});

test('changedAltered reports a changed reading by the name of the page', () => {
  const name = 'gamma.search/typical 7';
  expect(changedAltered(captures, { [name]: 'another' })).toEqual([name]);
});
