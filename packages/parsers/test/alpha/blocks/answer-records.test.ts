import { expect, test } from 'vitest';
import { recordsByChip, type SourceRecord } from '../../../src/alpha/blocks/answer-records.js';
import { readPage } from '../../../src/page/page.js';

const chip = '1a2b3c4d-0000';
const link = 'https://pear.example/a';
const card = ['Pears', 'All of them', 'https://icon.example/x.png', 'Pear site', ['Pear book'], link];
const full: SourceRecord = { link, title: 'Pears', snippet: 'All of them', source: 'Pear site' };

/** What is read of a page's sources, without their chips. */
const read = (source: string, id: string) =>
  recordsByChip(readPage(source))
    .get(id)
    ?.map(({ link, title, snippet, source: name }) => ({ link, title, snippet, source: name })) ?? [];
const written = (fields: readonly unknown[], id: unknown = chip): string => JSON.stringify([[id, ...fields]]);
const comment = (list: string, name = 'Sv6Kpe'): string => `<!--${name}${list}-->`;
const script = (list: string): string => `<script>x('\\x3c!--Sv6Kpe${list}--\\x3e')</script>`;
const letters = (length: number): string => 'x'.repeat(length);

test.each<[string, string, readonly SourceRecord[]]>([
  ['a card', comment(written([card])), [full]],
  ['a source named before', comment(written([3, 0, link])), [{ link }]],
  ['references', comment(written([card]).replaceAll('"', '&quot;')), [full]],
  ['a script', script(written([card]).replaceAll('"', '\\x22')), [full]],
  ['quotes of a script', script(written([card]).replaceAll('"', '\\"')), [full]],
  ['a name of 40 characters', comment(written([card]), letters(40)), [full]],
  ['a name of 41 characters', comment(written([card]), letters(41)), []],
  ['a name with a bracket', comment(written([card]), 'x]'), []],
  ['no comment', `x!--Sv6Kpe${written([card])}-->`, []],
  ['a comment that is no record before one', `<!--a-->${comment(written([card]))}`, [full]],
  ['no end', `<!--Sv6Kpe${written([card])} -->`, []],
  ['another kind of id', comment(written([card], 'pear')), []],
  ['a broken list', comment(written([card]).replace('"Pears",', '"Pears"')), []],
  ['a list of texts', comment(`["${chip}"]`.replace('[', '[["').replace('""', '"')), []],
  ['an element', comment(written([['<b>', '', '', '', [], link]])), []],
  ['no address', comment(written([['Pears', 'All of them']])), []],
  ['two addresses', comment(written([['Pears', 'https://first.example/', link]])), [{ link, title: 'Pears' }]],
  ['two addresses of a source named before', comment(written([3, link, 'https://second.example/'])), [{ link }]],
  [
    'a picture',
    comment(written([['Pears', link, 'https://encrypted-tbn0.gstatic.com/images?q=x']])),
    [{ link, title: 'Pears' }],
  ],
  ['no letters', comment(written([['1', '2', '', '3', ['4'], link]])), [{ link }]],
  ['addresses for texts', comment(written([['https://a.example', 'https://b.example', '', '', [], link]])), [{ link }]],
  [
    'a name in its list alone',
    comment(written([['', '', '', '', ['', 'Pear book'], link]])),
    [{ link, source: 'Pear book' }],
  ],
  [
    'white space',
    comment(written([[' A \n pear ', 'B  c', '', ' D  e ', [], link]])),
    [{ link, title: 'A pear', snippet: 'B c', source: 'D e' }],
  ],
  [
    'references in texts',
    comment(written([['A &amp;lt; b &#39;c&#39; &gt;', '', '', '', [], link]])),
    [{ link, title: "A &lt; b 'c' >" }],
  ],
  ['the same source twice', comment(written([card])).repeat(2), [full]],
  ['a card behind its name', comment(written([3, 0, link])) + comment(written([card])), [full]],
  ['a name behind its card', comment(written([card])) + comment(written([3, 0, link])), [full]],
  [
    'two sources',
    comment(written([card])) + comment(written([3, 0, 'https://fig.example/'])),
    [full, { link: 'https://fig.example/' }],
  ],
  ['a record that another interrupts', `<!--a${written([card]).slice(0, 60)}${comment(written([card]))}`, [full]],
])('%s', (_, source, expected) => {
  expect(read(source, chip)).toEqual(expected);
});

test('a list that is longer than any record is ignored', () => {
  const empty = written([['', '', '', '', [], link]]).length;
  const ofLength = (length: number) => comment(written([[letters(length - empty), '', '', '', [], link]]));
  const isRead = (length: number) => recordsByChip(readPage(ofLength(length))).has(chip);
  expect([20_002, 20_003].map(isRead)).toEqual([true, false]); // without the brackets at its end
});

test('sources are those of their chip', () => {
  const other = '9f8e7d6c-1111';
  const source = comment(written([card])) + comment(written([3, 0, 'https://fig.example/'], other));
  expect(read(source, chip)).toEqual([full]);
  expect(read(source, other)).toEqual([{ link: 'https://fig.example/' }]);
});
