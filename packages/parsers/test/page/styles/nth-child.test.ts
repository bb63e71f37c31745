import { describe, expect, test } from 'vitest';
import { parseHtmlPage } from '../../../src/page/page.js';
import { parseSelector } from '../../../src/page/styles/selector.js';

/** The places of the elements in a list of `<i>` and `<b>` that a selector selects, counted from 1. */
function placesOf(selector: string, list = '<i></i>'.repeat(7)): number[] {
  const { elements } = parseHtmlPage(`<p>${list}</p>`);
  const children = elements.find(({ name }) => name === 'p')!.children as typeof elements;
  const { matches } = parseSelector(selector);
  return children.flatMap((child, index) => (matches(child) ? [index + 1] : []));
}

describe('places from the start', () => {
  test.each<[string, number[]]>([
    ['odd', [1, 3, 5, 7]],
    ['even', [2, 4, 6]],
    ['ODD', [1, 3, 5, 7]],
    ['n', [1, 2, 3, 4, 5, 6, 7]],
    ['3', [3]],
    ['+7', [7]],
    ['0', []],
    ['8', []],
    ['2n', [2, 4, 6]],
    ['2n+1', [1, 3, 5, 7]],
    ['2n + 5', [5, 7]],
    ['3n-1', [2, 5]],
    ['3n-2', [1, 4, 7]],
    ['-n+3', [1, 2, 3]],
    ['-2n+5', [1, 3, 5]],
    ['-n', []],
    ['0n+4', [4]],
  ])(':nth-child(%s)', (places, expected) => {
    expect(placesOf(`i:nth-child(${places})`)).toEqual(expected);
  });
});

test.each<[string, number[]]>([
  ['i:nth-last-child(1)', [7]],
  ['i:nth-last-child(2n)', [2, 4, 6]],
  ['i:nth-last-child(-n+2)', [6, 7]],
])('%s counts from the end', (selector, expected) => {
  expect(placesOf(selector)).toEqual(expected);
});

test.each<[string, number[]]>([
  ['i:nth-of-type(2)', [3]],
  ['b:nth-of-type(2)', [4]],
  ['i:nth-last-of-type(1)', [5]],
  ['b:first-of-type', [2]],
  ['b:last-of-type', [4]],
  ['i:nth-child(even)', []],
])('%s in a list of two kinds of elements', (selector, expected) => {
  expect(placesOf(selector, '<i></i><b></b><i></i><b></b><i></i>')).toEqual(expected);
});
