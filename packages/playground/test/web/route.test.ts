import { expect, test } from 'vitest';
import { readRoute, writeRoute } from '../../web/app/state/route.js';

const draft = {
  operation: 'alpha.search',
  values: { query: 'a & b #c "d" é', gl: 'pt' },
  include: ['blocks', 'dates'],
};

test('an address gives back the search that it was made of', () => {
  expect(readRoute(writeRoute({ view: 'search', draft }))).toEqual({ view: 'search', draft });
});

test('fields that are not given are not in it', () => {
  const address = writeRoute({ view: 'search', draft: { ...draft, values: { query: 'a', gl: '' }, include: [] } });
  expect(address).toBe('#search?op=alpha.search&query=a');
});

test.each([
  ['', 'search'],
  ['#inspect', 'inspect'],
  ['#nothing-known', 'search'],
  ['#history?query=x', 'history'],
])('%s shows %s', (hash, view) => {
  expect(readRoute(hash)).toEqual({ view, draft: undefined });
});
