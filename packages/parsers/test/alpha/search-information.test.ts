import { expect, test } from 'vitest';
import { readSearchInformation } from '../../src/alpha/search-information.js';
import { parseHtmlPage } from '../../src/page/page.js';

const information = (html: string) => readSearchInformation(parseHtmlPage(html)).value;

test.each([
  ['About 4,100,000 results<nobr> (0.38 seconds)</nobr>', 4_100_000, 0.38],
  ['Page 2 of about 4,100,000 results<nobr> (0.38s) </nobr>', 4_100_000, 0.38],
  ['Результатов: примерно 5 120, страница 2<nobr> (0,54 сек.)</nobr>', 5120, 0.54],
  ['Ungefähr 1’780’000 Ergebnisse<nobr>(0,25 Sek.)</nobr>', 1_780_000, 0.25],
  ['約 12,300 件<nobr> （0.20 秒）</nobr>', 12_300, 0.2],
  ['Результатов: примерно 0<nobr> (0,45 сек.)</nobr>', 0, 0.45],
  ['About 215 results', 215, null],
  ['', null, null],
])('%j', (html, total, time) => {
  const expected = { total_results: total, time_taken_displayed: time };
  expect(information(`<div id="result-stats">${html}</div>`)).toEqual(expected);
});

test('reads a number that is split into several elements', () => {
  const pieces =
    '<span>Environ 2 </span><!-- --><span>710 000 résultats</span><nobr> <span>(0,</span><!-- --><span>44 s)</span></nobr>';
  expect(information(`<div id="result-stats">${pieces}</div>`)).toEqual({
    total_results: 2_710_000,
    time_taken_displayed: 0.44,
  });
});

test('recognises the line by its time if it has another id', () => {
  const html = '<p>12 pears <nobr>0123 456</nobr></p><div id="x1">About 90 results<nobr> (0.11 s)</nobr></div>';
  expect(information(html)).toEqual({ total_results: 90, time_taken_displayed: 0.11 });
});

test('reads a line that is not displayed', () => {
  const html =
    '<div style="display:none"><div id="result-stats" style="display:none">7 results<nobr> (0.2 s)</nobr></div></div>';
  expect(information(html)).toEqual({ total_results: 7, time_taken_displayed: 0.2 });
});

test('reads the first of two lines', () => {
  const line = (time: string): string => `<div id="result-stats">About 30 results<nobr> (${time}s)</nobr></div>`;
  expect(information(line('0.24') + line('0.29')).time_taken_displayed).toBe(0.24);
});

test('does not look for the text of the line on a page without titles', () => {
  expect(information('<h1>Menu</h1><div>About 30 results</div>').total_results).toBe(null);
});

test('returns null for a page without the line', () => {
  expect(information('<p>About 30 pears</p>')).toEqual({ total_results: null, time_taken_displayed: null });
});

test.each(['About 4,100,000 results', 'Результатов: примерно 4 100 000', 'Environ 4 100 000 résultats'])(
  'recognises the line by its text if it has neither id nor time: %s',
  (claim) => {
    const html = `<h1>Menu</h1><div>2 filters</div><div>${claim}</div><h3>Title of 300 results</h3>`;
    expect(information(html)).toEqual({ total_results: 4_100_000, time_taken_displayed: null });
  },
);

test.each<[string, string, number | null]>([
  ['from a line of 80 letters', `<div>12 results ${'x'.repeat(69)}</div>`, 12],
  ['not from a line of 81 letters', `<div>12 results ${'x'.repeat(70)}</div>`, null],
  ['not from a link', '<a href="/a">12 results</a>', null],
  ['not from an option of a menu', '<select><option>12 results</option></select>', null],
  ['not from a line with other elements in it', '<div>12 results<br></div>', null],
  ['not from a line for screen readers', '<div style="position:absolute;clip:rect(0,0,0,0)">12 results</div>', null],
  ['not without a number', '<div>All results</div>', null],
  ['not from a line about something else', '<div>12 pears</div>', null],
  ['below a heading of the second level', '<h2>Filters</h2><div>12 results</div>', 12],
  ['not below a title', '<h3>Pears</h3><div>12 results</div>', null],
])('reads the total without an id or a time: %s', (_, html, total) => {
  expect(information(`${html}<h3>Pears</h3>`).total_results).toBe(total);
});

test.each<[string, string, number | null]>([
  ['in brackets', '<p>12 pears<nobr>(0.2 s)</nobr></p>', 0.2],
  ['in full-width brackets', '<p>12 pears<nobr>（0.2 秒）</nobr></p>', 0.2],
  ['not with an open bracket', '<p>12 pears<nobr>(0.2 s</nobr></p>', null],
  ['not after other words', '<p>12 pears<nobr>in (0.2 s)</nobr></p>', null],
  ['not without a number', '<p>12 pears<nobr>(soon)</nobr></p>', null],
  ['not in another element than nobr', '<p>12 pears<b>(0.2 s)</b></p>', null],
])('recognises the line by a time %s', (_, html, time) => {
  expect(information(html).time_taken_displayed).toBe(time);
});
