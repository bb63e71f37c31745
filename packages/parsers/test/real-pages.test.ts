import { expect, test } from 'vitest';
import { sampleOf } from '../../../.dev/sample.js';
import recorded from './real-pages.json' with { type: 'json' };
import { changesOf, type RealPage, readingsOf, realPages } from './support/real-pages.js';

const corpus = process.env.SVC_CORPUS;

test('changesOf reports a changed reading by page and parser', () => {
  const page: RealPage = {
    name: 'a/page',
    digest: 'of-it',
    body: Buffer.from('["a",["b"]]'),
    operation: undefined,
    query: undefined,
  };
  const before = readingsOf(page);
  expect(before['beta.search']).toMatch(/^unrecognised \w{12}$/);
  expect(before['alpha.autocomplete']).toMatch(/^\w{12}$/);
  expect(changesOf([page], { 'of-it': before })).toEqual({ changes: [], compared: 1 });
  expect(changesOf([{ ...page, body: Buffer.from('["a",["c"]]') }], { 'of-it': before }).changes).toEqual([
    expect.stringMatching(/^a\/page, alpha\.autocomplete: \w{12} → \w{12}$/),
  ]);
  expect(changesOf([page], {})).toEqual({ changes: [], compared: 0 });
});

if (corpus === undefined) console.warn('SVC_CORPUS is not set: the readings of real pages are not compared');
test.skipIf(corpus === undefined)(
  'real pages are read as recorded (`pnpm --filter @svc/parsers readings` updates the record)',
  () => {
    const { changes, compared } = changesOf(sampleOf(realPages(corpus ?? ''), 3), recorded);
    expect(changes).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  },
  300_000,
);
