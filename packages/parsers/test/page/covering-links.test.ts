import { expect, test } from 'vitest';
import { hrefOf } from '../../src/html/tree.js';
import { readPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

const href = 'https://pear.example/a';
const cover = (inside = '', to = href, more = ''): string => `<a href="${to}"${more}>${inside}</a>`;
const card = (...parts: string[]): string => `<div>${parts.join('')}</div>`;
const title = '<h3>Pears</h3>';

/** The headings whose whole text is a link, with their targets. */
const linkedTitles = (html: string): string[] => {
  const { headings, anchors } = readPage(`<main><h2>List</h2>${html}</main>`);
  return headings.flatMap((heading) => {
    const link = anchors.find(({ parent }) => parent === heading);
    return link === undefined || textOf(link) !== textOf(heading) ? [] : [`${textOf(link)} ${hrefOf(link)}`];
  });
};
const found = `Pears ${href}`;

test.each<[string, string, string[]]>([
  ['before its title', card(cover(), title), [found]],
  ['behind its title', card(title, cover()), [found]],
  ['deeper than its title', card(title, `<p><span>${cover()}</span></p>`), [found]],
  ['with an empty element in it', card(cover('<span></span>'), title), [found]],
  ['through the redirect of the engine', card(cover('', '/url?q=x'), title), ['Pears /url?q=x']],
  ['through its other redirect', card(cover('', '/goto?url=x'), title), ['Pears /goto?url=x']],
  ['twice', card(cover(), title, cover()), [found]],
  ['among headings of links', card(cover(), title, '<h4><a href="/x">More</a></h4>'), [found, 'More /x']],
  ['within the engine', card(cover('', '/search?q=x'), title), []],
  ['with a text', card(cover('Read'), title), []],
  ['around an image', card(cover('<img>'), title), []],
  ['around a picture', card(cover('<b><picture></picture></b>'), title), []],
  ['around a film', card(cover('<video></video>'), title), []],
  ['around an image of the engine', card(cover('<g-img></g-img>'), title), []],
  ['out of sight', card(cover('', href, ' hidden'), title), []],
  ['beside two titles', card(cover(), title, '<h3>Plums</h3>'), []],
  ['beside an empty title', card(cover(), '<h3></h3>'), []],
  [
    'beside a title that is a link',
    card(cover(), '<h3><a href="https://plum.example/">Plums</a></h3>'),
    ['Plums https://plum.example/'],
  ],
  ['beside a title in a link', card(cover(), '<a href="https://plum.example/"><h3>Plums</h3></a>'), []],
  ['beside a text that leads to the same', card(cover(), title, `<p>${cover('Read')}</p>`), []],
  ['beside another such link to elsewhere', card(cover(), title, cover('', 'https://plum.example/')), []],
  ['three times', card(cover(), title, cover(), cover()), []],
  ['in the title itself', `<h3>${cover()}Pears</h3>`, []],
  ['beside 24 headings', card(cover(), title, '<h4></h4>'.repeat(23)), [found]],
  ['beside 25 headings', card(cover(), title, '<h4></h4>'.repeat(24)), []],
])('a link without words over a card: %s', (_, html, expected) => {
  expect(linkedTitles(html)).toEqual(expected);
});

test('each card has its own link', () => {
  const cards = card(cover(), title) + card(cover('', 'https://plum.example/'), '<h3>Plums</h3>');
  expect(linkedTitles(cards)).toEqual([found, 'Plums https://plum.example/']);
});

test('the elements of a page remain in its order', () => {
  const { elements } = readPage(card('<p>1</p>', cover(), '<p>2</p>', title, '<p>3</p>'));
  expect(elements.map(({ order }) => order)).toEqual(elements.map((_, index) => index));
  expect(elements.map(({ name }) => name).slice(-6)).toEqual(['div', 'p', 'p', 'h3', 'a', 'p']);
});
