import { describe, expect, test } from 'vitest';
import { readLocalResults } from '../../src/beta/blocks/cards.js';
import { laidOutByBeta, out } from '../support/block-parts.js';

const part = (html: string, kind = 'main'): string => `<div data-part="${kind}">${html}</div>`;
const placesIn = (html: string) => readLocalResults(laidOutByBeta(html)).map(({ item }) => item);
const place = (name: string, more: string, tag = 'h3'): string =>
  `<div data-ypid="N"><${tag}>${name}</${tag}>${more}</div>`;
const garden = place('Garden', '<p>River Road</p>');
const gardenFound = { title: 'Garden', details: ['River Road'] };

describe('readLocalResults', () => {
  test.each([
    ['that open a place', `${place('Orchard', '<p>Hill Road</p>')}${garden}`],
    [
      'that are buttons',
      `${place('Orchard', '<p>Hill Road</p>')}${garden}`.replaceAll('data-ypid="N"', 'role="button"'),
    ],
    [
      'without headings',
      `${place('Orchard', '<p>Hill Road</p>', 'div')}${place('Garden', '<p>River Road</p>', 'div')}`,
    ],
    [
      'beside a map',
      `<a href="/maps?q=a">Map</a><div>${place('Orchard', '<p>Hill Road</p>')}${garden}</div>`.replaceAll(
        ' data-ypid="N"',
        '',
      ),
    ],
  ])('reads names %s', (_, html) => {
    const found = [{ title: 'Orchard', details: ['Hill Road'] }, gardenFound];
    expect(placesIn(part(html))).toEqual(found);
    expect(placesIn(part(html, 'side'))).toEqual([]);
    expect(placesIn(`<section role="button">${part(`<h3>Orchard</h3><p>x</p><h3>Garden</h3>`)}</section>`)).toEqual([]);
  });

  test.each([
    ['a single place', garden],
    ['a name that is hidden', place('Orchard', '<p>Hill Road</p>').replace('<h3', '<h3 hidden') + garden],
    ['a name that links to another site', place(out('a.example/', 'Orchard'), '<p>Hill Road</p>') + garden],
    ['a name in a link', `<a href="https://a.example/">${place('Orchard', '<p>Hill Road</p>')}</a>${garden}`],
    ['names without a map', `<div><h3>Orchard</h3><p>Hill Road</p></div><div><h3>Garden</h3><p>River Road</p></div>`],
    [
      'names beside images',
      `<a href="/images?q=a">All</a><div><h3>Orchard</h3><p>x</p></div><div><h3>Garden</h3><p>y</p></div>`,
    ],
  ])('does not read %s as places', (_, html) => {
    expect(placesIn(part(html))).toEqual([]);
  });

  test('reads the names beside a map if only one of them opens a place', () => {
    const listed = `<a href="/maps?q=a">Map</a><div>${garden}<div><h3>Orchard</h3><p>Hill Road</p></div></div>`;
    expect(placesIn(part(listed)).map(({ title }) => title)).toEqual(['Garden', 'Orchard']);
  });

  test('reads no details from outside the part', () => {
    const one = `<div><h3>Orchard</h3></div>`;
    expect(placesIn(`<section>${part(`${garden}${place('Orchard', '')}Below`)}<p>Behind</p></section>`)).toEqual([
      gardenFound,
    ]);
    expect(placesIn(part(`<a href="/maps?q=a">Map</a>${one}<div><h3>Garden</h3><p>River Road</p></div>`))).toEqual([
      gardenFound,
    ]);
  });
});

describe('a place', () => {
  const readWith = (more: string) => placesIn(part(place('Orchard', `<p>Hill Road</p>${more}`) + garden))[0];
  const orchard = { title: 'Orchard', details: ['Hill Road'] };

  test.each([
    ['its website', out('o.example/', 'Site'), { link: 'https://o.example/' }],
    [
      'no link within the engine',
      '<a href="/search?q=o">More</a><a href="https://www.bing.com/images/o">All</a><a href="https://www.bing.com/maps?q=o">Way</a>',
      {},
    ],
    ['no link to a site of reviews', out('o.example/', 'Tripbook (4)'), { reviews: 4 }],
    ['its rating', '<i aria-label="Star Rating: 4,5 out of 5."></i>', { rating: 4.5 }],
    ['its rating from an image', '<b role="img" aria-label="4 / 5">++++</b>', { rating: 4, details: ['Hill Road'] }],
    [
      'the first of several ratings',
      '<i aria-label="Closed"></i><i aria-label="3/5"></i><i aria-label="4/5"></i>',
      { rating: 3 },
    ],
    ['no rating from a label without numbers', '<i aria-label="Closed"></i>', {}],
    ['no rating from the label of a visible text', '<b aria-label="4 out of 5">x</b>', { details: ['Hill Road', 'x'] }],
    ['the number of reviews', '<p>Tripbook (1,804)</p>', { reviews: 1804, details: ['Hill Road', 'Tripbook (1,804)'] }],
    ['thousands of reviews', '<i title="Tripbook (1.8K)"></i>', { reviews: 1800 }],
    [
      'millions of reviews',
      '<i title="Other"></i><i title="Tripbook (2 M)"></i><i title="(3)"></i>',
      { reviews: 2_000_000 },
    ],
    [
      'no number of reviews from a phone number',
      '<p>Hill Road 2 · (631) 604-1899</p>',
      { details: ['Hill Road', 'Hill Road 2 · (631) 604-1899'] },
    ],
    ['no number of reviews from a year', '<p>Since (c) 2004</p>', { details: ['Hill Road', 'Since (c) 2004'] }],
  ])('has %s', (_, html, expected) => {
    expect(readWith(html)).toEqual({ ...orchard, ...expected });
  });

  test('has at most five lines of details, without links', () => {
    const html = ['a', 'b', 'c', 'd', 'e'].map((line) => `<p>${line}</p>`).join('');
    expect(readWith(`<p>${out('o.example/', 'Site')}</p>${html}`)?.details).toEqual(['Hill Road', 'a', 'b', 'c', 'd']);
  });
});

describe('places on cards of other markup', () => {
  const lane = (text: string): string => `<p>${text}</p>`;
  const both = [{ title: 'Orchard', details: ['Hill Road'] }, gardenFound];

  test.each([
    ['buttons by name', (name: string, more: string) => `<button><h3>${name}</h3>${more}</button>`],
    [
      'names that lead to a search of the engine',
      (name: string, more: string) =>
        `<div data-ypid="N"><h3><a href="/search?q=${name}">${name}</a></h3>${more}</div>`,
    ],
    [
      'names that lead to the map',
      (name: string, more: string) => `<div data-ypid="N"><a href="/maps?q=${name}"><h3>${name}</h3></a>${more}</div>`,
    ],
  ])('are read: %s', (_, card) => {
    expect(placesIn(part(card('Orchard', lane('Hill Road')) + card('Garden', lane('River Road'))))).toEqual(both);
  });

  test('keep telephone numbers, which are links', () => {
    const call = '<a href="tel:+15550100">(555) 0100</a>';
    const [orchard] = placesIn(part(place('Orchard', lane('Hill Road') + lane(call)) + garden));
    expect(orchard?.details).toEqual(['Hill Road', '(555) 0100']);
  });
});
