import { expect, test } from 'vitest';
import { blocksBetweenRows } from '../../support/alpha-blocks.js';

test('links of a viewer with the title and the site beside them', () => {
  const tile = (n: number): string =>
    `<div><a href="https://site${n}.example/"></a><div><img alt="Pear ${n}"></div><div>Pear ${n}</div><div>Site ${n}</div></div>`;
  expect(blocksBetweenRows(`<div data-viewer-group="1" data-q="pears">${tile(1)}${tile(2)}</div>`).images).toEqual([
    { title: 'Pear 1', link: 'https://site1.example/', source: 'Site 1' },
    { title: 'Pear 2', link: 'https://site2.example/', source: 'Site 2' },
  ]);
});

test('elements that name their page', () => {
  const html = '<div><div data-lpage="https://site.example/pear"><img alt="A pear"></div></div>';
  expect(blocksBetweenRows(html).images).toEqual([{ title: 'A pear', link: 'https://site.example/pear' }]);
});

test('links to the viewer that name the page', () => {
  const html =
    '<div><a href="/imgres?imgurl=https://x.example/p.jpg&amp;imgrefurl=https://site.example/pear"><img alt="A pear"></a></div>';
  expect(blocksBetweenRows(html).images).toEqual([{ title: 'A pear', link: 'https://site.example/pear' }]);
});
