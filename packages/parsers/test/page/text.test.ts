import { expect, test, vi } from 'vitest';
import { oncePerPage, type Page, parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';
import { hasText } from '../../src/page/visible.js';
import { parameterIn } from '../../src/words/address.js';
import { collapseWhitespace } from '../../src/words/text.js';

const addresses = [
  '/search?q=a',
  '/search?q=',
  '/search?q',
  '/search?xq=1&q=2',
  '/search?q=1&q=2',
  '/search?a=b&q=caf%C3%A9+au%20lait&c',
  '/search?q=100%+sure&q=no',
  '/search?q=%E4%B8',
  '/search?a=1#?q=2',
  '/search#a?q=1',
  '/search?&&q=a=b&',
  '/q=1?r=2',
  'https://h.example/p?q=a%26b#q=c',
  '?q=é',
  '',
];

test.each(addresses)('parameterIn reads %j as URLSearchParams does', (address) => {
  const read = new URL(address, 'https://h.example').searchParams;
  for (const name of ['q', 'a', 'c', 'x']) expect(parameterIn(address, name)).toBe(read.get(name) ?? undefined);
});

test.each(['', ' ', 'a', ' a  b ', 'a\u00a0b', 'a \u00a0\n b\ufeff', '\t a\tb\t', 'a b c', '\u2003a\u2028\u2029b'])(
  'collapses the white space of %j',
  (text) => {
    expect(collapseWhitespace(text)).toBe(text.replace(/\s+/g, ' ').trim());
  },
);

test.each(['<p>', '<p> \n', '<p>a', '<p><b> <i>a', '<p hidden>a', '<p><b style="display: none">a</b> ', '<p>&nbsp;'])(
  'hasText agrees with textOf for %j',
  (source) => {
    const { document, elements } = parseHtmlPage(source);
    expect(hasText(document)).toBe(textOf(document) !== '');
    for (const element of elements) expect(hasText(element)).toBe(textOf(element) !== '');
  },
);

test.each(['noscript', 'iframe', 'noembed', 'noframes'])('ignores markup in %s', (name) => {
  const { document } = parseHtmlPage(`<p>a<${name}><img src=b></${name}> c`);
  expect(textOf(document)).toBe('a c');
});

test('oncePerPage runs a function once for each page', () => {
  const read = vi.fn((page: Page) => page.elements.length);
  const memoizedTest = oncePerPage(read);
  const pages = [parseHtmlPage('<p>'), parseHtmlPage('<p><p>')];
  expect([...pages, ...pages].map(memoizedTest)).toEqual([5, 6, 5, 6]);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a place where a line may end divides no text', () => {
  const { elements } = parseHtmlPage('<p>Green<wbr>house<wbr></p><p>tea</p>');
  expect(elements.slice(-2).map(({ children }) => children.length)).toEqual([1, 1]);
  expect(textOf(elements.at(-2)!)).toBe('Greenhouse');
});
