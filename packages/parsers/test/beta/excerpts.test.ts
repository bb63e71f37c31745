import { describe, expect, test } from 'vitest';
import { parseBetaSearch } from '../../src/index.js';

const text = 'A text that says something of the row and is long enough for it.';
const link = 'https://site1.example/a';
const letters = (count: number): string => 'x'.repeat(count);

function read(below: string, { head = '<cite>site1.example › a</cite>', title = '<h2>' } = {}) {
  const row = (number: number, inside: string) =>
    `<li><div>${head}</div>${title}<a href="https://site${number}.example/a">Row ${number}</a></h2><div>${inside}</div></li>`;
  const { organic_results: rows } = parseBetaSearch(
    `<title>tea - Search</title><ol id="b_results">${row(1, below)}${row(2, '<p>Text of row 2.</p>')}</ol>`,
    { dates: true },
  );
  const { snippet, snippet_matched: matched, date } = rows.find(({ link: target }) => target === link)!;
  return { snippet, matched, date };
}

describe('snippet', () => {
  test.each<[string, string, string]>([
    ['a paragraph', `<p>${text}</p>`, text],
    ['the first of two long ones', `<p>${text}</p><p>Other ${text}</p>`, text],
    ['the first long one', `<p>Short.</p><p>${text}</p>`, text],
    ['a long one of 40 letters', `<p>Short.</p><p>${'x'.repeat(40)}</p>`, 'x'.repeat(40)],
    ['the first of two short ones', `<p>Short.</p><p>${'x'.repeat(39)}</p>`, 'Short.'],
    ['not a hidden one', `<p style="display:none">${text}</p><p>Shown.</p>`, 'Shown.'],
    ['not one in a hidden element', `<div hidden><p>${text}</p></div><p>Shown.</p>`, 'Shown.'],
    ['not one in a table', `<table><tr><td><p>${text}</p></td></tr></table><p>Shown.</p>`, 'Shown.'],
    ['not one in a form', `<form><p>${text}</p></form><p>Shown.</p>`, 'Shown.'],
    ['not a link to another target', `<p><a href="https://a.example/">${text}</a></p><p>Shown.</p>`, 'Shown.'],
    ['a link to the target', `<p><a href="${link}">${text}</a></p>`, text],
    ['words beside a link to another target', `<p><a href="https://a.example/">See</a> ${text}</p>`, `See ${text}`],
    ['a block if there is no paragraph', `<div>${text}</div>`, text],
    ['not a button', '<div role="button">More results of this site</div><div>Shown.</div>', 'Shown.'],
    ['a text that a button unfolds', `<div role="button">${text} ${text}</div><div>Shown.</div>`, `${text} ${text}`],
    ['not a short link', `<div><a href="https://a.example/">See it</a></div><div>Shown.</div>`, 'Shown.'],
    ['a link of 61 letters', `<div><a href="https://a.example/">${'x'.repeat(61)}</a></div>`, 'x'.repeat(61)],
    ['not a link of 60 letters', `<div><a href="https://a.example/">${'x'.repeat(60)}</a></div>`, ''],
    ['words in elements of their own', `<p>${text.replace(/\S+/g, '<span>$&</span>')}</p>`, text],
    ['not the dash after a date', `<p><span>Mar 3, 2024</span> – ${text}</p>`, text],
    ['not punctuation only', `<div>—</div><div>${text}</div>`, text],
    ['a list of sentences', '<ul><li>One thing.</li><li>Another.</li></ul>', 'One thing. Another.'],
    ['a list above the paragraph', `<div><ul><li>One thing.</li></ul></div><div><p>${text}</p></div>`, 'One thing.'],
    ['not a list below the paragraph', `<div><p>${text}</p></div><div><ul><li>One thing.</li></ul></div>`, text],
    ['not a list beside the paragraph', `<ul><li>One thing.</li></ul><p>${text}</p>`, text],
    ['not a list of tabs', `<ul role="tablist"><li>One</li></ul><div>${text}</div>`, text],
    ['not a list that contains tabs', `<ul><li role="tab">One</li></ul><div>${text}</div>`, text],
    ['not a tab in another element', `<div><div role="tab">One</div></div><div>${text}</div>`, text],
    [
      'a list of sentences below a list of names',
      `<div><ul><li>One</li></ul></div><div><ul><li>${text}</li></ul></div>`,
      text,
    ],
    ['not a list with headings', `<ul><li><h3>One</h3></li></ul><div>${text}</div>`, text],
    ['not a list of tabs in its own block', `<div><ul role="tablist"><li>One</li></ul></div><div>${text}</div>`, text],
    ['not a list with tabs in its own block', `<div><ul><li role="tab">One</li></ul></div><div>${text}</div>`, text],
    ['not a list with headings in its own block', `<div><ul><li><h3>One</h3></li></ul></div><div>${text}</div>`, text],
    ['not a hidden list', `<div><ul style="display:none"><li>One.</li></ul></div><div>${text}</div>`, text],
    ['not an empty list', `<div><ul><li></li></ul></div><div>${text}</div>`, text],
    ['not a list in a table', `<table><tr><td><ul><li>One.</li></ul></td></tr></table><div>${text}</div>`, text],
    [
      'not a list beside a short paragraph',
      `<div><ul><li>One thing.</li></ul><p>Short.</p></div><div><p>${text}</p></div>`,
      text,
    ],
    ['not a list in a hidden element', `<div hidden><ul><li>One thing.</li></ul></div><div>${text}</div>`, text],
    ['a paragraph below a link to another search', `<p><a href="/search?q=x">${text}</a></p><p>Shown.</p>`, 'Shown.'],
    ['a text in no element of its own', text, text],
    ['a text with breaks in no element of its own', `A text<br>of two lines.`, 'A text of two lines.'],
    ['empty for an empty result', '', ''],
  ])('is %s', (_, below, snippet) => {
    expect(read(below).snippet).toBe(snippet);
  });

  test('is not the paragraph around the address', () => {
    expect(read(`<p>${text}</p>`, { head: '<p><cite>site1.example › a</cite> and words</p>' }).snippet).toBe(text);
  });

  test.each(['', '<ul><li>One thing.</li></ul>'])('is the text beside the address in an element of both', (more) => {
    expect(read(`<cite>site1.example</cite><br>${text}`, { head: '' }).snippet).toBe(text);
    const below = `<div><div><cite>site1.example</cite></div>${text}</div>${more}`;
    expect(read(below, { head: '' }).snippet).toBe(text);
    expect(read('<div><div><cite>site1.example</cite></div>Short.</div>', { head: '' }).snippet).toBe('Short.');
  });

  test.each([
    [`<div>Site</div><div><cite>site1.example</cite></div><div>${text}</div>`, text],
    [`<div>Site</div><div><cite>site1.example</cite></div><div>Shown.</div>`, 'Site'],
    [`<div>${text}</div><div><cite>site1.example</cite></div><div>Other ${text}</div>`, text],
    [`<div><cite>site1.example</cite></div><div>Shown.</div><div>${text}</div>`, 'Shown.'],
    [`<div>Site</div><div><cite>site1.example</cite></div><a href="/x">x</a><div>${text}</div>`, text],
    [`<div>${letters(39)}</div><div><cite>site1.example</cite></div><div>${text}</div>`, text],
    [`<div>${letters(40)}</div><div><cite>site1.example</cite></div><div>${text}</div>`, letters(40)],
    [`<div>Site</div><div><cite>site1.example</cite></div><div>${letters(39)}</div>`, 'Site'],
    [`<div>Site</div><div><cite>site1.example</cite></div><div>${letters(40)}</div>`, letters(40)],
    [`<div><cite><p>site1.example</p></cite></div><div>${text}</div>`, text],
    [`<div>Short.</div><div>Also short.</div><div>${text}</div>`, 'Short.'],
  ])('is not the short text above the address: %s', (below, snippet) => {
    expect(read(below, { head: '' }).snippet).toBe(snippet);
  });

  test('is a text in no element of its own, without the date before it', () => {
    expect(read(`3 days ago · ${text}`)).toMatchObject({ snippet: text, date: '3 days ago' });
    expect(read(`On <b>tea</b>: ${text}`)).toMatchObject({ snippet: `On tea: ${text}`, matched: ['tea'] });
  });

  test('names the line in no element of its own as its source', () => {
    const row = `<li><h2><a href="${link}">Row 1</a></h2><cite>site1.example</cite><br>3 days ago · ${text}</li>`;
    const page = `<title>tea - Search</title><ol id="b_results">${row}</ol>`;
    const { fields } = parseBetaSearch(page, { dates: true, diagnostics: true }).diagnostics!;
    const readers = fields.filter(({ field }) => ['snippet', 'snippet_matched', 'date'].includes(field));
    expect(readers.map(({ reader }) => reader)).toEqual(['line', 'line', 'line']);
  });

  test('is not above the title if only hidden paragraphs are', () => {
    const head = '<video><p>Your browser cannot play this.</p></video><div><cite>site1.example › a</cite></div>';
    expect(read(`<p>${text}</p>`, { head }).snippet).toBe(text);
  });

  test('is not an address', () => {
    expect(read(`<p><cite>site1.example</cite></p><p>${text}</p>`, { head: '' }).snippet).toBe(text);
  });

  test.each<[string, string, string, string[]]>([
    [
      'highlighted words',
      `<p>On <strong>tea</strong> and <em>milk</em> and <strong>tea</strong></p>`,
      'On tea and milk and tea',
      ['tea', 'milk'],
    ],
    ['a badge', `<p><span>Web</span>${text}</p>`, text, []],
    ['a larger first letter', `<p><span>W</span>${text}</p>`, `W${text}`, []],
    ['a badge that an attribute identifies', `<p><span data-priority="2">A long badge</span> ${text}</p>`, text, []],
    ['a word with a space after it', `<p><span>Web</span> ${text}</p>`, `Web ${text}`, []],
    ['a word of 8 letters', `<p><span>Websites</span>${text}</p>`, text, []],
    ['a word of 9 letters', `<p><span>WebsitesX</span>${text}</p>`, `WebsitesX${text}`, []],
    ['two words', `<p><span>A web</span>${text}</p>`, `A web${text}`, []],
    ['punctuation', `<p><span>—</span>${text}</p>`, `—${text}`, []],
    ['a word that is a link', `<p><a href="${link}">Web</a>${text}</p>`, `Web${text}`, []],
    ['a word before a marked one', '<p><span>Web</span> on <b>tea</b></p>', 'Web on tea', ['tea']],
    ['a word that ends in a space', `<p><span>Web </span>${text}</p>`, `Web ${text}`, []],
    ['a word before a dot', `<p><span>Web</span>· ${text}</p>`, `Web· ${text}`, []],
    ['a date at its start', '<p><span>3日前</span>正文</p>', '正文', []],
    ['a highlighted word', `<p><b>Web</b>${text}</p>`, `Web${text}`, ['Web']],
    ['a word displayed as a block', `<p><span style="display:block">Web</span>${text}</p>`, `Web ${text}`, []],
    ['a single word', '<p><span>Web</span></p>', 'Web', []],
    ['two adjacent spans', `<p><span>Web</span><span>${text}</span></p>`, `Web${text}`, []],
    ['a badge before a date', `<p><span>Web</span><span>3 days ago</span> · ${text}</p>`, text, []],
    ['a button', `<p>${text} <button>Save</button></p>`, text, []],
    ['a link to the target at the end', `<p>${text} <a href="${link}#more">Read more</a></p>`, text, []],
    ['a link to the target in it', `<p><a href="${link}">Tea</a> is a drink.</p>`, 'Tea is a drink.', []],
    ['a link to another search at the end', `<p>${text} <a href="/search?q=x">More</a></p>`, `${text} More`, []],
    ['a link to another target at the end', `<p>${text} <a href="https://a.example/">More</a></p>`, `${text} More`, []],
  ])('reads a text with %s', (_, below, snippet, matched) => {
    expect(read(below)).toMatchObject({ snippet, matched });
  });

  test.each<[string, string, string | undefined]>([
    ['3 days ago · A text.', 'A text.', '3 days ago'],
    ['Jan 17, 2024&nbsp;· A text.', 'A text.', 'Jan 17, 2024'],
    ['3 days ago — A text.', '3 days ago — A text.', undefined],
    ['3 days ago - A · text.', '3 days ago - A · text.', undefined],
    [`A text${' that goes on'.repeat(4)} · 3 days ago`, `A text${' that goes on'.repeat(4)} · 3 days ago`, undefined],
    ['Translate this page · A text.', 'A text.', undefined],
    ['3 days ago · Translate this page · A text.', 'A text.', '3 days ago'],
    ['Translate this page ·A text.', 'A text.', undefined],
    ['Tea · Milk · Translate this page · A text.', 'Tea · Milk · Translate this page · A text.', undefined],
    ['Diese Seite übersetzen · Ein Text.', 'Ein Text.', undefined],
    ['Translate this page', 'Translate this page', undefined],
    ['Translations · a page on it', 'Translations · a page on it', undefined],
    ['Google Translate app · Free.', 'Google Translate app · Free.', undefined],
    [
      `${'A text. '.repeat(9)}x · Translate this page · y`,
      `${'A text. '.repeat(9)}x · Translate this page · y`,
      undefined,
    ],
  ])('reads %j as the snippet %j and the date %j', (written, snippet, date) => {
    expect(read(`<p>${written}</p>`)).toMatchObject({ snippet, date });
  });
});

describe('date of a row', () => {
  const date = 'Jan 17, 2024';

  test.each<[string, string]>([
    ['below the excerpt', `<p>${text}</p><div>${date}</div>`],
    ['below the excerpt, in an element of its own', `<p>${text}</p><div>Saved <time>${date}</time></div>`],
    ['above the excerpt', `<div>${date}</div><p>${text}</p>`],
    ['beside a short text below the excerpt', `<p>${text}</p><div>Site · ${date}</div>`],
    ['at the end of the excerpt', `<p>${text} <span>${date}</span></p>`],
    ['at the start of the excerpt', `<p><span>${date}</span> ${text}</p>`],
    ['before the excerpt in one line', `<div><span>${date}</span> <span>${text}</span></div>`],
    ['after the excerpt in one line', `<div><span>${text}</span> <span>${date}</span></div>`],
  ])('is read %s', (_, below) => {
    expect(read(below)).toMatchObject({ snippet: text, date });
  });

  test.each<[string, string]>([
    ['the address', `<cite>site1.example › a</cite> <span>${date}</span>`],
    ['the name', `<div>Site · ${date}</div><cite>site1.example › a</cite>`],
  ])('is read beside %s', (_, head) => {
    expect(read(`<p>${text}</p>`, { head }).date).toBe(date);
  });

  test.each<[string, string]>([
    ['in a sentence', `<p>${text} It was written on ${date}</p>`],
    ['highlighted in the excerpt', `<p><b>${date}</b> ${text}</p>`],
    ['before a dash in the excerpt', `<p>${date} - <b>A</b> ${text}</p>`],
    ['in a list of other pages', `<p>${text}</p><ul><li>Thread</li><li>${date}</li></ul>`],
    ['in a table', `<p>${text}</p><table><tr><td>${date}</td></tr></table>`],
    ['on a button', `<p>${text}</p><button>${date}</button>`],
  ])('is not one %s', (_, below) => {
    expect(read(below).date).toBeUndefined();
  });
});

describe('snippet of a row with another title', () => {
  const titled = (title: string, below: string): string | undefined => {
    const other = '<li><h2><a href="https://b.example/">Row 2</a></h2><p>Text of row 2.</p></li>';
    const page = `<title>tea - Search</title><ol id="b_results"><li>${title}${below}</li>${other}</ol>`;
    return parseBetaSearch(page).organic_results.find(({ link: target }) => target === link)?.snippet;
  };
  const anchor = (inside: string): string => `<a href="${link}">${inside}</a>`;

  test.each<[string, string]>([
    ['a sentence', `<h2>${anchor(text.replace('A text', 'A title'))}</h2>`],
    ['a paragraph in a heading', `<div role="heading" aria-level="2">${anchor('<p>Row 1</p>')}</div>`],
    ['a heading with a note', `<h2>${anchor('Row 1')} PDF</h2>`],
    ['a heading below a linked sentence', `${anchor(letters(61))}<h2>${anchor('Row 1')}</h2>`],
  ])('is not part of the title: %s', (_, title) => {
    expect(titled(title, `<div>${text}</div>`)).toBe(text);
    expect(titled(title, '')).toBe('');
  });
});

describe('results of the list', () => {
  const titles = (list: string) =>
    parseBetaSearch(`<title>tea - Search</title><ol id="b_results">${list}</ol>`).organic_results.map(
      ({ title }) => title,
    );
  const a = (site: string, inside: string) => `<a href="https://${site}.example/">${inside}</a>`;
  const row = (site: string) => `<h2>${a(site, `Row ${site}`)}</h2><cite>${site}.example</cite><p>${text}</p>`;

  test.each<[string, string, string[]]>([
    ['list items', `<li>${row('a')}</li><li>${row('b')}</li>`, ['Row a', 'Row b']],
    ['boxes', `<div>${row('a')}</div><div>${row('b')}</div>`, ['Row a', 'Row b']],
    ['nested boxes', `<div><div>${row('a')}</div><div>${row('b')}</div></div>`, ['Row a', 'Row b']],
    [
      'boxes beside a list of other things',
      `<div>${row('a')}</div><div>${row('b')}</div><ul><li>x</li></ul>`,
      ['Row a', 'Row b'],
    ],
    [
      'rows of a table',
      `<table><tr><td>${row('a')}</td></tr><tr><td>${row('b')}</td></tr></table>`,
      ['Row a', 'Row b'],
    ],
    [
      'lists of one item each',
      `<li><ul><li>${row('a')}</li></ul></li><li><ul><li>${row('b')}</li></ul></li>`,
      ['Row a', 'Row b'],
    ],
    [
      'visible items, not hidden ones',
      `<li>${row('a')}</li><li hidden>${row('b')}</li><li>${row('c')}</li>`,
      ['Row a', 'Row c'],
    ],
    [
      'items that start with an empty heading',
      `<li><h2><img alt=""></h2>${row('a')}</li><li>${row('b')}</li>`,
      ['Row a', 'Row b'],
    ],
    [
      'items that start with a hidden heading',
      `<li><h2 aria-hidden="true">${a('x', 'Hidden')}</h2>${row('a')}</li><li>${row('b')}</li>`,
      ['Row a', 'Row b'],
    ],
    [
      'items with an image in the heading that links to another site',
      `<li><h2>${a('x', '<img>')}${a('a', 'Row a')}</h2><p>${text}</p></li><li>${row('b')}</li>`,
      ['Row a', 'Row b'],
    ],
    [
      'items with a menu in the heading',
      `<li><h2><a href="javascript:void(0)">⋮</a>${a('a', 'Row a')}</h2><p>${text}</p></li><li>${row('b')}</li>`,
      ['Row a', 'Row b'],
    ],
    [
      'items with the heading in the link',
      `<li>${a('a', '<h2>Row a</h2>')}<p>${text}</p></li><li>${a('b', '<h2>Row b</h2>')}<p>${text}</p></li>`,
      ['Row a', 'Row b'],
    ],
    [
      'items without headings',
      `<li>${a('a', 'Row a')}<cite>a.example</cite><p>${text}</p></li><li>${a('b', 'Row b')}<cite>b.example</cite><p>${text}</p></li>`,
      ['Row a', 'Row b'],
    ],
    [
      'items without headings that start with a linked address',
      `<li><div>${a('a', 'a.example')}</div>${a('a', 'Row a')}<p>${text}</p></li><li><div>${a('b', 'b.example')}</div>${a('b', 'Row b')}<p>${text}</p></li>`,
      ['Row a', 'Row b'],
    ],
  ])('are read from %s', (_, list, expected) => {
    expect(titles(list)).toEqual(expected);
  });
});
