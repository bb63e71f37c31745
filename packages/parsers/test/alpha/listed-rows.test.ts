import { describe, expect, test } from 'vitest';
import { type NewsOrVideoRow, newsOrVideoRows } from '../../src/alpha/listed-rows/listed-row.js';
import {
  type TitleLink,
  titleLinksByHeading,
  titleLinksWithoutHeading,
} from '../../src/alpha/listed-rows/title-links.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { titleText } from '../../src/page/text.js';

const shown = (links: readonly TitleLink[]) =>
  links.map(({ link, title, anchor }) => `${link.slice(8, 9)}: ${titleText(title, anchor)}`);
const headingTitles = (html: string) => {
  const page = parseHtmlPage(html);
  return shown(titleLinksByHeading(page, page.headings));
};
const blockTitles = (html: string) => shown(titleLinksWithoutHeading(parseHtmlPage(html), () => false).links);
const a = (site: string, inside: string) => `<a href="https://${site}.example/">${inside}</a>`;
const list = (inside: string) => `<div id="rso">${inside}</div>`;

describe('links with headings', () => {
  test.each([
    ['a heading in the link', list(a('a', '<h3>Tea</h3><p>x</p>')), ['a: Tea']],
    ['a link in the heading', list(`<h3>${a('a', 'Tea')}</h3>`), ['a: Tea']],
    ['an image link before the title', list(`<h3>${a('a', '<img>')}${a('b', 'Tea')}</h3>`), ['b: Tea']],
    ['a menu before the title', list(`<h3><a href="#" role="button">Menu</a>${a('b', 'Tea')}</h3>`), ['b: Tea']],
    ['only image links', list(`<h3>Tea ${a('a', '<img>')}${a('b', '<img>')}</h3>`), ['a: Tea']],
    ['the first of two links', list(`<h3>${a('a', 'Tea')}${a('b', 'Milk')}</h3>`), ['a: TeaMilk']],
    ['the innermost heading', list(`<h2>All<h3>${a('a', 'Tea')}</h3></h2>`), ['a: Tea']],
    ['a heading of a section in the link of its first row', list(a('a', '<h2>News</h2><h3>Tea</h3>')), ['a: Tea']],
    ['an h2 beside an h1', list(a('a', '<h2>News</h2><h1>Tea</h1>')), ['a: News']],
    ['an h2 beside an h4', list(a('a', '<h2>News</h2><h4>Tea</h4>')), ['a: Tea']],
    ['a link of the engine', list('<a href="/search?q=x"><h3>Tea</h3></a>'), []],
    ['a heading without text', list(a('a', '<h3><img></h3>')), []],
    ['no heading', list(a('a', 'Tea')), []],
    ['a link that is not displayed', list(`<div style="display:none">${a('a', '<h3>Tea</h3>')}</div>`), []],
    ['a link outside the list', a('a', '<h3>Tea</h3>') + list(a('b', '<h3>Milk</h3>')), ['b: Milk']],
    [
      'a link in the rest of a divided list',
      list(a('b', '<h3>Milk</h3>')) + `<p>Tip</p><div>${a('a', '<h3>Tea</h3>')}</div>`,
      ['b: Milk', 'a: Tea'],
    ],
    [
      'a link in another element after the list',
      list(a('b', '<h3>Milk</h3>')) + `<aside>${a('a', '<h3>Tea</h3>')}</aside>`,
      ['b: Milk'],
    ],
    ['rows of an HTML fragment', a('a', '<h3>Tea</h3>') + a('b', '<h3>Milk</h3>'), ['a: Tea', 'b: Milk']],
    ['navigation in an HTML fragment', `<nav>${a('a', '<h3>Tea</h3>')}</nav>${a('b', '<h3>Milk</h3>')}`, ['b: Milk']],
    ['navigation in the list', list(`<nav>${a('a', '<h3>Tea</h3>')}</nav>`), ['a: Tea']],
  ])('%s', (_, html, links) => {
    expect(headingTitles(html)).toEqual(links);
  });

  test.each([
    ['<h3>Green tea</h3>', 'Green tea'],
    ['<h3>Green<br>tea</h3>', 'Green tea'],
    ['<h3><div>Green tea</div></h3>', 'Green tea'],
    ['<h3><div>Green tea</div><div>tea.example</div></h3>', 'Green tea'],
    ['<h3><div>Green<br>tea</div><div>tea.example</div></h3>', 'Green tea'],
    ['<h3><span>Green</span> <span>tea</span></h3>', 'Green tea'],
    ['<h3><div></div>Green tea</h3>', 'Green tea'],
  ])('the title of %s is only its first block: %j', (heading, title) => {
    expect(headingTitles(list(a('a', heading)))).toEqual([`a: ${title}`]);
  });
});

describe('links that consist of blocks', () => {
  const three = (name: string, title: string) => `<div>${name}</div><div>${title}</div><div>2 hours ago</div>`;
  const site = (site: string) => `<div>${site}.example › a</div><div>On ${site}</div>`;

  test.each([
    ['title first', a('a', '<div>Tea</div><div>Tea House</div>'), ['a: Tea']],
    ['address first', a('a', site('a')) + a('b', site('b')), ['a: On a', 'b: On b']],
    [
      'address first in half of the links',
      a('a', site('a')) + a('b', '<p>On b</p><p>B</p>'),
      ['a: a.example › a', 'b: On b'],
    ],
    [
      'address first in most links',
      a('a', site('a')) + a('b', site('b')) + a('c', '<p>C</p><p>On c</p>'),
      ['a: On a', 'b: On b', 'c: On c'],
    ],
    ['the shorter of two blocks first, followed by a third', a('a', three('Tea', 'Green tea')), ['a: Green tea']],
    ['the longer of two blocks first, followed by a third', a('a', three('Green tea', 'Tea')), ['a: Green tea']],
    ['two blocks of the same length, followed by a third', a('a', three('Teas', 'Milk')), ['a: Teas']],
    ['the shorter of two blocks first, without a third', a('a', '<p>Tea</p><p>Green tea</p>'), ['a: Tea']],
    ['nested blocks', a('a', '<div><div><p>Tea</p><p>House</p></div></div>'), ['a: Tea']],
    ['one block', a('a', '<div><p>Tea</p></div>'), ['a: Tea']],
    ['only text', a('a', 'Tea'), []],
    ['text beside a block', a('a', 'Tea <p>House</p>'), []],
    ['only inline elements', a('a', '<b>Tea</b><b>House</b>'), []],
    ['inline elements in a block', a('a', '<div><b>Tea</b> <i>House</i></div>'), ['a: Tea House']],
    ['a block without text', a('a', '<div><img></div><div>Tea</div>'), ['a: Tea']],
    ['a link of the engine', '<a href="/search?q=x"><p>Tea</p><p>House</p></a>', []],
    ['the page footer', `<footer>${a('a', '<p>Tea</p><p>House</p>')}</footer>${a('b', '<p>B</p><p>C</p>')}`, ['b: B']],
    ['links inside and outside the list', a('a', '<p>A</p><p>x</p>') + list(a('b', '<p>B</p><p>x</p>')), ['b: B']],
    [
      'address first in most links of the engine only',
      [1, 2, 3].map((n) => `<a href="/search?q=${n}">${site('a')}</a>`).join('') + a('a', '<p>Tea</p><p>House</p>'),
      ['a: Tea'],
    ],
    [
      'one block in most links',
      a('a', '<div><p>Tea</p></div>') + a('b', '<div><p>B</p></div>') + a('c', '<p>C</p><p>On c</p>'),
      ['a: Tea', 'b: B', 'c: C'],
    ],
    [
      'one block in one of the links with the address first',
      a('a', site('a')) + a('b', site('b')) + a('c', '<div><p>C</p></div>'),
      ['a: On a', 'b: On b', 'c: C'],
    ],
    ['a list without such links', a('a', '<p>A</p><p>x</p>') + list(a('b', 'B')), ['a: A']],
  ])('%s', (_, html, links) => {
    expect(blockTitles(html)).toEqual(links);
  });
});

describe('the lines of a row', () => {
  const read = (html: string) => {
    const page = parseHtmlPage(html);
    const rows: NewsOrVideoRow[] = [];
    const links = titleLinksByHeading(
      page,
      page.headings.filter(({ name }) => name === 'h3'),
    );
    const { dropped, candidates } = newsOrVideoRows(page, { layout: 'x', links }, (row) => {
      rows.push(row);
      return { anchor: row.anchor, fields: {} };
    });
    const texts = (lines: NewsOrVideoRow['lines']) => lines.map(({ text }) => text);
    const rowLines = rows.map(({ lines, above, below }) => ({
      all: texts(lines),
      above: texts(above),
      below: texts(below),
    }));
    return { rowLines, dropped: dropped.map(({ reason }) => reason), candidates };
  };
  const row = (site: string, above = '', below = '') => `<div>${above}${a(site, `<h3>Row ${site}</h3>`)}${below}</div>`;

  test('extend to the neighbouring rows', () => {
    const html = list(
      [row('a', '<p>A1</p>', '<p>A2</p>'), row('b', '<p>B1</p>', '<p>B2</p>'), row('c', '<p>C1</p>')].join(''),
    );
    expect(read(html).rowLines).toEqual([
      { all: ['A1', 'Row a', 'A2'], above: ['A1'], below: ['A2'] },
      { all: ['B1', 'Row b', 'B2'], above: ['B1'], below: ['B2'] },
      { all: ['C1', 'Row c'], above: ['C1'], below: [] },
    ]);
  });

  test('exclude a second link to the same target, which is dropped', () => {
    expect(read(list(row('a') + row('a') + row('b')))).toMatchObject({ dropped: ['duplicate'], candidates: 3 });
  });

  test('extend to the nearest search links if there is only one row', () => {
    const link = (text: string) => `<p><a href="/search?q=x">${text}</a></p>`;
    const html = `<div>${link('tab')}</div><section>${row('a', '<p>Above</p>', '<p>Below</p>')}</section><div>${link('next')}${link('last')}</div>`;
    expect(read(html).rowLines[0]).toMatchObject({ all: ['Above', 'Row a', 'Below'] });
    const beside = `<div>${link('tab')}${link('tabs')}${row('a', '<p>Above</p>')}</div><div>${link('next')}</div>`;
    expect(read(beside).rowLines[0]).toMatchObject({ all: ['Above', 'Row a'] });
    const inside = `<div>${row('a', link('similar'), `${link('more')}<p>Below</p>`)}</div>`;
    expect(read(inside).rowLines[0]).toMatchObject({ all: ['similar', 'Row a', 'more', 'Below'], below: ['Below'] });
  });

  test('are read for the given headings only', () => {
    const html = list(`<div>${a('z', '<h2>News</h2>')}</div>${row('a')}`);
    expect(read(html).rowLines).toEqual([{ all: ['Row a'], above: [], below: [] }]);
  });

  test.each([
    ['exclude a heading above, which belongs to a group', '<h2>Group</h2><p>Name</p>', '', ['Name'], []],
    ['include a heading below', '<p>Name</p>', '<h4>More</h4>', ['Name'], ['More']],
    [
      'exclude buttons',
      '<div role="button">Menu</div><p>Name</p>',
      '<p>Text</p><button>Save</button>',
      ['Name'],
      ['Text'],
    ],
    ['exclude lines without letters', '<p>·</p><p>Name</p>', '<p>—</p><p>Text</p>', ['Name'], ['Text']],
    ['exclude a link to another target', '', `<p>Text</p>${a('z', '<p>Other</p>')}`, [], ['Text']],
    [
      'exclude links to other targets at the end of a line',
      '',
      `<p>a.example › b ${a('z', 'Cached')} - ${a('y', 'Similar')}</p><p>Text</p>`,
      [],
      ['a.example › b', 'Text'],
    ],
    ['exclude a line that begins with such a link', '', `<p>${a('z', 'More')} (12)</p><p>Text</p>`, [], ['Text']],
    [
      'include a publisher that is linked to others of its pages, beside a date',
      '',
      `<p>${a('z', 'The Tide')}<span> · </span><span>2 days ago</span></p>`,
      [],
      ['The Tide · 2 days ago'],
    ],
    ['exclude a number above', '<p>1.</p><p>Name</p>', '<p>2</p>', ['Name'], ['2']],
    ['exclude a copy of the title', '<p>Row a</p><p>Name</p>', '<p>Row a</p><p>Text</p>', ['Name'], ['Text']],
    [
      'exclude a copy of a text of 40 letters, not of a shorter one',
      '',
      `<p>${'x'.repeat(40)}</p><p>${'x'.repeat(40)}</p><p>${'y'.repeat(39)}</p><p>${'y'.repeat(39)}</p>`,
      [],
      ['x'.repeat(40), 'y'.repeat(39), 'y'.repeat(39)],
    ],
    [
      'exclude a copy that screen readers skip',
      '',
      '<div aria-hidden="true"><p>Text</p></div><p>Text of it</p>',
      [],
      ['Text of it'],
    ],
    [
      'include a text that screen readers skip',
      '',
      '<div aria-hidden="true"><p>Other</p></div><p>Text</p>',
      [],
      ['Other', 'Text'],
    ],
    [
      'exclude a text invisible in its place',
      '',
      '<div style="visibility:hidden"><p>Other</p></div><p>Text</p>',
      [],
      ['Text'],
    ],
    ['include the text around a dot', '<p>Name ·</p>', '<p>· Text</p>', ['Name'], ['Text']],
    ['include a link to the target', '', `<p>Text</p>${a('a', '<p>Same</p>')}`, [], ['Text', 'Same']],
    [
      'exclude a link to the target at the end of a text',
      '',
      `<p>A text that goes on ${a('a', 'Read more')}</p>`,
      [],
      ['A text that goes on'],
    ],
    [
      'exclude a link to a part of the target at the end of a text',
      '',
      '<p>A text that goes on <a href="https://a.example/#:~:text=goes%20on">Read more</a></p>',
      [],
      ['A text that goes on'],
    ],
  ])('%s', (_, above, below, expectedAbove, expectedBelow) => {
    const html = list(row('a', above, below) + row('b'));
    expect(read(html).rowLines[0]).toMatchObject({ above: expectedAbove, below: expectedBelow });
  });

  test('include each element beside the title as a line', () => {
    const spans = '<h3 style="display:inline">Row a</h3><span>Name</span><span> of <b>it</b></span>';
    const html = list(`<div>${a('a', spans)}</div>${row('b')}`);
    expect(read(html).rowLines[0]).toMatchObject({ above: [], below: ['Name', 'of it'] });
    const apart = list(`<div>${a('a', `<b>${spans}</b><span>Site</span><i>.example</i>`)}</div>${row('b')}`);
    expect(read(apart).rowLines[0]).toMatchObject({ above: [], below: ['Name', 'of it', 'Site.example'] });
    const before = list(`<div>${a('a', `<span>Name</span>${spans}`)}</div>${row('b')}`);
    expect(read(before).rowLines[0]).toMatchObject({ above: ['Name'], below: ['Name', 'of it'] });
  });
});
