import { expect, test } from 'vitest';
import { readRelatedSearches } from '../../src/alpha/related-searches.js';
import { readPage } from '../../src/page/page.js';

const query = (text: string, extra = ''): string =>
  `<a href="/search?q=${encodeURIComponent(text)}${extra}"><span>${text}</span></a>`;
const item = (...parts: Parameters<typeof query>): string => `<div>${query(...parts)}</div>`;
const row = '<div><a href="https://pears.example/"><h3>Pears</h3></a></div>';
const related = (html: string): string[] => readRelatedSearches(readPage(html)).value.map((search) => search.query);

test('the list below the rows, in its order', () => {
  expect(related(row + item('pear trees') + item('pear jam') + item('perry'))).toEqual([
    'pear trees',
    'pear jam',
    'perry',
  ]);
});

test('the last of two lists', () => {
  expect(related(item('pears a') + item('pears b') + row + item('pears c') + item('pears d'))).toEqual([
    'pears c',
    'pears d',
  ]);
});

test('the list in the middle where there is no other', () => {
  expect(related(row + item('pears a') + item('pears b') + row)).toEqual(['pears a', 'pears b']);
});

test('a link that asks for something else than it says is no proposal', () => {
  const html = '<div><a href="/search?q=pears+site:pears.example">More results from pears.example</a></div>';
  expect(related(row + html + html)).toEqual([]);
});

const tile = (text: string): string => item(text, '&stick=x').replace('<span>', '<img alt=""><span>');

test('tiles of entities, other pages and corrections are no proposals', () => {
  const tiles =
    tile('conference pear') +
    tile('anjou pear') +
    item('williams pear', '&si=x') +
    item('2', '&start=10') +
    item('peers', '&spell=1');
  expect(related(row + tiles)).toEqual([]);
});

test('punctuation and case may differ between the text and the query', () => {
  const html = '<div><a href="/search?q=best+pears+of+all+time">Best pears of all-time</a></div>';
  expect(related(row + html + item('pear jam'))).toEqual(['Best pears of all-time', 'pear jam']);
});

test('words of a sentence that lead to searches for them are no proposals', () => {
  const answer = `<ul><li><b>${query('perry')}</b>: a drink</li><li><b>${query('pear jam')}</b>: a spread</li></ul>`;
  expect(related(row + answer)).toEqual([]);
});

test('a second link with an arrow to the same query says nothing new', () => {
  const html = ['pear jam', 'perry'].map(
    (text) => `${item(text)}<div><a href="/search?q=${encodeURIComponent(text)}">&gt;</a></div>`,
  );
  expect(related(row + html.join(''))).toEqual(['pear jam', 'perry']);
});

test('a single proposal is a list only below the results', () => {
  expect(related(item('pear jam') + row)).toEqual([]);
  expect(related(`${row}<div id="botstuff">${item('pear jam')}</div>`)).toEqual(['pear jam']);
});

test('a link of another shape ends the list before', () => {
  const label = '<span><a href="/search?q=fruit+films">fruit films</a></span>';
  expect(related(row + label + item('pear jam') + item('perry'))).toEqual(['pear jam', 'perry']);
});

test('proposals folded away with their answers count below the results, follow-ups of questions do not', () => {
  const folded = (text: string): string =>
    `<div><b>${text}</b><div style="display:none"><a href="https://answers.example/">Answer</a>${item(text)}</div></div>`;
  expect(related(row + folded('are pears fruit?') + folded('what is perry?'))).toEqual([]);
  const foot = `<div id="botstuff">${folded('is it ripe?')}${folded('pear jam')}${folded('perry')}</div>`;
  expect(related(row + foot)).toEqual(['pear jam', 'perry']);
});

test('the panel beside the results proposes nothing', () => {
  expect(related(`${row}<div id="rhs">${item('pear jam')}${item('perry')}</div>`)).toEqual([]);
});

test('a query that the engine also knows as an entity is a proposal like the others', () => {
  expect(related(row + item('pear jam', '&stick=x') + item('perry'))).toEqual(['pear jam', 'perry']);
});

test.each<[string, string[], string[]]>([
  ['may be in paragraphs and blocks', [`<p>${query('pear jam')}</p>`, item('perry')], ['pear jam', 'perry']],
  ['are not both in a list item and in a row of text', [`<span>${query('pear jam')}</span>`, item('perry')], []],
  ['are each named once', [item('perry'), item('perry'), item('pear jam')], ['perry', 'pear jam']],
  ['may differ by a plus', [item('c+'), item('c++')], ['c+', 'c++']],
  ['have a letter or a digit', [item('?!'), item('...')], []],
  ['may be in any script', [item('груша'), item('梨')], ['груша', '梨']],
  ['may be numbers', [item('1984'), item('2001')], ['1984', '2001']],
])('proposals %s', (_, items, expected) => {
  expect(related(row + items.join(''))).toEqual(expected);
});

test('a plus in the text is one in the query', () => {
  const html = '<div><a href="/search?q=c">c++</a></div>';
  expect(related(row + html + html)).toEqual([]);
});

test('a tile has a picture in any element', () => {
  const drawn = (text: string): string => item(text, '&stick=x').replace('<span>', '<g-img></g-img><span>');
  expect(related(row + drawn('pear jam') + drawn('perry'))).toEqual([]);
});

test('links to a place are no proposals', () => {
  expect(related(row + item('pear shop', '&ludocid=1') + item('pear farm', '&ludocid=2'))).toEqual([]);
});

test.each([
  ['a visible link that is no proposal', '<div><a href="https://plums.example/">Plums</a></div>', ['perry', 'cider']],
  [
    'a hidden one does not',
    '<div style="display:none"><a href="https://p.example/">Plums</a></div>',
    ['jam', 'perry', 'cider'],
  ],
])('a list ends at %s', (_, between, expected) => {
  expect(related(row + item('jam') + between + item('perry') + item('cider'))).toEqual(expected);
});

test.each(['?', '？', '؟'])('a folded question that ends with %s is no proposal below the results', (mark) => {
  const folded = (text: string): string => `<div style="display:none">${item(text)}</div>`;
  expect(related(`${row}<div id="botstuff">${folded(`perry${mark}`)}${folded('pear jam')}</div>`)).toEqual([
    'pear jam',
  ]);
});
