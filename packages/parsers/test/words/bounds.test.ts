import { expect, test } from 'vitest';
import { isDateText, isRecentDate, isRelativeDateText, splitLeadingDate } from '../../src/words/dates.js';
import { firstIntegerIn, integersIn, isPrice, largestIntegerIn } from '../../src/words/numbers.js';
import { isSameQueryOrTruncated, queriesEqual } from '../../src/words/text.js';

test.each([
  ...['3 days ago', 'vor 6 Tagen', 'yesterday', '5 hours ago', '20 minutes ago', '11 seconds ago', 'AMP - 2 hours ago'],
])('%j is a recent date', (text) => {
  expect([isRecentDate(text), isDateText(text)]).toEqual([text !== 'yesterday', true]);
});

test.each(['3 weeks ago', '5 months ago', '2 years ago', 'Jan 17, 2024', '5/03/2020', 'in 3 days', '', '3 days'])(
  '%j is not a recent date',
  (text) => {
    expect(isRecentDate(text)).toBe(false);
  },
);

test.each([
  ['3 weeks ago', true],
  ['2 years ago', true],
  ['há 7 dias', true],
  ['AMP · 3 weeks ago', true],
  ['Jan 17, 2024', false],
  ['2020 years ago', false],
  ['5/03/2020', false],
  ['3 weeks', false],
  ['3 weeks ago @ home', false],
])('%j is a relative date: %j', (text, expected) => {
  expect(isRelativeDateText(text)).toBe(expected);
});

test.each([
  // Day and month in either order, both within their range.
  ...['1/12/2020', '31/12/2020', '12/31/2020', '2020-12-31', '2020-31-12', '1.1.2020', '01.01.2020.', '7. 6. 2022'],
])('%j is a numeric date', (text) => {
  expect(isDateText(text)).toBe(true);
});

test.each([
  ...['32/12/2020', '12/32/2020', '13/13/2020', '0/12/2020', '12/0/2020', '1/12/20', '2020-12-2020', '123/12/2020'],
  ...[
    '1/12-2020',
    '2020/123/1',
    '1/1/12345',
    '012/12/2020',
    '2020/12/012',
    'x1/12/2020',
    '12/100/2020',
    '2020-12-100',
    '1 1 2020',
  ],
])('%j is not a date', (text) => {
  expect(isDateText(text)).toBe(false);
});

test.each([
  ['1 Jan 2024', true],
  ['31 Jan 2024', true],
  ['0 Jan 2024', false],
  ['32 Jan 2024', false],
  ['100 Jan 2024', false],
  ['012 Jan 2024', false],
  ['книга', false],
  ['сьогодні', true],
  ['לפני יומיים', true],
  ['202 לפני יומיים', false],
  ['202 days ago', false],
  ['1 2 Jan 2024', false],
  ['Jan 2024', false],
  ['1 Jan 24', false],
  ['1 Jan 12345', false],
  ['1 2024', false],
  ['2023年5月24日', true],
  ['2023年5月', false],
  ['10 de jul de 2019', true],
  ['am 10 de jul de 2019', false],
  ['10 de jul de de 2019', true],
  ['10 de de jul de de 2019', false],
  ['10 Jan 2024 )', false],
])('%j is a date: %j', (text, expected) => {
  expect(isDateText(text)).toBe(expected);
});

test('a text of more than 44 characters is not a date, and separators after them are ignored', () => {
  const padded = (length: number): string => `3 days${' '.repeat(length - 10)} ago`;
  expect([isDateText(padded(44)), isDateText(padded(45))]).toEqual([true, false]);
  expect(splitLeadingDate(`${padded(44)} — text`)).toEqual({ date: padded(44), rest: 'text' });
  expect(splitLeadingDate(`${padded(45)} — text`)).toEqual({ rest: `${padded(45)} — text` });
});

test.each([
  ['3 days ago — The text — more', '3 days ago', 'The text — more'],
  ['3 days ago - text', '3 days ago', 'text'],
  ['3 days ago· text', '3 days ago', 'text'],
  ['לפני יומיים — טקסט', 'לפני יומיים', 'טקסט'],
  ['Сьогодні — книга', undefined, 'Сьогодні — книга'],
  ['3 days ago-text', undefined, '3 days ago-text'],
  ['Yesterday - The Beatles', undefined, 'Yesterday - The Beatles'],
  ['AMP - 3 days ago - text', 'AMP - 3 days ago', 'text'],
  ['Text - 3 days ago - text', undefined, 'Text - 3 days ago - text'],
  ['', undefined, ''],
])('%j starts with the date %j', (text, date, rest) => {
  expect(splitLeadingDate(text)).toEqual(date === undefined ? { rest } : { date, rest });
  expect(splitLeadingDate(text)).toEqual(splitLeadingDate(text));
});

test.each([
  ...['$5', '$ 12.50', '12.50 €', 'From $12.50', 'US$5', 'CHF 12’000', '12 EUR', 'ab 5 €', '1 299 kr.', 'A$5', 'USD 5'],
  ...[`$${'1'.repeat(29)}`, '£1,299.00'],
])('%j is a price', (text) => {
  expect(isPrice(text)).toBe(true);
});

test.each([
  ...['', '5', '$', 'From 5', '$5 off', 'about it $5', '5 dollars', '5 €/m', '$$5', 'usd 5', `$${'1'.repeat(30)}`],
  ...['Fromsomething $5', '12.50 € each'],
])('%j is not a price', (text) => {
  expect(isPrice(text)).toBe(false);
});

test.each([
  ['About 38,500 results', [38500]],
  ['1.234.567 of 12', [1234567, 12]],
  ['2,10,000', [210000]],
  ['1,23 and 4,567', [1, 4567]],
  ['٣٨٬٥٠٠', [38500]],
  ['𝟏𝟐 or 𝟗', [12, 9]],
  ['0,5', [0]],
  ['1,2345', [1]],
  ['', []],
])('the numbers of %j are %j', (text, counts) => {
  expect(integersIn(text)).toEqual(counts);
  expect(firstIntegerIn(text)).toBe(counts[0]);
  expect(largestIntegerIn(text)).toBe(counts.length === 0 ? undefined : Math.max(...counts));
});

test('a truncated query matches the full one if it has at least twelve letters, in either order', () => {
  const whole = 'abcdefghijklmnop';
  for (const [length, isSame] of [
    [11, false],
    [12, true],
    [16, true],
  ] as const) {
    expect(isSameQueryOrTruncated(whole.slice(0, length), whole)).toBe(isSame);
    expect(isSameQueryOrTruncated(whole, whole.slice(0, length))).toBe(isSame);
  }
  expect(isSameQueryOrTruncated('bcdefghijklmnop', whole)).toBe(false);
  expect(isSameQueryOrTruncated('', '')).toBe(true);
  expect(isSameQueryOrTruncated('?', '!')).toBe(true);
});

test('a text of more than 4,096 characters is not a query', () => {
  const [longest, longer] = ['q'.repeat(4096), 'q'.repeat(4097)];
  expect([isSameQueryOrTruncated(longest, longest), isSameQueryOrTruncated(longer, longer)]).toEqual([true, false]);
  expect([isSameQueryOrTruncated(longest, longer), isSameQueryOrTruncated(longer, longest)]).toEqual([false, false]);
  expect([queriesEqual(longest, longest), queriesEqual(longer, longer)]).toEqual([true, false]);
});

test.each([
  ['Pears & Plums', 'pears plums', true],
  ['ｐｅａｒｓ', 'PEARS', true],
  ['pears and plum', 'pears and plums', false],
])('%j and %j are equal queries: %j', (left, right, isSame) => {
  expect(queriesEqual(left, right)).toBe(isSame);
});
