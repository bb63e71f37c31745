import { expect, test } from 'vitest';
import { flattenStyleSheets } from '../../../src/page/styles/flatten.js';

const flat = (css: string): string => flattenStyleSheets([css], 1000)[0]!;

test.each([
  'a{}b{c:d}',
  'a{b:c}d{e:f}',
  '@media screen{a{b:c}d{e:f}}',
  ' @media screen{ @supports (display:grid){a{b:c}}}',
  'a{b:c}\n@media screen{d{e:f}}g{}',
  '@media screen{@layer x{a{b:c}}}',
  'a{b:c',
])('%j has no nested rules, and stays as it is', (css) => {
  expect(flat(css)).toBe(css);
});

test.each<[string, string]>([
  ['a{b{c:d}}', ':is(a) b{c:d}'],
  ['a{x:y;b{c:d}e:f}', 'a{x:y;}:is(a) b{c:d}a{e:f}'],
  ['a{b{c:d}}e{f:g}', ':is(a) b{c:d}e{f:g}'],
  ['a{b,c{d:e}}', ':is(a) b,:is(a) c{d:e}'],
  ['a,b{c{d:e}}', ':is(a,b) c{d:e}'],
  ['a{&.b{c:d}}', ':is(a).b{c:d}'],
  ['a{b &{c:d}}', 'b :is(a){c:d}'],
  ['a{> b{c:d}}', ':is(a) > b{c:d}'],
  ['a{b{c{d:e}}}', ':is(:is(a) b) c{d:e}'],
  ['a{@media print{b:c}}', '@media print{a{b:c}}'],
  ['a{@media print{b{c:d}}}', '@media print{:is(a) b{c:d}}'],
  ['@media print{a{b{c:d}}e{f:g}}h{i:j}', '@media print{:is(a) b{c:d}e{f:g}}h{i:j}'],
  ['@import "x";a{b{c:d}}', '@import "x";:is(a) b{c:d}'],
  ['a{b{c:d}} ; e{f:g}', ':is(a) b{c:d} ; e{f:g}'],
  ['a{b{}c:d}', 'a{c:d}'],
  ['a{b:c}@layer x{d{e:f}}g{h:i}', 'd{e:f}a{b:c}g{h:i}'],
  ['@layer x , y;@layer y{a{b:c}}@layer x{d{e:f}}@layer y{g{h:i}}', 'd{e:f}a{b:c}g{h:i}'],
  ['@layer x{a{b:c}', 'a{b:c}'],
  ['@layer{a{b:c}}d{e:f}', 'a{b:c}d{e:f}'],
  ['@scope (a){b{c:d}:scope{e:f}}', ':is(:where(a)) b{c:d}:is(:where(a)){e:f}'],
])('%s is flattened to %s', (css, expected) => {
  expect(flat(css)).toBe(expected);
});

test('a rule inside one whose selectors are longer than 200 characters may be for any element', () => {
  expect(flat(`${'a'.repeat(200)}{b{c:d}}`)).toBe(`:is(${'a'.repeat(200)}) b{c:d}`);
  expect(flat(`${'a'.repeat(201)}{b{c:d}}`)).toBe(':nested b{c:d}');
});

test('escapes of letters and digits are replaced, those of other characters are not', () => {
  expect(flat('.\\31 0{b:c}')).toBe('.10{b:c}');
  expect(flat('.\\000061{b:c}')).toBe('.a{b:c}');
  expect(flat('.\\E9{b:c}')).toBe('.é{b:c}');
  expect(flat('.a\\3a b{b:c}')).toBe('.a\\3a b{b:c}');
  expect(flat('.a\\5c b{b:c}')).toBe('.a\\5c b{b:c}');
  expect(flat('.a\\ffffff{b:c}')).toBe('.a\u{10ffff}{b:c}');
});

test.each<[string, string]>([
  [':root{--a:b}c{d:var(--a)}', ':root{--a:b}c{d:b}'],
  [':root{--a: b }c{d:var( --a )}', ':root{--a: b }c{d:b}'],
  ['c{d:var(--a, b)}', 'c{d:b}'],
  ['c{d:var(--a)}', 'c{d:var(--a)}'],
  [':root{--a:b;--e:var(--a)}c{d:var(--e)}', ':root{--a:b;--e:b}c{d:b}'],
  [':root{--a:b}.x{--a:e}c{d:var(--a)}', ':root{--a:b}.x{--a:e}c{d:var(--a)}'],
  [':root{--a:b}.x{--a:b}c{d:var(--a)}', ':root{--a:b}.x{--a:b}c{d:b}'],
  [':root{--a:b}.x{--a:e}c{d:var(--a,f)}', ':root{--a:b}.x{--a:e}c{d:var(--a,f)}'],
])('variables with one value are replaced in %s', (css, expected) => {
  expect(flat(css)).toBe(expected);
});

test('variables of one style sheet are replaced in another', () => {
  expect(flattenStyleSheets([':root{--a:b}', 'c{d:var(--a)}'], 1000)).toEqual([':root{--a:b}', 'c{d:b}']);
});

test('comments are removed, and style sheets longer than the limit stay as they are', () => {
  expect(flattenStyleSheets(['/* x */a{b{c:d}}', 'e{/* x */f:g}'], 13)).toEqual(['/* x */a{b{c:d}}', 'e{f:g}']);
  expect(flattenStyleSheets([':root{--a:b}', '.long{--a:e;--f:g}', 'c{d:var(--a);e:var(--f)}'], 24)).toEqual([
    ':root{--a:b}',
    '.long{--a:e;--f:g}',
    'c{d:var(--a);e:g}',
  ]);
});
