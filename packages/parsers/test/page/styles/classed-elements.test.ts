import { expect, test } from 'vitest';
import { parseHtmlPage } from '../../../src/page/page.js';
import { elementsWithAnyClass } from '../../../src/page/styles/cascade.js';

/** Ids of the elements of a page that have one of the classes `a` and `sm:b`. */
function idsOf(html: string, classes: readonly string[] = ['a', 'sm:b']): (string | undefined)[] {
  const { elements } = parseHtmlPage(`<main>${html}</main>`);
  return elementsWithAnyClass(elements, new Set(classes)).map(
    ({ attributes }) => attributes.find(({ name }) => name === 'id')?.value,
  );
}

test.each<[string, string[]]>([
  ['<p id=1 class=a>x</p><p id=2 class="b a">x</p><p id=3 class=" a\tc\n">x</p>', ['1', '2', '3']],
  ['<p id=1 class=sm:b>x</p><p id=2 class="c sm:b">x</p>', ['1', '2']],
  ['<p id=1 class=aa>x</p><p id=2 class="ba ab">x</p><p id=3 class="a-b">x</p><p id=4 class=A>x</p>', []],
  ['<p id=1>x</p><p id=2 class>x</p><p id=3 data-class=a>x</p>', []],
  ['<p id=1 class=a></p><p id=2 class=a>x</p>', ['2']],
  ['<p id=1 class="&#97;">x</p><p id=2 class="b &amp;">x</p>', ['1', '2']],
])('%s', (html, ids) => {
  expect(idsOf(html)).toEqual(ids);
});

test('nothing has one of no classes', () => {
  expect(idsOf('<p id=1 class="a &amp;">x</p>', [])).toEqual([]);
});

test('names of the same ends and length are told apart', () => {
  expect(idsOf('<p id=1 class=axb>x</p><p id=2 class=ayb>x</p>', ['ayb'])).toEqual(['2']);
});
