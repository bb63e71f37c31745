import { describe, expect, test } from 'vitest';
import { type OrganicResult, parseGammaSearch } from '../../src/index.js';
import { type Parts, partsOf, rowsOf } from '../support/gamma-rows.js';

const head = ({ href, name, cite, title }: Parts): string =>
  `<a href="${href}"><div>${name}</div>${cite}<div>${title}</div></a>`;

function read(row: (parts: Parts) => string): OrganicResult[] {
  const rows = [1, 2, 3].map((number) => `<div><div>${row(partsOf(number))}</div></div>`);
  return rowsOf(rows.join(''));
}

const expected = [1, 2, 3].map((number) => {
  const { href, name, title, text } = partsOf(number);
  return { link: href, source: name, displayed_link: `site${number}.example › a`, title, snippet: text };
});

test.each<[string, (parts: Parts) => string]>([
  ['a title in two lines', (parts) => `${head({ ...parts, title: twoLines(parts.title) })}<p>${parts.text}</p>`],
  [
    'a title in two boxes',
    (parts) =>
      `${head({ ...parts, title: parts.title.replace(/(.*) of (.*)/, '<div>$1</div><div>of $2</div>') })}<p>${parts.text}</p>`,
  ],
  [
    'a break in the title',
    (parts) => `${head({ ...parts, title: parts.title.replace(' of', '<br>of') })}<p>${parts.text}</p>`,
  ],
  [
    'a link to a translation',
    (parts) => `${head(parts)}<a href="${translated(parts)}">Translate this</a> <p>${parts.text}</p>`,
  ],
  [
    'a link to a copy',
    (parts) => `${head(parts)}<a href="https://copies.example/1/${parts.href}">Copy</a><p>${parts.text}</p>`,
  ],
  [
    'links to more of the same search',
    (parts) => `${head(parts)}<div><a href="/search?q=a">a</a> <a href="/search?q=b">b</a></div><p>${parts.text}</p>`,
  ],
  ['a heading of the text', (parts) => `${head(parts)}<h4>Overview</h4><p>${parts.text}</p>`],
  ['a letter in place of an icon', (parts) => `${head({ ...parts, name: icon + parts.name })}<p>${parts.text}</p>`],
  [
    'a quoted text in the link',
    (parts) => `${head({ ...parts, href: `${parts.href}#:~:text=of%20row` })}<p>${parts.text}</p>`,
  ],
  ['soft hyphens', (parts) => `${head(parts)}<p>${parts.text.replace('enough', 'eno\u00adugh')}</p>`],
])('reads rows with %s', (_, row) => {
  expect(read(row)).toMatchObject(expected);
});

test.each<[string, (parts: Parts) => string]>([
  ['in lines of their own', ({ name, cite }) => `<div>${name}</div><div>${cite}</div>`],
  ['in one line', ({ name, cite }) => `<div><span>${name}</span> · ${cite}</div>`],
])('reads rows with name and address between title and excerpt, %s', (_, site) => {
  const row = (parts: Parts): string =>
    `<h3><a href="${parts.href}">${parts.title}</a></h3>${site(parts)}<p>${parts.text}</p>`;
  expect(read(row)).toMatchObject(expected);
});

const twoLines = (title: string): string =>
  title.replace(/(.*) of (.*)/, '<span style="display:block">$1</span><span style="display:block">of $2</span>');
const translated = ({ href }: Parts): string => `https://translate.example/?u=${encodeURIComponent(href)}`;
const icon = '<span aria-hidden="true"><b>S</b></span>';

describe('without marked addresses', () => {
  test('reads addresses by how they are written', () => {
    const rows = read(
      (parts) => `${head({ ...parts, cite: `<div>${parts.cite.slice(6, -7)}</div>` })}<p>${parts.text}</p>`,
    );
    expect(rows).toMatchObject(expected);
  });

  test('reads addresses outside links beside a link that holds its address', () => {
    const row = ({ href, name, cite, title, text }: Parts): string =>
      `<div><a href="${href}">${title}</a></div><div>${name}</div><div>${cite.slice(6, -7)}</div><p>${text}</p>`;
    const other = '<div><a href="https://other.example/b"><div>Other</div><div>other.example › b</div></a></div>';
    const rows = rowsOf([1, 2, 3].map((number) => `<div>${row(partsOf(number))}</div>`).join('') + other);
    expect(rows.slice(0, 3)).toMatchObject(expected);
  });

  test('reads the first link of each item with a text below, if no row shows an address', () => {
    const rows = read((parts) => {
      const below = `<div><a href="${parts.href}/b">Part b</a><a href="${parts.href}/c">Part c</a></div>`;
      return `${head({ ...parts, cite: '' })}<p>${parts.text}</p>${below}`;
    });
    expect(rows).toMatchObject(expected.map((row) => ({ ...row, displayed_link: '' })));
  });

  test('reads no links without a text below as rows', () => {
    expect(() => read(({ href, title }) => `<a href="${href}">${title}</a>`)).toThrow();
  });

  test('reads a single row of a block that names its kind', () => {
    const { href, title, text } = partsOf(1);
    const row = `<div data-type="web"><a href="${href}">${title}</a><p>${text}</p></div>`;
    expect(parseGammaSearch(row).organic_results).toMatchObject([{ link: href, title, snippet: text }]);
  });
});
