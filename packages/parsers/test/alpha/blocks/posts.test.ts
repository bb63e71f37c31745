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
