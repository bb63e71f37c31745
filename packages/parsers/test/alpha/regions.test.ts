import { describe, expect, test } from 'vitest';
import { parseAlphaSearch } from '../../src/alpha/search.js';
import { row } from '../support/alpha-blocks.js';

const links = (html: string): string[] =>
  parseAlphaSearch(`<title>pears - Google Search</title>${html}`).organic_results.map(
    ({ domain }) => domain.split('.')[0]!,
  );
const filler = '<p>Words.</p>'.repeat(80);

describe('rows are read from the main column', () => {
  test.each<[string, string, string[]]>([
    ['by the id of the list', `<div id="rso">${row('in')}</div>${row('out')}`, ['in']],
    ['by the id of a region around the list', `<div id="search">${row('in')}</div>${row('out')}`, ['in']],
    ['by the id of the column', `<div id="center_col">${row('in')}</div>${row('out')}`, ['in']],
    ['by the id of the region below the list', `<div id="botstuff">${row('in')}</div>${row('out')}`, ['in']],
    ['by the id of the list in an old layout', `<div id="ires">${row('in')}</div>${row('out')}`, ['in']],
    ['by any of several ids', `<div id="rso">${row('a')}</div><div id="botstuff">${row('b')}</div>`, ['a', 'b']],
    ['by the role of the column', `<div role="main">${row('in')}</div>${row('out')}`, ['in']],
    ['not by the id of the page container', `<div id="main">${row('a')}</div>${row('b')}`, ['a', 'b']],
    [
      'not from the header or footer of a page without ids',
      `<header>${row('h')}</header>${row('in')}${filler}<footer>${row('f')}</footer>`,
      ['in'],
    ],
  ])('%s', (_, html, expected) => {
    expect(links(html)).toEqual(expected);
  });
});

describe('advertisements and columns', () => {
  const read = (html: string) => parseAlphaSearch(`<title>pears - Google Search</title>${html}`, { blocks: true });
  const ad = '<div><a href="https://shop.example/"><h3>Ripe pears</h3></a><div>www.shop.example/pears</div></div>';

  test.each<[string, string | undefined]>([
    ['tads', 'top'],
    ['tadsb', 'bottom'],
    ['bottomads', 'bottom'],
    ['mbEnd', 'bottom'],
    ['ads', undefined],
  ])('ads in #%s have the position %s', (id, position) => {
    const { blocks } = read(`<div id="rcnt"><div id="${id}">${ad}</div><div id="rso">${row('in')}</div></div>`);
    expect(blocks!.ads[0]?.position).toBe(position);
  });

  test('"no results" messages are read only from their regions', () => {
    const notice = '<ul><li>Check the spelling.</li></ul>';
    for (const id of ['topstuff', 'botstuff'])
      expect(links(`<div id="${id}">${notice}</div><div id="rso"></div>`)).toEqual([]);
    expect(() => links(`<div id="stuff">${notice}</div><div id="rso"></div>`)).toThrow();
  });

  test('the side column is recognised by its role if no region has an id', () => {
    const query = (text: string): string => `<div><a href="/search?q=${text}">${text}</a></div>`;
    const related = (html: string) => read(html).related_searches.map(({ query: text }) => text);
    const beside = `<div role="complementary">${query('jam')}${query('cider')}</div>`;
    expect(related(`${row('in')}${query('perry')}${query('quince')}<hr>${beside}`)).toEqual(['perry', 'quince']);
    expect(
      related(`<div id="rso">${row('in')}</div>${query('perry')}${query('quince')}<p><a href="/x">x</a></p>${beside}`),
    ).toEqual(['jam', 'cider']);
  });
});
