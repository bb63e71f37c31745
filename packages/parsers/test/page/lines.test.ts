import { describe, expect, it, test } from 'vitest';
import { highlightsOfPieces, linesOf } from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';

const read = (html: string) => linesOf(parseHtmlPage(html).document);

describe('lines', () => {
  test.each([
    ['start and end with blocks', 'a<div>b<p>c</p>d</div>e', ['a', 'b', 'c', 'd', 'e']],
    ['end at breaks', 'a <b>b</b><br>c', ['a b', 'c']],
    ['continue through inline elements', '<span>a</span><span> <i>b</i></span>c', ['a bc']],
    ['do not depend on wrappers', '<div><div><span><span>a</span></span><span> b</span></div></div>', ['a b']],
    ['leave out text that is not displayed', 'a<div style="display:none">b</div><span hidden>c</span>d', ['a', 'd']],
    [
      'start and end at elements with display: block',
      'a<span style="color:red;display: block">b</span>c',
      ['a', 'b', 'c'],
    ],
    ['are never empty', '<div> <br>\u00a0</div>', []],
  ])('%s', (_name, html, texts) => {
    expect(read(html).map(({ text }) => text)).toEqual(texts);
  });

  it('leave out skipped elements', () => {
    const { document } = parseHtmlPage('a<ul>b</ul>');
    expect(linesOf(document, { skip: ({ name }) => name === 'ul' }).map(({ text }) => text)).toEqual(['a']);
  });

  it('have pieces with their link and highlight', () => {
    const [line] = read('<a href="#">a <b>b <i>c</i></b></a> d');
    expect(line?.pieces.map(({ text, link, mark }) => [text, link?.name, mark?.name])).toEqual([
      ['a ', 'a', undefined],
      ['b ', 'a', 'b'],
      ['c', 'a', 'b'],
      [' d', undefined, undefined],
    ]);
  });
});

test('have no pieces of white space at their ends', () => {
  const [line] = read('<div>\n <b>a</b> <i> </i><i>b</i> <span> </span>\n</div>');
  expect(line?.pieces.map(({ text }) => text)).toEqual(['a', ' ', ' ', 'b']);
});

test('reads each highlighted text once and in full', () => {
  const pieces = read('<em>a <i>b</i></em> c <strong>d</strong> <em>a b</em> <em> </em>').flatMap(
    (line) => line.pieces,
  );
  expect(highlightsOfPieces(pieces)).toEqual(['a b', 'd']);
});

test('the rest of a text in a closed details is one line with it, without the summary', () => {
  const rest = '<summary>More</summary>of it <b>and</b> more';
  expect(read(`<div>A text <details>${rest}</details></div>`).map(({ text }) => text)).toEqual([
    'A text of it and more',
  ]);
  const apart = read(`<div><p>A text</p><details>${rest}</details></div>`);
  expect(apart.map(({ text }) => text)).toEqual(['A text', 'More', 'of it more']);
});
