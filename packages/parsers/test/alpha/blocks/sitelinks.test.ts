import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const linkTo = (path: string, text: string): string => `<a href="https://first.example/${path}">${text}</a>`;
const sitelinks = (more: string) => blocksOf(row('first', more) + row('last')).sitelinks;
const two = [
  {
    position: 1,
    links: [
      { title: 'Trees', link: 'https://first.example/trees' },
      { title: 'Jam', link: 'https://first.example/jam' },
    ],
  },
];

test('reads a line of links', () => {
  expect(sitelinks(`<div>${linkTo('trees', 'Trees')} · ${linkTo('jam', 'Jam')}</div>`)).toEqual(two);
});

test('reads a table of links in headings', () => {
  const cell = (path: string, text: string): string =>
    `<tr><td><h3>${linkTo(path, text)}</h3><div>About them.</div></td></tr>`;
  expect(sitelinks(`<table>${cell('trees', 'Trees')}${cell('jam', 'Jam')}</table>`)).toEqual(two);
});

test('reads links after the text in the same line', () => {
  expect(
    sitelinks(
      `<div>Pears and more. <span>${linkTo('trees', 'Trees')}</span> · <span>${linkTo('jam', 'Jam')}</span></div>`,
    ),
  ).toEqual(two);
});

test('ignores links in sentences and facts, to other sites and to times in the same video', () => {
  const others = [
    `<div>Read on ${linkTo('pears#:~:text=pears', 'Read more')}</div>`,
    `<div>Kinds: ${linkTo('williams', 'Williams')}, ${linkTo('conference', 'Conference')}</div>`,
    '<div><a href="https://other.example/">Other</a></div>',
    `<div>${linkTo('pears?t=12', '0:12')}</div>`,
  ];
  expect(sitelinks(others.join(''))).toEqual([]);
});

test('ignores a first link that names the site by its name or its address', () => {
  const home = (text: string): string => `<div>${linkTo('', text)}</div>`;
  const below = `<div>${linkTo('trees', 'Trees')} · ${linkTo('jam', 'Jam')}</div>`;
  expect(sitelinks(home('First'))).toEqual([]);
  expect(sitelinks(home('first.example › pears') + below)).toEqual(two);
  expect(sitelinks(below + home('Start'))[0]?.links).toHaveLength(3);
});

test('ignores links with the same title in three rows that have no others', () => {
  const rowWith = (site: string, path = 'more'): string =>
    row(site, `<div><a href="https://${site}.example/${path}">About it</a></div>`);
  expect(blocksOf(rowWith('a') + rowWith('b')).sitelinks).toHaveLength(2);
  expect(blocksOf(rowWith('a') + rowWith('b') + rowWith('c')).sitelinks).toEqual([]);
});

test('ignores links to quoted parts of the excerpt', () => {
  const quote = (text: string, title: string): string => linkTo(`pears#:~:text=${text}`, title);
  const both = (title: string): string => `<div>${quote('one', 'Read more')}</div><div>${quote('two', title)}</div>`;
  const linked = sitelinks(both('Read more'));
  expect(linked).toEqual([]);
  expect(sitelinks(both('Ripe pears'))[0]?.links).toHaveLength(2);
});

test('reads links in a carousel below a heading, and links with a block each', () => {
  const links = `<g-scrolling-carousel>${linkTo('trees', '<span>Trees</span>')}${linkTo('jam', '<span>Jam</span>')}</g-scrolling-carousel>`;
  const headed = row('first', links).replace('<a ', '<h2>Web results</h2><a ');
  expect(blocksOf(headed + row('last')).sitelinks).toEqual(two);
  expect(sitelinks(`<div>${linkTo('trees', '<div>Trees</div>')}${linkTo('jam', '<div>Jam</div>')}</div>`)).toEqual(two);
});

test('reads links separated by dots in the middle of a text', () => {
  expect(
    sitelinks(`<div>Pears and more. ${linkTo('trees', 'Trees')} · ${linkTo('jam', 'Jam')} More of it.</div>`),
  ).toEqual(two);
});

test('reads forum threads without their comment count', () => {
  const thread = (path: string, name: string): string =>
    linkTo(path, `<div>${name}</div><div><span>r/pears</span><span>·</span><span>40+ comments</span></div>`);
  expect(sitelinks(`<div>${thread('trees', 'Trees')}${thread('jam', 'Jam')}</div>`)).toEqual(two);
});

test('ignores values of facts with direction marks, and links to help about a page', () => {
  const fact = `<div><span>Kinds</span><span>\u200e: \u200e</span>${linkTo('a', 'Williams')}\u200e (${linkTo('b', 'red')}); ${linkTo('c', 'Conference')}</div>`;
  const why = '<div>No information.</div><a href="https://support.google.com/webmasters/answer/7">Learn why</a>';
  const own = row('first', why).replaceAll('first.example', 'www.google.com');
  expect(sitelinks(fact)).toEqual([]);
  expect(blocksOf(own + row('last')).sitelinks).toEqual([]);
});

test.each<[string, string, number]>([
  ['links on separate lines', `<p>${linkTo('a', 'A')}</p><p>${linkTo('b', 'B')}</p>`, 2],
  ['links and punctuation', `<p>${linkTo('a', 'A')} | ${linkTo('b', 'B')} »</p>`, 2],
  ['two links after a sentence', `<p>Pears and more. ${linkTo('a', 'A')} | ${linkTo('b', 'B')}</p>`, 2],
  ['one link after a sentence', `<p>Pears and more. ${linkTo('a', 'A')}</p>`, 0],
  ['two links before a sentence', `<p>${linkTo('a', 'A')} | ${linkTo('b', 'B')} and more</p>`, 0],
  ['two links with dots before a sentence', `<p>${linkTo('a', 'A')} · ${linkTo('b', 'B')} and more</p>`, 2],
  [
    'three links with one dot before a sentence',
    `<p>${linkTo('a', 'A')} · ${linkTo('b', 'B')} | ${linkTo('c', 'C')} and more</p>`,
    0,
  ],
  ['a dot before two links before a sentence', `<p>· ${linkTo('a', 'A')} | ${linkTo('b', 'B')} and more</p>`, 0],
  [
    'two links in several parts with dots before a sentence',
    `<p>${linkTo('a', 'A<b>B</b>')} · ${linkTo('b', 'C<b>D</b>')} and more</p>`,
    2,
  ],
  ['a number of answers below the page', `<p>${linkTo('pears/a', '32 answers')}</p>`, 0],
  ['a number of answers in a part of the page', `<p>${linkTo('pears#a', '32 answers')}</p>`, 1],
  ['a number of answers beside the page', `<p>${linkTo('a', '32 answers')}</p>`, 1],
  ['links after a label of 40 letters', `<p>${'x'.repeat(40)}: ${linkTo('a', 'A')} | ${linkTo('b', 'B')}</p>`, 0],
  ['links after a label of 41 letters', `<p>${'x'.repeat(41)}: ${linkTo('a', 'A')} | ${linkTo('b', 'B')}</p>`, 2],
  ['one page twice', `<p>${linkTo('a', 'A')}</p><p>${linkTo('a', 'A')}</p>`, 1],
  ['a fragment of the page', `<p>${linkTo('pears#a', 'A')}</p>`, 1],
  ['the page itself', `<p>${linkTo('pears', 'A')}</p>`, 0],
  ['a time of the page', `<p>${linkTo('pears?t=12', 'A')}</p>`, 0],
  ['a page on another host of the site', `<p>${linkTo('a', 'A').replace('first.', 'shop.first.')}</p>`, 1],
  ['a page on another site', `<p>${linkTo('a', 'A').replace('first.', 'second.')}</p>`, 0],
  ['a link without a text', `<p>${linkTo('a', '')}</p>`, 0],
  ['a link in a question', `<div data-q="x"><p>${linkTo('a', 'A')}</p></div>`, 0],
  ['a link in a heading', `<h4>${linkTo('a', 'A')}</h4>`, 1],
])('reads sitelinks below a row: %s', (_, html, count) => {
  expect(sitelinks(`<div>${html}</div>`)[0]?.links ?? []).toHaveLength(count);
});

test('ignores a link to the rest of the excerpt, a number of answers and a title that several links share', () => {
  const alone = (path: string, text: string): string => `<div>${linkTo(path, text)}</div>`;
  expect(sitelinks(alone('pears#:~:text=pears', 'Read more') + alone('pears/a1', '1,204 answers'))).toEqual([]);
  expect(sitelinks(['a', 'b', 'c'].map((path) => alone(path, 'More')).join(''))).toEqual([]);
  const quotes = alone('pears#:~:text=a', '1. Williams') + alone('pears#:~:text=b', '2. Conference');
  expect(sitelinks(quotes)).toMatchObject([{ links: [{ title: '1. Williams' }, { title: '2. Conference' }] }]);
});

test('reads links with a button behind each', () => {
  const save = '<button>Save</button>';
  expect(sitelinks(`<div>${linkTo('trees', 'Trees')}${save} · ${linkTo('jam', 'Jam')}${save}</div>`)).toEqual(two);
});

test('reads the whole title of a link in two lines, or with a dot in its first line', () => {
  const lines = linkTo('trees', '<div>Trees of</div><div>the valley</div>') + linkTo('jam', 'Jam · Cake');
  expect(sitelinks(`<div>${lines}</div>`)[0]?.links.map(({ title }) => title)).toEqual([
    'Trees of the valley',
    'Jam · Cake',
  ]);
});

test('reads a number of answers below the first page of a site', () => {
  const own = row('first', `<div>${linkTo('a', '32 answers')}</div>`).replaceAll('example/pears', 'example/');
  expect(blocksOf(own + row('last')).sitelinks[0]?.links).toHaveLength(1);
});
