import { describe, expect, test } from 'vitest';
import { videoIdOf } from '../../src/alpha/videos/video-row.js';
import { parseAlphaVideos } from '../../src/index.js';

const text = 'A text that says something of the video and is long enough for it.';
const cite = (line: string) => `<cite>${line}</cite>`;

/** Says that the page is one of videos, whatever its rows show. */
const pager = '<a href="/search?q=tea&tbm=vid&start=10">2</a>';

function read(rows: string) {
  const page = `<title>tea - Google Search</title><div id="search"><div id="rso">${rows}</div></div>${pager}`;
  return parseAlphaVideos(page).organic_results;
}

/** A row by the lines in its link below the title, and those below the link. */
function row(site: string, head: readonly string[], body: readonly string[], tag = 'h3') {
  const lines = (some: readonly string[]) => some.map((line) => `<div>${line}</div>`).join('');
  return `<div><a href="https://${site}.example/v"><${tag}>Video ${site}</${tag}>${lines(head)}</a>${lines(body)}</div>`;
}

const parts = (...some: string[]) => some.map((part) => `<span>${part}</span>`).join('<span> · </span>');

test.each<[string, string[], string[], object]>([
  [
    'site and count in the head',
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
    'an address in the head',
    ['YouTube', cite('https://a.example › v')],
    [text],
    { source: 'YouTube', channel: '', displayed_link: 'https://a.example › v', snippet: text },
  ],
  [
    'an address that nothing marks',
    ['YouTube', 'a.example › v'],
    [text],
    { source: 'YouTube', displayed_link: 'a.example › v', snippet: text },
  ],
  [
    'a count that nothing marks',
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
    'parts that are neither',
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
  [
    'nothing but the title',
    [],
    [],
    { source: 'a.example', channel: '', displayed_link: '', snippet: '', duration: '' },
  ],
  ['the site alone', ['YouTube'], [], { source: 'YouTube', displayed_link: '', snippet: '' }],
  [
    'a clock in a text',
    ['YouTube', cite('a.example')],
    [`At 6:14 ${text}`],
    { duration: '', snippet: `At 6:14 ${text}` },
  ],
  [
    'a clock in a part of a line',
    ['YouTube', cite('a.example')],
    ['<span>6:14</span><span> long</span>', text],
    { duration: '6:14' },
  ],
  ['a marked clock', ['YouTube', cite('a.example')], [`At <b>6:14</b> ${text}`], { duration: '' }],
  ['a clock of hours', ['YouTube', cite('a.example')], ['▶ 1:06:14', text], { duration: '1:06:14', snippet: text }],
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
    'a count above the text',
    ['YouTube'],
    ['300+ views · 2 years ago', text],
    { source: 'YouTube', displayed_link: '300+ views · 2 years ago', date: '2 years ago', snippet: text },
  ],
  [
    'a count alone below the link',
    ['YouTube'],
    ['300+ views · 2 years ago'],
    { source: 'YouTube', displayed_link: '' },
  ],
  [
    'a count of three parts',
    ['YouTube', '300+ views · 2 years ago · HD'],
    [text],
    { source: 'YouTube', displayed_link: '', snippet: text },
  ],
  [
    'a date that follows no count',
    ['YouTube', 'Ann · 2 years ago'],
    [text],
    { source: 'YouTube', displayed_link: '', snippet: text },
  ],
  ['a text that begins with a date', ['YouTube'], [parts('2 years ago', 'Ann said so')], { date: '2 years ago' }],
])('a row with %s', (_, head, body, expected) => {
  const [found] = read(row('a', head, body) + row('b', head, body));
  expect(found).toMatchObject({ title: 'Video a', link: 'https://a.example/v', domain: 'a.example', ...expected });
});

test('marked words are those of the text', () => {
  const [found] = read(row('a', ['<b>YouTube</b>', cite('a.example')], ['On <b>tea</b> and <em>milk</em>']));
  expect(found?.snippet_matched).toEqual(['tea', 'milk']);
});

test('a clock in the title is no duration', () => {
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
])('the video of %s is %j', (link, expected) => {
  expect(videoIdOf(link)).toBe(expected);
});

describe('which links are rows', () => {
  const titles = (html: string) => read(html).map(({ title }) => title);
  const level = (site: string, at: string, body: string[]) =>
    row(site, ['YouTube'], body).replace(/<(\/?)h3>/g, (_, end) => (end ? '</div>' : `<div role="heading"${at}>`));

  test.each<[string, string, string[]]>([
    [
      'headings by tag before those by level',
      row('a', ['YouTube'], [text]) + level('b', ' aria-level="3"', [text]),
      ['Video a'],
    ],
    [
      'headings by level before those without',
      level('a', ' aria-level="3"', [text]) + level('b', '', [text]),
      ['Video a'],
    ],
    ['headings without a level', level('a', '', [text]) + level('b', '', [text]), ['Video a', 'Video b']],
    ['headings of the first level', row('a', ['YouTube'], [text], 'h1'), ['Video a']],
    [
      'parts of links',
      '<div><a href="https://a.example/v"><div>Video a</div><div>YouTube</div></a><p>Text</p></div><div><a href="https://b.example/v"><div>Video b</div><div>YouTube</div></a><p>Text</p></div>',
      ['Video a', 'Video b'],
    ],
    [
      'cards beside rows are none',
      [
        level('a', ' aria-level="3"', [text]),
        level('b', ' aria-level="3"', []),
        level('c', ' aria-level="3"', ['6:14']),
        level('d', ' aria-level="3"', [text]),
      ].join(''),
      ['Video a', 'Video d'],
    ],
    [
      'a row alone that says no more is one',
      [
        level('a', ' aria-level="3"', [text]),
        level('b', ' aria-level="3"', []),
        level('c', ' aria-level="3"', [text]),
      ].join(''),
      ['Video a', 'Video b', 'Video c'],
    ],
    [
      'rows that all say no more are rows',
      [level('a', ' aria-level="3"', []), level('b', ' aria-level="3"', [])].join(''),
      ['Video a', 'Video b'],
    ],
  ])('%s', (_, html, expected) => {
    expect(titles(html)).toEqual(expected);
  });
});
