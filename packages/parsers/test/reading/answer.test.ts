import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isPageError, parseAlphaSearch, parseBetaSearch, parseGammaSearch } from '../../src/index.js';

const row = (name: string): string =>
  `<div><a href="https://${name}.example/"><h3>${name}</h3><cite>https://${name}.example</cite></a><div>All about it.</div></div>`;

function stateOf(read: () => { diagnostics?: { state: string } | undefined }): string | undefined {
  try {
    return read().diagnostics?.state ?? 'read';
  } catch (error) {
    if (isPageError(error)) return error.state;
    throw error;
  }
}

describe('diagnostics', () => {
  const diagnosticsOf = (body: string) => parseAlphaSearch(body, { diagnostics: true }).diagnostics!;

  test('reports a row with an invalid address as unusable', () => {
    const { dropped } = diagnosticsOf(`<div id="rso">${row('pear')}${row('xn--')}</div>`);
    expect(dropped).toEqual([{ reason: 'unusable', path: expect.stringMatching(/div#rso>div:2>a:1$/) }]);
  });

  test('locates a value by the path of its elements, with ids or child indexes', () => {
    const body = `<html><head></head><body>words<div id="rso"><p>x</p>${row('pear')}</div></body></html>`;
    const title = diagnosticsOf(body).fields.find(({ row: of, field }) => of === 1 && field === 'title');
    expect(title).toEqual({ row: 1, field: 'title', reader: 'heading', path: 'html:1>body:2>div#rso>div:2>a:1>h3:1' });
  });

  test('truncates an id in a path to 60 characters', () => {
    const path = (length: number): string | undefined =>
      diagnosticsOf(`<div id="rso"><div id="${'x'.repeat(length)}">${row('pear')}</div></div>`).fields[0]?.path;
    expect(path(60)).toContain(`div#${'x'.repeat(60)}>`);
    expect(path(61)).toContain(`div#${'x'.repeat(60)}>`);
  });

  test('reports the share of rows that have a field', () => {
    const bare = (name: string): string => row(name).replace('All about it.', '');
    const { fill } = diagnosticsOf(`<div id="rso">${row('pear')}${bare('plum')}${bare('apple')}${row('fig')}</div>`);
    expect(fill).toMatchObject({ position: 1, title: 1, snippet: 0.5, snippet_matched: 0 });
  });

  test('reports no path for values without a reader', () => {
    const { fields } = diagnosticsOf(`<div id="rso">${row('pear')}</div>`);
    expect(fields.filter(({ row: of }) => of === 0).map(({ field }) => field)).not.toContain('related_searches');
    expect(fields.map(({ field }) => field)).not.toContain('domain');
  });

  test('reports the query and page number that the page states', () => {
    const pager = '<div><a href="/search?q=tea&start=0">1</a> 2 <a href="/search?q=tea&start=20">3</a></div>';
    const named = diagnosticsOf(`<title>tea - Google Search</title><div id="rso">${row('pear')}</div>${pager}`);
    expect([named.query, named.page, named.state, named.candidates]).toEqual(['tea', 2, 'results', 1]);
    const bare = diagnosticsOf(`<div id="rso">${row('pear')}</div>`);
    expect(['query' in bare, 'page' in bare]).toEqual([false, false]);
  });
});

describe('a page without landmarks', () => {
  test('is read as part of a result page if a row shows its address', () => {
    expect(stateOf(() => parseAlphaSearch(row('pear')))).toBe('read');
    expect(stateOf(() => parseAlphaSearch(row('pear').replace(/<cite>.*<\/cite>/, '')))).toBe('unrecognised');
  });
});

describe('a page with links that search for another query', () => {
  /** A page of Bing for "tea" whose pager searches for "tea pot", with `above` inserted above the rows. */
  const read = (above: string, links = 2) => {
    const more = (n: number): string => `<a href="/search?q=tea+pot&first=${n}1">${n}</a>`;
    const pager = Array.from({ length: links }, (_, n) => more(n + 1)).join('');
    const item = `<li class="b_algo"><h2><a href="https://pear.example/">Pear</a></h2><cite>https://pear.example</cite><p>All about it.</p></li>`;
    const body = `<html><head><title>tea - Search</title></head><body>${above}<main id="b_content"><ol id="b_results">${item}</ol></main><nav>${pager}</nav></body></html>`;
    return stateOf(() => parseBetaSearch(body, { query: 'tea' }));
  };

  test.each<[string, string, string]>([
    ['no mention of that query', '', 'wrong_query'],
    ['a mention of that query', '<p>tea pot</p>', 'read'],
    ['a mention in 20 elements', `<p>tea pot${'<i></i>'.repeat(20)}</p>`, 'read'],
    ['a mention in 21 elements', `<p>tea pot${'<i></i>'.repeat(21)}</p>`, 'wrong_query'],
    ['a hidden mention', '<p hidden>tea pot</p>', 'wrong_query'],
    ['a mention in an option', '<select><option>tea pot</option><option>tea</option></select>', 'wrong_query'],
    ['a mention in a text area', '<textarea>tea pot</textarea>', 'wrong_query'],
    ['a mention among other words', '<p>for tea pot</p>', 'wrong_query'],
  ])('with %s: %s', (_, above, state) => {
    expect(read(above)).toBe(state);
  });

  test('accepts a mention on a page without rows too', () => {
    const pager = '<a href="/search?q=tea+pot&first=11">2</a><a href="/search?q=tea+pot&first=21">3</a>';
    const none = '<li class="b_no"><h1>There is nothing for <strong>tea</strong></h1></li>';
    const state = (above: string) =>
      stateOf(() =>
        parseBetaSearch(
          `<html><head><title>tea - Search</title></head><body>${above}<main id="b_content"><ol id="b_results">${none}</ol></main><nav>${pager}</nav></body></html>`,
          { query: 'tea', diagnostics: true },
        ),
      );
    expect([state(''), state('<p>tea pot</p>')]).toEqual(['wrong_query', 'no_results']);
  });

  test('requires at least two such links', () => {
    expect([0, 1, 2].map((links) => read('', links))).toEqual(['read', 'read', 'wrong_query']);
  });
});

describe('an error page', () => {
  const states = (title: string, heading = ''): (string | undefined)[] =>
    [parseBetaSearch, parseGammaSearch].map((parse) =>
      stateOf(() => parse(`<title>${title}</title>${heading}<p>Sorry.</p><h2>403</h2>`)),
    );

  test.each<[string, string, string, string]>([
    ['is recognised by the status in its title', '403 Forbidden', '', 'forbidden'],
    ['is recognised by the status after a word', 'Error 429 (Too Many Requests)', '', 'rate_limited'],
    ['is recognised by the status after 20 characters', `${'x'.repeat(19)} 403`, '', 'forbidden'],
    ['is not recognised by the status after 21 characters', `${'x'.repeat(20)} 403`, '<h1>x</h1>', 'unrecognised'],
    ['is recognised by the status in its first heading', 'Sorry', '<h1>403 Forbidden</h1>', 'forbidden'],
    ['is not recognised by the status in a later heading', 'Sorry', '<h1>Sorry</h1>', 'unrecognised'],
    ['is not recognised by a longer number', '4031', '<h1>x</h1>', 'unrecognised'],
    ['is not recognised by another status', '303', '<h1>x</h1>', 'unrecognised'],
  ])('%s', (_, title, heading, state) => {
    expect(states(title, heading)).toEqual([state, state]);
  });
});

test.each([
  ['an object in JSON', (page: string) => JSON.stringify({ body: page })],
  ['a list in JSON', (page: string) => JSON.stringify([{ body: page }])],
  ['a string in JSON', (page: string) => JSON.stringify(page)],
  ['MHTML', (page: string) => `From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n\r\n${page.replaceAll('=', '=3D')}`],
])('says that %s is no page, although it holds one', (_, pack) => {
  const page = '<html><title>tea - Google Search</title><a href="/httpservice/retry/enablejs">x</a></html>';
  for (const parse of [parseAlphaSearch, parseBetaSearch, parseGammaSearch])
    expect(() => parse(pack(page))).toThrow(/: it is not HTML, but JSON or MHTML$/);
  expect(() => parseAlphaSearch(page)).toThrow(/run its scripts$/);
});

test.each([
  ['compressed by gzip', (page: string) => gzipSync(page), 'it is binary data, perhaps still compressed'],
  ['compressed by Brotli', (page: string) => brotliCompressSync(page), 'it is binary data, perhaps still compressed'],
  ['in Base64', (page: string) => btoa(page), 'it has no HTML tag'],
  ['with escaped tags', (page: string) => page.replaceAll('<', '&lt;'), 'it has no HTML tag'],
  ['replaced by its address', () => 'https://example.com/search?q=tea', 'it has no HTML tag'],
  ['that is empty', () => '\ufeff \n', 'it is empty'],
])('says what is wrong with a page %s', (_, pack, reason) => {
  const page = `<html><title>tea - Search</title>${'<p>tea</p>'.repeat(50)}`;
  for (const parse of [parseAlphaSearch, parseBetaSearch, parseGammaSearch])
    expect(() => parse(pack(page))).toThrow(expect.objectContaining({ state: 'unrecognised', details: { reason } }));
  expect(() => parseAlphaSearch(page)).toThrow(/none$/);
});
