import { expect, test } from 'vitest';
import { isDatedOrCounted, readCardMetadata, splitCardLine } from '../../../src/alpha/blocks/cards.js';

const letters = (length: number): string => 'x'.repeat(length);

test.each([
  ['Pear · Fig', ['Pear', 'Fig']],
  ['Pear⋅Fig•Plum‧Nut', ['Pear', 'Fig', 'Plum', 'Nut']],
  [' · Pear ·  · ', ['Pear']],
  ['YouTube - May 17, 2020', ['YouTube', 'May 17, 2020']],
  ['Pear - Fig - May 17, 2020', ['Pear - Fig', 'May 17, 2020']],
  ['Pear - Fig', ['Pear - Fig']],
  ['', []],
])('the parts of %j', (text, expected) => {
  expect(splitCardLine(text)).toEqual(expected);
});

test.each([
  ['3 days ago', true],
  ['Pear · 3 days ago', true],
  ['3.3K+ likes', true],
  ['410+', true],
  ['Plus de 410+', true],
  ['Pears of the many 410+', false],
  ['3.3 thousand+', false],
  ['410 likes', false],
  ['Pear', false],
])('%j contains a date or a count: %j', (text, expected) => {
  expect(isDatedOrCounted(text)).toBe(expected);
});

const link = 'https://blog.tea-club.example/a';
const above = (text: string) => ({ text, isAboveTitle: true });
const below = (text: string) => ({ text, isAboveTitle: false });
const facts = (...lines: ReturnType<typeof above>[]) => {
  const { startsWithCount, hasNameAboveTitle, ...found } = readCardMetadata(lines, link);
  return { ...found, ...(startsWithCount && { startsWithCount }), ...(hasNameAboveTitle && { hasNameAboveTitle }) };
};

test.each<[string, ReturnType<typeof above>[], object]>([
  ['no lines', [], {}],
  ['a name', [below('Ann')], { source: 'Ann' }],
  ['a name and a date', [below('Ann · 3 days ago')], { source: 'Ann', date: '3 days ago' }],
  ['a duration', [below('4:33')], { duration: '4:33' }],
  ['the site name', [below('Ann'), below('Tea Club')], { source: 'Tea Club' }],
  ['a text that contains the site name', [below('Ann'), below('The Tea-Club of us')], { source: 'The Tea-Club of us' }],
  ['a part of the site name', [below('Ann'), below('Club')], { source: 'Club' }],
  ['too short a part of the site name', [below('Ann'), below('Tea')], { source: 'Ann' }],
  ['the subdomain', [below('Ann'), below('Blog')], { source: 'Blog' }],
  [
    'the site name in 60 characters',
    [below('Ann'), below(`Tea Club ${letters(51)}`)],
    { source: `Tea Club ${letters(51)}` },
  ],
  ['the site name in 61 characters', [below('Ann'), below(`Tea Club ${letters(52)}`)], { source: 'Ann' }],
  ['a name above', [above('Bob'), below('Ann')], { source: 'Bob', hasNameAboveTitle: true }],
  ['two names above', [above('Bob'), above('Eve'), below('Ann')], { source: 'Eve', hasNameAboveTitle: true }],
  ['a name beside the date', [below('Bob'), below('Ann · 3 days ago')], { source: 'Ann', date: '3 days ago' }],
  ['names above the date', [below('Bob'), below('Ann'), below('3 days ago')], { source: 'Ann', date: '3 days ago' }],
  ['names below the date', [below('3 days ago'), below('Ann'), below('Bob')], { source: 'Ann', date: '3 days ago' }],
  ['a name above and below the date', [below('Bob'), below('3 days ago'), below('Ann')], { source: 'Bob' }],
  ['names without a date', [below('Bob'), below('Ann')], { source: 'Bob' }],
  ['a sentence', [below('It is tea.'), below('Ann')], { source: 'Ann' }],
  ['a word with an exclamation mark', [below('Tea!')], { source: 'Tea!' }],
  ['a line of 61 characters', [below(`Bob · ${letters(61)}`), below('Ann')], { source: 'Ann' }],
  ['a line of 60 characters', [below(`Bob · ${letters(60)}`), below('Ann')], { source: 'Bob' }],
  ['punctuation', [below('—'), below('Ann')], { source: 'Ann' }],
  ['a count', [below('5 reactions'), below('Ann')], { source: 'Ann', startsWithCount: true }],
  ['a count with a sign', [below('3.3K+ likes'), below('Ann')], { source: 'Ann', startsWithCount: true }],
  ['a count after words', [below('Plus de 410 abonnés'), below('Ann')], { source: 'Ann', startsWithCount: true }],
  [
    'a count after a duration',
    [below('4:33'), below('5 reactions'), below('Ann')],
    { source: 'Ann', startsWithCount: true },
  ],
  [
    'a count of 60 characters',
    [below(`${'1'.repeat(50)} reactions`), below('Ann')],
    { source: 'Ann', startsWithCount: true },
  ],
  [
    'names above a count and the date',
    [below('Bob'), below('5 reactions'), below('3 days ago'), below('Ann')],
    { source: 'Bob' },
  ],
  ['a count after a name', [below('Ann'), below('5 reactions')], { source: 'Ann' }],
  ['a count above the title', [above('5 reactions'), below('Ann')], { source: 'Ann' }],
  [
    'a number in a long line',
    [below('5 reactions of people who like their tea')],
    { source: '5 reactions of people who like their tea' },
  ],
])('reads a card with %s', (_, lines, expected) => {
  const found = facts(...lines);
  expect(found).toMatchObject(expected);
  expect(Object.keys(found).filter((name) => /^is/.test(name))).toEqual(
    Object.keys(expected).filter((name) => /^is/.test(name)),
  );
});

test('matches a short host only with a whole word', () => {
  const sourceOf = (...texts: string[]) => readCardMetadata(texts.map(below), 'https://x.example/a').source;
  expect(sourceOf('Ann', 'X (Twitter)')).toBe('X (Twitter)');
  expect(sourceOf('Ann', 'Xylophone')).toBe('Ann');
});

test('matches a host of four letters with a part of a name', () => {
  const sourceOf = (...texts: string[]) => readCardMetadata(texts.map(below), 'https://pear.example/a').source;
  expect(sourceOf('Ann', 'The Pear')).toBe('The Pear');
  expect(sourceOf('Ann', 'Pearls')).toBe('Pearls');
});

test('prefers the exact site name to a text that contains it', () => {
  const sourceOf = (...texts: string[]) => readCardMetadata(texts.map(below), 'https://teaclub.example/a').source;
  expect(sourceOf('Our Tea Club', 'Tea Club')).toBe('Tea Club');
  expect(sourceOf('Our Tea Club', 'The Tea Club')).toBe('Our Tea Club');
});
