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

/** A row in the layout since 2023, with the site above the title. */
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

describe('rows in other nesting', () => {
  const inside = (start: string, end: string) =>
    [1, 2, 3].map((number) =>
      row(number)
        .replace('<li>', `<li>${start}`)
        .replace(/<\/li>$/, `${end}</li>`),
    );

  test.each([
    ['lists of one item', '<ul><li><ul><li>', '</li></ul></li></ul>'],
    ['forms with a checkbox', '<form action="/save">', '<label><input type="checkbox">Keep</label></form>'],
  ])('reads rows in %s', (_name, start, end) => {
    const { organic_results } = read({ items: inside(start, end) });
    const fields = organic_results.map(({ title, source, snippet }) => [title, source, snippet]);
    expect(fields).toEqual([1, 2, 3].map((number) => [`Row ${number}`, `Site ${number}`, `Text of row ${number}.`]));
  });

  test('reads a row whose parts the style attribute reorders', () => {
    const reversed = `<li><div style="display:flex;flex-direction:column-reverse"><div><p>Text of it.</p></div>
      <h2><a href="https://site1.example/a">Row 1</a></h2>${site('Site 1', 'site1.example')}</div></li>`;
    const { organic_results } = read({ items: [reversed, row(2)] });
    expect(organic_results[0]).toMatchObject({ title: 'Row 1', source: 'Site 1', snippet: 'Text of it.' });
  });

  test('does not treat a list inside a row as the list of results', () => {
    const nested = '<ul><li><h2><a href="https://other.example/">Other</a></h2></li></ul>';
    expect(titles({ items: [row(1, `<p>Text.</p>${nested}`), row(2)] })).toEqual(['Row 1', 'Row 2']);
  });
});

describe('fields of a row', () => {
  test('reads a row since 2023, with the site above the title', () => {
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

  test('reads a row before 2023, with the address below the title', () => {
    const item =
      '<li><h2><a href="http://www.old.example/">Old</a></h2><div><div><cite>www.<strong>old</strong>.example</cite></div><p>Old text.</p></div></li>';
    expect(read({ items: [item] }).organic_results[0]).toMatchObject({
      source: 'old.example',
      displayed_link: 'www.old.example',
      snippet: 'Old text.',
      snippet_matched: [],
    });
  });

  test('reads a mobile row, with the title inside the link', () => {
    const item = `<li>${site('Tea', 'm.tea.example')}<div><a href="https://m.tea.example/a"><h2>Mobile tea</h2></a></div><div><p>Text.</p></div></li>`;
    const [mobile] = read({ items: [item] }).organic_results;
    expect(mobile).toMatchObject({
      title: 'Mobile tea',
      link: 'https://m.tea.example/a',
      source: 'Tea',
      snippet: 'Text.',
    });
  });

  test('reads a row without an address or snippet', () => {
    const item = '<li><h2><a href="https://bare.example/">Bare</a></h2></li>';
    const [bare] = read({ items: [item] }).organic_results;
    expect(bare).toMatchObject({ source: 'bare.example', displayed_link: '', snippet: '', snippet_matched: [] });
  });
});

describe('dates before a middle dot', () => {
  test.each([
    ['<p><span>5 days ago</span>&nbsp;· Text</p>', '5 days ago', 'Text'],
    ['<p><span>9. Juni 2024</span> · Text</p>', '9. Juni 2024', 'Text'],
    ['<p>2025年12月31日 · 正文</p>', '2025年12月31日', '正文'],
    ['<p>3 天之前 · 正文</p>', '3 天之前', '正文'],
    ['<p><span>Jul 12, 2025</span>· Text</p>', 'Jul 12, 2025', 'Text'],
    ['<p><span>110 rows</span> · Text</p>', undefined, '110 rows · Text'],
    ['<p>20.12.2014 - Text of the page itself</p>', undefined, '20.12.2014 - Text of the page itself'],
    ['<p>Text · 5 days ago</p>', undefined, 'Text · 5 days ago'],
  ])('reads the date in %s', (excerpt, date, snippet) => {
    const [found] = read({ items: [row(1, excerpt)] }).organic_results;
    expect(found?.snippet).toBe(snippet);
    expect(found?.date).toBe(date);
  });
});

describe('text that is not part of the snippet', () => {
  test.each([
    ['a badge without a space before the text', '<p><span>Web</span>Text of the row.</p>'],
    ['a badge that an attribute identifies', '<p><span data-priority="2">Web</span> Text of the row.</p>'],
    ['a badge before a date', '<p><span>Web</span><span>Aug 1, 2022</span> · Text of the row.</p>'],
    ['facts above the text', '<ul><li>By a person ·</li><li>3 min</li></ul><p>Text of the row.</p>'],
    ['facts below the text', '<p>Text of the row.</p><ul><li>Author: A person</li></ul>'],
    ['tabs', '<ul role="tablist"><li role="tab">Overview</li></ul><div><ul><li>Text of the row.</li></ul></div>'],
    ['sitelinks', '<ul><li><h3><a href="https://x.example/">Sub</a></h3><p>Sub</p></li></ul><p>Text of the row.</p>'],
    ['the link to the rest of the text', '<p>Text of the row. <a href="https://site1.example/a#more">See more</a></p>'],
    ['hidden text', '<div style="display:none"><p>Hidden</p></div><p>Text of the row.</p>'],
    ['a table of threads', '<table><tr><td><p>Thread</p></td></tr></table><p>Text of the row.</p>'],
  ])('leaves out %s', (_, excerpt) => {
    expect(read({ items: [row(1, excerpt)] }).organic_results[0]?.snippet).toBe('Text of the row.');
  });

  test.each([
    ['Traduire cette page · Text of the row.', undefined],
    ['<a href="https://translator.example/">Diese Seite übersetzen</a> · Text of the row.', undefined],
    ['<span>2 Jan 2024</span> · Translate this page · Text of the row.', '2 Jan 2024'],
    ['翻译此页 · Text of the row.', undefined],
  ])('leaves out the translation link of %s', (excerpt, date) => {
    const [found] = read({ items: [row(1, `<p>${excerpt}</p>`)] }).organic_results;
    expect(found?.snippet).toBe('Text of the row.');
    expect(found?.date).toBe(date);
  });

  test.each(['Translation · a page on it', 'Text · Translate this page'])('keeps the text %s', (text) => {
    expect(read({ items: [row(1, `<p>${text}</p>`)] }).organic_results[0]?.snippet).toBe(text);
  });

  test('does not treat a word split by spans as a badge', () => {
    const [found] = read({
      items: [row(1, '<p><span>Def</span><!-- --><span>ine</span> <b>tea</b></p>')],
    }).organic_results;
    expect(found?.snippet).toBe('Define tea');
  });

  test('reads a list as the snippet if there is no paragraph', () => {
    const excerpt = '<div><ol><li>Boil water.</li><li>Add <strong>leaves</strong>.</li></ol></div>';
    const [found] = read({ items: [row(1, excerpt)] }).organic_results;
    expect(found).toMatchObject({ snippet: 'Boil water. Add leaves.', snippet_matched: ['leaves'] });
  });
});

describe('items that are not rows', () => {
  const others: [name: string, item: string][] = [
    ['an ad', '<li><ul><li><h2><a href="https://www.bing.com/aclick?ld=1">Ad</a></h2><p>Buy</p></li></ul></li>'],
    ['an ad with a clean link', '<li><ul><li><h2><a href="https://ad.example/">Ad</a></h2><p>Buy</p></li></ul></li>'],
    ['videos', '<li><h2><a href="/videos/search?q=a">Videos</a></h2><cite>x.example</cite></li>'],
    [
      'an answer with links to several sites',
      '<li><div><h2><a href="https://a.example/">A</a></h2></div><div><h2><a href="https://b.example/">B</a></h2></div></li>',
    ],
    ['an answer with its source below', '<li><p>Forty-two.</p><h2><a href="https://a.example/">A</a></h2></li>'],
    ['an answer that its class identifies', '<li class="b_ans"><h2><a href="https://a.example/">A</a></h2></li>'],
    ['related searches', '<li><h2>Related</h2><ul><li><a href="/search?q=b">b</a></li></ul></li>'],
    ['a notice', '<li>Some results have been removed</li>'],
    ['rows inside questions', `<li><div><ul>${row(7)}</ul></div></li>`],
  ];

  test.each(others)('%s is not a row', (_, item) => {
    expect(titles({ items: [row(1), item, row(2)] })).toEqual(['Row 1', 'Row 2']);
  });

  test('numbers rows without gaps and reports a reason for each dropped item', () => {
    const items = [row(1), ...others.map(([, item]) => item), row(2)];
    const { organic_results, diagnostics } = read({ items }, { diagnostics: true });
    expect(organic_results.map(({ position }) => position)).toEqual([1, 2]);
    expect(diagnostics).toMatchObject({ state: 'results', query: 'two words', candidates: others.length + 2 });
    expect(diagnostics?.dropped).toHaveLength(others.length);
  });

  test('reads rows that link to pages of Bing, and items in wrappers', () => {
    const item = '<li><h2><a href="https://www.bing.com/maps">Maps</a></h2></li>';
    expect(titles({ items: [`<div>${item}</div>`, row(2)] })).toEqual(['Maps', 'Row 2']);
  });

  test('does not treat tiles above the list as rows', () => {
    const page = pageOf({}).replace('<ol id="b_results">', `<ul>${row(9)}</ul><ol id="b_results">`);
    expect(parseBetaSearch(page).organic_results.map(({ title }) => title)).toEqual(['Row 1']);
  });
});

describe('rows with part of the markup changed or removed', () => {
  const heading = (level: number): [string, string] => [`<div role="heading" aria-level="${level}">`, '</div>'];
  const changed = (page: string, name: string, [start, end]: readonly [string, string]): string =>
    page.replaceAll(new RegExp(`<${name}>`, 'g'), start).replaceAll(`</${name}>`, end);
  const page = pageOf({ items: [row(1), row(2)], pager: pagerOf(step(11)) });
  const expected = parseBetaSearch(page);

  test.each([
    ['headings by role and level', changed(page, 'h2', heading(2))],
    ['headings of another level', changed(page, 'h2', ['<h3>', '</h3>'])],
    ['headings by role without a level', changed(page, 'h2', ['<div role="heading">', '</div>'])],
    ['addresses without cite elements', changed(page, 'cite', ['<span>', '</span>'])],
    ['snippets without paragraphs', changed(page, 'p', ['<section>', '</section>'])],
    ['items without list elements', changed(changed(page, 'li', ['<div>', '</div>']), 'ul', ['<div>', '</div>'])],
    ['a list without its id', page.replace(' id="b_results"', '')],
    ['text split into several elements', page.replaceAll(/Text of/g, '<span>Te</span><!-- --><span>xt of</span>')],
    ['a link without text beside each title', page.replaceAll(/<h2>(<a [^>]*>)/g, '<h2>$1<img alt=""></a>$1')],
    ['a menu link beside each title', page.replaceAll('</h2>', '<a href="#" role="button"><span></span></a></h2>')],
    [
      'a link in a heading outside the list',
      page.replace('<body>', '<body><h2><a href="https://app.example/">App</a></h2><p>Get it.</p>'),
    ],
    ...['hidden', 'style="display:none"', 'aria-hidden="true"'].map((attribute): [string, string] => [
      `additional rows with ${attribute}`,
      page.replace(
        '<ol id="b_results">',
        `$&${row(7).replace('<li', `<li ${attribute}`)}<div ${attribute}>${row(8)}</div>`,
      ),
    ]),
    ...['template', 'noscript'].map((name): [string, string] => [
      `additional rows in ${name}`,
      page.replace('<ol id="b_results">', `$&<${name}>${row(7)}</${name}>`),
    ]),
  ])('reads the same rows with %s', (_, changedPage) => {
    expect(parseBetaSearch(changedPage)).toEqual(expected);
  });

  test('reads a list on a page that names neither the list nor its content', () => {
    const html = page
      .replace(/ id="b_(?:results|content)"/g, '')
      .replaceAll('main>', 'div>')
      .replace('</body>', `${pagerOf(link(2, 11))}</body>`);
    expect(parseBetaSearch(html).organic_results).toEqual(expected.organic_results);
  });

  test('reads a list of one row without the id of the list', () => {
    expect(parseBetaSearch(pageOf({}).replace(' id="b_results"', '')).organic_results).toHaveLength(1);
  });

  test('reads the host as the source if it is the name of the site', () => {
    const item = row(1).replace('Site 1', 'site1.example').replaceAll('cite', 'span');
    expect(read({ items: [item] }).organic_results[0]).toMatchObject({
      source: 'site1.example',
      displayed_link: 'https://site1.example › a',
    });
  });

  test('reads an address below the title without a cite element', () => {
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

  test('reads the first page', () => {
    const pager = pagerOf(here(1), link(2, 11), link(3, 21), step(11));
    expect(read({ pager }).pagination).toEqual({ next: 2, current: 1, other_pages: [2, 3], has_next_page: true });
  });

  test('reads a page in the middle if pages differ in length', () => {
    const pager = pagerOf(step(7), link(1, 1), link(2, 7), here(3), link(4, 27), step(27));
    const expected = { next: 4, current: 3, other_pages: [1, 2, 4], has_next_page: true };
    expect(read({ pager }).pagination).toEqual(expected);
  });

  test('reads the last page, which has no next page', () => {
    const pager = pagerOf(step(1), link(1, 1), here(2));
    expect(read({ pager }).pagination).toEqual({ current: 2, other_pages: [1], has_next_page: false });
  });

  test('reads numbers after a word', () => {
    const pager = pagerOf('<li><b>Seite 1</b></li>', link(2, 11).replace('2</a>', 'Seite 2</a>'), step(11));
    expect(read({ pager }).pagination).toEqual({ next: 2, current: 1, other_pages: [2], has_next_page: true });
  });

  test('reads a pager without numbers', () => {
    const pager = pagerOf(step(11), step(11));
    expect(read({ pager }).pagination).toEqual({ next: 2, current: 1, other_pages: [2], has_next_page: true });
    const second = read({ pager: pagerOf(step(1), step(21)) }, { page: 2 }).pagination;
    expect(second).toEqual({ next: 3, current: 2, other_pages: [1, 3], has_next_page: true });
  });

  test('reads a page without a pager', () => {
    expect(read({}).pagination).toEqual({ current: 1, other_pages: [], has_next_page: false });
    expect(read({}, { page: 3 }).pagination).toEqual({ current: 3, other_pages: [], has_next_page: false });
  });
});

describe('the requested page', () => {
  const firstPage = pagerOf(`<li><a>1</a></li>`, link(2, 11), step(11));

  test('throws if the page is page 1 instead of page 2', () => {
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
  ])('compares the count %j with the requested page %d if there is no pager', (count, page, state) => {
    expect(errorOf(pageOf({ count }), { page })?.state).toBe(state);
  });
});

describe('the count above the list', () => {
  const stateWith = (above: string): string | undefined =>
    errorOf(pageOf({}).replace('<ol id="b_results">', `${above}$&`), { page: 1 })?.state;
  const range = '11-20 of 38,500 results';

  test('may be beside another number', () => {
    expect(stateWith(`<div><span>${range}</span> <span>12</span></div>`)).toBe('wrong_page');
    expect(stateWith('<div><span>12</span> of them</div>')).toBeUndefined();
  });

  test('has less than 60 characters', () => {
    expect(stateWith(`<div>${range.padEnd(59, 'x')}</div>`)).toBe('wrong_page');
    expect(stateWith(`<div>${range.padEnd(60, 'x')}</div>`)).toBeUndefined();
  });
});

test.each(['note', 'status'])('reads no notice between rows as a row: %s', (role) => {
  const notice = `<li role="${role}"><h2><a href="https://help.example/">Some results are hidden</a></h2><p>Why.</p></li>`;
  expect(titles({ items: [row(1), notice, row(2)] })).toEqual(['Row 1', 'Row 2']);
});

test('reads the pager below rows that share an element with it', () => {
  const pager = pagerOf('<li><a>1</a></li>', link(2, 11), link(3, 21), step(11));
  const items = [`<div>${row(1, '<p>Text with the number <b>31</b>.</p>')}${row(2)}${pager}</div>`];
  const expected = { current: 1, next: 2, other_pages: [2, 3], has_next_page: true };
  expect(read({ items }).pagination).toEqual(expected);
});

describe('states of a page', () => {
  const nothing =
    '<li><h1>There are no results for <strong>two words</strong></h1><ul><li><span>Check</span></li></ul></li>';

  test('returns no results for a page with a no-results notice', () => {
    const expected = { current: 1, other_pages: [], has_next_page: false };
    expect(read({ items: [nothing] })).toEqual({ pagination: expected, organic_results: [] });
  });

  test('reads rows below a no-results notice', () => {
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
  ])('throws %s for %s', (state, html) => {
    expect(errorOf(html)?.state).toBe(state);
  });

  test('does not treat a challenge script on a page with rows as a challenge', () => {
    const html = pageOf({}).replace(
      '</body>',
      '<script src="https://challenges.cloudflare.com/turnstile"></script></body>',
    );
    expect(errorOf(html)).toBeUndefined();
  });

  test('throws if the page is for another query, but ignores case and white space', () => {
    expect(errorOf(pageOf({}), { query: 'three words' })).toMatchObject({
      state: 'wrong_query',
      details: { asked: 'three words', answered: 'two words' },
    });
    expect(errorOf(pageOf({}), { query: ' Two  Words ' })).toBeUndefined();
  });

  test('reads the query from the pager if there is no search box or title', () => {
    const list = `<ol id="b_results">${row(1)}${pagerOf(link(2, 11), step(11))}</ol>`;
    expect(errorOf(list, { query: 'other' })?.details.answered).toBe('two words');
  });
});

test('reads rows whose titles are not headings', () => {
  const plain = [1, 2].map((number) => row(number).replace(/<(\/?)h2>/g, '<$1div>'));
  expect(titles({ items: plain })).toEqual(['Row 1', 'Row 2']);
});

describe('rows whose titles are not headings', () => {
  const plain = (number: number, below = ''): string =>
    row(number, `<p>Text.</p>${below}`).replace(/<(\/?)h2>/g, '<$1div>');
  const rows = (...below: string[]): string[] => [1, 2, 3, 4].map((number) => plain(number, below[number - 1]));
  const expected = ['Row 1', 'Row 2', 'Row 3', 'Row 4'];
  const entry = (name: string): string =>
    `<li><h3><a href="https://site1.example/${name}">${name}</a></h3><p>About ${name}.</p></li>`;

  test('are read, not the headed links below one of them', () => {
    const links = `<ul>${['Plum', 'Pear', 'Fig'].map(entry).join('')}</ul>`;
    expect(titles({ items: rows(links) })).toEqual(expected);
  });

  test('are read, not a headed link in a list of its own', () => {
    expect(titles({ items: rows(`<ul>${entry('Plum')}</ul>`) })).toEqual(expected);
  });

  test.each<[string, (number: number) => string, (number: number) => string]>([
    ['aria-labelledby', (number) => `aria-labelledby="t${number}"`, (number) => `id="t${number}"`],
    ['aria-label', (number) => `aria-label="Row ${number}"`, () => 'dir="auto"'],
  ])('may be the name of a link without text: %s', (_, name, mark) => {
    const item = (number: number): string =>
      `<li><a href="https://site${number}.example/a" ${name(number)}></a><div ${mark(number)}>Row ${number}</div>` +
      `<div><cite>site${number}.example</cite></div><p>Text.</p><a href="https://copy.example/${number}">Copy</a></li>`;
    const links = `<ul>${['Plum', 'Pear', 'Fig'].map(entry).join('')}</ul>`; // as many headings as titles
    const found = read({ items: [item(1), item(2), item(3).replace('</li>', `${links}</li>`)] }).organic_results;
    expect(found.map(({ title, link: target }) => [title, target])).toEqual(
      [1, 2, 3].map((number) => [`Row ${number}`, `https://site${number}.example/a`]),
    );
  });
});

test('recognises a no-results notice that repeats the query in a heading of any level', () => {
  const notice = '<li><h2>There are no results for <strong>two words</strong></h2></li>';
  expect(titles({ items: [notice] })).toEqual([]);
});

describe('rows with other markup', () => {
  const text = 'A text that says something of the row and is long enough for it.';
  const link = 'https://site1.example/a';

  test.each([
    `<p><a href="${link}">${text}</a></p>`,
    `<div><a href="${link}">${text}</a></div>`,
    `<button>Save</button><div>${text}</div>`,
  ])('reads the snippet of %s', (excerpt) => {
    expect(read({ items: [row(1, excerpt)] }).organic_results[0]?.snippet).toBe(text);
  });

  test.each([
    '<span>PDF</span>',
    '<div role="button">⋮</div>',
    '<a href="#"><i></i></a>',
    '<a href="javascript:void(0)" role="button">⋮</a>',
  ])('leaves %s beside a title out of the title', (beside) => {
    const items = [row(1).replace('</a></h2>', `</a>${beside}</h2>`), row(2).replace('<h2>', `<h2>${beside}`)];
    expect(titles({ items })).toEqual(['Row 1', 'Row 2']);
  });

  test('reads a row with a line above the title that consists of a link', () => {
    const linked = row(1).replace('<li>', '<li><p><a href="https://site.example/">See more</a> </p>');
    expect(linked).toContain('See more');
    expect(titles({ items: [linked, row(2)] })).toEqual(['Row 1', 'Row 2']);
  });

  test('reads titles whose heading level differs from that of answers', () => {
    const lower = (number: number) => row(number).replaceAll('h2>', 'h5>');
    const answer =
      '<li><h2><a href="https://answer.example/">Answer</a></h2><h2><a href="https://other.example/">Other</a></h2></li>';
    expect(titles({ items: [lower(1), answer, lower(2), lower(3)] })).toEqual(['Row 1', 'Row 2', 'Row 3']);
  });
});

test('reads titles in lists of one', () => {
  const listed = (number: number): string =>
    row(number).replace('<h2>', '<ul><li><h2>').replace('</h2>', '</h2></li></ul>');
  expect(titles({ items: [listed(1), listed(2), listed(3)] })).toEqual(['Row 1', 'Row 2', 'Row 3']);
});

test.each([
  ['above the address, with a dot', '<div><span>Site</span> · <cite>site.example</cite></div>', ''],
  ['below the address', '<div><div><cite>site.example</cite></div><div>Site</div></div>', ''],
  ['above the title of a row without an address', '<div>Site</div>', ''],
  [
    'above the title, below the heading of a group',
    '<h3>From the web</h3><div>Site</div>',
    '<cite>site.example</cite>',
  ],
])('reads the name %s', (_, above, below) => {
  const item = `<li>${above}<h2><a href="https://www.site.example/">Row 1</a></h2>${below}<p>Text of the row.</p></li>`;
  const page = `<title>tea - Search</title><ol id="b_results">${item}${row(2)}</ol>`;
  expect(parseBetaSearch(page).organic_results[0]).toMatchObject({ title: 'Row 1', source: 'Site' });
});

test.each([
  [
    'a sentence above the title',
    '<div>A sentence that is far too long to be the name of any site on the web</div>',
    '',
  ],
  ['a date above the title', '<div>Mar 3, 2024</div>', ''],
  [
    'a sentence below the address',
    `<div><cite>site.example</cite><div>${'A long sentence. '.repeat(5)}</div></div>`,
    '',
  ],
  ['a date below the address', '<div><div><cite>site.example</cite></div><div>Mar 3, 2024</div></div>', ''],
])('takes no name of a site from %s', (_, above, below) => {
  const item = `<li>${above}<h2><a href="https://www.site.example/">Row 1</a></h2>${below}<p>Text of the row.</p></li>`;
  const page = `<title>tea - Search</title><ol id="b_results">${item}${row(2)}</ol>`;
  const [first] = parseBetaSearch(page).organic_results;
  expect([first?.title, first?.source]).toEqual(['Row 1', 'site.example']); // the host of the link
});

test('leaves the quoted text out of the link of a row', () => {
  const quoting = row(1).replace(/href="([^"]+)"/, 'href="$1#:~:text=tea"');
  const page = (first: string) => `<title>tea - Search</title><ol id="b_results">${first}${row(2)}</ol>`;
  expect(parseBetaSearch(page(quoting))).toEqual(parseBetaSearch(page(row(1))));
});

test('reads titles that are not headings above sitelinks that are', () => {
  const deep =
    '<ul><li><h3><a href="https://site1.example/b">Part b</a></h3><p>b</p></li><li><h3><a href="https://site1.example/c">Part c</a></h3><p>c</p></li></ul>';
  const bare = (number: number): string => row(number).replaceAll('h2>', 'div>');
  const items = [1, 2, 3, 4, 5].map(bare);
  expect(titles({ items: [items[0]!.replace('</li>', `${deep}</li>`), ...items.slice(1)] })).toEqual(
    [1, 2, 3, 4, 5].map((number) => `Row ${number}`),
  );
});
