import { describe, expect, test } from 'vitest';
import {
  readAds,
  readImages,
  readLocalResults,
  readShopping,
  readTopStories,
  readVideos,
} from '../../src/gamma/blocks/cards.js';
import { laidOut, out, rowLink } from '../support/block-parts.js';

const part = (html: string, kind = 'main'): string => `<div data-part="${kind}">${html}</div>`;
const itemsOf = (located: readonly { item: object }[]): object[] => located.map(({ item }) => item);

describe('readAds', () => {
  const adsIn = (html: string) => itemsOf(readAds(laidOut(html)));
  const click = (html: string, more = ''): string => `<a href="/a/redirect?c=1"${more}>${html}</a>`;

  test.each([
    ['pears.example', 'pears.example'],
    ['https://pears.example', 'https://pears.example'],
    ['http://pears.example/shop', 'http://pears.example/shop'],
    ['pears.example › shop', 'pears.example › shop'],
    ['www.bäume.example of the region', 'www.bäume.example of the region'],
    ['Pears. Now', ''],
    ['by pears.example', ''],
    ['pears.e', ''],
  ])('reads the address from a text that is written as one: %s', (text, displayed_link) => {
    expect(adsIn(part(click(`<div>${text}</div><div>The very best of pears to your door</div>`)))).toMatchObject([
      { title: 'The very best of pears to your door', displayed_link },
    ]);
  });

  test('takes the longest other text as the title, and the first of two', () => {
    const texts =
      '<div>pears-of-the-whole-region.example</div><div>Pears</div><div>Pears now</div><div>Pears yet</div>';
    expect(adsIn(part(click(texts)))).toMatchObject([{ title: 'Pears now' }]);
    expect(adsIn(part(click('<div>pears.example</div>')))).toEqual([]);
  });

  test('reads the first visible link with text, and ignores products with a price', () => {
    const [hidden, bare] = [click('<div>Apples</div>', ' hidden'), click('<img>')];
    expect(adsIn(part(`${hidden}${bare}${click('<div>Pears</div>')}<p>Fresh.</p>`))).toEqual([
      expect.objectContaining({ title: 'Pears', link: 'https://search.brave.com/a/redirect?c=1', snippet: 'Fresh.' }),
    ]);
    expect(adsIn(part(`${click('<div>Pears</div>')}<div>$3.50</div>`))).toEqual([]);
    expect(adsIn(part(out('pears.example/', 'Pears')))).toEqual([]);
  });

  test('reads the position from where the advertisement is relative to the results', () => {
    const ad = click('<div>Pears</div>');
    const positions = (html: string) => readAds(laidOut(html)).map(({ item }) => item.position);
    expect(positions(part(ad) + rowLink + part(ad) + rowLink + part(ad) + part(ad, 'side'))).toEqual([
      'top',
      'bottom',
      'bottom',
      'right',
    ]);
    expect(positions(part(ad))).toEqual(['top']);
  });
});

describe('readShopping', () => {
  const productsIn = (html: string) => itemsOf(readShopping(laidOut(part(html))));
  const tile = (...texts: string[]): string =>
    `<a href="/a/redirect?t=${texts.length}">${texts.map((text) => `<div>${text}</div>`).join('')}</a>`;

  test('reads the title, the price and the shop if there is one', () => {
    const link = (n: number): string => `https://search.brave.com/a/redirect?t=${n}`;
    expect(productsIn(tile('Box of pears', '$3.50'))).toEqual([
      { title: 'Box of pears', price: '$3.50', link: link(2) },
    ]);
    expect(productsIn(tile('7', '$3.50', 'x', 'Box of pears', 'Pear Shop'))).toEqual([
      { title: 'Box of pears', price: '$3.50', source: 'Pear Shop', link: link(5) },
    ]);
  });

  test('requires a price, a title and a visible ad link', () => {
    expect(productsIn(tile('Box of pears', 'Pear Shop'))).toEqual([]);
    expect(productsIn(tile('$3.50', '7'))).toEqual([]);
    expect(productsIn(tile('Box of pears', '$3.50').replace('<a', '<a hidden'))).toEqual([]);
    expect(productsIn(out('pears.example/', '<div>Box of pears</div><div>$3.50</div>'))).toEqual([]);
  });
});

describe('readImages', () => {
  const imagesIn = (html: string, kind = 'main') => itemsOf(readImages(laidOut(part(html, kind))));
  const tile = (html: string, more = ''): string => `<a href="/images?q=pears"${more}><img>${html}</a>`;
  const tiles = tile('<div>A pear</div><div>trees.example</div>') + tile('<div>A tree</div>') + tile('A leaf');

  test('requires three or more tiles below a heading or a short line', () => {
    const expected = [{ title: 'A pear', source: 'trees.example' }, { title: 'A tree' }, { title: 'A leaf' }];
    expect(imagesIn(`<h2>Images</h2>${tiles}`)).toEqual(expected);
    expect(imagesIn(`<div>Images</div>${tiles}`)).toEqual(expected);
    expect(imagesIn(tiles)).toEqual([]);
    expect(imagesIn(`<h2>Images</h2>${tile('A pear')}${tile('A tree')}`)).toEqual([]);
    expect(imagesIn(`<h2>Images</h2>${tiles}`, 'side')).toEqual([]);
  });

  test('ignores links without an image, to other services, and hidden ones', () => {
    const others = `${tile('A leaf', ' hidden')}<a href="/images?q=a">All</a><a href="/videos?q=a"><img>Video</a>`;
    expect(imagesIn(`<h2>Images</h2>${tiles}${others}`)).toHaveLength(3);
  });
});

describe('readVideos', () => {
  const videosIn = (html: string, kind = 'main') => itemsOf(readVideos(laidOut(part(html, kind))));
  const card = (n: number, ...texts: string[]): string =>
    out(`video.example/${n}`, texts.map((text) => `<div>${text}</div>`).join(''));
  const plain = card(2, 'Video Site', 'How pears grow');

  test.each([
    ['May 9, 2024', 'May 9, 2024'],
    ['May 9, 2024 1.2K', 'May 9, 2024'],
    ['2 days ago', '2 days ago'],
    ['2 days ago 15M', '2 days ago'],
    ['15M', undefined],
    ['Seen 15M', undefined],
  ])('reads the date from a line, without the number of views: %s', (text, date) => {
    const [first] = videosIn(card(1, '12:03', 'Video Site', 'How pears ripen', text) + plain);
    expect(first).toEqual({
      title: 'How pears ripen',
      link: 'https://video.example/1',
      source: 'Video Site',
      duration: '12:03',
      ...(date !== undefined && { date }),
    });
  });

  test('requires two or more cards, one of them with a duration', () => {
    const timed = card(1, '12:03', 'Video Site', 'How pears ripen');
    expect(videosIn(timed + plain)).toHaveLength(2);
    expect(videosIn(plain + timed)).toHaveLength(2);
    expect(videosIn(timed)).toEqual([]);
    expect(videosIn(plain + plain)).toEqual([]);
    expect(videosIn(timed + plain, 'side')).toEqual([]);
    expect(videosIn(timed + plain.replace('<a', '<a hidden'))).toEqual([]);
    expect(videosIn(timed + plain.replace('https://video.example', '/videos'))).toEqual([]);
    expect(videosIn(timed + card(2, 'How pears grow', '7'))).toEqual([]);
    expect(videosIn(`<div>${timed}</div>${card(3, '4:01 of it', 'x')}`)).toEqual([]);
  });
});

describe('readLocalResults', () => {
  const placesIn = (html: string, kind = 'main') => itemsOf(readLocalResults(laidOut(part(html, kind))));
  const place = (name: string, details: string): string =>
    `<div><div>${out(`${name}.example/`, name)}</div>${details}</div>`;
  const map = '<a href="/maps?q=orchards">Map</a>';
  const shop = { title: 'orchard', link: 'https://orchard.example/' };

  test.each([
    ['4.5', 4.5],
    ['4,5 (12)', 4.5],
    ['4.5(12)', 4.5],
    ['4.5km away', undefined],
    ['Since 4.5', undefined],
  ])('reads the rating at the start of a line: %s', (text, rating) => {
    expect(
      placesIn(map + place('orchard', `<div>Hill Road</div><div>${text}</div>`) + place('b', '<p>x</p>'))[0],
    ).toEqual({
      ...shop,
      details: ['Hill Road', text],
      ...(rating !== undefined && { rating }),
    });
  });

  test('reads the places of a part with a link to maps, each with the lines around its link', () => {
    const places = `<div>${place('orchard', '<p>Hill Road</p>')}${place('garden', '<p>River Road</p>')}</div>`;
    const found = [
      { ...shop, details: ['Hill Road'] },
      { title: 'garden', link: 'https://garden.example/', details: ['River Road'] },
    ];
    expect(placesIn(`${map}${places}`)).toEqual(found);
    expect(placesIn(`<a href="/local?q=orchards">Map</a>${places}`)).toEqual(found);
    expect(placesIn(`<a href="/images?q=orchards">Map</a>${places}`)).toEqual([]);
    expect(placesIn(places)).toEqual([]);
    expect(placesIn(`${map}${places}`, 'side')).toEqual([]);
    const others = `<div><a href="https://x.example/" hidden>x</a><p>y</p></div><div>${out('y.example/', '<img>')}<p>z</p></div>`;
    expect(placesIn(`${map}${places}<div>${others}</div>`)).toEqual(found);
  });

  test('reads a single place that fills a part', () => {
    const only = `<div data-part="main">${out('orchard.example/', 'orchard')}<p>Hill Road</p><a href="/maps?q=a">Map</a></div>`;
    expect(itemsOf(readLocalResults(laidOut(`<p>Before</p>${only}<p>After</p>`)))).toEqual([
      { ...shop, details: ['Hill Road', 'Map'] },
    ]);
  });
});

test('readTopStories reads the cards of a part with a link to the news, but not in the side column', () => {
  const cards = `<div>${out('daily.example/a', 'Pears are picked')}<p>Daily</p></div><div>${out('daily.example/b', 'Pears are sold')}</div>`;
  const stories = (html: string, kind?: string) => itemsOf(readTopStories(laidOut(part(html, kind))));
  const news = '<a href="/news?q=pears">News</a>';
  expect(stories(news + cards)).toEqual([
    { title: 'Pears are picked', link: 'https://daily.example/a', source: 'Daily' },
    { title: 'Pears are sold', link: 'https://daily.example/b' },
  ]);
  expect(stories(cards)).toEqual([]);
  expect(stories(news + cards, 'side')).toEqual([]);
});
