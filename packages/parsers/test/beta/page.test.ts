import { describe, expect, test } from 'vitest';
import { elementWithMostItems, listOfResults, mainContentOf } from '../../src/beta/landmarks.js';
import { readPageState, readQuery } from '../../src/beta/page-state.js';
import { isOtherPage, readPageNumber } from '../../src/beta/pagination.js';
import { type Pagination, parseBetaSearch } from '../../src/index.js';
import { parseHtmlPage } from '../../src/page/page.js';

const row = (name: string) =>
  `<li><h2><a href="https://${name}.example/">Row ${name}</a></h2><p>Text of ${name}.</p></li>`;
const listed = (inside: string) => `<ol id="b_results">${inside}</ol>`;
const onward = '<a href="/search?q=tea&FORM=X">onward</a>';

describe('listOfResults', () => {
  const nameOf = (html: string) => {
    const found = listOfResults(parseHtmlPage(html));
    return found === undefined
      ? undefined
      : `${found.name}${found.attributes.map(({ value }) => ` ${value}`).join('')}`;
  };

  test.each([
    ['the element with the known id', listed(''), 'ol b_results'],
    [
      'the element of the content with the most rows',
      `<ul class="x">${row('x')}</ul><div id="b_content"><ul class="a">${row('a')}</ul><ul class="b">${row('b')}${row('c')}${row('d')}</ul></div>`,
      'ul b',
    ],
    [
      'the first of two elements with the most rows',
      `<div id="b_content"><ul class="a">${row('a')}${row('b')}</ul><ul class="b">${row('c')}${row('d')}</ul></div>`,
      'ul a',
    ],
    ['the whole content if it has one row', `<div id="b_content"><ul>${row('a')}</ul></div>`, 'div b_content'],
    ['the main element of a page of the engine', `${onward}<main class="m"><p>Nothing</p></main>`, 'main m'],
    ['the element with the role main', `${onward}<div role="main"><p>Nothing</p></div><main></main>`, 'div main'],
    ['the document of a page of the engine', onward, 'root'],
    [
      'undefined for any other page',
      '<a href="/search?q=tea">x</a><a href="https://a.example/search?FORM=x">x</a><main></main>',
      undefined,
    ],
  ])('is %s', (_, html, name) => {
    expect(nameOf(html)).toBe(name === 'root' ? nameOf(onward) : name);
  });

  test('counts each item whose heading links to another site once', () => {
    const most = (inside: string) => {
      const page = parseHtmlPage(`<main>${inside}</main>`);
      const main = page.elements.find(({ name }) => name === 'main')!;
      return elementWithMostItems(page, main)?.name;
    };
    expect(most(`<ul>${row('a')}${row('b')}</ul>`)).toBe('ul');
    expect(most(`<ul>${row('a')}<li><h2><a href="/x">In</a></h2></li><li><h2>No link</h2></li></ul>`)).toBeUndefined();
    expect(
      most(
        '<ul><li><a href="https://a.example/"><h2>A</h2></a></li><li><a href="https://b.example/"><h2>B</h2></a></li></ul>',
      ),
    ).toBe('ul');
    expect(most(`<ul><li>${'<h2><a href="https://a.example/">A</a></h2>'.repeat(2)}</li></ul>`)).toBe('li');
    expect(
      most(
        '<ol><li><div><h2><a href="https://a.example/">A</a></h2><h3><a href="https://b.example/">B</a></h3></div></li><li><h2><a href="https://c.example/">C</a></h2></li></ol>',
      ),
    ).toBe('div');
    expect(most('')).toBeUndefined();
  });

  test('finds the content by its id, or returns undefined', () => {
    const page = parseHtmlPage(`<div id="b_content"></div>${onward}`);
    expect(mainContentOf(page)).toBe(page.ids.get('b_content'));
    expect(mainContentOf(parseHtmlPage('<main></main>'))).toBeUndefined();
  });
});

describe('readPageState', () => {
  const box = '<form action="/search"><input name="q" value="two words"></form>';
  const repeated = 'Nothing for <strong>two words</strong>';

  test.each([
    ['results', listed('')],
    ['results', box + listed(`<li><h2><a href="https://a.example/">${repeated}</a></h2></li>`)],
    ['results', box + listed(`<li><a href="https://a.example/"><h2>${repeated}</h2></a></li>`)],
    ['no_results', box + listed(`<li><h2>${repeated}</h2><a href="/x">Help</a></li>`)],
    ['results', box + listed('<li><h2>Nothing for <strong>three words</strong></h2></li>')],
    ['results', box + listed('<li><h2>Nothing for two words</h2></li>')],
    ['no_results', box + listed(`<li><p>${repeated}</p></li>`)],
    ['results', box + listed(`<li><p>${repeated}</p><a href="/x">Help</a></li>`)],
    ['results', listed('<li><p>Nothing for <strong></strong></p></li>')],
    ['no_results', listed('<li><h1>Nothing</h1></li>')],
    ['results', listed('<li><h2>Nothing</h2></li>')],
    ['results', box + listed('<li><h1>Nothing</h1></li>')],
    ['captcha', '<div id="turnstile-widget"></div>'],
    ['captcha', '<div data-sitekey="x"></div>'],
    ['captcha', '<form action="https://www.bing.com/turing/captcha/x"></form>'],
    ['unrecognised', '<form src="/turing/captcha"></form><p action="/turing/captcha"></p>'],
    ['captcha', '<img src="/turing/captcha/x.png">'],
    ['forbidden', '<h1>403</h1>'],
    ['rate_limited', '<h1>429</h1>'],
    ['unrecognised', '<h1>404</h1>'],
    ['unrecognised', ''],
  ])('is %s for %s', (state, html) => {
    expect(readPageState(parseHtmlPage(html))).toBe(state);
  });
});

test.each([
  ['<input name="q" value="tea"><title>milk - Search</title>', 'tea'],
  ['<input name="x" value="tea"><title>milk - Search</title>', 'milk'],
  ['<form><input name="q" value="tea"></form><title>milk - Search</title>', 'tea'],
  ['<title>a - b – Search</title>', 'a - b'],
  ['<title>milk-Search</title>', undefined],
  [
    '<a href="/search?q=no">x</a><a href="/images/search?q=no&first=1">x</a><a href="/search?q=tea&first=1">x</a><a href="/search?q=no&first=1">x</a>',
    'tea',
  ],
  ['<a href="/search?first=1">x</a>', undefined],
])('the query of %s is %j', (html, query) => {
  expect(readQuery(parseHtmlPage(html))).toBe(query);
});

describe('pagination', () => {
  const link = (text: string, first: number | string) => `<a href="/search?q=tea&first=${first}">${text}</a>`;
  const paged = (...parts: string[]) => listed(`${row('a')}${row('b')}<li><nav>${parts.join(' ')}</nav></li>`);
  const read = (html: string, page?: number): Pagination =>
    parseBetaSearch(`<title>tea - Search</title>${html}`, page === undefined ? {} : { page }).pagination;

  test.each<[string, string[], object]>([
    [
      'numbers without a next link',
      ['<b>1</b>', link('2', 11)],
      { current: 1, other_pages: [2], has_next_page: false },
    ],
    ['numbers in other digits', ['<b>١</b>', link('٢', 11)], { current: 1, other_pages: [2], has_next_page: false }],
    [
      'a next link with the offset of a later page',
      ['<b>2</b>', link('3', 5), link('›', 5)],
      { current: 2, other_pages: [3], has_next_page: true, next: 3 },
    ],
    [
      'a previous link with the offset of an earlier page',
      ['<b>2</b>', link('1', 50), link('‹', 50)],
      { current: 2, other_pages: [1], has_next_page: false },
    ],
    ['a next link only', ['<b>2</b>', link('›', 11)], { current: 2, other_pages: [3], has_next_page: true, next: 3 }],
    ['a previous link only', ['<b>2</b>', link('‹', 10)], { current: 2, other_pages: [1], has_next_page: false }],
    [
      'a previous link on the first page',
      ['<b>1</b>', link('‹', 0)],
      { current: 1, other_pages: [], has_next_page: false },
    ],
    [
      'numbers inside and around links',
      [`<b>${link('3', 21)}</b>`, link('<b>4</b>', 31), '<i>2</i>'],
      { current: 2, other_pages: [3, 4], has_next_page: false },
    ],
    [
      'a number in its heading',
      ['<h4>Pages <b>12</b></h4>', '<b>2</b>', link('1', 1)],
      { current: 2, other_pages: [1], has_next_page: false },
    ],
    [
      'a number of five digits',
      ['<b>12345</b>', link('2', 11)],
      { current: 1, other_pages: [2], has_next_page: false },
    ],
    [
      'a link to the current page',
      [link('1', 1), link('2', 11)],
      { current: 1, other_pages: [2], has_next_page: false },
    ],
    [
      'links in descending order',
      ['<b>2</b>', link('10', 91), link('9', 81), link('1', 1)],
      { current: 2, other_pages: [1, 9, 10], has_next_page: false },
    ],
    [
      'links without a valid offset',
      ['<b>2</b>', link('9', ''), link('8', '1x'), link('3', 21)],
      { current: 2, other_pages: [3], has_next_page: false },
    ],
  ])('reads a pager with %s', (_, parts, expected) => {
    expect(read(paged(...parts))).toEqual(expected);
  });

  test('takes the page number from the last item of the list that links to pages', () => {
    expect(readPageNumber(parseHtmlPage(paged('<b>4</b>', link('2', 11))))).toBe(4);
    expect(readPageNumber(parseHtmlPage(`${listed(row('a'))}<nav><b>4</b>${link('2', 11)}</nav>`))).toBeUndefined();
    const twice = listed(`<li><b>3</b>${link('2', 11)}</li>${row('a')}<li><b>4</b>${link('2', 11)}</li>`);
    expect(readPageNumber(parseHtmlPage(twice))).toBe(4);
  });

  test('uses the requested page number if the pager has none', () => {
    expect(read(paged(link('›', 21)), 2)).toEqual({ current: 2, other_pages: [3], has_next_page: true, next: 3 });
    expect(read(listed(row('a') + row('b')), 3)).toEqual({ current: 3, other_pages: [], has_next_page: false });
  });
});

test.each([
  ['38,500 results', 1, false],
  ['38,500 results', 2, true],
  ['11-20 of 38,500 results', 2, false],
  ['11 – 20 of 38,500 results', 1, true],
  ['1-10 of 38,500 results', 2, true],
  ['1-10 of 38,500 results', 1, false],
  ['11 20 of 38,500 results', 1, false],
  ['11-20 of 3 of 4', 1, false],
  ['no results', 2, false],
  [`38,500 results${' of all'.repeat(6)} x`, 2, true],
  [`38,500 results${' of all'.repeat(7)}`, 2, false],
])('the count %j contradicts the requested page %i: %j', (count, requested, isOther) => {
  const page = (above: string, below = '') =>
    parseHtmlPage(`<div id="b_content"><p>Above</p><div><p>${above}</p></div>${listed(row('a'))}<p>${below}</p></div>`);
  expect(isOtherPage(page(count), requested)).toBe(isOther);
  expect(isOtherPage(page('', count), requested)).toBe(false);
});
