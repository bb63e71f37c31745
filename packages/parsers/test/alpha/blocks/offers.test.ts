import { expect, test } from 'vitest';
import { ratingAndReviewsIn } from '../../../src/alpha/blocks/local-results.js';
import { blocksBetweenRows, layoutOf, row, section } from '../../support/alpha-blocks.js';

test.each<[string[], object]>([
  [['4.6(54)'], { rating: 4.6, reviews: 54 }],
  [['4,6 (1 204)'], { rating: 4.6, reviews: 1204 }],
  [['4.6', '(60)'], { rating: 4.6, reviews: 60 }],
  [['Farm', '4.6'], { rating: 4.6 }],
  [['4.6 · Farm'], { rating: 4.6 }],
  [['4.6 ⋅ Farm'], { rating: 4.6 }],
  [['4.6 Farm'], {}],
  [['4.6· Farm'], { rating: 4.6 }],
  [['4.6⋅ Farm'], { rating: 4.6 }],
  [['14.6(54)'], {}],
  [['4.65(54)'], {}],
  [['Farm 4.6(54)'], { rating: 4.6, reviews: 54 }],
  [['4.6(6.2K)'], { rating: 4.6, reviews: 6200 }],
  [['4.6(6.2K+)'], { rating: 4.6, reviews: 6200 }],
  [['4.6(1M)'], { rating: 4.6, reviews: 1_000_000 }],
  [['4.6(12 reviews)'], { rating: 4.6 }],
  [['4.6(many)'], { rating: 4.6 }],
  [['2,3 km'], {}],
  [['٤٫٦ (٥٤)'], {}],
  [['Farm', 'Lane'], {}],
  [[], {}],
])('the rating in %j', (lines, expected) => {
  expect(ratingAndReviewsIn(lines)).toEqual(expected);
});

const place = (mark: string): string =>
  `<div><div ${mark}><div role="heading" aria-level="3">Orchard</div><div>Farm</div></div></div>`;
const titlesOf = (html: string): string[] => blocksBetweenRows(html).local_results.map(({ title }) => title);

test.each([
  ['data-cid="123456789012"', true],
  ['data-cid="12345678901"', false],
  ['data-cid="12345678901x"', false],
  ['data-ludocid="123456789012"', true],
  ['id="pv-/g/11x"', true],
  ['id="pv-/m/11x"', true],
  ['id="pv-/x/11x"', false],
  ['id="x-pv-/g/11x"', false],
])('%s marks a place: %j', (mark, isPlace) => {
  expect(titlesOf(place(mark))).toEqual(isPlace ? ['Orchard'] : []);
});

test.each([
  ['/search?q=x&amp;ludocid=123', true],
  ['/search?q=x&amp;ludocid=', false],
  ['https://orchard.example/?ludocid=123', false],
])('a link to %s leads to a place: %j', (href, isPlace) => {
  expect(titlesOf(`<div><a href="${href}"><h3>Orchard</h3><div>Farm</div></a></div>`)).toEqual(
    isPlace ? ['Orchard'] : [],
  );
});

test.each([
  ['/search?q=x&amp;udm=1', true],
  ['/search?q=x&amp;udm=2', false],
  ['/search?q=x&amp;tbm=lcl', true],
  ['/search?q=x&amp;tbm=vid', false],
  ['/search?q=x&amp;rlst=f', true],
])('headings above a link to %s are places: %j', (href, isPlace) => {
  const html = `<div><div role="heading" aria-level="3">Orchard</div><div>Farm</div></div>`;
  expect(titlesOf(section(`${html}<a href="${href}">More</a>`))).toEqual(isPlace ? ['Orchard'] : []);
});

test('reads at most five details of a place, without its name and controls', () => {
  const lines = [
    'Orchard',
    'One',
    'Two',
    '<a href="/x">Call</a>',
    'Three',
    '<i role="button">Save</i>',
    'Four',
    'Five',
    'Six',
  ];
  const html = `<div data-cid="123456789012"><div role="heading" aria-level="3">Orchard 4.5 (12)</div>${lines.map((line) => `<div>${line}</div>`).join('')}</div>`;
  expect(blocksBetweenRows(html).local_results).toEqual([
    { title: 'Orchard', rating: 4.5, reviews: 12, details: ['Orchard', 'One', 'Two', 'Three', 'Four'] },
  ]);
});

const letters = (length: number): string => 'x'.repeat(length);
const lines = (parts: readonly string[]): string => parts.map((part) => `<div>${part}</div>`).join('');
const item = (...parts: string[]): string =>
  `<li><a href="https://shop.example/${parts.length}">${lines(parts)}</a></li>`;
const pear = item('Pear tree', '$12.99', 'Shop');
const products = (html: string) => blocksBetweenRows(section(html)).products ?? [];

test.each<[string, string, number]>([
  ['three', pear.repeat(3), 3],
  ['two', pear.repeat(2), 0],
  ['three among five items', pear.repeat(3) + item('Fig').repeat(2), 3],
  ['three after two other items', item('Fig').repeat(2) + pear.repeat(3), 3],
  ['three among six items', pear.repeat(3) + item('Fig').repeat(3), 0],
  ['three and empty items', `${pear.repeat(3)}<li></li><li style="display:none">Fig</li>`, 3],
  ['three beside a shopping ad', `<div data-pla="1">Ad</div>${pear.repeat(3)}`, 0],
  ['three beside a text ad', `<div data-text-ad="1">Ad</div>${pear.repeat(3)}`, 0],
  ['three below an ad redirect', `<a href="/aclk?sa=l">Ad</a>${pear.repeat(3)}`, 0],
  ['three in a nested list', `<ul>${pear.repeat(3)}</ul>`, 3],
  ['four in one item', `<li>${pear.repeat(4)}</li>`, 4],
])('reads products: %s', (_, html, count) => {
  expect(products(html)).toHaveLength(count);
});

test.each<[string, string[], object | undefined]>([
  ['name, price and shop', ['Pear tree', '$12.99', 'Shop'], { title: 'Pear tree', price: '$12.99', source: 'Shop' }],
  ['a note above the name', ['19% OFF', 'Pear tree', '$12.99'], { title: 'Pear tree', source: undefined }],
  ['a shop with a longer name', ['Pear', '$12.99', 'Pear trees'], { title: 'Pear', source: 'Pear trees' }],
  ['the price first', ['$12.99', 'Pear tree', 'Shop'], { title: 'Pear tree', source: 'Shop' }],
  ['a former price', ['Pear tree', '<b>$12.99</b><i>$15.99</i>', 'Shop'], { price: '$12.99', source: 'Shop' }],
  ['the number of further shops', ['Pear tree', '$12.99', '<b>Shop</b>, 10+'], { source: 'Shop' }],
  ['two prices', ['Pear tree', '$12.99', '$15.99', 'Shop'], { price: '$12.99', source: 'Shop' }],
  ['a name of 200 letters', [`${letters(199)}y`, '$12.99'], { title: `${letters(199)}y` }],
  ['a name of 201 letters', [letters(201), '$12.99'], undefined],
  ['only a price', ['$12.99'], undefined],
  ['only a name', ['Pear tree'], undefined],
  ['a rating', ['Pear tree', '$12.99', 'Shop', '4.5 (12)'], { rating: 4.5, reviews: 12 }],
])('reads a product with %s', (_, parts, expected) => {
  const [first, ...others] = products(item(...parts) + pear.repeat(3));
  expect(others).toHaveLength(expected === undefined ? 2 : 3);
  if (expected !== undefined) expect({ source: undefined, ...first }).toMatchObject(expected);
});

test('reads the products of a grid by their headings', () => {
  const tile = (name: string): string =>
    `<div><div role="heading" aria-level="3">${name}</div><div>$12.99</div><div>The longest line of all</div></div>`;
  expect(products(tile('Pear') + tile('Fig') + tile('Plum')).map(({ title }) => title)).toEqual([
    'Pear',
    'Fig',
    'Plum',
  ]);
});

test('reads the first external link of a product, or its only link', () => {
  const linked = (...hrefs: string[]): string =>
    `<li>${hrefs.map((href) => `<a href="${href}"><div>Pear tree</div></a>`).join('')}<div>$12.99</div></li>`;
  const linkOf = (...hrefs: string[]) => products(linked(...hrefs) + pear.repeat(3))[0]?.link;
  expect(linkOf('/search?q=pear', 'https://shop.example/a')).toBe('https://shop.example/a');
  expect(linkOf('/search?q=pear')).toBe('/search?q=pear');
});

const trees = [item('Pear tree', '$12.99', 'Shop'), item('Fig tree', '$10.00'), item('Plum', '$11.00', 'Shop', 'Near')];
const unnamed = (name: string, more = ''): string => `<div><div>${name}</div><ul>${trees.join('')}</ul>${more}</div>`;

test.each<[string, string, number]>([
  ['by its first line', unnamed('Trees to buy'), 1],
  ['by a line of 60 letters', unnamed(letters(60)), 1],
  ['but not by a line of 61 letters', unnamed(letters(61)), 0],
  ['but not by a line with a link', unnamed('<a href="/a">Trees to buy</a>'), 0],
  ['but not above a link to help', unnamed('Trees', '<a href="https://support.google.com/x">Why</a>'), 0],
  ['but not if it is hidden', `<div style="display:none">${unnamed('Trees to buy')}</div>`, 0],
])('an element without a heading is a section %s', (_, html, count) => {
  expect(layoutOf(row('first') + html + row('last')).allSections).toHaveLength(count);
});

test('reads the products of a grid without a heading, and each once', () => {
  const cards = ['Pear', 'Fig', 'Plum'].map((name) => `<li><div role="button">${lines([name, '$12.99'])}</div></li>`);
  const titles = (html: string): string[] => blocksBetweenRows(html).products.map(({ title }) => title);
  expect(titles(`<div><g-card><ul>${cards.join('')}</ul></g-card></div>`)).toEqual(['Pear', 'Fig', 'Plum']);
  const [first] = blocksBetweenRows(`<div><g-card><ul>${cards.join('')}</ul></g-card></div>`).products;
  expect(first).toEqual({ title: 'Pear', link: '', price: '$12.99' });
  expect(titles(unnamed('Trees to buy'))).toEqual(['Pear tree', 'Fig tree', 'Plum']);
  expect(titles(`<div style="display:none"><ul>${cards.join('')}</ul></div>`)).toEqual([]);
});

test('ignores hidden products of a grid and reads items by their role', () => {
  const tile = (name: string, more = ''): string =>
    `<div ${more}><div role="heading" aria-level="3">${name}</div><div>$12.99</div><div>Shop</div></div>`;
  const hidden = tile('Nut', 'style="display:none"');
  expect(products(tile('Pear') + hidden.repeat(4) + tile('Fig') + tile('Plum'))).toHaveLength(3);
  const byRole = (name: string): string => `<div role="listitem"><p>${name}</p><p>$12.99</p></div>`;
  expect(products(byRole('Pear') + byRole('Fig') + byRole('Plum')).map(({ title }) => title)).toEqual([
    'Pear',
    'Fig',
    'Plum',
  ]);
});
