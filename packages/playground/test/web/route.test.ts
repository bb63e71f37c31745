import { expect, test } from 'vitest';
import { readRoute, writeRoute } from '../../web/app/state/route.js';
import { keyInFragment } from '../../web/app/state/settings.js';

const draft = {
  operation: 'alpha.search',
  values: { query: 'a & b #c "d" é', gl: 'pt' },
  include: ['blocks', 'dates'],
};

test('an address gives back the search that it was made of', () => {
  expect(readRoute(writeRoute({ view: 'search', draft }))).toEqual({ view: 'search', draft });
});

test('fields that are not given are not in it', () => {
  const address = writeRoute({
    view: 'search',
    draft: { ...draft, values: { query: 'a', gl: '' }, include: undefined },
  });
  expect(address).toBe('#search?op=alpha.search&query=a');
});

test('asking for no extras is another thing than asking for the usual ones', () => {
  const plain = { ...draft, include: [] };
  expect(readRoute(writeRoute({ view: 'search', draft: plain }))).toEqual({ view: 'search', draft: plain });
});

test.each([
  ['#key=abc', 'abc', ''],
  ['#search?op=a.b&key=x%2Fy&query=z', 'x/y', '#search?op=a.b&query=z'],
  ['#search?query=z&key=abc', 'abc', '#search?query=z'],
])('the key in %s is %s', (hash, key, rest) => {
  expect(keyInFragment(hash)).toEqual({ key, hash: rest });
});

test('an address without a key has none', () => {
  expect(keyInFragment('#search?op=a.b&query=key')).toBeUndefined();
});

test.each([
  ['', 'search'],
  ['#inspect', 'inspect'],
  ['#nothing-known', 'search'],
  ['#history?query=x', 'history'],
])('%s shows %s', (hash, view) => {
  expect(readRoute(hash)).toEqual({ view, draft: undefined });
});
