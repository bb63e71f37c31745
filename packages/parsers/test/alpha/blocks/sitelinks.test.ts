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

test('links of sentences, facts, other sites and moments of the same video are none', () => {
  const others = [
    `<div>Read on ${to('pears#:~:text=pears', 'Read more')}</div>`,
    `<div>Kinds: ${to('williams', 'Williams')}, ${to('conference', 'Conference')}</div>`,
    '<div><a href="https://other.example/">Other</a></div>',
    `<div>${to('pears?t=12', '0:12')}</div>`,
  ];
  expect(sitelinks(others.join(''))).toEqual([]);
});
