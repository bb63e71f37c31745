import { describe, expect, test } from 'vitest';
import { parseAlphaSearch } from '../../../src/index.js';
import { row, section } from '../../support/alpha-blocks.js';

function elementsOf(list: string, { above = '', beside = '' } = {}) {
  const html = `<html><body><div id="rcnt">${above}<div id="center_col"><div id="rso">${list}</div></div><div id="rhs">${beside}</div></div></body></html>`;
  return parseAlphaSearch(html, { elements: true }).elements!;
}

/** The elements other than rows, as "type title". */
const named = (list: string, around = {}): string[] =>
  elementsOf(list, around)
    .filter(({ type }) => type !== 'organic')
    .map(({ type, title }) => `${type} ${title}`.trim());
const between = (html: string): string[] => named(row('first') + html + row('last'));

const clipped = 'style="clip:rect(1px,1px,1px,1px);height:1px;overflow:hidden;position:absolute;width:1px"';
const post = (n: number): string =>
  `<div><a href="https://x.com/pears/status/${n}">Our pears of tree ${n} are ripe</a><div>5 hours ago</div></div>`;
const posts = post(1) + post(2);
const place = (name: string): string =>
  `<div data-cid="12345678901234567${name.length}"><div role="heading" aria-level="3">${name}</div><div>4.5 (12)</div><div>Orchard</div></div>`;
const quote =
  '<p>Pears are ripe when their neck gives way to a gentle press of the thumb, days after they were picked.</p>';
const titleLink = '<a href="https://first.example/pears"><h3>Pears of first</h3><cite>https://first.example</cite></a>';

describe('a heading out of sight', () => {
  test.each<[string, string, string]>([
    ['is the title without another one', `<h2 ${clipped}>Posts</h2>${posts}`, 'twitter Posts'],
    ['is not if another is in sight', `<h2 ${clipped}>Posts</h2><h3>New posts</h3>${posts}`, 'twitter New posts'],
    [
      'is not with the title of a quoted page',
      `<h2 ${clipped}>From the web</h2><div>${quote}<div>${titleLink}</div></div>`,
      'featured_snippet Pears of first',
    ],
    [
      'is not if the next one in sight follows a picture as a heading',
      `<h2 ${clipped}>Posts</h2><h3><img alt=""></h3><h3>New posts</h3>${posts}`,
      'twitter New posts',
    ],
  ])('%s', (_, html, expected) => {
    expect(between(`<div>${html}</div>`)).toEqual([expected]);
  });

  test('above the facts of a panel whose title is above the columns gives them that title', () => {
    const fact = (name: string, text: string): string =>
      `<div data-attrid="kc:/plants/pear:${name}"><span>${name}: </span><span>${text}</span></div>`;
    const facts = `${fact('Family', 'Rosaceae')}${fact('Order', 'Rosales')}`;
    const about = '<div data-attrid="description"><p>The pear is a fruit of the temperate zones.</p></div>';
    const beside = `<h2 ${clipped}>More</h2><div><div><h3>About</h3></div><div>${about}${facts}</div></div>`;
    const above = '<div><div data-attrid="title" role="heading" aria-level="2">Pear</div><div>Fruit</div></div>';
    expect(named(row('first') + row('last'), { above, beside })).toEqual([
      'knowledge_graph Pear',
      'knowledge_graph Pear',
    ]);
  });
});

test('joins the lines of a heading', () => {
  expect(between(section(posts, '<div>Pears</div><div>and plums</div>'))).toEqual(['twitter Pears and plums']);
});

test('items of two types in a section without a title of its own give it the type of most', () => {
  expect(between(section(post(1) + place('Pear Yard') + place('Plum Orchard')))).toEqual(['local_results A section']);
});

test('an item of another type parts those of one type', () => {
  const places = place('Pear Yard') + place('Plum Orchard');
  expect(between(`<div>${post(1)}<div>${places}</div>${post(2)}</div>`)).toEqual([
    'twitter',
    'local_results',
    'twitter',
  ]);
});

describe('an element without a section', () => {
  test.each<[string, string, string]>([
    [
      'is named by the heading before it, not by one out of sight',
      `<h3>Posts</h3><h4 ${clipped}>Filters</h4>${post(1)}`,
      'twitter Posts',
    ],
    ['is not named by its own first line', '<p data-tts="answers">180 g</p>', 'answer'],
  ])('%s', (_, html, expected) => {
    expect(between(`<div>${html}</div>`)).toEqual([expected]);
  });
});

describe('a generated answer', () => {
  const answer = '<p>Pears are ripe when their neck gives way to a gentle press of the thumb.</p>';
  test.each<[string, string, string]>([
    ['is named by its first section heading', '<div><h3>Answer</h3><h1>AI Overview</h1></div>', 'AI Overview'],
    ['is named by a button before its text', '<div><b role="button">AI Overview</b></div>', 'AI Overview'],
    ['has no title if it begins with its text', '', ''],
  ])('%s', (_, before, title) => {
    expect(elementsOf(`<div data-mcp="18">${before}${answer}</div>${row('first')}`)[0]).toMatchObject({
      type: 'ai_overview',
      title,
    });
  });

  test.each([
    ['', ''],
    ['a heading that is not displayed', '<h2 style="display:none">Loading</h2>'],
    ['a heading of a lower level', '<h3>Answer</h3>'],
  ])('does not belong to a notice above it; before its heading %s', (_, before) => {
    const notice = '<div><b role="heading" aria-level="2">Springfield</b><p>Choose another area.</p></div>';
    const above = `<div>${notice}<div data-mcp="18">${before}<h2>Overview</h2>${answer}</div></div>`;
    expect(named(row('first') + row('last'), { above })).toEqual(['notice Springfield', 'ai_overview Overview']);
  });
});

describe('below the rows, a heading of the level of their titles', () => {
  const queries = ['ripe pears', 'old pears'].map((q) => `<a href="/search?q=${q}"><img alt="">${q}</a>`).join('');
  const groups = `<div><b role="button" aria-expanded="true"><i role="heading" aria-level="4">Kinds of pear</i></b>${queries}</div>`;
  const related = section(
    ['pear jam', 'pear cake'].map((q) => `<div><a href="/search?q=${q}">${q}</a></div>`).join(''),
  );
  const below = (heading: string): string[] =>
    named(
      `${row('first')}</div><div id="botstuff"><div><div>${heading}<div>${groups}</div></div></div><div>${related}</div>`,
    );
  test.each<[string, string, string[]]>([
    ['begins a section', 'People also search for', ['people_also_search People also search for']],
    ['begins none without text', '', []],
  ])('%s', (_, heading, expected) => {
    expect(below(`<h3>${heading}</h3>`)).toEqual([...expected, 'related_searches A section']);
  });
});
