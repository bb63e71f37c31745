import { describe, expect, test } from 'vitest';
import { dedupeKeyOf, mergeAndRankRows } from '../src/api/search-all-route.js';

describe('two links have the same target', () => {
  test.each([
    ['https://a.example/b', 'http://a.example/b', 'with another scheme'],
    ['https://a.example/b', 'https://www.a.example/b/', 'without www. and final slash'],
    ['https://a.example/b', 'https://m.a.example/b', 'on a mobile host'],
    ['https://en.wikipedia.org/wiki/Tea', 'https://en.m.wikipedia.org/wiki/Tea', 'on a mobile host within a name'],
    ['https://a.example/b', 'https://amp.a.example/b', 'on an AMP host'],
    ['https://a.example/b', 'https://a.example/b/amp', 'on an AMP path'],
    ['https://a.example/b', 'https://a.example/amp/b', 'on an AMP path in front'],
    ['https://a.example/b?c=1', 'https://a.example/b?c=1&outputType=amp', 'with an AMP parameter'],
    ['https://a.example/b', 'https://www.google.com/amp/s/a.example/b', 'in the AMP viewer'],
    ['https://a.example/b', 'https://a-example.cdn.ampproject.org/c/s/a.example/b', 'in the AMP cache'],
    ['https://a.example/b', 'https://a.example/b?utm_source=x&gclid=y&fbclid=z', 'with tracking parameters'],
    ['https://a.example/b?c=1&d=2', 'https://a.example/b?d=2&c=1', 'in another order of parameters'],
    ['https://a.example/b', 'https://a.example/b#:~:text=c', 'with a fragment'],
    ['https://a.example/b', 'https://A.EXAMPLE/b', 'in another case of host'],
    ['https://a.example/', 'https://a.example/index.html', 'an index page'],
    ['https://a.example/茶', 'https://a.example/%E8%8C%B6', 'percent-encoded'],
  ])('%s and %s: %s', (one, other) => {
    expect(dedupeKeyOf(other)).toBe(dedupeKeyOf(one));
  });
});

describe('two links have different targets', () => {
  test.each([
    ['https://a.example/b', 'https://a.example/B', 'case of the path'],
    ['https://a.example/b?id=1', 'https://a.example/b?id=2', 'parameters'],
    ['https://a.example/b', 'https://b.a.example/b', 'another host'],
    ['https://a.example/b', 'https://a.example:8443/b', 'another port'],
    ['https://a.example/#/b', 'https://a.example/#/c', 'routes in the fragment'],
    ['https://m.example/b', 'https://example/b', 'a host of two labels is not a mobile host'],
    ['https://a.example/amplifiers', 'https://a.example/lifiers', 'a path that starts with "amp"'],
    ['https://www.google.com/search?q=a', 'https://www.google.com/search?q=b', 'pages of the engine itself'],
  ])('%s and %s: %s', (one, other) => {
    expect(dedupeKeyOf(other)).not.toBe(dedupeKeyOf(one));
  });
});

function row(link: string, position: number, more: { title?: string; snippet?: string } = {}) {
  return { link, position, title: link, snippet: '', ...more };
}

describe('joining rows of several engines', () => {
  test('orders them by reciprocal rank fusion', () => {
    const joined = mergeAndRankRows(
      new Map([
        ['alpha', [row('https://a.example', 1), row('https://b.example', 2), row('https://c.example', 3)]],
        ['beta', [row('https://c.example/', 1), row('https://d.example', 2)]],
      ]),
    );
    expect(joined.map(({ row, engines }) => [row.link, engines.map(({ engine }) => engine)])).toEqual([
      ['https://c.example/', ['alpha', 'beta']],
      ['https://a.example', ['alpha']],
      ['https://b.example', ['alpha']],
      ['https://d.example', ['beta']],
    ]);
    expect(joined[0]?.score).toBeCloseTo(1 / 63 + 1 / 61, 12);
  });

  test('takes the longest title and snippet, and the link of the engine that ranks it highest', () => {
    const [joined] = mergeAndRankRows(
      new Map([
        ['alpha', [row('http://a.example', 2, { title: 'A long title', snippet: 'short' })]],
        ['beta', [row('https://www.a.example/', 1, { title: 'A title', snippet: 'a long snippet' })]],
      ]),
    );
    expect(joined?.row).toMatchObject({
      link: 'https://www.a.example/',
      title: 'A long title',
      snippet: 'a long snippet',
    });
  });

  test('counts a row once that one engine has twice', () => {
    const joined = mergeAndRankRows(new Map([['alpha', [row('https://a.example', 1), row('https://a.example#b', 2)]]]));
    expect(joined.map(({ engines }) => engines)).toEqual([[{ engine: 'alpha', position: 1 }]]);
  });
});
