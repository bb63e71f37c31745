import { expect, test } from 'vitest';
import { readRelatedSearches } from '../../src/alpha/related-searches.js';
import { parseHtmlPage } from '../../src/page/page.js';

const query = (text: string, extra = ''): string =>
  `<a href="/search?q=${encodeURIComponent(text)}${extra}"><span>${text}</span></a>`;
const item = (...parts: Parameters<typeof query>): string => `<div>${query(...parts)}</div>`;
const row = '<div><a href="https://pears.example/"><h3>Pears</h3></a></div>';
const related = (html: string): string[] =>
  readRelatedSearches(parseHtmlPage(html)).value.map((search) => search.query);

test('reads the list below the rows in order', () => {
  expect(related(row + item('pear trees') + item('pear jam') + item('perry'))).toEqual([
    'pear trees',
    'pear jam',
    'perry',
  ]);
});

test('reads a list that begins the page', () => {
  expect(related(item('pear trees') + item('pear jam'))).toEqual(['pear trees', 'pear jam']);
});

test('reads the last of two lists', () => {
  expect(related(item('pears a') + item('pears b') + row + item('pears c') + item('pears d'))).toEqual([
    'pears c',
    'pears d',
  ]);
});

test('reads the last list above the pager, or one below it if there is no other', () => {
  const pager = '<table><tr><td>1</td><td><a href="/search?q=pears&start=10">2</a></td></tr></table>';
  const list = (name: string): string => item(`${name} a`) + item(`${name} b`);
  expect(related(row + list('pears') + pager + list('keywords'))).toEqual(['pears a', 'pears b']);
  expect(related(row + pager + list('pears'))).toEqual(['pears a', 'pears b']);
});

test('reads a list between the rows if there is no other', () => {
  expect(related(row + item('pears a') + item('pears b') + row)).toEqual(['pears a', 'pears b']);
});

test('ignores a link whose query differs from its text', () => {
  const html = '<div><a href="/search?q=pears+site:pears.example">More results from pears.example</a></div>';
  expect(related(row + html + html)).toEqual([]);
});

const tile = (text: string): string => item(text, '&stick=x').replace('<span>', '<img alt=""><span>');

test('ignores entity tiles, pager links and corrections', () => {
  const tiles =
    tile('conference pear') +
    tile('anjou pear') +
    item('williams pear', '&si=x') +
    item('2', '&start=10') +
    item('peers', '&spell=1');
  expect(related(row + tiles)).toEqual([]);
});

test('accepts different punctuation and case in the text and the query', () => {
  const html = '<div><a href="/search?q=best+pears+of+all+time">Best pears of all-time</a></div>';
  expect(related(row + html + item('pear jam'))).toEqual(['Best pears of all-time', 'pear jam']);
});

test('ignores search links within sentences', () => {
  const answer = `<ul><li><b>${query('perry')}</b>: a drink</li><li><b>${query('pear jam')}</b>: a spread</li></ul>`;
  expect(related(row + answer)).toEqual([]);
});

test('ignores a second link with an arrow to the same query', () => {
  const html = ['pear jam', 'perry'].map(
    (text) => `${item(text)}<div><a href="/search?q=${encodeURIComponent(text)}">&gt;</a></div>`,
  );
  expect(related(row + html.join(''))).toEqual(['pear jam', 'perry']);
});

test('reads a single query only below the results', () => {
  expect(related(item('pear jam') + row)).toEqual([]);
  expect(related(`${row}<div id="botstuff">${item('pear jam')}</div>`)).toEqual(['pear jam']);
});

test('excludes a link in another kind of element from the list', () => {
  const label = '<span><a href="/search?q=fruit+films">fruit films</a></span>';
  expect(related(row + label + item('pear jam') + item('perry'))).toEqual(['pear jam', 'perry']);
});

test('reads collapsed queries below the results, but not follow-up questions', () => {
  const collapsed = (text: string): string =>
    `<div><b>${text}</b><div style="display:none"><a href="https://answers.example/">Answer</a>${item(text)}</div></div>`;
  expect(related(row + collapsed('are pears fruit?') + collapsed('what is perry?'))).toEqual([]);
  const foot = `<div id="botstuff">${collapsed('is it ripe?')}${collapsed('pear jam')}${collapsed('perry')}</div>`;
  expect(related(row + foot)).toEqual(['pear jam', 'perry']);
});

test('ignores queries in the panel beside the results', () => {
  expect(related(`${row}<div id="rhs">${item('pear jam')}${item('perry')}</div>`)).toEqual([]);
});

test('reads a query with an entity parameter beside another query', () => {
  expect(related(row + item('pear jam', '&stick=x') + item('perry'))).toEqual(['pear jam', 'perry']);
});

test.each<[string, string[], string[]]>([
  ['may be in paragraphs and blocks', [`<p>${query('pear jam')}</p>`, item('perry')], ['pear jam', 'perry']],
  ['are not read from a mix of inline and block elements', [`<span>${query('pear jam')}</span>`, item('perry')], []],
  ['are deduplicated', [item('perry'), item('perry'), item('pear jam')], ['perry', 'pear jam']],
  ['may differ by a plus sign', [item('c+'), item('c++')], ['c+', 'c++']],
  ['are ignored without a letter or a digit', [item('?!'), item('...')], []],
  ['may be in any script', [item('груша'), item('梨')], ['груша', '梨']],
  ['may be numbers', [item('1984'), item('2001')], ['1984', '2001']],
])('related searches %s', (_, items, expected) => {
  expect(related(row + items.join(''))).toEqual(expected);
});

test('ignores a link whose query lacks the plus signs of its text', () => {
  const html = '<div><a href="/search?q=c">c++</a></div>';
  expect(related(row + html + html)).toEqual([]);
});

test('ignores tiles with an image in any element', () => {
  const tileWithImage = (text: string): string => item(text, '&stick=x').replace('<span>', '<g-img></g-img><span>');
  expect(related(row + tileWithImage('pear jam') + tileWithImage('perry'))).toEqual([]);
});

test('ignores links to places', () => {
  expect(related(row + item('pear shop', '&ludocid=1') + item('pear farm', '&ludocid=2'))).toEqual([]);
});

test.each([
  [
    'a visible external link ends the list',
    '<div><a href="https://plums.example/">Plums</a></div>',
    ['perry', 'cider'],
  ],
  [
    'a hidden external link does not end the list',
    '<div style="display:none"><a href="https://p.example/">Plums</a></div>',
    ['jam', 'perry', 'cider'],
  ],
])('%s', (_, between, expected) => {
  expect(related(row + item('jam') + between + item('perry') + item('cider'))).toEqual(expected);
});

test.each(['?', '？', '؟'])('ignores a collapsed question that ends with %s below the results', (mark) => {
  const collapsed = (text: string): string => `<div style="display:none">${item(text)}</div>`;
  expect(related(`${row}<div id="botstuff">${collapsed(`perry${mark}`)}${collapsed('pear jam')}</div>`)).toEqual([
    'pear jam',
  ]);
});
