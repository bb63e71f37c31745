import { expect, test } from 'vitest';
import { textContentOf } from '../../src/html/tree.js';
import {
  addressElementsIn,
  isBareAddress,
  isBreadcrumb,
  looksLikeAddress,
  splitAtAddress,
  startsWithAddress,
  startsWithHost,
} from '../../src/page/line-parts.js';
import { linesOf } from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf, textOfNodes, titleText } from '../../src/page/text.js';
import { clearRenderedCache, hasText, isInSight, isRendered } from '../../src/page/visible.js';

const read = (html: string) => linesOf(parseHtmlPage(html).document).map(({ text }) => text);
const named = (html: string, name: string) => parseHtmlPage(html).elements.find((element) => element.name === name)!;

test.each<[string, string[]]>([
  ['a<x-a>b</x-a>c', ['abc']],
  ['<x-a>b</x-a><x-a>c</x-a>', ['b', 'c']],
  ['<x-a>b</x-a> <x-a>c</x-a>', ['b', 'c']],
  ['<x-a>b</x-a>and<x-a>c</x-a>', ['bandc']],
  ['<x-a>b</x-a><x-b>c</x-b>', ['b', 'c']],
  ['<x-a>b</x-a><i>c</i>', ['bc']],
  ['<x-a>b </x-a><x-b>c</x-b>', ['b c']],
  ['<x-a>b</x-a>and<x-b>c</x-b>', ['bandc']],
  ['<x-a>b</x-a><b>c</b><x-b>d</x-b>', ['bcd']],
  ['<x-a>b</x-a><p>c</p>', ['b', 'c']],
  ['<x-a>b</x-a><p>c</p><p>d</p>', ['b', 'c', 'd']],
  ['<p><x-a>a</x-a><x-b>b</x-b><br></p>', ['a', 'b']],
  ['<i>a</i><x-a><p>b</p></x-a><i>c</i>', ['a', 'b', 'c']],
  ['<i>a</i><x-a><i>b</i></x-a>', ['ab']],
  ['<i>a</i><x-a></x-a><x-a></x-a><i>b</i>', ['ab']],
  [`<main>${'<x-a>b</x-a>'.repeat(32)}</main>`, Array(32).fill('b')],
  [`<main>${'<x-a>b</x-a>'.repeat(33)}</main>`, ['b'.repeat(33)]],
  ['a<span style="display:block">b</span>c', ['a', 'b', 'c']],
  ['a<span style="DISPLAY:FLEX">b</span>c', ['a', 'b', 'c']],
  ['a<div style="display:inline">b</div>c', ['abc']],
  ['a<div style="display:contents">b</div>c', ['abc']],
  ['a<div style="display:inline-block">b</div>c', ['abc']],
  ['<div style="display:grid"><i>a</i><i>b</i>c</div>', ['a', 'b', 'c']],
  ['<div style="display:inline-grid"><i>a</i><i>b</i></div>', ['a', 'b']],
  ['<div style="display:flex;flex-direction:column"><i>a</i><i>b</i></div>', ['a', 'b']],
  ['<div style="display:flex;flex-flow: column wrap"><i>a</i><i>b</i></div>', ['a', 'b']],
  ['<div style="display:flex"><i>a</i><i>b</i></div>', ['ab']],
  ['a<hgroup>b</hgroup>c', ['a', 'b', 'c']],
  ['a<search>b</search>c', ['a', 'b', 'c']],
  ['a<legend>b</legend>c', ['a', 'b', 'c']],
  ['a<div style="color:red">b</div>c', ['a', 'b', 'c']],
  ['a<span style="x-display:block">b</span>c', ['abc']],
])('the lines of %s are %j', (html, lines) => {
  expect(read(html)).toEqual(lines);
});

test.each<[string, string, string[]]>([
  ['a span as a block', '.row{display:block}', ['a', 'b', 'c']],
  ['a span as a flexible box', 'span.row{color:red;display: flex}', ['a', 'b', 'c']],
  ['a span as clamped lines', '.row{display:-webkit-box;-webkit-line-clamp:2}', ['a', 'b', 'c']],
  ['a span as a box in a line', '.row{display:inline-block}', ['abc']],
  ['a span as a block on all computers', '@media (min-width:600px){.row{display:block}}', ['a', 'b', 'c']],
  ['a span as a block on some screens', '@media (min-width:1000px){.row{display:block}}', ['abc']],
  ['a span as text by the stronger rule', '.row{display:block}span.row{display:inline}', ['abc']],
  ['another span as a block', '.rows{display:block}', ['abc']],
  ['a span as a block, unless it is in something', '.row{display:block}html .row{display:inline}', ['abc']],
  ['a span as a block, and in something of another color', '.row{display:block}html .row{color:red}', ['a', 'b', 'c']],
])('the lines of a page that displays %s', (_, css, lines) => {
  expect(read(`<style>${css}</style>a<span class="row">b</span>c`)).toEqual(lines);
});

test('reads a box that a class rule displays as text in the line around it', () => {
  expect(read('<style>.word{display:inline}</style>a<div class="word">b</div>c<div>d</div>')).toEqual(['abc', 'd']);
});

test.each([
  ['.list{display:grid}', ['a', 'b']],
  ['.list{display:flex;flex-direction:column}', ['a', 'b']],
  ['.list{display:flex}', ['ab']],
  ['.list i{display:block}', ['a', 'b']],
  ['.list > i{display:block}', ['a', 'b']],
  ['.list b{display:block}', ['ab']],
])('reads the items of a list with the rule %s as %j', (css, lines) => {
  expect(read(`<style>${css}</style><div class="list"><i>a</i><i>b</i></div>`)).toEqual(lines);
});

test('reads the steps of an address in a line', () => {
  const steps = '<ol class="steps"><li>a</li><li> › b</li></ol>';
  expect(read(`<style>.steps{display:inline-flex}.steps li{display:inline}</style>${steps}<p>c</p>`)).toEqual([
    'a › b',
    'c',
  ]);
  expect(read(`${steps}<p>c</p>`)).toEqual(['a › b', 'c']);
  expect(read(steps.replace(' › ', ''))).toEqual(['a', 'b']);
  expect(read(steps.replace('<li>a', '<li><p>1</p><p>2</p><p>3</p><p>4</p><p>5</p><p>6</p>a')).at(-1)).toBe('› b');
});

test('reads a style sheet that each of many components repeats', () => {
  const part = '<style>.row{display:block;margin:0;padding:0}</style><span class="row">b</span>';
  expect(read(part.repeat(30))).toEqual(Array(30).fill('b'));
});

test('reads unknown elements as boxes if a rule for their name displays them so', () => {
  const html = 'a<x-row>b</x-row>c';
  expect(read(`<style>x-row{display:block}</style>${html}`)).toEqual(['a', 'b', 'c']);
  expect(read(`<style>@media (min-width:1009px){x-row{display:block}}</style>${html}`)).toEqual(['abc']);
  expect(read(`<style>x-rows{display:block}@media print{x-row{display:block}}</style>${html}`)).toEqual(['abc']);
});

const tiny = ['position:absolute', 'width:1px', 'height:1px', 'overflow:hidden'];

test('leaves out text in a positioned box that is one pixel wide and high and clips its content', () => {
  const seen = (style: readonly string[]) =>
    textOf(parseHtmlPage(`<p>a<b style="${style.join(';')}">b</b></p>`).document);
  expect(seen(tiny)).toBe('a');
  for (const left of tiny) expect(seen(tiny.filter((part) => part !== left))).toBe('ab');
  expect(seen(['position:fixed', 'width:0', 'height:0', 'overflow:clip'])).toBe('a');
});

test('isInSight is false for a hidden element and for its descendants', () => {
  const inSight = (html: string) => isInSight(named(html, 'i'));
  expect(inSight('<p><i>a</i></p>')).toBe(true);
  expect(inSight('<p hidden><i>a</i></p>')).toBe(false);
  expect(inSight(`<p><b style="${tiny.join(';')}"><i>a</i></b></p>`)).toBe(false);
  expect(inSight('<p aria-hidden="true"><i>a b</i></p>')).toBe(true);
});

test('clearRenderedCache discards the cached result of isRendered', () => {
  const element = named('<p hidden><i>a</i></p>', 'i');
  expect([isRendered(element), isRendered(element)]).toEqual([false, false]);
  element.parent = null;
  expect(isRendered(element)).toBe(false);
  clearRenderedCache(element);
  expect(isRendered(element)).toBe(true);
});

test('hasText is true if and only if textOf is not empty', () => {
  for (const html of [
    '',
    ' ',
    '<i></i>',
    '<i> </i>',
    '<i>a</i>',
    'a',
    '<i hidden>a</i>',
    '<i><b hidden>a</b> <u>b</u></i>',
    '\u00a0',
  ]) {
    const element = named(`<p>${html}</p>`, 'p');
    expect(hasText(element)).toBe(textOf(element) !== '');
    for (const child of element.children) expect(hasText(child)).toBe(textOf(child) !== '');
  }
  expect(hasText(named('<p hidden>a</p>', 'p'))).toBe(false);
});

test('textOf skips elements and textContentOf includes hidden ones', () => {
  const element = named('<p>a<b>b</b><i hidden> c</i> <u>d</u></p>', 'p');
  expect(textOf(element, { skip: ({ name }) => name === 'b' })).toBe('a d');
  expect(textOf(element, { skip: ({ name }) => name === 'p' })).toBe('');
  expect(textOfNodes(element.children.slice(0, 2))).toBe('ab');
  expect(textOfNodes(element.children, { skip: ({ name }) => name === 'u' })).toBe('ab');
  expect(textContentOf(element)).toBe('ab c d');
  const heading = named('<h3><button>x</button><a href="/">A <button>y</button></a><label>z</label></h3>', 'h3');
  expect(titleText(heading, named('<a></a>', 'a'))).toBe('A');
  const link = named('<h3 role="button">A</h3>', 'h3');
  expect(titleText(link, link)).toBe('A');
});

test.each([
  ['a.example', 'a.example', true],
  ['a.example/x', 'a.example', true],
  ['a.example › x', 'a.example', true],
  ['a.example > x', 'a.example', true],
  ['a.example›x', 'a.example', true],
  ['A.example', 'www.a.example', true],
  ['www.a.example', 'a.example', true],
  ['https://a.example', 'a.example', true],
  ['bücher.example', 'xn--bcher-kva.example', true],
  ['a.example:80', 'a.example:80', true],
  ['a.example x', 'a.example', false],
  ['b.example', 'a.example', false],
  ['a.example.b', 'a.example', false],
  ['', 'a.example', false],
  ['https://b.example', 'a.example', false],
])('%j starts with the host %j: %j', (text, host, expected) => {
  expect(startsWithHost(text, host)).toBe(expected);
  expect(startsWithAddress(text, host)).toBe(expected || text.startsWith('https://'));
});

test.each([
  ['a.example', true],
  ['a.example/x', true],
  ['a.example:80/x', true],
  ['a.example › x', true],
  ['a.example > x', true],
  ['a.example x', false],
  ['a.7', false],
  ['example', false],
  ['a b.example', false],
  ['a.e', false],
  ['3.5/5', false],
])('%j is written as an address: %j', (text, expected) => {
  expect([isBareAddress(text), looksLikeAddress(text, 'z.example')]).toEqual([expected, expected]);
  expect(looksLikeAddress(`https://${text.replaceAll(' ', '')}`, 'z.example')).toBe(true);
});

test('isBreadcrumb requires spaces around the separator', () => {
  expect([isBreadcrumb('Wikipedia › Cat'), isBreadcrumb('a›b'), isBreadcrumb('a ›')]).toEqual([true, false, false]);
});

test.each<[string, [string, string] | undefined]>([
  ['<b>Tea</b><b>a.example</b><b> › x</b>', ['Tea', 'a.example › x']],
  ['<b>Tea of</b><b> the day</b><b>https://b.example</b>', ['Tea of the day', 'https://b.example']],
  ['<b>Tea</b><b>Wikipedia</b><b> › wiki</b><b> › Tea</b>', ['Tea', 'Wikipedia › wiki › Tea']],
  ['<b>Wikipedia</b><b> › wiki</b>', undefined],
  ['<b>Tea</b><b>b.example</b>', undefined],
  ['<b>a.example</b>', undefined],
  ['<b>Tea</b><b>a.example is good</b>', undefined],
  [`<b>Tea</b><b>a.example</b>${'<b>/x</b>'.repeat(10)}`, ['Tea', `a.example${'/x'.repeat(10)}`]],
  [`<b>Tea</b><b>a.example</b>${'<b>/x</b>'.repeat(11)}`, undefined],
])('splits %s at the address: %j', (html, expected) => {
  const [line] = linesOf(parseHtmlPage(`<p>${html}</p>`).document);
  const parts = splitAtAddress(line!.pieces, 'a.example');
  expect(parts?.map((pieces) => pieces.map(({ text }) => text).join(''))).toEqual(expected);
});

test.each<[string, string[]]>([
  ['<p><b>a.example</b></p>', ['b']],
  ['<p><b>a.example</b> <b>› x</b></p>', ['p']],
  ['<p><b>Tea</b><i>a.example</i></p>', ['i']],
  ['<p><b>Tea</b><i>a.example</i><u> › x</u></p>', []],
  ['<p><b>b.example</b></p>', ['b']],
  ['<p><b>Tea</b></p>', []],
  ['<p><b>a.example</b></p><p><u>a.example/x</u></p>', ['b', 'u']],
])('the elements of addresses in %s are %j', (html, names) => {
  expect(addressElementsIn(linesOf(parseHtmlPage(html).document), 'a.example').map(({ name }) => name)).toEqual(names);
});
