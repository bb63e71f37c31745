import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../../src/index.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';
import { isHiddenInAnyWay, isRendered } from '../../src/page/visible.js';

const link = (site: string, inside = site): string => `<a href="https://${site}.example/">${inside}</a>`;
const faded = (inside: string, style = 'opacity:0'): string => `<div style="${style}">${inside}</div>`;

/** The texts of the links that a person can see once scripts have run. */
const seen = (html: string): string[] => {
  const { anchors } = parseHtmlPage(`<main>${html}</main>`);
  return anchors.filter((anchor) => !isHiddenInAnyWay(anchor)).map((anchor) => textOf(anchor));
};

test.each<[string, string, string[]]>([
  ['three of them', faded(link('a')) + faded(link('b')) + faded(link('c')) + link('d'), ['a', 'b', 'c', 'd']],
  ['two beside another link', faded(link('a')) + faded(link('b')) + link('d'), ['d']],
  ['one on a page without other links', faded(link('a')), ['a']],
  ['one beside a link of the engine', faded(link('a')) + '<a href="/search?q=x">x</a>', ['a', 'x']],
  ['copies of rows', ['a', 'b', 'c'].map((site) => faded(link(site)) + link(site)).join(''), ['a', 'b', 'c']],
  ['three inside another', faded(['a', 'b', 'c'].map((site) => link(site)).join('')) + link('d'), ['d']],
  [
    'with several forms of zero',
    faded(link('a'), 'color:red; opacity: 0.0') + faded(link('b'), 'opacity:0%'),
    ['a', 'b'],
  ],
  ['that are not displayed either', faded(link('a'), 'opacity:0;display:none'), []],
  ['without a link to another site', faded('<a href="/search?q=x">x</a>'), []],
  ['without a text', faded(link('a', '<img>')), []],
])('shows rows that a script fades in: %s', (_, html, expected) => {
  expect(seen(html)).toEqual(expected);
});

test.each([
  [3, ['a', 'b', 'c', 'd']],
  [2, ['d']],
])('shows rows that screen readers skip: %i of them', (count, expected) => {
  const skipped = ['a', 'b', 'c'].slice(0, count).map((site) => `<div aria-hidden="true"><h3>${link(site)}</h3></div>`);
  expect(seen(skipped.join('') + link('d'))).toEqual(expected);
});

test.each<[string, string, string[]]>([
  ['a copy', `<div aria-hidden="true"><div inert>${link('a')}${link('b')}</div></div>`, ['a', 'b']],
  ['other links', `<div inert>${link('a')}${link('c')}</div>`, ['a', 'c', 'a', 'b']],
])('hides what is inert if it is %s', (_, html, expected) => {
  const { anchors } = parseHtmlPage(`<main>${html}${link('a')}${link('b')}</main>`);
  expect(anchors.filter((anchor) => isRendered(anchor)).map((anchor) => textOf(anchor))).toEqual(expected);
});

test('reads rows that fade in when a person scrolls to them', () => {
  const row = (number: number): string =>
    `<a href="https://site${number}.example/"><h3>Row ${number}</h3><cite>site${number}.example</cite></a><p>An excerpt that is long enough to be told from names and buttons.</p>`;
  const rows = [1, 2, 3, 4, 5].map((number) => (number < 3 ? `<div>${row(number)}</div>` : faded(row(number))));
  const page = `<title>tea - Google Search</title><div id="search"><div id="rso">${rows.join('')}</div></div>`;
  expect(parseAlphaSearch(page).organic_results.map(({ title }) => title)).toEqual(
    [1, 2, 3, 4, 5].map((number) => `Row ${number}`),
  );
});
