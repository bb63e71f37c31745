import { expect, test } from 'vitest';
import { type SourceRecord, sourcesByChipId } from '../../../src/alpha/blocks/ai-overview.js';
import { parseHtmlPage } from '../../../src/page/page.js';

const chip = '1a2b3c4d-0000';
const link = 'https://pear.example/a';
const card = ['Pears', 'All of them', 'https://icon.example/x.png', 'Pear site', ['Pear book'], link];
const full: SourceRecord = { link, title: 'Pears', snippet: 'All of them', source: 'Pear site' };

/** The sources that a page states for the chip with this id. */
const read = (source: string, id: string) =>
  sourcesByChipId(parseHtmlPage(source))
    .get(id)
    ?.map(({ link, title, snippet, source: name }) => ({ link, title, snippet, source: name })) ?? [];
const written = (fields: readonly unknown[], id: unknown = chip): string => JSON.stringify([[id, ...fields]]);
const comment = (list: string, name = 'Sv6Kpe'): string => `<!--${name}${list}-->`;
const script = (list: string): string => `<script>x('\\x3c!--Sv6Kpe${list}--\\x3e')</script>`;
const letters = (length: number): string => 'x'.repeat(length);

test.each<[string, string, readonly SourceRecord[]]>([
  ['a card', comment(written([card])), [full]],
  ['a short record', comment(written([3, 0, link])), [{ link }]],
  ['a card with HTML entities', comment(written([card]).replaceAll('"', '&quot;')), [full]],
  ['a card in a script', script(written([card]).replaceAll('"', '\\x22')), [full]],
  ['a card in a script with escaped quotes', script(written([card]).replaceAll('"', '\\"')), [full]],
  ['a comment name of 40 characters', comment(written([card]), letters(40)), [full]],
  ['a comment name of 41 characters', comment(written([card]), letters(41)), []],
  ['a comment name with a bracket', comment(written([card]), 'x]'), []],
  ['text that is not a comment', `x!--Sv6Kpe${written([card])}-->`, []],
  ['a record of a page that begins with the mark of a comment', `!--${comment(written([card]))}`, [full]],
  ['another comment before a record', `<!--a-->${comment(written([card]))}`, [full]],
  ['a comment with a space before its end', `<!--Sv6Kpe${written([card])} -->`, []],
  ['an invalid chip id', comment(written([card], 'pear')), []],
  ['invalid JSON', comment(written([card]).replace('"Pears",', '"Pears"')), []],
  ['a list of strings', comment(`["${chip}"]`.replace('[', '[["').replace('""', '"')), []],
  ['a card with a tag as its title', comment(written([['<b>', '', '', '', [], link]])), []],
  ['a card without an address', comment(written([['Pears', 'All of them']])), []],
  [
    'a card with two addresses',
    comment(written([['Pears', 'https://first.example/', link]])),
    [{ link, title: 'Pears' }],
  ],
  ['a short record with two addresses', comment(written([3, link, 'https://second.example/'])), [{ link }]],
  [
    'a card with an image address',
    comment(written([['Pears', link, 'https://encrypted-tbn0.gstatic.com/images?q=x']])),
    [{ link, title: 'Pears' }],
  ],
  ['a card without letters', comment(written([['1', '2', '', '3', ['4'], link]])), [{ link }]],
  [
    'a card with addresses as its texts',
    comment(written([['https://a.example', 'https://b.example', '', '', [], link]])),
    [{ link }],
  ],
  [
    'a card with the site name only in its list',
    comment(written([['', '', '', '', ['', 'Pear book'], link]])),
    [{ link, source: 'Pear book' }],
  ],
  [
    'a card with white space',
    comment(written([[' A \n pear ', 'B  c', '', ' D  e ', [], link]])),
    [{ link, title: 'A pear', snippet: 'B c', source: 'D e' }],
  ],
  [
    'a card with HTML entities in its texts',
    comment(written([['A &amp;lt; b &#39;c&#39; &gt; &lt;', '', '', '', [], link]])),
    [{ link, title: "A &lt; b 'c' > <" }],
  ],
  ['the same source twice', comment(written([card])).repeat(2), [full]],
  ['a card after its short record', comment(written([3, 0, link])) + comment(written([card])), [full]],
  ['a short record after its card', comment(written([card])) + comment(written([3, 0, link])), [full]],
  [
    'two sources',
    comment(written([card])) + comment(written([3, 0, 'https://fig.example/'])),
    [full, { link: 'https://fig.example/' }],
  ],
  ['a record that another interrupts', `<!--a${written([card]).slice(0, 60)}${comment(written([card]))}`, [full]],
])('reads the sources from %s', (_, source, expected) => {
  expect(read(source, chip)).toEqual(expected);
});

test('ignores a list that is too long for a record', () => {
  const empty = written([['', '', '', '', [], link]]).length;
  const ofLength = (length: number) => comment(written([[letters(length - empty), '', '', '', [], link]]));
  const isRead = (length: number) => sourcesByChipId(parseHtmlPage(ofLength(length))).has(chip);
  expect([20_002, 20_003].map(isRead)).toEqual([true, false]); // without the brackets at its end
});

test('returns the sources of each chip', () => {
  const other = '9f8e7d6c-1111';
  const source = comment(written([card])) + comment(written([3, 0, 'https://fig.example/'], other));
  expect(read(source, chip)).toEqual([full]);
  expect(read(source, other)).toEqual([{ link: 'https://fig.example/' }]);
});
