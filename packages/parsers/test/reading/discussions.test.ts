import { describe, expect, test } from 'vitest';
import { readDiscussions } from '../../src/reading/blocks/cards.js';
import { out, partsOf } from '../support/block-parts.js';

const thread = (n: number, line = '12 comments', title = `How do pears ripen ${n}?`): string =>
  `<div>${out(`forum.example/${n}`, title)}<p>Forum · ${line}</p></div>`;
const read = (html: string, column: 'main' | 'side' = 'main') =>
  readDiscussions(partsOf(html, column)).map(({ item }) => item);
const titles = (html: string): string[] => read(html).map(({ title }) => title.slice(-2, -1));

describe('discussions', () => {
  test('are read with title, source and date', () => {
    const dated = thread(1, '12 comments · 2 days ago') + thread(2, '3 replies · 1d');
    expect(read(`<h2>Talks</h2>${dated}`)).toEqual([
      { title: 'How do pears ripen 1?', link: 'https://forum.example/1', source: 'Forum', date: '2 days ago' },
      { title: 'How do pears ripen 2?', link: 'https://forum.example/2', source: 'Forum', date: '1d' },
    ]);
    expect(read(`<h2>Talks</h2>${dated}`, 'side')).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ['are below a heading', `<h2>Talks</h2>${thread(1)}${thread(2)}`, ['1', '2']],
    ['are below a short line', `<p>Talks</p>${thread(1)}${thread(2)}`, ['1', '2']],
    ['are below a line of 40 letters', `<p>${'x'.repeat(40)}</p>${thread(1)}${thread(2)}`, ['1', '2']],
    ['are not below a line of 41 letters', `<p>${'x'.repeat(41)}</p>${thread(1)}${thread(2)}`, []],
    ['are not below a link', `<p>${out('a.example', 'x')}</p>${thread(1)}${thread(2)}`, []],
    ['are ignored without a heading or line', `${thread(1)}${thread(2)}`, []],
    ['are at least two', `<h2>Talks</h2>${thread(1)}`, []],
    ['have at least two counts', `<h2>Talks</h2>${thread(1)}${thread(2, 'none')}`, []],
    [
      'have counts for half of them',
      `<h2>Talks</h2>${[1, 2, 3, 4].map((n) => thread(n, n < 3 ? '2 votes' : 'none')).join('')}`,
      ['1', '2', '3', '4'],
    ],
    [
      'are ignored if fewer than half have counts',
      `<h2>Talks</h2>${[1, 2, 3, 4, 5].map((n) => thread(n, n < 3 ? '2 votes' : 'none')).join('')}`,
      [],
    ],
    ['are at least two with titles of 12 letters', `<h2>Talks</h2>${thread(1, '2 votes', 'How?')}${thread(2)}`, []],
    ['are not below a text of the part itself', `Talks${thread(1)}${thread(2)}`, []],
    ['have titles of 12 letters', `<h2>Talks</h2>${thread(1, '2 votes', 'xxxxxxxxxx1?')}${thread(2)}`, ['1', '2']],
    [
      'do not have titles of 11 letters',
      `<h2>Talks</h2>${thread(1, '2 votes', 'xxxxxxxxx1?')}${thread(2)}${thread(3)}`,
      ['2', '3'],
    ],
    ['are each listed once', `<h2>Talks</h2>${thread(1)}${thread(1)}${thread(2)}`, ['1', '2']],
    ['are visible', `<h2>Talks</h2>${thread(1)}<div hidden>${thread(2)}</div>${thread(3)}`, ['1', '3']],
  ])('%s', (_, html, expected) => {
    expect(titles(html)).toEqual(expected);
  });

  test.each<[string, string, object]>([
    [
      'the heading in the link',
      '<h4>How do pears ripen?</h4><p>Old forum</p>',
      { title: 'How do pears ripen?', source: 'Old forum' },
    ],
    ['not a source of 60 letters', `<p>How do pears ripen?</p><p>${'x'.repeat(60)}</p>`, {}],
    [
      'a heading without a level of its own',
      '<p>Old forum</p><h2>How do pears ripen?</h2>',
      { title: 'How do pears ripen?', source: 'Old forum' },
    ],
    [
      'the heading with text',
      '<h4></h4><h4>How do pears ripen?</h4><p>Old forum</p>',
      { title: 'How do pears ripen?', source: 'Old forum' },
    ],
    [
      'above a number, which is no source',
      '<h4>How do pears ripen?</h4><p>4.5</p><p>Old forum</p>',
      { title: 'How do pears ripen?', source: 'Old forum' },
    ],
    [
      'above a text of 61 letters, which is no source',
      `<h4>How do pears ripen?</h4><p>${'x'.repeat(61)}</p><p>Old forum</p>`,
      { title: 'How do pears ripen?', source: 'Old forum' },
    ],
    [
      'above a source of 60 letters',
      `<h4>How do pears ripen?</h4><p>${'x'.repeat(60)}</p>`,
      { title: 'How do pears ripen?', source: 'x'.repeat(60) },
    ],
  ])('the title is %s', (_, inside, expected) => {
    const first = `<div>${out('forum.example/0', inside)}<p>12 comments</p></div>`;
    expect(read(`<h2>Talks</h2>${first}${thread(2)}`)[0]).toMatchObject(expected);
  });
});
