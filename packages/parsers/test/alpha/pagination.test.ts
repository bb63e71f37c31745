import { expect, test } from 'vitest';
import { readPageNumber, readPagination } from '../../src/alpha/pagination.js';
import type { ParseOptions } from '../../src/options.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { parseBody } from '../../src/reading/reading.js';

const link = (start: number | string, text: string): string =>
  `<a href="/search?q=pears&amp;start=${start}">${text}</a>`;
const cells = (...inner: string[]): string =>
  `<table><tr>${inner.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`;
const pagination = (html: string, options?: ParseOptions) => readPagination(parseBody(html, options)).value;

test('reads the pages of a numbered pager', () => {
  const html = cells('', '1', link(10, '2'), link(20, '3'), link(10, 'Weiter'));
  expect(pagination(html)).toEqual({ next: 2, current: 1, other_pages: [2, 3], has_next_page: true });
});

test('reads the displayed page numbers regardless of the offsets', () => {
  const html = cells(link(0, 'Previous'), link(0, '1'), '2', link(20, '3'), link(11, 'Next'));
  expect(pagination(html)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
});

test('does not report a page before the first', () => {
  expect(pagination(cells(link(0, '&lt;'), '1', link(10, '2'))).other_pages).toEqual([2]);
});

test('reads an absolute link to the first page without an offset', () => {
  const html = cells('<a href="https://www.google.com/search?q=pears">1</a>', '2', link(20, '3'));
  expect(pagination(html).other_pages).toEqual([1, 3]);
});

test('reports no next page on the last page', () => {
  const html = cells(link(10, 'Zurück'), link(0, '1'), link(10, '2'), '3');
  expect(pagination(html)).toEqual({ current: 3, other_pages: [1, 2], has_next_page: false });
});

test('does not report numbers that are no links', () => {
  const html = `<div>${cells('1', link(10, '2'))}<p>24</p><p>365</p>${link(10, 'Next')}</div>`;
  expect(pagination(html)).toEqual({ next: 2, current: 1, other_pages: [2], has_next_page: true });
});

test('reads a pager that appears twice', () => {
  const last = cells(link(10, 'Zurück'), link(0, '1'), link(10, '2'), '3');
  expect(pagination(`<div>${last}${last}</div>`)).toEqual({ current: 3, other_pages: [1, 2], has_next_page: false });
});

test('reads numbers in other digits', () => {
  const html = cells(link(0, '۱'), '۲', link(20, '۳'), link(20, 'بعدی'));
  expect(pagination(html)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
});

test('reads a single button as the link to the next page', () => {
  const html = `<div><h1>Page Navigation</h1>${link(100, '<h3>Ещё результаты</h3>')}<a role="button"><h3>Повторить</h3></a></div>`;
  expect(pagination(html)).toEqual({ next: 2, current: 1, other_pages: [2], has_next_page: true });
});

test('reads a single button without an offset after the navigation heading', () => {
  const html = '<div><h1>Page Navigation</h1><a href="https://www.google.com/search?q=pears&num=3">More</a></div>';
  expect(pagination(html)).toEqual({ next: 2, current: 1, other_pages: [2], has_next_page: true });
});

test('reads the current page from the text between two arrows', () => {
  const html = `<footer><div>${link(-9, '&lt;')}<span>Page 2</span>${link(11, '&gt;')}</div></footer>`;
  expect(pagination(html)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
});

test('computes the current page from two arrows', () => {
  const html = cells(link(20, ''), '', '', link(60, ''));
  expect(pagination(html)).toEqual({ next: 4, current: 3, other_pages: [2, 4], has_next_page: true });
  expect(pagination(cells(link('0&amp;num=2', ''), link('4&amp;num=2', ''))).current).toBe(2);
});

test('computes the last page from a single arrow back', () => {
  const html = `<footer><div>${link(80, '&lt; السابق')}</div></footer>`;
  expect(pagination(html)).toEqual({ current: 10, other_pages: [9], has_next_page: false });
  expect(pagination(link('40&amp;num=20', '&lt; Zurück')).current).toBe(4);
  expect(pagination(link('0&amp;num=2', '&lt; Back')).current).toBe(2);
});

test('reads links to the first page without an offset', () => {
  const first = (text: string) => `<a id="x" href="/search?q=pears&amp;ved=x">${text}</a>`;
  const on = (start: number, text: string) => `<a href="/search?q=pears&amp;start=${start}&amp;ved=y">${text}</a>`;
  const numbered = cells(first('Previous'), first('1'), '2', on(20, '3'), on(20, 'Next'));
  expect(pagination(numbered)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
  const arrows = cells(first('&lt; Zurück'), on(20, 'Weiter &gt;'));
  expect(pagination(arrows)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
});

test('ignores the link that shows omitted results', () => {
  const notice = '<p>95 are shown. <a href="/search?q=pears&amp;filter=0">Show all</a></p>';
  const html = notice + cells(link(0, '1'), '2', link(20, '3'));
  expect(pagination(html).current).toBe(2);
});

test('reports no next page if there is only an arrow back', () => {
  const html = `<footer><div>${link(0, '&lt; Précédent')}</div></footer>`;
  expect(pagination(html, { page: 2 })).toEqual({ current: 2, other_pages: [1], has_next_page: false });
});

test('ignores links with an offset outside the pager', () => {
  const html = `<div>${link(0, 'Clear')}</div><a href="https://pears.example/">Pears</a>${cells('1', link(10, '2'), link(10, 'Next'))}`;
  expect(pagination(html).other_pages).toEqual([2]);
});

test('ignores results whose address has an offset', () => {
  const html = '<div><a href="https://forum.example/topic?start=20">Pears in pots</a></div>';
  expect(pagination(html)).toEqual({ current: 1, other_pages: [], has_next_page: false });
});

test('ignores a suggested query that is a number', () => {
  const html = '<div><a href="/search?q=1984">1984</a></div>';
  expect(pagination(html).other_pages).toEqual([]);
  const first = '<a href="/search?q=pears">1</a>';
  expect(pagination(html + cells(first, '2', link(20, '3'))).other_pages).toEqual([1, 3]);
});

test('uses the requested page if there is no pager', () => {
  expect(pagination('<p>Pears</p>', { page: 4 })).toEqual({ current: 4, other_pages: [], has_next_page: false });
  expect(pagination('<p>Pears</p>', { page: 0 }).current).toBe(1);
});

test('reads the page number only from a numbered pager', () => {
  expect(readPageNumber(parseHtmlPage(cells(link(0, '1'), '2', link(20, '3'))))).toBe(2);
  expect(readPageNumber(parseHtmlPage(link(10, 'Next')))).toBeUndefined();
});

test.each<[string, string[], object]>([
  ['only back', [link(0, 'Previous')], { current: 2, other_pages: [1], has_next_page: false }],
  ['only forward', [link(10, 'Next')], { next: 2, current: 1, other_pages: [2], has_next_page: true }],
  ['back and forward', [link(0, 'Previous'), link(20, 'Next')], { next: 3, current: 2, other_pages: [1, 3] }],
  [
    'back and forward on a later page',
    [link(10, '‹ Previous'), link(30, 'Next ›')],
    { next: 4, current: 3, other_pages: [2, 4] },
  ],
])('reads a pager without numbers that leads %s', (_, links, expected) => {
  expect(pagination(`<div role="navigation">${links.join('')}</div>`)).toMatchObject(expected);
});

test.each<[string, string, object]>([
  [
    'that does not show the current first page',
    cells(link(10, '2'), link(20, '3')),
    { current: 1, other_pages: [2, 3] },
  ],
  ['with numbers of four digits', cells('1', link(10, '1234')), { current: 1, other_pages: [1234] }],
  ['with numbers of five digits', cells('1', link(10, '12345')), { current: 1, other_pages: [2] }],
  ['with a page zero', cells('1', link(10, '0'), link(20, '2')), { current: 1, other_pages: [2] }],
  [
    'that links to a page twice',
    cells('1', link(10, '2'), link(20, '3'), link(10, '2')),
    { current: 1, other_pages: [2, 3] },
  ],
  [
    'whose number is split into several elements',
    cells(link(100, '11'), '<b>1</b><b>2</b>', link(120, '13')),
    { current: 12, other_pages: [11, 13] },
  ],
  ['with a hidden number', cells('<b hidden><i>7</i></b>', '1', link(10, '2')), { current: 1 }],
  ['with two numbers in a phrase', cells('<b>Page 2 of 9</b>', link(0, '1'), link(20, '3')), { current: 1 }],
  [
    'whose current number is a link to nowhere',
    `<ul><li>${link(0, '1')}</li><li><a href="#" aria-current="page">2</a></li><li>${link(20, '3')}</li></ul>`,
    { current: 2, other_pages: [1, 3] },
  ],
  [
    'with a word before each number',
    `${link(0, 'Page 1')}<b>Page 2</b>${link(20, 'Page 3')}${link(20, 'Next 10')}`,
    { current: 2, other_pages: [1, 3] },
  ],
  ['with a link without href', `<p><a>7</a><b>2</b>${link(0, '1')}${link(20, '3')}</p>`, { current: 2 }],
])('reads a pager %s', (_, html, expected) => {
  expect(pagination(html)).toMatchObject(expected);
});

test.each<[string, string, object]>([
  ['<', link(30, '&lt; Before'), { current: 5, other_pages: [4], has_next_page: false }],
  ['«', link(30, '« Before'), { current: 5 }],
  ['←', link(30, '← Before'), { current: 5 }],
  ['the id of a link back', link(30, 'Before').replace('<a', '<a id="pnprev"'), { current: 5 }],
  ['an offset of zero', link(0, 'Before'), { current: 2, other_pages: [1] }],
  ['no sign', link(30, 'After'), { current: 1, other_pages: [2], has_next_page: true }],
  ['another id', link(30, 'After').replace('<a', '<a id="pnnext"'), { current: 1, other_pages: [2] }],
])('reads the direction of a single arrow with %s', (_, html, expected) => {
  expect(pagination(`<div role="navigation">${html}</div>`)).toMatchObject(expected);
});

test('computes the page length from half the distance between the offsets of two arrows', () => {
  const arrows = (back: number, on: number): string => cells(link(back, 'a'), link(on, 'b'));
  expect(pagination(arrows(100, 300))).toMatchObject({ current: 3, other_pages: [2, 4] });
  expect(pagination(arrows(5, 25))).toMatchObject({ current: 3 });
  expect(pagination(arrows(30, 10)).current).toBe(1);
});

test.each<[string, string]>([
  ['has another query', '<a href="/search?q=plums">1</a>'],
  ['has another parameter', '<a href="/search?q=pears&amp;tbs=x">1</a>'],
  ['has another path', '<a href="/maps?q=pears">1</a>'],
  ['has a parameter with a similar name', '<a href="/search?q=pears&amp;htart=x">1</a>'],
])('ignores a link without an offset beside a pager if it %s', (_, other) => {
  expect(pagination(`<div>${other}</div>${cells('2', link(20, '3'))}`).other_pages).toEqual([3]);
  expect(pagination(cells(other, '2', link(20, '3'))).other_pages).toEqual([3]);
});

test.each([
  ['is ignored if it is not a number', 'ten', []],
  ['may be negative', '-9', [1]],
  ['is ignored if letters follow the number', '10x', []],
])('the offset of a pager link %s', (_, start, others) => {
  expect(pagination(`<div>${link(start, 'Next')}</div>`, { page: 3 }).other_pages).toEqual(others);
});

test('reads a button after a heading only if it is a search link and the heading is an h1', () => {
  const more = (heading: string, href: string) =>
    pagination(`<div><${heading}>Page Navigation</${heading}><a href="${href}">More</a></div>`).has_next_page;
  expect(more('h1', '/search?q=pears&num=3')).toBe(true);
  expect(more('h2', '/search?q=pears&num=3')).toBe(false);
  expect(more('h1', '/maps?q=pears')).toBe(false);
  expect(pagination('<h1>Pears</h1><p>x</p><a href="/search?q=pears&num=3">More</a>').has_next_page).toBe(false);
});

test('does not treat a link after the last page of a pager as a page', () => {
  const last = `<div>${link(0, '1')}<b>2</b></div>`;
  expect(pagination(`<div>${last}<a href="/maps?q=pears">Maps</a></div>`).has_next_page).toBe(false);
  expect(pagination(`<div>${last}<p><a href="/maps?q=pears">Maps</a></p></div>`).has_next_page).toBe(false);
});

test('reads « as the arrow to the next page on a right-to-left page', () => {
  const html = cells(link(0, '۱'), '۲', link(30, '« بعدی'));
  expect(pagination(html)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
});
