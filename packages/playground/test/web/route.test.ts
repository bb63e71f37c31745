import { expect, test } from 'vitest';
import { readRoute, writeRoute } from '../../web/app/state/route.js';
import { apiKeyInFragment } from '../../web/app/state/settings.js';

const draft = {
  operation: 'alpha.search',
  values: { query: 'a & b #c "d" é', gl: 'pt' },
  include: ['blocks', 'dates'],
};

test('a URL restores the search that it was created from', () => {
  expect(readRoute(writeRoute({ view: 'search', draft }))).toEqual({ view: 'search', draft });
});

test('empty fields are not part of the URL', () => {
  const address = writeRoute({
    view: 'search',
    draft: { ...draft, values: { query: 'a', gl: '' }, include: undefined },
  });
  expect(address).toBe('#search?op=alpha.search&query=a');
});

test('an empty list of extras differs from the default extras', () => {
  const plain = { ...draft, include: [] };
  expect(readRoute(writeRoute({ view: 'search', draft: plain }))).toEqual({ view: 'search', draft: plain });
});

test.each([
  ['#key=abc', 'abc', ''],
  ['#search?op=a.b&key=x%2Fy&query=z', 'x/y', '#search?op=a.b&query=z'],
  ['#search?query=z&key=abc', 'abc', '#search?query=z'],
])('the key in %s is %s', (hash, key, rest) => {
  expect(apiKeyInFragment(hash)).toEqual({ key, hash: rest });
});

test('a URL without a key has none', () => {
  expect(apiKeyInFragment('#search?op=a.b&query=key')).toBeUndefined();
});

test.each([
  ['', 'search'],
  ['#inspect', 'inspect'],
  ['#nothing-known', 'search'],
  ['#history?query=x', 'history'],
])('%s shows %s', (hash, view) => {
  expect(readRoute(hash)).toEqual({ view, draft: undefined });
});
