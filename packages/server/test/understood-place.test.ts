import type { Adapter } from '@svc/fetchers';
import { describe, expect, test } from 'vitest';
import { typical } from './helpers/captures.js';
import { alphaNews, alphaSearch, betaSearch } from './helpers/operations.js';
import { type TestService, testService } from './helpers/service.js';

/**
 * The response names the place that a location was resolved to, and a country that was requested instead of the place's
 * own.
 */

const pages: Readonly<Record<string, Adapter>> = {
  'alpha.search': typical(alphaSearch).adapter,
  'alpha.news': typical(alphaNews).adapter,
  'beta.search': typical(betaSearch).adapter,
};

function service(env = {}): TestService {
  const adapter: Adapter = (request, context) => pages[request.operation]!(request, context);
  return testService({ adapter, env });
}

async function ask(endpoint: typeof alphaSearch, params: object, running = service()) {
  const { query } = typical(endpoint);
  const response = await running.post(`${endpoint.path}?include=diagnostics`, { query, ...params });
  const { diagnostics, search_parameters } = response.json();
  const parameters = new URL(running.requests.at(-1)!.url).searchParams;
  return {
    status: response.statusCode,
    header: response.headers['x-location'],
    place: diagnostics?.place,
    search_parameters,
    sent: Object.fromEntries(parameters),
  };
}

describe('X-Location', () => {
  test.each([
    ['Porto, Portugal', 'Porto,Porto,Portugal'],
    ['NYC', 'New York City,New York,United States'],
    ['são paulo', 'São Paulo,São Paulo,Brazil'],
    ['Deutschland', 'Germany'],
  ])('%s', async (location, canonical) => {
    for (const endpoint of [alphaSearch, alphaNews, betaSearch]) {
      const { status, header, place, search_parameters } = await ask(endpoint, { location });
      expect([status, header]).toEqual([200, encodeURIComponent(canonical)]);
      expect(header).toMatch(/^[\x21-\x7e]+$/);
      expect(place).toMatchObject({ canonical_name: canonical, country_code: expect.stringMatching(/^[A-Z]{2}$/) });
      expect(place).not.toHaveProperty('asked_country');
      expect(search_parameters.location).toBe(location);
    }
  });

  test('is absent without a location, or if coordinates replace it', async () => {
    const params = [{}, { location: null }, { location: '' }];
    for (const given of params) {
      expect(await ask(alphaSearch, given)).toMatchObject({ status: 200, header: undefined, place: undefined });
    }
    const there = { location: 'Lisbon', lat: 1, lon: 2 };
    expect(await ask(betaSearch, there)).toMatchObject({ status: 200, header: undefined, place: undefined });
    expect(await ask(alphaSearch, { uule: 'w+CAIQICIGTGlzYm9u' })).toMatchObject({ status: 200, header: undefined });
  });

  test('is present on a cached response', async () => {
    const cached = service({ SVC_CACHE: 'memory' });
    const first = await ask(alphaSearch, { location: 'Lisbon' }, cached);
    const second = await ask(alphaSearch, { location: 'Lisbon' }, cached);
    expect(cached.requests).toHaveLength(1);
    expect([first.header, second.header]).toEqual(['Lisbon%2CLisbon%2CPortugal', 'Lisbon%2CLisbon%2CPortugal']);
  });
});

describe('a requested country that differs from that of the place is kept and reported', () => {
  test.each([
    [alphaSearch, { gl: 'es' }, { gl: 'es' }, 'ES'],
    [alphaSearch, { gl: 'UK' }, { gl: 'gb' }, 'GB'],
    [betaSearch, { cc: 'fr' }, { cc: 'fr' }, 'FR'],
    [betaSearch, { mkt: 'de-AT' }, { mkt: 'de-AT' }, 'AT'],
  ] as const)('$1', async (endpoint, params, parameters, country) => {
    const { header, place, sent } = await ask(endpoint, { location: 'Lisbon', ...params });
    expect(header).toBe(`Lisbon%2CLisbon%2CPortugal;country=${country}`);
    expect(place).toMatchObject({ country_code: 'PT', asked_country: country });
    expect(sent).toMatchObject(parameters);
  });

  test.each([{ gl: 'pt' }, { gl: 'PT' }])('is not reported if it is the same: %o', async (params) => {
    const { header, place } = await ask(alphaSearch, { location: 'Lisbon', ...params });
    expect(header).toBe('Lisbon%2CLisbon%2CPortugal');
    expect(place).not.toHaveProperty('asked_country');
  });
});
