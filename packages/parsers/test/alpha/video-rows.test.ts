import { describe, expect, test } from 'vitest';
import { youTubeVideoId } from '../../src/alpha/videos/video-row.js';
import { parseAlphaVideos } from '../../src/index.js';

const text = 'A text that says something of the video and is long enough for it.';
const cite = (line: string) => `<cite>${line}</cite>`;

/** Identifies the page as a video page, regardless of its rows. */
const pager = '<a href="/search?q=tea&tbm=vid&start=10">2</a>';

function read(rows: string) {
  const page = `<title>tea - Google Search</title><div id="search"><div id="rso">${rows}</div></div>${pager}`;
  return parseAlphaVideos(page).organic_results;
}

/** A row with the given lines in its link below the title, and below the link. */
function row(site: string, head: readonly string[], body: readonly string[], tag = 'h3') {
  const lines = (some: readonly string[]) => some.map((line) => `<div>${line}</div>`).join('');
  return `<div><a href="https://${site}.example/v"><${tag}>Video ${site}</${tag}>${lines(head)}</a>${lines(body)}</div>`;
}

const parts = (...some: string[]) => some.map((part) => `<span>${part}</span>`).join('<span> · </span>');

test.each<[string, string[], string[], object]>([
  [
    'site and view count in the link',
    ['YouTube · Ann', cite('300+ views · 2 years ago')],
    ['6:14', text],
    {
      source: 'YouTube',
      channel: 'Ann',
      displayed_link: '300+ views · 2 years ago',
      date: '2 years ago',
      snippet: text,
      duration: '6:14',
    },
  ],
  [
    'a channel with a dot',
    ['YouTube · Ann · Topic', cite('2 years ago')],
    [text],
    {
      source: 'YouTube',
      channel: 'Ann · Topic',
      displayed_link: '2 years ago',
      date: '2 years ago',
      snippet: text,
      duration: '',
    },
  ],
  [
    'an address in the link',
    ['YouTube', cite('https://a.example › v')],
    [text],
    { source: 'YouTube', channel: '', displayed_link: 'https://a.example › v', snippet: text },
  ],
  [
    'an address without <cite>',
    ['YouTube', 'a.example › v'],
    [text],
    { source: 'YouTube', displayed_link: 'a.example › v', snippet: text },
  ],
  [
    'a view count without <cite>',
    ['YouTube', '300+ views · 2 years ago'],
    [text],
    { source: 'YouTube', displayed_link: '300+ views · 2 years ago', date: '2 years ago' },
  ],
  [
    'site, channel and date below',
    [cite('a.example')],
    [text, parts('YouTube', 'Ann', '2 years ago')],
    { source: 'YouTube', channel: 'Ann', date: '2 years ago', snippet: text, displayed_link: 'a.example' },
  ],
  [
    'site and date below',
    [cite('a.example')],
    [text, parts('YouTube', '2 years ago')],
    { source: 'YouTube', channel: '', date: '2 years ago', snippet: text },
  ],
  [
    'date and channel below',
    [cite('a.example')],
    [text, parts('2 years ago', 'Ann', 'Topic')],
    { source: 'a.example', channel: 'Ann · Topic', date: '2 years ago', snippet: text },
  ],
  [
    'site and channel below, without a date',
    ['YouTube', cite('a.example')],
    [text, parts('You', 'Ann')],
    { source: 'You', channel: '', date: 'Ann', snippet: text },
  ],
  [
    'parts that are neither site nor date',
    ['YouTube', cite('a.example')],
    [text, parts('Other', 'Ann')],
    { source: 'YouTube', channel: '', snippet: text },
  ],
  [
    'a date before the text',
    ['YouTube', cite('a.example')],
    [`2 years ago — ${text}`],
    { source: 'YouTube', date: '2 years ago', snippet: text },
  ],
  [
    'a line that is a date',
    ['YouTube', cite('a.example')],
    [text, '2 years ago'],
    { source: 'YouTube', date: '2 years ago', snippet: text },
  ],
  ['a date as the only line', ['YouTube', cite('a.example')], ['2 years ago'], { date: '2 years ago', snippet: '' }],
  ['only a title', [], [], { source: 'a.example', channel: '', displayed_link: '', snippet: '', duration: '' }],
  ['only a site', ['YouTube'], [], { source: 'YouTube', displayed_link: '', snippet: '' }],
  [
    'a date in unknown words beside the view count',
    ['YouTube', cite('300+ views · the other day')],
    [text],
    { displayed_link: '300+ views · the other day', date: 'the other day' },
  ],
  [
    'site and view count in one line',
    [`<b>YouTube</b> ${cite('300+ views · 2 years ago')}`],
    [text],
    { source: 'YouTube', displayed_link: '300+ views · 2 years ago', date: '2 years ago', snippet: text },
  ],
  [
    'the date in a line of its own, and site and channel',
    [cite('a.example')],
    [text, parts('A', 'Ann'), '2 years ago'],
    { source: 'A', channel: 'Ann', date: '2 years ago', snippet: text },
  ],
  [
    'the date in a line of its own, and after the channel',
    [cite('a.example')],
    [text, parts('A', 'Ann', '3 years ago'), '3 years ago'],
    { source: 'A', channel: 'Ann', date: '3 years ago', snippet: text },
  ],
  [
    'the text above the address, all in the link',
    [text, cite('a.example › v')],
    [],
    { source: 'a.example', displayed_link: 'a.example › v', snippet: text },
  ],
  [
    'a duration in a text',
    ['YouTube', cite('a.example')],
    [`At 6:14 ${text}`],
    { duration: '', snippet: `At 6:14 ${text}` },
  ],
  [
    'a duration in an element of a line',
    ['YouTube', cite('a.example')],
    ['<span>6:14</span><span> long</span>', text],
    { duration: '6:14' },
  ],
  ['a highlighted duration', ['YouTube', cite('a.example')], [`At <b>6:14</b> ${text}`], { duration: '' }],
  [
    'a duration with hours',
    ['YouTube', cite('a.example')],
    ['▶ 1:06:14', text],
    { duration: '1:06:14', snippet: text },
  ],
  [
    'two lines of text in one block',
    ['YouTube', cite('a.example')],
    ['One line<br>another'],
    { snippet: 'One line another' },
  ],
  ['two texts in two blocks', ['YouTube', cite('a.example')], [text, 'Another'], { snippet: text }],
  [
    'all its lines in the link',
    ['YouTube', cite('a.example'), text],
    [],
    { source: 'YouTube', displayed_link: 'a.example', snippet: text },
  ],
  [
    'site, a channel with a dot and date below',
    [cite('a.example')],
    [text, parts('YouTube', 'Ann', 'Topic', '2 years ago')],
    { source: 'YouTube', channel: 'Ann · Topic', date: '2 years ago', snippet: text },
  ],
  [
    'a view count above the text',
    ['YouTube'],
    ['300+ views · 2 years ago', text],
    { source: 'YouTube', displayed_link: '300+ views · 2 years ago', date: '2 years ago', snippet: text },
  ],
  [
    'only a view count below the link',
    ['YouTube'],
    ['300+ views · 2 years ago'],
    { source: 'YouTube', displayed_link: '' },
  ],
  [
    'a view count with three parts',
    ['YouTube', '300+ views · 2 years ago · HD'],
    [text],
    { source: 'YouTube', displayed_link: '', snippet: text },
  ],
  [
    'a date after a name instead of a view count',
    ['YouTube', 'Ann · 2 years ago'],
    [text],
    { source: 'YouTube', displayed_link: '', snippet: text },
  ],
  [
    'site and address in one line',
    [`<span>YouTube</span>${cite('a.example › v')}`],
    [text],
    { source: 'YouTube', displayed_link: 'a.example › v', snippet: text },
  ],
  [
    'site and written address in one line',
    ['<span>YouTube</span><span>https://a.example › v</span>'],
    [text],
    { source: 'YouTube', displayed_link: 'https://a.example › v', snippet: text },
  ],
  [
    'site and address in one line with a dot',
    [`<span>YouTube</span> · ${cite('a.example › v')}`],
    [text],
    { source: 'YouTube', displayed_link: 'a.example › v', snippet: text },
  ],
  [
    'a long text before its address',
    ['YouTube'],
    [`${text} ${text}${cite('a.example')}`],
    { source: 'YouTube', displayed_link: '', snippet: `${text} ${text}a.example` },
  ],
  [
    'site and address below the text',
    [],
    [text, 'Example', cite('a.example')],
    { source: 'Example', displayed_link: 'a.example', snippet: text },
  ],
  [
    'site below the text, channel and date apart',
    [cite('a.example')],
    [text, 'Example', parts('Ann', '2 years ago')],
    { source: 'Example', channel: 'Ann', date: '2 years ago', snippet: text },
  ],
  [
    'site and channel below the text, date apart',
    [cite('a.example')],
    ['2 years ago', text, parts('Example', 'Ann')],
    { source: 'Example', channel: 'Ann', date: '2 years ago', snippet: text },
  ],
  [
    'site and address in one line',
    [`Example ${cite('a.example')}`],
    [text],
    { source: 'Example', displayed_link: 'a.example', snippet: text },
  ],
  [
    'a site of 60 letters and its address in one line',
    [`${'x'.repeat(60)} ${cite('a.example')}`],
    [text],
    { source: 'x'.repeat(60), displayed_link: 'a.example', snippet: text },
  ],
  ['a symbol before the address', ['YouTube', `› ${cite('a.example')}`], [text], { source: 'YouTube', snippet: text }],
  [
    'a date in an unknown language after the view count',
    ['YouTube', cite('300+ views · qov zhaan')],
    [text],
    { displayed_link: '300+ views · qov zhaan', date: 'qov zhaan' },
  ],
  ['only its text in the link', [text], [], { source: 'a.example', displayed_link: '', snippet: text }],
  ['its site and text in the link', ['Example', text], [], { source: 'Example', snippet: text }],
  ['a heading above the text', ['YouTube', cite('a.example')], ['<h4>About</h4>', text], { snippet: text }],
  [
    'all its lines in the link and no site',
    [cite('a.example'), text, parts('Example', 'Ann', '2 years ago')],
    [],
    { source: 'Example', channel: 'Ann', date: '2 years ago', displayed_link: 'a.example', snippet: text },
  ],
  ['a text that begins with a date', ['YouTube'], [parts('2 years ago', 'Ann said so')], { date: '2 years ago' }],
])('reads a row with %s', (_, head, body, expected) => {
  const [found] = read(row('a', head, body) + row('b', head, body));
  expect(found).toMatchObject({ title: 'Video a', link: 'https://a.example/v', domain: 'a.example', ...expected });
});

test('reads no date from a view count', () => {
  const [found] = read(row('a', ['YouTube', cite('300+ views')], [text]));
  expect(found?.displayed_link).toBe('300+ views');
  expect(found).not.toHaveProperty('date');
});

test('reads matched words only from the text', () => {
  const [found] = read(row('a', ['<b>YouTube</b>', cite('a.example')], ['On <b>tea</b> and <em>milk</em>']));
  expect(found?.snippet_matched).toEqual(['tea', 'milk']);
});

test('does not read a duration from the title', () => {
  const html = row('a', ['YouTube'], [text]).replace('Video a', '6:14');
  expect(read(html)[0]?.duration).toBe('');
});

const id = 'aB3-_xYz012';

test.each([
  [`https://www.youtube.com/watch?v=${id}`, id],
  [`https://m.youtube.com/watch?x=1&v=${id}&t=2`, id],
  [`https://youtube.com/watch?v=${id}#t`, id],
  [`https://www.youtube.com/shorts/${id}?x`, id],
  [`https://www.youtube.com/live/${id}`, id],
  [`https://www.youtube-nocookie.com/embed/${id}/`, id],
  [`https://www.youtube.com/v/${id}&x`, id],
  [`https://youtu.be/${id}?t=1`, id],
  [`https://youtu.be/x/${id}`, id],
  [`https://youtu.be/?x=/${id}`, null],
  [`https://www.youtube.com/watch?v=${id}0`, null],
  [`https://www.youtube.com/watch?xv=${id}`, null],
  [`https://www.youtube.com/playlist/${id}`, null],
  [`https://notyoutube.com/watch?v=${id}`, null],
  [`https://youtube.com.a.example/watch?v=${id}`, null],
])('the video id of %s is %j', (link, expected) => {
  expect(youTubeVideoId(link)).toBe(expected);
});

describe('links that are read as rows', () => {
  const titles = (html: string) => read(html).map(({ title }) => title);
  const level = (site: string, at: string, body: string[]) =>
    row(site, ['YouTube'], body).replace(/<(\/?)h3>/g, (_, end) => (end ? '</div>' : `<div role="heading"${at}>`));

  test.each<[string, string, string[]]>([
    [
      'headings by tag rather than by level',
      row('a', ['YouTube'], [text]) + level('b', ' aria-level="3"', [text]),
      ['Video a'],
    ],
    [
      'headings by level rather than headings without a level',
      level('a', ' aria-level="3"', [text]) + level('b', '', [text]),
      ['Video a'],
    ],
    ['headings without a level', level('a', '', [text]) + level('b', '', [text]), ['Video a', 'Video b']],
    ['headings of the first level', row('a', ['YouTube'], [text], 'h1'), ['Video a']],
    [
      'links that consist of blocks',
      '<div><a href="https://a.example/v"><div>Video a</div><div>YouTube</div></a><p>Text</p></div><div><a href="https://b.example/v"><div>Video b</div><div>YouTube</div></a><p>Text</p></div>',
      ['Video a', 'Video b'],
    ],
    [
      'rows, but not two cards among them',
      [
        level('a', ' aria-level="3"', [text]),
        level('b', ' aria-level="3"', []),
        level('c', ' aria-level="3"', ['6:14']),
        level('d', ' aria-level="3"', [text]),
      ].join(''),
      ['Video a', 'Video d'],
    ],
    [
      'a single row without text among others',
      [
        level('a', ' aria-level="3"', [text]),
        level('b', ' aria-level="3"', []),
        level('c', ' aria-level="3"', [text]),
      ].join(''),
      ['Video a', 'Video b', 'Video c'],
    ],
    [
      'rows without text if there are no others',
      [level('a', ' aria-level="3"', []), level('b', ' aria-level="3"', [])].join(''),
      ['Video a', 'Video b'],
    ],
  ])('%s', (_, html, expected) => {
    expect(titles(html)).toEqual(expected);
  });
});

test.each<[string, (site: string) => string]>([
  [
    'paragraphs',
    (site) =>
      `<p><a href="https://${site}.example/v">Video ${site}</a></p><p>${site}.example › v</p><p>6:14</p><p>${text}</p>`,
  ],
  [
    'bold titles',
    (site) =>
      `<b><a href="https://${site}.example/v">Video ${site}</a></b><div>${site}.example › v</div><div>${text}</div><div>6:14</div>`,
  ],
  [
    'terms',
    (site) =>
      `<dl><dt><a href="https://${site}.example/v">Video ${site}</a></dt><dd>${site}.example › v</dd><dd>6:14</dd><dd>${text}</dd></dl>`,
  ],
])('reads rows without headings as %s', (_, row) => {
  const found = read(['a', 'b', 'c'].map((site) => `<div>${row(site)}</div>`).join(''));
  expect(
    found.map(({ title, displayed_link, duration, snippet }) => [title, displayed_link, duration, snippet]),
  ).toEqual(['a', 'b', 'c'].map((site) => [`Video ${site}`, `${site}.example › v`, '6:14', text]));
});

const address = 'https://a.example › v';
const when = '2 years ago';

test.each<[string, string[], string[]]>([
  ['beside the address', [], [`${cite(address)} <span>${when}</span>`, text]],
  ['beside an address without <cite>', [], [`<span>${address}</span> · <time>${when}</time>`, text]],
  ['below the address', ['Example · Ann', cite(address), when], [text]],
  ['in the link, above the address', ['Example · Ann', when, cite(address)], [text]],
  ['below the excerpt', ['Example · Ann', cite(address)], [text, when]],
])('reads a date %s', (_, head, body) => {
  expect(read(row('a', head, body) + row('b', head, body))[0]).toMatchObject({
    displayed_link: address,
    date: when,
    snippet: text,
  });
});

test.each<[string, string[]]>([
  ['below the name', ['Example · Ann', `300+ views · ${when}`, text]],
  ['below the link', [`300+ views · ${when}`, text]],
])('reads a count of views with a date in place of the address %s', (_, body) => {
  const [found] = read(row('a', [], body) + row('b', [], body));
  expect(found).toMatchObject({ displayed_link: `300+ views · ${when}`, date: when, snippet: text });
});

test('reads a text with highlighted words before a longer one', () => {
  const body = ['You visited this page twice, for the last time in May', 'A text on <em>tea</em>'];
  expect(read(row('a', [cite(address)], body) + row('b', [cite(address)], body))[0]?.snippet).toBe('A text on tea');
});

test('reads the channel and the date below an excerpt, not as an address', () => {
  const body = [text, parts('Example', 'Channel 4', when)];
  const [found] = read(row('a', [cite(address)], body) + row('b', [cite(address)], body));
  expect(found).toMatchObject({ displayed_link: address, channel: 'Channel 4', date: when, snippet: text });
});

test.each<[string, string, number, number]>([
  ['h3', '</h3>', 2, 3],
  ['h3', '</h3>', 3, 1],
  ['h3', '</h3>', 4, 1],
  ['p role="heading" aria-level="3"', '</p>', 1, 2],
  ['p role="heading" aria-level="3"', '</p>', 2, 1],
  ['p role="heading"', '</p>', 2, 3],
  ['p role="heading"', '</p>', 3, 1],
])('ignores cards side by side, depending on their headings: %s %s, %i', (name, end, cards, rows) => {
  const link = (site: string, more = ''): string =>
    `<a href="https://${site}.example/"><${name}>Film ${site}${end}${more}</a>`;
  const listed = Array.from({ length: cards }, (_, index) => `<div>${link(`card${index}`, '<div>12:30</div>')}</div>`);
  const row = `<div>${link('row')}<div>Uploaded by Ann</div><div>3 Mar 2021</div></div>`;
  const html = `<title>tea - Google Search</title><div id="rso">${listed.join('')}${row}</div>${pager}`;
  expect(parseAlphaVideos(html).organic_results).toHaveLength(rows);
});
