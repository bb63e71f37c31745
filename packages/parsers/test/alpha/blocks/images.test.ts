import { expect, test } from 'vitest';
import { blocksBetweenRows, blocksOf, row } from '../../support/alpha-blocks.js';

test('reads links in a viewer with the title and the site beside them', () => {
  const tile = (n: number): string =>
    `<div><a href="https://site${n}.example/"></a><div><img alt="Pear ${n}"></div><div>Pear ${n}</div><div>Site ${n}</div></div>`;
  expect(blocksBetweenRows(`<div data-viewer-group="1" data-q="pears">${tile(1)}${tile(2)}</div>`).images).toEqual([
    { title: 'Pear 1', link: 'https://site1.example/', source: 'Site 1' },
    { title: 'Pear 2', link: 'https://site2.example/', source: 'Site 2' },
  ]);
});

test('reads elements with a page address', () => {
  const html = '<div><div data-lpage="https://site.example/pear"><img alt="A pear"></div></div>';
  expect(blocksBetweenRows(html).images).toEqual([{ title: 'A pear', link: 'https://site.example/pear' }]);
});

const more = '<a href="/search?q=pears&amp;tbm=isch">Images</a>';
const viewerLink = (name: string): string =>
  `<a href="/imgres?imgurl=https://x.example/p.jpg&amp;imgrefurl=https://site.example/${name}"><img alt="A ${name}"></a>`;

test('reads links to the viewer with a page address', () => {
  expect(blocksBetweenRows(`<div>${more}<div>${viewerLink('pear')}</div></div>`).images).toEqual([
    { title: 'A pear', link: 'https://site.example/pear' },
  ]);
});

test('reads linked images and images with a page address after a link to more images', () => {
  const linked = '<a href="https://one.example/"><img alt=""></a>';
  const named = '<a href="/search?q=pears&amp;tbm=isch&amp;id=x"><img title="https://two.example/" alt="Pears"></a>';
  const html = `<h3>${more}</h3><div>${linked}${linked}</div><div>${named}${named.replace('two', 'three')}</div>`;
  expect(blocksBetweenRows(html).images).toEqual([
    { title: '', link: 'https://one.example/' },
    { title: '', link: 'https://two.example/' },
    { title: '', link: 'https://three.example/' },
  ]);
});

const describedTile = (n: number, described = `Pear ${n}`): string =>
  `<div><a href="https://site${n}.example/"></a><img alt="${described}"><div>Pear ${n}</div><div>Site ${n}</div></div>`;

test.each([
  ['in a section', '<div role="heading" aria-level="2">Images</div>'],
  ['after a link to more images', more],
])('reads tiles with the description of their image as text, %s', (_, start) => {
  const dated = describedTile(2).replace('<div>Pear', '<span>5 days ago</span><div>Pear');
  const tiles = `<div>${describedTile(1)}${dated}</div>`;
  expect(blocksBetweenRows(`<div>${start}${tiles}</div>`).images).toEqual([
    { title: 'Pear 1', link: 'https://site1.example/', source: 'Site 1' },
    { title: 'Pear 2', link: 'https://site2.example/', source: 'Site 2' },
  ]);
});

test('reads no images in a section with other links, or whose images are described in other words', () => {
  const section = (second: string): string =>
    `<div><div role="heading" aria-level="2">Pears</div><div>${describedTile(1)}${second}</div></div>`;
  expect(blocksBetweenRows(section('<div><a href="https://site2.example/">Pears</a></div>')).images).toEqual([]);
  expect(blocksBetweenRows(section(describedTile(2, 'A tree'))).images).toEqual([]);
});

test('ignores images of panels, answers and places', () => {
  const tile = (link: string, attributes = ''): string =>
    `<div data-lpage="${link}" ${attributes}><img alt="A pear"></div>`;
  const others = [
    `<div>${viewerLink('panel')}</div>`,
    tile('https://site.example/', 'data-attrid="image"'),
    `<div data-attrid="VisualDigestImageResult">${tile('https://site.example/')}</div>`,
    tile('https://encrypted-tbn0.gstatic.com/images?q=x'),
    tile('http://google.com/search?tbm=isch&amp;q=pears'),
  ];
  expect(blocksBetweenRows(others.join('')).images).toEqual([]);
  expect(blocksBetweenRows(tile('https://site.example/', 'data-attrid="images universal"')).images).toHaveLength(1);
});

test('does not read a repeated text or an age as the title', () => {
  const tile = (n: number): string =>
    `<div data-lpage="https://site${n}.example/"><img alt="Image result for pears"></div>`;
  const dated =
    '<div data-lpage="https://site3.example/"><span>5 days ago</span><div>Pear tree</div><div>Site</div></div>';
  expect(blocksBetweenRows(`<div>${tile(1)}</div><div>${tile(2)}</div><div>${dated}</div>`).images).toEqual([
    { title: '', link: 'https://site1.example/' },
    { title: '', link: 'https://site2.example/' },
    { title: 'Pear tree', link: 'https://site3.example/', source: 'Site' },
  ]);
});

test('does not read a label on an image as its title', () => {
  const tile = (n: number, alt: string, word = ''): string =>
    `<div><div data-lpage="https://site.example/${n}"><img alt="${alt}">${word}</div></div>`;
  const html = tile(1, 'Pear tree', '<span>Product</span>') + tile(2, 'Pears') + tile(3, 'Pears') + tile(4, 'A pear');
  expect(blocksBetweenRows(`<div>${html}${tile(5, 'Twigs')}</div>`).images.map(({ title }) => title)).toEqual([
    'Pear tree',
    'Pears',
    'Pears',
    'A pear',
    'Twigs',
  ]);
});

test('reads the images of an entity unless there is only one', () => {
  const picture = (n: number): string =>
    `<div data-attrid="${n === 1 ? 'image' : 'secondary image'}" data-lpage="https://site${n}.example/"><img alt="Image result for pears"></div>`;
  expect(blocksBetweenRows(`<div>${picture(1)}${picture(2)}</div>`).images).toEqual([
    { title: '', link: 'https://site1.example/' },
    { title: '', link: 'https://site2.example/' },
  ]);
  expect(blocksBetweenRows(`<div>${picture(1)}</div>`).images).toEqual([]);
});

test('reads no links of a viewer that has no query', () => {
  const tile = '<div><a href="https://site.example/"></a><div><img alt="Pear"></div><div>Pear</div></div>';
  expect(blocksBetweenRows(`<div data-viewer-group="1" data-q="pears">${tile}</div>`).images).toHaveLength(1);
  expect(blocksBetweenRows(`<div data-viewer-group="1">${tile}</div>`).images).toEqual([]);
  expect(blocksBetweenRows(`<div data-q="pears">${tile}</div>`).images).toEqual([]);
});

test('reads described tiles beside a hidden link and a link to a search', () => {
  const others =
    '<a style="display:none" href="https://else.example/">Else</a><div><a href="/search?q=figs">Figs</a></div>';
  const start = '<div role="heading" aria-level="2">Images</div>';
  const html = `<div>${start}<div>${describedTile(1)}${describedTile(2)}${others}</div></div>`;
  expect(blocksBetweenRows(html).images.map(({ title }) => title)).toEqual(['Pear 1', 'Pear 2']);
});

test('reads no tiles with two badges above their description', () => {
  const late = describedTile(2).replace('<div>Pear 2', '<p>5 days ago</p><p>4:33</p><div>Pear 2');
  const start = '<div role="heading" aria-level="2">Images</div>';
  expect(blocksBetweenRows(`<div>${start}<div>${describedTile(1)}${late}</div></div>`).images).toEqual([]);
});

test('reads no linked images before a link to more of them at the start of a list', () => {
  expect(blocksOf(`<div>${viewerLink('pear')}${more}</div>${row('first')}${row('last')}`).images).toEqual([]);
});
