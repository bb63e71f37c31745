import { describe, expect, test } from 'vitest';
import type { OrganicResult, ParseOptions } from '../../src/index.js';
import { PageError, parseGammaSearch } from '../../src/index.js';

/** A row in the layout since the end of 2025. */
const row = (number: number, content = `<div><div>Text of row ${number}.</div></div>`, after = ''): string =>
  `<div data-pos="${number}" data-type="web"><div><div><a href="https://www.site${number}.example/a">
    <div><div><img alt="x"></div><div><div>Site ${number}</div><div><cite>site${number}.example <span>› a</span></cite></div></div></div>
    <div title="Row ${number}">Row ${number}</div></a>${content}</div></div>${after}</div>`;

interface PageParts {
  query?: string;
  rows?: string[];
  data?: string;
}

function pageOf({ query = 'two words', rows = [row(1)], data }: PageParts): string {
  const script =
    data === undefined
      ? ''
      : `<script>{ __kit = {}; kit.start(app, element, { node_ids: [0], data:${data}, form:null }) }</script>`;
  return `<!DOCTYPE html><html lang="en-us"><head><title>${query} - Brave Search</title></head>
    <body><form action="/search"><input name="q" value="${query}"></form><main><div id="results">${rows.join('')}</div></main>${script}</body></html>`;
}

function read(parts: PageParts, options?: ParseOptions): OrganicResult[] {
  return parseGammaSearch(pageOf(parts), options).organic_results;
}

function stateOf(html: string, options?: ParseOptions): string {
  try {
    parseGammaSearch(html, options);
    return 'read';
  } catch (error) {
    if (error instanceof PageError) return error.state;
    throw error;
  }
}

const dataOf = (...results: string[]): string =>
  `[{type:"data",data:{country:"us"}},{type:"data",data:{body:{response:{query:{original:"two words"},web:{results:[${results.join(',')}]}}},status:200,noResults:false}}]`;

const result = (number: number, more = ''): string =>
  `{title:"Data \\u003Cem>${number}\\u003C/em>",url:"https://www.site${number}.example/a",description:"Data of \\u003Cstrong>row\\u003C/strong> ${number} &amp; more.",age:void 0,profile:{name:"Name ${number}"},is_live:!1${more}}`;

describe('rows with part of the markup changed or removed', () => {
  const rows = [row(1), row(2)];
  const expected = read({ rows });
  const without = (mark: string, other: string): string[] => rows.map((item) => item.replaceAll(mark, other));

  test.each([
    ['addresses without cite elements', without('cite', 'span')],
    ['addresses in blocks', without('cite', 'div')],
    ['blocks without data-type', without(' data-type="web"', '')],
    ...['hidden', 'style="display:none"', 'aria-hidden="true"'].map((sign): [string, string[]] => [
      `additional rows with ${sign}`,
      [...rows, row(7).replace('<div', `<div ${sign}`)],
    ]),
    [
      'additional rows in template and noscript',
      [`<template>${row(7)}</template>`, ...rows, `<noscript>${row(8)}</noscript>`],
    ],
    ['text split into several elements', without('Text of', '<span>Te</span><!-- --><span>xt of</span>')],
    [
      'a link without text and a menu beside each title',
      rows.map((item) => item.replace(/(<a [^>]*>).*?<\/a>/s, '$&$1<img alt=""></a><a href="#" role="button"></a>')),
    ],
  ])('reads the same rows with %s', (_, changed) => {
    expect(read({ rows: changed })).toEqual(expected);
  });

  test('reads a name and a title that are host names, with the address between them', () => {
    const item = row(1)
      .replaceAll('cite', 'span')
      .replace('Site 1', 'site1.example')
      .replaceAll('Row 1', 'site1.example');
    expect(read({ rows: [item] })[0]).toMatchObject({
      title: 'site1.example',
      source: 'site1.example',
      displayed_link: 'site1.example › a',
    });
  });

  test('reads a title before an address without a cite element in one line', () => {
    const item = (number: number): string =>
      `<div data-type="web"><a href="https://www.old${number}.example/a"><span>緑茶${number}</span><span><span>old${number}.example</span> <span>› a</span></span></a><p>Old text.</p></div>`;
    const [first] = read({ rows: [item(1), item(2)] });
    expect(first).toMatchObject({ title: '緑茶1', displayed_link: 'old1.example › a', snippet: 'Old text.' });
  });
});

describe('layouts by year', () => {
  test('reads a row since the end of 2025', () => {
    const content =
      '<div><div><span>July 20, 2026 -</span> On <strong>tea</strong> and <strong>tea</strong>&nbsp;...</div></div>';
    expect(read({ rows: [row(1, content)] })).toEqual([
      {
        position: 1,
        title: 'Row 1',
        link: 'https://www.site1.example/a',
        domain: 'www.site1.example',
        source: 'Site 1',
        displayed_link: 'site1.example › a',
        snippet: 'On tea and tea ...',
        snippet_matched: ['tea'],
      },
    ]);
  });

  test('reads a row of 2025, with the date in plain text in the language of the page', () => {
    const item = `<div data-pos="0" data-type="web"><a href="https://thé.example/a"><div><div><div><div><div>Le thé</div></div><cite><span>thé.example</span><span> › a</span></cite></div></div>
      <div title="Du thé">Du thé</div></div></a><div><div>23 février 2025 - « <strong>Thé</strong> » vert</div></div></div>`;
    const [found] = read({ rows: [item] }, { dates: true });
    expect(found).toMatchObject({
      title: 'Du thé',
      source: 'Le thé',
      displayed_link: 'thé.example › a',
      domain: 'thé.example',
    });
    expect(found).toMatchObject({ snippet: '« Thé » vert', snippet_matched: ['Thé'], date: '23 février 2025' });
  });

  test('reads a row of 2023, with the title before the address and no site name', () => {
    const item = (number: number): string =>
      `<div data-type="web"><a href="https://www.old${number}.example/a"><span><div><img></div><em></em>Old ${number}</span><cite><span>old${number}.example</span> <span>› a</span></cite></a><div><p>Old text.</p></div></div>`;
    const rows = read({ rows: [item(1), item(2)] });
    expect(rows.map(({ title }) => title)).toEqual(['Old 1', 'Old 2']);
    expect(rows[0]).toMatchObject({ source: 'old1.example', displayed_link: 'old1.example › a', snippet: 'Old text.' });
  });

  test('reads a list of blocks without data-type', () => {
    const unnamed = [row(1), row(2)].map((item) => item.replace(/ data-\w+="\w+"/g, ''));
    expect(read({ rows: unnamed }).map(({ snippet }) => snippet)).toEqual(['Text of row 1.', 'Text of row 2.']);
  });
});

describe('content that is neither a row nor a snippet', () => {
  const card = (name: string): string => `<a href="https://v.example/${name}"><div>12:03</div><div>${name}</div></a>`;
  const cluster = `<div><div><a href="https://www.site1.example/b">Sub</a><div>Text of the sitelink.</div></div></div>`;
  const question = `<details><summary>Why?</summary><div>Because.</div>${row(8)}</details>`;

  test('does not read clusters, cards, questions and links to other engines as rows', () => {
    const rows = [
      `<div data-pos="0"><h5>Videos</h5>${card('one')}${card('two')}</div>`,
      row(1, undefined, cluster),
      `<div data-pos="2"><h5>Questions</h5>${question}</div>`,
      '<div>Elsewhere <a href="https://www.google.com/search?q=two+words">Google</a></div>',
      row(2),
    ];
    expect(read({ rows }).map(({ position, title }) => [position, title])).toEqual([
      [1, 'Row 1'],
      [2, 'Row 2'],
    ]);
  });

  test.each([
    [
      'a duration',
      '<div><a href="https://www.site1.example/a"><div>04:58</div></a><div><div>Text.</div><div><strong>Published</strong> <span>3 weeks ago</span></div></div></div>',
      'Text.',
    ],
    [
      'a line of attributes',
      '<div><div>Text.</div></div><div><div><strong>Starred</strong> by 5 users</div></div>',
      'Text.',
    ],
    ['sitelinks without a snippet', `<div></div>${cluster}`, ''],
    ['a sentence with a dash', '<div><div>query - The query to perform</div></div>', 'query - The query to perform'],
  ])('reads the snippet of a row with %s', (_, content, snippet) => {
    expect(read({ rows: [row(1, content), row(2)] })[0]?.snippet).toBe(snippet);
  });
});

describe("the page's own data", () => {
  const untitled = row(1, '<div></div>').replace('<div title="Row 1">Row 1</div>', '').replace('<div>Site 1</div>', '');

  test('fills fields that a row does not show', () => {
    const [first, second] = read({ rows: [untitled, row(2)], data: dataOf(result(1), result(2)) });
    expect(first).toMatchObject({
      title: 'Data 1',
      source: 'Name 1',
      snippet: 'Data of row 1 & more.',
      snippet_matched: ['row'],
    });
    expect(second).toMatchObject({ title: 'Row 2', source: 'Site 2', snippet: 'Text of row 2.' });
  });

  test('does not add rows or change their order', () => {
    const rows = read({ rows: [row(2), row(1)], data: dataOf(result(1), result(2), result(3)) });
    expect(rows.map(({ title }) => title)).toEqual(['Row 2', 'Row 1']);
  });

  test('has dates in languages that are not recognised', () => {
    const content = '<div><div>duela 3 egun oso - Testua</div></div>';
    const data = dataOf(result(1).replace('age:void 0', 'age:"duela 3 egun oso"'));
    expect(read({ rows: [row(1, content)], data }, { dates: true })[0]).toMatchObject({
      snippet: 'Testua',
      date: 'duela 3 egun oso',
    });
  });

  test('is ignored if it is unreadable', () => {
    const rows = read({ rows: [untitled, row(2)], data: '[{type:"data",data:(function(a){return a})({})}]' });
    expect(rows).toMatchObject([{ position: 1, title: 'Row 2', source: 'Site 2', snippet: 'Text of row 2.' }]);
  });

  test('has the query', () => {
    expect(stateOf(pageOf({ query: '', data: dataOf(result(1)) }), { query: 'three' })).toBe('wrong_query');
  });
});

describe('states of a page', () => {
  const empty = pageOf({ rows: [] });

  test.each([
    ['captcha', '<title>Captcha - Brave Search</title>'],
    ['captcha', '<title>Brave Search</title><form action="/search/captcha"></form>'],
    ['captcha', '<title>Brave Search</title><script>kit.start(a, b, {data:[{data:{page:"/captcha"}}]})</script>'],
    [
      'rate_limited',
      '<title>Brave Search</title><meta name="robots" content="noindex,nofollow"><div><style>.snippet{}</style></div>',
    ],
    ['rate_limited', '<title>Brave Search</title><body><div></div></body>'],
    ['rate_limited', '<p>x</p><a href="/">b</a><meta name="robots" content="noindex">'],
    ['unrecognised', '<p>x</p><a href="/">b</a><meta name="description" content="noindex">'],
    ['unrecognised', '<p>x</p><a href="/">b</a><meta name="robots" content="all">'],
    ['unrecognised', '<p>x</p><a href="/">b</a><meta name="robots">'],
    ['unrecognised', '<p>x</p><a href="/">b</a><p name="robots" content="noindex"></p>'],
    ['unrecognised', '<div id="results"></div><meta name="robots" content="noindex">'],
    ['rate_limited', '<h1>429</h1>'],
    ['forbidden', '<title>ERROR: The request could not be satisfied</title><h1>403 ERROR</h1>'],
    ['unrecognised', '<title>Brave Search</title><a href="/settings">Settings</a>'],
    ['unrecognised', '<a href="https://a.example/">A<cite>a.example</cite></a>'],
    ['unrecognised', empty],
    ['unrecognised', ''],
  ])('throws %s for %s', (state, html) => {
    expect(stateOf(html)).toBe(state);
  });

  test.each([
    ['the data of the page says so', pageOf({ rows: [], data: '[{data:{body:{response:{}},noResults:!0}}]' })],
    [
      'the empty list links to other engines',
      pageOf({
        rows: [
          '<a href="https://www.google.com/search?q=two+words">G</a><a href="https://www.bing.com/search?q=two+words">B</a>',
        ],
      }),
    ],
  ])('returns no results if %s', (_, html) => {
    expect(parseGammaSearch(html)).toEqual({ organic_results: [] });
  });

  test('throws if the page is for another query', () => {
    expect(stateOf(pageOf({}), { query: 'three words' })).toBe('wrong_query');
    expect(stateOf(pageOf({}), { query: 'Two words' })).toBe('read');
  });

  test.each([
    [['/search?q=tea&offset=1'], 1, 'read'],
    [['/search?q=tea&offset=1'], 2, 'wrong_page'],
    [['/search?q=tea&offset=1'], 4, 'wrong_page'],
    [['/search?q=tea&offset=0', 'https://search.brave.com/search?q=tea&offset=2'], 2, 'read'],
    [['/search?q=tea&offset=0', '/search?q=tea&offset=2'], 5, 'wrong_page'],
    [['/search?q=tea&offset=8'], 10, 'read'],
    [['/goggles?q=tea&offset=1', 'https://a.example/search?offset=1', '/search?q=tea&offset=x'], 4, 'read'],
    [[], 4, 'read'],
  ])('with a pager to %o, requesting page %i gives %s', (links, page, state) => {
    const pager = `<div>${links.map((href) => `<a href="${href}">·</a>`).join('')}</div>`;
    expect(stateOf(pageOf({}).replace('</main>', `${pager}</main>`), { page })).toBe(state);
  });

  test('reads part of a page by the data-type of its rows', () => {
    expect(parseGammaSearch(row(1), { dates: true, diagnostics: true })).toMatchObject({
      organic_results: [{ title: 'Row 1', source: 'Site 1' }],
      diagnostics: { state: 'results', layout: 'markup', candidates: 1 },
    });
  });
});

describe('snippets with other markup', () => {
  const text = 'A text that says something of the row and is long enough for it.';
  test.each([
    ['in a link to the target', `<div><a href="https://www.site1.example/a">${text}</a></div>`],
    ['below a rating', `<div><span>4.5</span></div><div>${text}</div>`],
    ['below a button', `<div role="button">⋮</div><button>Save</button><div>${text}</div>`],
    ['in several lines', `<div>${text.replace(' row ', ' row<br>').replace(' long ', '<br>long ')}</div>`],
  ])('reads a snippet %s', (_, content) => {
    expect(read({ rows: [row(1, content)] })[0]?.snippet).toBe(text);
  });
});
