import { expect, test } from 'vitest';
import { blocksBetweenRows, blocksOf, row, section } from '../../support/alpha-blocks.js';

const card = (n: number, lines: string, extra = ''): string =>
  `<div ${extra}><a href="https://site${n}.example/${n}"><div role="heading" aria-level="3">Card ${n}</div>${lines}</a></div>`;
const filledLists = (html: string): string[] =>
  Object.entries(blocksBetweenRows(html)).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [name] : [],
  );

test('reads cards with a duration as videos', () => {
  const lines = '<div>12:05</div><div><span>YouTube</span> · <span>Pear Channel</span></div><div>Mar 2, 2020</div>';
  const { videos } = blocksBetweenRows(section(card(1, lines) + card(2, lines)));
  expect(videos).toHaveLength(2);
  expect(videos[0]).toEqual({
    title: 'Card 1',
    link: 'https://site1.example/1',
    source: 'YouTube',
    date: 'Mar 2, 2020',
    duration: '12:05',
  });
});

test('reads cards and rows whose titles have the level of sections', () => {
  const lines = '<div>The Pear Post</div><div>3 hours ago</div>';
  const more = '<a href="/search?q=pears&tbm=nws">More</a>';
  const html = section(card(1, lines) + card(2, lines) + more).replaceAll('aria-level="3"', 'aria-level="2"');
  const page = `${row('first')}${html}${row('last')}`.replaceAll('h3>', 'h2>');
  expect(blocksOf(page).top_stories.map(({ title }) => title)).toEqual(['Card 1', 'Card 2']);
});

test('does not read moments of a video as videos', () => {
  const moments = '<a href="https://site1.example/1?t=12"><div>00:12</div><div>The tree</div></a>';
  const html = section(card(1, '<div>12:05</div>') + moments + card(2, '<div>2:05</div>'));
  expect(blocksBetweenRows(html).videos.map(({ title }) => title)).toEqual(['Card 1', 'Card 2']);
});

test.each(['display:none', 'position:absolute;opacity:0', 'position:absolute;width:1px;height:1px;overflow:hidden'])(
  'does not read headings and links in boxes hidden by %s',
  (style) => {
    const moments = '<a href="https://site9.example/9">The tree</a><a href="https://site8.example/8">The fruit</a>';
    const box = `<div style="${style}"><div><h2>In this video</h2><div>${moments}</div></div></div>`;
    const lines = '<div>12:05</div><div>YouTube · Pear Channel</div><div>Mar 2, 2020</div>';
    const html = section(card(1, lines) + box + card(2, lines) + box);
    expect(blocksBetweenRows(html).videos.map(({ title }) => title)).toEqual(['Card 1', 'Card 2']);
  },
);

test('reads videos that are played in place', () => {
  const player = (n: number): string =>
    `<div data-surl="https://site.example/shorts/${n}"><div role="button">0:4${n}</div><div style="display:none"><h1>Short ${n}</h1></div></div>`;
  expect(blocksBetweenRows(section(player(1) + player(2))).short_videos).toEqual([
    { title: 'Short 1', link: 'https://site.example/shorts/1', duration: '0:41' },
    { title: 'Short 2', link: 'https://site.example/shorts/2', duration: '0:42' },
  ]);
});

test('reads videos whose pages are linked only in what opens over them', () => {
  const player = (n: number): string =>
    `<div><div role="button">Short ${n}<div>0:4${n}</div></div><div style="display:none"><a href="https://site.example/shorts/${n}">Open</a></div></div>`;
  const more = '<a href="/search?q=pears&amp;udm=39">More</a>';
  expect(blocksBetweenRows(section(player(1) + player(2) + more)).short_videos).toEqual([
    { title: 'Short 1', link: 'https://site.example/shorts/1', duration: '0:41' },
    { title: 'Short 2', link: 'https://site.example/shorts/2', duration: '0:42' },
  ]);
  expect(filledLists(section(card(1, '') + player(1) + player(2)))).toEqual([]);
});

test('reads stories in news clusters or above a link to the news tab', () => {
  const lines = '<div>The Pear Post</div><div>3 hours ago</div>';
  const clustered = section(card(1, lines, 'data-news-cluster-id="77"') + card(2, lines, 'data-news-cluster-id="78"'));
  expect(blocksBetweenRows(clustered).top_stories[0]).toEqual({
    title: 'Card 1',
    link: 'https://site1.example/1',
    source: 'The Pear Post',
    date: '3 hours ago',
  });
  const linked = section(`${card(1, lines)}${card(2, lines)}<a href="/search?q=pears&tbm=nws">Mehr</a>`);
  expect(filledLists(linked)).toEqual(['top_stories']);
});

test('reads posts with an empty news cluster as perspectives', () => {
  const lines = '<div>4K likes</div><div>2 days ago</div>';
  expect(
    filledLists(section(card(1, lines, 'data-news-cluster-id="0"') + card(2, lines, 'data-news-cluster-id="0"'))),
  ).toEqual(['perspectives']);
});

test('reads cards with a site and a date as discussions', () => {
  const lines = '<div>forum.example · Jan 16, 2023</div>';
  expect(filledLists(section(card(1, lines) + card(2, lines)))).toEqual(['discussions']);
});

test('ignores a section of other links', () => {
  expect(filledLists(section(card(1, '') + card(2, '')))).toEqual([]);
});

/** The cards of a section that is read as exactly one block. */
const cardsOf = (html: string): unknown => {
  const found = Object.values(blocksBetweenRows(section(html))).filter(
    (value) => Array.isArray(value) && value.length > 0,
  );
  return found.length === 1 ? found[0] : found;
};

test('reads the site name as the source, not a count, a comment or the author', () => {
  const post = (n: number, name: string): string =>
    `<div data-news-cluster-id="0"><a href="https://www.facebook.com/p/${n}"><div role="heading" aria-level="3">Post ${n}</div><div>Popular comment · Mine are ripe, and there are so many of them that nobody can eat them all.</div><div>3.3K+ likes · 2 days ago</div><div>${name}</div></a></div>`;
  expect(cardsOf(post(1, 'pearlover · Facebook') + post(2, '<div>pears</div><div>Facebook</div>'))).toEqual([
    { title: 'Post 1', link: 'https://www.facebook.com/p/1', source: 'Facebook', date: '2 days ago' },
    { title: 'Post 2', link: 'https://www.facebook.com/p/2', source: 'Facebook', date: '2 days ago' },
  ]);
});

test('reads title, site and date from one heading, and site and date from one line', () => {
  const video = (n: number, lines: string): string =>
    `<a href="https://www.youtube.com/watch?v=${n}"><div>1:0${n}</div><div role="heading" aria-level="3"><span>Film ${n}</span>${lines}</div></a>`;
  const all =
    video(1, '<div>YouTube · Pears</div><div>1 mês atrás</div>') +
    video(2, '<div>Pears</div><div>YouTube - May 17, 2020</div>');
  expect(cardsOf(all)).toEqual([
    {
      title: 'Film 1',
      link: 'https://www.youtube.com/watch?v=1',
      source: 'YouTube',
      date: '1 mês atrás',
      duration: '1:01',
    },
    {
      title: 'Film 2',
      link: 'https://www.youtube.com/watch?v=2',
      source: 'YouTube',
      date: 'May 17, 2020',
      duration: '1:02',
    },
  ]);
});

test('reads short videos in page order with their site, whether played in place or linked', () => {
  const played =
    '<div data-surl="https://www.youtube.com/shorts/1"><div role="button"><div>Pears</div><div>YouTube · Tree</div></div></div>';
  const linked = '<a href="https://www.tiktok.com/@tree/video/2"><div>More pears</div><div>TikTok · tree</div></a>';
  expect(cardsOf(played + linked)).toEqual([
    { title: 'Pears', link: 'https://www.youtube.com/shorts/1', source: 'YouTube' },
    { title: 'More pears', link: 'https://www.tiktok.com/@tree/video/2', source: 'TikTok' },
  ]);
});

test('reads posts of X in a perspectives section without their author, and not in the twitter block', () => {
  const post = (n: number): string =>
    `<div><a href="https://x.com/pears${n}/status/${n}" aria-labelledby="t"></a><div>Our pears of tree ${n} are ripe</div><div>20+ likes · 1 day ago</div><a href="https://x.com/pears${n}">pears${n} · X (Twitter)</a></div>`;
  const other = card(3, '<div>4K+ views · 2 days ago</div>', 'data-news-cluster-id="0"');
  const blocks = blocksBetweenRows(section(post(1) + post(2) + other));
  expect(blocks.twitter).toEqual([]);
  expect(blocks.perspectives.map(({ title, source }) => [title, source])).toEqual([
    ['Our pears of tree 1 are ripe', 'X (Twitter)'],
    ['Our pears of tree 2 are ripe', 'X (Twitter)'],
    ['Card 3', undefined],
  ]);
});

test('reads a card without a date among perspectives and among discussions', () => {
  const view = (n: number, more: string): string =>
    `<a href="https://paper${n}.example/"><div>A Writer</div><div>The Pear Post</div><div role="heading" aria-level="3">View ${n}</div>${more}</a>`;
  expect(filledLists(section(view(1, '<div>2 days ago</div>') + view(2, '')))).toEqual(['perspectives']);
  const talk = (n: number, more: string): string =>
    `<a href="https://www.reddit.com/r/${n}"><div role="heading" aria-level="3">Talk ${n}</div><div>Reddit · r/pears · 5 comments${more}</div></a><a href="https://www.reddit.com/r/${n}/answer">More</a>`;
  expect(cardsOf(talk(1, ' · 2 days ago') + talk(2, ''))).toEqual([
    { title: 'Talk 1', link: 'https://www.reddit.com/r/1', source: 'Reddit', date: '2 days ago' },
    { title: 'Talk 2', link: 'https://www.reddit.com/r/2', source: 'Reddit' },
  ]);
});

test('reads recent stories without headings as news, with the publisher from the logo', () => {
  const story = (n: number, date: string): string =>
    `<a href="https://paper${n}.example/"><img alt="The Pear Post"><div>A story about the pears of tree ${n}</div><span>${date}</span></a>`;
  const named = (date: string): string => story(1, date).replace('<img alt="The Pear Post">', '<div>Pear Post</div>');
  expect(
    cardsOf(`${named('20 hours ago')}${story(2, '1 day ago').replace('<img', '<div>Pear Post</div><img')}`),
  ).toEqual([
    {
      title: 'A story about the pears of tree 1',
      link: 'https://paper1.example/',
      source: 'Pear Post',
      date: '20 hours ago',
    },
    {
      title: 'A story about the pears of tree 2',
      link: 'https://paper2.example/',
      source: 'Pear Post',
      date: '1 day ago',
    },
  ]);
  expect(filledLists(section(named('2 years ago') + named('1 month ago').replace('paper1', 'paper2')))).toEqual([]);
  const linked = `${story(1, '1 day ago')}${story(2, '1 day ago')}<a href="/search?q=pears&tbm=nws">More</a>`;
  expect(blocksBetweenRows(section(linked)).top_stories.map(({ source }) => source)).toEqual([
    'The Pear Post',
    'The Pear Post',
  ]);
});

test('ignores a link to sign in', () => {
  const account =
    '<a href="https://accounts.google.com/ServiceLogin"><div role="heading" aria-level="3">Sign in</div></a>';
  const lines = '<div>forum.example · Jan 16, 2023</div>';
  expect(blocksBetweenRows(section(card(1, lines) + card(2, lines) + account)).discussions).toHaveLength(2);
});

test('reads a single story below a link to the news tab in an old layout', () => {
  const story =
    '<table><tr><td><a href="https://paper.example/">A story about pears</a><br><span>The Paper - 1 day ago</span><br>More of the story.</td></tr></table>';
  const html = `<div><h3><a href="/search?q=pears&amp;tbm=nws">News for pears</a></h3>${story}</div>`;
  expect(blocksBetweenRows(html).top_stories).toEqual([
    { title: 'A story about pears', link: 'https://paper.example/', source: 'The Paper', date: '1 day ago' },
  ]);
});

test('reads videos with a like count as perspectives', () => {
  const lines = '<div>1:21</div><div>3.3K+ likes · 2 days ago</div><div>YouTube</div>';
  const html = section(card(1, lines) + card(2, lines) + card(3, lines));
  expect(filledLists(html)).toEqual(['perspectives']);
});

test('ignores links to other services beside a link to the news tab', () => {
  const tabs =
    '<a href="/search?q=pears&amp;tbm=nws">News</a><a href="https://maps.google.com/maps?q=pears">Maps</a><a href="https://www.google.com/flights?q=pears">Flights</a>';
  expect(filledLists(section(tabs, 'Search Modes'))).toEqual([]);
});

test('ignores headings in collapsed answers', () => {
  const lines = '<div>12:05</div>';
  const answer = `<div>${section(card(1, lines) + card(2, lines), 'Step by step')}</div>`;
  const question = `<div><div role="button" aria-expanded="false">Is it ripe?</div>${answer}</div>`;
  expect(filledLists(section(question + question.replace('ripe', 'sweet')))).toEqual(['people_also_ask']);
});

test('does not read sports matches with a video each as videos', () => {
  const match = (n: number): string =>
    `<div><span>Sun, 1/2${n}</span><a href="https://www.youtube.com/watch?v=${n}"><img alt="Match video"><span>► 19:1${n}</span></a><div>Pear Cup</div></div>`;
  expect(filledLists(`<div><div>Pear League</div><div>${match(1)}${match(2)}</div></div>`)).toEqual([]);
});

const storyWithLogo = (n: number, date: string): string =>
  `<div><a href="https://paper${n}.example/pears"><img alt="Paper ${n}"><div role="heading" aria-level="3">Pears of story ${n}</div><p>${date}</p></a></div>`;

test('reads stories with the publisher only in a logo, below a separate heading', () => {
  const cards = `<div><div>${storyWithLogo(1, '2 hours ago')}${storyWithLogo(2, '15 hours ago')}${storyWithLogo(3, '1 day ago')}</div></div>`;
  const other = section('<div><a href="/search?q=plums">Plums</a></div>', 'Else');
  const html = `<div><div role="heading" aria-level="2">Stories</div>${cards}${other}</div>`;
  expect(filledLists(html)).toEqual(['top_stories']);
  expect(blocksBetweenRows(html).top_stories[1]).toEqual({
    title: 'Pears of story 2',
    link: 'https://paper2.example/pears',
    source: 'Paper 2',
    date: '15 hours ago',
  });
});

test('reads the site and the date of a story from two lines of the source', () => {
  const story = (n: number, site: string): string =>
    `<a href="/url?q=https://news${n}.example/pears"><div>A long story about ${n} pears</div><div>${site}\n${n} hours ago</div></a>`;
  const html = `<div><div><span>Top stories</span></div><div>${story(2, 'Pear News')}${story(3, 'The\n   Orchard')}</div></div>`;
  expect(blocksBetweenRows(html).top_stories.map(({ source, date }) => [source, date])).toEqual([
    ['Pear News', '2 hours ago'],
    ['The Orchard', '3 hours ago'],
  ]);
});

test('reads stories as news unless all of them are weeks old', () => {
  const story = (n: number, date: string): string =>
    `<div><a href="https://paper${n}.example/pears"><div>Paper ${n}</div><div>The story of the pears, part ${n}</div><div>${date}</div></a></div>`;
  expect(filledLists(section(story(1, '1 day ago') + story(2, '3 weeks ago')))).toEqual(['top_stories']);
  expect(filledLists(section(story(1, '2 weeks ago') + story(2, '3 weeks ago')))).toEqual([]);
});

test('reads posts below topics that expand, without the link to the help', () => {
  const topic = (n: number, isOpen: boolean, inside = ''): string =>
    `<div><div role="button" aria-controls="t${n}" aria-expanded="${isOpen}"><span>Topic ${n}</span><span>. </span><span>What is said of it.</span></div><div id="t${n}">${inside}</div></div>`;
  const post = (host: string, title: string): string =>
    `<div role="listitem"><a href="https://${host}/${title}"><div role="heading" aria-level="3">${title}</div><div>150+ likes</div><div>May 16, 2026</div><div>${host}</div></a></div>`;
  const note = 'Generative AI is experimental. <a href="https://support.google.com/websearch?p=data">Learn more</a>';
  const posts = post('a.example', 'Ripe') + post('b.example', 'Sweet');
  const html = section(topic(1, true, `<div>${note}</div>${posts}`) + topic(2, false) + topic(3, false));
  expect(filledLists(html)).toEqual(['perspectives']);
  expect(blocksBetweenRows(html).perspectives.map(({ title }) => title)).toEqual(['Ripe', 'Sweet']);
});

test('reads cards that all have a date of these days as stories, even if nothing names their publishers', () => {
  const story = (n: number, date: string): string => card(n, `<img alt=""><div>${date}</div>`);
  expect(filledLists(section(story(1, '3 hours ago') + story(2, '2 days ago')))).toEqual(['top_stories']);
  expect(filledLists(section(story(1, '3 hours ago') + story(2, 'Mar 2, 2020')))).toEqual([]);
});
