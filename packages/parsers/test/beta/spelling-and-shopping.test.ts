import { describe, expect, test } from 'vitest';
import { parseBetaSearch } from '../../src/index.js';

const row = (name: string) =>
  `<li><h2><a href="https://${name}.example/a">Pears of ${name}</a></h2><cite>https://${name}.example</cite><p>All about the pears of ${name} and their trees.</p></li>`;

function blocksOf(inside: string, { title = 'pears - Search', below = '' } = {}) {
  const page = `<title>${title}</title><div id="b_content"><ol id="b_results">${inside}${row('a')}${row('b')}${below}</ol></div>`;
  return parseBetaSearch(page, { blocks: true }).blocks!;
}

describe('spelling', () => {
  const ask = (query: string, text = query, more = '') =>
    `<a href="/search?q=${encodeURIComponent(query)}${more}">${text}</a>`;
  const item = (inside: string) => `<li><div>${inside}</div></li>`;
  const suggested = { kind: 'suggested', query: 'pearls' };
  const corrected = { kind: 'corrected', query: 'pearls' };

  test.each<[string, string, object | undefined]>([
    ['a suggestion', item(`Did you mean ${ask('pearls')}`), suggested],
    [
      'a correction with a link to the original query',
      item(`Showing ${ask('pearls')}. Only for ${ask('+pears', 'pears')}`),
      corrected,
    ],
    ['a correction below a heading', item(`<h2>Nothing found</h2><p>Showing ${ask('pearls')}</p>`), corrected],
    [
      'a correction below a line that repeats the original query',
      item(`<p>Nothing for pears</p><p>Showing ${ask('pearls')}</p>`),
      corrected,
    ],
    ['a suggestion in a line that repeats the original query', item(`For pears try ${ask('pearls')}`), suggested],
    ['no link without words beside it', item(ask('pearls')), undefined],
    ['no link with only punctuation beside it', item(`— ${ask('pearls')}`), undefined],
    ['no link in a long text', item(`${'word '.repeat(41)} ${ask('pearls')}`), undefined],
    ['a suggestion beside 200 letters', item(`${'x'.repeat(200)} ${ask('pearls')}`), suggested],
    ['a suggestion in quotes', item(`Try ${ask('pearls', '"pearls"')}`), { ...suggested, query: '"pearls"' }],
    [
      'a suggestion beside links without a query',
      item(`Try ${ask('pearls')}<a href="/a">a</a><a href="/b">b</a>`),
      suggested,
    ],
    ['a suggestion below another line', item(`<p>Some note</p><p>Showing ${ask('pearls')}</p>`), suggested],
    ['a suggestion in a heading', item(`<h2>Showing ${ask('pearls')}</h2>`), suggested],
    ['none of three links', item(`Try ${ask('pearls')} ${ask('plums')} ${ask('figs')}`), undefined],
    ['no link to the same query', item(`Try ${ask('pears')}`), undefined],
    ['no link with another text than its query', item(`Try ${ask('pearls', 'this one')}`), undefined],
    ['no link to a query in quotes', item(`Try ${ask('"pearls"', 'pearls')}`), undefined],
    ['no link to an entity', item(`Try ${ask('pearls', 'pearls', '&filters=x')}`), undefined],
    ['no hidden link', item(`Try <span hidden>${ask('pearls')}</span>`), undefined],
  ])('reads %s', (_, inside, expected) => {
    expect(blocksOf(inside).spelling).toEqual(expected === undefined ? undefined : expect.objectContaining(expected));
  });

  test('ignores a suggestion below the rows', () => {
    expect(blocksOf('', { below: item(`Did you mean ${ask('pearls')}`) }).spelling).toBeUndefined();
  });

  test('recognises a suggestion by its FORM parameter if the page has no query', () => {
    const of = (form: string) =>
      blocksOf(item(`Did you mean ${ask('pearls', 'pearls', form)}`), { title: 'Search' }).spelling;
    expect(of('&FORM=AWRE')).toMatchObject(suggested);
    expect([of('&FORM=XX'), of('')]).toEqual([undefined, undefined]);
  });
});

describe('shopping', () => {
  const ad = (id: string) => `https://www.bing.com/aclick?id=${id}`;
  const tile = (id: string, inside: string, more = ' role="listitem"') =>
    `<div${more}><a href="${ad(id)}"><img alt="Pear tree, two years old">${inside}</a></div>`;
  const lines = (...some: string[]) => some.map((line) => `<div>${line}</div>`).join('');
  const read = (...tiles: string[]) =>
    blocksOf(`<li>${tiles.join('')}</li>`).shopping.map(({ element: _, ...rest }) => rest);
  const product = (id: string) => ({ title: 'Old tree', link: ad(id), price: '$9.99', source: 'Shop' });

  test.each<[string, string, object[]]>([
    ['title, price and shop', lines('Old tree', '$9.99', 'Shop'), [product('1')]],
    [
      'a truncated title',
      lines('Pear tree, two…', '$9.99', 'Shop'),
      [{ ...product('1'), title: 'Pear tree, two years old' }],
    ],
    [
      'a title that differs from the alt text',
      lines('Trees of pears', '$9.99', 'Shop'),
      [{ ...product('1'), title: 'Trees of pears' }],
    ],
    ['a price with a note', lines('Old tree', '$9.99 now', 'Shop'), [{ ...product('1'), price: '$9.99 now' }]],
    ['a rating below the shop', lines('Old tree', '$9.99', 'Shop', '4.5 x'), [product('1')]],
    [
      'a shop in a cite element',
      `${lines('Old tree', '$9.99', 'Other')}<cite></cite><cite>Shop</cite>`,
      [product('1')],
    ],
    ['no shop', lines('Old tree', '$9.99'), [{ title: 'Old tree', link: ad('1'), price: '$9.99' }]],
    [
      'a rating',
      `${lines('Old tree', '$9.99', 'Shop')}<span aria-label="4.5 out of 5"></span>`,
      [{ ...product('1'), rating: 4.5 }],
    ],
    [
      'a rating out of 4/5 in a label',
      `${lines('Old tree', '$9.99', 'Shop')}<i aria-label="x"></i><span aria-label="Rating 4/5"></span>`,
      [{ ...product('1'), rating: 4 }],
    ],
    ['a title only', lines('Old tree'), []],
    ['no title', lines('$9.99', 'Shop'), []],
    ['no price', lines('Old tree', 'Shop'), []],
    ['a heading', `<h3>Old tree</h3>${lines('$9.99', 'Shop')}`, [product('1')]],
    ['punctuation above the title', lines('—', 'Old tree', '$9.99', 'Shop'), [product('1')]],
  ])('reads a tile with %s', (_, inside, expected) => {
    expect(read(tile('1', inside))).toEqual(expected);
  });

  test('reads a product without an image', () => {
    expect(read(tile('1', lines('Old tree', '$9.99', 'Shop')).replace(/<img[^>]*>/, ''))).toEqual([product('1')]);
  });

  test('reads no shop from outside the part', () => {
    const tiles = tile('1', lines('Old tree', '$9.99'), '').repeat(3);
    expect(blocksOf(`<li>${tiles}</li><li><p>Oak Shop</p></li>`).shopping).toEqual([
      { title: 'Old tree', link: ad('1'), price: '$9.99' },
    ]);
  });

  test('lists each product once, and only with a visible ad link', () => {
    const one = tile('1', lines('Old tree', '$9.99', 'Shop'));
    expect(read(one, one, tile('2', lines('Old tree', '$9.99', 'Shop')))).toEqual([product('1'), product('2')]);
    expect(read(one.replace(ad('1'), 'https://a.example/'))).toEqual([]);
    expect(read(one.replace('<a', '<a style="display:none"'))).toEqual([]);
  });

  test('requires three tiles with an image if they have no role', () => {
    const bare = (id: string) => tile(id, lines('Old tree', '$9.99', 'Shop'), '');
    expect(read(bare('1'), bare('2'), bare('3'))).toEqual(['1', '2', '3'].map(product));
    expect(read(bare('1'), bare('2'))).toEqual([]);
    expect(read(...['1', '2', '3'].map((id) => bare(id).replace(/<img[^>]*>/, '')))).toEqual([]);
  });
});
