import { describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '../src/index.js';
import { captures, showing, typical } from './helpers/captures.js';
import {
  alphaAutocomplete,
  alphaNews,
  alphaSearch,
  alphaVideos,
  betaSearch,
  gammaSearch,
} from './helpers/operations.js';
import { testService } from './helpers/service.js';

describe('every captured page through the running service', () => {
  // Pages for the empty query are excluded, as the API accepts no empty query.
  const all = captures().filter(({ query }) => query !== '');
  const service = showing();

  test('the captures include pages of every operation', () => {
    expect(new Set(all.map(({ endpoint }) => endpoint.name))).toEqual(new Set(endpoints.map(({ name }) => name)));
  });

  test.each(all.map((capture) => [capture.name, capture] as const))('%s', async (_name, capture) => {
    const { endpoint, query, page, expected } = capture;
    service.show(capture);
    const response = await service.post(endpoint.path, { query, ...(page > 1 && { page }) });
    const body = response.json();
    if (expected.state !== undefined) {
      expect(response.statusCode).toBe(502);
      const state = expected.state === 'truncated' ? 'bad_response' : expected.state;
      if (state !== 'unrecognised') expect(body.code).toBe(`upstream_${state}`);
      return;
    }
    expect(body).not.toHaveProperty('code');
    expect(response.statusCode).toBe(200);
    expect(endpoint.response.safeParse(body).error?.issues ?? []).toEqual([]);
    const { search_parameters, ...contract } = body;
    const rows = expected.organic_results && { organic_results: expected.organic_results.slice(0, 10) };
    expect(contract).toEqual({ ...expected, ...rows });
    expect(search_parameters.q).toBe(query);
  });
});

describe('search_parameters', () => {
  const cases: [endpoint: Endpoint, given: object, echo: object][] = [
    [alphaSearch, {}, { gl: null, hl: null, page: null, uule: null, engine: 'alpha', location: null }],
    [
      alphaSearch,
      { gl: 'UK', hl: 'pt-BR', page: 1, num: 10, location: 'Lisbon, Portugal', tbs: 'qdr:w', uule: '' },
      { gl: 'UK', hl: 'pt-BR', page: 1, uule: null, engine: 'alpha', location: 'Lisbon, Portugal' },
    ],
    [alphaNews, {}, { gl: null, hl: null, num: null, page: null, uule: null, engine: 'alpha_news', location: null }],
    [
      alphaNews,
      { uule: 'w+CAIQICIGTGlzYm9u', num: 5, page: 0 },
      { gl: null, hl: null, num: 5, page: 0, uule: 'w+CAIQICIGTGlzYm9u', engine: 'alpha_news', location: null },
    ],
    [
      alphaVideos,
      { location: null },
      { gl: null, hl: null, num: null, page: null, uule: null, engine: 'alpha_videos', location: null },
    ],
    [alphaAutocomplete, {}, { cp: 0, gl: null, hl: null, engine: 'alpha' }],
    [alphaAutocomplete, { cp: 1, gl: 'pt', hl: 'pt' }, { cp: 1, gl: 'pt', hl: 'pt', engine: 'alpha' }],
    [
      betaSearch,
      {},
      {
        cc: null,
        lat: null,
        lon: null,
        mkt: null,
        num: null,
        page: null,
        engine: 'beta',
        location: null,
        bing_domain: 'www.bing.com',
      },
    ],
    [
      betaSearch,
      { mkt: 'pt-PT', lat: 38.7, lon: -9.1, num: 50, page: 1, location: 'Lisbon' },
      {
        cc: null,
        lat: 38.7,
        lon: -9.1,
        mkt: 'pt-PT',
        num: 50,
        page: 1,
        engine: 'beta',
        location: 'Lisbon',
        bing_domain: 'www.bing.com',
      },
    ],
    [gammaSearch, {}, { page: 0, engine: 'gamma' }],
    [gammaSearch, { page: 1 }, { page: 1, engine: 'gamma' }],
  ];

  test.each(cases.map(([endpoint, given, echo]) => ({ endpoint, name: endpoint.name, given, echo })))(
    'of $name for $given',
    async ({ endpoint, given, echo }) => {
      const { query } = typical(endpoint);
      const response = await testService().post(endpoint.path, { query, ...given });
      expect(response.statusCode).toBe(200);
      const { search_parameters } = response.json();
      expect(search_parameters).toEqual({ q: query, ...echo });
      expect(Object.keys(search_parameters)).toEqual(['q', ...Object.keys(echo)]);
    },
  );

  test('cp is limited to the length of the query', async () => {
    const { query } = typical(alphaAutocomplete);
    const service = testService();
    const response = await service.post(alphaAutocomplete.path, { query, cp: 1000 });
    expect(response.json().search_parameters.cp).toBe(query.length);
    expect(new URL(service.requests[0]?.url ?? '').searchParams.get('cp')).toBe(`${query.length}`);
  });

  test('the query is echoed and sent as given', async () => {
    const { query } = typical(gammaSearch);
    const service = testService();
    const response = await service.post(gammaSearch.path, { query: `  ${query.toUpperCase()} ` });
    expect(response.json().search_parameters.q).toBe(`  ${query.toUpperCase()} `);
    expect(service.requests[0]?.query).toBe(`  ${query.toUpperCase()} `);
  });

  test('bing_domain is the host of the final response', async () => {
    const { adapter, query } = typical(betaSearch);
    const elsewhere = testService({
      adapter: async (request, context) => ({
        ...(await adapter(request, context)),
        url: 'https://cn.bing.com/search?q=x',
      }),
    });
    const response = await elsewhere.post(betaSearch.path, { query });
    expect(response.json().search_parameters.bing_domain).toBe('cn.bing.com');
  });
});

describe('location of a search', () => {
  test('alpha: a location becomes a uule, and a given uule is passed on', async () => {
    const { query } = typical(alphaSearch);
    const service = testService();
    await service.post(alphaSearch.path, { query, location: 'Lisbon, Portugal' });
    await service.post(alphaSearch.path, { query, uule: 'w+CAIQICIGTGlzYm9u' });
    const [made, given] = service.requests.map(({ url }) => new URL(url).searchParams.get('uule'));
    const text = Buffer.from(made?.slice(2) ?? '', 'base64url').toString();
    expect(text).toMatch(/latitude_e7:387\d+\nlongitude_e7:-9/);
    expect(given).toBe('w+CAIQICIGTGlzYm9u');
  });

  test.each([alphaSearch, alphaNews, alphaVideos])(
    '$name gets the country of the location, which is not echoed',
    async (one) => {
      const { query } = typical(one);
      const service = testService();
      const located = await service.post(one.path, { query, location: 'Lisbon, Portugal' });
      await service.post(one.path, { query, location: 'Lisbon, Portugal', gl: 'es' });
      expect(service.requests.map(({ url }) => new URL(url).searchParams.get('gl'))).toEqual(['pt', 'es']);
      expect(located.json().search_parameters).toMatchObject({ gl: null, location: 'Lisbon, Portugal', uule: null });
    },
  );

  test('beta: coordinates take precedence over a location', async () => {
    const { query } = typical(betaSearch);
    const service = testService();
    await service.post(betaSearch.path, { query, location: 'Lisbon, Portugal' });
    await service.post(betaSearch.path, { query, location: 'Lisbon, Portugal', lat: 52.5, lon: 13.4 });
    const [byName, byPoint] = service.requests.map(({ cookies }) => cookies.USRLOC);
    expect(byName).toContain('LAT=38.7');
    expect(byPoint).toContain('LAT=52.5');
  });
});

describe('pages beyond the last page of an engine', () => {
  const cases: [endpoint: Endpoint, given: object, pagination?: object][] = [
    [alphaSearch, { page: 41 }, { current: 41, other_pages: [], has_next_page: false }],
    [alphaNews, { page: 5, num: 100 }, { current: 5, other_pages: [], has_next_page: false }],
    [alphaVideos, { page: 9_007_199_254_740_991 }],
    [gammaSearch, { page: 11 }],
  ];

  test.each(cases.map(([endpoint, given, pagination]) => ({ endpoint, name: endpoint.name, given, pagination })))(
    '$name $given',
    async ({ endpoint, given, pagination }) => {
      const service = testService();
      const response = await service.post(endpoint.path, { query: 'a', ...given });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ organic_results: [], ...(pagination && { pagination }) });
      expect(endpoint.response.safeParse(response.json()).success).toBe(true);
      expect(response.headers['x-gathered-pages']).toBe('0;stop=engine_limit');
      expect(service.requests).toEqual([]);
    },
  );
});

describe('extras', () => {
  const { query } = typical(alphaSearch);

  test('are absent unless requested', async () => {
    const response = await testService().post(alphaSearch.path, { query });
    expect(response.json()).not.toHaveProperty('diagnostics');
    expect(response.json()).not.toHaveProperty('html');
    expect(response.json()).not.toHaveProperty('blocks');
    expect(response.json().organic_results.some((row: object) => 'date' in row)).toBe(false);
  });

  test('diagnostics describe how the pages were fetched and parsed', async () => {
    const response = await testService().post(`${alphaSearch.path}?include=diagnostics`, { query });
    expect(response.json().diagnostics).toMatchObject({
      pages_gathered: 1,
      stopped: 'complete',
      pages: [{ status: 200, state: 'results' }],
    });
    expect(alphaSearch.response.safeParse(response.json()).error?.issues).toBeUndefined();
  });

  test('html contains the original page', async () => {
    const response = await testService().post(`${alphaSearch.path}?include=html&include=dates`, { query });
    expect(response.json().html).toEqual([expect.stringMatching(/^<!doctype html>/i)]);
  });
});
