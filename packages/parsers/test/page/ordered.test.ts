import { expect, test } from 'vitest';
import { attributeBits } from '../../src/html/attributes.js';
import { attribute } from '../../src/html/tree.js';
import {
  containsAny,
  countsOf,
  isInAny,
  mergeInDocumentOrder,
  neighboursOf,
  outermostElements,
  widestAround,
} from '../../src/page/lists.js';
import { elementsThatMayHaveAttributes, parseHtmlPage } from '../../src/page/page.js';

const page = parseHtmlPage(`<main id="main"><section id="a"><p id="a1"></p><p id="a2"></p></section>
  <section id="b"><div id="b0"><p id="b1"><i id="b2"></i></p></div></section><section id="c"><p id="c1"></p></section></main>`);
const at = (id: string) => page.ids.get(id)!;
const idOf = (element: Parameters<typeof attribute>[0]) => attribute(element, 'id') ?? element.name;

test('widestAround contains no neighbour on either side', () => {
  expect(idOf(widestAround(at('b1'), [at('a2'), at('c1')]))).toBe('b');
  expect(idOf(widestAround(at('a1'), [undefined, at('a2')]))).toBe('a1');
});

test('widestAround stops below an element that is too wide', () => {
  const isMain = ({ name }: { name: string }) => name === 'main';
  expect(idOf(widestAround(at('b1'), [undefined, undefined], isMain))).toBe('b');
  expect(idOf(widestAround(at('b1'), []))).toBe('#document');
});

test('widestAround returns the element itself if it contains a neighbour', () => {
  expect(idOf(widestAround(at('b1'), [at('b2')]))).toBe('b1');
});

test('neighboursOf returns the nearest elements before and after, without excluded ones', () => {
  const list = [at('a1'), at('a2'), at('b2'), at('c1')];
  expect(neighboursOf(list, at('b1')).map((element) => element && idOf(element))).toEqual(['a2', 'b2']);
  const isOwn = (element: { order: number }) => element === at('b2') || element === at('a2');
  expect(neighboursOf(list, at('b1'), isOwn).map((element) => element && idOf(element))).toEqual(['a1', 'c1']);
  expect(neighboursOf([], at('b1'))).toEqual([undefined, undefined]);
});

test('containsAny treats an element as contained in itself', () => {
  expect(containsAny(at('a1'), [undefined, at('a1')])).toBe(true);
  expect(containsAny(at('a1'), [at('a2')])).toBe(false);
});

test('mergeInDocumentOrder merges lists in document order', () => {
  expect(mergeInDocumentOrder([at('a1'), at('c1')], [at('b1'), at('a2')]).map(idOf)).toEqual(['a1', 'a2', 'b1', 'c1']);
  expect(mergeInDocumentOrder([at('a1')], [at('a2')], [at('b1')]).map(idOf)).toEqual(['a1', 'a2', 'b1']);
  expect(mergeInDocumentOrder()).toEqual([]);
});

test('outermost removes elements inside other elements', () => {
  expect(outermostElements([at('a'), at('a1'), at('a2'), at('b1'), at('b2'), at('c')]).map(idOf)).toEqual([
    'a',
    'b1',
    'c',
  ]);
});

test('isInAny is true for the elements of a list and their descendants', () => {
  const list = [at('a'), at('b1')];
  expect(['a', 'a1', 'a2', 'b1', 'b2'].map((id) => isInAny(list, at(id)))).toEqual([true, true, true, true, true]);
  expect(['main', 'b', 'b0', 'c', 'c1'].map((id) => isInAny(list, at(id)))).toEqual(Array(5).fill(false));
  expect(isInAny([], at('a'))).toBe(false);
});

test('elementsThatMayHaveAttributes finds elements by the bits of their attributes', () => {
  const marked = parseHtmlPage('<p data-q="x"></p><p></p><p data-q></p>');
  expect(elementsThatMayHaveAttributes(marked, attributeBits(['data-q'])).map(({ order }) => order)).toEqual(
    marked.elements.filter((element) => element.hasAttribute('data-q')).map(({ order }) => order),
  );
});

test('countsOf counts equal values in order of first appearance', () => {
  expect([...countsOf(['b', 'a', 'b', 'c', 'b', 'a'])]).toEqual([
    ['b', 3],
    ['a', 2],
    ['c', 1],
  ]);
  expect(countsOf([]).size).toBe(0);
});
