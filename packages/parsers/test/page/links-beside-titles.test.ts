import { expect, test } from 'vitest';
import { hrefOf } from '../../src/html/tree.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

const href = (number: number): string => `https://site${number}.example/`;
const visit = (number: number, label = 'Visit'): string => `<a href="${href(number)}">${label}</a>`;
const card = (number: number, link = visit(number)): string => `<div><h3>Row ${number}</h3><p>Text</p>${link}</div>`;
const cards = (one: (number: number) => string, count = 3): string =>
  Array.from({ length: count }, (_, index) => one(index + 1)).join('');

/** The links of a page with their texts. */
const linksIn = (html: string): string[] =>
  parseHtmlPage(`<body><main>${html}</main></body>`).anchors.map((link) => `${textOf(link)} ${hrefOf(link)}`);
const linked = [1, 2, 3].map((number) => `Row ${number} ${href(number)}`);
const unlinked = (label = 'Visit'): string[] => [1, 2, 3].map((number) => `${label} ${href(number)}`);

test.each<[string, string, string[]]>([
  ['below the text', cards((n) => card(n)), linked],
  ['in any language', cards((n) => card(n, visit(n, 'Zur Seite'))), linked],
  ['of 24 letters', cards((n) => card(n, visit(n, 'x'.repeat(24)))), linked],
  ['of 25 letters', cards((n) => card(n, visit(n, 'x'.repeat(25)))), unlinked('x'.repeat(25))],
  ['in two cards', cards((n) => card(n), 2), unlinked().slice(0, 2)],
  [
    'with another text each',
    cards((n) => card(n, visit(n, `Visit ${n}`))),
    [1, 2, 3].map((n) => `Visit ${n} ${href(n)}`),
  ],
  ['to one target', cards((n) => card(n, visit(1))), Array(3).fill(`Visit ${href(1)}`)],
  ['that are buttons', cards((n) => card(n, visit(n).replace('<a', '<a role="button"'))), linked],
  [
    'to searches',
    cards((n) => card(n, `<a href="https://e.example/search?q=${n}">Visit</a>`)),
    [1, 2, 3].map((n) => `Visit https://e.example/search?q=${n}`),
  ],
  [
    'beside a second link in as many cards, the last one',
    cards((n) => card(n, `<a href="https://copy.example/${n}">Copy</a>${visit(n)}`)),
    [1, 2, 3].flatMap((n) => [`Row ${n} ${href(n)}`, `Copy https://copy.example/${n}`]),
  ],
  ['in headings', cards((n) => `<div><h3>Row ${n}</h3><h4>${visit(n)}</h4></div>`), unlinked()],
  [
    'on a page with more linked headings of another level',
    cards((n) => card(n)) + cards((n) => `<h2>${visit(n, `Other ${n}`)}</h2>`, 4),
    [...linked, ...[1, 2, 3, 4].map((n) => `Other ${n} ${href(n)}`)],
  ],
  [
    'on a page with as many linked headings',
    cards((n) => card(n)) + cards((n) => `<div><h3>${visit(n, `Other ${n}`)}</h3></div>`),
    [...unlinked(), ...[1, 2, 3].map((n) => `Other ${n} ${href(n)}`)],
  ],
])('puts the links of cards into their titles: %s', (_, html, expected) => {
  expect(linksIn(html)).toEqual(expected);
});

test('puts the link that most cards have into their titles', () => {
  const translate = (n: number): string => `<a href="https://translate.example/${n}">Translate this page</a>`;
  const titles = linksIn(cards((n) => card(n, visit(n) + (n > 1 ? translate(n) : '')), 4)).filter((link) =>
    link.startsWith('Row'),
  );
  expect(titles).toEqual([1, 2, 3, 4].map((n) => `Row ${n} ${href(n)}`));
});
