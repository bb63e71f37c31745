import { expect, it } from 'vitest';
import { hrefOf } from '../../src/html/tree.js';
import { parseHtmlPage } from '../../src/page/page.js';

it.each([
  ['of the maximum length', 65_536, 65_536],
  ['longer than the maximum', 65_537, 0],
])('hrefOf reads an address %s', (_, length, expected) => {
  const address = 'https://tea.example/'.padEnd(length, 'é');
  const [link] = parseHtmlPage(`<a href="${address}">tea</a>`).anchors;
  expect(hrefOf(link!).length).toBe(expected);
});

it.each([
  ['//tea.example/a', 'https://tea.example/a'],
  ['HTTPS://Tea.example/A', 'https://Tea.example/A'],
  ['/a//b', '/a//b'],
  ['///a', '///a'],
  ['How?', 'How?'],
])('hrefOf normalises the scheme of %s', (written, expected) => {
  const [link] = parseHtmlPage(`<a href="${written}">tea</a>`).anchors;
  expect(hrefOf(link!)).toBe(expected);
});
