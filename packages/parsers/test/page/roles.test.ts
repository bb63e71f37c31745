import { expect, test } from 'vitest';
import { parseHtmlPage } from '../../src/page/page.js';
import { hasButtonRole, headingLevelOf, isAside, isButtonOrLabel, isList, isListItem } from '../../src/page/roles.js';

const levels = (html: string) => parseHtmlPage(html).headings.map(headingLevelOf);

test('finds headings by tag, role and aria-level', () => {
  expect(levels('<h2>a</h2><div role="heading" aria-level="3">b</div><div aria-level="4">c</div>')).toEqual([2, 3, 4]);
  expect(levels('<div role="heading">a</div><h3 aria-level="2">b</h3>')).toEqual([0, 2]);
});

test('does not treat tree items and list items with aria-level as headings', () => {
  expect(levels('<div role="treeitem" aria-level="2">a</div><div role="listitem" aria-level="1">b</div>')).toEqual([]);
});

test('finds one heading where headings of the same text are inside each other', () => {
  expect(levels('<div role="heading" aria-level="4"><div><h3>a</h3></div></div>')).toEqual([3]);
  expect(levels('<h3><span role="heading" aria-level="4">a</span></h3>')).toEqual([3]);
  expect(levels('<div role="heading" aria-level="2">a <h3>b</h3></div>')).toEqual([2, 3]);
});

test('takes a button that is a whole heading for its text', () => {
  const { elements } = parseHtmlPage('<h2> <button>Pears</button></h2><h2>Pears <button>More</button></h2>');
  const buttons = elements.filter(({ name }) => name === 'button');
  expect(buttons.map((button) => isButtonOrLabel(button))).toEqual([false, true]);
});

test('takes a button around a link for a link, as its role says', () => {
  const { elements } = parseHtmlPage('<button role="link">a</button><button>b</button><i role="button">c</i>');
  const [link, ...buttons] = elements.slice(-3);
  expect([hasButtonRole(link!), isButtonOrLabel(link!)]).toEqual([false, false]);
  expect(buttons.every((button) => hasButtonRole(button) && isButtonOrLabel(button))).toBe(true);
});

test('finds lists, their items and columns by name or role', () => {
  const read = (html: string) => {
    const element = parseHtmlPage(html).elements.at(-1)!;
    return [isList(element), isListItem(element), isAside(element)];
  };
  for (const html of ['<ul>', '<ol>', '<menu>', '<p role="list">']) expect(read(html)).toEqual([true, false, false]);
  for (const html of ['<li>', '<p role="listitem">']) expect(read(html)).toEqual([false, true, false]);
  for (const html of ['<aside>', '<p role="complementary">']) expect(read(html)).toEqual([false, false, true]);
  expect(read('<p>')).toEqual([false, false, false]);
});
