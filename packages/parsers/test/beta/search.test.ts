import { describe, expect, test } from 'vitest';
import type { BetaSearchResult, ParseOptions } from '../../src/index.js';
import { PageError, parseBetaSearch } from '../../src/index.js';

interface PageParts {
  query?: string;
  count?: string;
  items?: string[];
  pager?: string;
}

const site = (name: string, address: string): string =>
  `<div><a href="https://${address}" tabindex="-1"><div><div></div></div><div><div>${name}</div><div><div><cite>https://${address} › a</cite></div></div></div></a></div>`;

/** A row as pages since 2023 have it: the site above the title. */
const row = (number: number, excerpt = `<p>Text of row ${number}.</p>`): string =>
  `<li>${site(`Site ${number}`, `site${number}.example`)}<h2><a href="https://site${number}.example/a">Row ${number}</a></h2><div>${excerpt}</div></li>`;

const link = (number: number, first: number): string =>
  `<li><a href="/search?q=two+words&amp;first=${first}&amp;FORM=PERE">${number}</a></li>`;

const step = (first: number): string =>
  `<li><a href="/search?q=two+words&amp;first=${first}" title="to there"><div>To there</div></a></li>`;

const pagerOf = (...parts: string[]): string =>
  `<li><nav role="navigation"><h4>Pages</h4><ul>${parts.join('')}</ul></nav></li>`;

function pageOf({ query = 'two words', count = '', items = [row(1)], pager = '' }: PageParts): string {
  return `<!DOCTYPE html><html lang="en"><head><title>${query} - Search</title></head><body>
    <form id="sb_form" action="/search"><input id="sb_form_q" name="q" value="${query}"></form>
    <div id="b_content"><main><div><span>${count}</span></div><ol id="b_results">${items.join('')}${pager}</ol></main></div>
  </body></html>`;
}

function read(parts: PageParts, options?: ParseOptions): BetaSearchResult {
  return parseBetaSearch(pageOf(parts), options);
}

function titles(parts: PageParts): string[] {
  return read(parts).organic_results.map(({ title }) => title);
}

function errorOf(html: string, options?: ParseOptions): PageError | undefined {
  try {
    parseBetaSearch(html, options);
    return undefined;
  } catch (error) {
    if (error instanceof PageError) return error;
    throw error;
  }
}

describe('rows nested otherwise', () => {
  const inside = (start: string, end: string) =>
    [1, 2, 3].map((number) =>
      row(number)
        .replace('<li>', `<li>${start}`)
        .replace(/<\/li>$/, `${end}</li>`),
    );

  test.each([
    ['lists of one item', '<ul><li><ul><li>', '</li></ul></li></ul>'],
    ['forms with a box to tick', '<form action="/save">', '<label><input type="checkbox">Keep</label></form>'],
  ])('%s', (_name, start, end) => {
    const { organic_results } = read({ items: inside(start, end) });
    const told = organic_results.map(({ title, source, snippet }) => [title, source, snippet]);
    expect(told).toEqual([1, 2, 3].map((number) => [`Row ${number}`, `Site ${number}`, `Text of row ${number}.`]));
  });

  test('parts that the style puts into their order', () => {
    const reversed = `<li><div style="display:flex;flex-direction:column-reverse"><div><p>Text of it.</p></div>
      <h2><a href="https://site1.example/a">Row 1</a></h2>${site('Site 1', 'site1.example')}</div></li>`;
    const { organic_results } = read({ items: [reversed, row(2)] });
    expect(organic_results[0]).toMatchObject({ title: 'Row 1', source: 'Site 1', snippet: 'Text of it.' });
  });

  test('a list inside a row is not the list of results, whatever its links', () => {
    const nested = '<ul><li><h2><a href="https://other.example/">Other</a></h2></li></ul>';
    expect(titles({ items: [row(1, `<p>Text.</p>${nested}`), row(2)] })).toEqual(['Row 1', 'Row 2']);
  });
});

describe('fields of a row', () => {
  test('a row since 2023, the site above the title', () => {
    const item = `<li>${site('Tea &amp; Co', 'www.tea.example')}<h2><a href="https://www.tea.example/a?b=1&amp;c">On <strong>tea</strong> …</a></h2>
      <div><p><span>Jul 16, 2025</span>&nbsp;· Green <strong>tea</strong> and black <strong>tea</strong> or <b>mate</b>.</p></div></li>`;
    expect(read({ items: [item] }).organic_results).toEqual([
      {
        position: 1,
        title: 'On tea …',
        link: 'https://www.tea.example/a?b=1&c',
        domain: 'www.tea.example',
        source: 'Tea & Co',
        displayed_link: 'https://www.tea.example › a',
        snippet: 'Green tea and black tea or mate.',
        snippet_matched: ['tea', 'mate'],
        date: 'Jul 16, 2025',
      },
    ]);
  });

  test('a row before 2023, the address below the title', () => {
    const item =
      '<li><h2><a href="http://www.old.example/">Old</a></h2><div><div><cite>www.<strong>old</strong>.example</cite></div><p>Old text.</p></div></li>';
    expect(read({ items: [item] }).organic_results[0]).toMatchObject({
      source: 'old.example',
      displayed_link: 'www.old.example',
      snippet: 'Old text.',
      snippet_matched: [],
    });
  });

  test('a mobile row, the title inside the link', () => {
    const item = `<li>${site('Tea', 'm.tea.example')}<div><a href="https://m.tea.example/a"><h2>Mobile tea</h2></a></div><div><p>Text.</p></div></li>`;
    const [mobile] = read({ items: [item] }).organic_results;
    expect(mobile).toMatchObject({
      title: 'Mobile tea',
      link: 'https://m.tea.example/a',
      source: 'Tea',
      snippet: 'Text.',
    });
  });

  test('a row without address and excerpt', () => {
    const item = '<li><h2><a href="https://bare.example/">Bare</a></h2></li>';
    const [bare] = read({ items: [item] }).organic_results;
    expect(bare).toMatchObject({ source: 'bare.example', displayed_link: '', snippet: '', snippet_matched: [] });
  });
});

describe('dates stand before a middle dot', () => {
  test.each([
    ['<p><span>5 days ago</span>&nbsp;· Text</p>', '5 days ago', 'Text'],
    ['<p><span>9. Juni 2024</span> · Text</p>', '9. Juni 2024', 'Text'],
    ['<p>2025年12月31日 · 正文</p>', '2025年12月31日', '正文'],
    ['<p>3 天之前 · 正文</p>', '3 天之前', '正文'],
    ['<p><span>Jul 12, 2025</span>· Text</p>', 'Jul 12, 2025', 'Text'],
    ['<p><span>110 rows</span> · Text</p>', undefined, '110 rows · Text'],
    ['<p>20.12.2014 - Text of the page itself</p>', undefined, '20.12.2014 - Text of the page itself'],
    ['<p>Text · 5 days ago</p>', undefined, 'Text · 5 days ago'],
  ])('%s', (excerpt, date, snippet) => {
    const [found] = read({ items: [row(1, excerpt)] }).organic_results;
    expect(found?.snippet).toBe(snippet);
    expect(found?.date).toBe(date);
  });
});

describe('what is no excerpt', () => {
  test.each([
    ['a badge that runs into the text', '<p><span>Web</span>Text of the row.</p>'],
    ['a badge by name', '<p><span data-priority="2">Web</span> Text of the row.</p>'],
    ['a badge before a date', '<p><span>Web</span><span>Aug 1, 2022</span> · Text of the row.</p>'],
    ['facts above', '<ul><li>By a person ·</li><li>3 min</li></ul><p>Text of the row.</p>'],
    ['facts below', '<p>Text of the row.</p><ul><li>Author: A person</li></ul>'],
    ['tabs', '<ul role="tablist"><li role="tab">Overview</li></ul><div><ul><li>Text of the row.</li></ul></div>'],
    ['sitelinks', '<ul><li><h3><a href="https://x.example/">Sub</a></h3><p>Sub</p></li></ul><p>Text of the row.</p>'],
    ['the link to more', '<p>Text of the row. <a href="https://site1.example/a#more">See more</a></p>'],
    ['hidden text', '<div style="display:none"><p>Hidden</p></div><p>Text of the row.</p>'],
    ['tables of threads', '<table><tr><td><p>Thread</p></td></tr></table><p>Text of the row.</p>'],
  ])('%s', (_, excerpt) => {
    expect(read({ items: [row(1, excerpt)] }).organic_results[0]?.snippet).toBe('Text of the row.');
  });

  test.each([
    ['Traduire cette page · Text of the row.', undefined],
    ['<a href="https://translator.example/">Diese Seite übersetzen</a> · Text of the row.', undefined],
    ['<span>2 Jan 2024</span> · Translate this page · Text of the row.', '2 Jan 2024'],
    ['翻译此页 · Text of the row.', undefined],
  ])('the offer to translate: %s', (excerpt, date) => {
    const [found] = read({ items: [row(1, `<p>${excerpt}</p>`)] }).organic_results;
    expect(found?.snippet).toBe('Text of the row.');
    expect(found?.date).toBe(date);
  });

  test.each(['Translation · a page on it', 'Text · Translate this page'])('text of the page itself: %s', (text) => {
    expect(read({ items: [row(1, `<p>${text}</p>`)] }).organic_results[0]?.snippet).toBe(text);
  });

  test('a word broken by spans is no badge', () => {
    const [found] = read({
      items: [row(1, '<p><span>Def</span><!-- --><span>ine</span> <b>tea</b></p>')],
    }).organic_results;
    expect(found?.snippet).toBe('Define tea');
  });

  test('a list in place of a paragraph is the excerpt', () => {
    const excerpt = '<div><ol><li>Boil water.</li><li>Add <strong>leaves</strong>.</li></ol></div>';
    const [found] = read({ items: [row(1, excerpt)] }).organic_results;
    expect(found).toMatchObject({ snippet: 'Boil water. Add leaves.', snippet_matched: ['leaves'] });
  });
});

describe('which items are rows', () => {
  const others: [name: string, item: string][] = [
    ['an ad', '<li><ul><li><h2><a href="https://www.bing.com/aclick?ld=1">Ad</a></h2><p>Buy</p></li></ul></li>'],
    ['an ad with a clean link', '<li><ul><li><h2><a href="https://ad.example/">Ad</a></h2><p>Buy</p></li></ul></li>'],
    ['videos', '<li><h2><a href="/videos/search?q=a">Videos</a></h2><cite>x.example</cite></li>'],
    [
      'an answer of several pages',
      '<li><div><h2><a href="https://a.example/">A</a></h2></div><div><h2><a href="https://b.example/">B</a></h2></div></li>',
    ],
    ['an answer with its source below', '<li><p>Forty-two.</p><h2><a href="https://a.example/">A</a></h2></li>'],
    ['an answer by name', '<li class="b_ans"><h2><a href="https://a.example/">A</a></h2></li>'],
    ['related searches', '<li><h2>Related</h2><ul><li><a href="/search?q=b">b</a></li></ul></li>'],
    ['a notice', '<li>Some results have been removed</li>'],
    ['rows inside questions', `<li><div><ul>${row(7)}</ul></div></li>`],
  ];

  test.each(others)('%s is none', (_, item) => {
    expect(titles({ items: [row(1), item, row(2)] })).toEqual(['Row 1', 'Row 2']);
  });

  test('positions have no gaps, and each dropped item has its reason', () => {
    const items = [row(1), ...others.map(([, item]) => item), row(2)];
    const { organic_results, diagnostics } = read({ items }, { diagnostics: true });
    expect(organic_results.map(({ position }) => position)).toEqual([1, 2]);
    expect(diagnostics).toMatchObject({ state: 'results', query: 'two words', candidates: others.length + 2 });
    expect(diagnostics?.dropped).toHaveLength(others.length);
  });

  test('pages of Bing itself are targets like any, and items may be wrapped', () => {
    const item = '<li><h2><a href="https://www.bing.com/maps">Maps</a></h2></li>';
    expect(titles({ items: [`<div>${item}</div>`, row(2)] })).toEqual(['Maps', 'Row 2']);
  });

  test('tiles above the list are not rows', () => {
    const page = pageOf({}).replace('<ol id="b_results">', `<ul>${row(9)}</ul><ol id="b_results">`);
    expect(parseBetaSearch(page).organic_results.map(({ title }) => title)).toEqual(['Row 1']);
  });
});

describe('no single sign makes a row', () => {
  const heading = (level: number): [string, string] => [`<div role="heading" aria-level="${level}">`, '</div>'];
  const changed = (page: string, name: string, [start, end]: readonly [string, string]): string =>
    page.replaceAll(new RegExp(`<${name}>`, 'g'), start).replaceAll(`</${name}>`, end);
  const page = pageOf({ items: [row(1), row(2)], pager: pagerOf(step(11)) });
  const expected = parseBetaSearch(page);

  test.each([
    ['headings by role and level', changed(page, 'h2', heading(2))],
    ['headings of another level', changed(page, 'h2', ['<h3>', '</h3>'])],
    ['headings by role without a level', changed(page, 'h2', ['<div role="heading">', '</div>'])],
    ['addresses that nothing marks', changed(page, 'cite', ['<span>', '</span>'])],
    ['excerpts that are no paragraphs', changed(page, 'p', ['<section>', '</section>'])],
    ['items that are no list items', changed(changed(page, 'li', ['<div>', '</div>']), 'ul', ['<div>', '</div>'])],
    ['a list without its name', page.replace(' id="b_results"', '')],
    ['text in pieces', page.replaceAll(/Text of/g, '<span>Te</span><!-- --><span>xt of</span>')],
    ['a wordless link beside each title', page.replaceAll(/<h2>(<a [^>]*>)/g, '<h2>$1<img alt=""></a>$1')],
    ['a menu link beside each title', page.replaceAll('</h2>', '<a href="#" role="button"><span></span></a></h2>')],
    [
      'a headed link outside the list',
      page.replace('<body>', '<body><h2><a href="https://app.example/">App</a></h2><p>Get it.</p>'),
    ],
    ...['hidden', 'style="display:none"', 'aria-hidden="true"'].map((sign): [string, string] => [
      `rows with ${sign}`,
      page.replace('<ol id="b_results">', `$&${row(7).replace('<li', `<li ${sign}`)}<div ${sign}>${row(8)}</div>`),
    ]),
    ...['template', 'noscript'].map((name): [string, string] => [
      `rows in ${name}`,
      page.replace('<ol id="b_results">', `$&<${name}>${row(7)}</${name}>`),
    ]),
  ])('%s', (_, changedPage) => {
    expect(parseBetaSearch(changedPage)).toEqual(expected);
  });

  test('a list of one row without its name', () => {
    expect(parseBetaSearch(pageOf({}).replace(' id="b_results"', '')).organic_results).toHaveLength(1);
  });

  test('the name of a site may be its host', () => {
    const item = row(1).replace('Site 1', 'site1.example').replaceAll('cite', 'span');
    expect(read({ items: [item] }).organic_results[0]).toMatchObject({
      source: 'site1.example',
      displayed_link: 'https://site1.example › a',
    });
  });

  test('an address below the title, marked by nothing', () => {
    const item =
      '<li><h2><a href="http://www.old.example/a">Old</a></h2><div><div>www.<strong>old</strong>.example/a</div><section>Old text.</section></div></li>';
    expect(read({ items: [item] }).organic_results[0]).toMatchObject({
      displayed_link: 'www.old.example/a',
      snippet: 'Old text.',
    });
  });
});

describe('pagination', () => {
  const here = (number: number): string => `<li><a aria-label="this">${number}</a></li>`;

  test('the first page', () => {
    const pager = pagerOf(here(1), link(2, 11), link(3, 21), step(11));
    expect(read({ pager }).pagination).toEqual({ next: 2, current: 1, other_pages: [2, 3], has_next_page: true });
  });

  test('a page in the middle, pages of uneven length', () => {
    const pager = pagerOf(step(7), link(1, 1), link(2, 7), here(3), link(4, 27), step(27));
    const expected = { next: 4, current: 3, other_pages: [1, 2, 4], has_next_page: true };
    expect(read({ pager }).pagination).toEqual(expected);
  });

  test('the last page has no next one', () => {
    const pager = pagerOf(step(1), link(1, 1), here(2));
    expect(read({ pager }).pagination).toEqual({ current: 2, other_pages: [1], has_next_page: false });
  });

  test('a pager without numbers', () => {
    const pager = pagerOf(step(11), step(11));
    expect(read({ pager }).pagination).toEqual({ next: 2, current: 1, other_pages: [2], has_next_page: true });
    const second = read({ pager: pagerOf(step(1), step(21)) }, { page: 2 }).pagination;
    expect(second).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
  });

  test('no pager', () => {
    expect(read({}).pagination).toEqual({ current: 1, other_pages: [], has_next_page: false });
    expect(read({}, { page: 3 }).pagination).toEqual({ current: 3, other_pages: [], has_next_page: false });
  });
});

describe('the page asked for', () => {
  const firstPage = pagerOf(`<li><a>1</a></li>`, link(2, 11), step(11));

  test('page 1 in place of page 2 is an error', () => {
    const error = errorOf(pageOf({ pager: firstPage }), { page: 2 });
    expect(error).toMatchObject({ state: 'wrong_page', details: { asked: 2, answered: 1 } });
  });

  test.each([
    ['38,500 results', 1, undefined],
    ['38,500 results', 2, 'wrong_page'],
    ['11-20 of 38,500 results', 2, undefined],
    ['11-20 of 38,500 results', 1, 'wrong_page'],
    ['1-10 of 38,500 results', 1, undefined],
    ['', 2, undefined],
  ])('without a pager, %j tells page %d', (count, page, state) => {
    expect(errorOf(pageOf({ count }), { page })?.state).toBe(state);
  });
});

describe('states of a page', () => {
  const nothing =
    '<li><h1>There are no results for <strong>two words</strong></h1><ul><li><span>Check</span></li></ul></li>';

  test('a page that says that nothing was found gives an empty list', () => {
    const expected = { current: 1, other_pages: [], has_next_page: false };
    expect(read({ items: [nothing] })).toEqual({ pagination: expected, organic_results: [] });
  });

  test('a notice above rows is not the end of them', () => {
    expect(titles({ items: [nothing, row(1)] })).toEqual(['Row 1']);
  });

  test.each([
    ['captcha', '<title>two words - Search</title><div><div id="turnstile-widget"></div></div>'],
    ['captcha', '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script><div></div>'],
    ['captcha', '<form action="/turing/captcha/challenge"></form>'],
    ['captcha', '<iframe src="https://challenges.cloudflare.com/turnstile/v0"></iframe>'],
    ['forbidden', '<title>Error</title><h1>403 Forbidden</h1>'],
    ['rate_limited', '<title>429 Too Many Requests</title>'],
    ['unrecognised', '<title>two words - Search</title><script>turnstile()</script>'],
    ['unrecognised', '<ol id="b_results"></ol>'],
    ['unrecognised', '<ol id="b_results"><li>Something</li></ol>'],
    ['unrecognised', ''],
  ])('%s: %s', (state, html) => {
    expect(errorOf(html)?.state).toBe(state);
  });

  test('a challenge script in a page with rows is no challenge', () => {
    const html = pageOf({}).replace(
      '</body>',
      '<script src="https://challenges.cloudflare.com/turnstile"></script></body>',
    );
    expect(errorOf(html)).toBeUndefined();
  });

  test('an answer to another query is an error; case and cuts are not', () => {
    expect(errorOf(pageOf({}), { query: 'three words' })).toMatchObject({
      state: 'wrong_query',
      details: { asked: 'three words', answered: 'two words' },
    });
    expect(errorOf(pageOf({}), { query: ' Two  Words ' })).toBeUndefined();
  });

  test('without box and title the pager names the query', () => {
    const list = `<ol id="b_results">${row(1)}${pagerOf(link(2, 11), step(11))}</ol>`;
    expect(errorOf(list, { query: 'other' })?.details.answered).toBe('two words');
  });
});

test('rows whose titles are no headings', () => {
  const plain = [1, 2].map((number) => row(number).replace(/<(\/?)h2>/g, '<$1div>'));
  expect(titles({ items: plain })).toEqual(['Row 1', 'Row 2']);
});

test('a notice of any level that repeats the query says that nothing was found', () => {
  const notice = '<li><h2>There are no results for <strong>two words</strong></h2></li>';
  expect(titles({ items: [notice] })).toEqual([]);
});

describe('rows written in other ways', () => {
  const text = 'A text that says something of the row and is long enough for it.';
  const link = 'https://site1.example/a';

  test.each([
    `<p><a href="${link}">${text}</a></p>`,
    `<div><a href="${link}">${text}</a></div>`,
    `<button>Save</button><div>${text}</div>`,
  ])('the excerpt of %s', (excerpt) => {
    expect(read({ items: [row(1, excerpt)] }).organic_results[0]?.snippet).toBe(text);
  });

  test.each([
    '<span>PDF</span>',
    '<div role="button">⋮</div>',
    '<a href="#"><i></i></a>',
    '<a href="javascript:void(0)" role="button">⋮</a>',
  ])('%s beside a title is no part of it', (beside) => {
    const items = [row(1).replace('</a></h2>', `</a>${beside}</h2>`), row(2).replace('<h2>', `<h2>${beside}`)];
    expect(titles({ items })).toEqual(['Row 1', 'Row 2']);
  });

  test('a line above the title that is nothing but a link is no answer', () => {
    const linked = row(1).replace('<li>', '<li><p><a href="https://site.example/">See more</a> </p>');
    expect(linked).toContain('See more');
    expect(titles({ items: [linked, row(2)] })).toEqual(['Row 1', 'Row 2']);
  });

  test('titles of another level than the headings of answers', () => {
    const lower = (number: number) => row(number).replaceAll('h2>', 'h5>');
    const answer =
      '<li><h2><a href="https://answer.example/">Answer</a></h2><h2><a href="https://other.example/">Other</a></h2></li>';
    expect(titles({ items: [lower(1), answer, lower(2), lower(3)] })).toEqual(['Row 1', 'Row 2', 'Row 3']);
  });
});

test('titles are no headings although links below them are', () => {
  const deep =
    '<ul><li><h3><a href="https://site1.example/b">Part b</a></h3><p>b</p></li><li><h3><a href="https://site1.example/c">Part c</a></h3><p>c</p></li></ul>';
  const bare = (number: number): string => row(number).replaceAll('h2>', 'div>');
  const items = [1, 2, 3, 4, 5].map(bare);
  expect(titles({ items: [items[0]!.replace('</li>', `${deep}</li>`), ...items.slice(1)] })).toEqual(
    [1, 2, 3, 4, 5].map((number) => `Row ${number}`),
  );
});
