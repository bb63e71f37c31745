import { expect, test } from 'vitest';
import { parseHtmlPage } from '../../src/page/page.js';
import { headingLevelOf } from '../../src/page/roles.js';

const levels = (html: string) => parseHtmlPage(html).headings.map(headingLevelOf);

test('finds headings by tag, role and aria-level', () => {
  expect(levels('<h2>a</h2><div role="heading" aria-level="3">b</div><div aria-level="4">c</div>')).toEqual([2, 3, 4]);
  expect(levels('<div role="heading">a</div><h3 aria-level="2">b</h3>')).toEqual([0, 2]);
});

test('does not treat tree items and list items with aria-level as headings', () => {
  expect(levels('<div role="treeitem" aria-level="2">a</div><div role="listitem" aria-level="1">b</div>')).toEqual([]);
});
