import { expect, test } from 'vitest';
import { mostRowsPass, rowsHaveDates, rowsHaveDurations } from '../../src/alpha/page.js';
import { parseHtmlPage } from '../../src/page/page.js';

const rows = (...passes: boolean[]) => passes.map((row) => ({ row: { passes: row } }));

test.each([
  ['a single row that does not pass', [false], true],
  ['one of two', [true, false], false],
  ['three of four', [true, true, false, true], true],
  ['five of seven', [true, true, true, true, true, false, false], false],
])('most rows pass: %s', (_, passes, expected) => {
  expect(mostRowsPass(rows(...passes), ({ passes: row }) => row)).toBe(expected);
});

const date = '<p>2 May 2024</p>';
const duration = '<p>4:33</p>';

test.each([
  ['all rows', '', [date, date], true],
  ['three of four rows', '', [date, '', date, date], true],
  ['two of four rows', '', [date, '', '', date], false],
  ['the second row and the line above the first', date, ['', date], false],
  ['the only row', '', [date], false],
  ['twice a row, and no other', '', [date + date, ''], false],
])('counts rows with a date or a duration: %s', (_, above, texts, expected) => {
  const listed = texts.map((text, n) => `<div><a href="https://site${n}.example/"><h3>Pears</h3></a>${text}</div>`);
  const html = `<p></p>${above}${listed.join('')}`;
  const durations = parseHtmlPage(html.replaceAll(date, duration));
  const page = parseHtmlPage(html);
  const anchorsOf = ({ anchors }: typeof page) => anchors.map((anchor) => ({ anchor }));
  expect(rowsHaveDates(page, anchorsOf(page))).toBe(expected);
  expect(rowsHaveDurations(page, anchorsOf(page))).toBe(false);
  expect(rowsHaveDurations(durations, anchorsOf(durations))).toBe(expected);
});
