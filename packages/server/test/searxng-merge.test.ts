import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mergeRows } from '../src/api/compat/searxng-answer.js';

/** Lists of engines, and what SearXNG's rules for joining, scoring and ordering make of them. */
interface Vector {
  engines: {
    engine: string;
    category: string;
    template: string;
    rows: { url: string; title: string; content: string }[];
  }[];
  results: {
    url: string;
    title: string;
    content: string;
    engine: string;
    engines: string[];
    positions: number[];
    score: number;
  }[];
}

// Made by a model of its ResultContainer (searx/results.py, result_types/_base.py), written apart from ours.
const vectors: Vector[] = JSON.parse(readFileSync(new URL('searxng-vectors.json', import.meta.url), 'utf8'));

/** The one rule that is not taken over: hosts in Punycode are shown as Unicode there. Here an address stays as it came. */
const asShown = (url: string) =>
  /^[\x20-\x7e]*$/.test(url) ? url : url.replace('störung.example', 'xn--strung-xxa.example');

test('lists of engines are joined, scored and ordered as SearXNG does, in every case', () => {
  const differing = vectors.filter(({ engines, results }) => {
    const rows = engines.flatMap(({ rows, ...of }) =>
      rows.map((row, index) => ({
        ...{ ...of, ...row, position: index + 1, more: {} },
        content: row.content === row.title ? '' : row.content,
      })),
    );
    const merged = mergeRows(rows).map(({ url, title, content, engine, engines: of, positions, score }) => ({
      ...{ url: asShown(url), title, content, engine, engines: [...of].sort(), positions },
      score: Math.round(score * 1e9) / 1e9,
    }));
    const wanted = results.map((row) => ({ ...row, url: asShown(row.url), score: Math.round(row.score * 1e9) / 1e9 }));
    return JSON.stringify(merged) !== JSON.stringify(wanted);
  });
  expect(vectors.length).toBeGreaterThanOrEqual(40);
  expect(differing.map((vector) => vectors.indexOf(vector))).toEqual([]);
});
