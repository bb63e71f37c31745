import { expect, test } from 'vitest';
import { blocksBetweenRows } from '../../support/alpha-blocks.js';

const tile = (n: number, price: string): string =>
  `<div><a href="https://shop${n}.example/"><div>Pear tree, two years old ${n}</div></a><div>${price}</div><div>Tree Shop</div></div>`;

test.each(['$12.50', '12,50 €', '1 200 ₽', 'CHF 12.50'])('products at %s', (price) => {
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

test('cards that are not marked, or say no price, are no products', () => {
  expect(blocksBetweenRows(`<div>${tile(1, '$1')}</div><div data-pla="1">${tile(2, 'soon')}</div>`).shopping).toEqual(
    [],
  );
});
