import { expect, test } from 'vitest';
import { isSameQueryOrTruncated } from '../../src/words/text.js';

test.each([
  ['straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδός'.normalize('NFD').replace(/\p{M}/gu, '')],
  ['İstanbul', 'istanbul'],
])('%j matches the query %j in other letters', (shown, query) => {
  expect(isSameQueryOrTruncated(shown, query)).toBe(true);
  expect(isSameQueryOrTruncated(query, shown)).toBe(true);
});

test.each([
  ['pears and plum', 'Pears and plums', true],
  ['pears', 'pears and plums', false],
  ['pears', 'plums', false],
  ['', 'pears', false],
  ['„pears“ (2024)!', 'Pears 2024', true],
])('%j and %j are the same query: %s', (left, right, isSame) => {
  expect(isSameQueryOrTruncated(left, right)).toBe(isSame);
});
