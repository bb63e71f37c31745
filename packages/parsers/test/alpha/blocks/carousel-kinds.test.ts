import { expect, test } from 'vitest';
import { blocksBetweenRows, section } from '../../support/alpha-blocks.js';

const card = (n: number, lines = '', attributes = ''): string =>
  `<div ${attributes}><a href="https://site${n}.example/${n}"><div role="heading" aria-level="3">Card ${n}</div>${lines}</a></div>`;
const paragraphs = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('');
const unnamed = (...cards: string[]): string => `<div><div>All of the pears</div><div>${cards.join('')}</div></div>`;

/** The lists that a page with the given markup has, with the titles of their cards. */
const lists = (html: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(blocksBetweenRows(html)).flatMap(([name, value]) =>
      Array.isArray(value) && value.length > 0
        ? [[name, value.map((item) => ('title' in item ? item.title : item.text))]]
        : [],
    ),
  );
const kinds = (html: string): string[] => Object.keys(lists(html));

const video = paragraphs('12:05', 'Mar 2, 2020');
const film = paragraphs('12:05');
const opinion = (n: number): string =>
  `<div><a href="https://paper${n}.example/"><p>A Writer</p><p>The Post</p><div role="heading" aria-level="3">View ${n}</div><p>2 days ago</p></a></div>`;
const signed = (n: number): string => card(n, `<img alt="Paper ${n}">${paragraphs(`Post ${n} · ${n} hours ago`)}`);
const post = (n: number): string =>
  `<div><a href="https://x.com/pears/status/${n}"><div role="heading" aria-level="3">Ripe ${n}</div></a><p>${n} hours ago</p></div>`;
const story = (n: number, id: string): string => card(n, paragraphs('The Post'), `data-news-cluster-id="${id}"`);

test.each<[string, string, string[]]>([
  ['a single video with a date', section(card(1, video)), ['videos']],
  ['a single video without a date', section(card(1, film)), []],
  ['a single dated card', section(card(1, paragraphs('Mar 2, 2020'))), []],
  ['three cards, one with a duration', section(card(1, film) + card(2) + card(3)), []],
  ['videos without a heading above them', unnamed(card(1, video), card(2, video)), ['videos']],
  ['videos without a date or a heading above them', unnamed(card(1, film), card(2, film)), []],
  [
    'cards above a link to short videos',
    section(`${card(1, film)}${card(2, film)}<a href="/search?q=x&amp;udm=39">More</a>`),
    ['short_videos'],
  ],
  [
    'cards above a link to another tab',
    section(`${card(1, film)}${card(2, film)}<a href="/search?q=x&amp;udm=38">More</a>`),
    ['videos'],
  ],
  ['two cards, one of them in a story', section(story(1, '7') + story(2, '0')), ['perspectives']],
  ['three cards, two of them in a story', section(story(1, '7') + story(2, '8') + story(3, '0')), ['top_stories']],
  ['fresh signed cards with logos', section(signed(1) + signed(2)), ['top_stories']],
  ['opinions with their writers', section(opinion(1) + opinion(2)), ['perspectives']],
  ['two posts', section(post(1) + post(2)), ['twitter']],
])('reads %s as the list of their kind', (_, html, expected) => {
  expect(kinds(html)).toEqual(expected);
});

test('reads a post that consists of an image, without a title', () => {
  const image = `<div data-news-cluster-id="0"><a href="https://site3.example/3"><img src="/a.png"></a>${paragraphs('2 days ago')}</div>`;
  const likes = paragraphs('4K likes', '2 days ago', '12:05');
  const html = section(card(1, likes, 'data-news-cluster-id="0"') + card(2, likes, 'data-news-cluster-id="0"') + image);
  expect(blocksBetweenRows(html).perspectives).toEqual([
    { title: 'Card 1', link: 'https://site1.example/1', date: '2 days ago' },
    { title: 'Card 2', link: 'https://site2.example/2', date: '2 days ago' },
    { title: '', link: 'https://site3.example/3', date: '2 days ago' },
  ]);
});

const picture = (n: number): string => `<a href="https://site${n}.example/${n}"><img src="/a.png"></a>`;
const headed = (n: number, heading: string, more = ''): string =>
  `<div><a href="https://site${n}.example/${n}">${heading}${more}</a>${video}</div>`;
const h = (html: string, attributes = ''): string => `<div role="heading" aria-level="3" ${attributes}>${html}</div>`;
const beside = `<div><a href="https://site3.example/3"><img src="/a.png"></a>${h('Card 3')}<p>Longer words about the third</p>${video}</div>`;

test.each<[string, string, string[]]>([
  ['beside its link', beside, ['Card 1', 'Card 3']],
  ['in two lines', headed(3, h('<p>Pears</p><p>of the tree</p>')), ['Card 1', 'Pears of the tree']],
  ['below a hidden heading', headed(3, h('Not shown', 'style="display:none"'), h('Card 3')), ['Card 1', 'Card 3']],
  [
    'around its link and another one',
    `<div>${h('<a href="https://site3.example/3">Card 3</a> and <a href="https://site4.example/4">else</a>')}${video}</div>`,
    ['Card 1', 'Card 3 and else'],
  ],
  [
    'beside pictures that link to other pages',
    headed(3, h('Card 3')) + [4, 5, 6].map(picture).join(''),
    ['Card 1', 'Card 3'],
  ],
])('reads the title of a card %s', (_, html, titles) => {
  expect(lists(section(card(1, video) + html))).toEqual({ videos: titles });
});

test('takes no text below its date for the title of a card', () => {
  const dated = (n: number): string =>
    `<a href="https://site${n}.example/${n}">${paragraphs(`${n} days ago`, 'All about the pears')}</a>`;
  expect(kinds(section(dated(1) + dated(2)))).toEqual([]);
});

test.each([
  [40, 'x'.repeat(40)],
  [41, undefined],
])('reads a publisher from a logo with %i letters: %j', (length, source) => {
  const logo = (n: number): string =>
    card(n, `<img alt=""><img alt="${'x'.repeat(length)}">${paragraphs(`${n} hours ago`)}`);
  expect(blocksBetweenRows(section(logo(1) + logo(2))).top_stories.map((item) => item.source)).toEqual([
    source,
    source,
  ]);
});
