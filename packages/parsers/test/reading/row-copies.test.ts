import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../../src/index.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { foundValue, valueWithoutSource } from '../../src/reading/found.js';
import { dropDuplicateRows } from '../../src/reading/reading.js';

const anchor = parseHtmlPage('<a href="/">x</a>').anchors[0]!;

/** The numbers of the rows that are kept and dropped, of rows with the given links and titles. */
function kept(...rows: readonly [string | undefined, string][]): { kept: number[]; copies: number } {
  const all = rows.map(([link, title]) => ({
    anchor,
    fields: { ...(link !== undefined && { link: foundValue(link, 'target') }), title: valueWithoutSource(title) },
  }));
  const result = dropDuplicateRows({ layout: 'x', candidates: all.length, dropped: [], rows: all });
  expect(result.dropped.every(({ reason }) => reason === 'copy')).toBe(true);
  const fields = result.rows.map((row): object => row.fields);
  return { kept: fields.map((own) => all.findIndex((row) => row.fields === own)), copies: result.dropped.length };
}

test('drops rows that repeat another one whole, if most rows do', () => {
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name): [string, string] => [name, name]);
  expect(kept(a!, a!, b!, b!)).toEqual({ kept: [0, 2], copies: 2 });
  expect(kept(a!, b!, c!, d!, a!, b!)).toEqual({ kept: [0, 1, 2, 3], copies: 2 });
  expect(kept(a!, b!, c!, d!, e!, a!, b!)).toEqual({ kept: [0, 1, 2, 3, 4, 5, 6], copies: 0 });
  expect(kept(a!, a!)).toEqual({ kept: [0, 1], copies: 0 });
  expect(kept(a!, ['a', 'A'], b!, ['b', 'B'])).toEqual({ kept: [0, 1, 2, 3], copies: 0 });
  expect(kept([undefined, 'a'], [undefined, 'a'], [undefined, 'a'])).toEqual({ kept: [0, 1, 2], copies: 0 });
});

test('reads a row once if a style sheet of another address hides its copy', () => {
  const row = (number: number) =>
    `<a href="https://site${number}.example/"><h3>Row ${number}</h3><cite>site${number}.example</cite></a><p>An excerpt that is long enough to be told from names and buttons.</p>`;
  const both = (number: number) => `<div class="wide">${row(number)}</div><div class="narrow">${row(number)}</div>`;
  const page = `<title>tea - Google Search</title><div id="search"><div id="rso">${both(1)}${both(2)}</div></div>`;
  expect(parseAlphaSearch(page).organic_results.map(({ title }) => title)).toEqual(['Row 1', 'Row 2']);
});
