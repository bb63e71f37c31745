import { expect, test } from 'vitest';
import { linesOf } from '../../src/page/lines.js';
import { type Page, parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';
import { hasText, isHiddenInAnyWay, isRendered, isSelfHidden } from '../../src/page/visible.js';

const inner = ({ elements }: Page) => elements.find(({ name }) => name === 'i')!;
const page = (start: string, end: string) => parseHtmlPage(`<main>${start}<i>text</i>${end}</main>`);

test.each([
  '<div hidden>',
  '<div hidden="until-found">',
  '<div popover>',
  '<dialog>',
  '<canvas>',
  '<video>',
  '<object>',
  '<div style="display:none">',
  '<div style="top:0;content-visibility: hidden">',
  '<div style="margin:0; DISPLAY : none !important">',
  '<div style="visibility:hidden;height:0;overflow:hidden">',
  '<div style="opacity:0;max-height:0px;overflow:clip">',
])('%s is never displayed', (start) => {
  expect(isRendered(inner(page(start, '')))).toBe(false);
  expect(isHiddenInAnyWay(inner(page(start, '')))).toBe(true);
});

test.each([
  '<div aria-hidden="true">',
  '<div inert>',
  '<div style="visibility:hidden">',
  '<div style="opacity:0;pointer-events:none">',
  '<div style="height:0; overflow:hidden">',
  '<div style="overflow:hidden;max-height:0px">',
  '<div style="position:absolute;left:-9999px">',
  '<div style="clip-path: inset(100%)">',
  '<div style="transform:translateX(-9999px)">',
  '<div style="transform:scale(0)">',
  '<div style="scale:0">',
  '<div style="position:absolute;inset:-9999px auto auto -9999px">',
  '<div style="position:absolute;inset-inline-start:-9999px">',
  '<div style="position:absolute;translate:-9999px">',
  '<div style="position:absolute;left:calc(-100vw - 1px)">',
  '<div style="margin-left:-9999px">',
  '<details><summary>More</summary>',
])('%s withholds its content, which scripts or users can reveal', (start) => {
  expect(isRendered(inner(page(start, '')))).toBe(true);
  expect(isHiddenInAnyWay(inner(page(start, '')))).toBe(true);
});

test.each([
  '<div aria-hidden="false">',
  '<div style="visibility:visible;backface-visibility:hidden">',
  '<div style="opacity:0.5;height:0;max-height:10px;overflow:visible">',
  '<div style="margin-left:-9px;transform:translateX(-50%);clip-path:inset(1px)">',
  '<div class="hidden" data-hidden="1" style="display:block">',
  '<details open><summary>More</summary>',
  '<details><summary>',
  '<dialog open>',
])('%s withholds nothing', (start) => {
  expect(isHiddenInAnyWay(inner(page(start, '')))).toBe(false);
});

test('isHiddenInAnyWay ignores the given root element and its ancestors', () => {
  const { elements, ...rest } = page('<div aria-hidden="true">', '</div>');
  const outer = elements.find(({ name }) => name === 'div')!;
  expect(isHiddenInAnyWay(inner({ elements, ...rest }), outer)).toBe(false);
  expect(isSelfHidden(outer)).toBe(false);
});

const hiding = 'position:absolute;width:1px;height:1px;overflow:hidden';

test.each([
  `<b style="${hiding}">not said</b>`,
  '<b style="position: fixed; clip: rect(0 0 0 0)">not said</b>',
  '<b style="position:absolute;clip-path:inset(50%)">not said</b>',
  '<b style="position:absolute;left:-9999px">not said</b>',
  '<b style="font-size:0">not said</b>',
  '<b style="position:absolute;opacity:0">not said</b>',
  '<b style="opacity:0">not said</b>',
  '<b style="visibility:hidden">not said</b>',
  '<b style="position:absolute; transform: scale(0)">not said</b>',
  '<b style="display:inline-block;overflow:hidden;text-indent:-9999px">not said</b>',
  '<b role="tooltip">not said</b>',
  '<b role="img" aria-label="Icon">\u{1f310}</b>',
  '<details><summary></summary><p>not said</p></details>',
  '<dialog>not said</dialog>',
  '<b popover>not said</b>',
])('leaves %s out of the text around it', (part) => {
  const { document } = parseHtmlPage(`<main>said ${part}again</main>`);
  expect(textOf(document)).toBe('said again');
  expect(
    linesOf(document)
      .map(({ text }) => text)
      .join(' '),
  ).toBe('said again');
});

test.each([
  '<b style="width:1px;height:1px;overflow:hidden">seen</b>',
  '<b style="position:absolute;left:-12px">seen</b>',
  '<b role="img">seen</b>',
  '<b style="position:absolute;clip:auto">seen</b>',
  '<b style="opacity:0">seen</b>',
  '<b style="position:absolute;opacity:0.9">seen</b>',
  '<b style="position:absolute;transform:scale(0.5)">seen</b>',
  '<b style="overflow:hidden;text-indent:-1px">seen</b>',
  '<b style="text-indent:-9999px">seen</b>',
  '<b role="text">seen</b>',
  '<details open><summary></summary>seen</details>',
])('reads the text of %s', (part) => {
  expect(textOf(parseHtmlPage(`<main>${part}</main>`).document)).toBe('seen');
});

test('reads invisible punctuation in a text, and invisible boxes beside one', () => {
  const { document } = parseHtmlPage('<main>One<i style="opacity:0">. </i><div style="opacity:0">Two</div></main>');
  expect(textOf(document)).toBe('One. Two');
});

test('reads the price level that has the role of an image', () => {
  const { document } = parseHtmlPage('<main>Cafe · <b role="img" aria-label="Moderately expensive">$$</b></main>');
  expect(textOf(document)).toBe('Cafe · $$');
});

test('reads the text of a visually hidden element if it is read directly', () => {
  const { elements } = parseHtmlPage(`<h2 style="${hiding}">Results</h2>`);
  const heading = elements.find(({ name }) => name === 'h2')!;
  expect(textOf(heading)).toBe('Results');
  expect(hasText(heading)).toBe(true);
});

test('leaves out text that a class rule hides visually', () => {
  const read = (rule: string) =>
    textOf(parseHtmlPage(`<style>p{margin:0}${rule}</style><p><i class="a vh">x </i>y</p>`).document);
  expect(read(`.vh{${hiding}}`)).toBe('y');
  expect(read(`.c,i.vh:not(:focus){${hiding}}`)).toBe('y');
  expect(read(`@media screen{.vh{clip:rect(1px,1px,1px,1px);position:absolute}}`)).toBe('y');
  expect(read(`.menu .vh{${hiding}}`)).toBe('x y');
  expect(read('.vh{clip:rect(0 0 0 0)}')).toBe('x y');
});

test('removes invisible directional characters from text', () => {
  expect(textOf(parseHtmlPage('<p>\u200ea\u2068b\u2069&rlm; c\u200dd</p>').document)).toBe('ab c\u200dd');
});

test("the content of a declarative shadow root replaces its host's content", () => {
  const read = (markup: string) => textOf(parseHtmlPage(markup).document);
  const root = (content: string) => `<template shadowrootmode="open">${content}</template>`;
  expect(read(`<x-a>${root('<p>shown</p>')}left out</x-a>`)).toBe('shown');
  expect(read(`<x-a>${root('<p><slot></slot> and <slot name="n">else</slot></p>')}one<b slot="n">two</b></x-a>`)).toBe(
    'one and two',
  );
  expect(read(`<x-a>${root(`<x-b>${root('<b><slot></slot></b>')}in <slot></slot></x-b>`)}deep</x-a>`)).toBe('in deep');
  expect(read(`<x-a>${root('<slot>else</slot>')} </x-a>`)).toBe('else');
  expect(read(`<x-a>${root('first')}${root('second')}</x-a>`)).toBe('first');
  expect(read('<template><p>never</p></template>')).toBe('');
  expect(read('<x-a><template shadowrootmode="other"><p>never</p></template>shown</x-a>')).toBe('shown');
});

test('reads boxes in reverse order if they are displayed so', () => {
  const read = (style: string) => textOf(parseHtmlPage(`<div style="${style}"><p>one</p><p>two</p></div>`).document);
  expect(read('display:flex;flex-direction:column-reverse')).toBe('two one');
  expect(read('display:flex; flex-flow : wrap column-reverse')).toBe('two one');
  expect(read('display:flex;flex-direction:column')).toBe('one two');
  expect(read('display:flex;flex-direction:row-reverse')).toBe('one two');
});

test('isRendered takes ancestors into account', () => {
  const { elements } = parseHtmlPage('<main><div hidden><p><i>a</i></p></div><div><p><b>c</b></p></div></main>');
  const named = (name: string) => elements.filter((element) => element.name === name);
  expect(named('i').map(isRendered)).toEqual([false]);
  expect(named('p').map(isRendered)).toEqual([false, true]);
  expect(named('div').map(isRendered)).toEqual([false, true]);
  expect([...named('b'), ...named('main')].map(isRendered)).toEqual([true, true]);
});

test('takes unknown elements around a span each for parts of a line', () => {
  const { document } = parseHtmlPage('<p><x-w><span>4.5</span></x-w><x-w><span>(690)</span></x-w></p>');
  expect(textOf(document)).toBe('4.5(690)');
  const boxes = parseHtmlPage('<p><x-w><b>4.5</b></x-w><x-w><b>(690)</b></x-w></p>');
  expect(textOf(boxes.document)).toBe('4.5 (690)');
});

test.each([
  ['at the end of a link', '<a href="/x">Tea <i aria-hidden="true">›</i></a>', 'Tea'],
  ['before the end of a link', '<a href="/x">Tea <i aria-hidden="true">›</i> Pots</a>', 'Tea › Pots'],
  ['at the end of another element', '<p>Tea <i aria-hidden="true">›</i></p>', 'Tea ›'],
])('a mark of a step %s', (_, html, text) => {
  expect(linesOf(parseHtmlPage(html).document).map((line) => line.text)).toEqual([text]);
});
