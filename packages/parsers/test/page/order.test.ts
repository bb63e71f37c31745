import { describe, expect, test } from 'vitest';
import { contains, type Element } from '../../src/html/tree.js';
import { isOutsideMainContent } from '../../src/page/frame.js';
import {
  containsAny,
  elementsWithin,
  firstAfter,
  firstWithin,
  lastBefore,
  lowerBound,
  neighboursOf,
  widestAround,
} from '../../src/page/lists.js';
import { parseHtmlPage } from '../../src/page/page.js';
import {
  hasRole,
  headingLevelOf,
  isButtonOrLabel,
  isHeading,
  isList,
  isListOrItem,
  isSectionHeading,
} from '../../src/page/roles.js';

const { elements, document } = parseHtmlPage(
  '<div><p><a>1</a><b><a>2</a></b></p><a>3</a></div><p></p><div><a>4</a><p><b><a>5</a></b><a>6</a></p></div>',
);
const named = (name: string) => elements.filter((element) => element.name === name);

describe.each([[[]], [named('a').slice(0, 1)], [named('a')], [named('p')], [named('b')], [elements]])(
  'a list in document order',
  (list: readonly Element[]) => {
    test.each(elements.map((element, index) => [index, element] as const))('around element %i', (_, element) => {
      const inside = list.filter((other) => contains(element, other));
      expect(elementsWithin(list, element)).toEqual(inside);
      expect(firstWithin(list, element)).toBe(inside[0]);
      const after = list.filter(({ order }) => order > element.last);
      expect(firstAfter(list, element)).toBe(after[0]);
      const before = list.filter(({ order }) => order < element.order);
      expect(lastBefore(list, element)).toBe(before.at(-1));
      expect(lowerBound(list, element.order)).toBe(before.length);
      const others = list.filter(({ order }) => order >= element.order);
      expect(neighboursOf(list, element)).toEqual([before.at(-1), others[0]]);
      const isOwn = ({ name }: Element) => name === 'b';
      expect(neighboursOf(list, element, isOwn)).toEqual([
        before.findLast((one) => !isOwn(one)),
        others.find((one) => !isOwn(one)),
      ]);
      expect(containsAny(element, [undefined, ...list])).toBe(inside.length > 0);
    });
  },
);

test('widestAround returns the largest ancestor that contains no neighbour', () => {
  const [one, two, three, four] = named('a');
  expect(widestAround(one!, [two])).toBe(one);
  expect(widestAround(one!, [three])).toBe(named('p')[0]);
  expect(widestAround(one!, [four])).toBe(named('div')[0]);
  expect(widestAround(one!, [undefined])).toBe(document);
  expect(widestAround(one!, [four], ({ name }) => name === 'div')).toBe(named('p')[0]);
  expect(widestAround(one!, [undefined], ({ name }) => name === 'p')).toBe(one);
});

test.each([
  ['<nav><i></i></nav>', true],
  ['<header><p><i></i></p></header>', true],
  ['<div role="contentinfo"><i></i></div>', true],
  ['<div role="complementary"><nav></nav><i></i></div>', true],
  ['<div role="search"><i></i></div>', false],
  ['<div><i></i></div>', false],
  ['<article><header><i></i></header></article>', false],
  ['<aside><article><header><i></i></header></article></aside>', true],
  ['<main><nav><i></i></nav></main>', false],
  ['<nav><main><i></i></main></nav>', true],
])('%s is in the frame of a page: %j', (part, isIn) => {
  const page = (rest: string) => parseHtmlPage(part + rest);
  const inner = ({ elements: all }: ReturnType<typeof parseHtmlPage>) => all.find(({ name }) => name === 'i')!;
  const large = page('<p></p>'.repeat(20));
  expect(isOutsideMainContent(large, inner(large))).toBe(isIn);
});

test('isOutsideMainContent is false for an element with half of the page or more', () => {
  for (const [rest, isIn] of [
    [0, false],
    [5, false],
    [20, true],
  ] as const) {
    const page = parseHtmlPage(`<nav>${'<b></b>'.repeat(8)}<i></i></nav>${'<p></p>'.repeat(rest)}`);
    expect(isOutsideMainContent(page, page.elements.find(({ name }) => name === 'i')!)).toBe(isIn);
  }
});

const first = (html: string) =>
  parseHtmlPage(html).elements.find(
    ({ attributes, name }) => attributes.length > 0 || /^(?:h\d|ul|ol|menu|li|button|label|hr|x)$/.test(name),
  )!;

test.each([
  ['<p role="heading">', 'heading', true],
  ['<p role="heading link">', 'link', true],
  ['<p role="link heading">', 'heading', true],
  ['<p role="headings">', 'heading', false],
  ['<p role="sub heading-like">', 'heading', false],
  ['<p id="x">', 'heading', false],
  ['<p role="">', 'heading', false],
])('%s has the role %j: %j', (html, role, hasIt) => {
  expect(hasRole(first(html), role)).toBe(hasIt);
});

test.each([
  ['<h1>', true, 1, true],
  ['<h2>', true, 2, true],
  ['<h3>', true, 3, false],
  ['<h6>', true, 6, false],
  ['<h7 id="x">', false, 7, false],
  ['<h0 id="x">', false, 0, false],
  ['<hr>', false, 0, false],
  ['<p role="heading">', true, 0, false],
  ['<p role="heading" aria-level="2">', true, 2, true],
  ['<p aria-level="3">', true, 3, false],
  ['<p aria-level="3" role="treeitem">', false, 3, false],
  ['<h3 aria-level="1">', true, 1, true],
  ['<p role="heading" aria-level="x">', true, 0, false],
])('%s is a heading: %j, of level %i, that starts a section: %j', (html, isOne, level, beginsSection) => {
  const element = first(html);
  expect([isHeading(element), headingLevelOf(element), isSectionHeading(element)]).toEqual([
    isOne,
    level,
    beginsSection,
  ]);
});

test.each([
  ['<ul>', true, true, false],
  ['<ol>', true, true, false],
  ['<menu>', true, true, false],
  ['<li>', false, true, false],
  ['<button>', false, false, true],
  ['<label>', false, false, true],
  ['<p role="button">', false, false, true],
  ['<p role="link button">', false, false, true],
  ['<p id="button">', false, false, false],
])('%s is a list: %j, a list part: %j, a button: %j', (html, list, part, button) => {
  const element = first(html);
  expect([isList(element), isListOrItem(element), isButtonOrLabel(element)]).toEqual([list, part, button]);
});
