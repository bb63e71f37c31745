import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const to = (path: string, text: string): string => `<a href="https://first.example/${path}">${text}</a>`;
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

test('a line of links', () => {
  expect(sitelinks(`<div>${to('trees', 'Trees')} · ${to('jam', 'Jam')}</div>`)).toEqual(two);
});

test('a table of titled links', () => {
  const cell = (path: string, text: string): string =>
    `<tr><td><h3>${to(path, text)}</h3><div>About them.</div></td></tr>`;
  expect(sitelinks(`<table>${cell('trees', 'Trees')}${cell('jam', 'Jam')}</table>`)).toEqual(two);
});

test('links behind the text in its line', () => {
  expect(
    sitelinks(`<div>Pears and more. <span>${to('trees', 'Trees')}</span> · <span>${to('jam', 'Jam')}</span></div>`),
  ).toEqual(two);
});

test('links in sentences and facts, to other sites and to times in the same video are not sitelinks', () => {
  const others = [
    `<div>Read on ${to('pears#:~:text=pears', 'Read more')}</div>`,
    `<div>Kinds: ${to('williams', 'Williams')}, ${to('conference', 'Conference')}</div>`,
    '<div><a href="https://other.example/">Other</a></div>',
    `<div>${to('pears?t=12', '0:12')}</div>`,
  ];
  expect(sitelinks(others.join(''))).toEqual([]);
});

test('links to leaf through, below a heading of the row alone', () => {
  const links = `<g-scrolling-carousel>${to('trees', '<span>Trees</span>')}${to('jam', '<span>Jam</span>')}</g-scrolling-carousel>`;
  const headed = row('first', links).replace('<a ', '<h2>Web results</h2><a ');
  expect(blocksOf(headed + row('last')).sitelinks).toEqual(two);
  expect(sitelinks(`<div>${to('trees', '<div>Trees</div>')}${to('jam', '<div>Jam</div>')}</div>`)).toEqual(two);
});

test('links that dots separate in the middle of a text', () => {
  expect(sitelinks(`<div>Pears and more. ${to('trees', 'Trees')} · ${to('jam', 'Jam')} More of it.</div>`)).toEqual(
    two,
  );
});

test('threads of a forum without their answers and age', () => {
  const thread = (path: string, name: string): string =>
    to(path, `<div>${name}</div><div><span>r/pears</span><span>·</span><span>40+ comments</span></div>`);
  expect(sitelinks(`<div>${thread('trees', 'Trees')}${thread('jam', 'Jam')}</div>`)).toEqual(two);
});

test('values of facts with invisible marks, and links to help about a page, are not sitelinks', () => {
  const fact = `<div><span>Kinds</span><span>\u200e: \u200e</span>${to('a', 'Williams')}\u200e (${to('b', 'red')}); ${to('c', 'Conference')}</div>`;
  const why = '<div>No information.</div><a href="https://support.google.com/webmasters/answer/7">Learn why</a>';
  const own = row('first', why).replaceAll('first.example', 'www.google.com');
  expect(sitelinks(fact)).toEqual([]);
  expect(blocksOf(own + row('last')).sitelinks).toEqual([]);
});
