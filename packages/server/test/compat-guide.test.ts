import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engines, startEngines } from './helpers/engines.js';
import { key } from './helpers/service.js';

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines({ SVC_CIRCUIT_FAILURES: '0', SVC_COMPAT: 'serpapi,serper,searxng,tavily,openwebui' });
}, 60_000);
afterAll(() => engines.close());

/** The rows of the guide's table of parameters. */
const guide = readFileSync(new URL('../../docs/guides/dialects.md', import.meta.url), 'utf8');
const rows = guide
  .split('## Parameters')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| API') && !line.startsWith('| ---'))
  .map((line) => {
    const [, name = '', taken = '', refused = ''] = line.split('|').map((cell) => cell.trim());
    const namesIn = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word!);
    return { name, taken: namesIn(taken), refused: namesIn(refused) };
  });

/** By name of a row: its path, and the minimal request. */
const requests: Record<string, [path: string, minimal: Record<string, unknown>]> = {
  'SerpApi, `google` and its tabs': ['/serpapi/search', { engine: 'google', q: 'tea' }],
  'SerpApi, `bing`': ['/serpapi/search', { engine: 'bing', q: 'tea' }],
  'SerpApi, others such as `brave`': ['/serpapi/search', { engine: 'brave', q: 'tea' }],
  'SerpApi, `google_autocomplete`': ['/serpapi/search', { engine: 'google_autocomplete', q: 'tea' }],
  Serper: ['/serper/search', { q: 'tea' }],
  SearXNG: ['/searxng/search', { q: 'tea', format: 'json' }],
  Tavily: ['/tavily/search', { query: 'tea', topic: 'news' }], // "days" has an effect for news only
  'Open WebUI': ['/openwebui', { query: 'tea' }],
};

async function ask(path: string, params: Record<string, unknown>) {
  const isGet = path.startsWith('/serpapi');
  const query = isGet ? `?${new URLSearchParams(params as Record<string, string>)}` : '';
  const response = await fetch(`${engines.address}/compat${path}${query}`, {
    method: isGet ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, ...(!isGet && { 'content-type': 'application/json' }) },
    ...(!isGet && { body: JSON.stringify(params) }),
  });
  const ignored = (response.headers.get('x-ignored-parameters') ?? '').split(', ');
  return { status: response.status, text: await response.text(), ignored };
}

test('the guide lists every API', () => {
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(requests));
});

test.each(rows)(
  '$name: parameters listed as supported are read, and those listed as rejected are rejected',
  async (row) => {
    const [path, minimal] = requests[row.name]!;
    const without = await ask(path, { ...minimal, some_name_of_nobody: '1' });
    expect([without.status, without.ignored]).toEqual([200, ['some_name_of_nobody']]);
    for (const name of row.taken) {
      const { status, ignored } = await ask(path, { [name]: name === 'type' ? 'search' : '0', ...minimal });
      expect([name, ignored.includes(name), status < 500]).toEqual([name, false, true]);
    }
    for (const name of row.refused) {
      const { status, text } = await ask(path, { ...minimal, [name]: 'true' });
      expect([name, status, text.includes(name)]).toEqual([name, 400, true]);
    }
  },
);

test('the guide lists every parameter that a dialect reads', async () => {
  const sources = ['serpapi-request', 'serper', 'searxng', 'tavily', 'openwebui'].map((name) =>
    readFileSync(new URL(`../src/api/compat/${name}.ts`, import.meta.url), 'utf8'),
  );
  const read = sources.flatMap((source) =>
    [...source.matchAll(/(?:params\.(?:text|whole|choice|list|has)|dateOf|domains)\((?:params, )?'(\w+)'/g)].map(
      ([, name]) => name!,
    ),
  );
  const listed = new Set(rows.flatMap(({ taken, refused }) => [...taken, ...refused]));
  expect(read.length).toBeGreaterThan(40);
  expect(read.filter((name) => !listed.has(name))).toEqual([]);
});
