import { expect, test } from 'vitest';
import { parseAlphaNews } from '../../src/index.js';

const a = (site: string, inside: string) => `<a href="https://${site}.example/">${inside}</a>`;
const date = '2 hours ago';
const text = 'A text that says something of the story and is long enough for it.';

/** Identifies the page as a news page, regardless of its rows. */
const pager = '<a href="/search?q=tea&tbm=nws&start=10">2</a>';

function read(rows: string) {
  const { organic_results: found } = parseAlphaNews(
    `<title>tea - Google Search</title><div id="search"><div id="rso">${rows}</div></div>${pager}`,
  );
  return found.map(({ title, source, snippet, date: shown }) => [title, source, snippet, shown]);
}

/** A row with the given lines above and below its title. */
const row = (site: string, above: readonly string[], below: readonly string[]) => {
  const lines = (some: readonly string[]) => some.map((line) => `<div>${line}</div>`).join('');
  return `<div>${lines(above)}${a(site, `<h3>Row ${site}</h3>`)}${lines(below)}</div>`;
};

test.each<[string, string[], string[], (string | undefined)[]]>([
  ['publisher above, date last', ['The Tide'], [text, date], ['The Tide', text, date]],
  ['publisher above, date first', ['The Tide'], [date, text], ['The Tide', text, date]],
  ['two lines above: the last is the publisher', ['News', 'The Tide'], [text, date], ['The Tide', text, date]],
  [
    'publisher and date in one line',
    [],
    [`<span>The Tide</span><span> - </span><span>${date}</span>`, text],
    ['The Tide', text, date],
  ],
  [
    'publisher, place and date in one line',
    [],
    [`<span>The Tide</span><span> - </span><span>Quill</span><span> - </span><span>${date}</span>`, text],
    ['The Tide - Quill', text, date],
  ],
  ['text, publisher and date below each other', [], [text, 'The Tide', date], ['The Tide', text, date]],
  ['text above the title, publisher and date below it', [text], ['The Tide', date], ['The Tide', text, date]],
  ['a longer line above publisher and text', ['x'.repeat(80), 'The Tide'], [text, date], ['The Tide', text, date]],
  ['publisher below the text, date above it', [], [date, text, 'The Tide'], ['The Tide', text, date]],
  [
    'publisher below the text, and its separator before the date',
    [],
    [`<span>-</span>${date}`, text, 'The Tide'],
    ['The Tide', text, date],
  ],
  ['publisher below date and text', [], [`${date} · ${text}`, 'The Tide'], ['The Tide', text, date]],
  ['publisher and date above the title', ['The Tide', date], [text], ['The Tide', text, date]],
  ['date and publisher above the title', [date, 'The Tide'], [text], ['The Tide', text, date]],
  [
    'publisher and date in one line above the title',
    [`<span>The Tide</span> · <span>${date}</span>`],
    [text],
    ['The Tide', text, date],
  ],
  [
    'date and publisher in one line above the title',
    [`<span>${date}</span> · <span>The Tide</span>`],
    [text],
    ['The Tide', text, date],
  ],
  ['the same text twice', ['The Tide'], [text, date, text], ['The Tide', text, date]],
  [
    'a copy that is invisible in its place',
    ['The Tide'],
    [`<p style="visibility:hidden">${text} And more.</p>`, text, date],
    ['The Tide', text, date],
  ],
  ['date and text in one line', [], ['The Tide', `${date} · ${text}`], ['The Tide', text, date]],
  ['two dates: the last is the date', ['The Tide'], ['3 days ago', text, date], ['The Tide', text, date]],
  ['publisher below, no date', [], ['The Tide', text], ['The Tide', text, undefined]],
  ['a lone short line is the publisher', [], ['The Tide'], ['The Tide', '', undefined]],
  ['a lone short line with a number is the publisher', [], ['Tide 24'], ['Tide 24', '', undefined]],
  ['a lone line of 60 letters is the publisher', [], ['x'.repeat(60)], ['x'.repeat(60), '', undefined]],
  ['a lone line of 61 letters is the text', [], ['x'.repeat(61)], ['a.example', 'x'.repeat(61), undefined]],
  ['the first of two lines is the publisher', [], ['x'.repeat(61), text], ['x'.repeat(61), text, undefined]],
  ['a line of 60 letters above the title is the publisher', ['x'.repeat(60)], [date], ['x'.repeat(60), '', date]],
  ['a text of one letter', ['The Tide'], ['Q', date], ['The Tide', 'Q', date]],
  [
    'two names in one line above the title',
    ['<span>News</span> · <span>The Tide</span>'],
    [text],
    ['News · The Tide', text, undefined],
  ],
  ['only a date', [], [date], ['a.example', '', date]],
  ['the longer of two lines is the text', ['The Tide'], ['Short', text, 'Longer'], ['The Tide', text, undefined]],
  [
    'the first of two lines of the same length is the text',
    ['The Tide'],
    ['Short', 'Other', date],
    ['The Tide', 'Short', date],
  ],
  [
    'a date in an unknown language, last below a text',
    ['The Tide'],
    [text, 'qov 3 zhaan'],
    ['The Tide', text, 'qov 3 zhaan'],
  ],
  [
    'a date in an unknown language as the only line below the title',
    ['The Tide'],
    ['qov 3 zhaan'],
    ['The Tide', 'qov 3 zhaan', undefined],
  ],
  [
    'a date in an unknown language of 40 letters',
    ['The Tide'],
    [text, `3 ${'z'.repeat(38)}`],
    ['The Tide', text, `3 ${'z'.repeat(38)}`],
  ],
  [
    'a date in an unknown language of 41 letters',
    ['The Tide'],
    [text, `3 ${'z'.repeat(39)}`],
    ['The Tide', text, undefined],
  ],
  ['a date in an unknown language without a number', ['The Tide'], [text, 'qov zhaan'], ['The Tide', text, undefined]],
  [
    'a date in an unknown language beside the publisher',
    [],
    ['<span>The Tide</span><span> - </span><span>qov 3 zhaan</span>', text],
    ['The Tide', text, 'qov 3 zhaan'],
  ],
  [
    'a date in an unknown language before the text',
    [],
    ['The Tide', `<span>qov 3 zhaan</span><span> · </span><span>${text}</span>`],
    ['The Tide', text, 'qov 3 zhaan'],
  ],
  [
    'a date in an unknown language in the third line',
    [],
    ['The Tide', text, '<span>Quill</span><span> - </span><span>qov 3 zhaan</span>'],
    ['The Tide', text, undefined],
  ],
  [
    'a date in an unknown language of 40 letters before the text',
    [],
    ['The Tide', `<span>3 ${'z'.repeat(38)}</span><span> · </span><span>${text}</span>`],
    ['The Tide', text, `3 ${'z'.repeat(38)}`],
  ],
  [
    'a date in an unknown language of 40 letters beside the publisher',
    [],
    [`<span>The Tide</span><span> - </span><span>3 ${'z'.repeat(38)}</span>`, text],
    ['The Tide', text, `3 ${'z'.repeat(38)}`],
  ],
  [
    'a date in an unknown language of 41 letters before the text',
    [],
    ['The Tide', `<span>3 ${'z'.repeat(39)}</span><span> · </span><span>${text}</span>`],
    ['The Tide', `3 ${'z'.repeat(39)} · ${text}`, undefined],
  ],
])('reads a row: %s', (_, above, below, expected) => {
  expect(read(row('a', above, below) + row('b', above, below))[0]).toEqual(['Row a', ...expected]);
});

test.each<[string, string[], string[]]>([
  ['after source', [], [`<b>The Tide</b><b> - </b><b>${date}</b>`, text]],
  ['before source', [`<b>${date}</b> · <b>The Tide</b>`], [text]],
  ['line', ['The Tide'], [text, date]],
  ['before snippet', ['The Tide'], [`${date} · ${text}`]],
  ['last line', ['The Tide'], [text, 'qov 3 zhaan']],
  ['second part', [], ['<b>The Tide</b><b> - </b><b>qov 3 zhaan</b>', text]],
  ['first part', [], ['The Tide', `<b>qov 3 zhaan</b><b> · </b><b>${text}</b><b> · </b><b>More</b>`]],
])('names in the diagnostics how the date was found: %s', (reader, above, below) => {
  const rows = row('a', above, below) + row('b', above, below);
  const { diagnostics } = parseAlphaNews(`<div id="rso">${rows}</div>${pager}`, { diagnostics: true });
  const readersOf = (name: string) =>
    diagnostics!.fields.filter(({ field }) => field === name).map((found) => found.reader);
  expect(readersOf('date')).toEqual([reader, reader]);
  expect(readersOf('source')).toEqual(['line', 'line']);
});

test('reads matched words only from the text', () => {
  const page = `<div id="rso">${row('a', ['The <em>Tide</em>'], ['A <em>text</em> on <em>tea</em>', date])}</div>`;
  expect(parseAlphaNews(page).organic_results[0]?.snippet_matched).toEqual(['text', 'tea']);
});

const under = (site: string, line = `<span>Pub</span><span> - </span><span>${date}</span>`) =>
  `<div>${a(site, `Under ${site}`)}<br>${line}</div>`;

test.each<[string, string, string[]]>([
  ['a link above publisher and date', under('u'), ['Row a', 'Under u']],
  ['a link with the sign of a menu behind it', under('u').replace('</a>', '$& <b>⋮</b>'), ['Row a', 'Under u']],
  ['a link with a button behind it', under('u').replace('</a>', '$&<button>Save</button>'), ['Row a', 'Under u']],
  [
    'a link in an unknown element beside a box',
    under('u')
      .replace(/<a .*<\/a>/, '<x-a>$&</x-a>')
      .replace('</div>', '<div>More</div>$&'),
    ['Row a', 'Under u'],
  ],
  ['two such links in one block', `<div>${under('u')}${under('v')}</div>`, ['Row a', 'Under u', 'Under v']],
  [
    'a link above publisher, place and date',
    under('u', `<span>Pub</span><span> - </span><span>x</span><span> - </span><span>${date}</span>`),
    ['Row a'],
  ],
  ['a link above only a date', under('u', date), ['Row a']],
  ['a link above only a publisher', under('u', '<span>Pub</span><span> - </span><span>x</span>'), ['Row a']],
  [
    'a link of the engine',
    `<div><a href="/search?q=x">Under</a><br><span>Pub</span><span> - </span><span>${date}</span></div>`,
    ['Row a'],
  ],
  ['an image link', `<div>${a('u', '<img>')}<br><span>Pub</span><span> - </span><span>${date}</span></div>`, ['Row a']],
  [
    'a link in a separate block',
    `<div><div>${a('u', 'Under')}</div><div><span>Pub</span><span> - </span><span>${date}</span></div></div>`,
    ['Row a'],
  ],
])('reads the stories below another story: %s', (_, below, titles) => {
  const rows = ['a', 'b', 'c'].map((site) => row(site, ['The Tide'], [text, date]));
  const html = rows.join('').replace('Row a</h3></a>', `$&${below}`);
  expect(read(html).map(([title]) => title)).toEqual([...titles, 'Row b', 'Row c']);
});

const plain = (site: string, line: string) => `<p>${a(site, `Plain ${site}`)}</p><p>${line}</p>`;

test.each<[string, string, string[]]>([
  [
    'are titles if they are lines above publisher and date',
    plain('a', `<b>Pub</b><b> - </b><b>${date}</b>`) + plain('b', `<b>Pub</b><b> - </b><b>${date}</b>`),
    ['Plain a', 'Plain b'],
  ],
  [
    'are titles if they are above a date in an unknown language',
    plain('a', '<b>Pub</b><b> - </b><b>qov 3 zhaan</b>'),
    ['Plain a'],
  ],
  [
    'are titles if a date is in one of the five lines below them',
    `${plain('a', '1. Words</p><p>2. Words</p><p>3. Words</p><p>4. Words</p><p>2 hours ago')}${plain('b', '1. Words</p><p>2. Words</p><p>3. Words</p><p>4. Words</p><p>5. Words</p><p>2 hours ago')}`,
    ['Plain a'],
  ],
  ['are titles above a date of 40 letters', plain('a', `<b>Pub</b><b> - </b><b>3 ${'z'.repeat(38)}</b>`), ['Plain a']],
  [
    'are not titles if they do not outnumber two links with headings',
    `${['x', 'y'].map((site) => a(site, `<h3>Head ${site}</h3>`)).join('')}${['a', 'b'].map((site) => plain(site, `<b>Pub</b><b> - </b><b>${date}</b>`)).join('')}`,
    ['Head x', 'Head y'],
  ],
  [
    'are not titles if they outnumber them in a list with an id',
    `<div id="rso">${['x', 'y'].map((site) => `<div>${a(site, `<h3>Head ${site}</h3>`)}</div>`).join('')}${['a', 'b', 'c'].map((site) => plain(site, date)).join('')}</div>`,
    ['Head x', 'Head y'],
  ],
  [
    'are no titles above a line without a date',
    `<p>${a('x', 'Plain x')}</p><p>Words without numbers</p>${plain('a', `<b>Pub</b><b> - </b><b>${date}</b>`)}`,
    ['Plain a'],
  ],
  [
    'are titles if they outnumber two links with headings on a page without a list id',
    `${['x', 'y'].map((site) => a(site, `<h3>Head ${site}</h3>`)).join('')}${['a', 'b', 'c'].map((site) => plain(site, `<b>Pub</b><b> - </b><b>${date}</b>`)).join('')}`,
    ['Plain a', 'Plain b', 'Plain c'],
  ],
  [
    'are not titles if there are three links with headings',
    `${['x', 'y', 'z'].map((site) => `<div>${a(site, `<h3>Head ${site}</h3>`)}</div>`).join('')}${['a', 'b', 'c', 'd'].map((site) => plain(site, `<b>Pub</b><b> - </b><b>${date}</b>`)).join('')}`,
    ['Head x', 'Head y', 'Head z'],
  ],
  [
    'are not titles if their line has other text',
    `<p>${a('a', 'Plain a')} and more</p><p><b>Pub</b><b> - </b><b>${date}</b></p>${plain('b', `<b>Pub</b><b> - </b><b>${date}</b>`)}`,
    ['Plain b'],
  ],
])('links without headings %s', (_, rows, titles) => {
  const { organic_results: found } = parseAlphaNews(
    `<title>tea - Google Search</title><div id="topstuff"></div>${rows}${pager}`,
  );
  expect(found.map(({ title }) => title)).toEqual(titles);
});

type Story = (title: string, name: string, when: string, excerpt: string) => string;

test.each<[string, Story]>([
  ['paragraphs', (...parts) => parts.map((part) => `<p>${part}</p>`).join('')],
  [
    'a bold title',
    (title, name, when, excerpt) => `<div><b>${title}</b></div><p>${excerpt}</p><p>${name}</p><p>${when}</p>`,
  ],
  [
    'terms',
    (title, name, when, excerpt) => `<dl><dt>${title}</dt><dd>${name}</dd><dd><i>${when}</i> · ${excerpt}</dd></dl>`,
  ],
  ['rows of tables', (...parts) => `<table>${parts.map((part) => `<tr><td>${part}</td></tr>`).join('')}</table>`],
  ['cells', (...parts) => parts.map((part) => `<div role="gridcell">${part}</div>`).join('')],
])('reads rows without headings as %s', (_, story) => {
  const rows = ['a', 'b', 'c'].map((site) => story(a(site, `Row ${site}`), 'The Tide', date, `${text} Of ${site}.`));
  const page = `<title>tea - Google Search</title><div id="rso">${rows.map((inside) => `<div>${inside}</div>`).join('')}</div>${pager}`;
  const found = parseAlphaNews(page).organic_results;
  expect(found.map(({ title, source, date: when, snippet }) => [title, source, when, snippet])).toEqual(
    ['a', 'b', 'c'].map((site) => [`Row ${site}`, 'The Tide', date, `${text} Of ${site}.`]),
  );
});

test('a link above a date in the menu of the page is no row', () => {
  const menu = `<nav><div>${a('maps', 'Maps')}</div><div>${date}</div></nav>`;
  const rows = ['b', 'c'].map((site) => `<div>${plain(site, date)}</div>`).join('');
  const page = `<title>tea - Google Search</title>${menu}<div id="topstuff"></div>${rows}${pager}`;
  expect(parseAlphaNews(page).organic_results.map(({ title }) => title)).toEqual(['Plain b', 'Plain c']);
});

test('reads stories without a heading under another one: a menu may be above publisher and date', () => {
  const story = (menu: string, site: string) =>
    `<div>${a(site, `Row ${site}`)}${menu}<br><span>The Tide</span><span> - </span><span>${date}</span></div>`;
  const found = (menu: string) => read(row('a', ['The Tide'], [text, date]) + story(menu, 'b')).map(([title]) => title);
  expect(found('')).toEqual(['Row a', 'Row b']);
  expect(found('<div>⋮</div>')).toEqual(['Row a', 'Row b']);
  expect(found('<div>A text</div>')).toEqual(['Row a']);
});

test('reads title and publisher in one box of a link around the whole story', () => {
  const story = (site: string) =>
    a(site, `<div><p><b>Row ${site}</b></p><div>The Tide</div></div><div><p>${date}</p><p>${text}</p></div>`);
  expect(read(['a', 'b'].map((site) => `<div>${story(site)}</div>`).join(''))).toEqual([
    ['Row a', 'The Tide', text, date],
    ['Row b', 'The Tide', text, date],
  ]);
});
