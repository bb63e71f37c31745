import { describe, expect, test } from 'vitest';
import { hydrationDataOf, isGammaPage } from '../../src/gamma/landmarks.js';
import { absoluteLink, engineServiceOf, isAdClick, pageIndexOf, queryOf, targetOf } from '../../src/gamma/links.js';
import { parseHtmlPage } from '../../src/page/page.js';

const own = 'https://search.brave.com';

test.each([
  [' https://a.example/x ', 'https://a.example/x'],
  ['HTTP://A.example', 'HTTP://A.example'],
  ['/search?q=tea', undefined],
  ['/images?url=https%3A%2F%2Fa.example', undefined],
  [`${own}/images?q=tea`, undefined],
  [`${own}/help`, `${own}/help`],
  ['/out?dest=https%3A%2F%2Fa.example%2Fx', 'https://a.example/x'],
  ['//a.example', undefined],
  ['mailto:a@a.example', undefined],
  ['see https://a.example/', undefined],
])('the target of %j is %j', (href, target) => {
  expect(targetOf(href)).toBe(target);
});

test.each([
  ['/search?q=tea&offset=3', 3],
  [`${own}/search?offset=0&q=tea`, 0],
  ['/search?offset=999', 999],
  ['/search?offset=1000', undefined],
  ['/search?offset=', undefined],
  ['/search?offset=1a', undefined],
  ['/search?q=offset=4', undefined],
  ['/search?xoffset=4', undefined],
  ['/images?offset=4', undefined],
  ['https://a.example/search?offset=4', undefined],
  ['https://[/search?offset=4', undefined],
  ['/search?q=tea', undefined],
])('%j has the page offset %j', (href, offset) => {
  expect(pageIndexOf(href)).toBe(offset);
});

test.each([
  ['/search?q=green+tea', 'green tea', undefined],
  [` ${own}/search?source=web&q=t%C3%A9 `, 'té', undefined],
  ['/search', '', undefined],
  ['/search?source=web', '', undefined],
  ['/searches?q=tea', '', undefined],
  ['/images?q=tea', '', 'images'],
  [`${own}/maps#x`, '', 'maps'],
  ['/ask/', '', 'ask'],
  ['/settings', '', undefined],
  ['https://a.example/search?q=tea', '', undefined],
  ['https://a.example/news', '', undefined],
  ['/x/search?q=tea', '', undefined],
])('%j has the web query %j and the service %j', (href, query, service) => {
  expect([queryOf(href), engineServiceOf(href)]).toEqual([query, service]);
});

test.each([
  ['/a/redirect?click_url=x', true],
  [` ${own}/a/redirect?x`, true],
  ['/a/redirect', false],
  ['https://a.example/a/redirect?x', false],
  ['/b/a/redirect?x', false],
])('isAdClick(%j) is %j', (href, isAd) => {
  expect(isAdClick(href)).toBe(isAd);
});

test.each([
  [' /a/redirect?x ', `${own}/a/redirect?x`],
  ['https://a.example/b c', 'https://a.example/b%20c'],
  [' https://[ ', 'https://['],
])('absoluteLink(%j) is %j', (href, link) => {
  expect(absoluteLink(href)).toBe(link);
});

test.each([
  ['<title>tea - Brave Search</title>', true],
  ['<title>tea</title><img src="https://imgs.search.brave.com/x">', true],
  ['<title>tea</title><img><p src="https://imgs.search.brave.com/x">', false],
  ['<title>tea</title><img src="https://a.example/?https://imgs.search.brave.com/x">', false],
  ['<title>Brave New World</title>', false],
  ['', false],
])('%j names the engine: %j', (page, isNamed) => {
  expect(isGammaPage(parseHtmlPage(page))).toBe(isNamed);
});

describe('hydrationDataOf', () => {
  const read = (data: string, before = '') =>
    hydrationDataOf(parseHtmlPage(`${before}<script>kit.start(app, element, {node_ids: [0], data:${data}})</script>`));
  const response = (rows: string) => `[{data:{body:{response:{query:{original:"tea"},web:{results:[${rows}]}}}}}]`;

  test('reads the first data for each address, with empty strings for missing fields', () => {
    const rows =
      '{url:"https://a.example/",title:"A"},{url:"https://a.example/",title:"B"},{title:"C"},{url:""},{url:7}';
    expect(read(response(rows))).toEqual({
      query: 'tea',
      isEmpty: false,
      rows: new Map([['https://a.example/', { title: 'A', source: '', description: '', date: '' }]]),
    });
    const full = '{url:"u",title:"",profile:{name:"N"},description:"D",age:"1 day ago"}';
    const row = { title: '', source: 'N', description: 'D', date: '1 day ago' };
    expect(read(response(full))?.rows).toEqual(new Map([['u', row]]));
  });

  test('reads the first part with a body and whether there are no results', () => {
    expect(read('[{data:{noResults:!0}},{data:{noResults:!0,body:{}}},{data:{body:{}}}]')).toEqual({
      query: undefined,
      isEmpty: true,
      rows: new Map(),
    });
    expect(read('[{data:{noResults:!1,body:{}}}]')?.isEmpty).toBe(false);
    expect(read('[{data:{noResults:"yes",body:{}}}]')?.isEmpty).toBe(false);
    expect(read('[]')).toEqual({ query: undefined, isEmpty: false, rows: new Map() });
  });

  test('reads the data passed to the script, not other data in the page', () => {
    expect(read(response(''), '<p>data:[1]</p>')?.query).toBe('tea');
    expect(hydrationDataOf(parseHtmlPage('kit.start(app, element, {data:[]})'))).toMatchObject({ isEmpty: false });
  });

  test.each(['', '<p>data:[]</p>', '<script>kit.start(app)</script>', '<script>kit.start(app, {data:{}})</script>'])(
    'returns undefined for %j',
    (page) => {
      expect(hydrationDataOf(parseHtmlPage(page))).toBeUndefined();
    },
  );
});
