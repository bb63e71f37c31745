import { describe, expect, test } from 'vitest';
import { parseBetaSearch } from '../../src/index.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

const text = (number: number): string => `The text of row ${number} is long enough for an excerpt.`;
const href = (number: number): string => `https://site${number}.example/`;
const title = (number: number): string => `<h2><a href="${href(number)}">Row ${number}</a></h2>`;
const excerpt = (number: number): string => `<p>${text(number)}</p>`;
const cite = (number: number): string => `<cite>site${number}.example</cite>`;
const address = (number: number): string => `<div>${cite(number)}</div>`;
const name = (number: number): string => `<div>Site ${number}</div>`;

/** The texts of the boxes that are added to a list, without the part that all rows have. */
const boxesIn = (html: string, tag = 'main'): string[] => {
  const { elements } = parseHtmlPage(`<body><${tag} id="list">${html}</${tag}></body>`);
  const list = elements.find((element) => element.attribute('id') === 'list')!;
  return list.children
    .filter((child) => child.type !== 'text' && child.name === 'div' && child.attributes.length === 0)
    .map((box) => textOf(box).replaceAll(/The text of row (\d) is long enough for an excerpt\./g, 'Text $1'));
};
const rows = (row: (number: number) => string, count = 3): string =>
  Array.from({ length: count }, (_, index) => row(index + 1)).join('');
const numbered = (row: (number: number) => string): string[] => [1, 2, 3].map(row);

describe('puts the parts of rows side by side in a box for each row', () => {
  test.each<[string, (number: number) => string, (number: number) => string]>([
    ['title, excerpt', (n) => title(n) + excerpt(n), (n) => `Row ${n} Text ${n}`],
    [
      'a link without a heading',
      (n) => `<p><a href="${href(n)}">Row ${n}</a></p>${excerpt(n)}`,
      (n) => `Row ${n} Text ${n}`,
    ],
    ['title, address, excerpt', (n) => title(n) + cite(n) + excerpt(n), (n) => `Row ${n} site${n}.example Text ${n}`],
    [
      'title, excerpt, address',
      (n) => title(n) + excerpt(n) + address(n),
      (n) => `Row ${n} Text ${n} site${n}.example`,
    ],
    [
      'address, title, excerpt',
      (n) => address(n) + title(n) + excerpt(n),
      (n) => `site${n}.example Row ${n} Text ${n}`,
    ],
    [
      'name, address, title, excerpt',
      (n) => `${name(n)}\n${address(n)}\n${title(n)}\n${excerpt(n)}`,
      (n) => `Site ${n} site${n}.example Row ${n} Text ${n}`,
    ],
    [
      'an address without a mark',
      (n) => `<div>site${n}.example</div>${title(n)}${excerpt(n)}`,
      (n) => `site${n}.example Row ${n} Text ${n}`,
    ],
    [
      'an address with the link of the title',
      (n) => `<div><a href="${href(n)}">${cite(n)}</a></div>${title(n)}${excerpt(n)}`,
      (n) => `site${n}.example Row ${n} Text ${n}`,
    ],
    [
      'an address with another link to the target',
      (n) => `<div><a href="${href(n)}?from=1">${cite(n)}</a></div>${title(n)}${excerpt(n)}`,
      (n) => `site${n}.example Row ${n} Text ${n}`,
    ],
    ['text in no element', (n) => `${title(n)}${text(n)}`, (n) => `Row ${n} Text ${n}`],
  ])('%s', (_, row, expected) => {
    expect(boxesIn(rows(row))).toEqual(numbered(expected));
  });

  test('and leaves out parts with headings of their own, and titles without an excerpt', () => {
    const block = '<section><h3>Images</h3></section>';
    expect(boxesIn(`${rows((n) => title(n) + excerpt(n))}${block}<footer>End</footer>`)).toEqual(
      numbered((n) => `Row ${n} Text ${n}`),
    );
    expect(boxesIn(rows((n) => title(n) + (n === 2 ? '' : excerpt(n)), 4))).toEqual(
      [1, 3, 4].map((n) => `Row ${n} Text ${n}`),
    );
  });
});

test.each<[string, string, string?]>([
  ['two rows', rows((n) => title(n) + excerpt(n), 2)],
  ['rows in elements of their own', rows((n) => `<section>${title(n)}${excerpt(n)}</section>`)],
  ['titles alone', rows(title)],
  ['three excerpts for ten titles', rows((n) => title(n) + (n > 7 ? excerpt(n) : ''), 10)],
  ['short texts', rows((n) => `${title(n)}<p>Text ${n}</p>`)],
  [
    'rows with short and with long texts',
    rows((n) => `<section>${title(n)}<p>Text</p></section><section>${title(n + 3)}${excerpt(n)}</section>`),
  ],
  [
    'rows without headings, with short and with long texts',
    rows((n) => `<p><a href="${href(n)}">Row ${n}</a></p><p><a href="${href(n + 3)}">Row</a> ${text(n)}</p>`),
  ],
  ['links to pages of the engine', rows((n) => `<h2><a href="/search?q=${n}">Row ${n}</a></h2>${excerpt(n)}`)],
  ['links without text', rows((n) => `<h2><a href="${href(n)}"></a></h2>${excerpt(n)}`)],
  ['links in a sentence', rows((n) => `${text(n)} <a href="${href(n)}">Row ${n}</a> `)],
  ['links at the start of a sentence', `Words ${rows((n) => `<a href="${href(n)}">Row ${n}</a> ${text(n)} `)}`],
])('leaves the page as it is: %s', (_, html) => {
  expect(boxesIn(html)).toEqual([]);
});

test('leaves the rows of a table as they are', () => {
  const cells = rows((n) => `<tr><td>${title(n)}</td></tr><tr><td>${excerpt(n)}</td></tr>`);
  const { elements } = parseHtmlPage(`<table>${cells}</table>`);
  expect(elements.filter(({ name: tag }) => tag === 'div')).toEqual([]);
});

test('reads rows whose parts are items of one list', () => {
  const parts = rows((n) => `${name(n)}<div>${cite(n)}</div>${title(n)}<div>${excerpt(n)}</div>`);
  const { organic_results } = parseBetaSearch(`<title>tea - Search</title><main id="b_results">${parts}</main>`);
  expect(organic_results).toMatchObject(
    [1, 2, 3].map((n) => ({ title: `Row ${n}`, displayed_link: `site${n}.example`, snippet: text(n) })),
  );
});
