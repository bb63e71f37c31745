import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../../src/alpha/search.js';

const page = (list: string, beside = ''): string =>
  `<html><head><title>pears - Google Search</title></head><body><div id="search"><div id="rso">${list}</div></div>${beside}</body></html>`;
const row =
  '<div><a href="https://pears.example/"><h3>Pears</h3><cite>https://pears.example</cite></a><div>All of them.</div></div>';

test('does not read an answer in a heading, with the address of its source below, as a row', () => {
  const answer = `<div><div role="heading" aria-level="3"><span>A pear is the fruit of a tree.</span></div>
    <div><div><img alt=""><div><cite>https://fruit.example › pear</cite></div></div><h3><a href="https://fruit.example/pear">Pear</a></h3></div></div>`;
  const { organic_results: rows } = parseAlphaSearch(page(`<div>${answer}</div>${row}`));
  expect(rows.map(({ title }) => title)).toEqual(['Pears']);
});

test('reads a row with an excerpt below the heading of another block', () => {
  const block = '<div role="heading" aria-level="3">Pears near you</div>';
  const { organic_results: rows } = parseAlphaSearch(
    page(`<div>${block}${row.replace('All of them.', 'All of them, from the small to the very large.')}</div>`),
  );
  expect(rows.map(({ title }) => title)).toEqual(['Pears']);
});

const plainRow = (link: string, ...address: string[]): string =>
  `<div><a href="/url?q=${encodeURIComponent(link)}"><span>Pears, and more</span><span>${address.map((part) => `<span>${part}</span>`).join('')}</span></a>
    <div><span>All that is to be said of them.</span></div></div>`;

test.each([
  ['in Unicode letters', 'https://xn--80af3bmz.xn--p1ai/', ['груша.рф'], 'груша.рф'],
  ['with a port', 'http://pears.example:8080/x', ['pears.example:8080', ' › x'], 'pears.example:8080 › x'],
  ['with an IP address', 'http://10.1.2.3/x', ['10.1.2.3 › x'], '10.1.2.3 › x'],
  ['with the name of the site', 'https://en.m.fruit.example/x', ['Fruit', ' › wiki', ' › x'], 'Fruit › wiki › x'],
])('reads the address of a link without a heading %s', (_, link, parts, address) => {
  const html = `<html><body><form action="/search"><input name="q" value="pears"></form>${plainRow(link, ...parts)}</body></html>`;
  const { organic_results: rows } = parseAlphaSearch(html);
  expect(rows).toMatchObject([{ title: 'Pears, and more', link, displayed_link: address }]);
});

test('reads a comment count as the displayed link if there is no address', () => {
  const link = '/url?q=https://forum.example/pears';
  const html = `<div id="main"><div><div><a href="${link}"><h3><div>Pears</div></h3><div>50+ comments · 8 months ago</div></a></div>
    <div>All that can be said of pears, by those who grow them.</div></div></div>`;
  const { organic_results: rows } = parseAlphaSearch(html);
  expect(rows).toMatchObject([{ title: 'Pears', displayed_link: '50+ comments · 8 months ago' }]);
});

test('distinguishes a short excerpt between short lines from a list of names', () => {
  const excerpt = 'How to grow pears, in a few words.';
  const video = `<div><h3><a href="https://videos.example/x">Pears</a></h3><table><tr><td><span>3:27</span></td>
    <td><cite>https://videos.example/x</cite><br><span><span>Uploaded by Ada</span><br>${excerpt}</span></td></tr></table></div>`;
  expect(parseAlphaSearch(page(video)).organic_results[0]?.snippet).toBe(excerpt);
  const names = ['Williams', 'Conference', 'Kaiser'].map((name) => `<div>${name}</div>`).join('');
  const shop = row.replace('All of them.', `<div>${names}</div>`);
  expect(parseAlphaSearch(page(shop)).organic_results[0]?.snippet).toBe('');
});

test('ignores a list of missing words with a full-width colon', () => {
  const note =
    '<div><span>缺少字词：</span><s>梨</s> | <span>必须包含：<a href="/search?q=x">梨的种植方法和品种介绍大全</a></span></div>';
  const { organic_results: rows } = parseAlphaSearch(page(row.replace('</div></div>', `</div>${note}</div>`)));
  expect(rows[0]?.snippet).toBe('All of them.');
});

test('reads rows without headings if they outnumber a link with a heading', () => {
  const link = (name: string) => `https://${name}.example/`;
  const names = ['pears', 'plums', 'figs'];
  const rows = names.map((name) => plainRow(link(name), `${name}.example`)).join('');
  const headed = `<div>${row.replaceAll('pears.example', 'news.example')}</div>`;
  const html = `<html><body><form action="/search"><input name="q" value="pears"></form><div>${headed}${rows}</div></body></html>`;
  expect(parseAlphaSearch(html).organic_results.map((result) => result.link)).toEqual(names.map(link));
});

test('does not read an excerpt with direction marks as a line of offers', () => {
  const excerpt = '\u200ePears of all kinds, \u200eand what they are good for.';
  const offers =
    '<div><div>Free · \u200eAll devices · \u200eGames, fruit and whatever else is sold in a shop like this</div></div>';
  const { organic_results: rows } = parseAlphaSearch(
    page(row.replace('All of them.</div>', `${excerpt}</div>${offers}`)),
  );
  expect(rows[0]?.snippet).toBe('Pears of all kinds, and what they are good for.');
});

test.each([
  ['a rating image', '<div role="img" aria-label="4,5 von 5"><span></span></div>'],
  [
    'a rating image of an old layout',
    '<g-review-stars><span aria-label="4,5 von 5,"><span></span></span></g-review-stars>',
  ],
])('does not read a line with %s as the excerpt, even beside a short excerpt', (_, stars) => {
  const rating = `<div><span>Bewertung 4,5 ${stars}</span> · <span>1.234 Rezensionen von allen, die sie gegessen haben</span></div>`;
  const [rated, alone] = ['<div>Birnen.</div>', ''].map((excerpt) => {
    const html = page(row.replace('<div>All of them.</div>', `${excerpt}${rating}`));
    return parseAlphaSearch(html).organic_results[0]?.snippet;
  });
  expect([rated, alone]).toEqual(['Birnen.', '']);
});

test('ignores a list of missing words that are struck out', () => {
  const note =
    '<div>Fehlend: <s>quitten, mispeln und alle anderen</s> | Muss Folgendes enthalten: <a href="/search?q=x">x</a></div>';
  const html = page(row.replace('All of them.</div>', `All of them.</div>${note}`));
  expect(parseAlphaSearch(html).organic_results[0]?.snippet).toBe('All of them.');
});

const scriptless = (
  excerpt: string,
): string => `<html><body><form action="/search"><input name="q" value="pears"></form>
  <div class="g"><h3><a href="/url?q=https://fruit.example/pears">Pears</a></h3><div><div><cite>fruit.example/pears</cite></div>
  <span>${excerpt}</span><br></div></div></body></html>`;

test('joins the lines of an excerpt that only <br> separates', () => {
  const html = scriptless(
    'The <b>pear</b> is a fruit that grows on a tree of the rose family, and it <br>\nripens from the inside.',
  );
  const { organic_results: rows } = parseAlphaSearch(html);
  expect(rows[0]?.snippet).toBe(
    'The pear is a fruit that grows on a tree of the rose family, and it ripens from the inside.',
  );
});

test('separates words at a line break', () => {
  const { organic_results: rows } = parseAlphaSearch(
    scriptless('The pear is a fruit that grows on a<br><b>pear</b><br><b>tree</b>'),
  );
  expect(rows[0]).toMatchObject({
    snippet: 'The pear is a fruit that grows on a pear tree',
    snippet_matched: ['pear', 'tree'],
  });
});

test.each([
  ['6 нояб. 2019 г.', '6 нояб. 2019 г. ... '],
  ['6 gün önce', '6 gün önce - '],
  ['6. Nov. 2019', '<span>6. Nov. 2019 - </span>'],
])('separates the date %s from an excerpt with line breaks', (date, prefix) => {
  const html = scriptless(`${prefix}The pear is a fruit that grows<br>on a tree`);
  expect(parseAlphaSearch(html, { dates: true }).organic_results[0]).toMatchObject({
    snippet: 'The pear is a fruit that grows on a tree',
    date,
  });
});

test.each([
  'PDF/Adobe Acrobat',
  '12 Nov 2016 - 4 min - Uploaded by A Channel',
  'by A Person - 2015 - Cited by 12 - Related articles',
])('leaves "%s" before a line break out of the excerpt', (note) => {
  const html = scriptless(`${note}<br>The pear is a fruit that grows on a tree.`);
  expect(parseAlphaSearch(html).organic_results[0]?.snippet).toBe('The pear is a fruit that grows on a tree.');
});

const excerptOfPears = 'The pear is a fruit that grows on a tree of the rose family.';

test.each([
  'https://fruit.example/pears#trees',
  'http://www.fruit.example/pears/',
  '/url?q=https://m.fruit.example/pears',
])('reads an excerpt that links to %s', (link) => {
  const html = scriptless(`<a href="${link}">${excerptOfPears}</a>`);
  expect(parseAlphaSearch(html).organic_results[0]?.snippet).toBe(excerptOfPears);
});

test('reads an excerpt in the link with the title and the address', () => {
  const inLink = (name: string) =>
    `<div><a href="https://${name}.example/x"><div><span>www.${name}.example › x</span></div><h3>${name}</h3><div><span>Nov 6, 2019 — </span>${excerptOfPears}</div></a></div>`;
  const { organic_results: rows } = parseAlphaSearch(page(inLink('pears') + inLink('plums') + inLink('figs')));
  const fields = rows.map(({ title, snippet, displayed_link }) => [title, snippet, displayed_link]);
  expect(fields).toEqual(['pears', 'plums', 'figs'].map((name) => [name, excerptOfPears, `www.${name}.example › x`]));
});

test.each([
  ['in bold', 'Nov 6, 2019 <b>...</b> '],
  ['in a separate element', '<span>Nov 6, 2019</span> ... '],
])('splits off a date before an ellipsis %s on a page without scripts', (_, prefix) => {
  const html = scriptless(`${prefix}The <b>pear</b> is a fruit that grows on a tree <br>\nof the rose <b>...</b>`);
  const { organic_results: rows } = parseAlphaSearch(html, { dates: true });
  expect(rows[0]).toMatchObject({
    snippet: 'The pear is a fruit that grows on a tree of the rose ...',
    snippet_matched: ['pear'],
    date: 'Nov 6, 2019',
  });
});

test('leaves a note above the excerpt out of it and reads its date', () => {
  const note =
    '<span><span>21 Nov 2009</span> - <span>4 min</span> - <span>Uploaded by a very busy gardener</span></span><br>';
  const html = scriptless(`${note}How to prune a pear tree in winter, step by step, with <br>\nbefore and after.`);
  const { organic_results: rows } = parseAlphaSearch(html, { dates: true });
  expect(rows[0]).toMatchObject({
    snippet: 'How to prune a pear tree in winter, step by step, with before and after.',
    date: '21 Nov 2009',
  });
});

test('drops places in a table without excerpts', () => {
  const place = (
    name: string,
  ) => `<tr><td><img alt=""></td><td><h4><a href="https://${name}.example/">The ${name}</a></h4>
    <cite>${name}.example</cite> - <span>8 (495) 769-08-68</span></td></tr>`;
  const pack = `<div><a href="/maps">Map of pears</a><table>${['anjou', 'bosc', 'comice'].map(place).join('')}</table></div>`;
  const { organic_results: rows } = parseAlphaSearch(page(`${pack}${row}`));
  expect(rows.map(({ title }) => title)).toEqual(['Pears']);
});

test('reads headings with several roles', () => {
  const item = (
    name: string,
  ) => `<div><a href="https://videos.example/${name}" role="heading" aria-level="3"><div>${name}</div>
    <div><cite>VideoHub</cite></div></a></div>`;
  const pack = `<div><a role="heading link" aria-level="2" tabindex="0">Trailers</a><div>${item('One')}${item('Two')}</div></div>`;
  const { organic_results: rows } = parseAlphaSearch(page(`${pack}${row}`));
  expect(rows.map(({ title }) => title)).toEqual(['Pears']);
});

test('reads rows of a list that is hidden until a script is ready', () => {
  const rows = ['one', 'two', 'three'].map((name) => row.replaceAll('pears.example', `${name}.example`));
  const hidden = `<div style="visibility:hidden;opacity:0">${rows.join('')}</div>`;
  expect(parseAlphaSearch(page(hidden)).organic_results).toHaveLength(3);
});

test('drops a row hidden from screen readers unless all rows are hidden, as behind an open dialog', () => {
  const hidden = row.replace('<div>', '<div aria-hidden="true">').replaceAll('pears.example', 'unseen.example');
  const open = page(row + hidden).replace('<body>', '<body><div aria-hidden="true">');
  for (const html of [page(row + hidden), open]) {
    const { organic_results: rows } = parseAlphaSearch(html);
    expect(rows.map(({ link }) => link)).toEqual(['https://pears.example/']);
  }
});

test('reads one row from an image and a title with the same target', () => {
  const pictured = row.replace('<a href="https://pears.example/"><h3>Pears</h3>', '<a href="https://pears.example/">');
  const heading =
    '<h3><a href="https://pears.example/">Pears</a><a href="https://pears.example/"><img alt=""></a></h3>';
  const { organic_results: rows } = parseAlphaSearch(page(pictured.replace('<div>', `<div>${heading}`)));
  expect(rows).toMatchObject([{ title: 'Pears', snippet: 'All of them.' }]);
});

test('reads a title without a heading below site and address', () => {
  const item = (
    name: string,
  ) => `<div><a href="https://${name}.example/x"><div>${name} › x</div><div>All about ${name}</div></a>
    <div>What there is to be said of them, in a sentence or two.</div></div>`;
  const { organic_results: rows } = parseAlphaSearch(page(item('pears') + item('plums')));
  expect(rows).toMatchObject([
    { title: 'All about pears', displayed_link: 'pears › x' },
    { title: 'All about plums', displayed_link: 'plums › x' },
  ]);
});

test('reads titles in headings of the section level', () => {
  const rows = [1, 2].map((i) => row.replaceAll('h3>', 'h2>').replaceAll('pears', `pears${i}`)).join('');
  const { organic_results: read } = parseAlphaSearch(page(`<div><h2>Pears near you</h2></div>${rows}`));
  expect(read.map(({ link }) => link)).toEqual(['https://pears1.example/', 'https://pears2.example/']);
});

test.each([
  ['an address', '<div>https://plum.example › a</div>', ['Pears', 'Pears', 'Plums of the valley']],
  ['no address', '<div>Plums and more</div>', ['Pears', 'Pears']],
])('reads a linked heading of the section level beside %s', (_, beside, titles) => {
  const section = (n: number, inside: string): string =>
    `<div><a href="https://plum.example/${n}"><h2>Plums of the valley</h2>${inside}</a><p>All of them, from the small to the large.</p></div>`;
  const list = row + row.replaceAll('pears.', 'pears2.') + section(1, beside) + section(2, '<div>More of them</div>');
  expect(parseAlphaSearch(page(list)).organic_results.map(({ title }) => title)).toEqual(titles);
});

test('reads an address without <cite> before a menu', () => {
  const unmarked = row
    .replace(/<cite>.*<\/cite>/, '')
    .replace(
      '<div>All',
      '<div><span>pears.example/all</span> - <a href="/search?q=related:x">Similar</a></div><div>All',
    );
  const { organic_results: read } = parseAlphaSearch(page(unmarked));
  expect(read).toMatchObject([{ displayed_link: 'pears.example/all', snippet: 'All of them.' }]);
});

test('reads the site name below the excerpt if it is a part of the host and not a link', () => {
  const sourceOf = (line: string, host = 'pearhouse.example'): string | undefined => {
    const row = `<div><a href="https://${host}/"><h3>Pears</h3><cite>https://${host}</cite></a><p>An excerpt of the page that is long enough to be told from names.</p><div>${line}</div></div>`;
    return parseAlphaSearch(`<title>pears - Google Search</title><div id="search"><div id="rso">${row}</div></div>`)
      .organic_results[0]?.source;
  };
  expect(sourceOf('Pear House')).toBe('Pear House');
  expect(sourceOf('Orchard')).toBe('pearhouse.example');
  expect(sourceOf('<a href="https://pearhouse.example/b">Pear House</a>')).toBe('pearhouse.example');
  expect(sourceOf('P')).toBe('pearhouse.example');
});

test('reads the site name between title and address of a link without a heading', () => {
  const plain =
    '<div><a href="/url?q=https://pears.example/"><div>Pears</div><div>Orchard</div><div>https://pears.example › all</div></a><div>All of them.</div></div>';
  const { organic_results: read } = parseAlphaSearch(`<body>${plain}</body>`);
  expect(read).toMatchObject([{ title: 'Pears', source: 'Orchard', displayed_link: 'https://pears.example › all' }]);
});

test.each([
  ['duration and date after a line break', '<br>Duration: 2:43<br>Опубликовано: 12 нояб. 2016 г.'],
  ['a line of date and duration', '<div><span>21 Nov 2009</span> - <span>4 min</span></div>'],
  ['a rating', '<div>4.5 (1,234) - A long name of a shop that sells pears and plums of all kinds</div>'],
  [
    'a line of site and channel',
    '<div><span>Fruit</span> · <span>All the pears of the world and more of them</span></div>',
  ],
])('does not read %s as the excerpt', (_, line) => {
  const text = 'The pear is a fruit that grows on a tree.';
  expect(parseAlphaSearch(scriptless(`${text}${line}`)).organic_results[0]?.snippet).toBe(text);
  expect(parseAlphaSearch(scriptless(line.replace(/^<br>[^<]*/, ''))).organic_results[0]?.snippet).toBe('');
});

test('ignores a heading that is not displayed', () => {
  const html = page(row.replace(/<h3>/, '<h3 hidden>Web results</h3><h3>'));
  expect(parseAlphaSearch(html).organic_results[0]?.title).toBe(parseAlphaSearch(page(row)).organic_results[0]?.title);
});

test('does not read a link to the rest of a table as the excerpt', () => {
  const table = '<table><tr><th>Pear</th><th>Year</th></tr><tr><td>Williams</td><td>1770</td></tr></table>';
  const withTable = (below: string): string =>
    row.replace('<div>All of them.</div>', `<div><div>${table}</div><div>${below}</div></div>`);
  const excerptOf = (below: string): string | undefined =>
    parseAlphaSearch(page(withTable(below))).organic_results[0]?.snippet;
  expect(excerptOf('<a href="https://pears.example/">View 102 more of these pears</a>')).toBe('');
  expect(excerptOf('All of the pears that there are.')).toBe('All of the pears that there are.');
});

test.each([
  '<button aria-label="More">\u22ee</button>',
  '<span role="button">Save</span>',
  '<span role="tooltip">Opens the page</span>',
  '<span style="position:absolute;opacity:0">Opens the page</span>',
  '<svg><title>External</title></svg>',
  '<noscript>Pears</noscript>',
])('leaves controls and hidden text out of the title: %s', (part) => {
  const { organic_results: rows } = parseAlphaSearch(page(row.replace('Pears</h3>', `Pears${part}</h3>`)));
  expect(rows.map(({ title }) => title)).toEqual(['Pears']);
});

test('reads rows without addresses if most rows have none', () => {
  const bare = (number: number, excerpt: string): string =>
    `<div><a href="https://pears${number}.example/"><h3>Pears ${number}</h3></a><div>${excerpt}</div></div>`;
  const excerptText = 'All that can be said of pears, by those who grow them.';
  const titles = (list: string) => parseAlphaSearch(page(list)).organic_results.map(({ title }) => title);
  const all = [1, 2, 3].map((number) => bare(number, excerptText)).join('');
  expect(titles(all + bare(4, 'Green.'))).toEqual(['Pears 1', 'Pears 2', 'Pears 3']);
  expect(titles(row + row.replaceAll('pears.', 'plums.') + bare(1, excerptText))).toEqual(['Pears', 'Pears']);
  const { organic_results: rows } = parseAlphaSearch(page(all));
  expect(rows[0]).toMatchObject({ displayed_link: '', source: 'pears1.example', snippet: excerptText });
});

test('ignores a heading for screen readers in the link of a title', () => {
  const unseen =
    '<h3 style="position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;overflow:hidden">Web result</h3>';
  const { organic_results: rows } = parseAlphaSearch(page(row.replace('<h3>', `${unseen}<h3>`)));
  expect(rows).toMatchObject([{ title: 'Pears', displayed_link: 'https://pears.example' }]);
});

test('reads the list while the page around it is hidden from screen readers', () => {
  const many = '<p>Words of a dialog.</p>'.repeat(60);
  const html = page(row).replace('<body>', `<body><div role="dialog">${many}</div><div aria-hidden="true">`);
  expect(parseAlphaSearch(html).organic_results).toHaveLength(1);
});

test.each<[string, string, string, string]>([
  ['is read if it has 40 letters', 'www.pears.example › x', 'x'.repeat(40), 'x'.repeat(40)],
  ['is ignored if it has 39 letters', 'www.pears.example › x', 'x'.repeat(39), ''],
  ['is read below a breadcrumb with the site name', 'Orchard › x', 'x'.repeat(40), 'x'.repeat(40)],
])('an excerpt in the link with the title and the address %s', (_, address, excerpt, snippet) => {
  const inLink = `<div><a href="https://pears.example/x"><div><span>${address}</span></div><h3>Pears</h3><div>${excerpt}</div></a></div>`;
  const below = `<div>${row}</div>`.replaceAll('pears.example', 'plums.example');
  const found = parseAlphaSearch(page(inLink + below)).organic_results.find(({ domain }) => domain === 'pears.example');
  expect(found?.snippet ?? '').toBe(snippet);
});
