import { expect, test } from 'vitest';
import { clippedClasses } from '../../../src/page/style-rules.js';
import { ClassSelectorFinder, escapeClassName, SearchableStyleSheet } from '../../../src/page/styles/sheet.js';

/** Selectors of the rules that name class `a` or `b`, with a question mark if they do not hold on every screen. */
function naming(css: string): string[] {
  const rules = new SearchableStyleSheet(css).rulesNaming(new ClassSelectorFinder(['a', 'b']));
  return rules.map(({ selectors, isCertain }) => selectors.trim() + (isCertain ? '' : '?'));
}

test.each<[string, string[]]>([
  ['.a{width:1px}', ['.a']],
  ['.x{width:1px}.a,.b{width:1px}.b{height:1px}', ['.a,.b', '.b']],
  ['.ab{width:1px}.a-b{width:1px}.xa{width:1px}', []],
  ['.a{margin:0}', []],
  ['.a{ opacity : 0}', ['.a']],
  ['.a{width:1px', []],
  ['.a', []],
  ['.x{b:url(i.b)}.a{width:1px}', ['.a']],
  ['@media screen{.a{width:1px}}', ['.a']],
  ['@media only screen{.a{width:1px}}.b{width:1px}', ['.a', '.b']],
  ['@media print{.a{width:1px}}.b{width:1px}', ['.b']],
  ['@media screen, print{.a{width:1px}}', ['.a?']],
  ['@media (min-width:600px){.a{width:1px}}.b{width:1px}', ['.a', '.b']],
  ['@media (min-width:999px){.a{width:1px}}', ['.a']],
  ['@media (min-width:1000px){.a{width:1px}}', ['.a?']],
  ['@media (width >= 40rem){.a{width:1px}}', ['.a']],
  ['@media (max-width:999px){.a{width:1px}}', []],
  ['@media (max-width:1000px){.a{width:1px}}', ['.a?']],
  ['@media (max-width:62.4em){.a{width:1px}}', []],
  ['@media (max-width:62.5em){.a{width:1px}}', ['.a?']],
  ['@media (width <= 40rem){.a{width:1px}}', []],
  ['@media screen and (max-width: 600px){.a{width:1px}}', []],
  ['@supports (display:grid){.x{width:1px}.a{width:1px}}', ['.a']],
  ['@supports not (display:grid){.x{width:1px}.a{width:1px}}', ['.a?']],
  ['@media screen{@media (min-width:1px){.x{width:1px}}.a{width:1px}}.b{width:1px}', ['.a', '.b']],
  ['@keyframes a{from{width:1px}}.a{width:1px}', ['.a']],
  ['@media print{.x{width:1px}}@media screen{.a{width:1px}}@media print{.b{width:1px}}', ['.a']],
  ['.x{width:1px;.a{width:1px}}', []],
  ['@media screen{.a{width:1px}', ['.a']],
  ['.x{.a{width:1px}}', []],
  ['.a;width:1px}', []],
  ['xa{width:1px}', []],
  ['.x{}.a{width:1px}', ['.a']],
  ['@media (min-width:1px){}.a{width:1px}', ['.a']],
  ['@media (min-width:1001px){.a{width:1px}}@media print{.a{width:1px}}.b{width:1px}', ['.a?', '.b']],
  ['@media (width<999px){.a{width:1px}}.a.b{width:1px}', ['.a.b']],
  ['@media (width>999px){.a{width:1px}}', ['.a']],
  ['@media (min-inline-size:999px){.a{width:1px}}', ['.a']],
  ['@container (min-width:399px){.a{width:1px}}', ['.a']],
  ['@container (min-width:400px){.a{width:1px}}', ['.a?']],
  ['@container (max-width:399px){.a{width:1px}}', []],
  ['@media screen{.x{}}.a{width:1px}', ['.a']],
  ['@media print{}.a{width:1px}', ['.a']],
  ['@media print{.x{}.a{width:1px}}.b{width:1px}', ['.b']],
  ['x/.a{width:1px}', ['x/.a']],
  ['/.a{width:1px}', ['/.a']],
  ['.a{color:red}', []],
])('%s', (css, expected) => {
  expect(naming(css)).toEqual(expected);
});

test('selectors of more than 1,000 characters are not read', () => {
  const filler = (length: number) => `${'x'.repeat(length)}{width:1px}`;
  expect(naming(`.a,${filler(997)}`)).toHaveLength(1);
  expect(naming(`.a,${filler(998)}`)).toHaveLength(0);
  const selectors = `.a,${'x'.repeat(996)}`;
  expect(naming(`.x{}${selectors}{width:1px}`)).toEqual([selectors]);
});

test('rules far from the start of a style sheet are read', () => {
  const filler = 'x{color:red}'.repeat(200);
  expect(naming(`${filler}.a{width:1px}${filler}.b{width:1px}`)).toEqual(['.a', '.b']);
  const groups = ['screen', 'print', 'all', '(min-width:1001px)', 'print', 'screen'];
  const css = groups.map((group, index) => `@media ${group}{.a.n${index}{width:1px}}.b.n${index}{width:1px}`).join('');
  const expected = groups.flatMap((group, index) => [
    ...(group === 'print' ? [] : [`.a.n${index}${group.startsWith('(') ? '?' : ''}`]),
    `.b.n${index}`,
  ]);
  expect(naming(css)).toEqual(expected);
  expect(naming(filler + css)).toEqual(expected);
});

/** The declarations of rules with a position. */
function positioned(css: string): string[] {
  return new SearchableStyleSheet(css).rulesWith(/position/g, /fixed/).map(({ style }) => style);
}

test.each<[string, string[]]>([
  ['.a{position:fixed}', ['position:fixed']],
  ['.a{position:absolute}.b{position:fixed;top:0}', ['position:fixed;top:0']],
  ['.a{position:fixed;background-position:0}', ['position:fixed;background-position:0']],
  ['position:fixed', []],
  ['.a{position:fixed', ['position:fixed']],
  [`.a{position:fixed;${'x'.repeat(985)}}`, [`position:fixed;${'x'.repeat(985)}`]],
  [`.a{position:fixed;${'x'.repeat(986)}}`, []],
])('rulesWith finds position: fixed in %.40s', (css, expected) => {
  expect(positioned(css)).toEqual(expected);
});

test('colors settle what is seen only where they are asked for', () => {
  const withColor = (css: string, isAsked: boolean): number =>
    new SearchableStyleSheet(css).rulesNaming(new ClassSelectorFinder(['a']), isAsked).length;
  expect([withColor('.a{color:red}', true), withColor('.a{color:red}', false)]).toEqual([1, 0]);
  expect([withColor('.a{cursor:auto}', true), withColor('.a{opacity:0}', false)]).toEqual([0, 1]);
});

test('escapeClassName escapes special characters', () => {
  expect(['a-b', 'sm:w-1/2', 'é'].map(escapeClassName)).toEqual(['a-b', 'sm\\:w-1\\/2', 'é']);
});

test('an escaped class is found, and another with the same first letter is not', () => {
  const rules = new SearchableStyleSheet('.sm\\:x{width:1px}.smx{width:1px}').rulesNaming(
    new ClassSelectorFinder(['sm:x', 'sn']),
  );
  expect(rules.map(({ selectors }) => selectors)).toEqual(['.sm\\:x']);
});

const clip = 'position:absolute;width:1px;height:1px;overflow:hidden';

test.each<[string, string[]]>([
  [`.a{${clip}}`, ['a']],
  [`.x,.a , b.c:not(:focus){${clip}}`, ['x', 'a', 'c']],
  [`.x .a,.a.b,#a,.a:hover{${clip}}`, []],
  [`.a{${clip};${'x'.repeat(900)}}.b{${clip}}`, ['a', 'b']],
  [`.a{${clip};${'x'.repeat(1000)}}.b{${clip}}`, ['b']],
  [`.a{position:absolute;left:0}.b{${clip}}`, ['b']],
  [`.a{${clip}`, []],
  [`@media screen{.a{${clip}}}`, ['a']],
  [`/* x */.a{${clip}}`, ['a']],
  [`x/.a{${clip}}`, []],
  [`.x{color:red}/.a{${clip}}`, []],
  [`${clip}}.b,.c,.d{color:red}.e{${clip}}`, ['e']],
  [`x{color:red}.a{${clip}}x{color:red}.b,.c{${clip}}`, ['a', 'b', 'c']],
])('clippedClasses of %.60s', (css, expected) => {
  expect([...clippedClasses([css])]).toEqual(expected);
});

test('all style sheets are read', () => {
  expect([...clippedClasses([`.a{${clip}}`, `.b{${clip}}`])]).toEqual(['a', 'b']);
});
