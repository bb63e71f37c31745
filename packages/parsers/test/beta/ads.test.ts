import { describe, expect, test } from 'vitest';
import { readAds } from '../../src/beta/blocks/ads.js';
import { laidOutByBeta, rowLink } from '../support/block-parts.js';

const part = (html: string, kind = 'main'): string => `<div data-part="${kind}">${html}</div>`;
const href = (id: string | number): string => `https://www.bing.com/aclick?ld=${id}`;
const click = (id: string | number, html: string, more = ''): string => `<a href="${href(id)}"${more}>${html}</a>`;
const adsIn = (html: string) => readAds(laidOutByBeta(html)).map(({ item }) => item);
const pears = { position: 'top', title: 'Pears', link: href(1), displayed_link: '', snippet: '' };

describe('readAds', () => {
  test('reads the position from where the advertisement is relative to the results', () => {
    const ad = `<h2>${click(1, 'Pears')}</h2>`;
    const positions = (html: string) => adsIn(html).map(({ position }) => position);
    expect(positions(part(ad) + rowLink + part(ad) + rowLink + part(ad, 'side'))).toEqual(['top', 'bottom', 'right']);
    expect(adsIn(part(ad))).toEqual([pears]);
  });

  test.each([
    ['the link in its heading', `<h2>${click(1, 'Pears')}</h2>`, [pears]],
    ['the link around its heading', click(1, '<b><h2>Pears</h2></b>'), [pears]],
    [
      'the visible heading, not a hidden one',
      `<h2 hidden>${click(2, 'Apples')}</h2><h2>${click(1, 'Pears')}</h2>`,
      [pears],
    ],
    ['nothing if the heading links to another site', `<h2><a href="https://a.example/">A</a></h2><h2>Pears</h2>`, []],
    [
      'the first heading, not one of a lower level',
      `<h2>${click(1, 'Pears')}</h2><h3>${click(2, 'Boxes')}</h3>`,
      [pears],
    ],
    [
      'the first heading, not one of the same level in a list below it',
      `<h2>${click(1, 'Pears')}</h2><ul><li><h2>${click(2, 'Boxes')}</h2></li></ul>`,
      [pears],
    ],
    ['the first heading in the link, not one of a lower level', click(1, '<h2>Pears</h2><h3>Boxes</h3>'), [pears]],
  ])('reads the title from %s', (_, html, expected) => {
    expect(adsIn(part(html))).toEqual(expected);
  });

  test.each([
    [
      'the first visible address',
      '<cite hidden>a.example</cite><cite>b.example</cite>',
      { displayed_link: 'b.example' },
    ],
    [
      'a text that is written as an address',
      '<div>www.b.example › boxes</div>',
      { displayed_link: 'www.b.example › boxes' },
    ],
    [
      'the first visible paragraph with text',
      '<p hidden>Old.</p><p></p><p>Fresh.</p><p>Sweet.</p>',
      { snippet: 'Fresh.' },
    ],
    [
      'the line after the address',
      '<cite>b.example</cite><div>Fresh.</div>',
      { displayed_link: 'b.example', snippet: 'Fresh.' },
    ],
    [
      'the paragraph that is not the address',
      '<p><cite>b.example</cite></p><p>Fresh.</p>',
      { displayed_link: 'b.example', snippet: 'Fresh.' },
    ],
    ['no snippet from a line without an address', '<div>Fresh.</div>', {}],
    [
      'the text without the label in another element',
      '<p><x-label>Advertised!!</x-label>Fresh.</p>',
      { snippet: 'Fresh.' },
    ],
    ['the text without the label before it', '<p> <span>Advertised!!</span>Fresh.</p>', { snippet: 'Fresh.' }],
    [
      'the text with a first element that is too long for a label',
      '<p><span>Advertised!!!</span>Fresh.</p>',
      { snippet: 'Advertised!!!Fresh.' },
    ],
    ['a text that starts with a highlighted word', '<p><b>All</b> fresh.</p>', { snippet: 'All fresh.' }],
    ['a text with an element in the middle', '<p>Fresh <span>pears</span>.</p>', { snippet: 'Fresh pears.' }],
  ])('reads %s', (_, html, expected) => {
    expect(adsIn(part(`<div><h2>${click(1, 'Pears')}</h2>${html}</div>`))).toEqual([{ ...pears, ...expected }]);
  });

  test('takes no snippet from before or inside the heading, or from another advertisement', () => {
    expect(adsIn(part(`<p>Old.</p><h2>${click(1, '<p>Pears</p>')}</h2>`))).toEqual([pears]);
    const two = [1, 2].map((n) => `<li><h2>${click(n, `Pears ${n}`)}</h2><p>Text ${n}.</p></li>`);
    expect(adsIn(part(`<ul>${two.join('')}</ul>`)).map(({ snippet }) => snippet)).toEqual(['Text 1.', 'Text 2.']);
    expect(adsIn(`<section><p>Around.</p>${part(`<h2>${click(1, 'Pears')}</h2>`)}<p>Behind.</p></section>`)).toEqual([
      pears,
    ]);
  });

  test('takes the last link before each address if there is no heading', () => {
    const ad = (n: number): string =>
      `${click(`p${n}`, '<img>')}${click(n, `Pears ${n}`)}<cite>shop${n}.example</cite><div>Fresh.</div>`;
    const titles = (html: string) => adsIn(part(html)).map(({ title }) => title);
    expect(titles(ad(1) + ad(2))).toEqual(['Pears 1', 'Pears 2']);
    expect(titles(`${ad(1)}<cite>other.example</cite>`)).toEqual(['Pears 1']);
    const linked = `${click(1, 'Pears')}<cite>shop.example ${click(2, 'more')}</cite><cite>other.example</cite>`;
    expect(titles(linked)).toEqual(['Pears']);
    expect(titles(ad(1) + click(2, 'Boxes'))).toEqual(['Pears 1']);
    expect(titles(ad(1).replaceAll('<a', '<a hidden'))).toEqual([]);
    expect(titles(ad(1).replaceAll(/https:[^"]*/g, 'https://a.example/'))).toEqual([]);
    expect(titles(`<div role="listitem">${ad(1)}</div>`)).toEqual([]);
    expect(titles('<cite>shop.example</cite>')).toEqual([]);
  });
});
