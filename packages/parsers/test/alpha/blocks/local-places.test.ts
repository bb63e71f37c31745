import { expect, test } from 'vitest';
import { blocksBetweenRows, section } from '../../support/alpha-blocks.js';

const titles = (html: string): string[] => blocksBetweenRows(html).local_results.map(({ title }) => title);
const marked = (n: number, inside: string, attributes = ''): string =>
  `<div data-cid="12345678901${n}" ${attributes}>${inside}</div>`;
const orchard = '<h3>Orchard</h3><p>Farm</p>';

test.each<[string, string, string[]]>([
  ['twice', marked(1, orchard) + marked(1, '<h3>Garden</h3><p>Farm</p>'), ['Orchard']],
  [
    'first in a hidden element',
    marked(1, '<h3>Garden</h3><p>Farm</p>', 'style="display:none"') + marked(1, orchard),
    ['Orchard'],
  ],
  ['first in an empty element', marked(1, '<img>') + marked(1, orchard), ['Orchard']],
  ['beside another one', marked(1, orchard) + marked(2, '<h3>Garden</h3><p>Farm</p>'), ['Orchard', 'Garden']],
  ['in a property of an entity', `<div data-attrid="kc:/x:y">${marked(1, orchard)}</div>`, []],
  ['unless it is no number, in a link to a search', `<a data-cid="12" href="/search?q=x">${orchard}</a>`, []],
  ['with only a name', marked(1, 'Orchard'), []],
  ['without a name', marked(1, '<h3><img src="/a.png"></h3><p>Farm</p>'), []],
])('reads a place with an id %s', (_, html, expected) => {
  expect(titles(`<div>${html}</div>`)).toEqual(expected);
});

test('reads the first external link of a place', () => {
  const links = '<a href="/maps/dir/x">Directions</a><a href="https://orchard.example/">Website</a>';
  expect(blocksBetweenRows(`<div>${marked(1, orchard + links)}</div>`).local_results[0]?.link).toBe(
    'https://orchard.example/',
  );
});

const more = '<a href="/search?q=x&amp;udm=1">More</a>';
const named = (attributes: string, text = 'Orchard'): string => `<div ${attributes}>${text}</div><p>Farm</p>`;
const heading = 'role="heading" aria-level="3"';

test.each<[string, string, string[]]>([
  ['with the role and a level of three', named(heading), ['Orchard']],
  ['with a level of two', named('role="heading" aria-level="2"'), []],
  ['without the role', '<h3>Orchard</h3><p>Farm</p>', []],
  ['that are hidden', named(`${heading} style="display:none"`), []],
  ['in links to other sites', `<a href="https://orchard.example/">${named(heading)}</a>`, []],
  ['in links to a search', `<a href="/search?q=orchard">${named(heading)}</a>`, ['Orchard']],
])('reads places from headings %s above a link to more places', (_, html, expected) => {
  expect(titles(`<div><div>${html}</div>${more}</div>`)).toEqual(expected);
});

test('takes no link to more places that is a heading for a place', () => {
  const headed = more.replace('<a ', `<a ${heading} `);
  expect(titles(`<div><div>${named(heading)}</div><div>${headed}<p>Of the valley</p></div></div>`)).toEqual([
    'Orchard',
  ]);
});

const scripted = (name: string, attributes = 'role="link"', tag = 'a'): string =>
  `<div><${tag} ${attributes}>${named(heading, name)}</${tag}></div>`;

test.each<[string, string, string[]]>([
  ['two links without an address', scripted('Orchard') + scripted('Garden'), ['Orchard', 'Garden']],
  ['one link without an address', scripted('Orchard'), []],
  [
    'two links with an address',
    (scripted('Orchard') + scripted('Garden')).replaceAll('<a ', '<a href="/search?q=x" '),
    [],
  ],
  ['two anchors without the role', scripted('Orchard', '') + scripted('Garden', ''), []],
  ['two elements with the role', scripted('Orchard', 'role="link"', 'b') + scripted('Garden', 'role="link"', 'b'), []],
])('reads places from headings in %s', (_, html, expected) => {
  expect(titles(`<div>${html}</div>`)).toEqual(expected);
});

test('reads the places below a heading of the first level that links to the map, up to the next of its level', () => {
  const map = '<h1><a href="https://maps.google.com/?q=pears">Places</a></h1>';
  const place = (name: string): string => `<div><h2>${name}</h2><p>Farm</p></div>`;
  expect(titles(`<div>${map}${place('Orchard')}${place('Garden')}<h1>Else</h1>${place('Tree')}</div>`)).toEqual([
    'Orchard',
    'Garden',
  ]);
});

const hotel = (attributes = ''): string => `<div role="link" ${attributes}><p>Orchard Inn</p><p>4.6 (60)</p></div>`;
const toHotels = '<a href="/travel/search?q=x">More hotels</a>';

test.each<[string, string, string[]]>([
  ['above a link to more hotels', hotel() + toHotels, ['Orchard Inn']],
  ['above a hidden link to more hotels', `${hotel()}<p style="display:none">${toHotels}</p>`, []],
  ['above a link to another page', `${hotel()}<a href="/search?q=x">More</a>`, []],
  ['above a link to a page below another one', hotel() + toHotels.replace('/travel', '/x/travel'), []],
  ['unless it has no name', hotel().replace('<p>Orchard Inn</p>', '') + toHotels, []],
  ['unless it is hidden', hotel('style="display:none"') + toHotels, []],
])('reads a hotel on a card %s', (_, html, expected) => {
  expect(titles(section(html, 'Hotels'))).toEqual(expected);
});
