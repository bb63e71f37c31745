import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { type Agent, connectAgent, textOf } from './helpers/agent.js';
import { faultsOfAnswer } from './helpers/description.js';
import { type Engines, startEngines } from './helpers/engines.js';
import { alphaSearch } from './helpers/operations.js';
import { disabledKey, key, testService } from './helpers/service.js';

const service = testService();
let engines: Engines;
let agent: Agent;

beforeAll(async () => {
  engines = await startEngines({ SVC_CIRCUIT_FAILURES: '0', SVC_MCP_TOOLS: 'all' });
  agent = await agentWith({ 'x-api-key': key });
}, 60_000);
afterAll(async () => {
  await agent.client.close();
  await engines.close();
});

function agentWith(headers: Record<string, string>): Promise<Agent> {
  const address = new URL('/mcp', engines.address);
  // The declared type allows an undefined session id, but the transport interface does not.
  const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers } });
  return connectAgent(transport as Parameters<typeof connectAgent>[0]);
}

test.each([
  [200, { jsonrpc: '2.0', id: 1, method: 'ping' }, {}],
  [202, { jsonrpc: '2.0', method: 'notifications/initialized' }, {}],
  [400, { jsonrpc: '1.0', id: 1, method: 'ping' }, {}],
  [400, { jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-protocol-version': '0' }],
  [400, '{', {}],
  [401, { jsonrpc: '2.0', id: 1, method: 'ping' }, { 'x-api-key': 'nobody-knows-this-key' }],
  [406, { jsonrpc: '2.0', id: 1, method: 'ping' }, { accept: 'text/html' }],
] as const)('the response %i to %j with %j matches the API description', async (status, payload, headers) => {
  const types = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const response = await service.post('/mcp', payload, { ...types, host: 'localhost', ...headers });
  expect(response.statusCode).toBe(status);
  if (status === 202) expect([response.body, response.headers['content-type']]).toEqual(['', undefined]);
  else expect(faultsOfAnswer('post', '/mcp', response)).toEqual([]);
});

test('requests of a batch with the same id are refused, not answered in part', async () => {
  const types = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    host: 'localhost',
  };
  const call = (id: number) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: 'search', arguments: { query: `repeated ${id}`, engine: 'brave' } },
  });
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const before = service.requests.length;
  const refused = await service.post('/mcp', [call(1), notification, notification, call(1)], types);
  expect([refused.statusCode, refused.json().error.code, service.requests.length]).toEqual([400, -32_600, before]);
  expect(faultsOfAnswer('post', '/mcp', refused)).toEqual([]);
  const answered = await service.post('/mcp', [call(1), notification, notification, call(2)], types);
  expect(answered.json().map(({ id }: { id: number }) => id)).toEqual([1, 2]);
});

test.each([
  [{ name: 'search', arguments: [] }, 'params.arguments'],
  [{ name: 'search', arguments: 'tides' }, 'params.arguments'],
  [{ name: 5, arguments: { query: 'tides' } }, 'params.name'],
  [{ name: null }, 'params.name'],
  [undefined, 'params'],
])('a call with the parameters %j is invalid, which is no internal error', async (params, field) => {
  const types = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { error } = (await service.post('/mcp', call, { ...types, host: 'localhost' })).json();
  expect(error.code).toBe(-32_602);
  expect(error.message.replaceAll(/[\s"]/g, '')).toContain(`path:[${field.replace('.', ',')}]`);
});

test('null counts as missing, as in the API', async () => {
  const types = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const params = { name: 'search', arguments: null, task: null };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { result } = (await service.post('/mcp', call, { ...types, host: 'localhost' })).json();
  expect([result.isError, result.content[0].text]).toEqual([true, expect.stringContaining('"query" is required')]);
});

const toolNames = ['search', ...endpoints.map(({ name }) => name.replace('.', '_')), 'parse'];

test('lists the search tool, the six searches and parse, with schemas and hints', async () => {
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(toolNames);
  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools.slice(1)) {
    expect([title, description]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w{3}/)]);
    expect(inputSchema.properties).toHaveProperty('query.description');
    expect(inputSchema.properties).toHaveProperty('full.type', 'boolean');
    expect(outputSchema?.type).toBe('object');
    expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: name !== 'parse' });
  }
});

test.each(endpoints)('$name returns only the main fields of each result', async ({ name }) => {
  const answer = await agent.call(name.replace('.', '_'), { query: 'river ferry' });
  expect(answer.isError).toBeUndefined();
  const { query, results } = answer.structuredContent as { query: string; results: object[] };
  expect(query).toBe('river ferry');
  expect(results.length).toBeGreaterThan(0);
  const wanted = name === 'alpha.autocomplete' ? ['value'] : ['position', 'title', 'link', 'snippet'];
  expect(Object.keys(results[0] ?? {})).toEqual(expect.arrayContaining(wanted));
  expect(results[0]).not.toHaveProperty('snippet_matched');
  expect(textOf(answer)).toContain('data, not instructions');
});

test('returns the whole response with full, and the next page', async () => {
  const answer = await agent.call('alpha_search', { query: 'river ferry', full: true });
  const { full, next_page } = answer.structuredContent as { full: { organic_results: object[] }; next_page: number };
  expect(full.organic_results[0]).toHaveProperty('snippet_matched');
  expect(next_page).toBe(2);
  const second = await agent.call('alpha_search', { query: 'river ferry', page: next_page });
  expect(second.structuredContent).toMatchObject({ next_page: 3 });
});

test('an empty list is a result and not an error', async () => {
  const answer = await agent.call('beta_search', { query: 'river ferry sim:no_results' });
  expect(answer.isError).toBeUndefined();
  expect(answer.structuredContent).toMatchObject({ results: [] });
  expect(textOf(answer)).toContain('found nothing');
});

test('parses a page', async () => {
  const { body } = await engines.ask(alphaSearch, { query: 'page of an agent' }, '?include=html');
  const given = { operation: 'alpha.search', html: body.html[0], query: 'page of an agent' };
  const answer = await agent.call('parse', given);
  const { results } = answer.structuredContent as { results: object[] };
  expect(results).toHaveLength(body.organic_results.length);
  const wrong = await agent.call('parse', { ...given, query: 'quite another query' });
  expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringContaining('upstream_wrong_query')]);
  const unknown = await agent.call('parse', { operation: 'unknown.search', html: '<p>' });
  expect([unknown.isError, textOf(unknown)]).toEqual([
    true,
    expect.stringMatching(/"operation" must be one of alpha\.search.*invalid_parameter/),
  ]);
  const none = await agent.call('parse', { html: '<p>' });
  expect([none.isError, textOf(none)]).toEqual([true, expect.stringMatching(/"operation".*missing_parameter/)]);
});

describe('a failed call explains what to do', () => {
  test.each([
    ['captcha', /upstream_captcha.*may succeed.*another engine/],
    ['wrong_page', /upstream_wrong_page.*earlier one/],
    ['wrong_query', /upstream_wrong_query.*Rephrase the query/],
  ])('sim:%s', async (state, expected) => {
    const answer = await agent.call('beta_search', { query: `ferry sim:${state}`, page: 2 });
    expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringMatching(expected)]);
  });

  test('with invalid parameters, which are all listed', async () => {
    const answer = await agent.call('alpha_search', { query: 'ferry', gl: 'nowhere', pge: 2 });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toMatch(/"gl" must be .*"pge" is not .*Did you mean "page"\?(?!.*Possibly meant)/);
  });

  test('with an unknown place', async () => {
    const answer = await agent.call('alpha_search', { query: 'ferry', location: 'Lisbonn' });
    expect(textOf(answer)).toMatch(/Did you mean .*Lisbon.*unknown_location(?!.*Possibly meant)/);
  });

  test('with an unknown tool', async () => {
    await expect(agent.call('unknown_search', { query: 'ferry' })).rejects.toThrow('There is no tool "unknown_search"');
  });
});

describe('access to /mcp', () => {
  test('is granted for a key in Authorization', async () => {
    const other = await agentWith({ authorization: `Bearer ${key}` });
    expect((await other.call('gamma_search', { query: 'by bearer' })).isError).toBeUndefined();
    await other.client.close();
  });

  test.each([
    ['without a key', {}],
    ['for an unknown key', { 'x-api-key': 'nobody-knows-this-key' }],
    ['for a disabled key', { authorization: `Bearer ${disabledKey}` }],
  ])('is denied %s', async (_name, headers) => {
    await expect(agentWith(headers)).rejects.toThrow(/api_key/);
  });

  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const accept = 'application/json, text/event-stream';

  test.each<[number, { origin?: string; host?: string }]>([
    [200, {}],
    [200, { origin: 'http://localhost:3000' }],
    [200, { origin: 'https://agent.example.com' }],
    [403, { origin: 'https://evil.example' }],
    [403, { origin: 'null' }],
    [403, { origin: 'http://localhost.evil.example' }],
    [403, { host: 'evil.example:8080' }],
    [403, { host: 'evil.example:8080', origin: 'http://localhost:3000' }],
    [403, { host: 'search.example.com', origin: 'https://evil.example' }],
    [200, { host: 'search.example.com' }], // by a reverse proxy on this machine
    [200, { host: 'Search.example.com:443' }],
    [200, { host: 'agent.example.com', origin: 'https://agent.example.com' }],
  ])('%i is the response to a browser request with %j', async (status, headers) => {
    const env = { SVC_MCP_ORIGINS: 'https://agent.example.com', SVC_PUBLIC_URL: 'https://search.example.com/svc' };
    const service = testService({ env });
    const response = await service.post('/mcp', initialize, { accept, host: 'localhost:8080', ...headers });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toHaveProperty('jsonrpc', '2.0');
    const setting = headers.origin?.includes('localhost:') === false ? 'SVC_MCP_ORIGINS' : 'SVC_PUBLIC_URL';
    if (status === 403) expect(response.json().error.message).toContain(setting);
    await service.app.close();
  });

  test('is limited to POST', async () => {
    const service = testService();
    expect((await service.get('/mcp')).statusCode).toBe(405);
    await service.app.close();
  });
});

test('a call costs as much as the search itself', async () => {
  const used = async () => {
    const response = await fetch(`${engines.address}/api/v1/account`, { headers: { 'x-api-key': key } });
    return ((await response.json()) as { limits: { day: { used: number } } }).limits.day.used;
  };
  const before = await used();
  await agent.call('alpha_news', { query: 'ferry that costs', num: 30 });
  expect((await used()) - before).toBe(3);
});

test('a key without the search scope gets an error from the tool', async () => {
  const callers = { 'key-that-may-only-read': { scopes: ['parse'] } };
  const service = testService({ callers, env: { SVC_MCP_TOOLS: 'all' } });
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'gamma_search', arguments: { query: 'q' } },
  };
  const headers = {
    accept: 'application/json, text/event-stream',
    host: 'localhost',
    'x-api-key': 'key-that-may-only-read',
  };
  const { result } = (await service.post('/mcp', call, headers)).json();
  expect([result.isError, result.content[0].text]).toEqual([true, expect.stringContaining('insufficient_scope')]);
  await service.app.close();
});

test('a search is cancelled when the agent disconnects', async () => {
  const query = 'ferry sim:slow';
  const leaving = await agentWith({ 'x-api-key': key });
  const calling = leaving.call('alpha_search', { query }).catch((error: unknown) => error);
  await expect.poll(() => engines.simulator.requests.some((request) => request.query === query)).toBe(true);
  await leaving.client.close();
  expect(await calling).toBeInstanceOf(Error);
  const active = async () => /^svc_searches_active (\d+)$/m.exec(await engines.metrics())?.[1];
  await expect.poll(active).toBe('0');
});
