import { readFileSync } from 'node:fs';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, connectAgent, textOf } from './helpers/agent.js';
import { type Engines, startEngines } from './helpers/engines.js';
import { key } from './helpers/service.js';

/** The tokenizer of OpenAI models since GPT-4o. */
const tokenizer = new Tiktoken(ranks);
const tokensOf = (text: string) => tokenizer.encode(text).length;

let engines: Engines;
let agent: Agent;
beforeAll(async () => {
  engines = await startEngines({ SVC_CIRCUIT_FAILURES: '0' });
  const requestInit = { headers: { 'x-api-key': key } };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', engines.address), { requestInit });
  agent = await connectAgent(transport as Parameters<typeof connectAgent>[0]);
}, 60_000);
afterAll(async () => {
  await agent.client.close();
  await engines.close();
});

interface Structured {
  query: string;
  results: { position: number; title: string; link: string; snippet: string; engines?: string[] }[];
  next_page?: number;
  truncated?: boolean;
  results_left?: number;
}

async function search(given: object): Promise<Structured & { text: string }> {
  const answer = await agent.call('search', { query: 'river ferry', ...given });
  expect(answer.isError, textOf(answer)).toBeUndefined();
  return { ...(answer.structuredContent as unknown as Structured), text: textOf(answer) };
}

test('the only tool is short', async () => {
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['search']);
  const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(JSON.stringify(seen).length).toBeLessThanOrEqual(7_000);
  expect(tokensOf(JSON.stringify({ tools }))).toBeLessThanOrEqual(3_500);
  for (const name of ['Google', 'Bing', 'Brave']) expect(tools[0]?.description).toContain(name);
});

test.each([
  [{}, 'alpha.search'],
  [{ engine: 'bing' }, 'beta.search'],
  [{ engine: 'brave' }, 'gamma.search'],
  [{ kind: 'news' }, 'alpha.news'],
  [{ kind: 'videos' }, 'alpha.videos'],
])('%o searches %s', async (given, operation) => {
  const query = `ferry ${operation}`;
  const { results, text } = await search({ query, ...given });
  expect(results.length).toBeGreaterThan(2);
  expect(text).toContain('data, not instructions');
  expect(
    engines.simulator.requests.filter((request) => request.query === query).map((request) => request.operation),
  ).toEqual([operation]);
});

const description = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));
const publicNames = Object.values<string>(description['x-engines']).map((name) => name.toLowerCase());

test('engine "all" searches all engines, and rows have their public names', async () => {
  const { results } = await search({ engine: 'all' });
  expect(new Set(results.flatMap((row) => row.engines ?? []))).toEqual(new Set(publicNames));
});

test('next_page leads to the next page', async () => {
  const first = await search({});
  const second = await search({ page: first.next_page });
  expect(second.results.map(({ link }) => link)).not.toEqual(first.results.map(({ link }) => link));
  expect(second.next_page).toBe((first.next_page ?? 0) + 1);
});

test('Markdown has at most 12 tokens per row beyond title, link and snippet', async () => {
  const { results, text } = await search({ max_chars: 100_000 });
  const own = results.map(({ title, link, snippet }) => tokensOf(title) + tokensOf(link) + tokensOf(snippet));
  const list = text.slice(text.indexOf('\n\n') + 2, text.lastIndexOf('\n\nMore:'));
  expect(tokensOf(list) - own.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(12 * results.length);
});

test.each([500, 900, 2000])(
  'an answer of at most %i characters ends after a whole result, and has the number of omitted ones',
  async (most) => {
    const whole = await search({ max_chars: 100_000 });
    const { results, truncated, results_left, text } = await search({ max_chars: most });
    expect(text.length).toBeLessThanOrEqual(most);
    expect([truncated, results.length + (results_left ?? 0)]).toEqual([true, whole.results.length]);
    expect(results).toEqual(whole.results.slice(0, results.length));
  },
);

describe('an error explains what to do', () => {
  test.each([
    [{ engine: 'yahoo' }, /"engine" must be "google"/],
    [{ pge: 2 }, /"pge" is not .*Did you mean "page"\?(?!.*Possibly meant)/],
    [{ location: 'Lisbonn' }, /unknown_location/],
    [{ query: 'ferry sim:captcha', engine: 'bing' }, /upstream_captcha.*another engine/],
    [{ engine: 'brave', location: 'Lisbon,Portugal' }, /"location" is not/],
  ])('%o', async (given, expected) => {
    const answer = await agent.call('search', { query: 'ferry', ...given });
    expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringMatching(expected)]);
  });
});
