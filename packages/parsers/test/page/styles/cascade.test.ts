import { expect, test } from 'vitest';
import type { Element } from '../../../src/html/tree.js';
import { parseHtmlPage } from '../../../src/page/page.js';
import { classesOf, StyleCascade } from '../../../src/page/styles/cascade.js';
import { ClassSelectorFinder, SearchableStyleSheet } from '../../../src/page/styles/sheet.js';

/** The `<i>` elements of a page. */
function innerOf(html: string): Element[] {
  return parseHtmlPage(html).elements.filter(({ name }) => name === 'i');
}

function cascadeOf(css: string, shows = (style: string) => !style.includes('display:none')): StyleCascade {
  return new StyleCascade(
    new SearchableStyleSheet(css).rulesNaming(new ClassSelectorFinder(['a', 'b', 'c'])),
    shows,
    true,
  );
}

function styleOf(css: string, attributes = 'id=one class="a b"'): string {
  const [element] = innerOf(`<p class=out><i ${attributes}>x</i></p>`);
  return cascadeOf(css).styleOf(element!, classesOf(element!));
}

test.each<[string, string, string]>([
  ['the later of two rules', '.a{width:1px}.b{width:2px}', 'width:2px'],
  ['a more specific rule', '.a.b{width:1px}.a{width:2px}', 'width:1px'],
  ['no rule for another id', '#i.a{width:1px}.b{width:2px}', 'width:2px'],
  ['an id over classes', '#one.a{width:1px}.a.b{width:2px}', 'width:1px'],
  ['the strongest selector of a rule', '.c,.a.b,.a{width:1px}.b{width:2px}', 'width:1px'],
  ['important declarations', '.a{width:1px ! important}.a.b{width:2px}', 'width:1px'],
  ['the more specific important declaration', '.a.b{width:1px!important}.a{width:2px!important}', 'width:1px'],
  ['each property for itself', '.a.b{width:1px}.a{width:2px;height:3px}', 'width:1px;height:3px'],
  ['the rule of the later class once', '.a.b,.b.a{width:1px}', 'width:1px'],
  ['properties in any case', '.a{WIDTH:1px}.b{width:2px}', 'width:2px'],
  ['no text without a colon', '.a{width:1px;height}', 'width:1px'],
  ['no declaration without a name', '.a{:1px;width:2px}', 'width:2px'],
  ['a rule for every element, below those for classes', '.b .x,*{width:1px}.a{height:2px}', 'width:1px;height:2px'],
  ['a rule for classes over one for every element after it', '.a{width:2px}.b .x,*{width:1px}', 'width:2px'],
])('%s: %s', (_, css, expected) => {
  expect(styleOf(css)).toBe(expected);
});

test('a style attribute wins over rules, but not over important ones', () => {
  const attributes = 'class="a b" style="width:9px"';
  expect(styleOf('.a.b{width:1px}', attributes)).toBe('width:9px');
  expect(styleOf('.a{width:1px!important}', attributes)).toBe('width:1px');
});

test('a rule that may show an element leaves it in sight', () => {
  expect(styleOf('.a{display:none}.out .b{display:block}')).toBe('display:block');
  expect(styleOf('.a{display:none}.b:dir(ltr){display:block}')).toBe('');
  expect(styleOf('.a{display:none}@media (min-width:2000px){.b{display:block}}')).toBe('');
  expect(styleOf('.a{display:none}.out .b{width:1px}')).toBe('display:none;width:1px');
  expect(styleOf('.a{display:none}.in .b{display:block}')).toBe('display:none');
  expect(styleOf('.a{display:none}.b:hover{display:block}')).toBe('display:none');
});

test('rules for elements of any class are left out unless asked for', () => {
  const [element] = innerOf('<p><i class=a>x</i></p>');
  const rules = ['i', '.a'].map((selectors, at) => ({
    selectors,
    style: `width:${at}px;k${at}:v`,
    at,
    isCertain: true,
  }));
  const styleWith = (withGeneral?: boolean): string =>
    new StyleCascade(rules, () => true, withGeneral).styleOf(element!, classesOf(element!));
  expect(styleWith()).toBe('width:1px;k1:v');
  expect(styleWith(true)).toBe('width:1px;k0:v;k1:v');
});

test('a rule for elements of any class whose selector is not read exactly shows nothing', () => {
  const [element] = innerOf('<p><i class=a>x</i></p>');
  const rules = [
    { selectors: 'i:lang(en)', style: 'display:block', at: 0, isCertain: true },
    { selectors: '.a', style: 'display:none', at: 1, isCertain: true },
  ];
  const cascade = new StyleCascade(rules, (style) => !style.includes('display:none'), true);
  expect(cascade.styleOf(element!, classesOf(element!))).toBe('display:none');
});

test('only the first hundred rules of a class are looked at', () => {
  const rules = Array.from({ length: 101 }, (_, index) => `.a{width:${index}px}`).join('');
  expect(styleOf(rules)).toBe('width:99px');
  const twice = Array.from({ length: 60 }, (_, index) => `.a,i.a{width:${index}px}`).join('');
  expect(styleOf(twice)).toBe('width:59px');
});

test('elements with the same attributes have styles of their own if what is around them counts', () => {
  const alike = innerOf('<p class=out><i class=a>x</i></p><p><i class=a>y</i></p>');
  const classes = classesOf(alike[0]!);
  expect(cascadeOf('.a{display:none}.out .a{display:block}').stylesOf(alike, classes)).toEqual([
    'display:block',
    'display:none',
  ]);
  expect(cascadeOf('.out .a{display:block}.a{display:none}').stylesOf(alike, classes)).toEqual([
    'display:block',
    'display:none',
  ]);
  expect(cascadeOf('.a{display:none}').stylesOf(alike, classes)).toEqual(['display:none', 'display:none']);
  expect(cascadeOf('.a{display:none}').stylesOf(alike.slice(0, 1), classes)).toEqual(['display:none']);
  expect(cascadeOf('.b{display:none}').stylesOf(alike, classes)).toEqual(['', '']);
  const hidden = innerOf(
    '<p class=out><i class=a style="display:none">x</i></p><p><i class=a style="display:none">y</i></p>',
  );
  expect(cascadeOf('.out .a:dir(ltr){display:block}').stylesOf(hidden, classes)).toEqual(['', 'display:none']);
});
