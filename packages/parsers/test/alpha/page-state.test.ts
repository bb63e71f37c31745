import { describe, expect, it, test } from 'vitest';
import { PageError, type ParseOptions, parseAlphaSearch } from '../../src/index.js';
import { layouts, pageOf, tea } from '../support/alpha-rows.js';

const desktop = layouts['desktop since 2023']!;

const withTitle = (title: string, body: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;

const listed = (inside: string, query = 'tea'): string =>
  withTitle(`${query} - Google Search`, `<div id="search"><div id="rso">${inside}</div></div>`);

const advice = (query: string): string =>
  `<div id="topstuff"><div><p>Nothing was found for <em>${query}</em>.</p><p>Advice:</p><ul><li>Write it right.</li></ul></div></div>`;

function errorOf(html: string, options?: ParseOptions): PageError {
  try {
    parseAlphaSearch(html, options);
  } catch (error) {
    if (error instanceof PageError) return error;
    throw error;
  }
  throw new Error('The page was read');
}

function rowsOf(html: string, options?: ParseOptions): number {
  return parseAlphaSearch(html, options).organic_results.length;
}

describe('a page that cannot be used', () => {
  test.each([
    [
      'captcha',
      'a form for a captcha',
      '<form id="captcha-form" action="index"><div id="recaptcha" data-sitekey="k"></div></form>',
    ],
    ['captcha', 'the old image captcha', '<form action="CaptchaRedirect"><img src="/sorry/image?id=1"></form>'],
    ['captcha', 'a captcha without ids', '<form action="index"><div data-sitekey="k"></div></form>'],
    ['consent', 'a form for consent', '<form action="https://consent.google.com/save"><button>Yes</button></form>'],
    [
      'consent',
      'a start page that asks for consent',
      '<form action="/search"></form><a href="https://consent.google.com/d?continue=x">More</a>',
    ],
    [
      'js_required',
      'a page that requires scripts',
      '<noscript><a href="/httpservice/retry/enablejs?sei=x">here</a></noscript>',
    ],
    ['unrecognised', 'another site', '<h1>It works</h1><p>So far.</p>'],
    ['unrecognised', 'an empty page', ''],
  ])('%s: %s', (state, _name, body) => {
    expect(errorOf(withTitle('Google', body)).state).toBe(state);
  });

  test.each([
    ['forbidden', 'Error 403 (Forbidden)!!1'],
    ['rate_limited', 'Error 429 (Too Many Requests)!!1'],
    ['unrecognised', 'Error 500 (Server Error)!!1'],
  ])('%s: %s', (state, title) => {
    expect(errorOf(withTitle(title, '<p>That is an error.</p>')).state).toBe(state);
  });

  it('is not a result page that only mentions consent, captcha or script addresses', () => {
    const noise =
      '<a href="https://consent.google.com/d">Terms</a><script>f("/sorry/index","/httpservice/retry/enablejs")</script>';
    expect(rowsOf(pageOf(desktop, [tea]).replace('</body>', `${noise}</body>`))).toBe(1);
  });
});

describe('no results', () => {
  test.each([
    [
      'are recognised if the query is repeated above advice',
      withTitle('tea pots - Google Search', `<div id="center_col">${advice('tea pots')}<div id="rso"></div></div>`),
    ],
    [
      'are recognised if a part of a long query is repeated',
      withTitle('tea pots and cups - Google Search', `<div id="center_col">${advice('tea pots and cup ...')}</div>`),
    ],
    [
      'are recognised if the result count is zero',
      listed('<div><h3><a href="/search?q=tea&amp;tbm=isch">Images</a></h3></div>').replace(
        '<div id="search">',
        '<div id="result-stats">0 results (0,4 s)</div><div id="search">',
      ),
    ],
    [
      'are recognised if the list is empty and advice follows',
      withTitle(
        'info:tea - Google Search',
        '<div id="rso"></div><div id="botstuff"><p>Sorry.</p><ul><li>Try <a href="http://tea.example">tea</a></li></ul></div>',
      ),
    ],
  ])('%s', (_name, html) => {
    expect(parseAlphaSearch(html)).toMatchObject({ organic_results: [], pagination: { has_next_page: false } });
  });

  it('are not reported if the page shows advice and a row', () => {
    expect(rowsOf(listed(`${advice('tea')}${desktop.row(tea)}`))).toBe(1);
  });

  it('are not assumed if the list has only unreadable content', () => {
    expect(errorOf(listed('<div><article>Tea</article></div>')).state).toBe('unrecognised');
  });
});

describe('a page for another request', () => {
  const page = pageOf(desktop, [tea], 'green tea');

  it('throws wrong_query with both queries', () => {
    expect(errorOf(page, { query: 'coffee' })).toMatchObject({
      state: 'wrong_query',
      details: { asked: 'coffee', answered: 'green tea' },
    });
  });

  test.each([
    ['written in another case', page, 'GREEN  tea'],
    ['written in full-width letters', page, 'ｇｒｅｅｎ tea'],
    ['written in quotes', page, '"green tea"'],
    [
      'still in the search box',
      page.replace('<div id="search">', '<textarea name="q">gren tea</textarea><div id="search">'),
      'gren tea',
    ],
    [
      'in a link to the uncorrected query',
      page.replace('<div id="search">', '<a href="/search?q=gren+tea&amp;nfpr=1">gren tea</a><div id="search">'),
      'gren tea',
    ],
    [
      'in an attribute of the list',
      page.replace('id="rso"', 'id="rso" data-async-context="query:gren%20tea"'),
      'gren tea',
    ],
  ])('is not assumed if the query is %s', (_name, html, query) => {
    expect(rowsOf(html, { query })).toBe(1);
  });

  const pager =
    '<div role="navigation"><table><tr><td></td><td><a href="/search?q=tea&amp;start=0">1</a></td><td>2</td><td><a href="/search?q=tea&amp;start=20">3</a></td></tr></table></div>';
  const second = page.replace('</body>', `${pager}</body>`);

  it('throws wrong_page if the page number differs from the requested one', () => {
    expect(errorOf(second, { page: 3 })).toMatchObject({ state: 'wrong_page', details: { asked: 3, answered: 2 } });
    expect(rowsOf(second, { page: 2 })).toBe(1);
  });
});

describe('a page in a JSON stream', () => {
  const page = pageOf(desktop, [tea, tea, tea]);
  const chunks = page.match(/[\s\S]{1,700}/g) ?? [];
  const stream = chunks
    .map((d, i) => `${JSON.stringify({ c: i < chunks.length - 1 ? 1 : 0, d, e: 'x', p: true })}/*""*/`)
    .join('');

  it('is joined from its chunks', () => {
    expect(chunks.length).toBeGreaterThan(3);
    expect(parseAlphaSearch(stream)).toEqual(parseAlphaSearch(page));
  });

  it('is read up to the point where it is cut off', () => {
    const second = stream.indexOf('Tea for two', stream.indexOf('Tea for two') + 11);
    expect(rowsOf(stream.slice(0, stream.indexOf('</a>', second)))).toBe(2);
    expect(rowsOf(`${stream.slice(0, stream.indexOf('</a>', second))}\\u00`)).toBe(2);
  });

  it('is classified like other pages', () => {
    expect(errorOf(JSON.stringify({ html: '<form id="captcha-form" action="index"></form>' })).state).toBe('captcha');
  });

  test.each(['{', '{}', '{"a":1}/*""*/', '[]', 'null'])('is not recognised in %s', (body) => {
    expect(errorOf(body).state).toBe('unrecognised');
  });
});

const emptyPage = (quote: string, advice: string): string =>
  `<html><head><title>qqzz - Google Search</title></head><body><form action="/search"><input name="q" value="qqzz"></form>${advice
    .replace('QUOTE', quote)
    .replace('LIST', '<ul><li>Check the spelling.</li><li>Use other words.</li></ul>')}</body></html>`;

test.each([
  ['without scripts', '<span>qqzz</span>', '<div id="main"><div><div>Nothing fits QUOTE.</div>LIST</div></div>'],
  [
    'that ends with a link to help',
    '<em>qqzz</em>',
    '<div id="search"><p>Nothing fits QUOTE.</p>LIST<p><a href="https://support.google.com/x">Help</a></p></div>',
  ],
])('recognises no results on a page %s', (_, quote, advice) => {
  expect(parseAlphaSearch(emptyPage(quote, advice), { diagnostics: true })).toMatchObject({
    organic_results: [],
    diagnostics: { state: 'no_results' },
  });
  const linked = advice.replace('LIST', '<a href="https://pears.example/">Pears</a>LIST');
  expect(() => parseAlphaSearch(emptyPage(quote, linked))).toThrow(/no results that can be read|recognised/);
});

test.each(['b', 'span'])(
  'recognises no results from a message with a %s around the query and lines separated only by <br>',
  (mark) => {
    const lines = `Aucun document ne correspond à (<${mark}>tea</${mark}>).<br><br>Suggestions :<br>• Vérifiez l'orthographe.<br>• Essayez d'autres mots.`;
    const box = '<form action="/search"><input name="q" value="tea"></form>';
    expect(rowsOf(withTitle('tea - Google', `${box}<div id="main"><div><div>${lines}</div></div></div>`))).toBe(0);
    const links = lines.replace('Suggestions', '<a href="https://tea.example/">Suggestions</a>');
    expect(errorOf(withTitle('tea - Google', `${box}<div id="main"><div>${links}</div></div>`)).state).toBe(
      'unrecognised',
    );
  },
);

/** A page without scripts that has the "no results" message and the advice in one text. */
const noResultsPage = (query: string, advice: string): string =>
  withTitle(
    'tea - Google Search',
    `<form action="/search"><input name="q" value="tea"></form><div id="main"><div>Nothing fits <span>${query}</span>.${advice}</div></div>`,
  );
const lines = '\n\nAdvice:\nWrite it right.\nUse other words.\n';
const help = '<a href="https://support.google.com/websearch">Help</a> ';

test.each([
  ['without links', 'tea', lines, true],
  ['with five links to help', 'tea', lines + help.repeat(5), true],
  ['with six links to help', 'tea', lines + help.repeat(6), false],
  ['with another link', 'tea', `${lines}${help}<a href="https://tea.example/">Tea</a>`, false],
  ['without an empty line', 'tea', lines.replace('\n\n', '\n'), false],
  ['for another query', 'coffee', lines, false],
])('reads a "no results" message with advice in one text, %s', (_, query, advice, isEmpty) => {
  if (isEmpty) expect(rowsOf(noResultsPage(query, advice))).toBe(0);
  else expect(errorOf(noResultsPage(query, advice)).state).toBe('unrecognised');
});

test('a list with another id that contains only two fields has no rows', () => {
  expect(rowsOf(withTitle('tea - Google Search', '<div id="search"><div><input><input></div></div>'))).toBe(0);
});

test('does not read a "no results" message with the advice above the query', () => {
  const body = `Nothing fits.${lines}<span>tea</span> is the query.`;
  const html = withTitle(
    'tea - Google Search',
    `<form action="/search"><input name="q" value="tea"></form><div>${body}</div>`,
  );
  expect(errorOf(html).state).toBe('unrecognised');
});

test.each(['main', 'tabpanel'])('reads rows of a %s that a dialog hides from screen readers', (role) => {
  const rows = `<div role="${role}" aria-hidden="true">${desktop.row(tea)}</div>`;
  expect(rowsOf(withTitle('tea - Google Search', rows + '<p></p>'.repeat(100)))).toBe(1);
});

test.each([
  ['two fields', '<input><select><option>a</select>', true],
  ['two inputs', '<input><input>', true],
  ['two select elements', '<select></select><select></select>', true],
  ['one field', '<input>', false],
  ['hidden fields', '<p style="display:none"><input><input></p>', false],
  ['two inputs and the path of an address', '<input><input><p>Tea › Pots</p>', false],
  ['two inputs and an address', '<input><input><p>https://tea.example/pots</p>', false],
  ['two inputs above a pager with a single link', '<input><input><a href="/search?q=tea&start=10">2</a>', false],
  ['one question', '<div data-q="Is it ripe?"><div role="button" aria-expanded="false">Is it ripe?</div></div>', true],
  ['three images', '<img src=a><img src=b><img src=c>', true],
  ['two images', '<img src=a><img src=b>', false],
  [
    'two inputs and a link out of sight to another site',
    '<input><input><a href="https://tea.example/" hidden>Tea</a>',
    true,
  ],
  [
    'two inputs and an icon that leads to another site',
    '<input><input><a href="https://tea.example/"><svg></svg></a>',
    false,
  ],
])('a list that contains only %s', (_, inside, isEmpty) => {
  const html = listed(`<div>${inside}</div>`);
  if (isEmpty) expect(rowsOf(html)).toBe(0);
  else expect(errorOf(html).state).toBe('unrecognised');
});
