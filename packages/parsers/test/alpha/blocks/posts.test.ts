import { expect, test } from 'vitest';
import { blocksBetweenRows } from '../../support/alpha-blocks.js';

test('reads each post once with its text and date', () => {
  const post = (n: number): string =>
    `<div><a href="https://twitter.com/pears/status/${n}?ref=x"></a><div>Our pears of tree ${n} are ripe</div><div>X · 5 hours ago</div><a href="https://x.com/pears/status/${n}">more</a></div>`;
  const profile = '<a href="https://twitter.com/pears">Pears</a>';
  expect(blocksBetweenRows(`<div>${profile}${post(1)}${post(2)}</div>`).twitter).toEqual([
    { text: 'Our pears of tree 1 are ripe', link: 'https://twitter.com/pears/status/1?ref=x', date: '5 hours ago' },
    { text: 'Our pears of tree 2 are ripe', link: 'https://twitter.com/pears/status/2?ref=x', date: '5 hours ago' },
  ]);
});

test('reads the heading of a post as its text', () => {
  const post =
    '<div><h3><a href="https://x.com/pears/status/1" aria-label="X"></a>All of it: <a href="https://pears.example/">pears.example</a></h3><div>X · 5 hours ago</div></div>';
  const { twitter, discussions } = blocksBetweenRows(
    `<h2>Posts</h2><div>${post}${post.replace('status/1', 'status/2')}</div>`,
  );
  expect(twitter[0]).toEqual({
    text: 'All of it: pears.example',
    link: 'https://x.com/pears/status/1',
    date: '5 hours ago',
  });
  expect(twitter).toHaveLength(2);
  expect(discussions).toEqual([]);
});

test('reads a post with several links as one post, below its author', () => {
  const author = '<a href="https://x.com/pears"><h3>All about pears (@pears)</h3></a>';
  const post = (n: number): string =>
    `<div><div role="heading" aria-level="3">Ripe today <a href="https://pears.example/${n}">pears.example/${n}</a> <a href="https://x.com/pears/status/${n}/photo/1">pic.x.com/${n}</a></div><div><a href="https://x.com/pears/status/${n}">X</a> · 1 day ago</div></div>`;
  const { twitter, discussions } = blocksBetweenRows(`<h2>Posts</h2><div>${author}${post(1)}${post(2)}</div>`);
  expect(twitter).toEqual(
    [1, 2].map((n) => ({
      text: `Ripe today pears.example/${n} pic.x.com/${n}`,
      link: `https://x.com/pears/status/${n}`,
      date: '1 day ago',
    })),
  );
  expect(discussions).toEqual([]);
});

test('reads the link of a post from the link of its image', () => {
  const post = '<div><a href="https://x.com/pears/status/7/photo/1">Ripe today</a><div>2 days ago</div></div>';
  expect(blocksBetweenRows(post).twitter.map(({ link }) => link)).toEqual(['https://x.com/pears/status/7']);
});

test('reads the link of a post from a hidden link without text in its card', () => {
  const post = (n: number): string =>
    `<div><a href="https://x.com/pears"><div>Pears</div></a><div role="button"><a style="display:none" href="https://x.com/pears/status/${n}"></a><div role="heading" aria-level="3">Ripe pears ${n}</div><div>1 hour ago</div></div></div>`;
  const hidden = '<div style="display:none"><a href="https://x.com/pears/status/9"></a><div>Not shown</div></div>';
  const { twitter } = blocksBetweenRows(`<div>${post(1)}${post(2)}${hidden}</div>`);
  expect(twitter.map(({ text, link }) => [text, link])).toEqual([
    ['Ripe pears 1', 'https://x.com/pears/status/1'],
    ['Ripe pears 2', 'https://x.com/pears/status/2'],
  ]);
});

test('does not read the heading of a card beside a post as its text', () => {
  const post =
    '<div><a href="https://x.com/pears/status/1"></a><div>Our pears are ripe</div><div>X · 5 hours ago</div></div>';
  const card = '<a href="https://forum.example/1"><div role="heading" aria-level="3">Are pears ripe?</div></a>';
  expect(blocksBetweenRows(`<div>${post}${card}</div>`).twitter.map(({ text }) => text)).toEqual([
    'Our pears are ripe',
  ]);
});

const link = (n: number, inside = '', attributes = ''): string =>
  `<a href="https://x.com/pears/status/${n}" ${attributes}>${inside}</a>`;

test.each<[string, string, string[]]>([
  [
    'its heading, even if a line is longer',
    `${link(1, 'X')}<div role="heading" aria-level="3">Ripe</div><p>Words about the pears</p>`,
    ['Ripe'],
  ],
  [
    'its longest line if the heading is empty',
    `${link(1)}<div role="heading" aria-level="3"></div><p>Words about the pears</p>`,
    ['Words about the pears'],
  ],
  ['nothing if it has no text', link(1, '<img src="/a.png">'), []],
  ['nothing if its link is hidden and has a text', `${link(1, 'Hidden', 'style="display:none"')}<p>Words</p>`, []],
  ['nothing if its link leads to another site', '<a href="https://pears.example/status/1">All about pears</a>', []],
])('the text of a post is %s', (_, html, texts) => {
  expect(blocksBetweenRows(`<div><div>${html}</div></div>`).twitter.map(({ text }) => text)).toEqual(texts);
});
