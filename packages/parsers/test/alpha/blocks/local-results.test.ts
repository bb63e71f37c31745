import { expect, test } from 'vitest';
import { blocksBetweenRows, section } from '../../support/alpha-blocks.js';

test('reads places with website, rating and details', () => {
  const place = (n: number): string =>
    `<div><div data-cid="12345678901234${n}" role="button"><div role="heading" aria-level="3">Orchard ${n}</div><div>4.6(1.2K) · Farm</div><div>Pear Lane ${n}</div><div>0:13</div></div><a href="https://orchard${n}.example/">Website</a><a href="/maps/dir/x">Directions</a></div>`;
  expect(blocksBetweenRows(section(place(1) + place(2))).local_results).toEqual([
    {
      title: 'Orchard 1',
      link: 'https://orchard1.example/',
      rating: 4.6,
      reviews: 1200,
      details: ['4.6(1.2K) · Farm', 'Pear Lane 1'],
    },
    expect.objectContaining({ title: 'Orchard 2', link: 'https://orchard2.example/' }),
  ]);
});

test('reads places on a page without scripts', () => {
  const link =
    '<a href="/search?q=Orchard&amp;ludocid=123456789012345"><h3>Orchard</h3><div>4,6<br>(60)<br>2,3 km · Farm</div></a>';
  expect(blocksBetweenRows(`<div>${link}</div>`).local_results).toEqual([
    { title: 'Orchard', rating: 4.6, reviews: 60, details: ['4,6', '(60)', '2,3 km · Farm'] },
  ]);
});

test('reads places without an id above a link to more places', () => {
  const place = '<div><div role="heading" aria-level="3">Orchard</div><div>4.6(60) · Farm</div></div>';
  const html = section(`${place}<a href="/search?q=orchards&udm=1">More places</a>`);
  expect(blocksBetweenRows(html).local_results).toEqual([
    { title: 'Orchard', rating: 4.6, reviews: 60, details: ['4.6(60) · Farm'] },
  ]);
});

test('does not read a distance as a rating', () => {
  const link = '<a href="/search?q=Orchard&amp;ludocid=123456789012345"><h3>Orchard</h3><div>2,3 km</div></a>';
  expect(blocksBetweenRows(`<div>${link}</div>`).local_results).toEqual([{ title: 'Orchard', details: ['2,3 km'] }]);
});

test('does not read products with an id as places', () => {
  const html =
    '<product-viewer-group><div data-cid="123456789012345"><p>Pear tree</p><p>Shop</p></div></product-viewer-group>';
  expect(blocksBetweenRows(html).local_results).toEqual([]);
});

test('reads a website on a host that only looks like the engine', () => {
  const place = (host: string): string =>
    `<div><div data-cid="123456789012345" role="button"><div role="heading" aria-level="3">Orchard</div><div>Farm</div></div><a href="https://${host}/">Website</a></div>`;
  const linkOf = (host: string) => blocksBetweenRows(section(place(host))).local_results[0]?.link;
  expect(linkOf('not-google.example')).toBe('https://not-google.example/');
  expect(linkOf('www.google.com')).toBeUndefined();
});

test('reads places below a heading that links to the map', () => {
  const place = (name: string, link: string): string =>
    `<tr><td><h4><a href="/url?q=${link}">${name}</a></h4><cite>site</cite> - <span>555 01 02</span></td></tr>`;
  const html = `<div><h3><a href="https://maps.google.ru/maps?q=pears">Places for pears</a></h3><table>${place('Orchard', 'https://orchard.example/')}${place('Garden', 'https://plus.google.com/1/about')}</table></div>`;
  expect(blocksBetweenRows(html).local_results).toEqual([
    { title: 'Orchard', link: 'https://orchard.example/', details: ['site - 555 01 02'] },
    { title: 'Garden', details: ['site - 555 01 02'] },
  ]);
});

test('reads places with the same name and no heading above them', () => {
  const place = (street: string): string =>
    `<div><a role="link"><div role="heading" aria-level="3">Orchard</div><div>${street}</div></a></div>`;
  const both = [
    expect.objectContaining({ details: ['Pear Lane 1'] }),
    expect.objectContaining({ details: ['Pear Lane 2'] }),
  ];
  const html = `<div>${place('Pear Lane 1')}${place('Pear Lane 2')}</div>`;
  expect(blocksBetweenRows(html).local_results).toEqual(both);
  const linked = `${html.replaceAll('a role="link"', 'div').replaceAll('</a>', '</div>')}<a href="/search?q=x&amp;tbm=lcl">More places</a>`;
  expect(blocksBetweenRows(`<div>${linked}</div>`).local_results).toEqual(both);
});

test('reads hotels on cards without href above a link to more hotels', () => {
  const card = (name: string, ...lines: string[]): string =>
    `<div role="link" tabindex="0">${lines[0]}<div>${name}</div><div><div role="link"><span aria-hidden="true">4.6</span><span> (1.2K)</span></div></div>${lines[1] ?? ''}</div>`;
  const cards = card('Orchard Inn', '<div>US$ 120</div>') + card('Pear House', '', '<div>$90</div>');
  const more = '<a href="/travel/hotels/Orchard%20Town?hl=en">View 60 hotels</a>';
  const { local_results } = blocksBetweenRows(section(`${cards}${more}`, 'Hotels'));
  expect(local_results).toMatchObject([
    { title: 'Orchard Inn', rating: 4.6, reviews: 1200 },
    { title: 'Pear House', rating: 4.6, reviews: 1200 },
  ]);
  expect(blocksBetweenRows(section(cards, 'Trees')).local_results).toEqual([]);
});

test.each([
  ['https://maps.google.ru/maps?q=pears', 1],
  ['https://maps.google.com/?q=pears', 1],
  ['https://www.google.com/maps/search/pears', 1],
  ['https://www.google.com/mapsearch', 0],
  ['https://www.google.com/imghp', 0],
  ['https://pear.example/maps', 0],
])('reads places below a heading only if it links to the map: %s', (href, count) => {
  const place =
    '<tr><td><h4><a href="/url?q=https://orchard.example/">Orchard</a></h4><cite>site</cite> - <span>1</span></td></tr>';
  const html = `<div><h3><a href="${href}">Places for pears</a></h3><table>${place}</table></div>`;
  expect(blocksBetweenRows(html).local_results).toHaveLength(count);
});

test('reads a rating that only a label states', () => {
  const place = `<div><div data-cid="123456789012345" role="button"><div role="heading" aria-level="3">Orchard</div><div><span role="img" aria-label="Rated 4.6 out of 5"></span> Farm</div></div></div>`;
  expect(blocksBetweenRows(section(place)).local_results).toEqual([
    { title: 'Orchard', rating: 4.6, details: ['Farm'] },
  ]);
});

test('takes no cards around links for hotels', () => {
  const card = (inner: string): string =>
    `<div role="link"><${inner}><div>Orchard Inn</div><div>4.6 (60)</div></${inner.slice(0, 1)}></div>`;
  const read = (inner: string) =>
    blocksBetweenRows(section(`${card(inner)}<a href="https://www.google.com/travel/search?q=x">More hotels</a>`))
      .local_results.length;
  expect([read('p'), read('a href="/search?q=orchard+inn"')]).toEqual([1, 0]);
});
