import { expect, test } from 'vitest';
import { blocksBetweenRows, section } from '../../support/alpha-blocks.js';

const card = (n: number, lines: string, extra = ''): string =>
  `<div ${extra}><a href="https://site${n}.example/${n}"><div role="heading" aria-level="3">Card ${n}</div>${lines}</a></div>`;
const filled = (html: string): string[] =>
  Object.entries(blocksBetweenRows(html)).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [name] : [],
  );

test('videos are cards with a running time', () => {
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

test('moments of a video are no further videos', () => {
  const moments = '<a href="https://site1.example/1?t=12"><div>00:12</div><div>The tree</div></a>';
  const html = section(card(1, '<div>12:05</div>') + moments + card(2, '<div>2:05</div>'));
  expect(blocksBetweenRows(html).videos.map(({ title }) => title)).toEqual(['Card 1', 'Card 2']);
});

test('videos that are played in place are named on their element', () => {
  const player = (n: number): string =>
    `<div data-surl="https://site.example/shorts/${n}"><div role="button">0:4${n}</div><div style="display:none"><h1>Short ${n}</h1></div></div>`;
  expect(blocksBetweenRows(section(player(1) + player(2))).short_videos).toEqual([
    { title: 'Short 1', link: 'https://site.example/shorts/1', duration: '0:41' },
    { title: 'Short 2', link: 'https://site.example/shorts/2', duration: '0:42' },
  ]);
});

test('stories stand in clusters of their news or above a link to the news', () => {
  const lines = '<div>The Pear Post</div><div>3 hours ago</div>';
  const clustered = section(card(1, lines, 'data-news-cluster-id="77"') + card(2, lines, 'data-news-cluster-id="78"'));
  expect(blocksBetweenRows(clustered).top_stories[0]).toEqual({
    title: 'Card 1',
    link: 'https://site1.example/1',
    source: 'The Pear Post',
    date: '3 hours ago',
  });
  const linked = section(`${card(1, lines)}${card(2, lines)}<a href="/search?q=pears&tbm=nws">Mehr</a>`);
  expect(filled(linked)).toEqual(['top_stories']);
});

test('posts about the query have no news of their own', () => {
  const lines = '<div>4K likes</div><div>2 days ago</div>';
  expect(
    filled(section(card(1, lines, 'data-news-cluster-id="0"') + card(2, lines, 'data-news-cluster-id="0"'))),
  ).toEqual(['perspectives']);
});

test('discussions are cards with a site and a date', () => {
  const lines = '<div>forum.example · Jan 16, 2023</div>';
  expect(filled(section(card(1, lines) + card(2, lines)))).toEqual(['discussions']);
});

test('a section of other links is none of these', () => {
  expect(filled(section(card(1, '') + card(2, '')))).toEqual([]);
});
