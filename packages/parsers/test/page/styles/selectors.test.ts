import { expect, test } from 'vitest';
import type { Element } from '../../../src/html/tree.js';
import { readPage } from '../../../src/page/page.js';
import {
  classesOf,
  hasStatePseudoClass,
  matchesSelector,
  mayMatchSelector,
  parseCompoundSelector,
} from '../../../src/page/styles/cascade.js';

/** The first `<i>` of a page. */
function innerOf(html: string): Element {
  return readPage(html).elements.find(({ name }) => name === 'i')!;
}

const isSelected = (text: string, element: Element): boolean =>
  matchesSelector(parseCompoundSelector(text)!, element, classesOf(element));

test.each<[string, object]>([
  ['i', { tag: 'i', id: '', classes: [], attributes: [], specificity: 1 }],
  ['I', { tag: 'i', id: '', classes: [], attributes: [], specificity: 1 }],
  ['*', { tag: '', id: '', classes: [], attributes: [], specificity: 0 }],
  ['#one', { tag: '', id: 'one', classes: [], attributes: [], specificity: 10_000 }],
  [' .a.b ', { tag: '', id: '', classes: ['a', 'b'], attributes: [], specificity: 200 }],
  ['.sm\\:hidden', { tag: '', id: '', classes: ['sm:hidden'], attributes: [], specificity: 100 }],
  ['[Data-K]', { tag: '', id: '', classes: [], attributes: [{ name: 'data-k', value: undefined }], specificity: 100 }],
  ["[k = 'v w']", { tag: '', id: '', classes: [], attributes: [{ name: 'k', value: 'v w' }], specificity: 100 }],
  [
    'i#one.a.b[k="v"][l=w]',
    {
      tag: 'i',
      id: 'one',
      classes: ['a', 'b'],
      attributes: [
        { name: 'k', value: 'v' },
        { name: 'l', value: 'w' },
      ],
      specificity: 10_401,
    },
  ],
  ['.a:not(:focus):not(:hover)', { tag: '', id: '', classes: ['a'], attributes: [], specificity: 100 }],
])('%s is read', (text, selector) => {
  expect(parseCompoundSelector(text)).toEqual(selector);
});

test.each([
  '',
  ' ',
  '.a .b',
  '.a>.b',
  '.a:hover',
  '.a::before',
  '#a#b',
  '[k^="v"]',
  '[k',
  '.a,.b',
  `.${'a'.repeat(200)}`,
])('%j is not read', (text) => {
  expect(parseCompoundSelector(text)).toBeUndefined();
});

test('reads a selector of 200 characters', () => {
  expect(parseCompoundSelector(`.${'a'.repeat(199)}`)?.specificity).toBe(100);
});

test.each([
  ['.a:hover', true],
  ['.a:checked', true],
  ['.a:not(:focus)', false],
  ['.a:first-child', false],
  ['.a:opened', false],
])('isForState(%j) is %s', (text, expected) => {
  expect(hasStatePseudoClass(text)).toBe(expected);
});

const element = innerOf('<section id=s class="out b"><p><i id=one class="a b" k="v" empty>x</i></p></section>');

test.each(['i', '*', '#one', '.a', '.b.a', '[k]', '[k=v]', '[empty]', '[empty=""]', 'i#one.a.b[k="v"]'])(
  '%s selects the element',
  (text) => {
    expect(isSelected(text, element)).toBe(true);
  },
);

test.each(['b', '#two', '#s', '.c', '.a.c', '[l]', '[k=w]', '[k=""]', '[l=""]', 'b.a', 'i#two', 'i.a[l]'])(
  '%s does not select the element',
  (text) => {
    expect(isSelected(text, element)).toBe(false);
  },
);

test('an id selects no element without one', () => {
  expect(isSelected('#one', innerOf('<i>x</i>'))).toBe(false);
  expect(isSelected('i', innerOf('<i>x</i>'))).toBe(true);
});

test.each([
  '.out .a',
  'section>p>i',
  '#s i.a',
  '.x + .a',
  '.x~i',
  '.a:first-child',
  '.out:nth-child(2) .a',
  '[class^="out"] .a',
  '.out [k^="v"]',
])('%s may select the element', (text) => {
  expect(mayMatchSelector(text, element, classesOf(element))).toBe(true);
});

test.each(['.out .c', '.in .a', '#t i', 'i i', '.a .a', '.a::before', '.out .a:after', '.x + .c', 'b:first-child'])(
  '%s selects another element',
  (text) => {
    expect(mayMatchSelector(text, element, classesOf(element))).toBe(false);
  },
);

test('classes are separated by any white space', () => {
  expect([...classesOf(innerOf('<i class=" a\n\tb  a ">x</i>'))]).toEqual(['a', 'b']);
  expect([...classesOf(innerOf('<i>x</i>'))]).toEqual([]);
});
