import { expect, test } from 'vitest';
import {
  splitLineAtSeparators,
  splitLinesAtMiddleDots,
  splitTextAtMiddleDots,
  withoutPart,
} from '../../src/page/line-parts.js';
import {
  firstLines,
  highlightsOfPieces,
  joinContinuedLines,
  joinedLines,
  linesOf,
  piecesOf,
  withoutReadMoreLink,
} from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';

const read = (html: string) => linesOf(parseHtmlPage(html).document);
const texts = (lines: readonly { text: string }[]) => lines.map(({ text }) => text);

test('firstLines returns the given number of lines from the start', () => {
  const { document } = parseHtmlPage('<p>a</p><p>b<br>c</p><p>d</p>');
  for (const most of [0, 1, 2, 3, 4, 5]) {
    expect(texts(firstLines(document, most))).toEqual(texts(linesOf(document)).slice(0, most));
  }
  expect(firstLines(parseHtmlPage('<p hidden>a').elements.find(({ name }) => name === 'p')!, 3)).toEqual([]);
});

test('isContinued is true if only a line break separates a line from the previous one', () => {
  const lines = read('<p>a<br>b<br><br>c</p><p>d</p><div>e<br><p>f</p></div>');
  expect(lines.map(({ text, isContinued }) => [text, isContinued])).toEqual([
    ['a', false],
    ['b', true],
    ['c', true],
    ['d', false],
    ['e', false],
    ['f', false],
  ]);
});

test('joinedLines adds a space between lines unless there is one', () => {
  const join = (html: string) => joinedLines(read(html));
  expect(join('a<br>b').text).toBe('a b');
  expect(join('a <br>b').pieces).toHaveLength(2);
  expect(join('a<br> b').pieces).toHaveLength(2);
  expect(join('a').text).toBe('a');
  expect(highlightsOfPieces(join('<em>a<br>b</em> c').pieces)).toEqual(['a b']);
  expect(highlightsOfPieces(join('<em>a</em><br><em>b</em> c').pieces)).toEqual(['a', 'b']);
  expect(texts([join('<p>a</p><p>b</p><p>c</p>')])).toEqual(['a b c']);
  expect(piecesOf(read('a <b>b</b><br>c')).map(({ text }) => text)).toEqual(['a ', 'b', 'c']);
});

test.each([
  ['<p>a<br>b</p><p>c</p>', 0, 'a b', 2],
  ['<p>a<br>b</p><p>c</p>', 1, 'b', 1],
  ['<p>a</p><p>b</p>', 0, 'a', 1],
  ['<ul><li>a</li><li>b</li></ul><p>c</p>', 0, 'a b', 2],
  ['<ul><li>a</li><li>b</li></ul><ul><li>c</li></ul>', 1, 'b', 1],
  ['<ul><li>a</li><li><a href="/">b</a></li><li>c</li></ul>', 0, 'a', 1],
  ['<ul><li>a</li><li><a href="/">b</a> c</li></ul>', 0, 'a b c', 2],
  ['<ul><li>a</li><p>b</p></ul>', 0, 'a', 1],
])('the text in %s that starts at line %i is %j, with %i lines', (html, index, text, length) => {
  const run = joinContinuedLines(read(html), index);
  expect([run.line.text, run.length]).toEqual([text, length]);
});

test.each([
  ['a text <a href="/w">more</a>', 'a text'],
  ['a text <a href="/w">more</a> ', 'a text'],
  ['a text <a href="/x">more</a>', 'a text more'],
  ['a text <a href="/w">more</a> on it', 'a text more on it'],
  ['<a href="/w">more</a>', 'more'],
  ['<a href="/x">a text</a> <a href="/w">more</a>', 'a text more'],
  [`a text <a href="/w">${'m'.repeat(24)}</a>`, 'a text'],
  [`a text <a href="/w">${'m'.repeat(25)}</a>`, `a text ${'m'.repeat(25)}`],
  ['a text <a href="/w">m<b>ore</b></a>', 'a text more'],
  ['a <a href="/w">text</a> and <a href="/x">so</a> on <a href="/w">more</a>', 'a text and so on'],
])('%s without the link to the rest is %j', (html, text) => {
  const [line] = read(`<p>${html}</p>`);
  expect(withoutReadMoreLink(line!, (link) => link.attributes[0]?.value === '/w').text).toBe(text);
});

test('withoutReadMoreLink removes all pieces of a link at the end', () => {
  const [line] = read('<p>a <a href="/w">b <span>c</span></a></p>');
  expect(withoutReadMoreLink(line!, () => true).text).toBe('a');
  expect(withoutReadMoreLink(line!, () => false)).toBe(line);
});

test('highlightsOfPieces separates adjacent highlights and leaves out an ellipsis', () => {
  const marks = (html: string) => highlightsOfPieces(read(html).flatMap(({ pieces }) => pieces));
  expect(marks('<em>a</em><em>b</em>')).toEqual(['a', 'b']);
  expect(marks('x <em>a</em> <em>...</em> <em>…</em> <em>.</em> <em>…b</em>')).toEqual(['a', '.', '…b']);
  expect(marks('<em>a</em> x')).toEqual(['a']);
  expect(marks('x')).toEqual([]);
});

test.each([
  ['<b>YouTube</b><b> · </b><b>Channel</b><b> · </b><b>2 years ago</b>', ['YouTube', 'Channel', '2 years ago']],
  ['<b>YouTube ·</b><b> Channel</b>', ['YouTube', 'Channel']],
  ['<b>YouTube</b><b>· Channel</b>', ['YouTube', 'Channel']],
  ['<b>A</b><b> - </b><b>B</b>', ['A', 'B']],
  ['<b>A</b><b>-B</b>', ['A-B']],
  ['<b>A-</b><b>B</b>', ['A-B']],
  ['A · B', ['A · B']],
  ['<b>A</b><b> | </b><b>B – C</b>', ['A', 'B – C']],
  ['<b> · </b><b>A</b><b> ·</b>', ['A']],
  ['<b>A</b><b> </b><b>B</b>', ['A B']],
  ['A', ['A']],
])('the parts of the line %s are %j', (html, parts) => {
  expect(splitLineAtSeparators(read(`<p>${html}</p>`)[0]!)).toEqual(parts);
});

test.each([
  ['A - B', 'A', 'B'],
  ['A - B', 'B', 'A'],
  ['A · B · B', 'B', 'A · B'],
  ['A—B', 'A', 'B'],
])('%j without %j is %j', (text, part, rest) => {
  expect(withoutPart(read(`<p>${text}</p>`)[0]!, part).text).toBe(rest);
});

test.each([
  ['', []],
  ['A', ['A']],
  ['A · B', ['A', 'B']],
  ['A·B', ['A·B']],
  [' · A · ', ['A']],
])('the parts of the text %j are %j', (text, parts) => {
  expect(splitTextAtMiddleDots(text)).toEqual(parts);
});

test('splitLinesAtMiddleDots splits lines at any kind of middle dot or bullet', () => {
  expect(splitLinesAtMiddleDots(parseHtmlPage('<p>A·B ⋅ C</p><p>•D</p><p>E</p>').document)).toEqual([
    'A',
    'B',
    'C',
    'D',
    'E',
  ]);
});
