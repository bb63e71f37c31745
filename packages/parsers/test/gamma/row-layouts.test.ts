import { expect, test } from 'vitest';
import { type OrganicResult, parseGammaSearch } from '../../src/index.js';

type Parts = Record<'link' | 'name' | 'cite' | 'title' | 'text', string>;

/** The contents of a row, independent of its markup. */
const partsOf = (number: number): Parts => ({
  link: `https://www.site${number}.example/a`,
  name: `Site ${number}`,
  cite: `<cite>site${number}.example › a</cite>`,
  title: `Row ${number} of tea`,
  text: `Text of row ${number}.`,
});

function read(layout: (parts: Parts) => string, numbers: readonly number[] = [1, 2, 3]): OrganicResult[] {
  const rows = numbers.map((number) => `<div data-type="web">${layout(partsOf(number))}</div>`);
  const page = `<title>tea - Brave Search</title><form action="/search"><input name="q" value="tea"></form><div id="results">${rows.join('')}</div>`;
  return parseGammaSearch(page).organic_results;
}

const shown = ({ title, source, displayed_link: address, snippet, link }: OrganicResult) => ({
  title,
  source,
  address,
  snippet,
  link,
});

const expected = (number: number, changed: object = {}) => ({
  title: `Row ${number} of tea`,
  source: `Site ${number}`,
  address: `site${number}.example › a`,
  snippet: `Text of row ${number}.`,
  link: `https://www.site${number}.example/a`,
  ...changed,
});

/** The same row in different nesting. The source of a layout without the site name is the host. */
const layouts: Record<string, (parts: Parts) => string> = {
  'everything in the link, the title last': ({ link, name, cite, title, text }) =>
    `<a href="${link}"><div>${name}</div>${cite}<div>${title}</div></a><p>${text}</p>`,
  'the excerpt in no element of its own, below a box': ({ link, name, cite, title, text }) =>
    `<a href="${link}"><div>${name}</div>${cite}<div>${title}</div></a>${text}<ul><li><a href="/b">More</a></li></ul>`,
  'all in the link, the name below the address': ({ link, name, cite, title, text }) =>
    `<a href="${link}">${cite}<div>${name}</div><div>${title}</div></a><p>${text}</p>`,
  'name and address in one line, a dot in between': ({ link, name, cite, title, text }) =>
    `<a href="${link}"><div><span>${name}</span> · ${cite}</div><div>${title}</div></a><p>${text}</p>`,
  'a heading in the link': ({ link, name, cite, title, text }) =>
    `<a href="${link}"><div>${name}</div>${cite}<h3>${title}</h3></a><p>${text}</p>`,
  'a heading around the link, with the name and address above it': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><div>${cite}</div><h3><a href="${link}">${title}</a></h3><p>${text}</p>`,
  'a heading around the name and the link': ({ link, name, cite, title, text }) =>
    `<h3><span style="display:block">${name}</span><a href="${link}">${title}</a></h3><div>${cite}</div><p>${text}</p>`,
  'a link around each part': ({ link, name, cite, title, text }) =>
    [`<div>${name}</div>`, cite, `<h3>${title}</h3>`].map((part) => `<a href="${link}">${part}</a>`).join('') +
    `<div>${text}</div>`,
  'a heading around the link, with the name and address in one line': ({ link, name, cite, title, text }) =>
    `<div><span>${name}</span> ${cite}</div><h3><a href="${link}">${title}</a></h3><p>${text}</p>`,
  'the name, the heading and the address': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><h3><a href="${link}">${title}</a></h3><div>${cite}</div><p>${text}</p>`,
  'a heading that is not a link, and a link without text': ({ link, name, cite, title, text }) =>
    `<a href="${link}"></a><div>${name}</div><div>${cite}</div><h3>${title}</h3><p>${text}</p>`,
  'the name and title in the link, with the address below it': ({ link, name, cite, title, text }) =>
    `<a href="${link}"><div>${name}</div><div>${title}</div></a><div>${cite}</div><p>${text}</p>`,
  'only the title in the link': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><div>${cite}</div><a href="${link}">${title}</a><p>${text}</p>`,
  'only the title in the link, with the address and text below it': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><a href="${link}">${title}</a><div>${cite}</div><p>${text}</p>`,
  'a link without text over the name, address, title and text': ({ link, name, cite, title, text }) =>
    `<a href="${link}"><img alt=""></a><div>${name}</div><div>${cite}</div><div>${title}</div><p>${text}</p>`,
  'a button before the title': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><div>${cite}</div><div role="button">Save</div><h3><a href="${link}">${title}</a></h3><p>${text}</p>`,
  'a date before the title': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><div>${cite}</div><div>3 days ago</div><h3><a href="${link}">${title}</a></h3><p>${text}</p>`,
  'a long remark before the title': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><div>${cite}</div><div>${'Remark '.repeat(9)}</div><h3><a href="${link}">${title}</a></h3><p>${text}</p>`,
  'the name before the title in one line': ({ link, name, cite, title, text }) =>
    `<div>${cite}</div><div><span>${name}</span> <h3 style="display:inline"><a href="${link}">${title}</a></h3></div><p>${text}</p>`,
  'bare text after the heading': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><div>${cite}</div><div><h3><a href="${link}">${title}</a></h3>${text}</div>`,
  'a heading in two lines': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><div>${cite}</div><h3><a href="${link}">${title.replace(' of ', '<br>of ')}</a></h3><p>${text}</p>`,
  'an empty heading before that of the title': ({ link, name, cite, title, text }) =>
    `<h2><img alt=""></h2><div>${name}</div><div>${cite}</div><h3><a href="${link}">${title}</a></h3><p>${text}</p>`,
  'an empty heading, a link without text, and the title as a heading': ({ link, name, cite, title, text }) =>
    `<a href="${link}"></a><h2><img alt=""></h2><div>${name}</div><div>${cite}</div><h3>${title}</h3><p>${text}</p>`,
  'a heading with another link before that of the title': ({ link, name, cite, title, text }) =>
    `<h2><a href="/search?q=topic">Topic</a></h2><div>${name}</div><div>${cite}</div><h3><a href="${link}">${title}</a></h3><p>${text}</p>`,
  'the address in a heading of its own': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><h4>${cite}</h4><h3><a href="${link}">${title}</a></h3><p>${text}</p>`,
  'a link to the same page below the text': ({ link, name, cite, title, text }) =>
    `<div>${name}</div><div>${cite}</div><h3><a href="${link}">${title}</a></h3><p>${text} <a href="${link}">More</a></p>`,
};

test.each(Object.entries(layouts))('reads a row with %s', (_, layout) => {
  expect(read(layout).map(shown)).toEqual([1, 2, 3].map((number) => expected(number)));
});

/** Until 2025 the title preceded the address, and often only the order distinguished it from the site name. */
test.each<[string, (parts: Parts) => string, object]>([
  [
    'the title before the address in the link',
    ({ link, cite, title, text }) => `<a href="${link}"><div>${title}</div>${cite}</a><p>${text}</p>`,
    { source: 'site1.example' },
  ],
  [
    'a heading in the link, with a remark and the address below it',
    ({ link, cite, title, text }) => `<a href="${link}"><h3>${title}</h3><div>A remark</div>${cite}</a><p>${text}</p>`,
    { source: 'site1.example' },
  ],
  [
    'the name and title before the address in the link',
    ({ link, name, cite, title, text }) =>
      `<a href="${link}"><div>${name}</div><div>${title}</div>${cite}</a><p>${text}</p>`,
    {},
  ],
  [
    'the name and title in two lines of the link, with the address outside',
    ({ link, name, cite, title }) => `<a href="${link}"><div>${name}</div><div>${title}</div></a>${cite}`,
    { snippet: '' },
  ],
  [
    'a link without text over the title, text and address',
    ({ link, cite, title, text }) => `<a href="${link}"></a><div>${title}</div><p>${text}</p><div>${cite}</div>`,
    { source: 'site1.example' },
  ],
  [
    'a link without text over the name, title, text and address',
    ({ link, name, cite, title, text }) =>
      `<a href="${link}"></a><div>${name}</div><div>${title}</div><p>${text}</p><div>${cite}</div>`,
    {},
  ],
  [
    'a link without text over the title, address and text',
    ({ link, cite, title, text }) => `<a href="${link}"></a><div>${title}</div><div>${cite}</div><p>${text}</p>`,
    { source: 'site1.example' },
  ],
])('reads a row with %s', (_, layout, changed) => {
  expect(shown(read(layout)[0]!)).toEqual(expected(1, changed));
});

test.each([
  ['of 60 letters as the source', 'S'.repeat(60), 'S'.repeat(60)],
  ['of 61 letters as no source', 'S'.repeat(61), 'site1.example'],
  ['with a date as no source', '3 days ago', 'site1.example'],
])('reads a line above the heading %s', (_, name, source) => {
  const [row] = read(
    ({ link, cite, title, text }) =>
      `<div>${name}</div><div>${cite}</div><h3><a href="${link}">${title}</a></h3><p>${text}</p>`,
  );
  expect(row?.source).toBe(source);
});

test.each([
  ['as no snippet if it starts with the title', 'Row 1 of tea, a picture', ''],
  [
    'as the snippet if it is a sentence',
    `Text of ${'words '.repeat(9)}of a row.`,
    `Text of ${'words '.repeat(9)}of a row.`,
  ],
])('reads a linked line below the title %s', (_, text, snippet) => {
  const [row] = read(
    ({ link, name, cite, title }) =>
      `<div>${name}</div><div>${cite}</div><h3><a href="${link}">${title}</a></h3><p><a href="${link}">${text}</a></p>`,
  );
  expect(row?.snippet).toBe(snippet);
});

test('does not read text after a link to another site as the snippet', () => {
  const [row] = read(
    ({ link, cite, title, text }) =>
      `<div>${cite}</div><h3><a href="${link}">${title}</a></h3><p><a href="https://a.example/">Sub</a></p><p>${text}</p>`,
  );
  expect(row?.snippet).toBe('');
});

test('drops a row without a title and reports the reason', () => {
  const page = (data: string) => `<title>tea - Brave Search</title><div id="results">
    <div data-type="web"><a href="https://a.example/"><cite>a.example</cite></a></div>
    <div data-type="web"><a href="https://b.example/"><cite>b.example</cite><div>Row b</div></a><p>Text of b.</p></div></div>
    <script>kit.start(app, element, {data:[{data:{body:{response:{web:{results:[${data}]}}}}}]})</script>`;
  const read = (data: string) => parseGammaSearch(page(data), { diagnostics: true });
  const without = read('');
  expect(without.organic_results.map(({ title }) => title)).toEqual(['Row b']);
  expect(without.diagnostics?.dropped).toEqual([expect.objectContaining({ reason: 'untitled' })]);
  const known = read('{url:"https://a.example/",title:"Row <b>a</b>",description:"On <strong>tea</strong>"}');
  expect(known.organic_results[0]).toMatchObject({
    title: 'Row a',
    source: 'a.example',
    snippet: 'On tea',
    snippet_matched: ['tea'],
  });
  const sources = known.diagnostics?.fields.filter(({ row, field }) => row === 1 && field !== 'link');
  expect(sources?.map(({ field, reader }) => `${field} ${reader}`)).toEqual(
    expect.arrayContaining(['title data', 'source host', 'snippet data', 'snippet_matched data']),
  );
});

test('recognises rows by their data-type if the page does not name the engine', () => {
  const rows = ['a', 'b'].map(
    (site) =>
      `<div><a href="https://${site}.example/"><div>${site}</div><cite>${site}.example</cite><div>Row ${site}</div></a><p>Text of ${site}.</p></div>`,
  );
  const read = (html: string) => parseGammaSearch(html).organic_results.map(({ title }) => title);
  const named = rows.map((row) => row.replace('<div>', '<div data-type="web">'));
  expect(read(named.join(''))).toEqual(['Row a', 'Row b']);
  expect(read(`<title>tea - Brave Search</title>${rows.join('')}`)).toEqual(['Row a', 'Row b']);
  expect(read(`<div id="results">${named[0]}${rows[1]}</div>`)).toEqual(['Row a']);
  expect(() => read(rows.join(''))).toThrow();
});

test('reads rows without a common element up to the next row', () => {
  const flat = (number: number): string =>
    `<p><a href="https://site${number}.example/a"><cite>site${number}.example › a</cite><b>Row ${number} of tea</b></a></p><p>Text of row ${number}, which is long enough for an excerpt.</p>`;
  const page = `<title>tea - Brave Search</title><form action="/search"><input name="q" value="tea"></form><div id="results">${[1, 2, 3].map((number) => `<div>${flat(number)}</div>`).join('')}</div>`;
  const rows = parseGammaSearch(page).organic_results;
  expect(rows.map(({ snippet }) => snippet)).toEqual(
    [1, 2, 3].map((number) => `Text of row ${number}, which is long enough for an excerpt.`),
  );
});

test('takes the first visible heading that is not the address as the title', () => {
  const address = ({ link, cite }: Parts): string => `<a href="${link}"><h4>${cite}</h4></a>`;
  const rows = read(
    (parts) =>
      `<div>${address(parts)}</div><h3></h3><h3 hidden>Hidden</h3><h3><a href="${parts.link}">${parts.title}</a></h3><p>${parts.text}</p>`,
  );
  expect(rows.map(({ title }) => title)).toEqual([1, 2, 3].map((number) => `Row ${number} of tea`));
});

test('reads the title of a row whose only link is its address', () => {
  const rows = read(
    ({ link, cite, title, text }) => `<div><a href="${link}">${cite}</a></div><h3>${title}</h3><p>${text}</p>`,
  );
  expect(rows.map(({ title, link }) => [title, link])).toEqual(
    [1, 2, 3].map((number) => [`Row ${number} of tea`, `https://www.site${number}.example/a`]),
  );
});

test('reads an excerpt that follows the link without a break, but no short note', () => {
  const text = 'A text that says something of the row and is long enough for it.';
  const read1 = (words: string): string[] =>
    read(({ link, title, cite }) => `<a href="${link}"><div>${title}</div>${cite}</a>${words}`).map(
      (row) => row.snippet,
    );
  expect(read1(text)).toEqual([text, text, text]);
  expect(read1(`<span>${text}</span><p>Other</p>`)).toEqual([text, text, text]);
  expect(read1('PDF<p>Text.</p>')).toEqual(['Text.', 'Text.', 'Text.']);
});
