import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../.dev/sample.js';
import recorded from './redesigned.json' with { type: 'json' };
import { changedAmong, type RecordedRedesigned, readingOf, redesignedPages } from './support/redesigned.js';

const pages = redesignedPages(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));
const known: RecordedRedesigned = recorded;

test('redesigned captures are read as recorded (`pnpm --filter @svc/parsers readings` accepts intended changes)', () => {
  expect(changedAmong(sampleOf(pages, 2), known)).toEqual([]);
  const names = new Set(pages.map(({ name }) => name));
  expect(pages.filter(({ name }) => known[name] !== undefined).length).toBeGreaterThan(pages.length / 2);
  expect(Object.keys(known).filter((name) => !names.has(name))).toEqual([]);
}, 300_000);

test('changedAmong reports a changed reading by capture and redesign', () => {
  const page = pages.find(({ operation }) => operation === 'gamma.search')!;
  const now = { [page.name]: readingOf(page) };
  expect(changedAmong([page], now)).toEqual([]);
  expect(changedAmong([{ ...page, body: '' }], now)).toEqual([page.name]);
  expect(changedAmong([page], {})).toEqual([]);
});
