import { describe, expect, test } from 'vitest';
import { parseBetaSearch } from '../../src/index.js';

const text = 'A text that says something of the row and is long enough for it.';
const a = (site: string, inside: string, more = ''): string =>
  `<a href="https://${site}.example/"${more}>${inside}</a>`;
const below = (site: string): string => `<div><cite>${site}.example</cite></div><p>${text}</p>`;
const row = (site: string, heading = 'h2'): string =>
  `<${heading}>${a(site, `Row ${site}`)}</${heading}>${below(site)}`;
/** A row whose title is not a heading. */
const plain = (site: string): string => `<div>${a(site, `Row ${site}`)}</div>${below(site)}`;
const items = (...inside: string[]): string => inside.map((item) => `<li>${item}</li>`).join('');

const read = (list: string) =>
  parseBetaSearch(`<title>tea - Search</title><ol id="b_results">${list}</ol>`, { diagnostics: true });
const titles = (list: string): string[] => read(list).organic_results.map(({ title }) => title);
const reasons = (list: string) => read(list).diagnostics?.dropped.map(({ reason }) => reason);

describe('items of the list', () => {
  const entry = (site: string): string => `<li><h3>${a(site, `Part ${site}`)}</h3></li>`;
  const question = (site: string): string => `<div>Words</div><ul>${entry(site)}<li>More</li></ul>`;

  test.each<[string, string, string[]]>([
    ['a single box beside a list of other things', `<div>${row('a')}</div><ul><li>x</li></ul>`, ['a']],
    ['boxes without headings', `<div>${plain('a')}</div><div>${plain('b')}</div>`, ['a', 'b']],
    ['rows with and without headings', items(row('a'), row('b'), plain('c'), plain('d'), plain('e')), [...'abcde']],
    [
      'rows with a linked name above the heading, and others without headings',
      items(...['a', 'b'].map((site) => `<div>${a(site, 'Name')}</div>${row(site)}`), ...['c', 'd', 'e'].map(plain)),
      [...'abcde'],
    ],
    [
      'rows without headings above lists of one headed link',
      items(...['a', 'b', 'c'].map((site) => `${plain(site)}<ul>${entry(site)}</ul>`)),
      [...'abc'],
    ],
    [
      'boxes with headings above lists of several',
      ['a', 'b', 'c', 'd']
        .map((site) => `<div>${row(site)}<ul>${entry('x')}${entry('y')}${entry('z')}</ul></div>`)
        .join(''),
      [...'abcd'],
    ],
    [
      'lists of rows in items',
      ['ab', 'cde'].map((group) => `<li><ol>${items(...[...group].map((site) => row(site)))}</ol></li>`).join(''),
      [...'abcde'],
    ],
    [
      'lists of rows in items, one beside another row',
      `${items(row('a'))}<li><div><ul>${items(row('b'), `${row('c')}<ul>${entry('x')}${entry('y')}</ul>`)}</ul></div></li>`,
      [...'abc'],
    ],
    ['one list item in a box', `<div><li>${row('a')}</li></div>`, ['a']],
    ['rows with headings, not as many other boxes', items(row('a'), row('b'), plain('c'), plain('d')), ['a', 'b']],
    ['an item with another role', `<li role="listitem">${row('a')}</li>${items(row('b'))}`, ['a', 'b']],
    ['not linked headings in lists of several', items(row('a'), ...['b', 'c', 'd'].map(question)), ['a']],
    [
      'lists of one around the titles',
      items(...['a', 'b'].map((site) => `<ul><li>${row(site)}</li></ul>`)),
      ['a', 'b'],
    ],
    [
      'lists of one around headings, above links to parts of the page',
      items(
        ...['a', 'b', 'c'].map(
          (site) => `<ul><li><h2>${a(site, `Row ${site}`)}</h2></li></ul>${below(site)}<div>${a(site, 'Part')}</div>`,
        ),
      ),
      [...'abc'],
    ],
    [
      'lists around the whole items',
      items(...['a', 'b'].map((site) => `<ul><li>${row(site)}</li><li></li></ul>`)),
      ['a', 'b'],
    ],
    ['lists in boxes', `<div><ul>${items(row('a'))}</ul></div><div><ul>${items(row('b'))}</ul></div>`, ['a', 'b']],
    [
      'a list that continues the first one',
      `${items(row('a'), row('b'))}</ol><ol>${items(row('c'), row('d'))}`,
      ['a', 'b', 'c', 'd'],
    ],
    ['not a list of something else beside it', `${items(row('a'), row('b'))}</ol><ol>${entry('c')}`, ['a', 'b']],
  ])('are %s', (_, list, expected) => {
    expect(titles(list)).toEqual(expected.map((site) => `Row ${site}`));
  });
});

describe('the title of an item without headings', () => {
  test.each<[string, string]>([
    ['the first link to another site', plain('a')],
    ['not a link to another search', `<a href="/search?q=x">More</a>${plain('a')}`],
    ['not a link without text', `${a('x', '<img>')}${plain('a')}`],
    ['not a hidden link', `<div hidden>${a('x', 'Hidden')}</div>${plain('a')}`],
    ['not a link in a list', `<ul><li>${a('x', 'Part')}</li></ul>${plain('a')}`],
    ['not a linked address', `<div>${a('a', 'a.example')}</div>${plain('a')}`],
    ['not a linked address with a name', `<div>${a('a', '<div>Site</div><div>a.example</div>')}</div>${plain('a')}`],
    ['not a menu', `<a href="#">Menu</a><a href="javascript:void(0)">Save</a>${plain('a')}`],
    [
      'not what a link to another search is named by',
      `<a href="/search?q=x" aria-label="Other"></a><b>Other</b>${plain('a')}`,
    ],
    [
      'not what a link in a list is named by',
      `<ul><li>${a('x', '', ' aria-label="Other"')}</li></ul><b>Other</b>${plain('a')}`,
    ],
    ['not named by a text of another item', `${a('x', '', ' aria-labelledby="other"')}${plain('a')}`],
    ['not named by an empty element', `${a('x', '', ' aria-labelledby="none"')}<b id="none"></b>${plain('a')}`],
    ['not named by a label that is not shown', `${a('x', '', ' aria-label="Other"')}${plain('a')}`],
  ])('is %s', (_, item) => {
    expect(titles(`${items(item, plain('b'))}<li id="other">Something else</li>`)).toEqual(['Row a', 'Row b']);
  });

  const inCard = (site: string, ...parts: string[]): string =>
    a(site, parts.map((part) => `<div>${part}</div>`).join(''));

  test.each<[string, (site: string) => string[]]>([
    ['below name and address', (site) => ['Name', `<cite>${site}.example</cite>`, `Row ${site}`, text]],
    ['below the address', (site) => [`${site}.example`, `Row ${site}`, text]],
    ['above the address', (site) => [`Row ${site}`, `https://${site}.example/`, text.repeat(2)]],
  ])('in a link around the whole row is %s', (_, parts) => {
    const [first, second] = read(items(...['a', 'b'].map((site) => inCard(site, ...parts(site))))).organic_results;
    expect([first?.title, second?.title]).toEqual(['Row a', 'Row b']);
    expect(first?.displayed_link).toContain('a.example');
    expect(first?.snippet).toContain(text);
  });

  test('needs an address in the item', () => {
    const unaddressed = `<div>${a('a', 'Row a')}</div><p>${text}</p>`;
    expect(titles(items(unaddressed, plain('b'), plain('c')))).toEqual(['Row b', 'Row c']);
  });
});

describe('the link of a heading', () => {
  test.each<[string, string, string]>([
    ['the one with text', `<h2>${a('x', '<img>')}${a('a', 'Row a')}</h2>`, 'https://a.example/'],
    ['around it', a('a', '<h2>Row a</h2>'), 'https://a.example/'],
    ['an image beside the text', `<h2>${a('a', '<img>')}Row a</h2>`, 'https://a.example/'],
  ])('is %s', (_, title, link) => {
    const [first] = read(items(`${title}${below('a')}`, row('b'))).organic_results;
    expect(first).toMatchObject({ title: 'Row a', link });
  });

  test.each([
    ['<a><h2>Words</h2></a>', 'no heading with a link'],
    ['<a href="#"><h2>Words</h2></a>', 'no heading with a link'],
    ['<h2><a href="javascript:void(0)">Words</a></h2>', 'no heading with a link'],
    ['<h2>Words</h2>', 'no heading with a link'],
    ['<h2><a href="/images/search?q=tea">Images</a></h2>', 'leads to Bing'],
    [`<h2><a href="/images/search?q=tea">Images</a></h2><h2>${a('x', 'Source')}</h2>`, 'leads to Bing'],
    [`<h2>${a('x', 'One')}</h2><h2>${a('y', 'Two')}</h2>`, 'several headings'],
    [`<p>Forty-two.</p><h2>${a('x', 'Source')}</h2>`, 'answer'],
    [`${a('y', '<p>Forty-two.</p>')}<h2>${a('x', 'Source')}</h2>`, 'answer'],
  ])('decides why an item is not a row: %s', (item, reason) => {
    const list = items(row('a'), item, row('b'));
    expect(titles(list)).toEqual(['Row a', 'Row b']);
    expect(reasons(list)).toEqual([reason]);
  });

  test.each([
    ['in the link of the title', a('a', `<p>Site a</p><cite>a.example</cite>`)],
    ['around the address', '<p>Site a <cite>a.example</cite></p>'],
    ['that is hidden', '<p hidden>Forty-two.</p>'],
    ['without text', '<p><img></p>'],
  ])('a row may start with a paragraph %s', (_, above) => {
    expect(titles(items(`${above}<h2>${a('a', 'Row a')}</h2><p>${text}</p>`, row('b')))).toEqual(['Row a', 'Row b']);
  });

  test('a title may be a paragraph with a note', () => {
    const heading = `<p role="heading" aria-level="2">${a('a', 'Row a')} PDF</p>`;
    expect(titles(items(`${heading}${below('a')}`, row('b')))).toEqual(['Row a', 'Row b']);
  });
});

describe('the level of titles', () => {
  /** An item without an address. */
  const bare = (site: string, heading: string): string =>
    `<${heading}>${a(site, `Row ${site}`)}</${heading}><p>${text}</p>`;

  test('is that of most items', () => {
    expect(titles(items(bare('a', 'h2'), row('b', 'h5'), row('c', 'h5')))).toEqual(['Row b', 'Row c']);
    expect(titles(items(bare('a', 'h5'), row('b', 'h2'), row('c', 'h2')))).toEqual(['Row b', 'Row c']);
  });

  test('is the higher one of two', () => {
    expect(titles(items(bare('a', 'h4'), bare('b', 'h2')))).toEqual(['Row b']);
  });

  test('is another one in an item with an address and no heading of that level', () => {
    expect(titles(items(row('a'), row('b', 'h1'), row('c', 'h4'), row('d')))).toEqual([
      'Row a',
      'Row b',
      'Row c',
      'Row d',
    ]);
  });

  test('counts an item once', () => {
    const answer = ['x', 'y', 'z'].map((site) => `<h2>${a(site, site)}</h2>`).join('');
    expect(titles(items(answer, row('a', 'h3'), row('b', 'h3')))).toEqual(['Row a', 'Row b']);
  });
});

describe('excerpts above the titles', () => {
  const above = (site: string): string =>
    `<p>${text}</p><h2>${a(site, `Row ${site}`)}</h2><cite>${site}.example</cite>`;
  const rows = (list: string) => read(list).organic_results.map(({ title, snippet }) => [title, snippet]);

  test('are read if most items have them', () => {
    const expected = ['a', 'b'].map((site) => [`Row ${site}`, text]);
    expect(rows(items(above('a'), above('b')))).toEqual(expected);
    expect(rows(items(above('a'), above('b'), row('c')))).toEqual([...expected, ['Row c', '']]);
  });

  test('are the texts of answers if no more items have them than not', () => {
    expect(rows(items(above('a'), above('b'), row('c'), row('d')))).toEqual(
      ['c', 'd'].map((site) => [`Row ${site}`, text]),
    );
    expect(rows(items(above('a'), row('c')))).toEqual([['Row c', text]]);
    expect(() => rows(items(above('a')))).toThrow();
  });

  test('are the first texts of their rows', () => {
    const bare = `${text}<h2>${a('c', 'Row c')}</h2><cite>c.example</cite>`;
    const named = `<p>${text}</p><div>Site d</div><h2>${a('d', 'Row d')}</h2><cite>d.example</cite>`;
    const none = `<p><span role="heading" aria-level="2">${a('e', 'Row e')}</span></p><cite>e.example</cite>`;
    expect(rows(items(above('a'), above('b'), above('f'), bare, named, none))).toEqual([
      ...['a', 'b', 'f', 'c', 'd'].map((site) => [`Row ${site}`, text]),
      ['Row e', ''],
    ]);
  });
});

describe('the address of a row', () => {
  const displayed = (item: string): string[] =>
    read(items(item, row('b'))).organic_results.map(({ displayed_link: address }) => address);
  const title = `<h2>${a('a', 'Row a')}</h2>`;
  const p = `<p>${text}</p>`;

  test.each<[string, string, string]>([
    ['marked', `${title}<cite>a.example › x</cite>${p}`, 'a.example › x'],
    ['written above the title', `<div>a.example › x</div>${title}${p}`, 'a.example › x'],
    ['written below the title', `${title}<div>a.example › x</div>${p}`, 'a.example › x'],
    ['the nearest above the title', `<div>a.example</div><div>a.example › x</div>${title}${p}`, 'a.example › x'],
    ['the first below the title', `${title}<div>a.example › x</div><div>a.example › y</div>${p}`, 'a.example › x'],
    ['not in a list above it', `<div>a.example › x</div><ul><li>a.example › y</li></ul>${title}${p}`, 'a.example › x'],
    ['not the title', `<h2>${a('a', 'a.example')}</h2><div>a.example › x</div>${p}`, 'a.example › x'],
    ['absent', `${title}${p}`, ''],
  ])('is %s', (_, item, address) => {
    expect(displayed(item)).toEqual([address, 'b.example']);
  });

  test('is in the list of the title', () => {
    const list = ['a', 'c', 'd'].map(
      (site) => `<ul><li><div>${site}.example › x</div><h2>${a(site, 'Row')}</h2></li></ul>${p}`,
    );
    expect(displayed(items(...list).slice('<li>'.length, -'</li>'.length))).toEqual([
      'a.example › x',
      'c.example › x',
      'd.example › x',
      'b.example',
    ]);
  });
});

test.each<[string, string, string]>([
  ['desktop, address below the title', items(row('a'), row('b')), 'Row a'],
  ['desktop, address above the title', items(`<div><cite>a.example</cite></div>${row('a')}`, row('b')), 'Row a'],
  ['mobile', items(`${a('a', '<h2>Row a</h2>')}${below('a')}`, row('b')), 'Row a'],
])('the layout is recognised as %s', (layout, list, title) => {
  const { organic_results: rows, diagnostics } = read(list);
  expect([rows[0]?.title, diagnostics?.layout]).toEqual([title, layout]);
});
