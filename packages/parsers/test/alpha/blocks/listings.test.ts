import { expect, test } from 'vitest';
import { blocksBetweenRows, section } from '../../support/alpha-blocks.js';

const item = (title: string, ...parts: string[]): string =>
  `<div><a href="https://${title.toLowerCase()}.example/"><div role="heading" aria-level="3">${title}</div></a>${parts.map((part) => `<div>${part}</div>`).join('')}</div>`;
const more = (href: string): string => `<a href="${href}">More</a>`;
const letters = (length: number): string => 'x'.repeat(length);
const two = (...parts: string[]): string => item('Pear', ...parts) + item('Fig', 'Shop');

/** The names of the lists that a section is read as. */
const kinds = (html: string): string[] => {
  const { hotels, flights, recipes, jobs, events, scholarly } = blocksBetweenRows(section(html));
  const lists = { hotels, flights, recipes, jobs, events, scholarly };
  return Object.entries(lists).flatMap(([name, items]) => (items === undefined || items.length === 0 ? [] : [name]));
};

test.each<[string, string[]]>([
  ['https://scholar.google.com/scholar?q=pear', ['scholarly']],
  ['/search?q=pear&amp;ibp=htl;jobs', ['jobs']],
  ['/search?q=pear&amp;udm=8', ['jobs']],
  ['/search?q=pear&amp;udm=7', []],
  ['/search?q=pear&amp;ibp=htl;events', ['events']],
  ['/search?q=pear&amp;ibp=htl', []],
  ['/travel/flights?q=pear', ['flights']],
  ['https://www.google.com/flights?q=pear', ['flights']],
  ['https://www.google.com/travel/hotels/pear', ['hotels']],
  ['/travel/search?q=pear', ['hotels']],
  ['/travel/clk?q=pear', ['hotels']],
  ['/travel/things', []],
  ['https://pear.example/travel/hotels', []],
  ['https://pear.example/flights', []],
])('reads a section with a link to %s as %j', (href, expected) => {
  expect(kinds(two('Shop') + more(href))).toEqual(expected);
});

test.each<[string, string, string[]]>([
  ['two entries with a duration', item('Pear', '20 min') + item('Fig', '1 hr 5 min'), ['recipes']],
  ['two entries, one with a duration', item('Pear', '20 min') + item('Fig', 'Shop'), ['recipes']],
  ['three entries, one with a duration', item('Pear', '20 min') + item('Fig', 'Shop') + item('Plum', 'Shop'), []],
  [
    'one entry with a duration and two links',
    `${item('Pear', '20 min')}<div>${more('https://pear.example/b')}</div>`,
    [],
  ],
  [
    'two entries with a duration and one link',
    item('Pear', '20 min') + item('Fig', '20 min').replace('<a href="https://fig.example/">', '<a>'),
    [],
  ],
  ['one entry with a duration', item('Pear', '20 min'), []],
  ['two entries without a duration', two('20 pears'), []],
  ['entries in an events property', `<div data-attrid="kc:/x:events">${two('Shop')}</div>`, ['events']],
  ['entries beside an events property', `${two('Shop')}<div data-attrid="kc:/x:upcoming events">None</div>`, []],
  ['entries in a guide with events', `<div data-attrid="kc:/x:guide with events">${two('Shop')}</div>`, []],
  ['entries in another property', `<div data-attrid="kc:/x:eventsful">${two('Shop')}</div>`, []],
])('reads a section of %s as %j', (_, html, expected) => {
  expect(kinds(html)).toEqual(expected);
});

test.each<[string, string[], object]>([
  ['a shop', ['Shop'], { source: 'Shop', details: [] }],
  ['a name of 60 characters', [letters(60)], { source: letters(60), details: [] }],
  ['a name of 61 characters', [letters(61)], { details: [letters(61)] }],
  ['a price', ['Shop', '$12.99'], { source: 'Shop', price: '$12.99', details: [] }],
  ['a date', ['Jan 5, 2024', 'Shop'], { source: 'Shop', date: 'Jan 5, 2024', details: [] }],
  ['a time range', ['Shop', '6:05 PM – 8:20 PM'], { source: 'Shop', time: '6:05 PM – 8:20 PM', details: [] }],
  ['a rating', ['4.5 (12)', 'Shop'], { source: 'Shop', rating: 4.5, details: [] }],
  ['a count of ratings', ['4.5', '(1,234)', 'Shop', 'Near'], { source: 'Shop', rating: 4.5, details: ['Near'] }],
  ['punctuation', ['·', 'Shop', '—'], { source: 'Shop', details: [] }],
  ['a number first', ['100', 'Shop'], { details: ['Shop'] }],
  ['details', ['Shop', 'Near', 'Open'], { source: 'Shop', details: ['Near', 'Open'] }],
])('reads an entry with %s', (_, parts, expected) => {
  const { jobs } = blocksBetweenRows(section(two(...parts) + more('/search?q=pear&amp;ibp=htl;jobs')));
  const [first] = jobs ?? [];
  expect(first).toMatchObject({ title: 'Pear', link: 'https://pear.example/', ...expected });
  expect(
    Object.keys(first ?? {}).filter((name) => !(name in expected) && !/^(?:title|link|reviews)$/.test(name)),
  ).toEqual([]);
});

test('reads links as entries if there are no headings', () => {
  const link = (title: string): string =>
    `<div><a href="https://${title}.example/"><div>${title}</div></a><div>Shop</div></div>`;
  const { jobs } = blocksBetweenRows(section(link('pear') + link('fig') + more('/search?q=pear&amp;ibp=htl;jobs')));
  expect(jobs).toMatchObject([
    { title: 'pear', link: 'https://pear.example/', source: 'Shop' },
    { title: 'fig', link: 'https://fig.example/', source: 'Shop' },
  ]);
});

test('reads an entry once, and only with text beside its title', () => {
  const html = item('Pear', 'Shop') + item('Pear', 'Other') + item('Fig') + item('Plum', 'Shop');
  const { jobs } = blocksBetweenRows(section(html + more('/search?q=pear&amp;ibp=htl;jobs')));
  expect(jobs?.map(({ title, source }) => [title, source])).toEqual([
    ['Pear', 'Shop'],
    ['Plum', 'Shop'],
  ]);
});

test.each<[string, string, string[]]>([
  ['by headings, if there are two', item('Pear', 'Shop') + item('Fig', 'Shop'), ['Pear', 'Fig']],
  [
    'by links, if there is one heading',
    `${item('Pear', 'Shop')}<div><a href="https://fig.example/">Fig</a><p>Shop</p></div>`,
    ['Pear', 'Fig'],
  ],
  ['but not by a hidden heading', `${item('Pear', 'Shop')}<div hidden>${item('Fig', 'Shop')}</div>`, ['Pear']],
  [
    'but not by a hidden link',
    `${item('Pear', 'Shop')}<div hidden><a href="https://fig.example/">Fig</a><p>Shop</p></div>`,
    ['Pear'],
  ],
])('separates entries %s', (_, html, titles) => {
  const { jobs } = blocksBetweenRows(section(html + more('/search?q=pear&amp;ibp=htl;jobs')));
  expect(jobs?.map(({ title }) => title)).toEqual(titles);
});

test('reads the first external link of an entry', () => {
  const entry = `<div><a href="/search?q=pear"><div role="heading" aria-level="3">Pear</div></a><p>Shop</p><a href="https://pear.example/">Apply</a></div>`;
  const { jobs } = blocksBetweenRows(section(entry + item('Fig', 'Shop') + more('/search?q=pear&amp;ibp=htl;jobs')));
  expect(jobs?.[0]).toMatchObject({ title: 'Pear', link: 'https://pear.example/' });
});

test('ignores a section with two collapsed answers', () => {
  const collapsed = '<div role="button" aria-expanded="false">Where is it?</div>';
  expect(kinds(two('Shop') + more('/search?q=pear&amp;udm=8') + collapsed)).toEqual(['jobs']);
  expect(kinds(two('Shop') + more('/search?q=pear&amp;udm=8') + collapsed.repeat(2))).toEqual([]);
});

test('reads the day of an event without its year', () => {
  const event = (title: string, day: string): string =>
    `<div><a href="/search?q=${title}"><div role="heading" aria-level="3">${title}</div><div>${day}</div><div>7:00 PM</div></a></div>`;
  const html = `<div data-attrid="kc:/x:events">${event('Harvest', 'Mon, Jan 13')}${event('Fair', 'Orchard 12')}</div>`;
  expect(blocksBetweenRows(section(html)).events).toEqual([
    { title: 'Harvest', date: 'Mon, Jan 13', time: '7:00 PM', details: [] },
    { title: 'Fair', source: 'Orchard 12', time: '7:00 PM', details: [] },
  ]);
});

test('reads recipes far down a page', () => {
  const html = '<i></i>'.repeat(2000) + section(item('Pear', '20 min') + item('Fig', '25 min'));
  expect(blocksBetweenRows(html).recipes?.map(({ title }) => title)).toEqual(['Pear', 'Fig']);
});

test('reads entries without headings by their links, except that of the heading and hidden ones', () => {
  const entry = (name: string, more: string): string => `<div><a href="/search?q=${name}&amp;udm=8">${more}</a></div>`;
  const html = [
    entry('pear', '<p>$12.99</p><p>Pear picker</p><p>Orchard</p>'),
    entry('fig', '<p>Fig picker</p><p>Garden</p>'),
    entry('nut', '<p>$13</p><p>20 min</p>'),
    `<div style="display:none">${entry('plum', '<p>Plum picker</p><p>Farm</p>')}</div>`,
  ];
  const title = '<a href="/search?q=jobs"><p>Jobs</p><p>for pears</p></a>';
  expect(blocksBetweenRows(section(html.join(''), title)).jobs).toEqual([
    { title: 'Pear picker', price: '$12.99', source: 'Orchard', details: [] },
    { title: 'Fig picker', source: 'Garden', details: [] },
  ]);
});
