import { describe, expect, test } from 'vitest';
import type { Element } from '../../src/html/tree.js';
import { parseHtmlPage } from '../../src/page/page.js';

/** The `<i>` elements of a page. */
const innerOf = (html: string): Element[] => parseHtmlPage(html).elements.filter(({ name }) => name === 'i');

/** How each way of reading an attribute sees it. */
function seen(element: Element, name: string) {
  let passed: string | undefined;
  const passes = element.testRawAttribute(name, (text, from, end) => {
    passed = text.slice(from, end);
    return true;
  });
  return [element.attribute(name), element.rawAttribute(name), element.hasAttribute(name), passes, passed];
}

const absent = [undefined, undefined, false, false, undefined];
const present = (value: string, written = value) => [value, written, true, true, written];

describe('an attribute', () => {
  // `title` and `dir` share a bit, as do `class` and `method`.
  const [first, second, third] = innerOf(
    '<p><i title="a &lt; b" class=k>x</i><i>y</i><i dir id="" hidden>z</i></p>',
  ) as [Element, Element, Element];

  test('is read decoded and as written', () => {
    expect(seen(first, 'title')).toEqual(present('a < b', 'a &lt; b'));
    expect(seen(first, 'class')).toEqual(present('k'));
    expect(seen(third, 'id')).toEqual(present(''));
    expect(seen(third, 'dir')).toEqual(present(''));
    expect(seen(third, 'hidden')).toEqual(present(''));
  });

  test('is told apart from one of the same bit', () => {
    expect(seen(first, 'dir')).toEqual(absent);
    expect(seen(first, 'method')).toEqual(absent);
    expect(seen(third, 'title')).toEqual(absent);
  });

  test('may be absent', () => {
    expect(seen(second, 'title')).toEqual(absent);
    expect(second.attributes).toEqual([]);
    expect(third.attributes.map(({ name }) => name)).toEqual(['dir', 'id', 'hidden']);
  });

  test('is the same in a list that can be extended', () => {
    const [element] = innerOf('<i title="a &lt; b">x</i>') as [Element];
    element.listAttributes().push({ name: 'lang', value: 'en' });
    expect(seen(element, 'title')).toEqual(present('a < b'));
    expect(seen(element, 'lang')).toEqual(present('en'));
    expect(seen(element, 'dir')).toEqual(absent);
  });
});

test.each<[string, string]>([
  ['a&lt;&gt;b', 'a<>b'],
  ['&#65;&#x42;&#x63;', 'ABc'],
  ['a&b=c', 'a&b=c'],
  ['a&copy=c&lt;', 'a&copy=c<'],
  ['a&copy;', 'a©'],
  ['a& b&', 'a& b&'],
  ['a&amp;b&amp;c', 'a&b&c'],
  ['&nbsp;&quot;&apos;', '\u00a0"\''],
  ['&#x110000;&#0;', '\ufffd\ufffd'],
  ['&#128;', '€'],
  ['x#65;&lt;y#66;', 'x#65;<y#66;'],
  ['&#5:;', '\u0005:;'],
  ['&#x3g;', '\u0003g;'],
  ['&a0=b&lt;', '&a0=b<'],
  ['&z=b&A=c&Z=d&lt;', '&z=b&A=c&Z=d<'],
  ['&9=b&lt;', '&9=b<'],
])('the value %s is %j', (written, value) => {
  const quote = written.includes("'") ? '"' : "'";
  expect(innerOf(`<i title=${quote}${written}${quote}>x</i>`)[0]!.attribute('title')).toBe(value);
});

test.each<[string, Record<string, string>]>([
  ['title=a lang=b', { title: 'a', lang: 'b' }],
  ['title = a lang= "b"', { title: 'a', lang: 'b' }],
  ['TITLE=a title=b', { title: 'a' }],
  ['title=\'a"b\' lang="c\'d"', { title: 'a"b', lang: "c'd" }],
  ['title="a>b" lang', { title: 'a>b', lang: '' }],
  [`title="${'x'.repeat(40)}" lang='${'y'.repeat(40)}'`, { title: 'x'.repeat(40), lang: 'y'.repeat(40) }],
  [`title="${'x'.repeat(1001)}&lt;"`, { title: `${'x'.repeat(1001)}<` }],
  ['title="a\r\nb\rc"', { title: 'a\nb\nc' }],
  ['title="a\0b"', { title: 'a\ufffdb' }],
  [`title="${'x'.repeat(1001)}\0"`, { title: `${'x'.repeat(1001)}\ufffd` }],
  [`title="${'x'.repeat(1001)}\r"`, { title: `${'x'.repeat(1001)}\n` }],
  ['é=1 title=a', { é: '1', title: 'a' }],
  ['title=a/', { title: 'a/' }],
])('the attributes %s are read', (written, attributes) => {
  const [element] = innerOf(`<i ${written}>x</i>`) as [Element];
  expect(Object.fromEntries(element.attributes.map(({ name, value }) => [name, value]))).toEqual(attributes);
});
