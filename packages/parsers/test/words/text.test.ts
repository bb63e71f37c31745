import { expect, test } from 'vitest';
import {
  collapseWhitespace,
  distinctNonEmpty,
  hasInvisibleCharacters,
  isBlank,
  withoutInvisibleCharacters,
} from '../../src/words/text.js';

/** The code units on both sides of every boundary between white space and other characters. */
const edges = [
  ...[0x00, 0x08, 0x09, 0x0d, 0x0e, 0x1f, 0x20, 0x21, 0x41, 0x7f, 0x84, 0x85, 0x86, 0x9f, 0xa0, 0xa1, 0xff, 0x167f],
  ...[0x1680, 0x1681, 0x180e, 0x1fff, 0x2000, 0x200a, 0x200b, 0x2027, 0x2028, 0x2029, 0x202a, 0x202f, 0x2030, 0x205e],
  ...[0x205f, 0x2060, 0x2fff, 0x3000, 0x3001, 0x4e00, 0xd83d, 0xde00, 0xfefe, 0xfeff, 0xff00, 0xffff],
].map((code) => String.fromCharCode(code));

/** Texts of up to two of them, in every order. */
const texts = ['', ...edges, ...edges.flatMap((one) => edges.map((other) => one + other))];

test('collapse reduces all kinds of white space to single spaces and trims both ends', () => {
  const more = texts.flatMap((text) => [text, `a${text}`, `${text}a`, `a${text}b`, ` ${text}`, `a ${text} b`]);
  const wrong = more.filter((text) => collapseWhitespace(text) !== text.replace(/\s+/g, ' ').trim());
  expect(wrong.map((text) => JSON.stringify(text))).toEqual([]);
  expect(texts.filter((text) => isBlank(text) !== (text.trim() === ''))).toEqual([]);
});

test('distinct keeps the order of first appearance and leaves out empty texts', () => {
  expect(distinctNonEmpty([])).toEqual([]);
  expect(distinctNonEmpty([''])).toEqual([]);
  expect(distinctNonEmpty(['b'])).toEqual(['b']);
  expect(distinctNonEmpty(['b', '', 'a', 'b', ' ', 'a'])).toEqual(['b', 'a', ' ']);
});

test.each([
  ['\u061ca\u200b\u200eb\u200f', 'ab'],
  ['\u202aa\u202e\u2060\u2066\u2069\ufeff', 'a'],
  ['\u2060', ''],
  ['a\u200db\u200cc', 'a\u200db\u200cc'],
  ['\u2061\u2065\u2029\u202f', '\u2061\u2065\u2029\u202f'],
])('%j without invisible marks is %j', (text, visible) => {
  expect(withoutInvisibleCharacters(text)).toBe(visible);
  expect(hasInvisibleCharacters(text)).toBe(text !== visible);
  expect(hasInvisibleCharacters(visible)).toBe(false);
});
