import { describe, expect, it } from 'vitest';
import { type OrganicResult, PageError, parseAlphaNews } from '../../src/index.js';

interface Story {
  title: string;
  link: string;
  source: string;
  snippet: string;
  date: string;
}

const stories: Story[] = [
  {
    title: 'Harbour opens to paper boats',
    link: 'https://www.tide.example/boats?page=with:block-5',
    source: 'The Tide',
    snippet: 'The harbour of Lower Quill let the first <em>paper</em> boats in · more are to come ...',
    date: '2 hours ago',
  },
  {
    title: 'Council | Folding is an art, says mayor ...',
    link: 'http://folds.example/2020/06/art.html',
    source: 'Folds | Weekly',
    snippet: 'A short excerpt.',
    date: '12 Jun 2020',
  },
  { title: 'Wind', link: 'https://wind.example/', source: 'wind.example', snippet: '', date: '5/03/2020' },
];

/** Renders a story in each layout that the news tab has had. */
const layouts: Record<string, (story: Story) => string> = {
  'link in heading, source and date below (2015)': ({ title, link, source, snippet, date }) =>
    `<div><div><a href="${link}"><img alt="Story image"></a><div><h3><a href="${link}">${title}</a></h3>
     <div><span>${source}</span><span>-</span><span>${date}</span></div><div>${snippet}</div></div></div></div>`,
  'card in one link (2020)': ({ title, link, source, snippet, date }) =>
    `<div><g-card><div><div></div><div><a href="${link}"><div><div><img></div><div><div><g-img><img></g-img>${source}</div>
     <div role="heading" aria-level="2">${title.replace(' ', ' <br>')}</div><div><div>${snippet}</div>
     <div><span><span><span>${date}</span></span></span></div></div></div></div></a></div></div></g-card></div>`,
  'card in one link (2024)': ({ title, link, source, snippet, date }) =>
    `<div><div><a href="${link}"><div><div><div><img></div></div><div>\n<div><g-img><img></g-img>\n<span>${source}</span></div>
     <div role="heading" aria-level="3">\n${title}\n</div><div>${snippet}</div><span tabindex="-1">.</span>
     <div style="bottom:0px"><span>${date}</span></div></div></div></a></div></div>`,
  'without scripts (2021)': ({ title, link, source, snippet, date }) =>
    `<div><div><div><a href="/url?q=${encodeURIComponent(link)}&sa=U&ved=2ah"><h3><div>${title}</div></h3><div>${source}</div></a></div>
     <div></div><div><a href="/url?q=${encodeURIComponent(link)}&sa=U&ved=2ah"><div><img></div></a><div><div><div><div>
     <span>${date}</span><span> · </span>${snippet}</div></div></div></div></div></div></div>`,
  'without scripts or headings (2020)': ({ title, link, source, snippet, date }) =>
    `<div><div><a href="/url?q=${encodeURIComponent(link)}&sa=U"><div>${title}</div><div>${source}</div></a></div>
     <div><div><span>${date}</span><span> · </span>${snippet}</div></div></div>`,
  'for old phones': ({ title, link, source, snippet, date }) =>
    `<div><div><div><a href="/url?esrc=s&q=&rct=j&sa=U&url=${encodeURIComponent(link)}&ved=2ah"><span>${title}</span><span><span>${source}</span></span></a>
     <div><table><tr><td><div><div><span><span>${date}</span><span> · </span><span>${snippet}</span></span></div></div></td></tr></table></div></div></div></div>`,
  WML: ({ title, link, source, date }) =>
    `<div><a href="/url?q=${encodeURIComponent(link)}&amp;sa=U"><span>${title}</span><span>${source}</span><span>${date}</span><img src="t.png"/></a></div>`,
};

function page(rows: string, around = ''): string {
  return `<html><head><title>paper - Google Search</title></head><body><div id="search"><div id="rso">${rows}</div></div>${around}</body></html>`;
}

function read(html: string): OrganicResult[] {
  return parseAlphaNews(html).organic_results;
}

function expected(story: Story, position: number): OrganicResult {
  const snippet = story.snippet.replace(/<\/?em>/g, '');
  return {
    position,
    title: story.title,
    link: story.link,
    domain: new URL(story.link).hostname,
    source: story.source,
    displayed_link: '',
    snippet,
    snippet_matched: snippet === story.snippet ? [] : ['paper'],
    date: story.date,
  };
}

describe.each(Object.entries(layouts))('%s', (name, layout) => {
  const shown = name === 'WML' ? stories.map((story) => ({ ...story, snippet: '' })) : stories;

  it('reads every field of every row', () => {
    expect(read(page(shown.map(layout).join('')))).toEqual(shown.map((story, index) => expected(story, index + 1)));
  });

  it('reads a list from a JSON stream', () => {
    const whole = page(shown.map(layout).join(''));
    const chunks = [whole.slice(0, 300), whole.slice(300)].map(
      (d, index) => `${JSON.stringify({ c: 1 - index, d })}/*""*/`,
    );
    expect(read(chunks.join(''))).toEqual(read(whole));
  });

  it('reads a list of one row', () => {
    expect(read(page(layout(shown[0]!)))).toEqual([expected(shown[0]!, 1)]);
  });

  it.each(['hace 3 horas', '3 小时前', 'قبل ٣ ساعات', '20 янв. 2022 г.'])('reads the date %s', (date) => {
    expect(read(page(shown.map((story) => layout({ ...story, date })).join(''))).map((row) => row.date)).toEqual([
      date,
      date,
      date,
    ]);
  });
});

it.each(Object.entries(layouts).filter(([name]) => name !== 'WML'))(
  'reads a date in an unknown language by its position: %s',
  (_name, layout) => {
    const [row] = read(
      page([stories[0]!, stories[1]!].map((story) => layout({ ...story, date: 'qov 3 zhaan' })).join('')),
    );
    expect(row).toEqual({ ...expected(stories[0]!, 1), date: 'qov 3 zhaan' });
  },
);

it.each([
  { name: 'without a button', beside: '' },
  { name: 'with a button beside the title', beside: '<div role="button" tabindex="0">⋮</div>' },
])('reads stories below another story, $name', ({ beside }) => {
  const related = `<div><a href="https://under.example/1">Under <em>it</em></a>${beside}<br><span>Under</span><span>-</span><span>Apr 25, 2015</span>
    <div><a href="https://news.google.com/news?ncl=x">Explore in depth</a> <span>(2 more articles)</span></div></div>`;
  const main = layouts['link in heading, source and date below (2015)']!(stories[0]!).replace(
    /<\/div><\/div>$/,
    `${related}</div></div>`,
  );
  expect(read(page(main)).map(({ title, source, snippet, date }) => ({ title, source, snippet, date }))).toEqual([
    {
      title: 'Harbour opens to paper boats',
      source: 'The Tide',
      snippet: expected(stories[0]!, 1).snippet,
      date: '2 hours ago',
    },
    { title: 'Under it', source: 'Under', snippet: '', date: 'Apr 25, 2015' },
  ]);
});

it('ignores hidden cards, menus and search links', () => {
  const row = layouts['card in one link (2024)']!(stories[0]!);
  const noise = `<div style="display:none"><a href="https://hidden.example/"><h3>Hidden</h3></a></div>
    <div><a href="/search?q=paper&tbm=nws&tbs=qdr:h"><h3>Past hour</h3></a></div><div role="button">More</div>`;
  expect(read(page(noise + row + noise))).toEqual([expected(stories[0]!, 1)]);
});

it('uses the host as source if a row shows no publisher', () => {
  const snippet = 'A sentence long enough to be nothing but the excerpt of a story.';
  const row = `<div><a href="https://www.tide.example/x"><h3>Boats</h3></a><div>${snippet}</div></div>`;
  expect(read(page(row))).toEqual([expect.objectContaining({ source: 'tide.example', snippet })]);
});

it('returns a pagination for a page without a pager', () => {
  expect(parseAlphaNews(page(layouts['card in one link (2024)']!(stories[0]!))).pagination).toEqual({
    current: 1,
    other_pages: [],
    has_next_page: false,
  });
});

describe('errors', () => {
  it.each([
    ['a result page without rows', page('<div></div>'), {}, 'unrecognised'],
    [
      'a page that is not a result page',
      '<html><h1><a href="https://tide.example/">Tide</a></h1></html>',
      {},
      'unrecognised',
    ],
    ['a captcha', '<html><form id="captcha-form"></form></html>', {}, 'captcha'],
    [
      'a page for another query',
      page(layouts['card in one link (2024)']!(stories[0]!)),
      { query: 'stone' },
      'wrong_query',
    ],
  ])('throws a PageError for %s', (_what, html, options, state) => {
    expect(() => parseAlphaNews(html, options)).toThrow(expect.objectContaining({ name: PageError.name, state }));
  });
});

it('reports in the diagnostics how the page was read', () => {
  const { diagnostics } = parseAlphaNews(page(stories.map(layouts['card in one link (2024)']!).join('')), {
    diagnostics: true,
  });
  expect(diagnostics).toMatchObject({ state: 'results', layout: 'headed', query: 'paper', candidates: 3 });
  expect(diagnostics?.fields.filter(({ row }) => row === 1).map(({ field }) => field)).toEqual([
    'title',
    'link',
    'source',
    'snippet',
    'snippet_matched',
    'date',
  ]);
  expect(diagnostics?.fill).toMatchObject({ title: 1, date: 1, snippet: 2 / 3 });
});

it.each([
  [
    'a row that is hidden from screen readers',
    (html: string, row: string) =>
      html.replace(
        row,
        `$&<div aria-hidden="true">${row.replaceAll(stories[0]!.link, 'https://unseen.example/')}</div>`,
      ),
  ],
  [
    'a link with a heading outside the list',
    (html: string) => html.replace('<body>', '$&<h3><a href="https://app.example/">Our app</a></h3>'),
  ],
])('ignores %s', (_, change) => {
  const row = Object.values(layouts)[0]!(stories[0]!);
  const html = `<html><body><div id="search"><div id="rso">${row}</div></div></body></html>`;
  expect(change(html, row)).not.toBe(html);
  expect(read(change(html, row))).toEqual(read(html));
});
