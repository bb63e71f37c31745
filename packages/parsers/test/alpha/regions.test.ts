import { describe, expect, test } from 'vitest';
import { parseAlphaSearch } from '../../src/alpha/search.js';
import { row } from '../support/alpha-blocks.js';

const links = (html: string): string[] =>
  parseAlphaSearch(`<title>pears - Google Search</title>${html}`).organic_results.map(
    ({ domain }) => domain.split('.')[0]!,
  );
const filler = '<p>Words.</p>'.repeat(80);

describe('rows are in the column of the page', () => {
  test.each<[string, string, string[]]>([
    ['by the name of its list', `<div id="rso">${row('in')}</div>${row('out')}`, ['in']],
    ['by the name of a region around it', `<div id="search">${row('in')}</div>${row('out')}`, ['in']],
    ['by the name of the column', `<div id="center_col">${row('in')}</div>${row('out')}`, ['in']],
    ['by the name of what is below', `<div id="botstuff">${row('in')}</div>${row('out')}`, ['in']],
    ['by the name of an older list', `<div id="ires">${row('in')}</div>${row('out')}`, ['in']],
    ['by any of several names', `<div id="rso">${row('a')}</div><div id="botstuff">${row('b')}</div>`, ['a', 'b']],
    ['by its role', `<div role="main">${row('in')}</div>${row('out')}`, ['in']],
    ['not by the name of what is around all', `<div id="main">${row('a')}</div>${row('b')}`, ['a', 'b']],
    [
      'not in a head or a foot of a page without names',
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
  ])('the place named %s is for those of the %s', (id, position) => {
    const { blocks } = read(`<div id="rcnt"><div id="${id}">${ad}</div><div id="rso">${row('in')}</div></div>`);
    expect(blocks!.ads[0]?.position).toBe(position);
  });

  test('messages are in their own regions', () => {
    const notice = '<ul><li>Check the spelling.</li></ul>';
    for (const id of ['topstuff', 'botstuff'])
      expect(links(`<div id="${id}">${notice}</div><div id="rso"></div>`)).toEqual([]);
    expect(() => links(`<div id="stuff">${notice}</div><div id="rso"></div>`)).toThrow();
  });

  test('the column beside the rows is known by its role where no region is named', () => {
    const query = (text: string): string => `<div><a href="/search?q=${text}">${text}</a></div>`;
    const related = (html: string) => read(html).related_searches.map(({ query: text }) => text);
    const beside = `<div role="complementary">${query('jam')}${query('cider')}</div>`;
    expect(related(`${row('in')}${query('perry')}${query('quince')}<hr>${beside}`)).toEqual(['perry', 'quince']);
    expect(
      related(`<div id="rso">${row('in')}</div>${query('perry')}${query('quince')}<p><a href="/x">x</a></p>${beside}`),
    ).toEqual(['jam', 'cider']);
  });
});
