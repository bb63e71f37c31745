import { expect, test } from 'vitest';
import { blocksBetweenRows } from '../../support/alpha-blocks.js';

const tile = (n: number, price: string): string =>
  `<div><a href="https://shop${n}.example/"><div>Pear tree, two years old ${n}</div></a><div>${price}</div><div>Tree Shop</div></div>`;

test.each(['$12.50', '12,50 €', '1 200 ₽', 'CHF 12.50'])('reads products with the price %s', (price) => {
  const html = `<div data-pla="1">${tile(1, price)}${tile(2, price)}</div>`;
  const products = blocksBetweenRows(html).shopping;
  expect(products).toHaveLength(2);
  expect(products[0]).toEqual({
    title: 'Pear tree, two years old 1',
    link: 'https://shop1.example/',
    price,
    source: 'Tree Shop',
  });
});

test('reads the rating of a product', () => {
  const html = `<div data-pla="1">${tile(1, '$1').replace('</div></div>', '</div><div>4.7<i></i>(390)</div></div>')}</div>`;
  expect(blocksBetweenRows(html).shopping[0]).toMatchObject({ source: 'Tree Shop', rating: 4.7, reviews: 390 });
});

test('ignores cards without an attribute or a price', () => {
  expect(blocksBetweenRows(`<div>${tile(1, '$1')}</div><div data-pla="1">${tile(2, 'soon')}</div>`).shopping).toEqual(
    [],
  );
});

test('reads the name before the price and the shop after it, even if other lines are longer', () => {
  const card =
    '<div><a href="/aclk?x=1" data-pla="1"><div>In stock</div><h4>Pear tree</h4><div>From $12.50</div><div>The Tree and Fruit Shop</div></a><a href="/search?tbm=shop">By the engine</a></div>';
  expect(blocksBetweenRows(card).shopping).toEqual([
    { title: 'Pear tree', link: '/aclk?x=1', price: 'From $12.50', source: 'The Tree and Fruit Shop' },
  ]);
});

test('reads products without an attribute: ad redirects, hidden ad redirects and cards in ad regions', () => {
  const lines = (name: string): string => `${name}<br><b>3 930,00 руб.</b><br><cite>Shop</cite>`;
  const redirect =
    '<div><a href="/aclk?x=1"><img></a><a href="/aclk?x=2">One</a><br><b>1 ₽</b><br><cite>Shop</cite></div>';
  const hiddenRedirect = `<div><a style="display:none" href="/aclk?x=3"></a><a href="https://shop.example/3">${lines('Two')}</a></div>`;
  const inAdRegion = `<div id="tvcap"><div><a href="https://shop.example/4">${lines('Three Three')}</a></div></div>`;
  expect(
    blocksBetweenRows(redirect + hiddenRedirect + inAdRegion).shopping.map(({ title, source }) => [title, source]),
  ).toEqual([
    ['One', 'Shop'],
    ['Two', 'Shop'],
    ['Three', 'Shop'],
  ]);
});

test('does not read a text ad with a price as a product', () => {
  const ad =
    '<div data-text-ad="1"><a href="/aclk?x=1"><div role="heading" aria-level="3">Pears</div></a><div>$12.50</div></div>';
  expect(blocksBetweenRows(ad).shopping).toEqual([]);
});

const marked = (...lines: string[]): string =>
  `<div data-pla="1"><div><a href="https://shop.example/">${lines.map((line) => `<div>${line}</div>`).join('')}</a></div></div>`;

test.each<[string, string[], object[]]>([
  ['its shop below its price', ['Pear', '$12.50', 'Shop'], [{ title: 'Pear', price: '$12.50', source: 'Shop' }]],
  ['no shop', ['Pear', '$12.50'], [{ title: 'Pear', price: '$12.50' }]],
  ['its name instead of a shop', ['Pear', '$12.50', 'Pear'], [{ title: 'Pear', price: '$12.50' }]],
  ['its name below its price', ['$12.50', 'Pear', 'Shop'], [{ title: 'Pear', price: '$12.50', source: 'Shop' }]],
  ['only a price', ['$12.50'], []],
  ['two prices', ['Pear', '$12.50', '$15.00', 'Shop'], [{ title: 'Pear', price: '$12.50', source: 'Shop' }]],
  [
    'punctuation between the lines',
    ['Pear', '—', '$12.50', '—', 'Shop'],
    [{ title: 'Pear', price: '$12.50', source: 'Shop' }],
  ],
  ['its name twice', ['PearPear', '$12.50'], [{ title: 'Pear', price: '$12.50' }]],
  ['its name twice with a space', ['Pear Pear', '$12.50'], [{ title: 'Pear', price: '$12.50' }]],
  ['a name of 200 letters', [`${'x'.repeat(199)}y`, '$12.50'], [{ title: `${'x'.repeat(199)}y`, price: '$12.50' }]],
  ['a name of 201 letters', [`${'x'.repeat(200)}y`, '$12.50'], []],
])('reads an advertised product with %s', (_, lines, expected) => {
  const link = 'https://shop.example/';
  expect(blocksBetweenRows(marked(...lines)).shopping).toEqual(expected.map((product) => ({ ...product, link })));
});

test('ignores an advertised product that is hidden or has no external link', () => {
  const product = marked('Pear', '$12.50');
  expect(blocksBetweenRows(`<div style="display:none">${product}</div>`).shopping).toEqual([]);
  expect(blocksBetweenRows(product.replace('https://shop.example/', '/search?q=x')).shopping).toEqual([]);
});

test('reads products that are marked by the id of their shop', () => {
  const html = `<div data-merchant-id="7">${tile(1, '$1')}</div>`;
  expect(blocksBetweenRows(html).shopping).toMatchObject([{ title: 'Pear tree, two years old 1' }]);
});

test('reads a product behind the ad redirect on a page without other ads', () => {
  const html = '<div><a href="/aclk?x=2"><div>Pear tree</div><div>$12.50</div></a></div>';
  expect(blocksBetweenRows(html).shopping).toMatchObject([{ title: 'Pear tree', price: '$12.50' }]);
});
