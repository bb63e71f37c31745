import { describe, expect, test } from 'vitest';
import { parseAlphaSearch } from '../../../src/index.js';
import { row, section } from '../../support/alpha-blocks.js';

interface Around {
  above?: string;
  below?: string;
  beside?: string;
}

function elementsOf(list: string, { above = '', below = '', beside = '' }: Around = {}) {
  const html = `<html><body><div id="rcnt"><div id="center_col">${above}<div id="rso">${list}</div><div id="botstuff">${below}</div></div><div id="rhs">${beside}</div></div></body></html>`;
  return parseAlphaSearch(html, { elements: true }).elements!;
}
/** The elements other than rows, as "type title". */
const others = (list: string, around?: Around): string[] =>
  elementsOf(list, around)
    .filter(({ type }) => type !== 'organic')
    .map(({ type, title }) => `${type} ${title}`.trim());
const between = (html: string): string[] => others(row('first') + html + row('last'));

const search = (text: string, more = ''): string =>
  `<div><a href="/search?q=${text.replaceAll(' ', '+')}${more}">${text}</a></div>`;
const tile = (text: string): string =>
  `<div><a aria-labelledby="${text}" href="/search?q=${text.replaceAll(' ', '+')}"></a><p id="${text}">${text}</p></div>`;
const externalLink = (name: string): string => `<div><a href="https://${name}.example/x">Finds of ${name}</a></div>`;
/** The last queries of a page are its related searches. */
const last = section(search('pear jam') + search('pear cake'), 'Last');
const beforeLast = (html: string): string[] =>
  others(row('first') + html + row('last') + last).filter((name) => name !== 'related_searches Last');
const long = '<p>A sentence of some length about it.</p>';

describe('an element with a heading', () => {
  test.each<[string, string, string[]]>([
    ['is a notice without links', long, ['notice A section']],
    ['is of type other with an external link', externalLink('a'), ['other A section']],
    [
      'is a notice with links in sentences',
      '<p>Words about <a href="https://a.example/">it</a> there.</p>',
      ['notice A section'],
    ],
    ['is a notice with a link to help', `${long}<a href="https://support.google.com/x">Help</a>`, ['notice A section']],
    [
      'is a notice with a link to the engine',
      `${long}<div><a href="https://www.google.com/intl/x">More of it</a></div>`,
      ['notice A section'],
    ],
    [
      'is people_also_search with two queries',
      search('ripe pears') + search('old pears'),
      ['people_also_search A section'],
    ],
    [
      'is people_also_search with two tiles that are named links',
      tile('ripe pears') + tile('old pears'),
      ['people_also_search A section'],
    ],
    ['is of type other with one query', search('ripe pears') + long, ['other A section']],
    [
      'is of type other with queries and an external link',
      search('ripe pears') + search('old pears') + externalLink('a'),
      ['other A section'],
    ],
    [
      'is of type other if half of the queries are sponsored',
      search('ripe pears', '&amp;mrq=1') + search('old pears'),
      ['other A section'],
    ],
    [
      'is people_also_search if fewer queries are sponsored',
      search('ripe pears', '&amp;mrq=1') + search('old pears') + search('new pears'),
      ['people_also_search A section'],
    ],
    [
      'is of type other with queries in a property of an entity',
      `<div data-attrid="kc:/x:parts">${search('ripe pears')}${search('old pears')}</div>`,
      ['other A section'],
    ],
    [
      'is people_also_search with related entities',
      `<div data-attrid="kc:/x:sideways">${search('ripe pears')}${search('old pears')}</div>`,
      ['people_also_search A section'],
    ],
    ['is of type other with only a property', `<div data-attrid="kc:/x:parts">${long}</div>`, ['other A section']],
    [
      'is a notice with a link that shows omitted results',
      `<p>Like others. <a href="/search?q=x&amp;filter=0">Show all</a></p>${externalLink('a')}`,
      ['notice A section'],
    ],
    [
      'is of type other with another filter',
      `<p>Like others. <a href="/search?q=x&amp;filter=1">Show all</a></p>${externalLink('a')}`,
      ['other A section'],
    ],
    [
      'is a notice with links to another service',
      ['ripe', 'old'].map((kind) => `<div><a href="/maps?q=${kind}+pears">${kind} pears on the map</a></div>`).join(''),
      ['notice A section'],
    ],
    ['is not listed with a pager', `${long}<a href="/search?q=x&amp;start=10">2</a>`, []],
    ['is not listed with one filter', `${long}<a href="/search?q=x&amp;tbs=qdr:d">Past day</a>`, []],
    ['is not listed without content', '', []],
    ['is not listed with 11 letters', '<p>11 letters.</p>', []],
    ['is not listed with a short link that a script follows', '<a href="#">11 letters.</a>', []],
    ['is a notice with 12 letters', '<p>12 letters!!</p>', ['notice A section']],
    ['is not listed if its links are hidden', `<div style="display:none">${externalLink('a')}</div>`, []],
  ])('%s', (_, html, expected) => {
    expect(beforeLast(section(html))).toEqual(expected);
  });

  test.each<[string, string]>([
    ['Latest from The Pear', 'latest_from'],
    ['Buying guide', 'buying_guide'],
    ['Things to know', 'things_to_know'],
    ['Refine this search', 'refine'],
    ['The things to know', 'other'],
  ])('has the type that its heading states: %s', (title, type) => {
    expect(between(section(externalLink('a') + externalLink('b'), title))).toEqual([`${type} ${title}`]);
  });
});

describe('an element without a heading', () => {
  test.each<[string, string, string[]]>([
    [
      'is a notice with its first line as the title',
      '<div><p>Some words</p><p>and some more</p></div>',
      ['notice Some words'],
    ],
    ['is listed with 20 letters', `<div>${'x'.repeat(20)}</div>`, [`notice ${'x'.repeat(20)}`]],
    ['is not listed with 19 letters', `<div>${'x'.repeat(19)}</div>`, []],
    [
      'is of type other with an external link',
      `<div><p>Some words and more</p>${externalLink('a')}</div>`,
      ['other Some words and more'],
    ],
    [
      'is a notice with a link to help',
      '<div><p>Some words and more</p><p><a href="https://support.google.com/x">Help</a></p></div>',
      ['notice Some words and more'],
    ],
    ['is not listed with a pager', '<div><p>Some words and more</p><a href="/search?q=x&amp;start=10">2</a></div>', []],
    [
      'is not listed if it consists of tabs',
      '<div><a href="/search?q=x&amp;tbm=isch">Images of all pears</a> <a href="/search?q=x&amp;udm=7">Videos</a></div>',
      [],
    ],
    [
      'is not listed if it consists of filter chips',
      '<div><a href="/search?q=x&amp;uds=a">Images of all the pears</a></div>',
      [],
    ],
    [
      'is a notice beside a button without words if it has no link',
      '<div><b role="button"><svg></svg></b><p>Some words and some more</p></div>',
      ['notice Some words and some more'],
    ],
    [
      'is a notice with a tab and another search link',
      '<div><a href="/search?q=x&amp;tbm=isch">Images of all pears</a> <a href="/search?q=y">Videos</a></div>',
      ['notice Images of all pears Videos'],
    ],
    ['is not listed if it is hidden', '<div style="display:none">Some words and some more</div>', []],
    ['is not listed if it is hidden from screen readers', '<div aria-hidden="true">Some words and some more</div>', []],
    ['is not listed in a dialog', '<div role="dialog">Some words and some more</div>', []],
    ['is not listed if it is a form', '<div><form>Some words and some more</form></div>', []],
    ['is not listed if it is a button', '<div><div role="button">Some words and some more</div></div>', []],
  ])('%s', (_, html, expected) => {
    expect(between(html)).toEqual(expected);
  });

  test('is listed in the main column, but not in the side column', () => {
    const note = '<div>Some words and some more</div>';
    expect(others(row('first'), { above: note })).toEqual(['notice Some words and some more']);
    expect(others(row('first'), { beside: note })).toEqual([]);
  });
});

test('an element without a heading is listed above the list in a column that is named by its role', () => {
  const html = `<div id="rcnt"><div role="main"><div>Some words and some more</div><div id="rso">${row('first')}</div></div></div>`;
  expect(parseAlphaSearch(html, { elements: true }).elements!.map(({ type }) => type)).toEqual(['notice', 'organic']);
});

describe('the column of an element', () => {
  const queries = section(search('ripe pears') + search('old pears'), 'Proposed');
  const columns = (list: string, around?: Around) =>
    elementsOf(list, around).map(({ type, column }) => `${type} ${column}`);

  test('is bottom for notices and related searches below the last row', () => {
    expect(columns(row('first') + section(long) + queries)).toEqual([
      'organic main',
      'notice bottom',
      'related_searches bottom',
    ]);
    expect(columns(row('first') + section(externalLink('a')))).toEqual(['organic main', 'other main']);
    expect(columns(section(long) + row('first'))).toEqual(['notice main', 'organic main']);
  });

  test('is top above the main column', () => {
    const html = `<html><body><div>${section(externalLink('a') + externalLink('b'))}</div><div id="center_col"><div id="rso">${row('first')}${row('last')}</div></div></body></html>`;
    expect(parseAlphaSearch(html, { elements: true }).elements![0]).toMatchObject({ type: 'other', column: 'top' });
  });

  test('is side in the side column', () => {
    expect(columns(row('first'), { beside: section(externalLink('a')) })).toEqual(['organic main', 'other side']);
  });
});

describe('headings of the title level start elements below the rows', () => {
  const sectionBelow = (heading: string): string => `<div>${heading}${externalLink('a')}${externalLink('b')}</div>`;
  test.each<[string, string, string[]]>([
    ['if they are displayed', '<div role="heading" aria-level="3">Below</div>', ['other Below']],
    ['not in dialogs', '<div role="dialog"><h3>Below</h3></div>', []],
    ['not in open dialog elements', '<dialog open><h3>Below</h3></dialog>', []],
    ['not if they are hidden', '<h3 style="display:none">Below</h3>', []],
  ])('%s', (_, heading, expected) => {
    expect(others(row('first'), { below: sectionBelow(heading) }).filter((name) => name.endsWith('Below'))).toEqual(
      expected,
    );
  });
});

test('reads items of one type as two elements if a row is between them', () => {
  const post = (n: number): string =>
    `<div><a href="https://x.com/pears/status/${n}">Our pears of tree ${n} are ripe</a><div>5 hours ago</div></div>`;
  const types = (list: string): string[] => elementsOf(list).map(({ type }) => type);
  expect(types(row('first') + post(1) + row('last') + post(2))).toEqual(['organic', 'twitter', 'organic', 'twitter']);
  expect(types(`${row('first')}<div>${post(1)}${post(2)}</div>${row('last')}`)).toEqual([
    'organic',
    'twitter',
    'organic',
  ]);
});

describe('an item without a heading', () => {
  const post = '<div><a href="https://x.com/pears/status/1">Our pears are ripe</a><div>5 hours ago</div></div>';
  test.each<[string, string, string]>([
    ['has the line above it as its title', '<p>Posts</p>', 'twitter Posts'],
    ['has a line of 80 letters as its title', `<p>${'x'.repeat(80)}</p>`, `twitter ${'x'.repeat(80)}`],
    ['does not have a line of 81 letters as its title', `<p>${'x'.repeat(81)}</p>`, 'twitter'],
    ['does not have a link as its title', '<p><a href="/search?q=posts">Posts</a></p>', 'twitter'],
    ['has no title without a line above it', '', 'twitter'],
  ])('%s', (_, above, expected) => {
    expect(between(`<div>${above}${post}</div>`)).toEqual([expected]);
  });
});

describe('a section with topics', () => {
  const control = (text: string): string => `<div><div role="button" aria-expanded="false">${text}</div></div>`;
  const topic = '<div data-attrid="lab/topic">Ripening of pears</div>';
  test.each<[string, string, string]>([
    ['is things_to_know if two of them unfold', topic + control('Why they ripen') + control('When'), 'things_to_know'],
    ['is a notice if one of them unfolds', topic + control('Why they ripen'), 'notice'],
    [
      'is a notice if one of them opens a menu',
      topic + control('Why they ripen') + control('When').replace('aria-exp', 'aria-haspopup="menu" aria-exp'),
      'notice',
    ],
    ['is a notice if no topic is marked', long + control('Why they ripen') + control('When'), 'notice'],
  ])('%s', (_, html, type) => {
    expect(beforeLast(section(html))).toEqual([`${type} A section`]);
  });
});

test('reads queries around which an entity is marked as parts of it', () => {
  const queries = section(search('ripe pears') + search('old pears'));
  expect(beforeLast(`<div data-attrid="kc:/x:parts">${queries}</div>`)).toEqual(['other A section']);
  expect(beforeLast(`<div data-attrid="kc:/x:sideways">${queries}</div>`)).toEqual(['people_also_search A section']);
});

test('does not begin a section at a heading without text', () => {
  expect(between('<div><h2></h2><p>Some words and some more</p></div>')).toEqual(['notice Some words and some more']);
});

test('ignores a hidden pager', () => {
  const pager = '<div style="display:none"><a href="/search?q=x&amp;start=10">2</a></div>';
  expect(between(section(long + pager))).toEqual(['notice A section']);
});

test.each([
  ['a message above the rows', '<div role="heading" aria-level="2">No pears today</div>', ['notice No pears today']],
  ['an h2 that names a region', '<h2>No pears today</h2>', []],
  ['an h2 with role="heading"', '<h2 role="heading">No pears today</h2>', []],
])('reads a heading without content: %s', (_, heading, expected) => {
  expect(others(row('first'), { above: `<div>${heading}</div>` })).toEqual(expected);
  expect(others(`${row('first')}<div>${heading}</div>`)).toEqual([]);
});

test('reads a message above the first row, and not below it, on a page without a named list', () => {
  const message = '<div><div role="heading" aria-level="2">No pears today</div></div>';
  const typesOf = (list: string): string[] =>
    parseAlphaSearch(`<div id="main">${list}</div>`, { elements: true }).elements!.map(({ type }) => type);
  expect(typesOf(message + row('first') + row('last'))).toEqual(['notice', 'organic', 'organic']);
  expect(typesOf(row('first') + message + row('last'))).toEqual(['organic', 'organic']);
});

test('reads no element from a list of questions that only has a link of its own', () => {
  const heading = '<div role="heading" aria-level="2">People also ask</div>';
  expect(
    between(`<div data-initq="x">${heading}<div><a href="/search?q=x" role="button">Feedback</a></div></div>`),
  ).toEqual([]);
});

test('reads a panel in a column before the rows', () => {
  const about = '<div data-attrid="description"><p>The pear is a fruit of the temperate zones.</p></div>';
  const beside = `<div id="rhs"><div><h2>Pear</h2><div>${about}</div></div></div>`;
  const html = `<html><body><div id="rcnt">${beside}<div id="center_col"><div id="rso">${row('first')}</div></div></div></body></html>`;
  expect(parseAlphaSearch(html, { elements: true }).elements!.map(({ type, title }) => [type, title])).toEqual([
    ['organic', 'Pears of first'],
    ['knowledge_graph', 'Pear'],
  ]);
});

test('reads entities like that of the panel above the columns as a part of their own', () => {
  const tiles = ['Anjou', 'Bosc']
    .map((name) => `<a href="/search?q=${name}&amp;stick=x"><img alt="">${name}</a>`)
    .join('');
  const strip = `<div data-attrid="kc:/plants/pear:sideways"><div>Similar fruit</div>${tiles}</div>`;
  const panel = '<div><h2 data-attrid="title">Pear</h2><div data-attrid="subtitle">A fruit</div></div>';
  const html = `<html><body>${strip}<div id="rcnt"><div id="center_col"><div id="rso">${row('first')}</div></div><div id="rhs">${panel}</div></div></body></html>`;
  expect(parseAlphaSearch(html, { elements: true }).elements!.map(({ type }) => type)).toEqual([
    'people_also_search',
    'organic',
    'knowledge_graph',
  ]);
});

describe('pictures without a heading', () => {
  const all = '<a href="/search?q=x&amp;tbm=isch"><img alt="">All pictures</a>';
  const picture = '<a role="button"><img alt="A pear"></a>';
  test.each<[string, string, string[]]>([
    ['are images beside a link to all of them', `<div><div>${all}${picture}${picture}</div></div>`, ['images']],
    ['are not if there is only one', `<div><div>${all}${picture}</div></div>`, []],
    [
      'are not if the link is elsewhere',
      `<div><p>Some words and some more</p>${picture}${picture}</div><div>${all}</div>`,
      ['notice Some words and some more'],
    ],
  ])('%s', (_, html, expected) => {
    expect(between(html)).toEqual(expected);
  });
});
