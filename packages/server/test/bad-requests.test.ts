import { readFile } from 'node:fs/promises';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import type { ErrorCode } from '../src/index.js';
import { disabledKey, key, testService } from './helpers/service.js';

const search = '/api/v1/alpha/search';
const news = '/api/v1/alpha/news';
const videos = '/api/v1/alpha/videos';
const autocomplete = '/api/v1/alpha/search/autocomplete';
const beta = '/api/v1/beta/search';
const gamma = '/api/v1/gamma/search';

/** What is wrong, the path, the body, and the errors that the response must list as `field: code`. */
type BadBody = [what: string, path: string, body: unknown, ...faults: `${string}: ${ErrorCode}`[]];

const badBodies: BadBody[] = [
  ['no query on web search', search, {}, 'query: missing_parameter'],
  ['no query on news', news, {}, 'query: missing_parameter'],
  ['no query on videos', videos, {}, 'query: missing_parameter'],
  ['no query on autocomplete', autocomplete, {}, 'query: missing_parameter'],
  ['no query on beta', beta, {}, 'query: missing_parameter'],
  ['no query on gamma', gamma, {}, 'query: missing_parameter'],
  ['query null', search, { query: null }, 'query: missing_parameter'],
  ['query empty', search, { query: '' }, 'query: missing_parameter'],
  ['query of whitespace', search, { query: ' \t\u00a0' }, 'query: invalid_parameter'],
  ['query of zero-width characters', search, { query: '\u200b\u2060\ufeff' }, 'query: invalid_parameter'],
  ['query of bidirectional control characters', gamma, { query: '\u202e \u2066' }, 'query: invalid_parameter'],
  ['query of filler characters', beta, { query: '\u3164\u115f\u00ad' }, 'query: invalid_parameter'],
  ['query of control characters', autocomplete, { query: '\u0000\u0007' }, 'query: invalid_parameter'],
  ['location of invisible characters', search, { query: 'a', location: '\u200b' }, 'location: invalid_parameter'],
  ['query a number', search, { query: 5 }, 'query: invalid_parameter'],
  ['query a list', search, { query: ['a'] }, 'query: invalid_parameter'],
  ['query an object', gamma, { query: { a: 1 } }, 'query: invalid_parameter'],
  ['query true', beta, { query: true }, 'query: invalid_parameter'],
  ['query too long', search, { query: 'x'.repeat(2049) }, 'query: invalid_parameter'],
  ['query with a lone surrogate', gamma, '{"query":"a\\ud800b"}', 'query: invalid_parameter'],
  ['query nested', search, `{"query":${'['.repeat(9000)}${']'.repeat(9000)}}`, 'query: invalid_parameter'],
  ['page of infinity', gamma, '{"query":"a","page":1e400}', 'page: invalid_parameter'],
  ['body a list', search, [], ': invalid_parameter'],
  ['body a text', search, '"q"', ': invalid_parameter'],
  ['body a number', search, '7', ': invalid_parameter'],
  ['body null', search, 'null', ': invalid_parameter'],
  ['page below 0', search, { query: 'a', page: -1 }, 'page: invalid_parameter'],
  ['page not an integer', search, { query: 'a', page: 1.5 }, 'page: invalid_parameter'],
  ['page a text', gamma, { query: 'a', page: '2' }, 'page: invalid_parameter'],
  ['page too large to count', gamma, { query: 'a', page: 1e300 }, 'page: invalid_parameter'],
  ['page false', beta, { query: 'a', page: false }, 'page: invalid_parameter'],
  ['num 0', search, { query: 'a', num: 0 }, 'num: invalid_parameter'],
  ['num above 100', news, { query: 'a', num: 101 }, 'num: invalid_parameter'],
  ['num not an integer', videos, { query: 'a', num: 9.5 }, 'num: invalid_parameter'],
  ['num a text', videos, { query: 'a', num: '40' }, 'num: invalid_parameter'],
  ['num below 10 on beta', beta, { query: 'a', num: 9 }, 'num: invalid_parameter'],
  ['num above 50 on beta', beta, { query: 'a', num: 51 }, 'num: invalid_parameter'],
  ['num on gamma', gamma, { query: 'a', num: 10 }, 'num: unknown_parameter'],
  ['gl not a country', search, { query: 'a', gl: 'xx' }, 'gl: invalid_parameter'],
  ['gl a name', search, { query: 'a', gl: 'Portugal' }, 'gl: invalid_parameter'],
  ['gl three letters', news, { query: 'a', gl: 'prt' }, 'gl: invalid_parameter'],
  ['gl a number', autocomplete, { query: 'a', gl: 1 }, 'gl: invalid_parameter'],
  ['hl not a language', search, { query: 'a', hl: 'qq' }, 'hl: invalid_parameter'],
  ['hl with an unknown country', videos, { query: 'a', hl: 'pt-XX' }, 'hl: invalid_parameter'],
  ['hl a name', autocomplete, { query: 'a', hl: 'Portuguese' }, 'hl: invalid_parameter'],
  ['cc not a country', beta, { query: 'a', cc: 'zz' }, 'cc: invalid_parameter'],
  ['mkt without a country', beta, { query: 'a', mkt: 'pt' }, 'mkt: invalid_parameter'],
  ['mkt with country before language', beta, { query: 'a', mkt: 'US-en' }, 'mkt: invalid_parameter'],
  ['mkt with an underscore', beta, { query: 'a', mkt: 'en_US' }, 'mkt: invalid_parameter'],
  ['mkt and cc', beta, { query: 'a', mkt: 'en-US', cc: 'us' }, 'mkt: mutually_exclusive', 'cc: mutually_exclusive'],
  [
    'location and uule',
    search,
    { query: 'a', location: 'Lisbon', uule: 'w+CAIQICIGTGlzYm9u' },
    'location: mutually_exclusive',
    'uule: mutually_exclusive',
  ],
  [
    'location and uule on news, both wrong',
    news,
    { query: 'a', location: 5, uule: 'x' },
    'location: invalid_parameter',
    'uule: invalid_parameter',
    'location: mutually_exclusive',
    'uule: mutually_exclusive',
  ],
  ['location unknown', search, { query: 'a', location: 'Springfeild' }, 'location: unknown_location'],
  ['location unknown on beta', beta, { query: 'a', location: 'Qqqqq' }, 'location: unknown_location'],
  ['location too long', videos, { query: 'a', location: 'x'.repeat(257) }, 'location: invalid_parameter'],
  ['location a list', search, { query: 'a', location: ['Lisbon'] }, 'location: invalid_parameter'],
  ['location on gamma', gamma, { query: 'a', location: 'Lisbon' }, 'location: unknown_parameter'],
  ['location on autocomplete', autocomplete, { query: 'a', location: 'Lisbon' }, 'location: unknown_parameter'],
  ['uule with another prefix', search, { query: 'a', uule: 'b+CAIQ' }, 'uule: invalid_parameter'],
  ['uule percent-encoded', search, { query: 'a', uule: 'w%2BCAIQ' }, 'uule: invalid_parameter'],
  ['uule too long', search, { query: 'a', uule: `w+${'A'.repeat(2048)}` }, 'uule: invalid_parameter'],
  ['uule on beta', beta, { query: 'a', uule: 'w+CAIQ' }, 'uule: unknown_parameter'],
  ['lat without lon', beta, { query: 'a', lat: 1 }, 'lon: missing_parameter'],
  ['lon without lat', beta, { query: 'a', lon: 1, lat: null }, 'lat: missing_parameter'],
  ['lat out of range', beta, { query: 'a', lat: 90.1, lon: 0 }, 'lat: invalid_parameter'],
  ['lon out of range', beta, { query: 'a', lat: 0, lon: -180.5 }, 'lon: invalid_parameter'],
  ['lat a text', beta, { query: 'a', lat: '1', lon: 0 }, 'lat: invalid_parameter'],
  ['tbs without a colon', search, { query: 'a', tbs: 'week' }, 'tbs: invalid_parameter'],
  ['tbs without a value', search, { query: 'a', tbs: 'qdr:' }, 'tbs: invalid_parameter'],
  ['tbs with a space', search, { query: 'a', tbs: 'qdr:w, sbd:1' }, 'tbs: invalid_parameter'],
  ['tbs too long', search, { query: 'a', tbs: `a:${'b'.repeat(511)}` }, 'tbs: invalid_parameter'],
  ['tbs on beta', beta, { query: 'a', tbs: 'qdr:w' }, 'tbs: unknown_parameter'],
  ['tbs on gamma', gamma, { query: 'a', tbs: 'qdr:w' }, 'tbs: unknown_parameter'],
  ['device unknown', search, { query: 'a', device: 'phone' }, 'device: invalid_parameter'],
  ['device in capitals', beta, { query: 'a', device: 'Mobile' }, 'device: invalid_parameter'],
  ['device a list', autocomplete, { query: 'a', device: ['mobile'] }, 'device: invalid_parameter'],
  ['safe a word', gamma, { query: 'a', safe: 'active' }, 'safe: invalid_parameter'],
  ['safe a number', news, { query: 'a', safe: 1 }, 'safe: invalid_parameter'],
  ['safe on autocomplete', autocomplete, { query: 'a', safe: true }, 'safe: unknown_parameter'],
  ['freshness on alpha', search, { query: 'a', freshness: 'day' }, 'freshness: unknown_parameter'],
  ['freshness unknown', gamma, { query: 'a', freshness: 'hour' }, 'freshness: invalid_parameter'],
  ['lr without lang_', search, { query: 'a', lr: 'de' }, 'lr: invalid_parameter'],
  ['lr not a language', search, { query: 'a', lr: 'lang_qq' }, 'lr: invalid_parameter'],
  ['lr with a trailing separator', videos, { query: 'a', lr: 'lang_de|' }, 'lr: invalid_parameter'],
  ['lr on beta', beta, { query: 'a', lr: 'lang_de' }, 'lr: unknown_parameter'],
  ['cr not a country', search, { query: 'a', cr: 'countryXX' }, 'cr: invalid_parameter'],
  ['cr without its prefix', news, { query: 'a', cr: 'AT' }, 'cr: invalid_parameter'],
  ['cr a ligature', news, { query: 'a', cr: 'countryﬁ' }, 'cr: invalid_parameter'],
  ['cr too long', search, { query: 'a', cr: Array(30).fill('countryAT').join('|') }, 'cr: invalid_parameter'],
  ['nfpr 2', search, { query: 'a', nfpr: 2 }, 'nfpr: invalid_parameter'],
  ['filter a text', search, { query: 'a', filter: '0' }, 'filter: invalid_parameter'],
  ['filter on gamma', gamma, { query: 'a', filter: 0 }, 'filter: unknown_parameter'],
  ['cp below 0', autocomplete, { query: 'a', cp: -1 }, 'cp: invalid_parameter'],
  ['cp not an integer', autocomplete, { query: 'a', cp: 0.5 }, 'cp: invalid_parameter'],
  ['cp on web search', search, { query: 'a', cp: 1 }, 'cp: unknown_parameter'],
  ['a misspelt field', search, { query: 'a', lcoation: 'Lisbon' }, 'lcoation: unknown_parameter'],
  ['a misspelt field and no query', search, { qeury: 'a' }, 'query: missing_parameter', 'qeury: unknown_parameter'],
  ['an unknown field with null', search, { query: 'a', foo: null }, 'foo: unknown_parameter'],
  ['an inherited property name', search, '{"query":"a","constructor":1}', 'constructor: unknown_parameter'],
  ['__proto__', search, '{"query":"a","__proto__":{"gl":"pt"}}', '__proto__: unknown_parameter'],
  [
    'several errors',
    beta,
    { page: -1, num: 5, lat: 91, mkt: 'x', cc: 'yy', nmu: 1 },
    'query: missing_parameter',
    'page: invalid_parameter',
    'num: invalid_parameter',
    'lat: invalid_parameter',
    'mkt: invalid_parameter',
    'cc: invalid_parameter',
    'nmu: unknown_parameter',
    'mkt: mutually_exclusive',
    'cc: mutually_exclusive',
    'lon: missing_parameter',
  ],
];

const service = testService();

test.each(badBodies)('rejects a body: %s', async (_what, path, body, ...faults) => {
  const response = await service.post(path, body, { 'content-type': 'application/json' });
  const problem = response.json();
  expect(response.statusCode).toBe(400);
  expect(problem.errors.map(({ field, code }: { field: string; code: string }) => `${field}: ${code}`)).toEqual(faults);
  expect(problem).toMatchObject({ status: 400, code: problem.errors[0].code, error: problem.detail, retryable: false });
  expect(service.requests).toEqual([]);
});

/** What is wrong, the request, the status and code of the response, and headers that it must have. */
type BadRequest = [
  what: string,
  request: InjectOptions,
  status: number,
  code: ErrorCode,
  headers?: Record<string, string>,
];

const json = { 'content-type': 'application/json', 'x-api-key': key };
const good = '{"query":"a"}';

const badRequests: BadRequest[] = [
  ['broken JSON', { payload: '{"query": "a"' }, 400, 'malformed_json'],
  ['single quotes', { payload: "{'query': 'a'}" }, 400, 'malformed_json'],
  ['a trailing comma', { payload: '{"query":"a",}' }, 400, 'malformed_json'],
  ['two documents', { payload: `${good}${good}` }, 400, 'malformed_json'],
  ['invalid UTF-8', { payload: Buffer.from([0x22, 0xff, 0x22]) }, 400, 'malformed_json'],
  ['an empty body', { payload: '' }, 400, 'malformed_json'],
  ['only spaces', { payload: '  ' }, 400, 'malformed_json'],
  ['no body', {}, 400, 'malformed_json'],
  ['plain text', { payload: good, headers: { ...json, 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
  [
    'a form',
    { payload: 'query=a', headers: { ...json, 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'unsupported_media_type',
  ],
  ['XML', { payload: '<q/>', headers: { ...json, 'content-type': 'application/xml' } }, 415, 'unsupported_media_type'],
  ['no content type', { payload: Buffer.from(good), headers: { 'x-api-key': key } }, 415, 'unsupported_media_type'],
  [
    'an invalid content type',
    { payload: good, headers: { ...json, 'content-type': 'json' } },
    415,
    'unsupported_media_type',
  ],
  [
    'gzip in capitals',
    { payload: good, headers: { ...json, 'content-encoding': 'GZIP' } },
    415,
    'unsupported_media_type',
  ],
  [
    'gzip twice',
    { payload: good, headers: { ...json, 'content-encoding': 'identity, gzip' } },
    415,
    'unsupported_media_type',
  ],
  ['gzip', { payload: good, headers: { ...json, 'content-encoding': 'gzip' } }, 415, 'unsupported_media_type'],
  ['too large', { payload: `{"query":"${'x'.repeat(66_000)}"}` }, 413, 'payload_too_large'],
  [
    'no key',
    { payload: good, headers: { 'content-type': 'application/json' } },
    401,
    'missing_api_key',
    { 'www-authenticate': 'ApiKey realm="svc", header="x-api-key"' },
  ],
  ['an empty key', { payload: good, headers: { ...json, 'x-api-key': '' } }, 401, 'missing_api_key'],
  [
    'an unknown key',
    { payload: good, headers: { ...json, 'x-api-key': 'nobody-knows-me' } },
    401,
    'invalid_api_key',
    { 'www-authenticate': 'ApiKey realm="svc", header="x-api-key"' },
  ],
  ['a valid key twice', { payload: good, headers: { ...json, 'x-api-key': `${key}, ${key}` } }, 401, 'invalid_api_key'],
  ['a disabled key', { payload: good, headers: { ...json, 'x-api-key': disabledKey } }, 403, 'api_key_disabled'],
  ['no key and a broken body', { payload: '{', headers: {} }, 401, 'missing_api_key'],
  ['no key and a huge body', { payload: 'x'.repeat(70_000), headers: {} }, 401, 'missing_api_key'],
  ['GET', { method: 'GET' }, 405, 'method_not_allowed', { allow: 'POST' }],
  ['PUT with a broken body', { method: 'PUT', payload: '{' }, 405, 'method_not_allowed', { allow: 'POST' }],
  ['DELETE', { method: 'DELETE' }, 405, 'method_not_allowed', { allow: 'POST' }],
  ['OPTIONS', { method: 'OPTIONS' }, 405, 'method_not_allowed', { allow: 'POST' }],
  ['POST to a look-up', { url: '/api/v1/countries', payload: good }, 405, 'method_not_allowed', { allow: 'GET, HEAD' }],
  ['an unknown API version', { url: '/api/v2/alpha/search', payload: good }, 404, 'not_found'],
  ['an unknown operation', { url: '/api/v1/beta/news', payload: '{' }, 404, 'not_found'],
  ['a trailing slash', { url: `${search}/`, payload: good }, 404, 'not_found'],
  ['the path in capitals', { url: '/API/v1/alpha/search', payload: good }, 404, 'not_found'],
  ['a path with invalid percent-encoding', { method: 'GET', url: '/api/%E0%A4%A' }, 404, 'not_found'],
  ['an unknown extra', { url: `${search}?include=dates,htlm`, payload: good }, 400, 'invalid_parameter'],
  ['an unknown query string', { url: `${search}?q=a`, payload: good }, 400, 'unknown_parameter'],
  ['a look-up without a text', { method: 'GET', url: '/api/v1/locations' }, 400, 'missing_parameter'],
  ['a limit of 0', { method: 'GET', url: '/api/v1/locations?q=li&limit=0' }, 400, 'invalid_parameter'],
  ['a limit of 51', { method: 'GET', url: '/api/v1/locations?q=li&limit=51' }, 400, 'invalid_parameter'],
  ['a look-up with two texts', { method: 'GET', url: '/api/v1/locations?q=li&q=po' }, 400, 'invalid_parameter'],
  ['a look-up without a key', { method: 'GET', url: '/api/v1/languages', headers: {} }, 401, 'missing_api_key'],
];

test.each(badRequests)('rejects a request: %s', async (_what, request, status, code, headers = {}) => {
  const response = await service.app.inject({ method: 'POST', url: search, headers: json, ...request });
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ status, code, type: `urn:svc:error:${code}` });
  expect(response.headers).toMatchObject({ 'content-type': 'application/problem+json; charset=utf-8', ...headers });
  expect(response.headers['x-request-id']).toBe(response.json().request_id);
});

test('errors of the query string and of the body are listed together', async () => {
  const response = await service.post(`${search}?include=htlm&q=a`, { query: 7, page: -1 });
  const { status, errors } = response.json();
  expect(status).toBe(400);
  expect(errors.map(({ field }: { field: string }) => field)).toEqual(['q', 'include', 'query', 'page']);
});

test('an unknown parameter is rejected with a suggestion', async () => {
  const response = await service.post(search, { query: 'a', lcoation: 'Lisbon' });
  expect(response.json().errors[0]).toEqual({
    field: 'lcoation',
    code: 'unknown_parameter',
    message: '"lcoation" is not a parameter of this operation. Did you mean "location"?',
    suggestions: ['location'],
  });
});

const meant = [
  ['/api/v1/alpha/serch', 'Nothing is served at this path. Did you mean "/api/v1/alpha/search"?'],
  ['/API/v1/alpha/search/', 'Nothing is served at this path. Did you mean "/api/v1/alpha/search"?'],
  ['/api/v1/google/search', 'Nothing is served at this path. "/openapi.json" lists all paths.'],
  ['/compat/serper/search', 'Nothing is served at this path.'],
  [`${search}?fields=titel`, '"fields" has an unknown field "titel". Did you mean "title"?'],
  [`${search}?include=htlm`, /The extras are .*, html\. Did you mean "html"\?$/],
  ['/api/v1/search/all?include=blocks', '"include" has no extra "blocks". This operation has no extras.'],
] as const;

test.each(meant)('the error of %s says what may have been meant', async (url, detail) => {
  const response = await service.post(url, { query: 'a' });
  expect(response.json().detail).toEqual(typeof detail === 'string' ? detail : expect.stringMatching(detail));
});

test('an unknown location is rejected with up to five suggested places', async () => {
  const response = await service.post(search, { query: 'a', location: 'Springfeild' });
  const [{ message, suggestions }] = response.json().errors;
  expect(suggestions[0]).toMatch(/^Springfield,/);
  expect(suggestions.length).toBeLessThanOrEqual(5);
  expect(message).toContain(`"location" matches no place. Did you mean "${suggestions[0]}" or `);
});

test('the example in the guide to errors is what the service answers', async () => {
  const guide = await readFile(new URL('../../docs/guides/errors.md', import.meta.url), 'utf8');
  const { request_id, ...shown } = JSON.parse(/```json\n(.*?)```/s.exec(guide)?.[1] ?? '');
  const response = await service.post('/api/v1/alpha/search', { query: 'a', page: -1 });
  expect(response.json()).toEqual({ ...shown, request_id: expect.any(String) });
  expect(request_id).toBeTypeOf('string');
});

test('an error has the fields of RFC 9457 and no internal details', async () => {
  const response = await service.post(`${search}?include=`, { query: 7 }, { 'x-request-id': 'mine-1' });
  expect(response.json()).toEqual({
    type: 'urn:svc:error:invalid_parameter',
    title: 'A parameter has an invalid value',
    status: 400,
    detail: '"query" must be text with at least one visible character and at most 2048 characters.',
    instance: search,
    code: 'invalid_parameter',
    request_id: 'mine-1',
    retryable: false,
    error: '"query" must be text with at least one visible character and at most 2048 characters.',
    errors: [
      {
        field: 'query',
        code: 'invalid_parameter',
        message: '"query" must be text with at least one visible character and at most 2048 characters.',
      },
    ],
  });
});
