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

const link = (text: string, more = '', query = text): string =>
  `<a href="/search?q=${encodeURIComponent(query)}${more}">${text}</a>`;
const spellingOf = (...links: string[]) =>
  blocksOf(`<div>${links.map((html) => `<p>${html}</p>`).join('')}</div>${row('first')}`).spelling;
const asTyped = link('pear tres', '&amp;nfpr=1');

test.each<[string, string[], object | undefined]>([
  ['a link that is marked, alone', [link('pear trees', '&amp;spell=1')], { kind: 'suggested', query: 'pear trees' }],
  ['a link with another mark', [link('pear trees', '&amp;spell=0')], undefined],
  ['a link of another site', ['<a href="https://a.example/search?q=x&amp;spell=1">x</a>'], undefined],
  ['a link that is hidden', [link('pear trees', '&amp;spell=1').replace('<a', '<a style="display:none"')], undefined],
  ['a link without a text', [link('', '&amp;spell=1', 'x')], undefined],
  [
    'a link before one to the query as typed',
    [link('pear trees'), asTyped],
    { kind: 'corrected', query: 'pear trees' },
  ],
  ['a link of other words before one', [link('trees', '', 'pear trees'), asTyped], undefined],
  ['a link before one of other words', [link('pear trees'), link('as typed', '&amp;nfpr=1', 'pear tres')], undefined],
  [
    'a link before one in other letters',
    [link('pear trees'), link('Pear Tres', '&amp;nfpr=1', 'pear tres')],
    { kind: 'corrected', query: 'pear trees' },
  ],
  ['a link before one to the same query', [link('pear tres'), asTyped], undefined],
  [
    'a marked link before one in quotes',
    [link('pear trees', '&amp;spell=1'), link('“pear tres”')],
    { kind: 'corrected', query: 'pear trees' },
  ],
  [
    'a marked link before one with a plus',
    [link('pear trees', '&amp;spell=1'), link('+tres')],
    { kind: 'corrected', query: 'pear trees' },
  ],
  ['a link that is not marked before one in quotes', [link('pear trees'), link('"pear tres"')], undefined],
  [
    'a marked link before any other query',
    [link('pear trees', '&amp;spell=1'), link('plums')],
    { kind: 'suggested', query: 'pear trees' },
  ],
  [
    'a marked link before another',
    [link('pear trees', '&amp;spell=1'), link('"pear tres"', '&amp;spell=1')],
    { kind: 'suggested', query: 'pear trees' },
  ],
  ['a link as typed before another', [link('pear trees', '&amp;nfpr=1'), asTyped], undefined],
])('the spelling of %s', (_, links, expected) => {
  expect(spellingOf(...links)).toEqual(expected);
});

test('a spelling stands above the rows', () => {
  expect(blocksOf(row('first') + corrected)).not.toHaveProperty('spelling');
});
