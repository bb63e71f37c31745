import { describe, expect, it } from 'vitest';
import { youTubeVideoId } from '../../src/alpha/videos/video-row.js';
import { PageError, parseAlphaVideos, type VideoResult } from '../../src/index.js';

interface Video {
  title: string;
  link: string;
  site: string;
  channel: string;
  snippet: string;
  date: string;
  duration: string;
}

const videos: Video[] = [
  {
    title: 'How to fold a paper boat #origami ...',
    link: 'https://www.youtube.com/watch?v=aB3-_xYz012',
    site: 'YouTube',
    channel: 'Fold & Sail - Topic',
    snippet: 'We fold a <b>paper boat</b> · step by step, twelve folds in all.',
    date: '6 months ago',
    duration: '6:14',
  },
  {
    title: 'Boats at noon',
    link: 'https://www.facebook.com/quill/videos/boats/123/',
    site: 'Facebook',
    channel: 'Lower Quill',
    snippet: 'Twelve hours of <b>boats</b>.',
    date: '10 years ago',
    duration: '12:00:00',
  },
];

const escaped = (text: string): string => text.replaceAll('&', '&amp;');

/** A row of the current layout: site, channel, view count and date in the link. */
function headRow(
  { title, link, site, channel, snippet, date, duration }: Video,
  cite = `300+ views  ·  ${date}`,
): string {
  const head = `<div><div><span><div><img></div></span><div><div><span>${site}&nbsp;·&nbsp;${escaped(channel)}</span></div>
    <div><cite>${cite}</cite></div></div></div></div>`;
  return `<div><div data-rpos="1"><div><div><div></div><div><div data-vid="x"><div><div><div><div><span><a href="${link}"><h3>${title}</h3><br>${head}</a></span>
    <div>${head}<div><div role="button" aria-label="About this result"></div></div></div></div></div></div>
    <div><div role="button" tabindex="0" aria-label="${title} by ${channel}. Play on Google. ${duration}"><div><img><div><div><span>${duration}</span></div></div></div></div>
    <div><div>${snippet}</div></div></div>
    <div><div role="button"><span>7&nbsp;key moments</span> <span>in this video</span></div></div></div>
    <div style="display:none"><h1><a href="${link}">Another title</a></h1><div>Oct 4, 2023</div></div></div></div></div></div></div></div>`;
}

/** A row with a line of site, channel and date below the snippet. */
function metaRow({ title, link, site, channel, snippet, date, duration }: Video): string {
  const address = `<div><span>${site}</span></div><div><cite>https://www.${site.toLowerCase()}.com<span> › watch</span></cite></div>`;
  const uploader = channel === '' ? '' : `<span>${escaped(channel)}</span> · `;
  return `<div><div><div><a href="${link}"><br><h3>${title}</h3><div>${address}</div></a><div><div>${address}</div>
    <div><span>· </span><a href="https://translate.google.com/translate?hl=en&sl=nl&u=${encodeURIComponent(link)}">Translate this page</a></div></div></div>
    <div><a href="#fpstate=ive" aria-label="${title}, ${site}. 6 minutes, 14 seconds. Jun 7, 2023"><g-img><img></g-img><div><div role="presentation">${duration}</div></div></a>
    <div><div>${snippet}</div><div><span>${site}</span> · ${uploader}<span><span>${date}</span></span></div></div></div></div></div>`;
}

function page(rows: string): string {
  return `<html><head><title>paper boat - Google Search</title></head><body><div id="search"><div id="rso">${rows}</div></div></body></html>`;
}

function read(html: string): VideoResult[] {
  return parseAlphaVideos(html).organic_results;
}

function expected(video: Video, position: number, displayed: string): VideoResult {
  const { title, link, site: source, channel, date, duration } = video;
  return {
    position,
    title,
    link,
    domain: new URL(link).hostname,
    source,
    displayed_link: displayed,
    snippet: video.snippet.replace(/<\/?b>/g, ''),
    snippet_matched: [...video.snippet.matchAll(/<b>(.*?)<\/b>/g)].map((match) => match[1] ?? ''),
    date,
    channel,
    duration,
    video_id: youTubeVideoId(link),
  };
}

describe('site and date in the link', () => {
  it('reads every field of every row', () => {
    expect(read(page(videos.map((video) => headRow(video)).join('')))).toEqual(
      videos.map((video, index) => expected(video, index + 1, `300+ views · ${video.date}`)),
    );
  });

  it('reads a row without the page around it', () => {
    expect(read(headRow(videos[0]!))).toHaveLength(1);
  });

  it('reads an age without a view count as the displayed link and the date', () => {
    expect(read(page(headRow(videos[0]!, '4 weeks ago')))[0]).toMatchObject({
      displayed_link: '4 weeks ago',
      date: '4 weeks ago',
    });
  });

  it('returns an empty duration if none is displayed', () => {
    const row = headRow(videos[0]!).replace('<span>6:14</span>', '');
    expect(read(page(row))[0]).toMatchObject({ duration: '', title: videos[0]!.title });
  });
});

describe('site and date below the snippet', () => {
  it('reads every field of every row', () => {
    expect(read(page(videos.map(metaRow).join('')))).toEqual(
      videos.map((video, index) => expected(video, index + 1, `https://www.${video.site.toLowerCase()}.com › watch`)),
    );
  });

  it('reads a row without a channel and a snippet', () => {
    const video = {
      ...videos[1]!,
      site: 'Gids',
      link: 'https://www.gids.example/v/1',
      channel: '',
      snippet: '',
      date: '6 дней назад',
    };
    expect(read(page(metaRow(video)))).toEqual([expected(video, 1, 'https://www.gids.com › watch')]);
  });

  it('recognises the line by the site if its date is in an unknown language', () => {
    const video = { ...videos[0]!, date: 'qov 3 zhaan' };
    expect(read(page(metaRow(video)))[0]).toMatchObject({ date: 'qov 3 zhaan', channel: video.channel });
  });
});

it('reads both layouts in one list with white space between the tags', () => {
  const html = page(headRow(videos[0]!) + metaRow(videos[1]!)).replaceAll('><', '>\n  <');
  expect(read(html)).toEqual([
    expected(videos[0]!, 1, '300+ views · 6 months ago'),
    expected(videos[1]!, 2, 'https://www.facebook.com › watch'),
  ]);
});

it('reads a line of date and uploader below the snippet', () => {
  const row = `<div><div><a href="${videos[0]!.link}"><h3>Boat</h3><div><cite>https://www.youtube.com<span> › watch</span></cite></div></a></div>
    <div><div><span>Fold the <em>boat</em> ...</span></div><div>10 сент. 2020 г. · <span>Paper Channel</span></div></div></div>`;
  expect(read(page(row))[0]).toMatchObject({
    source: 'youtube.com',
    channel: 'Paper Channel',
    date: '10 сент. 2020 г.',
    snippet: 'Fold the boat ...',
  });
});

it('does not read cards of a carousel as rows', () => {
  const card = `<div><div data-vid="x"><a href="#" role="button"><img><span>7:35</span></a><a href="https://www.youtube.com/watch?v=card0000001">
    <div role="heading" aria-level="3"><div><div><span>A card</span></div><div><span><cite>YouTube</cite><span> · Cards</span></span></div></div></div></a></div></div>`;
  expect(read(page(card.repeat(4) + headRow(videos[0]!))).map(({ title }) => title)).toEqual([videos[0]!.title]);
});

describe('pages without scripts', () => {
  it('reads links that consist of inline elements', () => {
    const rows = videos.map(
      ({ title, link, duration }) =>
        `<div data-hveid="x"><a href="/url?q=${encodeURIComponent(link)}&sa=U"><img></a><a href="/url?q=${encodeURIComponent(link)}&sa=U"><span>${title}</span></a>
         <table><tr><td><span>${duration}</span></td></tr></table></div>`,
    );
    const html = `<html><body>${rows.join('')}<a href="/url?q=https://support.google.com/&sa=U">Learn more</a></body></html>`;
    expect(read(html).map(({ title, link, duration }) => ({ title, link, duration }))).toEqual(
      videos.map(({ title, link, duration }) => ({ title, link, duration })),
    );
  });

  it('reads the address below the title in its link', () => {
    const rows = videos.map(
      ({ title, link }) =>
        `<div><div><a href="/url?q=${encodeURIComponent(link)}&sa=U"><span>${title}</span><br><span>${new URL(link).host} › watch</span></a><div><span>3:21</span></div></div></div>`,
    );
    const shown = read(`<html><body>${rows.join('')}</body></html>`);
    expect(shown.map(({ displayed_link, snippet }) => [displayed_link, snippet])).toEqual(
      videos.map(({ link }) => [`${new URL(link).host} › watch`, '']),
    );
  });

  it('reads headings in redirect links', () => {
    const html = `<html><body><div><a href="/url?q=${encodeURIComponent(videos[0]!.link)}&sa=U"><h3><div>Boat</div></h3><div>www.youtube.com › watch</div></a>
      <div><span>3 days ago</span><span> · </span>The snippet.</div></div></body></html>`;
    expect(read(html)[0]).toMatchObject({
      title: 'Boat',
      displayed_link: 'www.youtube.com › watch',
      snippet: 'The snippet.',
      date: '3 days ago',
    });
  });
});

it.each([
  ['https://www.youtube.com/watch?v=aB3-_xYz012&t=330s', 'aB3-_xYz012'],
  ['https://m.youtube.com/watch?pp=yg&v=aB3-_xYz012', 'aB3-_xYz012'],
  ['https://www.youtube.com/shorts/aB3-_xYz012?feature=share', 'aB3-_xYz012'],
  ['https://www.youtube.com/live/aB3-_xYz012', 'aB3-_xYz012'],
  ['https://youtu.be/aB3-_xYz012?t=1', 'aB3-_xYz012'],
  ['https://www.youtube.com/playlist?list=PLaB3-_xYz012', null],
  ['https://notyoutube.com/watch?v=aB3-_xYz012', null],
  ['https://vimeo.com/12345678901', null],
])('the id in %s is %s', (link, id) => {
  expect(youTubeVideoId(link)).toBe(id);
});

it.each([
  ['a result page without rows', page('<div></div>'), {}, 'unrecognised'],
  [
    'links on a page that is not a result page',
    '<html><h3><a href="https://tide.example/">Tide</a></h3></html>',
    {},
    'unrecognised',
  ],
  ['a page for another query', page(headRow(videos[0]!)), { query: 'stone' }, 'wrong_query'],
])('throws a PageError for %s', (_what, html, options, state) => {
  expect(() => parseAlphaVideos(html, options)).toThrow(expect.objectContaining({ name: PageError.name, state }));
});

describe('changes that do not affect the rows', () => {
  const html = page(videos.map((video) => headRow(video)).join(''));

  it.each([
    ['addresses and counts without <cite>', html.replaceAll('cite>', 'span>')],
    [
      'a row that is hidden from screen readers',
      html.replace(
        '<div id="rso">',
        `$&<div aria-hidden="true">${headRow({ ...videos[0]!, link: 'https://www.youtube.com/watch?v=aB3-_xYz999' })}</div>`,
      ),
    ],
    [
      'a link with a heading outside the list',
      html.replace('<body>', '$&<h3><a href="https://app.example/">Our app</a></h3>'),
    ],
  ])('%s', (_, changed) => {
    expect(read(changed)).toEqual(read(html));
  });
});
