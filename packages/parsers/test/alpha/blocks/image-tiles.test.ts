import { expect, test } from 'vitest';
import { blocksBetweenRows } from '../../support/alpha-blocks.js';

const letters = (length: number): string => 'x'.repeat(length);
const tile = (name: string, inside: string, more = ''): string =>
  `<div data-lpage="https://${name}.example/a" ${more}>${inside}</div>`;
const images = (html: string) => blocksBetweenRows(`<div>${html}</div>`).images;
const link = 'https://pear.example/a';

test.each<[string, string, object[]]>([
  ['title and source', '<img alt="x"><p>Pears</p><p>Site</p>', [{ title: 'Pears', link, source: 'Site' }]],
  ['only a title', '<img><p>Pears of the valley</p>', [{ title: 'Pears of the valley', link }]],
  ['a title twice', '<img><p>Pears</p><p>Pears</p>', [{ title: 'Pears', link }]],
  ['a description', '<img alt=" Two  pears ">', [{ title: 'Two pears', link }]],
  ['an address as the description', '<img alt="pear.example/two">', [{ title: '', link }]],
  ['a description with a slash', '<img alt="pears / figs">', [{ title: 'pears / figs', link }]],
  ['JSON data', '<img alt="Two pears"><p>{"a":1}</p>', [{ title: 'Two pears', link }]],
  ['an age', '<img alt="Two pears"><p>3 days ago</p>', [{ title: 'Two pears', link }]],
  ['a duration', '<img alt="Two pears"><p>4:33</p>', [{ title: 'Two pears', link }]],
  ['a note of 20 letters', `<img alt="Two pears"><p>${letters(20)}</p>`, [{ title: 'Two pears', link }]],
  ['a note of 21 letters', `<img alt="Two pears"><p>${letters(21)}</p>`, [{ title: letters(21), link }]],
  ['a note that repeats a part of the description', '<img alt="Two pears"><p>pears</p>', [{ title: 'pears', link }]],
  ['a note and no description', '<img><p>Product</p>', [{ title: 'Product', link }]],
])('reads a tile with %s', (_, inside, expected) => {
  expect(images(tile('pear', inside))).toEqual(expected);
});

const picture = (alt: string): string => `<img alt="${alt}">`;

test.each<[string, string, string[]]>([
  ['two tiles', tile('pear', picture('A')) + tile('fig', picture('B')), ['A', 'B']],
  ['two tiles with the same text', tile('pear', picture('A')) + tile('fig', picture('A')), ['', '']],
  [
    'tiles of which half have the same text',
    tile('pear', picture('A')) + tile('fig', picture('A')) + tile('plum', picture('B')) + tile('nut', picture('C')),
    ['', '', 'B', 'C'],
  ],
  [
    'tiles of which fewer than half have the same text',
    ['A', 'A', 'B', 'C', 'D'].map((alt, index) => tile(`t${index}`, picture(alt))).join(''),
    ['A', 'A', 'B', 'C', 'D'],
  ],
  ['one tile twice', tile('pear', '<p>A pear</p>') + tile('pear', '<p>A pear</p>'), ['A pear']],
  ['two tiles of one page', tile('pear', '<p>A pear</p>') + tile('pear', '<p>A fig</p>'), ['A pear', 'A fig']],
  ['a tile in a tile', tile('pear', `<p>A pear</p>${tile('fig', '<p>A fig</p>')}`), ['A pear']],
  ['a hidden tile', tile('pear', '<p>A pear</p>', 'style="display:none"'), []],
  ['a tile in a question', `<div data-initq="x">${tile('pear', '<p>A pear</p>')}</div>`, []],
  ['a tile in a property', `<div data-attrid="kc:/x">${tile('pear', '<p>A pear</p>')}</div>`, []],
  [
    'a tile in the image block',
    `<div data-attrid="images universal">${tile('pear', '<p>A pear</p>')}</div>`,
    ['A pear'],
  ],
  ['the tile of an entity', tile('pear', '<p>A pear</p>', 'data-attrid="image"'), []],
  [
    'tiles of an entity',
    tile('pear', '<p>A pear</p>', 'data-attrid="image"') + tile('fig', '<p>A fig</p>', 'data-attrid="secondary image"'),
    ['A pear', 'A fig'],
  ],
  [
    'the tile of an entity beside others',
    tile('pear', '<p>A pear</p>', 'data-attrid="image"') + tile('fig', '<p>A fig</p>'),
    ['A fig'],
  ],
  ['a tile that links to a result page', '<div data-lpage="https://www.google.com/search?q=x"><p>A pear</p></div>', []],
  ['a tile that links to an image host', '<div data-lpage="https://x.gstatic.com/a"><p>A pear</p></div>', []],
  ['a tile without a page address', '<div data-lpage="a"><p>A pear</p></div>', []],
  ['a tile without a page address around a link', `<div data-lpage=""><a href="${link}">A pear</a></div>`, ['A pear']],
  ['a tile in a place', `<div data-cid="123456789012">${tile('pear', '<p>A pear</p>')}</div>`, []],
])('reads the images from %s', (_, html, expected) => {
  expect(images(html).map(({ title }) => title)).toEqual(expected);
});

const more = (href: string): string => `<a href="${href}">More pictures</a>`;
const viewer = '<a href="/imgres?imgrefurl=https%3A%2F%2Fpear.example%2Fa"><img alt="A pear"></a>';
const around = `<a href="${link}"><img alt="A pear"></a>`;

test.each<[string, string, string[]]>([
  ['viewer links after a link to more images', more('/search?q=x&amp;tbm=isch') + viewer, ['A pear']],
  ['links around an image after a link to more images', more('/search?q=x&amp;udm=2') + around, ['A pear']],
  ['links after a link to another tab', more('/search?q=x&amp;udm=7') + viewer, []],
  ['links before a link to more images', viewer + more('/search?q=x&amp;udm=2'), []],
  ['links with text', more('/search?q=x&amp;udm=2') + around.replace('</a>', 'Pears</a>'), []],
  ['links after another search link', more('/search?q=x&amp;udm=2') + more('/search?q=x') + around, []],
  [
    'links after a hidden search link',
    `${more('/search?q=x&amp;udm=2')}<p style="display:none">${more('/search?q=x')}</p>${around}`,
    ['A pear'],
  ],
  [
    'an image with a page address in its title',
    `${more('/search?q=x&amp;udm=2')}<img title="${link}" alt="A pear">`,
    [''],
  ],
  ['an image without a page address', `${more('/search?q=x&amp;udm=2')}<img title="A pear" alt="A pear">`, []],
])('reads the images of a list: %s', (_, html, expected) => {
  expect(images(html).map(({ title }) => title)).toEqual(expected);
});
