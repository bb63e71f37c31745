import { expect, test } from 'vitest';
import { queriesEqualOrCut } from '../../src/words/text.js';

test.each([
  ['straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδός'.normalize('NFD').replace(/\p{M}/gu, '')],
  ['İstanbul', 'istanbul'],
])('%j matches the query %j in other letters', (shown, query) => {
  expect(queriesEqualOrCut(shown, query)).toBe(true);
  expect(queriesEqualOrCut(query, shown)).toBe(true);
});

test.each([
  ['pears and plum', 'Pears and plums', true],
  ['pears', 'pears and plums', false],
  ['pears', 'plums', false],
  ['', 'pears', false],
  ['„pears“ (2024)!', 'Pears 2024', true],
])('%j and %j are the same query: %s', (left, right, isSame) => {
  expect(queriesEqualOrCut(left, right)).toBe(isSame);
});
