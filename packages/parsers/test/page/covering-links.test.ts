import { describe, expect, test } from 'vitest';
import { hrefOf } from '../../src/html/tree.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

const href = 'https://pear.example/a';
const cover = (inside = '', to = href, more = ''): string => `<a href="${to}"${more}>${inside}</a>`;
const card = (...parts: string[]): string => `<div>${parts.join('')}</div>`;
const title = '<h3>Pears</h3>';

/** The headings whose whole text is a link, with their targets. */
const linkedTitles = (html: string): string[] => {
  const { headings, anchors } = parseHtmlPage(`<main><h2>List</h2>${html}</main>`);
  return headings.flatMap((heading) => {
    const link = anchors.find(({ parent }) => parent === heading);
    return link === undefined || textOf(link) !== textOf(heading) ? [] : [`${textOf(link)} ${hrefOf(link)}`];
  });
};
const found = `Pears ${href}`;

test.each<[string, string, string[]]>([
  ['before its title', card(cover(), title), [found]],
  ['after its title', card(title, cover()), [found]],
  ['deeper than its title', card(title, `<p><span>${cover()}</span></p>`), [found]],
  ['with an empty element inside', card(cover('<span></span>'), title), [found]],
  ['to the /url redirect of the engine', card(cover('', '/url?q=x'), title), ['Pears /url?q=x']],
  ['to the /goto redirect of the engine', card(cover('', '/goto?url=x'), title), ['Pears /goto?url=x']],
  ['twice', card(cover(), title, cover()), [found]],
  [
    'beside a heading with a link of the engine',
    card(cover(), title, '<h4><a href="/x">More</a></h4>'),
    [found, 'More /x'],
  ],
  ['to a page of the engine', card(cover('', '/search?q=x'), title), []],
  ['to a page of the engine in a saved page', card(cover('', 'https://www.google.com/search?q=x'), title), []],
  ['beside a button without text', card(cover(), title, cover('', '/url?q=y', ' role="button"')), [found]],
  ['that is a button', card(cover('', href, ' role="button"'), title), []],
  ['with a text', card(cover('Read'), title), []],
  ['around an image', card(cover('<img>'), title), []],
  ['around a picture', card(cover('<b><picture></picture></b>'), title), []],
  ['around a video', card(cover('<video></video>'), title), []],
  ['around an image of the engine', card(cover('<g-img></g-img>'), title), []],
  ['that is hidden', card(cover('', href, ' hidden'), title), []],
  ['beside two titles', card(cover(), title, '<h3>Plums</h3>'), []],
  ['beside an empty title', card(cover(), '<h3></h3>'), []],
  [
    'beside a title that is a link',
    card(cover(), '<h3><a href="https://plum.example/">Plums</a></h3>'),
    ['Plums https://plum.example/'],
  ],
  ['beside a title in a link', card(cover(), '<a href="https://plum.example/"><h3>Plums</h3></a>'), []],
  ['beside a text with a link to the same target', card(cover(), title, `<p>${cover('Read')}</p>`), []],
  ['beside another empty link to a different target', card(cover(), title, cover('', 'https://plum.example/')), []],
  ['three times', card(cover(), title, cover(), cover()), []],
  ['in the title itself', `<h3>${cover()}Pears</h3>`, []],
  ['beside 24 headings', card(cover(), title, '<h4></h4>'.repeat(23)), [found]],
  ['beside 25 headings', card(cover(), title, '<h4></h4>'.repeat(24)), []],
])('reads a link without text over a card: %s', (_, html, expected) => {
  expect(linkedTitles(html)).toEqual(expected);
});

test('reads the link of each card', () => {
  const cards = card(cover(), title) + card(cover('', 'https://plum.example/'), '<h3>Plums</h3>');
  expect(linkedTitles(cards)).toEqual([found, 'Plums https://plum.example/']);
});

test('keeps the elements of a page in document order', () => {
  const { elements } = parseHtmlPage(card('<p>1</p>', cover(), '<p>2</p>', title, '<p>3</p>'));
  expect(elements.map(({ order }) => order)).toEqual(elements.map((_, index) => index));
  expect(elements.map(({ name }) => name).slice(-6)).toEqual(['div', 'p', 'p', 'h3', 'a', 'p']);
});

describe('a link without content over a card without a heading', () => {
  const over = (more: string): string => `<a href="/search?q=pears" ${more}></a>`;
  const named = over('aria-label="Ripe pears"');
  const placed = over('style="position:absolute;inset:0"');
  /** The texts of links and the children of the last box. */
  const read = (html: string) => {
    const { anchors, elements } = parseHtmlPage(`<main>${html}</main>`);
    return [
      anchors.map((anchor) => textOf(anchor)),
      elements.filter(({ name }) => name === 'div').at(-1)?.children.length,
    ];
  };

  test.each([
    ['with its first words as the label', `<div>${named}<p>Ripe pears</p><p>2 pages</p></div>`],
    ['placed over it', `<div><p>Ripe pears</p><p>2 pages</p>${placed}</div>`],
    [
      'with a longer label',
      `<div>${over('aria-label="Ripe pears 2 pages of them"')}<p>Ripe pears</p><p>2 pages</p></div>`,
    ],
  ])('is around the card if it is %s', (_, html) => {
    expect(read(html)).toEqual([['Ripe pears 2 pages'], 1]);
  });

  test.each([
    ['with another label', `<div>${over('aria-label="Help"')}<p>Ripe pears</p></div>`],
    ['without a label or place', `<div>${over('')}<p>Ripe pears</p></div>`],
    ['beside another link', `<div>${named}<p><a href="/x">Ripe pears</a></p></div>`],
    ['that is hidden', `<div>${over('aria-label="Ripe pears" hidden')}<p>Ripe pears</p></div>`],
    ['in an empty card', `<div>${named}<p></p></div>`],
    ['around an image', `<div><a href="/x" aria-label="Ripe pears"><img></a><p>Ripe pears</p></div>`],
  ])('stays as it is %s', (_, html) => {
    expect(read(html)[1]).toBe(2);
  });
});
