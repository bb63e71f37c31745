import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const ad = (n: number, attributes = ''): string =>
  `<div ${attributes}><div>Gesponsert</div><a href="https://shop${n}.example/"><div role="heading" aria-level="3">Pears ${n}</div><div>Shop <span role="text">https://shop${n}.example</span></div></a><div>Fresh pears, delivered to your door.</div></div>`;

test('reads ads above and below the rows', () => {
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

test('does not read links with headings below an ad as ads', () => {
  const link = '<h3><a href="https://shop1.example/order">Order online</a></h3>';
  const html = `<div id="tads"><ol><li>${ad(1)}<ul><li>${link}</li></ul></li></ol></div>${row('first')}`;
  expect(blocksOf(html).ads.map(({ title }) => title)).toEqual(['Pears 1']);
});

test('reads a link through the ad redirect outside an ad region', () => {
  const html = `<div><a href="/aclk?sa=l&amp;ai=x"><div role="heading" aria-level="3">Pears</div></a><div>www.shop.example/pears</div></div>${row('first')}`;
  expect(blocksOf(html).ads).toEqual([
    { position: 'top', title: 'Pears', link: '/aclk?sa=l&ai=x', displayed_link: 'www.shop.example/pears', snippet: '' },
  ]);
});

test('returns no ads for an empty ad region', () => {
  expect(blocksOf(`<div id="tads"></div>${row('first')}`).ads).toEqual([]);
});

test('reads the full address without the advertiser name or the label before it', () => {
  const heading = '<div role="heading" aria-level="3">Pears</div>';
  const named = `<div data-text-ad="1"><a href="https://shop.example/">${heading}<span>shop.example</span><span role="text">https://www.shop.example › pears</span></a></div>`;
  const labelled = `<div data-text-ad="1"><a href="https://shop.example/">${heading}</a><div><span>Ad</span><span>www.shop.example/</span> <span>555 01 02</span></div></div>`;
  const { ads } = blocksOf(`<div id="tads">${named}${labelled}</div>${row('first')}`);
  expect(ads.map(({ displayed_link }) => displayed_link)).toEqual([
    'https://www.shop.example › pears',
    'www.shop.example/',
  ]);
});

test('reads a text that links to the target, but not links to other targets or scripts', () => {
  const text = '<a href="https://shop.example/">Fresh pears, delivered to your door.</a>';
  const links =
    '<div>?<a href="https://shop.example/a">Order pears online and have them delivered</a> · ?<a href="https://shop.example/b">Visit us</a></div>';
  const ad = `<div data-text-ad="1"><a href="https://shop.example/"><h3>Pears</h3></a>${links}<div>${text}</div></div>`;
  const script = '<div data-text-ad="1"><a href="javascript:void(0)"><h3>Quick view</h3></a></div>';
  const { ads } = blocksOf(`<div id="tads">${ad}${script}</div>${row('first')}`);
  expect(ads.map(({ title, snippet }) => [title, snippet])).toEqual([
    ['Pears', 'Fresh pears, delivered to your door.'],
  ]);
});

test('uses the first line that is not an address as the title of an ad without a heading', () => {
  const link =
    '<a href="https://shop.example/"><div>Ad·www.shop.example/</div><div>Ripe pears</div><div>https://www.shop.example</div></a>';
  const below = '<a href="https://shop.example/order">Order online</a><h4>People also search for</h4>';
  const unit = `<li>${link}<div>Fresh pears, delivered to your door.</div>${below}</li>`;
  const { ads } = blocksOf(`<div id="tads"><ol>${unit}${unit}</ol></div>${row('first')}`);
  expect(ads).toHaveLength(2);
  expect(ads[0]).toMatchObject({ title: 'Ripe pears', snippet: 'Fresh pears, delivered to your door.' });
});

test('ignores links without a heading and an address in the ad region', () => {
  const product = '<li><a href="https://shop.example/tree">Pear tree</a><div>$ 25</div><div>Shop.example</div></li>';
  const searches = '<li><a href="https://finder.example/pears">Ripe pears near you</a></li>';
  expect(blocksOf(`<div id="tads"><ol>${product}${searches}</ol></div>${row('first')}`).ads).toEqual([]);
});

test('reads a link through the ad redirect with an address, but not one with a shop name', () => {
  const ad = '<div><a href="/aclk?sa=l&amp;ai=x"><div>Ripe pears</div><div>www.shop.example/pears</div></a></div>';
  const product =
    '<div><a href="/aclk?sa=l&amp;ai=y"><div>Pear tree</div><div>$ 25</div><div>Shop.example</div></a></div>';
  expect(blocksOf(ad + product + row('first')).ads.map(({ title }) => title)).toEqual(['Ripe pears']);
});

test.each(['data-rw', 'attributionsrc'])('reads a link with an ad click address in an attribute: %s', (name) => {
  const html = `<div><a href="https://shop.example/" ${name}="https://www.google.com/aclk?sa=l&amp;ai=x"><h3>Pears</h3></a></div>`;
  expect(blocksOf(html + row('first')).ads).toMatchObject([{ title: 'Pears', link: 'https://shop.example/' }]);
});

test.each<[string, string, string]>([
  ['www.shop.example/pears', '<p>www.shop.example/pears</p>', 'www.shop.example/pears'],
  ['a full address before the name of the shop', '<p>shop.example</p><p>www.shop.example</p>', 'www.shop.example'],
  ['a host if there is no full address', '<p>shop.example</p>', 'shop.example'],
  ['an address after a label', '<p>Ad · www.shop.example/</p>', 'www.shop.example/'],
  ['an address in a line of 119 letters', `<p>www.shop.example/ ${'x'.repeat(101)}</p>`, 'www.shop.example/'],
  ['empty for a line of 120 letters', `<p>www.shop.example/ ${'x'.repeat(102)}</p>`, ''],
  ['not an e-mail address', '<p>ann@shop.example</p>', ''],
])('the address of an ad is %s', (_, html, shown) => {
  const unit = `<div data-text-ad="1"><a href="https://shop.example/"><h3>Pears</h3></a>${html}</div>`;
  expect(blocksOf(`<div id="tads">${unit}</div>${row('first')}`).ads[0]?.displayed_link).toBe(shown);
});

test('reads the position of an ad outside an ad region from the first row', () => {
  const linked = '<div><a href="/aclk?sa=l&amp;ai=x"><h3>Pears</h3></a><div>www.shop.example/pears</div></div>';
  expect(blocksOf(linked + row('first') + linked).ads.map(({ position }) => position)).toEqual(['top', 'bottom']);
  expect(blocksOf(row('first') + row('last') + linked).ads.map(({ position }) => position)).toEqual(['bottom']);
});

test('reads the first line of a sentence as the snippet, not longer callouts below it', () => {
  const lines = [
    'Fresh pears of this year for the price of the last.',
    'Fast · Ripe · Sweet · Picked by hand · In a box',
  ];
  const html = `<div id="tads"><div><a href="https://shop.example/"><h3>Pears</h3></a><div>${lines[0]}</div><div>${lines[1]} · Free</div></div></div>`;
  expect(blocksOf(html + row('first')).ads[0]).toMatchObject({ snippet: lines[0] });
});

test('reads an ad outside an ad region of a page without rows as one at the top', () => {
  const linked = '<div><a href="/aclk?sa=l&amp;ai=x"><h3>Pears</h3></a><div>www.shop.example/pears</div></div>';
  expect(blocksOf(linked).ads.map(({ position }) => position)).toEqual(['top']);
});

const shop = 'href="https://shop.example/"';
const address = '<div>www.shop.example</div>';

test.each<[string, string, string[]]>([
  [
    'of a marked ad without a heading or an address in its link',
    `<div data-text-ad="1"><a ${shop}>Ripe pears</a>${address}</div>`,
    ['Ripe pears'],
  ],
  [
    'in a heading, not another link before it',
    `<div data-text-ad="1"><a href="https://shop.example/a">Our shop</a><a ${shop}><h3>Pears</h3></a></div>`,
    ['Pears'],
  ],
  [
    'in a heading around its link, without an address',
    `<div data-text-ad="1"><h3><a ${shop}>Pears</a></h3></div>`,
    ['Pears'],
  ],
  [
    'with an address that is half of it',
    `<div data-text-ad="1"><a ${shop}><div>pear.example from a tree</div><div>Else</div></a>${address}</div>`,
    ['pear.example from a tree'],
  ],
  [
    'after a line of which an address is more than half',
    `<div data-text-ad="1"><a ${shop}><div>pear.example of trees</div><div>Else</div></a>${address}</div>`,
    ['Else'],
  ],
  ['of no product in a carousel', `<g-inner-card><a ${shop}><h3>Pears</h3></a>${address}</g-inner-card>`, []],
  ['of no marked product', `<div data-pla="1"><a ${shop}><h3>Pears</h3></a>${address}</div>`, []],
])('reads the title of an ad %s', (_, html, titles) => {
  expect(blocksOf(`<div id="tads">${html}</div>${row('first')}`).ads.map(({ title }) => title)).toEqual(titles);
});

test('reads the first of several addresses in a line as a whole', () => {
  const line = '<div><span>a.shop.example › pears </span><span>b.shop.example › figs</span></div>';
  const html = `<div id="tads"><div data-text-ad="1"><a ${shop}><h3>Pears</h3></a>${line}</div></div>${row('first')}`;
  expect(blocksOf(html).ads[0]?.displayed_link).toBe('a.shop.example › pears');
});
