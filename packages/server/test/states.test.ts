import { FetchError, type FetchErrorCode } from '@svc/fetchers';
import type { UnreadableState } from '@svc/parsers';
import { describe, expect, test } from 'vitest';
import { typical } from './helpers/captures.js';
import { fakeEndpoint, serving } from './helpers/fake-endpoint.js';
import { betaSearch } from './helpers/operations.js';
import { always, testService } from './helpers/service.js';

const states: [UnreadableState, code: string, retryable: boolean][] = [
  ['captcha', 'upstream_captcha', true],
  ['rate_limited', 'upstream_rate_limited', true],
  ['forbidden', 'upstream_forbidden', true],
  ['consent', 'upstream_consent', true],
  ['js_required', 'upstream_js_required', false],
  ['wrong_query', 'upstream_wrong_query', true],
  ['wrong_page', 'upstream_wrong_page', true],
  ['unrecognised', 'upstream_unrecognised', false],
  ['truncated', 'upstream_bad_response', true],
];

test.each(states)('a page in state %s is answered with %s', async (state, code, retryable) => {
  const service = testService({ endpoints: [fakeEndpoint], adapter: serving(() => ({ state })) });
  const response = await service.post(fakeEndpoint.path, { query: 'a' });
  expect(response.statusCode).toBe(502);
  expect(response.json()).toMatchObject({ code, retryable, error: response.json().detail });
});

const failures: [FetchErrorCode, status: number, code: string, retryAfter?: string][] = [
  ['timeout', 504, 'upstream_timeout'],
  ['network', 502, 'upstream_bad_response'],
  ['proxy', 503, 'no_proxy_available', '30'],
  ['bad_response', 502, 'upstream_bad_response'],
  ['too_large', 502, 'upstream_bad_response'],
  ['closed', 503, 'shutting_down', '5'],
];

test.each(failures)('a fetch that fails with %s is answered with %d %s', async (failure, status, code, retryAfter) => {
  const secret = 'http://user:password@proxy.example';
  const adapter = serving(() => new FetchError(failure, secret, { cause: new Error(secret) }));
  const service = testService({ endpoints: [fakeEndpoint], adapter });
  const response = await service.post(fakeEndpoint.path, { query: 'a' });
  expect(response.statusCode).toBe(status);
  expect(response.json().code).toBe(code);
  expect(response.headers['retry-after']).toBe(retryAfter);
  expect(response.body).not.toContain('password');
});

test('a search without a captured page is an error that is not retryable', async () => {
  const service = testService();
  const response = await service.post('/api/v1/gamma/search', { query: 'nobody captured this' });
  const { code, retryable, detail } = response.json();
  expect([response.statusCode, code, retryable]).toEqual([502, 'upstream_bad_response', false]);
  expect(detail).toMatch(/No captured page/);
});

test('the wait that an engine asks for is sent as Retry-After if it exceeds the search timeout', async () => {
  const adapter = serving(() => new FetchError('rate_limited', 'wait', { retryAfter: 90 }));
  const service = testService({ endpoints: [fakeEndpoint], adapter });
  const response = await service.post(fakeEndpoint.path, { query: 'a' });
  expect([response.statusCode, response.json().code]).toEqual([502, 'upstream_rate_limited']);
  expect(response.headers['retry-after']).toBe('90');
});

test('a date in Retry-After is counted from the date of the engine, whose clock may differ', async () => {
  const headers = { 'retry-after': 'Fri, 02 Jan 2026 12:01:30 GMT', date: 'Fri, 02 Jan 2026 12:00:00 GMT' };
  const adapter = always('{"state":"unrecognised"}', { status: 429, headers });
  const env = { SVC_SEARCH_TIMEOUT_MS: '2000' };
  const response = await testService({ env, endpoints: [fakeEndpoint], adapter }).post(fakeEndpoint.path, {
    query: 'a',
  });
  expect([response.json().code, response.headers['retry-after']]).toEqual(['upstream_rate_limited', '90']);
});

describe('an unrecognised page is classified by status and URL', () => {
  test.each([
    [{ status: 429 }, 'upstream_rate_limited'],
    [{ status: 403 }, 'upstream_forbidden'],
    [{ status: 402 }, 'upstream_forbidden'],
    [{ status: 418 }, 'upstream_forbidden'],
    [{ status: 202 }, 'upstream_forbidden'],
    [{ status: 500 }, 'upstream_bad_response'],
    [{ status: 200 }, 'upstream_unrecognised'],
    [{ status: 429, url: 'https://www.google.com/sorry/index?continue=x' }, 'upstream_captcha'],
    [{ status: 200, url: 'https://consent.google.com/m?continue=x' }, 'upstream_consent'],
  ])('%o', async (page, code) => {
    const adapter = always('{"state":"unrecognised"}', page);
    const response = await testService({ endpoints: [fakeEndpoint], adapter }).post(fakeEndpoint.path, {
      query: 'a',
    });
    expect(response.json().code).toBe(code);
  });
});

describe('a response that cannot be a page of results is rejected, even if it contains rows', () => {
  const rows = '{"rows":["one","two"]}';
  test.each([
    [{ status: 503 }, rows, 'upstream_bad_response'],
    [{ status: 404 }, rows, 'upstream_bad_response'],
    [{ status: 429 }, rows, 'upstream_rate_limited'],
    [{ status: 403 }, rows, 'upstream_forbidden'],
    [{ headers: { 'content-type': 'image/png' } }, rows, 'upstream_bad_response'],
    [{ headers: { 'content-type': 'application/octet-stream' } }, rows, 'upstream_bad_response'],
    [{ status: 200 }, '', 'upstream_bad_response'],
    [{ status: 204 }, '', 'upstream_bad_response'],
    [{ status: 304 }, '', 'upstream_bad_response'],
    [{ status: 429 }, '', 'upstream_rate_limited'],
    [{ status: 403 }, '', 'upstream_forbidden'],
    [{ status: 503 }, '', 'upstream_bad_response'],
    [{ status: 429, headers: { 'content-type': 'image/png' } }, 'PNG', 'upstream_rate_limited'],
    [{ status: 403, headers: { 'content-type': 'image/png' } }, 'PNG', 'upstream_forbidden'],
  ])('%o', async (page, body, code) => {
    const service = testService({ endpoints: [fakeEndpoint], adapter: always(body, page) });
    const response = await service.post(fakeEndpoint.path, { query: 'a' });
    expect([response.statusCode, response.json().code]).toEqual([502, code]);
  });

  test.each([
    'text/html; charset=utf-8',
    'application/json',
    'application/xhtml+xml',
    'text/javascript',
    ' Text/HTML',
    '',
  ])('is not rejected for the content type %j', async (type) => {
    const adapter = always(rows, { headers: { 'content-type': type } });
    const service = testService({ endpoints: [fakeEndpoint], adapter });
    expect((await service.post(fakeEndpoint.path, { query: 'a' })).statusCode).toBe(200);
  });
});

test('a truncated page is fetched once more', async () => {
  const adapter = serving(() => ({ state: 'truncated' }));
  const service = testService({ endpoints: [fakeEndpoint], adapter, env: { SVC_ATTEMPTS: '5' } });
  const response = await service.post(fakeEndpoint.path, { query: 'a' });
  expect([response.statusCode, response.json().code]).toEqual([502, 'upstream_bad_response']);
  expect(service.requests).toHaveLength(2);
});

test('a page for another query is rejected', async () => {
  const { adapter } = typical(betaSearch);
  const response = await testService({ adapter }).post(betaSearch.path, { query: 'something else entirely' });
  expect([response.statusCode, response.json().code]).toEqual([502, 'upstream_wrong_query']);
});

test('a page with another number is rejected', async () => {
  const { adapter, query } = typical(betaSearch);
  const response = await testService({ adapter }).post(betaSearch.path, { query, page: 4 });
  expect([response.statusCode, response.json().code]).toEqual([502, 'upstream_wrong_page']);
});

test('an internal error shows no details', async () => {
  const adapter = always('no JSON, so that the parser of the fake breaks');
  const response = await testService({ endpoints: [fakeEndpoint], adapter }).post(fakeEndpoint.path, { query: 'a' });
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject({
    code: 'internal_error',
    detail: 'The service failed; the error was logged.',
  });
  expect(response.body).not.toMatch(/JSON|at \w+ \(/);
});

test('a blocked request is retried with another session', async () => {
  let attempts = 0;
  const adapter = serving(() => {
    attempts += 1;
    return attempts === 1 ? { state: 'captcha' } : { rows: ['good'] };
  });
  const service = testService({ endpoints: [fakeEndpoint], adapter, env: { SVC_ATTEMPTS: '2' } });
  const response = await service.post(fakeEndpoint.path, { query: 'a' });
  expect(response.statusCode).toBe(200);
  expect(attempts).toBe(2);
});
