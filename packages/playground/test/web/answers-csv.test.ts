import { expect, test } from 'vitest';
import { entriesOf, pathsOf } from '../../web/app/results/entries.js';
import { csvOf } from '../../web/app/results/outcome-head.js';
import { withAnswer } from '../../web/app/state/history.js';

const row = (position: number, title: string) => ({ position, title, link: `https://a.example/${position}` });

test('rows as CSV have quoted values, lists, and no formulas', () => {
  const rows = [{ ...row(1, 'a, "b"'), snippet_matched: ['x', 'y'] }, row(2, '=1+1')];
  expect(csvOf({ organic_results: rows }).split('\r\n')).toEqual([
    'position,title,link,snippet_matched',
    '1,"a, ""b""",https://a.example/1,x | y',
    "2,'=1+1,https://a.example/2,",
    '',
  ]);
});

test('rows and blocks are in the order of the elements of the page', () => {
  const answer = {
    organic_results: [row(1, 'one'), row(2, 'two')],
    knowledge_graph: { title: 'k' },
    blocks: { videos: [{ title: 'v' }, { title: 'w' }], ads: [], ai_overview: { text: 'long' } },
    elements: [
      { type: 'organic', rank: 1, position: 1 },
      { type: 'videos', rank: 2 },
      { type: 'organic', rank: 3, position: 2 },
      { type: 'knowledge_graph', rank: 4 },
    ],
  };
  const entries = entriesOf(answer);
  expect(entries.map(({ path }) => path)).toEqual([
    'organic_results.0',
    'blocks.videos',
    'organic_results.1',
    'knowledge_graph',
    'blocks.ai_overview',
  ]);
  expect(pathsOf(entries)).toContain('blocks.videos.1');
  expect(pathsOf(entries)).toContain('blocks.ai_overview');
});

test('stored responses contain no engine pages, and their number is limited', () => {
  let list = withAnswer([], { at: 0, status: 200, ms: 1, body: { html: ['x'.repeat(9)], organic_results: [] } });
  expect(list[0]?.body).toEqual({ organic_results: [] });
  for (let at = 1; at < 40; at++)
    list = withAnswer(list, { at, status: 200, ms: 1, body: { text: 'y'.repeat(300_000) } });
  expect(JSON.stringify(list).length).toBeLessThan(2_100_000);
  expect(list[0]?.at).toBe(39);
});
