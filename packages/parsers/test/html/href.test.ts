import { expect, it } from 'vitest';
import { hrefOf } from '../../src/html/tree.js';
import { readPage } from '../../src/page/page.js';

it.each([
  ['as long as an address may be', 65_536, 65_536],
  ['longer than any address', 65_537, 0],
])('an address %s', (_, length, expected) => {
  const address = 'https://tea.example/'.padEnd(length, 'é');
  const [link] = readPage(`<a href="${address}">tea</a>`).anchors;
  expect(hrefOf(link!).length).toBe(expected);
});

it.each([
  ['//tea.example/a', 'https://tea.example/a'],
  ['HTTPS://Tea.example/A', 'https://Tea.example/A'],
  ['/a//b', '/a//b'],
  ['///a', '///a'],
  ['How?', 'How?'],
])('an address has the scheme that a browser shows: %s', (written, expected) => {
  const [link] = readPage(`<a href="${written}">tea</a>`).anchors;
  expect(hrefOf(link!)).toBe(expected);
});
