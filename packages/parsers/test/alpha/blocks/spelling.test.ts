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

test('results for both writings', () => {
  const both = (asked: string): string =>
    `<div><p>Including results for <a href="/search?q=pear+trees&amp;spell=1">pear trees</a></p><p>Search only for ${asked}</p></div>${row('first')}`;
  const expected = { kind: 'corrected', query: 'pear trees' };
  expect(blocksOf(both('<a href="/search?q=%22pear+tres%22">"pear tres"</a>')).spelling).toEqual(expected);
  const unmarked = both('<a href="/search?q=pear+tres&amp;nfpr=1">pear tres</a>').replace('&amp;spell=1', '');
  expect(blocksOf(unmarked).spelling).toEqual(expected);
});

test('a page that was asked not to correct says so in every link', () => {
  const tab = (text: string): string => `<a href="/search?q=${text}&amp;nfpr=1">${text}</a>`;
  expect(blocksOf(`<div>${tab('pears')}${tab('trees')}</div>${row('first')}`)).not.toHaveProperty('spelling');
});
