import { describe, expect, test } from 'vitest';
import type { Element } from '../../../src/html/tree.js';
import { parseHtmlPage } from '../../../src/page/page.js';
import { classesOf } from '../../../src/page/styles/cascade.js';
import { hasClass } from '../../../src/page/styles/element-tests.js';
import { parseSelector, splitSelectors } from '../../../src/page/styles/selector.js';
import { cpuTimeOf } from '../../support/cpu-time.js';

/** The first `<i>` of a page. */
function innerOf(html: string): Element {
  return parseHtmlPage(html).elements.find(({ name }) => name === 'i')!;
}

const element = innerOf(
  '<section id=s class="out b" data-list="one two"><u>t</u><p lang=en-GB><b class=first>v</b> w <i id=one class="a b" k="v w" empty>x</i><em></em></p></section>',
);

describe('selects the element', () => {
  test.each([
    ...['i', 'I', '*', '#one', '.a', '.b.a', ' .a ', 'i#one.a.b[k="v w"]'],
    ...['[k]', '[K]', '[k="v w"]', "[ k = 'v w' ]", '[empty]', '[empty=""]', '[id=one]', '[id="one" i]'],
    ...['[k~=w]', '[k^="v "]', '[k$=w]', '[k*=" "]', '[class*=a]'],
    ...['.out .a', '.out i', 'section>p>i', '#s   i.a', '.out > p i', 'p[lang|=en] > i', '[data-list~=two] .a'],
    ...['.first+.a', '.first + i', 'b ~ i', 'u ~ p i', 'u+p>.first~.a', '* * i'],
    ...[':is(.a)', ':is(.x,.a)', ':where(.x, i)', 'i:is(.x, :not(.y))', ':is(.out, .x) .a', '.out :is(p > .a)'],
    ...[':not(.x)', '.a:not(.x):not(#two)', ':not(b, u)', '.a:not(.x .a)', '.a:not(:hover)', '.a:not(:focus, :active)'],
    ...[
      'i:nth-child(2)',
      ':nth-child(2n)',
      ':nth-child(even)',
      ':nth-child(n)',
      ':nth-child(-n + 2)',
      ':nth-child(+2)',
    ],
    ...[
      ':nth-last-child(2)',
      ':nth-child(3n-1)',
      ':nth-of-type(1)',
      ':first-of-type',
      ':last-of-type',
      ':only-of-type',
    ],
    ...[
      'u:first-child + p i',
      'p:last-child > i',
      '.out:has(.a) i',
      'p:has(> .a) .a',
      'section:has(.x, .a) .a',
      ':root i',
    ],
  ])('%s', (text) => {
    expect(parseSelector(text)).toMatchObject({ isExact: true });
    expect(parseSelector(text).matches(element)).toBe(true);
  });
});

describe('selects another element', () => {
  test.each([
    ...['b', '#two', '#s', '.c', '.a.c', 'b.a', 'i#two', 'i.a[l]'],
    ...['[l]', '[k=w]', '[k=""]', '[l=""]', '[k~="v w"]', '[k^=w]', '[k$=v]', '[k*=x]', '[k*=""]', '[k^=""]', '[k|=v]'],
    ...[
      '.out .c',
      '.in .a',
      '#t i',
      'i i',
      '.a .a',
      'section>i',
      'p p i',
      '.x + .a',
      '.x~i',
      'em ~ i',
      'u + i',
      'u ~ i',
    ],
    ...[':is(.x)', ':is(.x, .y)', ':where(b)', ':is(.x .a, .c)', ':not(.a)', ':not(.x, .a)', '.a:not(p .a)', ':not(*)'],
    ...['.a:hover', '.out:hover .a', '.a:checked', '.a:target', ':is(:hover, :focus)', '.a::before', '.out .a:after'],
    ...[
      'i:nth-child(1)',
      ':nth-child(odd)',
      ':nth-child(3n)',
      ':nth-child(-n+1)',
      ':nth-last-child(1)',
      ':nth-child(2n+4)',
    ],
    ...[':first-child', ':last-child', ':only-child', ':nth-of-type(2)', ':empty', ':root', ':link', ':any-link'],
    ...['.out:has(.x) i', 'section:has(> .a) .a', 'p:has(.out) i'],
  ])('%s', (text) => {
    expect(parseSelector(text)).toMatchObject({ isExact: true });
    expect(parseSelector(text).matches(element)).toBe(false);
  });
});

test.each([
  '.a:lang(en)',
  ':is(.a:dir(ltr))',
  '.a:has(.b .c)',
  ':nth-child(2 of .a)',
  '[k',
  '.a)',
  '',
  ' ',
  '.a >',
  '> .a',
])('%j is not read exactly, and may select the element', (text) => {
  expect(parseSelector(text)).toMatchObject({ isExact: false });
  expect(parseSelector(text).matches(element)).toBe(true);
});

test('what is known of a selector that is not read exactly excludes elements', () => {
  expect(parseSelector('.c:lang(en)').matches(element)).toBe(false);
  expect(parseSelector('.in:dir(ltr) .a').matches(element)).toBe(false);
});

test.each<[string, number]>([
  ['*', 0],
  ['i', 1],
  ['.a', 100],
  ['[k]', 100],
  [':nth-child(2)', 100],
  ['#one', 10_000],
  ['i#one.a.b[k="v"]', 10_301],
  ['section > .b i', 102],
  [':is(i, #one) .a', 10_100],
  [':where(#one) .a', 100],
  ['i:not(.a, .b.c)', 201],
  ['.out:has(#one)', 10_100],
  ['.a:not(:focus)', 200],
  [':root', 100],
  [':scope', 100],
  [':any-link', 100],
  [':lang(en)', 100],
  [':dir(ltr)', 100],
  ['::before', 100],
  [':nth-child(2 of .a)', 100],
])('the specificity of %s is %i', (text, specificity) => {
  expect(parseSelector(text).specificity).toBe(specificity);
});

test.each<[string, readonly string[]]>([
  ['.a.b', ['a']],
  ['i.a', ['a']],
  ['.x .a', ['a']],
  [':is(.a, i.b)', ['a', 'b']],
  [':is(.a, i)', []],
  ['.x i', []],
  [':not(.a)', []],
  ['.sm\\:a', ['sm:a']],
])('elements that %s selects have one of the classes %j', (text, classes) => {
  expect(parseSelector(text).classes).toEqual(classes);
});

test('only selectors of the element alone are local', () => {
  const isLocal = (text: string): boolean => parseSelector(text).isLocal;
  expect(['.a', 'i.a[k]', ':is(.a, #b)', '.a:not(.b)'].map(isLocal)).toEqual([true, true, true, true]);
  expect(['.x .a', '.a:first-child', '.a:has(b)', ':is(.x .a)', '.a:not(.x > *)'].map(isLocal)).not.toContain(true);
});

test('reads a selector of 200 characters', () => {
  expect(parseSelector(`${'.aaaa'.repeat(40)}`).isExact).toBe(true);
  expect(parseSelector(`${'.aaaa'.repeat(40)}a`).isExact).toBe(false);
});

test('an id selects no element without one', () => {
  expect(parseSelector('#one').matches(innerOf('<i>x</i>'))).toBe(false);
  expect(parseSelector('i').matches(innerOf('<i>x</i>'))).toBe(true);
});

test('links are elements `a` with an address, and the root is the document element', () => {
  const { elements } = parseHtmlPage('<html><body><a href=x>x</a><a id=none>x</a><link href=x>');
  const matching = (text: string): string[] =>
    elements.filter(parseSelector(text).matches).map(({ name, attributes }) => [name, attributes[0]?.name].join(' '));
  expect(matching(':link')).toEqual(['a href']);
  expect(matching(':any-link')).toEqual(['a href']);
  expect(matching(':root')).toEqual(['html ']);
  expect(matching(':scope')).toEqual(['html ']);
});

test('places among more than 500 siblings are not counted', () => {
  const first = (size: number): Element => innerOf(`<p>${'<i>x</i>'.repeat(size)}</p>`);
  expect(parseSelector(':first-child').matches(first(500))).toBe(true);
  expect(parseSelector(':first-child').matches(first(501))).toBe(false);
});

test('`:has` is evaluated for elements of up to 500 descendants, wherever these stand', () => {
  const matches = (before: number, inside: number): boolean =>
    parseSelector('section:has(b) i').matches(
      innerOf(`${'<u>x</u>'.repeat(before)}<section><b>x</b>${'<u>x</u>'.repeat(inside - 2)}<i>x</i></section>`),
    );
  expect(matches(0, 500)).toBe(true);
  expect(matches(600, 500)).toBe(true);
  expect(matches(0, 501)).toBe(false);
});

test('classes with character references are compared as decoded, and in any place', () => {
  const other = innerOf('<i class="b&amp;c xa a">x</i>');
  expect(['b&c', 'a', 'xa', 'b&amp;c', 'amp'].map((name) => hasClass(other, name))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('commas within parentheses and brackets do not separate selectors', () => {
  expect(splitSelectors('.a,.b')).toEqual(['.a', '.b']);
  expect(splitSelectors(':is(.a,:not(.b,.c)),[k="a,b"],i')).toEqual([':is(.a,:not(.b,.c))', '[k="a,b"]', 'i']);
  expect(splitSelectors('[k="a,b"],i')).toEqual(['[k="a,b"]', 'i']);
  expect(splitSelectors('i,:is(.a,.b)')).toEqual(['i', ':is(.a,.b)']);
});

test('classes are separated by any white space', () => {
  const other = innerOf('<i class=" a\n\tb  ab ">x</i>');
  expect([...classesOf(other)]).toEqual(['a', 'b', 'ab']);
  expect([...classesOf(innerOf('<i>x</i>'))]).toEqual([]);
  expect(['a', 'b', 'ab', 'A', ' ', 'c', 'aba'].map((name) => hasClass(other, name))).toEqual(
    [true, true, true].concat(Array(4).fill(false)),
  );
  expect(hasClass(innerOf('<i class="xa a-b a">x</i>'), 'a')).toBe(true);
  expect(hasClass(innerOf('<i>x</i>'), 'a')).toBe(false);
});

test('takes linear time for selectors with many ancestors and siblings', () => {
  const timeOf = (size: number) => {
    const inside = `${'<p>'.repeat(100)}${'<i>x</i>'.repeat(size)}`;
    const { elements } = parseHtmlPage(`<div>${inside}`);
    return cpuTimeOf(() => {
      for (const text of [
        'p p p p p p p .x i',
        'p > p p > p p > p .x > i',
        'i ~ i ~ i ~ .x ~ i',
        '.x + i ~ i',
        ':nth-child(2n)',
      ])
        expect(elements.some(parseSelector(text).matches)).toBe(text.startsWith(':'));
    });
  };
  timeOf(200);
  expect(timeOf(8_000)).toBeLessThan(Math.max(400, 64 * timeOf(500)));
});
