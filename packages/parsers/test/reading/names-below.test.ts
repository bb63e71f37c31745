import { describe, expect, test } from 'vitest';
import type { Element } from '../../src/html/tree.js';
import { parseAlphaSearch, parseBetaSearch } from '../../src/index.js';
import { linesOf } from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { sharedLabelTest, siteNamesBelow } from '../../src/reading/names-below.js';

const row = (host: string, below: string) => ({
  host,
  below: linesOf(parseHtmlPage(`<body>${below}</body>`).elements.find(({ name }) => name === 'body') as Element),
});
const names = (...rows: ReturnType<typeof row>[]) => siteNamesBelow(rows).map((line) => line?.text);
const pear = row('pear.example', '<p>Pear</p>');
const plum = row('plum.example', '<p>Plum</p>');

describe('names of sites below excerpts', () => {
  test('are the first short texts, if two and a third are parts of their hosts', () => {
    const other = row('example.org', '<p>The Fruit Times</p>');
    expect(names(pear, plum, other)).toEqual(['Pear', 'Plum', 'The Fruit Times']);
    expect(names(pear, plum, other, other, other, other)).toHaveLength(6);
    expect(names(pear, plum, other, other, other, other)[2]).toBe('The Fruit Times');
    expect(names(pear, plum, other, other, other, other, other)[0]).toBeUndefined();
    expect(names(pear, other)).toEqual([undefined, undefined]);
    expect(names()).toEqual([]);
  });

  test.each<[string, string, string | undefined]>([
    ['a link', '<a href="/x">More</a><p>A name</p>', 'A name'],
    ['a long text', `<p>${'x'.repeat(61)}</p><p>A name</p>`, 'A name'],
    ['a number', '<p>4.5</p><p>A name</p>', 'A name'],
    ['a date', '<p>2 May 2024</p><p>A name</p>', 'A name'],
    ['a running time', '<p>12:30</p><p>A name</p>', 'A name'],
    ['an address of another site', '<p>plum.example/a</p><p>A name</p>', 'A name'],
    ['a breadcrumb', '<p>Fruit › Pears</p><p>A name</p>', 'A name'],
    ['nothing else', '<a href="/x">More</a>', undefined],
  ])('are not %s', (_, below, expected) => {
    expect(names(pear, plum, row('www.fruit.example', below))).toEqual(['Pear', 'Plum', expected]);
  });

  test.each([
    ['www.nik.gov.pl', 'Najwyższa Izba Kontroli'],
    ['gazetawroclawska.pl', 'Gazeta Wrocławska'],
    ['repository.example.edu', 'Repository of the University'],
  ])('resemble the host %s: %s', (host, name) => {
    expect(names(pear, row(host, `<p>146 pages</p><p>${name}</p>`), row('a.test', '<p>12 pages</p>'))).toEqual([
      'Pear',
      name,
      undefined,
    ]);
  });

  test('may be the domain without the rest of the host', () => {
    expect(names(pear, plum, row('www.fruit.example', '<p>fruit.example</p>'))[2]).toBe('fruit.example');
  });
});

const text = 'An excerpt that is long enough to be told from names.';
const sites = [
  { host: 'pear.example', source: 'Pear' },
  { host: 'plum.example', source: 'Plum' },
  { host: 'fruit.example', source: 'The Sour Cherry' },
];

test('are read on pages of Google', () => {
  const rows = sites.map(
    ({ host, source }) =>
      `<div><a href="https://${host}/"><h3>Row of ${host}</h3></a><cite>${host}</cite><p>${text}</p><p>${source}</p></div>`,
  );
  const page = `<title>tea - Google Search</title><div id="search"><div id="rso">${rows.join('')}</div></div>`;
  expect(parseAlphaSearch(page).organic_results.map(({ source }) => source)).toEqual(sites.map(({ source }) => source));
});

test('are read on pages of Bing', () => {
  const rows = sites.map(
    ({ host, source }) =>
      `<li><cite>${host}</cite><h2><a href="https://${host}/">Row of ${host}</a></h2><p>${text}</p><div>${source}</div></li>`,
  );
  const page = `<title>tea - Search</title><ol id="b_results">${rows.join('')}</ol>`;
  expect(parseBetaSearch(page).organic_results.map(({ source }) => source)).toEqual(sites.map(({ source }) => source));
});

test.each<[string, string, string]>([
  ['below the title', '<h2>TITLE</h2><div>The Sour Cherry</div><cite>fruit.example</cite>', 'The Sour Cherry'],
  [
    'in the line of the address',
    '<h2>TITLE</h2><div>The Sour Cherry · <cite>fruit.example</cite></div>',
    'The Sour Cherry',
  ],
  [
    'above the address, beside the title',
    '<div>The Sour Cherry</div><cite>fruit.example</cite><h2>TITLE</h2>',
    'The Sour Cherry',
  ],
  [
    'not in a link to another page',
    '<h2>TITLE</h2><a href="/x">Translate</a> <cite>fruit.example</cite>',
    'fruit.example',
  ],
  ['not a date', '<h2>TITLE</h2><div>2 May 2024</div><cite>fruit.example</cite>', 'fruit.example'],
])('are read on pages of Bing %s', (_, head, source) => {
  const link = '<a href="https://fruit.example/">Fruit</a>';
  const row = `<li>${head.replace('TITLE', link)}<p>${text}</p></li>`;
  const page = `<title>tea - Search</title><ol id="b_results">${row}${row.replaceAll('Fruit', 'Other')}</ol>`;
  expect(parseBetaSearch(page).organic_results[0]).toMatchObject({ source, snippet: text });
});

test('labels that rows of three sites share are not names', () => {
  const hosts = ['pear.example', 'plum.example', 'fruit.example', 'fruit.example'];
  const shown = (...names: string[]) => {
    const texts = names.map((name) => [name]);
    return names.filter((name) => !sharedLabelTest(texts, hosts)(name));
  };
  expect(shown('Verified', 'Verified', 'Verified', 'Fruit')).toEqual(['Fruit']);
  expect(shown('Verified', 'Verified', 'Fruit', 'Fruit')).toEqual(['Verified', 'Verified', 'Fruit', 'Fruit']);
  expect(shown('Plum', 'Plum', 'Plum', 'Plum')).toEqual(['Plum', 'Plum', 'Plum', 'Plum']);
  expect(shown('EX', 'EX', 'EX', 'Fruit')).toEqual(['Fruit']);
  expect(shown('Result 1 of 9', 'Result 2 of 9', 'Result 3 of 9', 'Channel 4')).toEqual(['Channel 4']);
  expect(shown('2 May 2024', '2 May 2024', '2 May 2024', 'Fruit')).toContain('2 May 2024');
});

test.each([
  ['Google', parseAlphaSearch, '<title>tea - Google Search</title><div id="search"><div id="rso">ROWS</div></div>'],
  ['Bing', parseBetaSearch, '<title>tea - Search</title><div id="b_results">ROWS</div>'],
])('labels above titles are not read as names on pages of %s', (_, parse, page) => {
  const rows = sites.map(
    ({ host }) =>
      `<div><p>Verified</p><h3><a href="https://${host}/">Row of ${host}</a></h3><cite>${host}</cite><p>${text}</p></div>`,
  );
  const { organic_results } = parse(
    page.replace('ROWS', rows.join('').replaceAll('<p>V', '<div>V').replaceAll('d</p>', 'd</div>')),
  );
  expect(organic_results.map(({ source }) => source)).toEqual(sites.map(({ host }) => host));
});
