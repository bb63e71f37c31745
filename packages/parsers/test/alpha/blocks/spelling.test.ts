import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const corrected = '<a href="/search?q=pear+trees&amp;spell=1">pear <b><i>trees</i></b></a>';

test('reads a suggested spelling', () => {
  expect(blocksOf(`<p>Did you mean: ${corrected}</p>${row('first')}`).spelling).toEqual({
    kind: 'suggested',
    query: 'pear trees',
  });
});

test('reads a suggested spelling above a list without rows', () => {
  expect(blocksOf(`<p>Did you mean: ${corrected}</p>`).spelling?.query).toBe('pear trees');
});

test('reads a corrected spelling', () => {
  const original = '<a href="/search?q=pear+tres&amp;nfpr=1">pear tres</a>';
  const html = `<div><p>Showing results for ${corrected}</p><p>Search instead for ${original}</p></div>${row('first')}`;
  expect(blocksOf(html).spelling).toEqual({ kind: 'corrected', query: 'pear trees' });
});

test('returns no spelling if the page has none', () => {
  expect(blocksOf(row('first') + row('last'))).not.toHaveProperty('spelling');
});

test('reads the spelling if the results are for both spellings', () => {
  const both = (original: string): string =>
    `<div><p>Including results for <a href="/search?q=pear+trees&amp;spell=1">pear trees</a></p><p>Search only for ${original}</p></div>${row('first')}`;
  const expected = { kind: 'corrected', query: 'pear trees' };
  expect(blocksOf(both('<a href="/search?q=%22pear+tres%22">"pear tres"</a>')).spelling).toEqual(expected);
  const unmarked = both('<a href="/search?q=pear+tres&amp;nfpr=1">pear tres</a>').replace('&amp;spell=1', '');
  expect(blocksOf(unmarked).spelling).toEqual(expected);
});

test('returns no spelling if every link has nfpr=1', () => {
  const tab = (text: string): string => `<a href="/search?q=${text}&amp;nfpr=1">${text}</a>`;
  expect(blocksOf(`<div>${tab('pears')}${tab('trees')}</div>${row('first')}`)).not.toHaveProperty('spelling');
});

const link = (text: string, more = '', query = text): string =>
  `<a href="/search?q=${encodeURIComponent(query)}${more}">${text}</a>`;
const spellingOf = (...links: string[]) =>
  blocksOf(`<div>${links.map((html) => `<p>${html}</p>`).join('')}</div>${row('first')}`).spelling;
const asTyped = link('pear tres', '&amp;nfpr=1');

test.each<[string, string[], object | undefined]>([
  ['only a link with spell=1', [link('pear trees', '&amp;spell=1')], { kind: 'suggested', query: 'pear trees' }],
  ['a link with spell=0', [link('pear trees', '&amp;spell=0')], undefined],
  ['a link of another site', ['<a href="https://a.example/search?q=x&amp;spell=1">x</a>'], undefined],
  ['a hidden link', [link('pear trees', '&amp;spell=1').replace('<a', '<a style="display:none"')], undefined],
  ['a link without a text', [link('', '&amp;spell=1', 'x')], undefined],
  [
    'a link before a link to the query as typed',
    [link('pear trees'), asTyped],
    { kind: 'corrected', query: 'pear trees' },
  ],
  [
    'a link with another text before a link to the query as typed',
    [link('trees', '', 'pear trees'), asTyped],
    undefined,
  ],
  [
    'a link before a link to the query as typed with another text',
    [link('pear trees'), link('as typed', '&amp;nfpr=1', 'pear tres')],
    undefined,
  ],
  [
    'a link before a link to the query as typed in another case',
    [link('pear trees'), link('Pear Tres', '&amp;nfpr=1', 'pear tres')],
    { kind: 'corrected', query: 'pear trees' },
  ],
  ['a link before a link to the same query as typed', [link('pear tres'), asTyped], undefined],
  [
    'a link with spell=1 before a link in quotes',
    [link('pear trees', '&amp;spell=1'), link('“pear tres”')],
    { kind: 'corrected', query: 'pear trees' },
  ],
  [
    'a link with spell=1 before a link with a plus sign',
    [link('pear trees', '&amp;spell=1'), link('+tres')],
    { kind: 'corrected', query: 'pear trees' },
  ],
  ['a link without spell=1 before a link in quotes', [link('pear trees'), link('"pear tres"')], undefined],
  [
    'a link with spell=1 before another query',
    [link('pear trees', '&amp;spell=1'), link('plums')],
    { kind: 'suggested', query: 'pear trees' },
  ],
  [
    'a link with spell=1 before another',
    [link('pear trees', '&amp;spell=1'), link('"pear tres"', '&amp;spell=1')],
    { kind: 'suggested', query: 'pear trees' },
  ],
  ['a link to the query as typed before another', [link('pear trees', '&amp;nfpr=1'), asTyped], undefined],
])('reads the spelling from %s', (_, links, expected) => {
  expect(spellingOf(...links)).toEqual(expected);
});

test('reads the spelling only above the rows', () => {
  expect(blocksOf(row('first') + corrected)).not.toHaveProperty('spelling');
});
