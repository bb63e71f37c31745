import { expect, test } from 'vitest';
import { readPageNumber, readPagination } from '../../src/alpha/pagination.js';
import type { ParseOptions } from '../../src/options.js';
import { readPage } from '../../src/page/page.js';
import { startReading } from '../../src/reading/reading.js';

const link = (start: number | string, text: string): string =>
  `<a href="/search?q=pears&amp;start=${start}">${text}</a>`;
const cells = (...inner: string[]): string =>
  `<table><tr>${inner.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`;
const pagination = (html: string, options?: ParseOptions) => readPagination(startReading(html, options)).value;

test('a numbered pager reaches what it numbers', () => {
  const html = cells('', '1', link(10, '2'), link(20, '3'), link(10, 'Weiter'));
  expect(pagination(html)).toEqual({ next: 2, current: 1, other_pages: [2, 3], has_next_page: true });
});

test('page numbers are those shown, whatever the offsets', () => {
  const html = cells(link(0, 'Previous'), link(0, '1'), '2', link(20, '3'), link(11, 'Next'));
  expect(pagination(html)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
});

test('the last page has no next one', () => {
  const html = cells(link(10, 'Zurück'), link(0, '1'), link(10, '2'), '3');
  expect(pagination(html)).toEqual({ current: 3, other_pages: [1, 2], has_next_page: false });
});

test('a pager that is there twice says the same', () => {
  const last = cells(link(10, 'Zurück'), link(0, '1'), link(10, '2'), '3');
  expect(pagination(`<div>${last}${last}</div>`)).toEqual({ current: 3, other_pages: [1, 2], has_next_page: false });
});

test('numbers are read in any digits', () => {
  const html = cells(link(0, '۱'), '۲', link(20, '۳'), link(20, 'بعدی'));
  expect(pagination(html)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
});

test('a single button leads on', () => {
  const html = `<div><h1>Page Navigation</h1>${link(100, '<h3>Ещё результаты</h3>')}<a role="button"><h3>Повторить</h3></a></div>`;
  expect(pagination(html)).toEqual({ next: 2, current: 1, other_pages: [2], has_next_page: true });
});

test('a single button without an offset follows the title of the navigation', () => {
  const html = '<div><h1>Page Navigation</h1><a href="https://www.google.com/search?q=pears&num=3">More</a></div>';
  expect(pagination(html)).toEqual({ next: 2, current: 1, other_pages: [2], has_next_page: true });
});

test('arrows around a phrase lead from the page that the phrase names', () => {
  const html = `<footer><div>${link(-9, '&lt;')}<span>Page 2</span>${link(11, '&gt;')}</div></footer>`;
  expect(pagination(html)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
});

test('two arrows alone are two pages apart', () => {
  const html = cells(link(20, ''), '', '', link(60, ''));
  expect(pagination(html)).toEqual({ next: 4, current: 3, other_pages: [2, 4], has_next_page: true });
});

test('the last page is counted from a lone arrow back', () => {
  const html = `<footer><div>${link(80, '&lt; السابق')}</div></footer>`;
  expect(pagination(html)).toEqual({ current: 10, other_pages: [9], has_next_page: false });
  expect(pagination(link('40&amp;num=20', '&lt; Zurück')).current).toBe(4);
});

test('links to the first page may have no offset', () => {
  const first = (text: string) => `<a id="x" href="/search?q=pears&amp;ved=x">${text}</a>`;
  const on = (start: number, text: string) => `<a href="/search?q=pears&amp;start=${start}&amp;ved=y">${text}</a>`;
  const numbered = cells(first('Previous'), first('1'), '2', on(20, '3'), on(20, 'Next'));
  expect(pagination(numbered)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
  const arrows = cells(first('&lt; Zurück'), on(20, 'Weiter &gt;'));
  expect(pagination(arrows)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
});

test('the search without what it leaves out is no page', () => {
  const notice = '<p>95 are shown. <a href="/search?q=pears&amp;filter=0">Show all</a></p>';
  const html = notice + cells(link(0, '1'), '2', link(20, '3'));
  expect(pagination(html).current).toBe(2);
});

test('a lone arrow back ends the list', () => {
  const html = `<footer><div>${link(0, '&lt; Précédent')}</div></footer>`;
  expect(pagination(html, { page: 2 })).toEqual({ current: 2, other_pages: [1], has_next_page: false });
});

test('links with an offset that stand elsewhere are no pager', () => {
  const html = `<div>${link(0, 'Clear')}</div><a href="https://pears.example/">Pears</a>${cells('1', link(10, '2'), link(10, 'Next'))}`;
  expect(pagination(html).other_pages).toEqual([2]);
});

test('results of other sites whose address has an offset are no pager', () => {
  const html = '<div><a href="https://forum.example/topic?start=20">Pears in pots</a></div>';
  expect(pagination(html)).toEqual({ current: 1, other_pages: [], has_next_page: false });
});

test('a proposed query that is a number is no page', () => {
  const html = '<div><a href="/search?q=1984">1984</a></div>';
  expect(pagination(html).other_pages).toEqual([]);
  const first = '<a href="/search?q=pears">1</a>';
  expect(pagination(html + cells(first, '2', link(20, '3'))).other_pages).toEqual([1, 3]);
});

test('without a pager the page is the one that was asked', () => {
  expect(pagination('<p>Pears</p>', { page: 4 })).toEqual({ current: 4, other_pages: [], has_next_page: false });
  expect(pagination('<p>Pears</p>', { page: 0 }).current).toBe(1);
});

test('the page number is only what the pager says', () => {
  expect(readPageNumber(readPage(cells(link(0, '1'), '2', link(20, '3'))))).toBe(2);
  expect(readPageNumber(readPage(link(10, 'Next')))).toBeUndefined();
});

test.each<[string, string[], object]>([
  ['back alone', [link(0, 'Previous')], { current: 2, other_pages: [1], has_next_page: false }],
  ['on alone', [link(10, 'Next')], { next: 2, current: 1, other_pages: [2], has_next_page: true }],
  ['back and on', [link(0, 'Previous'), link(20, 'Next')], { next: 3, current: 2, other_pages: [1, 3] }],
  ['back and on, further', [link(10, '‹ Previous'), link(30, 'Next ›')], { next: 4, current: 3, other_pages: [2, 4] }],
])('a pager without numbers that leads %s', (_, links, expected) => {
  expect(pagination(`<div role="navigation">${links.join('')}</div>`)).toMatchObject(expected);
});

test.each<[string, string, object]>([
  ['of the first page without a sign of it', cells(link(10, '2'), link(20, '3')), { current: 1, other_pages: [2, 3] }],
  ['with numbers of four digits', cells('1', link(10, '1234')), { current: 1, other_pages: [1234] }],
  ['with longer ones', cells('1', link(10, '12345')), { current: 1, other_pages: [2] }],
  ['with a page zero', cells('1', link(10, '0'), link(20, '2')), { current: 1, other_pages: [2] }],
  [
    'that names a page twice',
    cells('1', link(10, '2'), link(20, '3'), link(10, '2')),
    { current: 1, other_pages: [2, 3] },
  ],
  [
    'whose number is in pieces',
    cells(link(100, '11'), '<b>1</b><b>2</b>', link(120, '13')),
    { current: 12, other_pages: [11, 13] },
  ],
  ['whose number is out of sight', cells('<b hidden><i>7</i></b>', '1', link(10, '2')), { current: 1 }],
  ['with two numbers in a phrase', cells('<b>Page 2 of 9</b>', link(0, '1'), link(20, '3')), { current: 1 }],
  ['with a link without an address', `<p><a>7</a><b>2</b>${link(0, '1')}${link(20, '3')}</p>`, { current: 2 }],
])('a pager %s', (_, html, expected) => {
  expect(pagination(html)).toMatchObject(expected);
});

test.each<[string, string, object]>([
  ['<', link(30, '&lt; Before'), { current: 5, other_pages: [4], has_next_page: false }],
  ['«', link(30, '« Before'), { current: 5 }],
  ['←', link(30, '← Before'), { current: 5 }],
  ['its name', link(30, 'Before').replace('<a', '<a id="pnprev"'), { current: 5 }],
  ['an offset of zero', link(0, 'Before'), { current: 2, other_pages: [1] }],
  ['nothing', link(30, 'After'), { current: 1, other_pages: [2], has_next_page: true }],
  ['another name', link(30, 'After').replace('<a', '<a id="pnnext"'), { current: 1, other_pages: [2] }],
])('a lone arrow leads back by %s', (_, html, expected) => {
  expect(pagination(`<div role="navigation">${html}</div>`)).toMatchObject(expected);
});

test('the pages between two arrows are as long as half of what is between their offsets', () => {
  const arrows = (back: number, on: number): string => cells(link(back, 'a'), link(on, 'b'));
  expect(pagination(arrows(100, 300))).toMatchObject({ current: 3, other_pages: [2, 4] });
  expect(pagination(arrows(5, 25))).toMatchObject({ current: 3 });
  expect(pagination(arrows(30, 10)).current).toBe(1);
});

test.each<[string, string]>([
  ['is of another query', '<a href="/search?q=plums">1</a>'],
  ['asks for more', '<a href="/search?q=pears&amp;tbs=x">1</a>'],
  ['leads elsewhere', '<a href="/maps?q=pears">1</a>'],
  ['has a parameter of another name', '<a href="/search?q=pears&amp;htart=x">1</a>'],
])('a link without an offset beside a pager is none of it if it %s', (_, other) => {
  expect(pagination(`<div>${other}</div>${cells('2', link(20, '3'))}`).other_pages).toEqual([3]);
  expect(pagination(cells(other, '2', link(20, '3'))).other_pages).toEqual([3]);
});

test.each([
  ['is a number', 'ten', []],
  ['may be below zero, as of the first page', '-9', [1]],
  ['has nothing behind it', '10x', []],
])('the offset of a link of a pager %s', (_, start, others) => {
  expect(pagination(`<div>${link(start, 'Next')}</div>`, { page: 3 }).other_pages).toEqual(others);
});

test('the button after a heading is a link to the search, and the heading one of the first level', () => {
  const more = (heading: string, href: string) =>
    pagination(`<div><${heading}>Page Navigation</${heading}><a href="${href}">More</a></div>`).has_next_page;
  expect(more('h1', '/search?q=pears&num=3')).toBe(true);
  expect(more('h2', '/search?q=pears&num=3')).toBe(false);
  expect(more('h1', '/maps?q=pears')).toBe(false);
  expect(pagination('<h1>Pears</h1><p>x</p><a href="/search?q=pears&num=3">More</a>').has_next_page).toBe(false);
});

test('a link that follows the last one of a pager is none of it', () => {
  const last = `<div>${link(0, '1')}<b>2</b></div>`;
  expect(pagination(`<div>${last}<a href="/maps?q=pears">Maps</a></div>`).has_next_page).toBe(false);
  expect(pagination(`<div>${last}<p><a href="/maps?q=pears">Maps</a></p></div>`).has_next_page).toBe(false);
});

test('where lines run from right to left, the sign of the arrow to the next page is that of a way back', () => {
  const html = cells(link(0, '۱'), '۲', link(30, '« بعدی'));
  expect(pagination(html)).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
});
