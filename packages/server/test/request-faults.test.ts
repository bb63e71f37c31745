import { FetchError } from '@svc/fetchers';
import { describe, expect, test } from 'vitest';
import { endpoints, type Fault } from '../src/index.js';
import { alphaAutocomplete, alphaSearch, betaSearch, gammaSearch } from './helpers/operations.js';
import { key, testService } from './helpers/service.js';

const service = testService();

describe('an error response is limited in size', () => {
  test('for a body of 64 KiB of unknown names', async () => {
    const names = Array.from({ length: 9_000 }, (_, index) => `"${index.toString(36)}":1`);
    const body = `{"query":"a",${names.join(',')}}`.slice(0, 65_000).replace(/,[^,]*$/, '}');
    const sent = Object.keys(JSON.parse(body)).length - 1;
    const response = await service.post(alphaSearch.path, body, { 'content-type': 'application/json' });
    const { errors, errors_omitted, detail } = response.json();
    expect(response.statusCode).toBe(400);
    expect(response.payload.length).toBeLessThan(10_000);
    expect(errors).toHaveLength(20);
    expect(errors_omitted).toBe(sent - 20);
    expect(detail).toMatch(new RegExp(`${sent - 20} more faults are not listed\\.$`));
  });

  test('for one unknown name of 60 KiB', async () => {
    const response = await service.post(gammaSearch.path, { query: 'a', ['n'.repeat(60_000)]: 1 });
    expect(response.json().errors).toMatchObject([{ field: `${'n'.repeat(64)}…`, code: 'unknown_parameter' }]);
    expect(response.payload.length).toBeLessThan(2_000);
  });

  test('for a name of characters outside the basic plane, without splitting one', async () => {
    const response = await service.post(gammaSearch.path, { query: 'a', ['🦆'.repeat(100)]: 1 });
    expect(response.json().errors[0].field).toBe(`${'🦆'.repeat(64)}…`);
  });

  test('for a query string of unknown names and extras', async () => {
    const extras = Array.from({ length: 500 }, (_, index) => `extra${index}`).join(',');
    const names = Array.from({ length: 500 }, (_, index) => `p${index}=1`).join('&');
    const response = await service.post(`${alphaSearch.path}?include=${extras}&${names}`, { query: 7 });
    expect(response.json()).toMatchObject({ status: 400, errors_omitted: 981 });
    expect(response.payload.length).toBeLessThan(20_000);
  });
});

describe('suggestions', () => {
  const proposed = async (operation: string, name: string) => {
    const { path = '' } = endpoints.find((endpoint) => endpoint.name === operation) ?? {};
    const response = await service.post(path, { query: 'a', [name]: 1 });
    const fault = response.json().errors.find(({ field }: Fault) => field === name);
    return { code: fault.code, suggestions: fault.suggestions };
  };

  test.each<[operation: string, name: string, ...meant: string[]]>([
    ['alpha.search', 'q', 'query'],
    ['gamma.search', 'q', 'query'],
    ['alpha.search', 'country', 'gl'],
    ['beta.search', 'country', 'cc'],
    ['alpha.news', 'cc', 'gl'],
    ['beta.search', 'gl', 'cc'],
    ['alpha.search', 'language', 'hl'],
    ['alpha.autocomplete', 'lang', 'hl'],
    ['beta.search', 'lang', 'mkt'],
    ['alpha.news', 'count', 'num'],
    ['beta.search', 'limit', 'num'],
    ['gamma.search', 'start', 'page'],
    ['beta.search', 'offset', 'page'],
    ['beta.search', 'latitude', 'lat'],
    ['beta.search', 'lng', 'lon'],
    ['alpha.search', 'nmu', 'num'],
    ['alpha.search', 'Query', 'query'],
    ['alpha.search', 'lcoation', 'location'],
    ['alpha.search', 'locaton', 'location'],
    ['alpha.search', 'pgae', 'page'],
  ])('%s: for %s is %s', async (operation, name, ...meant) => {
    expect(await proposed(operation, name)).toEqual({ code: 'unknown_parameter', suggestions: meant });
  });

  test.each<[operation: string, name: string]>([
    ['gamma.search', 'country'],
    ['gamma.search', 'language'],
    ['gamma.search', 'count'],
    ['alpha.autocomplete', 'start'],
    ['alpha.search', 'sort'],
    ['alpha.search', 'x'],
    ['alpha.search', 'foo'],
    ['alpha.search', 'sum'],
    ['alpha.search', 'api_key'],
    ['alpha.search', 'constructor'],
    ['alpha.search', 'output_format'],
  ])('are absent if no parameter is similar: %s, %s', async (operation, name) => {
    expect(await proposed(operation, name)).toEqual({ code: 'unknown_parameter', suggestions: undefined });
  });

  test('exist for look-ups too', async () => {
    const response = await service.get('/api/v1/locations?query=lis&count=3');
    expect(response.json().errors.map(({ suggestions }: Fault) => suggestions)).toEqual([['q'], ['limit']]);
  });

  test('are absent for a long name that starts like a parameter', async () => {
    const response = await service.post(alphaSearch.path, { query: 'a', ['locatio'.padEnd(60_000, 'n')]: 1 });
    const [fault, ...others] = response.json().errors;
    expect([fault.code, fault.suggestions, others]).toEqual(['unknown_parameter', undefined, []]);
  });
});

describe('codes consist of ASCII letters', () => {
  const traps = ['ﬁ', 'ın', 'İN', '\u212aR', 'ſe', 'ＵＳ', 'u\u200bs', 'US\n', 'ＵS', 'u٣'];

  test.each(traps)('%s is not a country', async (code) => {
    for (const [path, name] of [
      [alphaSearch.path, 'gl'],
      [alphaAutocomplete.path, 'gl'],
      [betaSearch.path, 'cc'],
    ] as const) {
      const response = await service.post(path, { query: 'a', [name]: code });
      expect(response.json()).toMatchObject({ status: 400, errors: [{ field: name, code: 'invalid_parameter' }] });
    }
    const lookup = await service.get(`/api/v1/locations?q=li&country=${encodeURIComponent(code)}`);
    expect(lookup.statusCode).toBe(400);
  });

  test.each(['\u212ao', 'ﬁ', 'ｅｎ', 'e\u017f', 'pt-ＢＲ', 'es-٤١٩', 'zh-T\u200bW'])(
    '%s is not a language',
    async (code) => {
      const response = await service.post(alphaSearch.path, { query: 'a', hl: code });
      expect(response.json()).toMatchObject({ status: 400, errors: [{ field: 'hl', code: 'invalid_parameter' }] });
    },
  );

  test.each(['\u212ao-KR', 'ko-\u212aR', 'en-ＵＳ', 'en-ın', 'fı-FI'])('%s is not a market', async (mkt) => {
    const response = await service.post(betaSearch.path, { query: 'a', mkt });
    expect(response.json()).toMatchObject({ status: 400, errors: [{ field: 'mkt', code: 'invalid_parameter' }] });
  });

  test.each(['ﬁ', 'ın', 'ＵＳ', '\u212ar'])('%s is not a code as a location either', (location) => {
    const found = service.places.resolve(location);
    expect('place' in found && ['Country', 'Region'].includes(found.place.target_type)).toBe(false);
  });

  test.each(['Łódź', 'Ål', 'FI', 'u.s.', '香港'])('%s is a place', async (location) => {
    expect(service.places.resolve(location)).toHaveProperty('place');
  });
});

describe('headers of error responses', () => {
  test('include Deprecation for a deprecated parameter, whatever the error', async () => {
    const failing = testService({
      adapter: async () => {
        throw new FetchError('timeout', 'slow');
      },
    });
    const late = await failing.post(alphaSearch.path, { query: 'a', num: 10 });
    expect([late.statusCode, late.headers.deprecation]).toEqual([504, '@1795132800']);
    const faulty = await service.post(alphaSearch.path, { num: 'x' });
    expect([faulty.statusCode, faulty.headers.deprecation]).toEqual([400, '@1795132800']);
    for (const num of [null, '']) {
      expect((await service.post(alphaSearch.path, { num })).headers.deprecation).toBeUndefined();
    }
  });

  test.each(endpoints.map(({ path }) => path))('include the limits of a valid key: %s', async (path) => {
    const answers = await Promise.all([
      service.post(path, {}),
      service.post(path, '{', { 'content-type': 'application/json' }),
      service.post(path, 'x', { 'content-type': 'text/plain' }),
      service.post(path, { query: 'x'.repeat(70_000) }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 415, 413]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        ratelimit: expect.stringMatching(/^"default";r=\d+;t=\d+$/),
        'ratelimit-policy': expect.any(String),
        'x-ratelimit-limit': expect.any(String),
        'x-ratelimit-remaining': expect.any(String),
        'x-ratelimit-reset': expect.any(String),
      });
    }
  });
});

describe('request ids', () => {
  const idOf = async (headers: Record<string, string | string[]>) => {
    const response = await service.app.inject({ url: '/livez', headers: { 'x-api-key': key, ...headers } });
    return response.headers['x-request-id'];
  };

  test.each([
    '3f0c8e9a-6f0a-4a30-9c1e-0d6e7cbbd2f1',
    'Root=1-67891233-abcdef012345678912345678',
    'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=a87bd80c:1|68fd508a:5',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '8c4f2b1e9d3a7f60-LIS',
    '|7dd5b6c2e4a01f4c.1a2b3c_',
    '105445aa7843bc8bf206b12000100000/1;o=1',
    'Jq8yXHkaIAMFvBg=',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  ])('%s is kept', async (id) => {
    expect(await idOf({ 'x-request-id': id })).toBe(id);
  });

  test.each([
    'a b',
    '',
    'x'.repeat(129),
    '"quoted"',
    '<script>',
    "a'b",
    'a\\nb',
    'a,b',
    '%0d%0aSet-Cookie:a',
    '\u00e4',
    '$(id)',
  ])('%s is replaced', async (id) => {
    expect(await idOf({ 'x-request-id': id })).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  });

  test('are taken from a load balancer if the caller sent none', async () => {
    expect(await idOf({ 'x-amzn-trace-id': 'Root=1-67891233-abcdef012345678912345678' })).toBe(
      'Root=1-67891233-abcdef012345678912345678',
    );
    expect(await idOf({ 'cf-ray': '8c4f2b1e9d3a7f60-LIS' })).toBe('8c4f2b1e9d3a7f60-LIS');
    expect(await idOf({ 'cf-ray': '8c4f2b1e9d3a7f60-LIS', 'x-request-id': 'mine' })).toBe('mine');
  });
});
