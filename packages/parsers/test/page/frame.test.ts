import { expect, test } from 'vitest';
import { isOutsideMainContent } from '../../src/page/frame.js';
import { parseHtmlPage } from '../../src/page/page.js';

const rows = '<div><p>One</p><p>Two</p><p>Three</p><p>Four</p></div>'.repeat(4);
const isMarkedInFrame = (html: string): boolean => {
  const page = parseHtmlPage(html);
  return isOutsideMainContent(page, page.elements.find(({ name }) => name === 'i')!);
};

test.each([
  `<header><i>a</i></header>${rows}`,
  `<div role="banner"><div><i>a</i></div></div>${rows}`,
  `<nav><section><i>a</i></section></nav>${rows}`,
  `${rows}<aside><i>a</i></aside>`,
  `${rows}<div><footer><i>a</i></footer></div>`,
])('%s has the element in its frame', (html) => {
  expect(isMarkedInFrame(html)).toBe(true);
});

const headers = '<div><header>b</header></div>';

test('does not count headers or footers of rows as the frame of the page', () => {
  const page = (number: number, name = 'header') =>
    `<div><${name}><i>a</i></${name}></div>${headers.repeat(number)}${rows}`;
  expect(isMarkedInFrame(page(3))).toBe(true);
  expect(isMarkedInFrame(page(4))).toBe(false);
  expect(isMarkedInFrame(page(4, 'footer'))).toBe(true);
  expect(isMarkedInFrame(page(4).replaceAll('header', 'footer'))).toBe(false);
  expect(isMarkedInFrame(page(4).replaceAll('header', 'nav'))).toBe(true);
});

test.each([
  `<i>a</i>${rows}`,
  `<main><header><i>a</i></header>${rows}</main>`,
  `<div><article><header><i>a</i></header></article>${rows}</div>`,
  `<aside><i>a</i>${rows}</aside>`,
  `<aside><div><aside><i>a</i></aside></div>${rows}</aside>`,
])('%s has the element in its content', (html) => {
  expect(isMarkedInFrame(html)).toBe(false);
});
