import { expect, test } from 'vitest';
import { withoutFragmentAndTime } from '../../../src/alpha/blocks/card-links.js';
import { blocksBetweenRows, section } from '../../support/alpha-blocks.js';

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['https://a.example/x#part', 'https://a.example/x'],
  ['https://a.example/x?t=12', 'https://a.example/x'],
  ['https://a.example/x?start=12s#part', 'https://a.example/x'],
  ['https://a.example/x?t=12&v=1', 'https://a.example/x?v=1'],
  ['https://a.example/x?v=1&t=12', 'https://a.example/x?v=1'],
  ['https://a.example/x&t=12', 'https://a.example/x'],
  ['https://a.example/x?t=pears', 'https://a.example/x?t=pears'],
])('%s without its fragment and time is %s', (link, expected) => {
  expect(withoutFragmentAndTime(link)).toBe(expected);
});

const player = (attributes: string, title: string): string =>
  `<div ${attributes}><div role="button"><p>${title}</p><p>0:41</p></div></div>`;
const shorts = (...cards: string[]): string[] =>
  blocksBetweenRows(section(cards.join(''))).short_videos.map(({ title }) => title);
const two = [
  player('data-surl="https://site.example/shorts/1"', 'One'),
  player('data-curl="https://site.example/shorts/2"', 'Two'),
];

test.each<[string, string, string[]]>([
  ['in one of two attributes', '', ['One', 'Two']],
  [
    'unless it is hidden',
    player('style="display:none" data-surl="https://site.example/shorts/3"', 'Three'),
    ['One', 'Two'],
  ],
  ['unless it is no address', player('data-surl="shorts/3"', 'Three'), ['One', 'Two']],
])('reads the page of a video that is played in place %s', (_, more, titles) => {
  expect(shorts(...two, more)).toEqual(titles);
});

const film = (n: number, site = 'www.tiktok.com'): string =>
  `<a href="https://${site}/@tree/video/${n}"><p>Film ${n} of pears</p></a>`;

test.each(['https://www.tiktok.com/@tree', 'https://www.tiktok.com/@tree/', 'https://www.tiktok.com/@tree?lang=en'])(
  'takes no link to the author of cards without headings for a card: %s',
  (author) => {
    expect(shorts(film(1), film(2), `<a href="${author}"><p>All about tree</p></a>`)).toEqual([
      'Film 1 of pears',
      'Film 2 of pears',
    ]);
  },
);

test('reads a card that links to the first page of the site of another card', () => {
  const home = '<a href="https://www.tiktok.com/"><p>All films of pears</p></a>';
  expect(shorts(film(1), film(2), home)).toHaveLength(3);
});
