import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../src/alpha/search.js';

const page = (list: string, beside = ''): string =>
  `<html><head><title>pears - Google Search</title></head><body><div id="search"><div id="rso">${list}</div></div>${beside}</body></html>`;
const row =
  '<div><a href="https://pears.example/"><h3>Pears</h3><cite>https://pears.example</cite></a><div>All of them.</div></div>';
const fact = (label: string, value: string): string =>
  `<div data-attrid="kc:/fruit:x"><span>${label}:</span> <span>${value}</span></div>`;

test('words that every object knows are labels of facts like others', () => {
  const labels = ['constructor', 'toString', '__proto__', 'Colour'];
  const title = '<div data-attrid="title">Pear</div>';
  const beside = `<div id="rhs">${title}${labels.map((label) => fact(label, `of ${label}`)).join('')}</div>`;
  const { knowledge_graph: graph } = parseAlphaSearch(page(row, beside));
  expect(Object.entries(graph?.attributes ?? {})).toEqual(labels.map((label) => [label, `of ${label}`]));
});
