import { expect, test } from 'vitest';
import {
  firstDecimalIn,
  firstIntegerIn,
  integersIn,
  largestIntegerIn,
  readCount,
  withAsciiDigits,
} from '../../src/words/numbers.js';

test.each([
  ['About 38,500 results (0.44 seconds)', 38_500],
  ['Environ 44 400 000 résultats (0,67 s)', 44_400_000],
  ['Результатов: примерно 1 240 000', 1_240_000],
  ['ungefähr 1’780’000 Ergebnisse', 1_780_000],
  ['106.000.000 results', 106_000_000],
  ['約 12,300 件 （0.20 秒）', 12_300],
  ['约 3,110,000 个结果', 3_110_000],
  ['लगभग २,१०,००० परिणाम', 210_000],
  ['حوالي ٣٨٬٥٠٠ نتيجة', 38_500],
  ['2,10,000 results', 210_000],
  ['0 results', 0],
  ['12 000,5', 12_000],
])('the count of %j is %d', (text, count) => {
  expect(firstIntegerIn(text)).toBe(count);
});

test('a text without digits has no count', () => {
  expect(firstIntegerIn('About results')).toBeUndefined();
  expect(firstDecimalIn('seconds')).toBeUndefined();
});

test('integersIn reads every integer in order', () => {
  expect(integersIn('7-16 of 3 600 000 results')).toEqual([7, 16, 3_600_000]);
  expect(integersIn('Page 2 of about 38,500 results')).toEqual([2, 38_500]);
  expect(integersIn('Результатов: примерно 5 120, страница 2')).toEqual([5120, 2]);
});

test.each([
  ['(0.44 seconds)', 0.44],
  ['(0,30 s)', 0.3],
  ['（0.20 秒）', 0.2],
  ['٠٫٥ ثانية', 0.5],
  ['(2s)', 2],
])('the decimal of %j is %d', (text, value) => {
  expect(firstDecimalIn(text)).toBe(value);
});

test('withAsciiDigits converts digits of every script', () => {
  expect(withAsciiDigits('०१२३४५६७८९ ٠١٢٣٤٥٦٧٨٩ ۰۹ ０９ 𝟎𝟗𝟘𝟡')).toBe('0123456789 0123456789 09 09 0909');
});

test('largestIntegerIn finds the largest of any number of integers', () => {
  expect(largestIntegerIn('Page 2 of about 38,500 results')).toBe(38_500);
  expect(largestIntegerIn(`7 ${'1 '.repeat(500_000)}`)).toBe(7);
  expect(largestIntegerIn('About results')).toBeUndefined();
});

test.each([
  ['54', 54],
  [' 1 204 ', 1204],
  ['1,204', 1204],
  ['6.2K', 6200],
  ['٦.٢K', 6200],
  ['181,1K', 181_100],
  ['2K+', 2000],
  ['3 M', 3_000_000],
  ['54 pages', undefined],
  ['', undefined],
])('readCount(%j) is %j', (text, count) => {
  expect(readCount(text)).toBe(count);
});
