import { describe, expect, test } from 'vitest';
import { parseBetaSearch } from '../../src/index.js';
import { out, search } from '../support/block-parts.js';

const row = (n: number, more = ''): string =>
  `<li class="b_algo"><h2><a href="https://site${n}.example/">Row ${n}</a></h2><cite>https://site${n}.example</cite><p>All about row ${n}.</p>${more}</li>`;
const item = (html: string): string => `<li class="b_ans">${html}</li>`;
const long = 'A part that no reader knows.';

/** A page of Bing with an item between two rows. */
const read = (html: string, beside = '') =>
  parseBetaSearch(
    `<html><body><main id="b_content"><ol id="b_results">${row(1)}${html}${row(2)}</ol>${beside}</main></body></html>`,
    { elements: true, blocks: true },
  );
/** The elements that are not rows, as "type title". */
const others = (html: string, beside?: string): string[] =>
  read(html, beside)
    .elements!.filter(({ type }) => type !== 'organic')
    .map(({ type, title }) => `${type}: ${title}`);

test('lists rows as elements with title, link and position', () => {
  expect(read('').elements).toEqual([
    {
      type: 'organic',
      rank: 1,
      rank_in_type: 1,
      column: 'main',
      title: 'Row 1',
      link: 'https://site1.example/',
      position: 1,
    },
    {
      type: 'organic',
      rank: 2,
      rank_in_type: 2,
      column: 'main',
      title: 'Row 2',
      link: 'https://site2.example/',
      position: 2,
    },
  ]);
});

test('returns elements without blocks and blocks without elements, as requested', () => {
  const body = `<html><body><main id="b_content"><ol id="b_results">${row(1)}${row(2)}</ol></main></body></html>`;
  const names = (options: object): string[] =>
    Object.keys(parseBetaSearch(body, options)).filter((name) => name === 'blocks' || name === 'elements');
  expect([names({ elements: true }), names({ blocks: true }), names({ rich: true })]).toEqual([
    ['elements'],
    ['blocks'],
    [],
  ]);
});

describe('a part that no reader recognises', () => {
  test.each<[string, string, string[]]>([
    ['is a notice without links to pages', `<div>${long}</div>`, [`notice: ${long}`]],
    ['is a notice if its only line is a link', out('a.example', long), [`notice: ${long}`]],
    ['is a notice with a single search', `<div>${long}</div>${search('pears')}`, [`notice: ${long}`]],
    [
      'is another part with two searches',
      `<div>${long}</div>${search('pears', 'a')}${search('plums', 'b')}`,
      [`other: ${long}`],
    ],
    [
      'is another part with a link to another site',
      `<div>${long}</div>${out('a.example', 'More')}`,
      [`other: ${long}`],
    ],
    [
      'is a notice if that link is a button',
      `<div>${long}</div><a role="button" href="https://a.example">More</a>`,
      [`notice: ${long}`],
    ],
    [
      'is a notice if that link is hidden',
      `<div>${long}</div><a hidden href="https://a.example">More</a>`,
      [`notice: ${long}`],
    ],
    ['is a notice if that link has no text', `<div>${long}</div><a href="https://a.example"></a>`, [`notice: ${long}`]],
    ['has at least 20 letters', `<div>${'x'.repeat(20)}</div>`, [`notice: ${'x'.repeat(20)}`]],
    ['is ignored with 19 letters', `<div>${'x'.repeat(19)}</div>`, []],
    [
      'has at least 20 letters in all its lines',
      `<div>${'x'.repeat(10)}</div><div>${'y'.repeat(10)}</div>`,
      [`notice: ${'x'.repeat(10)}`],
    ],
    [
      'is ignored as a pager if it has linked numbers',
      `<div>${long}</div>${search('a', '1')} ${search('a', '23')}`,
      [],
    ],
    [
      'is another part with a single linked number',
      `<div>${long}</div>${search('a', '1')} ${search('a', 'b')}`,
      [`other: ${long}`],
    ],
    [
      'is another part with linked numbers of four digits',
      `<div>${long}</div>${search('a', '1984')} ${search('b', '2001')}`,
      [`other: ${long}`],
    ],
    [
      'is a notice with searches in a sentence',
      `<p>Including ${search('pears')}.</p><p>Only ${search('+pear', 'pear')}?</p>`,
      ['notice: '],
    ],
    [
      'is another part with a search that has a picture',
      `<div>${long}</div>${search('pear tree', '<img alt="">Pear tree')}`,
      [`other: ${long}`],
    ],
    ['is ignored as a form with a field for text', `<div>${long}</div><textarea></textarea>`, []],
    [
      'is ignored as a pager if it has a pager link',
      `<div>${long}</div><a href="/search?q=a&amp;first=11">Next</a>`,
      [],
    ],
  ])('%s', (_, html, expected) => {
    expect(others(item(html))).toEqual(expected);
  });

  test.each<[string, string, string]>([
    ['by its heading', `<h3>A heading</h3><p>${long}</p>`, 'A heading'],
    [
      'by its first visible heading with a text',
      `<h3 hidden>Hidden</h3><h3></h3><h3>Shown</h3><p>${long}</p>`,
      'Shown',
    ],
    ['by its first line', `<p>First</p><p>${long}</p>`, 'First'],
    ['by its first line, before a heading', `<p>First</p><h3>A heading</h3><p>${long}</p>`, 'First'],
    [
      'by a heading after a first line with a link',
      `<p>${out('a.example', 'First')}</p><h3>A heading</h3><p>${long}</p>`,
      'A heading',
    ],
    ['not by a first line with a link', `<p>${out('a.example', 'First')}</p><p>${long}</p>`, ''],
    ['not by a button', `<p role="button">Press</p><p>First</p><p>${long}</p>`, 'First'],
    ['by a line of 80 letters', `<p>${'x'.repeat(80)}</p>`, 'x'.repeat(80)],
    ['not by a line of 81 letters', `<p>${'x'.repeat(81)}</p>`, ''],
  ])('takes its title %s', (_, html, title) => {
    expect(read(item(html)).elements!.find(({ type }) => type !== 'organic')?.title).toBe(title);
  });
});

describe('related searches', () => {
  test('are a part in which most links search for their own text', () => {
    expect(
      others(
        '',
        `<aside><ul><li><h2>Also</h2>${search('pears')}<br>${search('plum trees')}<br>${out('a.example', 'Else')}</li></ul></aside>`,
      ),
    ).toEqual(['related_searches: Also']);
  });

  /** A search beside a picture is not read as a related search, but a part of such links has that type. */
  const tile = (query: string): string => search(query, `<img alt="" src="/${query}.jpg">${query}`);
  test.each<[string, string, string]>([
    ['may have pictures', '', 'related_searches: Also see what follows'],
    ['are more than half of the links', `<br>${out('b.example', 'More')}`, 'other: Also see what follows'],
  ])('%s', (_, more, first) => {
    const links = `${tile('pears')}<br>${tile('plums')}<br>${out('a.example', 'Else')}${more}`;
    expect(others(item(`<h2>Also see what follows</h2>${links}`))).toEqual([first]);
  });

  test('are not narrowed to entities, as the meanings of a query are', () => {
    const narrowed = (query: string): string => `<p><a href="/search?q=${query}&filters=x">${query}</a></p>`;
    expect(others(item(`<h2>See what follows</h2>${narrowed('pears')}${narrowed('plums')}`))).toEqual([
      'other: See what follows',
    ]);
  });

  test('are named neither by a button nor by its tip', () => {
    const tip = '<div><button>Like</button><b>Like</b></div>';
    expect(others(item(`${tip}<p>Also</p>${search('pears')}<br>${search('plum trees')}`))).toEqual([
      'related_searches: Also',
    ]);
  });

  test('are more than one', () => {
    expect(others(item(`<h2>Also see what follows</h2>${search('pear trees')}`))).toEqual([
      'notice: Also see what follows',
    ]);
  });
});
