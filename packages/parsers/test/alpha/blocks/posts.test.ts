import { expect, test } from 'vitest';
import { blocksBetweenRows } from '../../support/alpha-blocks.js';

test('posts with their text and date, each once', () => {
  const post = (n: number): string =>
    `<div><a href="https://twitter.com/pears/status/${n}?ref=x"></a><div>Our pears of tree ${n} are ripe</div><div>X · 5 hours ago</div><a href="https://x.com/pears/status/${n}">more</a></div>`;
  const profile = '<a href="https://twitter.com/pears">Pears</a>';
  expect(blocksBetweenRows(`<div>${profile}${post(1)}${post(2)}</div>`).twitter).toEqual([
    { text: 'Our pears of tree 1 are ripe', link: 'https://twitter.com/pears/status/1?ref=x', date: '5 hours ago' },
    { text: 'Our pears of tree 2 are ripe', link: 'https://twitter.com/pears/status/2?ref=x', date: '5 hours ago' },
  ]);
});

test('the text of a post is its heading, whatever it links to', () => {
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
