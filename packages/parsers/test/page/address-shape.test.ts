import { describe, expect, test } from 'vitest';
import {
  addressElementsIn,
  isBareAddress,
  looksLikeAddress,
  splitAtAddress,
  startsWithAddress,
  withoutDate,
} from '../../src/page/line-parts.js';
import { linesOf, piecesOf, textOfPieces } from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';

const host = 'www.tea.example';

describe('recognises addresses in text', () => {
  test.each<[string, boolean, boolean]>([
    ['https://tea.example', true, true],
    ['http://other.example/a', true, true],
    ['https:// tea', false, false],
    ['tea.example', true, true],
    ['www.tea.example', true, true],
    ['TEA.example/a', true, true],
    ['tea.example › a', true, true],
    ['tea.example› a', true, true],
    ['tea.example > a', true, true],
    ['tea.example and more', false, false],
    ['other.example', false, true],
    ['other.example/a', false, true],
    ['other.example:8080/a', false, true],
    ['other.example › a', false, true],
    ['other.example, a site', false, false],
    ['other.e', false, false],
    ['v1.2', false, false],
    ['tea', false, false],
    ['', false, false],
  ])('%j starts with the address of the link: %j, with any address: %j', (text, isOwn, isAny) => {
    expect([startsWithAddress(text, host), looksLikeAddress(text, host)]).toEqual([isOwn, isAny]);
  });

  test('recognises an internationalised host name', () => {
    expect(startsWithAddress('чай.рф › a', 'xn--80as4b.xn--p1ai')).toBe(true);
    expect(startsWithAddress('чай.рф › a', 'tea.example')).toBe(false);
    expect(isBareAddress('чай.рф')).toBe(true);
  });
});

describe('splits a link without a heading at its address', () => {
  const split = (html: string): string[] | undefined => {
    const page = parseHtmlPage(`<a href="x">${html}</a>`);
    return splitAtAddress(piecesOf(linesOf(page.document)), host)?.map((pieces) => textOfPieces(pieces).trim());
  };

  test.each<[string, string, string[] | undefined]>([
    ['at the host', '<b>Green tea</b> <i>tea.example</i>', ['Green tea', 'tea.example']],
    [
      'at the host of a breadcrumb',
      '<b>Green tea</b> <i>tea.example</i><i> › a</i><i> › b</i>',
      ['Green tea', 'tea.example › a › b'],
    ],
    ['at the last of two hosts', '<b>tea.example</b> <i>tea.example</i>', ['tea.example', 'tea.example']],
    [
      'at a breadcrumb that starts with a name',
      '<b>Green tea</b> <i>Tea Co</i><i> › a</i>',
      ['Green tea', 'Tea Co › a'],
    ],
    ['not at a name without a breadcrumb', '<b>Green tea</b> <i>Tea Co</i>', undefined],
    ['not at a host in a text', '<b>Green tea</b> <i>tea.example and more</i>', undefined],
    ['not at another host', '<b>Green tea</b> <i>other.example</i>', undefined],
    ['not if nothing precedes the host', '<i>tea.example</i>', undefined],
    [
      'at an address of 11 pieces',
      `<b>Green tea</b> <i>tea.example</i>${'<i>/a</i>'.repeat(10)}`,
      ['Green tea', `tea.example${'/a'.repeat(10)}`],
    ],
    ['not at an address of 12 pieces', `<b>Green tea</b> <i>tea.example</i>${'<i>/a</i>'.repeat(11)}`, undefined],
  ])('%s', (_, html, expected) => {
    expect(split(html)).toEqual(expected);
  });
});

test.each<[string, string, string[]]>([
  ['the element of its line', '<p>tea.example/a</p>', ['p']],
  ['an element of the line', '<p>Green tea <b>tea.example/a</b></p>', ['b']],
  ['an element around its pieces', '<p>Green tea <b><i>tea.example</i><i>/a</i></b></p>', ['b']],
  ['none if the element has other words', '<p><b>Green tea <i>tea.example</i><i>/a</i></b></p>', []],
  ['found for each of several lines', '<p>tea.example/a</p><p>words</p><p>tea.example/b</p>', ['p', 'p']],
])('addressElementsIn: the element of an address is %s', (_, html, names) => {
  expect(addressElementsIn(linesOf(parseHtmlPage(html).document), host).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['The Tea · 2 May 2024', 'The Tea'],
  ['The Tea•2 May 2024', 'The Tea'],
  ['2 May 2024', ''],
  ['The Tea · Ann', 'The Tea · Ann'],
])('withoutDate(%j)', (text, expected) => {
  expect(withoutDate(text)).toBe(expected);
});
