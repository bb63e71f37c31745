import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const ad = (n: number, attributes = ''): string =>
  `<div ${attributes}><div>Gesponsert</div><a href="https://shop${n}.example/"><div role="heading" aria-level="3">Pears ${n}</div><div>Shop <span role="text">https://shop${n}.example</span></div></a><div>Fresh pears, delivered to your door.</div></div>`;

test('advertisements above and below the rows', () => {
  const html = `<div id="tads">${ad(1, 'data-text-ad="1"')}</div>${row('first')}<div id="tadsb">${ad(2, 'data-text-ad="1"')}</div>`;
  expect(blocksOf(html).ads).toEqual([
    {
      position: 'top',
      title: 'Pears 1',
      link: 'https://shop1.example/',
      displayed_link: 'https://shop1.example',
      snippet: 'Fresh pears, delivered to your door.',
    },
    expect.objectContaining({ position: 'bottom', title: 'Pears 2', displayed_link: 'https://shop2.example' }),
  ]);
});

test('titled links below an advertisement are no further ones', () => {
  const link = '<h3><a href="https://shop1.example/order">Order online</a></h3>';
  const html = `<div id="tads"><ol><li>${ad(1)}<ul><li>${link}</li></ul></li></ol></div>${row('first')}`;
  expect(blocksOf(html).ads.map(({ title }) => title)).toEqual(['Pears 1']);
});

test('a link through the ad redirect is one without a place for it', () => {
  const html = `<div><a href="/aclk?sa=l&amp;ai=x"><div role="heading" aria-level="3">Pears</div></a><div>www.shop.example/pears</div></div>${row('first')}`;
  expect(blocksOf(html).ads).toEqual([
    { position: 'top', title: 'Pears', link: '/aclk?sa=l&ai=x', displayed_link: 'www.shop.example/pears', snippet: '' },
  ]);
});

test('an empty place holds none', () => {
  expect(blocksOf(`<div id="tads"></div>${row('first')}`).ads).toEqual([]);
});
