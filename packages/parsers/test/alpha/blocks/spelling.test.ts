import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const corrected = '<a href="/search?q=pear+trees&amp;spell=1">pear <b><i>trees</i></b></a>';

test('a writing that the page asks about', () => {
  expect(blocksOf(`<p>Did you mean: ${corrected}</p>${row('first')}`).spelling).toEqual({
    kind: 'suggested',
    query: 'pear trees',
  });
});

test('a writing that the results are for', () => {
  const asked = '<a href="/search?q=pear+tres&amp;nfpr=1">pear tres</a>';
  const html = `<div><p>Showing results for ${corrected}</p><p>Search instead for ${asked}</p></div>${row('first')}`;
  expect(blocksOf(html).spelling).toEqual({ kind: 'corrected', query: 'pear trees' });
});

test('no other writing', () => {
  expect(blocksOf(row('first') + row('last'))).not.toHaveProperty('spelling');
});
