import { describe, expect, test } from 'vitest';
import { readAds } from '../../src/beta/blocks/ads.js';
import { laidOut, rowLink } from '../support/block-parts.js';

const part = (html: string, kind = 'main'): string => `<div data-part="${kind}">${html}</div>`;
const href = (id: string | number): string => `https://www.bing.com/aclick?ld=${id}`;
const click = (id: string | number, html: string, more = ''): string => `<a href="${href(id)}"${more}>${html}</a>`;
const adsIn = (html: string) => readAds(laidOut(html)).map(({ item }) => item);
const pears = { position: 'top', title: 'Pears', link: href(1), displayed_link: '', snippet: '' };

describe('an advertisement', () => {
  test('is above, below or beside the rows; above if there are none', () => {
    const ad = `<h2>${click(1, 'Pears')}</h2>`;
    const positions = (html: string) => adsIn(html).map(({ position }) => position);
    expect(positions(part(ad) + rowLink + part(ad) + rowLink + part(ad, 'side'))).toEqual(['top', 'bottom', 'right']);
    expect(adsIn(part(ad))).toEqual([pears]);
  });

  test.each([
    ['the link in its heading', `<h2>${click(1, 'Pears')}</h2>`, [pears]],
    ['the link around its heading', click(1, '<b><h2>Pears</h2></b>'), [pears]],
    ['no heading that is hidden', `<h2 hidden>${click(2, 'Apples')}</h2><h2>${click(1, 'Pears')}</h2>`, [pears]],
    ['no heading that leads elsewhere', `<h2><a href="https://a.example/">A</a></h2><h2>Pears</h2>`, []],
    ['no heading further in', `<h2>${click(1, 'Pears')}</h2><h3>${click(2, 'Boxes')}</h3>`, [pears]],
    ['no heading within the link', click(1, '<h2>Pears</h2><h3>Boxes</h3>'), [pears]],
  ])('is titled by %s', (_, html, expected) => {
    expect(adsIn(part(html))).toEqual(expected);
  });

  test.each([
    ['the first shown address', '<cite hidden>a.example</cite><cite>b.example</cite>', { displayed_link: 'b.example' }],
    ['what is written as an address', '<div>www.b.example › boxes</div>', { displayed_link: 'www.b.example › boxes' }],
    ['the paragraph', '<p hidden>Old.</p><p></p><p>Fresh.</p><p>Sweet.</p>', { snippet: 'Fresh.' }],
    [
      'the line behind the address',
      '<cite>b.example</cite><div>Fresh.</div>',
      { displayed_link: 'b.example', snippet: 'Fresh.' },
    ],
    ['no line without an address', '<div>Fresh.</div>', {}],
    ['no label before its text', '<p> <span>Advertised!!</span>Fresh.</p>', { snippet: 'Fresh.' }],
    ['a longer beginning', '<p><span>Advertised!!!</span>Fresh.</p>', { snippet: 'Advertised!!!Fresh.' }],
    ['a word that is marked', '<p><b>All</b> fresh.</p>', { snippet: 'All fresh.' }],
    ['a word further on', '<p>Fresh <span>pears</span>.</p>', { snippet: 'Fresh pears.' }],
  ])('has %s', (_, html, expected) => {
    expect(adsIn(part(`<div><h2>${click(1, 'Pears')}</h2>${html}</div>`))).toEqual([{ ...pears, ...expected }]);
  });

  test('has no paragraph before or in its heading, and none of another advertisement', () => {
    expect(adsIn(part(`<p>Old.</p><h2>${click(1, '<p>Pears</p>')}</h2>`))).toEqual([pears]);
    const two = [1, 2].map((n) => `<li><h2>${click(n, `Pears ${n}`)}</h2><p>Text ${n}.</p></li>`);
    expect(adsIn(part(`<ul>${two.join('')}</ul>`)).map(({ snippet }) => snippet)).toEqual(['Text 1.', 'Text 2.']);
    expect(adsIn(`<section><p>Around.</p>${part(`<h2>${click(1, 'Pears')}</h2>`)}<p>Behind.</p></section>`)).toEqual([
      pears,
    ]);
  });

  test('without a heading is the last link before each address', () => {
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
