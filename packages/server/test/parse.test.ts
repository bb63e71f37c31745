import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { captures, typical } from './helpers/captures.js';
import { paddedPage } from './helpers/large-pages.js';
import { pagesFolder, testService } from './helpers/service.js';

const service = testService();
afterAll(() => service.app.close());

interface Params {
  query?: string;
  page?: number | string;
  include?: string;
}

function parse(
  operation: string,
  body: string | Uint8Array,
  params: Params & Record<string, unknown> = {},
  headers = {},
) {
  const given = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]);
  const url = `/api/v1/parse/${operation}?${new URLSearchParams(given)}`;
  const payload = Buffer.from(body as string);
  return service.post(url, payload, { 'content-type': 'text/html; charset=utf-8', ...headers });
}

/** The page of a capture and its content type. */
function fileOf(name: string): { body: Buffer; headers: Record<string, string> } {
  const folder = join(pagesFolder, name);
  const file = readdirSync(folder).find((entry) => entry.startsWith('page.')) ?? '';
  const { headers = {} } = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'));
  const type = headers['content-type'];
  return { body: readFileSync(join(folder, file)), headers: type ? { 'content-type': type } : {} };
}

describe.each(endpoints)('$name', (endpoint) => {
  const capture = typical(endpoint);
  const { body, headers } = fileOf(capture.name);
  const params = { query: capture.query, page: capture.page };

  test('gives the same result as a search that fetches the page, without a request to an engine', async () => {
    const response = await parse(endpoint.name, body, params, headers);
    const answer = response.json();
    expect([response.statusCode, answer.code]).toEqual([200, undefined]);
    expect(endpoint.page.response.safeParse(answer).error?.issues).toBeUndefined();
    const engine = testService({ adapter: capture.adapter });
    const found = (await engine.post(endpoint.path, { query: capture.query })).json();
    const { search_parameters, ...contract } = answer;
    const { search_parameters: searched, ...expected } = found;
    expect(contract).toEqual(expected);
    expect(Object.keys(search_parameters)).toEqual(Object.keys(searched));
    expect(search_parameters).toMatchObject({ q: capture.query, engine: searched.engine });
    expect(service.requests).toEqual([]);
    await engine.app.close();
  });

  test('requires only the page', async () => {
    const response = await parse(endpoint.name, body, {}, { 'content-type': 'application/octet-stream' });
    expect(response.statusCode).toBe(200);
    expect(response.json().search_parameters.q).toBeNull();
    expect(endpoint.page.response.safeParse(response.json()).error?.issues).toBeUndefined();
  });

  test('is in the API description and the reference', async () => {
    const { paths } = (await service.app.inject('/openapi.json')).json();
    const { operationId, parameters, requestBody, responses } = paths[`/api/v1/parse/${endpoint.name}`].post;
    expect(operationId).toBe(`parse.${endpoint.name}`);
    const names = ['query', 'page', ...(endpoint.name === 'alpha.autocomplete' ? [] : ['include'])];
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(Object.keys(requestBody.content)).toContain('text/html');
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '408', '413', '415', '502']));
    const { body: reference } = await service.app.inject(`/docs/reference/parse-${endpoint.name.replace('.', '-')}`);
    expect(reference).toContain(`POST /api/v1/parse/${endpoint.name}`);
  });
});

describe('parse/auto', () => {
  test.each(endpoints)('detects a page of $name, and names the operation', async (endpoint) => {
    const { body, headers } = fileOf(typical(endpoint).name);
    const answer = (await parse('auto', body, {}, headers)).json();
    expect(answer).toEqual({ operation: endpoint.name, ...(await parse(endpoint.name, body, {}, headers)).json() });
  });

  test('rejects a page of an unsupported tab, and names it', async () => {
    const { body } = fileOf('alpha.search/refused-images-tab');
    const problem = (await parse('auto', body)).json();
    expect(problem).toMatchObject({ status: 502, code: 'upstream_wrong_page', retryable: false });
    expect(problem.detail).toContain('alpha.images');
  });

  test('does not guess the operation of an unmarked page', async () => {
    const problem = (await parse('auto', '<h3><a href="https://tea.example/">tea</a></h3>')).json();
    expect(problem).toMatchObject({ status: 502, code: 'upstream_unrecognised' });
  });
});

test('a page of another operation is rejected, and both operations are named', async () => {
  const { body } = fileOf('alpha.news/typical');
  const problem = (await parse('alpha.search', body)).json();
  expect([problem.code, problem.detail]).toEqual([
    'upstream_wrong_page',
    'The page is not the one that was asked for: alpha.news instead of alpha.search.',
  ]);
});

const unreadable = captures().filter(({ expected: { state } }) => state !== undefined);

test.each(unreadable)('$name gets the error of its state, which is not retryable', async (capture) => {
  const { body, headers } = fileOf(capture.name);
  const { statusCode, body: text } = await parse(
    capture.endpoint.name,
    body,
    { query: capture.query, page: capture.page },
    headers,
  );
  const problem = JSON.parse(text);
  const code = capture.expected.state === 'truncated' ? 'upstream_bad_response' : `upstream_${capture.expected.state}`;
  expect(problem).toMatchObject({ status: 502, code, retryable: false, error: problem.detail });
  expect(statusCode).toBe(502);
});

describe('a page that does not match the parameters is rejected', () => {
  const capture = typical(endpoints.find(({ name }) => name === 'beta.search')!);
  const { body } = fileOf(capture.name);

  test.each([
    [{ query: 'something else entirely' }, 'upstream_wrong_query'],
    [{ query: capture.query, page: 4 }, 'upstream_wrong_page'],
  ])('%o', async (params, code) => {
    const problem = (await parse('beta.search', body, params)).json();
    expect([problem.status, problem.code, problem.retryable]).toEqual([502, code, false]);
  });
});

test('an incomplete page is rejected', async () => {
  const body = paddedPage('tea', 10).slice(0, -30);
  expect((await parse('alpha.search', body)).json()).toMatchObject({ code: 'upstream_bad_response', retryable: false });
});

test('a page may be up to 8 MiB, more than a search request', async () => {
  const large = await parse('alpha.search', paddedPage('tea', 7_900_000), { query: 'tea' });
  expect([large.statusCode, large.json().organic_results.length > 9]).toEqual([200, true]);
  const tooLarge = await parse('alpha.search', paddedPage('tea', 8.5 * 1024 * 1024));
  expect(tooLarge.json()).toMatchObject({ status: 413, code: 'payload_too_large' });
  expect(tooLarge.json().detail).toContain('8 MiB');
});

test('the charset of Content-Type applies to the page', async () => {
  const page = paddedPage('tea', 10).replace('Title 0', 'Caf\u00e9 Jos\u00e9');
  const body = Buffer.from(page, 'latin1');
  const { organic_results } = (
    await parse('alpha.search', body, {}, { 'content-type': 'text/html; charset=iso-8859-1' })
  ).json();
  expect(organic_results[0].title).toBe('Café José');
});

test('extras of the parsers can be included', async () => {
  const answer = (await parse('alpha.search', paddedPage('tea', 10), { include: 'dates,blocks,diagnostics' })).json();
  expect(answer).toMatchObject({ blocks: expect.any(Object), diagnostics: expect.any(Object) });
  const plain = (await parse('alpha.search', paddedPage('tea', 10))).json();
  expect([plain.blocks, plain.diagnostics]).toEqual([undefined, undefined]);
});

describe('an invalid request', () => {
  test('gets all its errors at once', async () => {
    const response = await parse('gamma.search', '<html>', { include: 'html', page: 'two', queri: 'a' });
    const { status, errors } = response.json();
    expect(status).toBe(400);
    expect(errors.map(({ field, code }: Record<string, string>) => [field, code])).toEqual([
      ['include', 'invalid_parameter'],
      ['page', 'invalid_parameter'],
      ['queri', 'unknown_parameter'],
    ]);
  });

  test.each([
    ['an empty body', '', {}, 400, 'missing_parameter'],
    ['a picture', 'x', { 'content-type': 'image/png' }, 415, 'unsupported_media_type'],
    ['a form', 'x', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['a compressed body', 'x', { 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['an unknown key', 'x', { 'x-api-key': 'nobody-knows-this' }, 401, 'invalid_api_key'],
  ])('is rejected: %s', async (_, body, headers, status, code) => {
    const response = await parse('alpha.search', body, {}, headers);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(response.headers['content-type']).toContain('application/problem+json');
  });

  test('is rejected: another method', async () => {
    const response = await service.get('/api/v1/parse/alpha.search');
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST']);
  });
});

test('a parsed page counts toward the rate limit of its key', async () => {
  const limited = testService({ env: { SVC_RATE_LIMIT: '5' } });
  const send = () => limited.post('/api/v1/parse/alpha.search', paddedPage('tea', 10), { 'content-type': 'text/html' });
  const answers = [await send(), await send()];
  expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['4', '3']);
  await limited.app.close();
});

test('parsing that takes too long times out', async () => {
  const hasty = testService({ env: { SVC_SEARCH_TIMEOUT_MS: '100' } });
  const payload = Buffer.from('&amp;&#x;&lt'.repeat(680_000));
  const headers = { 'content-type': 'text/html' };
  const response = await hasty.post('/api/v1/parse/alpha.search', payload, headers);
  expect(response.json()).toMatchObject({ status: 504, code: 'upstream_timeout', retryable: false });
  await hasty.app.close();
});
